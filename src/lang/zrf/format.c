/* Canonical layout: what fits stands in one line; else the words at the head of a list stay with
 * its bracket, and every other item gets a line of its own. Comments stay behind what they were
 * behind, or on lines of their own; between the forms of a file one empty line is kept. Nothing is
 * expanded, and no word is changed. */
#include "base/stack.h"
#include "lang/lang.h"
#include "lang/tidy.h"
#include "lang/zrf/zrf.h"

#include <string.h>

enum { COLUMNS = 100, INDENT = 3, NO_WIDTH = 1 << 20 };

typedef struct writer {
    zrf_file *f;
    tidy t;
    uint32_t at;    /* end of what is written, in the source */
    bool between;   /* forms: empty lines stay */
    uint32_t lines; /* ended since the last comment, or where the comments began */
} writer;

/* Comments in front of offset `to`: true when the last one has to end its line. */
static bool comments(writer *x, uint32_t to, uint32_t indent, bool fresh)
{
    const char *text = x->f->text->text;
    bool any = false, same_line = !fresh;
    x->lines = 0;
    for (uint32_t p = x->at; p < to; p++) {
        if (text[p] == '\n') {
            same_line = false;
            x->lines++;
        }
        if (text[p] != ';')
            continue;
        uint32_t shown, end = tidy_line_end(&x->t, p, to, &shown);
        if (x->between && x->lines > 1 && x->t.out.count > 0)
            tidy_line(&x->t, 0, false);
        if (any || !same_line)
            tidy_line(&x->t, indent, false);
        else
            tidy_add(&x->t, " ", 1);
        tidy_add(&x->t, text + p, shown - p);
        any = true;
        same_line = false;
        x->lines = 1;
        p = end;
    }
    x->at = to;
    return any;
}

static bool has_comment(const writer *x, const zrf_node *n)
{
    const char *text = x->f->text->text;
    uint32_t at = n->span.start + 1;
    for (uint32_t i = 0; n->kind == ZRF_LIST && i <= n->count; i++) {
        uint32_t to = i < n->count ? zrf_item(n, i)->span.start : n->span.end;
        if (to > at && memchr(text + at, ';', to - at))
            return true;
        if (i < n->count && has_comment(x, zrf_item(n, i)))
            return true;
        at = i < n->count ? zrf_item(n, i)->span.end : to;
    }
    return false;
}

static uint32_t width(const writer *x, const zrf_node *n)
{
    uint32_t sum = 2;
    if (n->kind != ZRF_LIST) {
        const char *start = x->f->text->text + n->span.start;
        return memchr(start, '\n', n->span.end - n->span.start) ? NO_WIDTH : n->span.end - n->span.start;
    }
    for (uint32_t i = 0; i < n->count && sum < NO_WIDTH; i++)
        sum += width(x, zrf_item(n, i)) + (i > 0);
    return sum > NO_WIDTH ? NO_WIDTH : sum;
}

static void write_flat(writer *x, const zrf_node *n)
{
    if (n->kind != ZRF_LIST) {
        tidy_add(&x->t, x->f->text->text + n->span.start, n->span.end - n->span.start);
        return;
    }
    tidy_add(&x->t, "(", 1);
    for (uint32_t i = 0; i < n->count; i++) {
        if (i > 0)
            tidy_add(&x->t, " ", 1);
        write_flat(x, zrf_item(n, i));
    }
    tidy_add(&x->t, ")", 1);
}

static void write_node(writer *x, const zrf_node *n, uint32_t indent);

static void write_tall(writer *x, const zrf_node *n, uint32_t indent)
{
    bool head = true;
    tidy_add(&x->t, "(", 1);
    x->at = n->span.start + 1;
    for (uint32_t i = 0; i < n->count; i++) {
        const zrf_node *item = zrf_item(n, i);
        bool ended = comments(x, item->span.start, indent + INDENT, false);
        head = head && !ended && item->kind != ZRF_LIST && (i < 2 || zrf_item(n, 0)->kind != ZRF_LIST);
        if (head && i > 0)
            tidy_add(&x->t, " ", 1);
        else if (!head)
            tidy_line(&x->t, indent + INDENT, false);
        write_node(x, item, indent + INDENT);
    }
    bool ended = comments(x, n->span.end - (n->span.end > n->span.start + 1), indent + INDENT, false);
    if (ended || n->count > 0)
        tidy_line(&x->t, indent, false);
    tidy_add(&x->t, ")", 1);
}

static void write_node(writer *x, const zrf_node *n, uint32_t indent)
{
    if (n->kind != ZRF_LIST || (!has_comment(x, n) && indent + width(x, n) <= COLUMNS))
        write_flat(x, n);
    else
        write_tall(x, n, indent);
    x->at = n->span.end;
}

const char *zrf_format(const struct lang_input *in)
{
    intern names;
    intern_init(&names, in->scratch);
    zrf_file f = {.arena = in->scratch,
                  .texts = in->scratch,
                  .names = &names,
                  .text = in->source,
                  .sink = in->sink,
                  .max_nesting = in->limits->max_nesting};
    writer x = {.f = &f, .t = {.arena = in->scratch, .source = in->source}};
    map_init(&f.reported, f.arena);
    zrf_lex(&f, in->source, &f.top);
    if (f.failed || f.sink->warnings) { /* brackets that do not match: no layout says what is meant */
        zrf_report(&f, DIAG_ZRF_UNSUPPORTED, NULL, "a file whose brackets do not match cannot be laid out");
        return NULL;
    }
    for (uint32_t i = 0; i < f.top.count; i++) {
        const zrf_node *n = vec_at(&f.top, i);
        x.between = true;
        comments(&x, n->span.start, 0, x.t.out.count == 0);
        x.between = false;
        if (x.t.out.count > 0 && x.lines > 1)
            tidy_line(&x.t, 0, false);
        if (x.t.out.count > 0)
            tidy_line(&x.t, 0, false);
        write_node(&x, n, 0);
    }
    x.between = true;
    comments(&x, in->source->length, 0, false);
    tidy_line(&x.t, 0, false);
    const char *text = x.t.out.data;
    while (*text == '\n')
        text++;
    return text;
}
