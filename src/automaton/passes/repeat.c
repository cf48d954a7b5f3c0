/* Finds, for every node, the variables that can have been assigned since the search for moves
 * began: only they can differ between two configurations there (`calculate_repeats...` of the
 * RG tool chain). goals, player and visible never count (spec of RG, "visited set"). Variables that are told by
 * tags (a promise of the front end) count only where the keeper may be on its way, who has no tags. */
#include "automaton/passes/pipeline.h"

#include "automaton/region.h"

static bool keeper_may_move(const ir_game *g, const ir_edge_data *e)
{
    const ir_expr_data *who = &vec_at(&g->exprs, ir_bare(g, e->value));
    return who->op != IR_SYM || who->a == g->keeper;
}

/* Nodes that a search of the keeper can meet. */
static bitset met_by_keeper(const ir_game *g, const ir_graph *graph, arena *a)
{
    bitset met = bitset_new(a, g->nodes.count);
    bitset_add(&met, g->begin);
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, i);
        if (!e->removed && ir_assigns_player(g, e) && keeper_may_move(g, e))
            bitset_add(&met, e->to);
    }
    ir_spread(g, graph, true, &met, a);
    return met;
}

uint32_t ir_pass_repeat(ir_game *g, arena *scratch)
{
    ir_graph graph = ir_graph_make(g, scratch);
    region *r = region_of_moves(g, &graph, scratch);
    bitset keeper = met_by_keeper(g, &graph, scratch);
    uint32_t found = 0;
    for (uint32_t p = 0; p < r->count; p++) {
        vec_u32 variables = {0};
        bool tagged = !bitset_has(&keeper, r->nodes[p]);
        for (ir_var v = 0; v < g->variables.count; v++)
            if (bitset_has(&r->assigned[p], v) && v != g->goals && v != g->player && v != g->visible &&
                !(tagged && vec_at(&g->variables, v).told))
                vec_push(g->arena, &variables, v);
        ir_node_data *n = &vec_at(&g->nodes, r->nodes[p]);
        n->has_repeat = true;
        n->repeat = variables.data;
        n->repeat_count = variables.count;
        found++;
    }
    return found;
}
