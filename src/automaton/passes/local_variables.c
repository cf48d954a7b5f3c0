/* Finds the variables that carry nothing from one move to the next: at no decision point can their
 * value still matter, and nothing but reading tells configurations with them apart
 * (edges_free_to_forget). They need no room in the state (layout.h), and positions that differ
 * in them only are one. The classical analysis of live variables (e.g. Aho et al., "Compilers",
 * 9.2.5), with decision points as the ends of programs.
 *
 * Requires the facts of `unique`. Guarantees what ir_variable.local says. */
#include "automaton/passes/pipeline.h"

#include "automaton/passes/rewrite.h"
#include "automaton/region.h"

uint32_t ir_pass_local_variables(ir_game *g, arena *scratch)
{
    ir_graph graph = ir_graph_make(g, scratch);
    const bitset *live = variables_live(g, &graph, scratch);
    const bool *forget = edges_free_to_forget(g, &graph, scratch);
    bitset decisions = ir_decisions(g, scratch), kept = bitset_new(scratch, g->variables.count);
    uint32_t found = 0;
    bitset_add(&kept, g->goals);
    bitset_add(&kept, g->player);
    bitset_add(&kept, g->visible);
    for (ir_var v = 0; v < g->variables.count; v++)
        if (vec_at(&g->variables, v).shown)
            bitset_add(&kept, v);
    for (ir_node n = 0; live && n < g->nodes.count; n++)
        if (bitset_has(&decisions, n))
            bitset_unite(&kept, &live[n]);
    for (uint32_t i = 0; i < g->edges.count; i++)
        if (edge_writes(&vec_at(&g->edges, i)) && !forget[i])
            bitset_add(&kept, ir_target_variable(g, vec_at(&g->edges, i).target));
    for (ir_var v = 0; v < g->variables.count; v++) {
        vec_at(&g->variables, v).local =
            v == g->weight || (live && !bitset_has(&kept, v) && !vec_at(&g->variables, v).removed);
        found += vec_at(&g->variables, v).local;
    }
    return found;
}
