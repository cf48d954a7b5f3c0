/* Alternatives that begin alike become one that branches later: of two edges of a node that say
 * the same, to nodes that nothing else leads to, one goes and the two nodes become one
 * (`join_fork_prefixes` of the RG tool chain). Equal configurations at the two nodes were two,
 * but all that follows them is kept, last edges of moves as well, so each way remains.
 *
 * Requires nothing. Guarantees that no node has two edges alike into such nodes. Decision points
 * are states, and stay; so do nodes that reachabilities or the author's pragmas name. Compares
 * pairs of edges of nodes with up to OUT_MAX of them. */
#include "automaton/passes/pipeline.h"

#include "automaton/passes/rewrite.h"

enum { OUT_MAX = 256 };

typedef struct forks {
    ir_game *g;
    ir_graph graph;
    node_roles roles;
    bitset touched; /* nodes merged or looked through in this run: their edges have changed */
} forks;

static bool only_way_in(const forks *f, ir_node n)
{
    return f->graph.in_start[n + 1] - f->graph.in_start[n] == 1 && nodes_plain(f->g, &f->roles, n) &&
           !bitset_has(&f->touched, n);
}

uint32_t ir_pass_join_fork_prefixes(ir_game *g, arena *scratch)
{
    forks f = {g, ir_graph_make(g, scratch), nodes_roles(g, scratch), bitset_new(scratch, g->nodes.count)};
    ir_node *name = ARENA_ARRAY(scratch, ir_node, g->nodes.count + 1);
    uint32_t changes = 0;
    for (ir_node n = 0; n < g->nodes.count; n++)
        name[n] = n;
    for (ir_node n = 0; n < g->nodes.count; n++) {
        uint32_t from = f.graph.out_start[n], to = f.graph.out_start[n + 1];
        if (to - from < 2 || to - from > OUT_MAX || bitset_has(&f.roles.promised, n) || bitset_has(&f.touched, n))
            continue;
        for (uint32_t i = from; i < to; i++) {
            ir_edge_data *e = &vec_at(&g->edges, f.graph.out[i]);
            if (e->removed || e->to == n || !only_way_in(&f, e->to))
                continue;
            bool joined = false;
            for (uint32_t j = i + 1; j < to; j++) {
                ir_edge_data *other = &vec_at(&g->edges, f.graph.out[j]);
                if (other->removed || other->to == e->to || !only_way_in(&f, other->to) || !edges_alike(g, e, other))
                    continue;
                name[other->to] = e->to;
                bitset_add(&f.touched, other->to);
                e->span = span_join(e->span, other->span);
                other->removed = true;
                joined = true;
                changes++;
            }
            if (joined)
                bitset_add(&f.touched, e->to);
        }
    }
    if (changes)
        nodes_rename(g, name);
    return changes;
}
