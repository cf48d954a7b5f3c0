/* Who asks for decisions. */
#include "automaton/passes/decisions.h"

enum { IN_MAX = 16 };

static bool is_keepers(const ir_game *g, const ir_edge_data *e)
{
    const ir_expr_data *d = &vec_at(&g->exprs, ir_bare(g, e->value));
    return d->op == IR_SYM && d->a == g->keeper;
}

static void find_movers(decisions *x, arena *a)
{
    const ir_game *g = x->g;
    x->keeper = bitset_new(a, g->nodes.count);
    x->others = bitset_new(a, g->nodes.count);
    bitset_add(&x->keeper, g->begin);
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, i);
        if (!e->removed && ir_assigns_player(g, e))
            bitset_add(is_keepers(g, e) ? &x->keeper : &x->others, e->to);
    }
    ir_spread(g, &x->graph, true, &x->keeper, a);
    ir_spread(g, &x->graph, true, &x->others, a);
}

decisions decisions_find(ir_game *g, arena *scratch)
{
    decisions x = {.g = g, .graph = ir_graph_make(g, scratch), .roles = nodes_roles(g, scratch), .scratch = scratch};
    find_movers(&x, scratch);
    return x;
}

bool decisions_by_keeper(const decisions *x, ir_node n)
{
    const uint32_t first = x->graph.in_start[n], end = x->graph.in_start[n + 1];
    bool only = n != x->g->begin && n != x->g->end && end > first && end - first <= IN_MAX &&
                !bitset_has(&x->roles.start, n) && !bitset_has(&x->roles.target, n);
    for (uint32_t i = first; i < end && only; i++) {
        const ir_edge_data *e = &vec_at(&x->g->edges, x->graph.in[i]);
        only = ir_assigns_player(x->g, e) && !bitset_has(&x->roles.promised, e->from) &&
               bitset_has(&x->keeper, e->from) && !bitset_has(&x->others, e->from);
    }
    return only;
}
