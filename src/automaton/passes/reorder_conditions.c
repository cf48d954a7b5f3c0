/* A check that follows on every way out of a node is made first: where each edge of a node is a
 * check into a node whose only edge is the check c, the two change places, and c can be shared
 * (`reorder_conditions` of the RG tool chain, for the case that is surely worth it). Checks have
 * no effects; those that can fault stay where they are.
 *
 * Requires nothing; join_fork_prefixes then makes one edge of the equal ones. Guarantees that
 * fewer or as many checks are made on every path. */
#include "automaton/passes/pipeline.h"

#include "automaton/passes/rewrite.h"
#include "automaton/region.h"

enum { OUT_MAX = 64 };

typedef struct orders {
    ir_game *g;
    ir_graph graph;
    node_roles roles;
} orders;

static bool plain_check(const ir_game *g, const ir_edge_data *e)
{
    return e->label == IR_CHECK && !ir_can_fault(g, e->value);
}

/* The only edge behind the alternative, when that is a check. */
static ir_edge_data *behind(orders *x, const ir_edge_data *e)
{
    uint32_t in = x->graph.in_start[e->to + 1] - x->graph.in_start[e->to];
    uint32_t first = x->graph.out_start[e->to];
    if (in != 1 || x->graph.out_start[e->to + 1] - first != 1 || !nodes_plain(x->g, &x->roles, e->to))
        return NULL;
    ir_edge_data *f = &vec_at(&x->g->edges, x->graph.out[first]);
    return f->to != e->to && plain_check(x->g, f) ? f : NULL;
}

uint32_t ir_pass_reorder_conditions(ir_game *g, arena *scratch)
{
    orders x = {g, ir_graph_make(g, scratch), nodes_roles(g, scratch)};
    uint32_t changes = 0;
    for (ir_node n = 0; n < g->nodes.count; n++) {
        uint32_t from = x.graph.out_start[n], to = x.graph.out_start[n + 1];
        ir_edge_data *first = NULL;
        bool common = to - from >= 2 && to - from <= OUT_MAX && !bitset_has(&x.roles.promised, n);
        bool alike = true; /* then they are shared already */
        for (uint32_t i = from; i < to && common; i++) {
            const ir_edge_data *e = &vec_at(&g->edges, x.graph.out[i]);
            ir_edge_data *f = plain_check(g, e) ? behind(&x, e) : NULL;
            common = f && (!first || edges_alike(g, first, f));
            alike &= edges_alike(g, &vec_at(&g->edges, x.graph.out[from]), e);
            first = first ? first : f;
        }
        if (!common || alike)
            continue;
        for (uint32_t i = from; i < to; i++) {
            ir_edge_data *e = &vec_at(&g->edges, x.graph.out[i]), *f = behind(&x, e);
            ir_expr value = e->value;
            src_span span = e->span;
            e->value = f->value;
            e->span = f->span;
            f->value = value;
            f->span = span;
            changes++;
        }
    }
    return changes;
}
