/* The Game Description Language as it stands in the text: s-expressions, in whichever notation
 * they were written. Prefix notation (KIF) is the one that everything is reduced to:
 * `legal(W,mark(X)) :- p(X) & ~q(W)` reads as (<= (legal ?w (mark ?x)) (p ?x) (not (q ?w))). */
#ifndef LUDENS_LANG_GDL_GDL_H
#define LUDENS_LANG_GDL_GDL_H

#include "circuit/rules.h"
#include "lang/lang.h"

typedef enum gdl_kind { GDL_WORD, GDL_VARIABLE, GDL_LIST } gdl_kind;

typedef struct gdl_node gdl_node;
struct gdl_node {
    gdl_kind kind;
    bool anonymous;  /* the variable `_` */
    bool call;       /* of a list: written as name(arguments) */
    name_id name;    /* folded to lower case; of a variable without the question mark, and in infix
                        form told apart from others of its statement that fold to the same */
    name_id spelled; /* as in the text, but `<=`, `not`, `or` and `distinct` folded */
    gdl_node **items;
    uint32_t count;
    src_span span;
};
#define gdl_item(n, i) item_at(n, items, count, i)

typedef struct gdl_text {
    arena *arena;
    intern *names;
    const src_text *source;
    diag_sink *sink;
    const lud_limits *limits;
    VEC(gdl_node *) top; /* rules and facts */
    VEC(src_span) comments;
    bool infix;
    bool exact; /* as in lang_input */
} gdl_text;

/* After so many errors a text is not read on. */
enum { GDL_ERRORS_MAX = 1000 };

/* Reads either notation. False after reports. */
static inline bool gdl_is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
/* Notes the comment that begins at *at and goes to the end of its line. */
void gdl_take_comment(gdl_text *t, uint32_t *at, uint32_t end);
bool gdl_parse(gdl_text *t);
bool gdl_parse_prefix(gdl_text *t, uint32_t from);
bool gdl_parse_infix(gdl_text *t, uint32_t from);

gdl_node *gdl_new(gdl_text *t, gdl_kind kind, src_span span);
/* A word of the text; quoted names give their content. */
gdl_node *gdl_new_word(gdl_text *t, const char *text, uint32_t length, src_span span);
gdl_node *gdl_new_list(gdl_text *t, gdl_node *const *items, uint32_t count, src_span span);

static inline bool gdl_is(const gdl_text *t, const gdl_node *n, const char *word)
{
    const char *text = n->kind == GDL_WORD ? intern_text(t->names, n->name) : "";
    while (*word && *word == *text)
        word++, text++;
    return n->kind == GDL_WORD && *word == *text;
}
/* The list (or lone word) with that word first. */
static inline bool gdl_headed(const gdl_text *t, const gdl_node *n, const char *word)
{
    return n->kind == GDL_LIST ? n->count > 0 && gdl_is(t, gdl_item(n, 0), word) : gdl_is(t, n, word);
}
static inline bool gdl_is_rule(const gdl_text *t, const gdl_node *n)
{
    return n->kind == GDL_LIST && gdl_headed(t, n, "<=");
}

/* Reports with the name that the check has in `checks.def`. */
diag *gdl_report(gdl_text *t, diag_code code, src_span span, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* The logic program; NULL after reports. */
rl_program *gdl_lower(gdl_text *t, arena *keep);

/* format.c: the canonical layout, and the other notation. */
const char *gdl_format(const lang_input *in);
const char *gdl_translate(const lang_input *in);

#endif
