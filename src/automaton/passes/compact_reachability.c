/* Moves the two ends of a reachability towards each other (`compact_reachability` of the RG tool
 * chain): the start over skips and tags that are the only way on, the end back over skips, tags,
 * assignments and choices that are the only way in and can always be taken. What is done inside
 * is thrown away, so that it need not be done.
 *
 * Requires nothing. Guarantees that the last step before the end of a reachability is a check,
 * one of several, or one that can fault. A walk takes at most as many steps as there are nodes. */
#include "automaton/passes/pipeline.h"

#include "automaton/check.h"
#include "automaton/passes/rewrite.h"
#include "automaton/region.h"

typedef struct ends {
    ir_game *g;
    ir_graph graph;
    uint32_t changes;
} ends;

static bool always_passes(const ir_game *g, const ir_edge_data *e)
{
    switch (e->label) {
    case IR_SKIP:
    case IR_TAG: return true;
    case IR_ASSIGN:
        return !ir_can_fault(g, e->target) && !ir_can_fault(g, e->value) &&
               /* an integer may be outside of the range */
               ir_type_at(g, vec_at(&g->exprs, e->target).type)->kind != IR_TYPE_INT;
    case IR_CHOOSE: {
        const ir_type_data *t = ir_type_at(g, ir_resolve(g, e->type));
        return e->value == IR_NONE && !ir_can_fault(g, e->target) &&
               (t->kind == IR_TYPE_INT ? t->low <= t->high : t->count > 0);
    }
    case IR_CHECK: break;
    }
    return false;
}

static void move_ends(void *user, ir_expr e)
{
    ends *x = user;
    ir_game *g = x->g;
    ir_expr_data *d = &vec_at(&g->exprs, e);
    if (d->op != IR_REACH)
        return;
    for (ir_node steps = 0; steps < g->nodes.count && d->a != d->b; steps++) {
        uint32_t i = x->graph.in_start[d->b];
        const ir_edge_data *last = &vec_at(&g->edges, x->graph.in[i]);
        if (x->graph.in_start[d->b + 1] - i != 1 || last->from == d->b || !always_passes(g, last))
            break;
        d->b = last->from;
        x->changes++;
    }
    for (ir_node steps = 0; steps < g->nodes.count && d->a != d->b; steps++) {
        uint32_t i = x->graph.out_start[d->a];
        const ir_edge_data *first = &vec_at(&g->edges, x->graph.out[i]);
        if (x->graph.out_start[d->a + 1] - i != 1 || first->to == d->a ||
            (first->label != IR_SKIP && first->label != IR_TAG))
            break;
        d->a = first->to;
        x->changes++;
    }
}

uint32_t ir_pass_compact_reachability(ir_game *g, arena *scratch)
{
    ends x = {g, ir_graph_make(g, scratch), 0};
    for (uint32_t i = 0; i < g->edges.count; i++)
        if (!vec_at(&g->edges, i).removed && vec_at(&g->edges, i).value != IR_NONE)
            expr_each(g, vec_at(&g->edges, i).value, move_ends, &x);
    return x.changes;
}
