/* Logic programs over terms: the input of the circuit machine.
 *
 * A front end builds one through the functions below: terms are shared (equal terms have equal
 * numbers), relations are told apart by name and arity, rules are normal: no disjunction, and
 * negation stands before atoms only. The words that make a logic program a game are keywords of
 * relations. Semantics: Love, Hinrichs, Haley, Schkufza, Genesereth, "General Game Playing: Game
 * Description Language Specification" (2008); Thielscher, "A General Game Description Language for
 * Incomplete Information Games" (2010) for random and sees. */
#ifndef LUDENS_CIRCUIT_RULES_H
#define LUDENS_CIRCUIT_RULES_H

#include "base/diag.h"
#include "base/intern.h"
#include "base/source.h"
#include "base/vec.h"

#include <assert.h>

typedef uint32_t rl_term, rl_relation;
#define RL_NONE UINT32_MAX

typedef struct rl_term_data {
    bool variable;
    bool ground;
    uint32_t symbol; /* name of the function or constant; number of the variable in its rule */
    uint32_t first, count; /* arguments: args.data[first ..] */
    uint32_t next;         /* in its hash chain */
    uint32_t depth;        /* of terms within it: 0 for variables and constants */
} rl_term_data;

typedef struct rl_terms {
    arena *arena;
    intern *names;
    VEC(rl_term_data) data;
    vec_u32 args;
    map by_hash;
    uint32_t deepest;
    map lists; /* constants that the text only writes as lists, (name): printed so, too */
} rl_terms;

void rl_terms_init(rl_terms *t, arena *a, intern *names);
rl_term rl_variable(rl_terms *t, uint32_t number);
/* A constant when count is 0. */
rl_term rl_function(rl_terms *t, name_id name, const rl_term *args, uint32_t count);
/* The term if it is there already, or RL_NONE. */
rl_term rl_find_function(const rl_terms *t, name_id name, const rl_term *args, uint32_t count);
static inline const rl_term *rl_args(const rl_terms *t, rl_term term)
{
    assert(term < t->data.count);
    return t->args.data + t->data.data[term].first;
}
/* Terms that are deeper come from rules that build ever larger ones. */
enum { RL_DEPTH_MAX = 2000 };
/* Canonical text: (f a (g b)), constants bare. In the arena given. */
const char *rl_term_text(const rl_terms *t, rl_term term, arena *a);

typedef enum rl_keyword {
    RL_PLAIN,
    RL_ROLE,
    RL_BASE,
    RL_INPUT,
    RL_INIT,
    RL_TRUE,
    RL_DOES,
    RL_NEXT,
    RL_LEGAL,
    RL_GOAL,
    RL_TERMINAL,
    RL_SEES,
    RL_KEYWORDS
} rl_keyword;

typedef struct rl_relation_data {
    name_id name;
    uint32_t arity;
    rl_keyword keyword;
    src_span span; /* where it was first met */
} rl_relation_data;

typedef enum rl_literal_kind { RL_HOLDS, RL_FAILS, RL_DISTINCT, RL_EQUAL } rl_literal_kind;

typedef struct rl_literal {
    rl_literal_kind kind;
    rl_relation relation; /* of RL_HOLDS and RL_FAILS */
    const rl_term *args;  /* RL_DISTINCT, RL_EQUAL: two */
    src_span span;
} rl_literal;

typedef struct rl_rule {
    rl_relation head;
    const rl_term *args;
    const rl_literal *body;
    uint32_t body_count;
    uint32_t variables; /* numbered 0 .. variables - 1 */
    src_span span;
} rl_rule;

typedef struct rl_program {
    arena *arena;
    const src_text *source;
    diag_sink *sink;
    rl_terms terms;
    VEC(rl_relation_data) relations;
    map relation_by_key;
    rl_relation of_keyword[RL_KEYWORDS]; /* RL_NONE: does not occur */
    VEC(rl_rule) rules;                  /* facts are rules without a body */
} rl_program;

rl_program *rl_program_new(arena *a, intern *names, const src_text *source, diag_sink *sink);
/* Keywords are recognised by name and arity (role/1, does/2, ...). */
rl_relation rl_relation_of(rl_program *p, name_id name, uint32_t arity, src_span span);
/* Arrays are copied. */
void rl_add_rule(rl_program *p, const rl_rule *rule);

/* Players, chance not counted. */
enum { RL_ROLES_MAX = 62 };
/* False after a report. */
bool rl_roles_fit(uint32_t players, const src_text *source, diag_sink *sink);

#endif
