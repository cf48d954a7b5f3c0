/* Canonical layout: what fits stands in one line; else the words at the head of a list stay with
 * its bracket, and every other item gets a line of its own. Comments stay behind what they were
 * behind, or on lines of their own; between the forms of a file one empty line is kept. Nothing is
 * expanded, and no word is changed. */
#include "base/stack.h"
#include "base/text.h"
#include "lang/lang.h"
#include "lang/zrf/zrf.h"

#include <string.h>

enum { COLUMNS = 100, INDENT = 3, NO_WIDTH = 1 << 20 };

typedef struct writer {
    zrf_file *f;
    text_buffer out;
    uint32_t at;    /* end of what is written, in the source */
    bool between;   /* forms: empty lines stay */
    uint32_t lines; /* ended since the last comment, or where the comments began */
} writer;

static void add(writer *x, const char *text, size_t n) { text_add(x->f->arena, &x->out, text, n); }

static void new_line(writer *x, uint32_t indent)
{
    while (x->out.count > 0 && vec_at(&x->out, x->out.count - 1) == ' ')
        x->out.count--;
    add(x, "\n", 1);
    for (uint32_t i = 0; i < indent; i++)
        add(x, " ", 1);
}

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
        uint32_t end = p;
        while (end < to && text[end] != '\n')
            end++;
        uint32_t shown = end;
        while (shown > p && strchr(" \t\r", text[shown - 1]))
            shown--;
        if (x->between && x->lines > 1 && x->out.count > 0)
            new_line(x, 0);
        if (any || !same_line)
            new_line(x, indent);
        else
            add(x, " ", 1);
        add(x, text + p, shown - p);
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
        uint32_t to = i < n->count ? n->items[i]->span.start : n->span.end;
        if (to > at && memchr(text + at, ';', to - at))
            return true;
        if (i < n->count && has_comment(x, n->items[i]))
            return true;
        at = i < n->count ? n->items[i]->span.end : to;
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
        sum += width(x, n->items[i]) + (i > 0);
    return sum > NO_WIDTH ? NO_WIDTH : sum;
}

static void write_flat(writer *x, const zrf_node *n)
{
    if (n->kind != ZRF_LIST) {
        add(x, x->f->text->text + n->span.start, n->span.end - n->span.start);
        return;
    }
    add(x, "(", 1);
    for (uint32_t i = 0; i < n->count; i++) {
        if (i > 0)
            add(x, " ", 1);
        write_flat(x, n->items[i]);
    }
    add(x, ")", 1);
}

static void write_node(writer *x, const zrf_node *n, uint32_t indent);

static void write_tall(writer *x, const zrf_node *n, uint32_t indent)
{
    bool head = true;
    add(x, "(", 1);
    x->at = n->span.start + 1;
    for (uint32_t i = 0; i < n->count; i++) {
        const zrf_node *item = n->items[i];
        bool ended = comments(x, item->span.start, indent + INDENT, false);
        head = head && !ended && item->kind != ZRF_LIST && (i < 2 || n->items[0]->kind != ZRF_LIST);
        if (head && i > 0)
            add(x, " ", 1);
        else if (!head)
            new_line(x, indent + INDENT);
        write_node(x, item, indent + INDENT);
    }
    bool ended = comments(x, n->span.end - (n->span.end > n->span.start + 1), indent + INDENT, false);
    if (ended || n->count > 0)
        new_line(x, indent);
    add(x, ")", 1);
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
    writer x = {.f = &f};
    map_init(&f.reported, f.arena);
    zrf_lex(&f, in->source, &f.top);
    if (f.failed || f.sink->warnings) { /* brackets that do not match: no layout says what is meant */
        zrf_report(&f, DIAG_ZRF_UNSUPPORTED, NULL, "a file whose brackets do not match cannot be laid out");
        return NULL;
    }
    for (uint32_t i = 0; i < f.top.count; i++) {
        const zrf_node *n = vec_at(&f.top, i);
        x.between = true;
        comments(&x, n->span.start, 0, x.out.count == 0);
        x.between = false;
        if (x.out.count > 0 && x.lines > 1)
            new_line(&x, 0);
        if (x.out.count > 0)
            new_line(&x, 0);
        write_node(&x, n, 0);
    }
    x.between = true;
    comments(&x, in->source->length, 0, false);
    new_line(&x, 0);
    const char *text = x.out.data;
    while (*text == '\n')
        text++;
    return text;
}
