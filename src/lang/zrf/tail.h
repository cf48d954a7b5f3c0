/* What is behind `add`, while it is lowered. */
#ifndef LUDENS_LANG_ZRF_TAIL_H
#define LUDENS_LANG_ZRF_TAIL_H

#include "lang/zrf/lower.h"

typedef struct tail {
    zrf_context *c;
    zrf_lowering *x;
    const zrf_state *s;
    const zrf_instruction *add;
    uint32_t promotion;
    ir_node n;
    bool told;   /* with tags */
    bool legs;   /* more than the last one */
    bool looped; /* legs in a set */
} tail;

/* ---- short forms ---- */

static inline void tag(tail *t, ir_expr e)
{
    if (t->told)
        t->n = kit_tagged(t->x->k, t->n, e);
}

static inline void word(tail *t, const char *text)
{
    if (t->told)
        t->n = kit_tagged(t->x->k, t->n, kit_symbol(t->x->k, kit_named_sym(t->x->k, text)));
}

static inline void assign(tail *t, ir_expr target, ir_expr value) { t->n = kit_assigned(t->x->k, t->n, target, value); }
static inline void set(tail *t, ir_var v, ir_sym value) { t->n = zrf_set(t->x, t->n, v, value); }
static inline ir_expr var(tail *t, ir_var v) { return kit_var(t->x->k, v); }

static inline void put(tail *t, ir_expr spot, ir_expr cell, bool captured, bool in)
{
    t->n = zrf_put(t->x, t->n, spot, cell, (zrf_write){captured || in, captured, in});
}

/* Goes on where the condition holds; the other way is joined by `otherwise`. */
static inline ir_node only_if(tail *t, ir_expr condition)
{
    ir_node yes, no;
    kit_fork(t->x->k, t->n, condition, &yes, &no);
    t->n = yes;
    return no;
}

static inline void otherwise(tail *t, ir_node no)
{
    ir_node both = kit_node(t->x->k);
    kit_link(t->x->k, t->n, both);
    kit_link(t->x->k, no, both);
    t->n = both;
}

/* legs.c */
/* A loop over a set: `place` is each of its positions. Returns where its body begins; ends with
 * zrf_end_each. */
ir_node zrf_begin_each(tail *t, uint32_t chain, ir_node *done);
void zrf_end_each(tail *t, uint32_t chain, ir_node head, ir_node done, bool clear);
/* The pieces go from their places to others. */
void zrf_move_legs(tail *t);

#endif
