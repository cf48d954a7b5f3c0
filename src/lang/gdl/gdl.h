/* The Game Description Language as it stands in the text: s-expressions, in whichever notation
 * they were written. */
#ifndef LUDENS_LANG_GDL_GDL_H
#define LUDENS_LANG_GDL_GDL_H

#include "circuit/rules.h"
#include "lang/lang.h"

typedef enum gdl_kind { GDL_WORD, GDL_VARIABLE, GDL_LIST } gdl_kind;

typedef struct gdl_node gdl_node;
struct gdl_node {
    gdl_kind kind;
    name_id name; /* folded to lower case; of a variable without the question mark */
    gdl_node **items;
    uint32_t count;
    src_span span;
};

typedef struct gdl_text {
    arena *arena;
    intern *names;
    const src_text *source;
    diag_sink *sink;
    const lud_limits *limits;
    VEC(gdl_node *) top; /* rules and facts */
    bool infix;
} gdl_text;

/* Reads prefix notation. False after reports. */
bool gdl_parse(gdl_text *t);
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
    return n->kind == GDL_LIST ? n->count > 0 && gdl_is(t, n->items[0], word) : gdl_is(t, n, word);
}

/* The logic program; NULL after reports. */
rl_program *gdl_lower(gdl_text *t, arena *keep);

#endif
