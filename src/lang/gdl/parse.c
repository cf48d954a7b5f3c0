/* Prefix notation (KIF): lists of words. */
#include "lang/gdl/gdl.h"

#include <string.h>

typedef struct parser {
    gdl_text *t;
    const char *text;
    uint32_t at, end, depth;
    bool failed;
} parser;

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }

static void skip(parser *p)
{
    while (p->at < p->end) {
        if (is_blank(p->text[p->at])) {
            p->at++;
        } else if (p->text[p->at] == ';') {
            while (p->at < p->end && p->text[p->at] != '\n' && p->text[p->at] != '\r')
                p->at++;
        } else {
            return;
        }
    }
}

static gdl_node *new_node(parser *p, gdl_kind kind, uint32_t from)
{
    gdl_node *n = ARENA_NEW(p->t->arena, gdl_node);
    n->kind = kind;
    n->span = (src_span){from, p->at};
    return n;
}

static gdl_node *read_word(parser *p)
{
    uint32_t from = p->at;
    while (p->at < p->end && !is_blank(p->text[p->at]) && !strchr("();", p->text[p->at]))
        p->at++;
    bool variable = p->text[from] == '?' && p->at - from > 1;
    gdl_node *n = new_node(p, variable ? GDL_VARIABLE : GDL_WORD, from);
    uint32_t start = from + variable, length = p->at - start;
    char *folded = arena_strndup(p->t->arena, p->text + start, length);
    for (char *c = folded; *c; c++)
        if (*c >= 'A' && *c <= 'Z')
            *c = (char)(*c - 'A' + 'a');
    if (strcmp(folded, "\xe2\x87\x90") == 0)
        folded = arena_strndup(p->t->arena, "<=", 2);
    n->name = intern_cstr(p->t->names, folded);
    return n;
}

static gdl_node *read_node(parser *p);

static gdl_node *read_list(parser *p)
{
    uint32_t from = p->at++;
    VEC(gdl_node *) items = {0};
    if (++p->depth > p->t->limits->max_nesting) {
        diag_report(p->t->sink, DIAG_NESTING, p->t->source, (src_span){from, p->at},
                    "lists are nested deeper than %u", p->t->limits->max_nesting);
        p->failed = true;
    }
    for (skip(p); !p->failed && p->at < p->end && p->text[p->at] != ')'; skip(p)) {
        gdl_node *item = read_node(p);
        vec_push(p->t->arena, &items, item);
    }
    p->depth--;
    if (!p->failed && p->at == p->end) {
        diag *d = diag_report(p->t->sink, DIAG_GDL_PARENTHESES, p->t->source, (src_span){from, from + 1},
                              "this parenthesis is never closed");
        diag_set_hint(p->t->sink, d, "count the closing parentheses of this rule");
        p->failed = true;
    }
    p->at += !p->failed;
    gdl_node *n = new_node(p, GDL_LIST, from);
    n->items = items.data;
    n->count = items.count;
    return n;
}

static gdl_node *read_node(parser *p)
{
    return p->text[p->at] == '(' ? read_list(p) : read_word(p);
}

bool gdl_parse(gdl_text *t)
{
    parser p = {.t = t, .text = t->source->text, .end = t->source->length};
    for (skip(&p); p.at < p.end && !p.failed; skip(&p)) {
        if (p.text[p.at] == ')') {
            diag_report(t->sink, DIAG_GDL_PARENTHESES, t->source, (src_span){p.at, p.at + 1},
                        "this parenthesis closes nothing");
            return false;
        }
        gdl_node *n = read_node(&p);
        vec_push(t->arena, &t->top, n);
    }
    return !p.failed;
}
