/* Arithmetic by tables: variables are finite, so every operation on them is a constant map. */
#ifndef LUDENS_LANG_RBG_NUMBERS_H
#define LUDENS_LANG_RBG_NUMBERS_H

#include "lang/rbg/graph.h"

enum { RBG_MAX_LEAVES = 4, RBG_WHOLE_CELLS = 1 << 16 };
#define RBG_NO_VALUE INT64_MIN /* of a division by zero */

/* Values in ascending order. */
typedef struct rbg_domain {
    const int64_t *values;
    uint32_t count;
} rbg_domain;

/* An expression for all values of the variables in it. */
typedef struct rbg_table {
    const rbg_arith *leaves[RBG_MAX_LEAVES];
    uint32_t leaf_count;
    const int64_t *results; /* the last leaf changes fastest */
    uint32_t cells;
} rbg_table;

typedef struct rbg_numbers {
    rbg_file *f;
    arena *arena;
    rbg_domain *variables, *players, pieces;
    map tables; /* expression -> index + 1; 0: too many cells */
    VEC(rbg_table) list;
} rbg_numbers;

/* Finds out what each variable can hold; reports those that can hold too much. */
void rbg_numbers_init(rbg_numbers *n, rbg_file *f, const rbg_graph *g, arena *a);
const rbg_domain *rbg_domain_of(const rbg_numbers *n, const rbg_arith *leaf);
rbg_domain rbg_make_domain(arena *a, const int64_t *values, uint32_t count); /* sorts, drops repeats */
/* NULL: it has too many variables, or values of them. */
const rbg_table *rbg_tabulate(rbg_numbers *n, const rbg_arith *a);
/* One operation; RBG_NO_VALUE when there is no result. */
int64_t rbg_operate(const rbg_arith *a, int64_t x, int64_t y);
/* As an expression that is 1 where the comparison holds. */
const rbg_arith *rbg_comparison(arena *a, const rbg_rule *r);
/* Whether the value fits the variable (1 or 0), and the value where it does. */
const rbg_arith *rbg_fits(const rbg_numbers *n, const rbg_rule *r);
const rbg_arith *rbg_kept(const rbg_numbers *n, const rbg_rule *r);

#endif
