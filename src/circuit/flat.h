/* Programs made ready for joins. What holds in a state and what a role does are atoms around one
 * term; here every shape of that term (its function and arity, or: a constant) is a predicate of
 * its own, whose columns are the term's arguments. Where a variable stands for the whole term,
 * the rule is repeated for every shape there can be. Predicates are put into strata. */
#ifndef LUDENS_CIRCUIT_FLAT_H
#define LUDENS_CIRCUIT_FLAT_H

#include "circuit/rules.h"

/* A shape of state facts or moves. */
typedef struct flat_shape {
    name_id name; /* NAME_NONE: all constants are one shape of one column */
    uint32_t arity;
} flat_shape;

typedef struct flat_predicate {
    rl_keyword keyword;   /* RL_TRUE, RL_NEXT, RL_INIT, RL_DOES, RL_LEGAL: has a shape */
    rl_relation relation; /* of the program */
    uint32_t shape;       /* in the list of its keyword */
} flat_predicate;

typedef struct flat_program {
    logic_program logic; /* first: what evaluates it sees this */
    rl_program *source;
    arena *arena;
    VEC(flat_shape) facts, moves;   /* shapes */
    VEC(flat_predicate) predicates; /* those of `logic`: what they are in the sheet */
    map by_key;
} flat_program;

/* NULL after reports: a negative cycle, or a rule that nothing can make safe. With `split`, rules
 * whose bodies fall apart are split; *parts gets the number of rules made so. */
flat_program *flat_make(rl_program *p, bool split, uint32_t *parts);
/* The predicate of a keyword for a shape, or LOGIC_NONE. */
uint32_t flat_find(const flat_program *f, rl_keyword keyword, uint32_t shape);
/* Number of the shape of a ground term in a list of shapes, or LOGIC_NONE. */
uint32_t flat_shape_of(const flat_program *f, bool moves, logic_term term);
/* The ground term that a row of such a predicate stands for; for moves without the role. */
logic_term flat_term(flat_program *f, uint32_t predicate, const logic_term *row);

#endif
