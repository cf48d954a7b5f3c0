/* Prefix notation (KIF): lists of words. Inside a list `name(a,b)`, without a blank before the
 * parenthesis and with a comma in it, is read as (name a b), as lecture notes print it. */
#include "base/bitset.h"
#include "lang/gdl/gdl.h"

#include <string.h>

enum { RESUME_MAX = 20 };

typedef struct parser {
    gdl_text *t;
    const char *text;
    uint32_t at, end, depth;
    uint32_t calls; /* argument lists in call syntax around this place */
    bitset commas;  /* [offset of a parenthesis] there is a comma at its level */
    bool any_comma;
    bool failed;        /* this form cannot be read on */
    bool open;          /* since the text ended in it */
    uint32_t innermost; /* list that was open then */
    uint32_t margin;    /* where a list inside of this form begins at the left margin, or 0 */
    uint32_t resumed;
} parser;

static void skip(parser *p)
{
    while (p->at < p->end) {
        char c = p->text[p->at];
        if (gdl_is_blank(c) || (p->calls && c == ',')) {
            p->at++;
        } else if (c == ';') {
            gdl_take_comment(p->t, &p->at, p->end);
        } else {
            return;
        }
    }
}

/* One pass over the text: which parentheses have a comma at their own level. */
static void find_commas(parser *p)
{
    p->any_comma = memchr(p->text + p->at, ',', p->end - p->at) != NULL;
    if (!p->any_comma)
        return;
    p->commas = bitset_new(p->t->arena, p->end + 1);
    vec_u32 open = {0};
    for (uint32_t i = p->at; i < p->end; i++) {
        char c = p->text[i];
        if (c == ';')
            while (i + 1 < p->end && p->text[i + 1] != '\n' && p->text[i + 1] != '\r')
                i++;
        else if (c == '(')
            vec_push(p->t->arena, &open, i);
        else if (c == ')' && open.count)
            open.count--;
        else if (c == ',' && open.count)
            bitset_add(&p->commas, vec_at(&open, open.count - 1));
    }
}

static gdl_node *read_word(parser *p)
{
    uint32_t from = p->at;
    while (p->at < p->end) {
        char c = p->text[p->at];
        if (gdl_is_blank(c) || c == '(' || c == ')' || c == ';' || (p->calls && c == ','))
            break;
        p->at++;
    }
    src_span span = {from, p->at};
    bool variable = p->text[from] == '?' && p->at - from > 1;
    gdl_node *n = gdl_new_word(p->t, p->text + from + variable, p->at - from - variable, span);
    if (variable) {
        n->kind = GDL_VARIABLE;
        n->spelled = intern_add(p->t->names, p->text + from + 1, p->at - from - 1);
    }
    return n;
}

static gdl_node *read_node(parser *p);

/* With a suspicion where the form ends its first parenthesis is to blame, else the last one. */
static void unclosed(parser *p, uint32_t form)
{
    uint32_t from = p->margin ? form : p->innermost;
    diag *d = gdl_report(p->t, DIAG_GDL_PARENTHESES, (src_span){from, from + 1}, "this parenthesis is never closed");
    if (p->margin)
        diag_add_note(p->t->sink, d, p->t->source, (src_span){p->margin, p->margin + 1},
                      "the next form seems to begin here");
    diag_set_hint(p->t->sink, d, "a `)` is missing at the end of the form");
}

/* The items up to the closing parenthesis, which is passed. */
static void read_items(parser *p, uint32_t from, gdl_node *into)
{
    VEC(gdl_node *) items = {0};
    if (++p->depth > p->t->limits->max_nesting) {
        diag_report(p->t->sink, DIAG_NESTING, p->t->source, (src_span){from, from + 1},
                    "lists are nested deeper than %u", p->t->limits->max_nesting);
        p->failed = true;
    }
    for (skip(p); !p->failed && p->at < p->end && p->text[p->at] != ')'; skip(p)) {
        gdl_node *item = read_node(p);
        vec_push(p->t->arena, &items, item);
    }
    if (!p->failed && p->at == p->end) {
        p->failed = p->open = true;
        p->innermost = from;
    }
    if (--p->depth == 0 && p->open)
        unclosed(p, from);
    p->at += !p->failed;
    into->items = items.data;
    into->count = items.count;
    into->span.end = p->at;
}

static bool at_margin(const parser *p)
{
    return p->at == 0 || p->text[p->at - 1] == '\n' || p->text[p->at - 1] == '\r';
}

static gdl_node *read_list(parser *p)
{
    uint32_t from = p->at, calls = p->calls;
    if (p->depth > 0 && !p->margin && at_margin(p))
        p->margin = from;
    p->calls = 0;
    gdl_node *n = gdl_new(p->t, GDL_LIST, (src_span){from, from + 1});
    p->at++;
    read_items(p, from, n);
    p->calls = calls;
    /* (f(a,b)): the parentheses around a call mean nothing */
    if (n->count == 1 && gdl_item(n, 0)->call) {
        gdl_item(n, 0)->span = n->span;
        return gdl_item(n, 0);
    }
    return n;
}

static gdl_node *read_node(parser *p)
{
    if (p->text[p->at] == '(')
        return read_list(p);
    gdl_node *word = read_word(p);
    bool adjacent = p->any_comma && p->depth > 0 && p->at < p->end && p->text[p->at] == '(';
    if (!adjacent || word->kind != GDL_WORD || !(p->calls || bitset_has(&p->commas, p->at)))
        return word;
    gdl_node *n = gdl_new(p->t, GDL_LIST, word->span), rest = {0};
    n->call = true;
    p->calls++;
    uint32_t from = p->at++;
    read_items(p, from, &rest);
    p->calls--;
    n->items = ARENA_ARRAY(p->t->arena, gdl_node *, rest.count + 1);
    n->items[0] = word;
    if (rest.count)
        memcpy(n->items + 1, rest.items, rest.count * sizeof *rest.items);
    n->count = rest.count + 1;
    n->span.end = p->at;
    return n;
}

/* After a form that could not be read: on at the next list at the left margin. */
static bool resume(parser *p, uint32_t form)
{
    uint32_t to = p->margin;
    for (uint32_t i = form + 1; !to && i < p->end; i++)
        if (p->text[i] == '(' && (p->text[i - 1] == '\n' || p->text[i - 1] == '\r'))
            to = i;
    if (!to || ++p->resumed > RESUME_MAX)
        return false;
    p->at = to;
    while (p->t->comments.count && vec_at(&p->t->comments, p->t->comments.count - 1).start >= to)
        p->t->comments.count--;
    p->depth = p->calls = 0;
    p->failed = p->open = false;
    return true;
}

bool gdl_parse_prefix(gdl_text *t, uint32_t from)
{
    parser p = {.t = t, .text = t->source->text, .at = from, .end = t->source->length};
    bool ok = true;
    find_commas(&p);
    for (skip(&p); p.at < p.end && t->sink->errors < GDL_ERRORS_MAX; skip(&p)) {
        if (p.text[p.at] == ')') {
            diag *d =
                gdl_report(t, DIAG_GDL_PARENTHESES, (src_span){p.at, p.at + 1}, "this parenthesis closes nothing");
            diag_set_hint(t->sink, d, "the form before it has one `)` too many, or lacks a `(`");
            ok = false;
            p.at++;
            continue;
        }
        uint32_t form = p.at;
        p.margin = 0;
        gdl_node *n = read_node(&p);
        if (!p.failed)
            vec_push(t->arena, &t->top, n);
        else if (ok = false, !resume(&p, form))
            break;
    }
    return ok;
}
