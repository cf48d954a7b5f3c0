/* Removes constants that nothing names (`prune_unused_constants` of the RG tool chain), so that
 * their tables need no room.
 *
 * Requires nothing. Guarantees that every constant is read by an edge, or named by the value of
 * one that is or by the initial value of a variable. */
#include "automaton/passes/pipeline.h"

#include "automaton/passes/rewrite.h"

typedef struct use {
    ir_game *g;
    bitset seen;
    vec_u32 queue;
    arena *a;
} use;

static void use_constant(use *u, ir_const c)
{
    if (bitset_insert(&u->seen, c))
        vec_push(u->a, &u->queue, c);
}

static void use_value(use *u, ir_value v)
{
    const ir_value_data *d = &vec_at(&u->g->values, v);
    if (d->kind == IR_VALUE_CONST)
        use_constant(u, d->index);
    for (uint32_t i = 0; d->kind == IR_VALUE_MAP && i < d->entry_count; i++)
        use_value(u, ir_entry_at(d, i).value);
}

static void use_expr(void *user, ir_expr e)
{
    use *u = user;
    if (vec_at(&u->g->exprs, e).op == IR_CONST)
        use_constant(u, vec_at(&u->g->exprs, e).a);
}

uint32_t ir_pass_prune_unused_constants(ir_game *g, arena *scratch)
{
    use u = {.g = g, .seen = bitset_new(scratch, g->constants.count), .a = scratch};
    uint32_t removed = 0;
    for (uint32_t i = 0; i < g->edges.count; i++) {
        if (vec_at(&g->edges, i).removed)
            continue;
        expr_each(g, vec_at(&g->edges, i).value, use_expr, &u);
        expr_each(g, vec_at(&g->edges, i).target, use_expr, &u);
    }
    for (uint32_t i = 0; i < g->variables.count; i++)
        if (!vec_at(&g->variables, i).removed)
            use_value(&u, vec_at(&g->variables, i).initial);
    for (uint32_t head = 0; head < u.queue.count; head++)
        use_value(&u, vec_at(&g->constants, vec_at(&u.queue, head)).value);
    for (uint32_t i = 0; i < g->constants.count; i++)
        if (!vec_at(&g->constants, i).removed && !bitset_has(&u.seen, i)) {
            vec_at(&g->constants, i).removed = true;
            removed++;
        }
    return removed;
}
