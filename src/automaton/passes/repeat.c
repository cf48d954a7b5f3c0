/* Finds, for every node, the variables that can have been assigned since the search for moves
 * began: only they can differ between two configurations there (`calculate_repeats...` of the
 * RG tool chain). goals, player and visible never count (spec of RG, "visited set"). */
#include "automaton/passes/pipeline.h"

#include "automaton/region.h"

uint32_t ir_pass_repeat(ir_game *g, arena *scratch)
{
    ir_graph graph = ir_graph_make(g, scratch);
    region *r = region_of_moves(g, &graph, scratch);
    uint32_t found = 0;
    for (uint32_t p = 0; p < r->count; p++) {
        vec_u32 variables = {0};
        for (ir_var v = 0; v < g->variables.count; v++)
            if (bitset_has(&r->assigned[p], v) && v != g->goals && v != g->player && v != g->visible)
                vec_push(g->arena, &variables, v);
        ir_node_data *n = &g->nodes.data[r->nodes[p]];
        n->has_repeat = true;
        n->repeat = variables.data;
        n->repeat_count = variables.count;
        found++;
    }
    return found;
}
