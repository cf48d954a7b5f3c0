/* Removes an edge that another one between the same two nodes repeats: both bring the same
 * configuration to the same node, where the second is dropped as visited. Last edges of moves
 * (assignments of player) stay: there the rules count both. */
#include "automaton/passes/pipeline.h"

#include "automaton/check.h"

enum { OUT_MAX = 512 }; /* nodes with more edges are left alone: the comparison is quadratic */

static bool repeats(const ir_game *g, const ir_edge_data *e, const ir_edge_data *f)
{
    return e->to == f->to && e->label == f->label && !ir_assigns_player(g, e) &&
           (e->label != IR_CHOOSE || ir_type_same(g, e->type, f->type)) && ir_expr_equal(g, e->target, f->target) &&
           ir_expr_equal(g, e->value, f->value);
}

uint32_t ir_pass_join_edges(ir_game *g, arena *scratch)
{
    ir_graph graph = ir_graph_make(g, scratch);
    uint32_t removed = 0;
    for (ir_node n = 0; n < g->nodes.count; n++) {
        uint32_t from = graph.out_start[n], to = graph.out_start[n + 1];
        for (uint32_t i = from + 1; i < to && to - from <= OUT_MAX; i++)
            for (uint32_t j = from; j < i; j++) {
                ir_edge_data *e = &vec_at(&g->edges, graph.out[i]);
                const ir_edge_data *f = &vec_at(&g->edges, graph.out[j]);
                if (f->removed || !repeats(g, e, f))
                    continue;
                e->removed = true;
                removed++;
                break;
            }
    }
    return removed;
}
