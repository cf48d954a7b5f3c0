/* Removes skips and checks from a node to itself: they bring the configuration back that is there
 * already (`prune_self_loops` of the RG tool chain). A check that can end in a fault stays.
 *
 * Requires nothing. Guarantees that every loop at a node assigns something or can fault. */
#include "automaton/passes/pipeline.h"

#include "automaton/region.h"

uint32_t ir_pass_prune_self_loops(ir_game *g, arena *scratch)
{
    uint32_t changes = 0;
    (void)scratch;
    for (uint32_t i = 0; i < g->edges.count; i++) {
        ir_edge_data *e = &vec_at(&g->edges, i);
        if (e->removed || e->from != e->to ||
            (e->label != IR_SKIP && (e->label != IR_CHECK || ir_can_fault(g, e->value))))
            continue;
        e->removed = true;
        changes++;
    }
    return changes;
}
