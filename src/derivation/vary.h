/* Derivations drawn at random, and the operators that make one of another: what they make is well typed. */
#ifndef LUDENS_DERIVATION_VARY_H
#define LUDENS_DERIVATION_VARY_H

#include "derivation/tree.h"
#include "ludens.h"

typedef enum dv_operator {
#define OPERATOR(id, name, weight, what) DV_##id,
#include "derivation/operators.def"
#undef OPERATOR
    DV_OPERATORS
} dv_operator;

const char *dv_operator_name(dv_operator op);

typedef struct dv_maker {
    dv_grammar *g;
    arena *arena;
    lud_rng *rng;
    double surprise;  /* how often the grammar alone says what stands somewhere, and not what was met there */
    uint32_t largest; /* nodes of a tree */
} dv_maker;

/* A whole tree; NULL: none is small enough. */
dv_node *dv_generate(const dv_maker *m);
/* One of the operators, drawn by its weight; those that need another tree only where there is one. */
dv_operator dv_draw_operator(const dv_maker *m, bool other);
/* The operator on a place that is drawn among those where it can do something: the tree is changed in place. `other` is
 * what a crossover takes from. *told is what was done, in words. False: there is no such place, or the tree would grow
 * too large; the tree may be changed all the same. */
bool dv_apply(const dv_maker *m, dv_operator op, dv_node *root, const dv_node *other, const char **told);

#endif
