/* Two edges between the same nodes, a condition and its negation, become one skip
 * (`join_exclusive_edges` of the RG tool chain). Conditions that can end in a fault stay, and
 * nodes that the author's @disjoint speaks of.
 *
 * Requires nothing. Guarantees that no two parallel edges are each other's negation. Looks at
 * pairs of edges of nodes with up to OUT_MAX of them. */
#include "automaton/passes/pipeline.h"

#include "automaton/passes/rewrite.h"
#include "automaton/region.h"

enum { OUT_MAX = 256 };

uint32_t ir_pass_join_exclusive_edges(ir_game *g, arena *scratch)
{
    ir_graph graph = ir_graph_make(g, scratch);
    node_roles roles = nodes_roles(g, scratch);
    uint32_t changes = 0;
    for (ir_node n = 0; n < g->nodes.count; n++) {
        uint32_t from = graph.out_start[n], to = graph.out_start[n + 1];
        if (to - from < 2 || to - from > OUT_MAX || bitset_has(&roles.promised, n))
            continue;
        for (uint32_t i = from; i < to; i++)
            for (uint32_t j = i + 1; j < to; j++) {
                ir_edge_data *e = &vec_at(&g->edges, graph.out[i]), *f = &vec_at(&g->edges, graph.out[j]);
                if (e->removed || f->removed || e->to != f->to || e->label != IR_CHECK || f->label != IR_CHECK ||
                    !expr_negates(g, e->value, f->value) || ir_can_fault(g, e->value) || ir_can_fault(g, f->value))
                    continue;
                e->span = span_join(e->span, f->span);
                edge_to_skip(e);
                f->removed = true;
                changes++;
            }
    }
    return changes;
}
