/* Finds, for every node, the variables that can have been assigned since the search for moves
 * began: only they can differ between two configurations there (`calculate_repeats...` of the
 * RG tool chain). goals, player and visible never count (spec of RG, "visited set"). Variables that are told by
 * tags (a promise of the front end) count only where the keeper may be on its way, who has no tags. */
#include "automaton/passes/pipeline.h"

#include "automaton/region.h"
#include "base/map.h"

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

/* Those of the set that count. */
static vec_u32 counting(const ir_game *g, const bitset *assigned, bool tagged)
{
    vec_u32 variables = {0};
    for (uint32_t w = 0; 64 * w < g->variables.count; w++)
        for (uint64_t left = assigned->words[w]; left; left &= left - 1) {
            const ir_var v = 64 * w + (uint32_t)__builtin_ctzll(left);
            if (v != g->goals && v != g->player && v != g->visible && !(tagged && vec_at(&g->variables, v).told))
                vec_push(g->arena, &variables, v);
        }
    return variables;
}

uint32_t ir_pass_repeat(ir_game *g, arena *scratch)
{
    ir_graph graph = ir_graph_make(g, scratch);
    region *r = region_of_moves(g, &graph, scratch);
    bitset keeper = met_by_keeper(g, &graph, scratch);
    map known; /* a set of variables, and whether tags tell some -> the first place with it */
    map_init(&known, scratch);
    for (uint32_t p = 0; p < r->count; p++) {
        const bool tagged = !bitset_has(&keeper, r->nodes[p]);
        const uint64_t key = (uint64_t)(uintptr_t)r->assigned[p].words | tagged;
        const uint32_t *first = map_get(&known, key);
        ir_node_data *n = &vec_at(&g->nodes, r->nodes[p]);
        n->has_repeat = true;
        if (first) {
            n->repeat = vec_at(&g->nodes, r->nodes[*first]).repeat;
            n->repeat_count = vec_at(&g->nodes, r->nodes[*first]).repeat_count;
            continue;
        }
        const vec_u32 variables = counting(g, &r->assigned[p], tagged);
        n->repeat = variables.data;
        n->repeat_count = variables.count;
        map_put(&known, key, p);
    }
    return r->count;
}
