/* Marks the decision points whose moves are looked for as sets (plan_strands.c). Whether sets say all of them is found
 * out by the plan, which knows where values lie.
 *
 * Requires nothing. Guarantees nothing: switched off, paths are followed. */
#include "automaton/passes/pipeline.h"

#include "automaton/region.h"

uint32_t ir_pass_strands(ir_game *g, arena *scratch)
{
    const bitset decisions = ir_decisions(g, scratch);
    uint32_t found = 0;
    for (ir_node n = 0; n < g->nodes.count; n++) {
        ir_node_data *d = &vec_at(&g->nodes, n);
        d->sets = n != g->end && n != g->begin && bitset_has(&decisions, n);
        found += d->sets;
    }
    return found;
}
