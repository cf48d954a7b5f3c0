/* Tags that no move can show, since only reachabilities meet them, become skips
 * (`skip_unused_tags` of the RG tool chain).
 *
 * Requires nothing. Guarantees that tags are met by searches of moves alone. */
#include "automaton/passes/pipeline.h"

#include "automaton/passes/rewrite.h"

uint32_t ir_pass_skip_unused_tags(ir_game *g, arena *scratch)
{
    ir_graph graph = ir_graph_make(g, scratch);
    bitset shown = ir_nodes_from_begin(g, &graph, scratch);
    uint32_t changes = 0;
    for (uint32_t i = 0; i < g->edges.count; i++) {
        ir_edge_data *e = &vec_at(&g->edges, i);
        if (e->removed || e->label != IR_TAG || bitset_has(&shown, e->from))
            continue;
        edge_to_skip(e);
        changes++;
    }
    return changes;
}
