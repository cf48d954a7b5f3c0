/* The strict reading of a rule sheet, for its checks. What is reported and at which line is that
 * of the public validator "gdl-validation" (A. Landau), which the competition software uses; it
 * tells names by their spelling, capitals included. */
#ifndef LUDENS_LANG_GDL_STRICT_H
#define LUDENS_LANG_GDL_STRICT_H

#include "base/map.h"
#include "lang/gdl/gdl.h"

typedef struct strict_form {
    const gdl_node *node;
    const gdl_node *head; /* a sentence; the node itself for a fact */
    bool rule;
} strict_form;

typedef struct strict_sheet {
    gdl_text *t;
    arena *scratch;
    intern terms; /* arguments as strings of words */
    VEC(strict_form) forms;
    /* names of relations as a graph, each pointing to what its rules ask for */
    map number_of;             /* spelled name -> number */
    vec_u32 spelled;           /* [number] */
    vec_u32 *asks;             /* [number] numbers */
    uint32_t *component;       /* [number] those that depend on each other share one */
    vec_u32 *rules_of;         /* [number] forms that are rules for it */
    uint64_t cycle_steps;      /* of all searches for negative cycles */
    bool *on_state, *on_moves; /* [number] depends on true, on does */
} strict_sheet;

/* Well-formed rules and facts; reports the others. False when the text cannot be read on. */
bool strict_forms(strict_sheet *s);
void strict_graph(strict_sheet *s);
/* Checks of single rules, and of names across rules. */
void strict_rules(strict_sheet *s);
void strict_names(strict_sheet *s);
/* Conditions on facts and moves that nothing makes. */
void strict_facts(strict_sheet *s);
/* Facts that nothing begins, roles that never have a move; where nothing else explains them. */
void strict_begin(strict_sheet *s);

/* ---- looking at well-formed nodes ---- */

static inline const gdl_node *strict_name(const gdl_node *sentence)
{
    return sentence->kind == GDL_LIST ? gdl_item(sentence, 0) : sentence;
}
static inline uint32_t strict_arity(const gdl_node *sentence)
{
    return sentence->kind == GDL_LIST ? sentence->count - 1 : 0;
}
/* As it is written. */
static inline const char *strict_word(const strict_sheet *s, const gdl_node *n)
{
    return intern_text(s->t->names, n->spelled);
}
/* A list of that keyword and so many arguments. */
static inline bool strict_is(const strict_sheet *s, const gdl_node *n, const char *keyword, uint32_t arity)
{
    return n->kind == GDL_LIST && gdl_is(s->t, gdl_item(n, 0), keyword) && strict_arity(n) == arity;
}

static inline uint64_t strict_key(const gdl_node *term)
{
    return (uint64_t)strict_name(term)->name << 32 | strict_arity(term);
}
/* Whether some instance of both is the same. That a variable stands for one thing only is left out. */
bool strict_may_match(const gdl_node *a, const gdl_node *b);

typedef enum strict_kind { STRICT_SENTENCE, STRICT_NOT, STRICT_DISTINCT, STRICT_OR, STRICT_AND } strict_kind;
strict_kind strict_literal(const strict_sheet *s, const gdl_node *n);

/* What a walk meets, in the order of the text; any may be NULL. */
typedef struct strict_visitor {
    void (*sentence)(void *user, const gdl_node *n);
    void (*function)(void *user, const gdl_node *n); /* a term with arguments, or with () */
    void (*constant)(void *user, const gdl_node *n); /* names of sentences and functions too */
    void (*variable)(void *user, const gdl_node *n);
    void (*literal)(void *user, const gdl_node *n, strict_kind kind); /* but sentences */
} strict_visitor;
void strict_walk_sentence(const strict_sheet *s, const gdl_node *n, const strict_visitor *v, void *user);
void strict_walk_literal(const strict_sheet *s, const gdl_node *n, const strict_visitor *v, void *user);
/* Conditions of the rule, or nothing. */
void strict_walk_body(const strict_sheet *s, const strict_form *f, const strict_visitor *v, void *user);
void strict_walk_all(const strict_sheet *s, const strict_visitor *v, void *user);

/* Whether a condition, asked by a rule (number of its form), comes back to that rule. */
bool strict_reaches(strict_sheet *s, const gdl_node *condition, uint32_t rule);

uint32_t strict_number(const strict_sheet *s, const gdl_node *sentence);

#endif
