/* What cells of maps and scalars can hold (plan_cells.c). */
#ifndef LUDENS_AUTOMATON_PLAN_CELLS_H
#define LUDENS_AUTOMATON_PLAN_CELLS_H

#include "automaton/plan.h"

enum { PLAN_VALUES_MAX = 512 };

/* Sets of values as stored, and of cells, bit by bit. */
typedef struct plan_cells {
    uint64_t **fixed; /* [variable] cells that keep what they hold at first; NULL: of no small map */
    uint64_t **held;  /* [variable] what other cells can hold */
    ir_var context;   /* rows are kept apart for each value of this scalar; or IR_NONE */
    uint32_t contexts;
    uint64_t *rows; /* [node * contexts + context][row_words] */
    uint32_t row_words;
    const uint32_t *first; /* [variable] first word of a scalar in a row, or IR_NONE */
    bool *met;             /* [node * contexts + context] */
} plan_cells;

/* NULL: nothing that is worth to be known, or too much. */
const plan_cells *plan_find_cells(plan *p);

/* Values as stored that the scalar can hold at a node, in the context (IR_NONE: in any); false: all of them. */
static inline bool plan_scalar_holds(const plan_cells *c, ir_node n, uint32_t context, ir_var v, uint32_t value)
{
    bool holds = !c || c->first[v] == IR_NONE || value >= PLAN_VALUES_MAX;
    for (uint32_t k = 0; !holds && k < c->contexts; k++)
        if ((context == IR_NONE || k == context) && c->met[n * c->contexts + k])
            holds |= c->rows[(size_t)(n * c->contexts + k) * c->row_words + c->first[v] + value / 64] >> value % 64 & 1;
    return holds;
}

static inline bool plan_is_fixed(const plan_cells *c, ir_var v, uint32_t cell)
{
    return c && c->fixed[v] && cell < PLAN_VALUES_MAX && (c->fixed[v][cell / 64] >> cell % 64 & 1);
}

#endif
