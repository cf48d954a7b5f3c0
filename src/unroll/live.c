/* What matters from a node on, to moves, to what they lead to and to the scores: what does not is
 * forgotten, so that paths that differ in nothing else become one, and the state has no facts for
 * it. */
#include "unroll/inside.h"

static void add_reads(const unroller *x, ir_expr e, bitset *into)
{
    if (e == IR_NONE)
        return;
    const ir_expr_data *d = &vec_at(&x->g->exprs, e);
    if (d->op == IR_VAR)
        bitset_add(into, d->a);
    const uint32_t reach = d->op == IR_REACH ? plan_reach(x->p, d->a, d->b) : IR_NONE;
    if (reach != IR_NONE) { /* else of an edge that nothing leads to: without passes they are still there */
        const region *r = vec_at(&x->p->reaches, reach).r;
        bitset_unite(into, &r->live[region_at(r, d->a)]);
    }
    for (uint32_t i = 0; i < ir_operands(d->op); i++)
        add_reads(x, ir_operand(d, i), into);
}

/* Keys of a target, which are read. */
static void add_keys(const unroller *x, ir_expr target, bitset *into)
{
    for (ir_expr e = target; e != IR_NONE;) {
        const ir_expr_data *d = &vec_at(&x->g->exprs, e);
        if (d->op == IR_INDEX)
            add_reads(x, d->b, into);
        e = d->op == IR_INDEX || d->op == IR_CAST ? d->a : IR_NONE;
    }
}

static void copy(bitset *to, const bitset *from)
{
    for (uint32_t i = 0; i < (from->bits + 63) / 64; i++)
        to->words[i] = from->words[i];
}

/* What is live in front of the edge. */
static void before_edge(const unroller *x, const ir_edge_data *e, const bitset *behind, bitset *out)
{
    const bool writes = e->label == IR_ASSIGN || e->label == IR_CHOOSE;
    const bool whole = writes && vec_at(&x->g->exprs, ir_bare(x->g, e->target)).op == IR_VAR;
    const ir_var v = writes ? ir_target_variable(x->g, e->target) : IR_NONE;
    copy(out, behind);
    if (e->label == IR_CHOOSE)
        add_reads(x, e->value, out); /* what is asked of the choice is asked after it */
    if (whole && v != x->g->player)
        bitset_remove(out, v);
    if (e->label != IR_CHOOSE)
        add_reads(x, e->value, out);
    if (writes)
        add_keys(x, e->target, out);
}

bitset *u_find_live(const unroller *x, arena *a)
{
    const ir_game *g = x->g;
    const ir_graph *graph = &x->p->graph;
    bitset *live = ARENA_ARRAY(a, bitset, g->nodes.count + 1), now = bitset_new(a, g->variables.count);
    vec_u32 queue = {0};
    bool *queued = ARENA_ARRAY(a, bool, g->nodes.count + 1);
    for (ir_node n = 0; n < g->nodes.count; n++) {
        live[n] = bitset_new(a, g->variables.count);
        bitset_add(&live[n], g->player);
        for (ir_var v = 0; v < g->variables.count; v++)
            if (vec_at(&g->variables, v).shown)
                bitset_add(&live[n], v);
    }
    bitset_add(&live[g->end], g->goals);
    for (ir_node n = g->nodes.count; n-- > 0;) {
        queued[n] = true;
        vec_push(a, &queue, n);
    }
    for (uint32_t head = 0; head < queue.count; head++) {
        const ir_node n = vec_at(&queue, head);
        bool changed = false;
        queued[n] = false;
        for (uint32_t i = graph->out_start[n]; i < graph->out_start[n + 1]; i++) {
            const ir_edge_data *e = &vec_at(&g->edges, graph->out[i]);
            before_edge(x, e, &live[e->to], &now);
            changed |= bitset_unite(&live[n], &now);
        }
        for (uint32_t i = graph->in_start[n]; changed && i < graph->in_start[n + 1]; i++) {
            const ir_node from = vec_at(&g->edges, graph->in[i]).from;
            if (!queued[from]) {
                queued[from] = true;
                vec_push(a, &queue, from);
            }
        }
    }
    return live;
}
