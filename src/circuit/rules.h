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
#include "logic/logic.h"

typedef uint32_t rl_relation;

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

typedef struct rl_literal {
    logic_kind kind;
    rl_relation relation;   /* of LOGIC_HOLDS and LOGIC_FAILS */
    const logic_term *args; /* LOGIC_DISTINCT, LOGIC_EQUAL: two */
    src_span span;
} rl_literal;

typedef struct rl_rule {
    rl_relation head;
    const logic_term *args;
    const rl_literal *body;
    uint32_t body_count;
    uint32_t variables; /* numbered 0 .. variables - 1 */
    src_span span;
} rl_rule;

typedef struct rl_program {
    arena *arena;
    const src_text *source;
    diag_sink *sink;
    logic_terms terms;
    VEC(rl_relation_data) relations;
    map relation_by_key;
    rl_relation of_keyword[RL_KEYWORDS]; /* LOGIC_NONE: does not occur */
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
