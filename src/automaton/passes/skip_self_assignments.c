/* `x = x` becomes a skip (`skip_self_assignments` of the RG tool chain). An assignment of player
 * ends a move whatever it assigns, one of visible makes the game one that hides tags: they stay,
 * and so does what can end in a fault.
 *
 * Requires nothing. Guarantees that no assignment stores what is there already by its text. */
#include "automaton/passes/pipeline.h"

#include "automaton/passes/rewrite.h"
#include "automaton/region.h"

uint32_t ir_pass_skip_self_assignments(ir_game *g, arena *scratch)
{
    uint32_t changes = 0;
    (void)scratch;
    for (uint32_t i = 0; i < g->edges.count; i++) {
        ir_edge_data *e = &vec_at(&g->edges, i);
        if (e->removed || e->label != IR_ASSIGN || ir_assigns_player(g, e) ||
            ir_target_variable(g, e->target) == g->visible || !ir_expr_equal(g, e->target, e->value) ||
            ir_can_fault(g, e->target))
            continue;
        edge_to_skip(e);
        changes++;
    }
    return changes;
}
