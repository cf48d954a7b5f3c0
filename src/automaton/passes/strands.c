/* Marks the decision points whose moves are looked for as sets (plan_strands.c): where no two paths make the same move.
 * Whether sets say all of them is found out by the plan, which knows where values lie.
 *
 * Requires the facts of `unique`. Guarantees nothing: switched off, paths are followed. */
#include "automaton/passes/pipeline.h"

#include "automaton/region.h"

uint32_t ir_pass_strands(ir_game *g, arena *scratch)
{
    const bitset decisions = ir_decisions(g, scratch);
    uint32_t found = 0;
    for (ir_node n = 0; n < g->nodes.count; n++) {
        ir_node_data *d = &vec_at(&g->nodes, n);
        d->sets = d->single && n != g->end && n != g->begin && bitset_has(&decisions, n);
        found += d->sets;
    }
    return found;
}
