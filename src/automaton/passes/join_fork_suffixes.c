/* Nodes that go on alike become one: the same edges, as many, into the same nodes
 * (`join_fork_suffixes` of the RG tool chain; the merging of equivalent states in the
 * minimisation of acyclic automata, Revuz, "Minimisation of acyclic deterministic automata in
 * linear time", 1992). Equal configurations at the two nodes were two and become one a step
 * before they would have anyway; only last edges of moves count them apart, so nodes with such
 * edges stay.
 *
 * Where equal configurations can come, the search has to remember them, and does so at nodes with
 * several ways in: joining nodes there makes code smaller and moves slower. So nodes are
 * joined only inside of reachabilities, and where one of the next nodes is unique: two paths
 * that brought equal configurations to the two nodes would bring them to that one as well, so
 * the joined node is unique too.
 *
 * A single edge saves little, and a node with several ways in becomes a function in native code: it
 * is joined only where that moves such a node a step forward, not where it makes one more
 * (hex took 1.3 times the instructions).
 *
 * Requires the facts of `unique`; without them only searches of reachabilities are changed.
 * Guarantees that of such nodes no two have the same edges, but for decision points and nodes
 * that reachabilities or the author's pragmas name. Nodes are compared with those of the same
 * hash, edge by edge in order. */
#include "automaton/passes/pipeline.h"

#include "automaton/passes/rewrite.h"

enum { OUT_MAX = 64 };

typedef struct endings {
    ir_game *g;
    ir_graph graph;
    node_roles roles;
    bitset moves; /* nodes that searches of moves meet */
    ir_node *name;
} endings;

static ir_node find(endings *x, ir_node n)
{
    while (x->name[n] != n)
        n = x->name[n];
    return n;
}

static bool candidate(const endings *x, ir_node n)
{
    uint32_t from = x->graph.out_start[n], to = x->graph.out_start[n + 1];
    if (from == to || to - from > OUT_MAX || !nodes_plain(x->g, &x->roles, n))
        return false;
    ir_node next = vec_at(&x->g->edges, x->graph.out[from]).to;
    if (to - from == 1 && x->graph.in_start[next + 1] - x->graph.in_start[next] != 2)
        return false;
    bool unique = !bitset_has(&x->moves, n);
    for (uint32_t i = from; i < to; i++) {
        const ir_edge_data *e = &vec_at(&x->g->edges, x->graph.out[i]);
        if (ir_assigns_player(x->g, e) || e->to == n || bitset_has(&x->roles.promised, e->to))
            return false;
        unique |= vec_at(&x->g->nodes, e->to).unique;
    }
    return unique;
}

static uint64_t hash_expr(const ir_game *g, ir_expr e)
{
    if (e == IR_NONE)
        return 7;
    const ir_expr_data *x = &vec_at(&g->exprs, ir_bare(g, e));
    uint64_t h = hash_mix(x->op + 1);
    if (ir_operands(x->op) == 0)
        return hash_mix(hash_mix(h + x->a) + (x->op == IR_REACH ? x->b : 0));
    for (uint32_t i = 0; i < ir_operands(x->op); i++)
        h = hash_mix(h + hash_expr(g, ir_operand(x, i)));
    return h;
}

static uint64_t hash_node(endings *x, ir_node n)
{
    uint64_t h = 0;
    for (uint32_t i = x->graph.out_start[n]; i < x->graph.out_start[n + 1]; i++) {
        const ir_edge_data *e = &vec_at(&x->g->edges, x->graph.out[i]);
        h = hash_mix(h + e->label + hash_expr(x->g, e->target));
        h = hash_mix(hash_mix(h + hash_expr(x->g, e->value)) + find(x, e->to));
    }
    return h;
}

static bool same_ending(endings *x, ir_node a, ir_node b)
{
    uint32_t i = x->graph.out_start[a], j = x->graph.out_start[b], end = x->graph.out_start[a + 1];
    if (end - i != x->graph.out_start[b + 1] - j)
        return false;
    for (; i < end; i++, j++) {
        const ir_edge_data *e = &vec_at(&x->g->edges, x->graph.out[i]);
        const ir_edge_data *f = &vec_at(&x->g->edges, x->graph.out[j]);
        if (find(x, e->to) != find(x, f->to) || !edges_alike(x->g, e, f))
            return false;
    }
    return true;
}

/* An edge with a tag between two nodes that become one would go round for ever. */
static bool tag_between(const endings *x, ir_node a, ir_node b)
{
    for (uint32_t i = x->graph.out_start[a]; i < x->graph.out_start[a + 1]; i++)
        if (vec_at(&x->g->edges, x->graph.out[i]).to == b)
            return true;
    return false;
}

uint32_t ir_pass_join_fork_suffixes(ir_game *g, arena *scratch)
{
    endings x = {.g = g,
                 .graph = ir_graph_make(g, scratch),
                 .roles = nodes_roles(g, scratch),
                 .name = ARENA_ARRAY(scratch, ir_node, g->nodes.count + 1)};
    map known; /* hash -> node */
    uint32_t changes = 0;
    x.moves = ir_nodes_from_begin(g, &x.graph, scratch);
    map_init(&known, scratch);
    for (ir_node n = 0; n < g->nodes.count; n++)
        x.name[n] = n;
    /* from the last made node on, since nodes are mostly made in the order of paths */
    for (ir_node n = g->nodes.count; n-- > 0;) {
        if (!candidate(&x, n))
            continue;
        uint64_t h = hash_node(&x, n);
        const uint32_t *other = map_get(&known, h);
        if (!other) {
            map_put(&known, h, n);
            continue;
        }
        ir_node m = find(&x, *other);
        if (m == n || !same_ending(&x, n, m) || tag_between(&x, n, m) || tag_between(&x, m, n))
            continue;
        uint32_t i = x.graph.out_start[n], j = x.graph.out_start[m];
        for (; i < x.graph.out_start[n + 1]; i++, j++) {
            ir_edge_data *kept = &vec_at(&g->edges, x.graph.out[j]);
            kept->span = span_join(kept->span, vec_at(&g->edges, x.graph.out[i]).span);
            vec_at(&g->edges, x.graph.out[i]).removed = true;
        }
        x.name[n] = m;
        changes++;
    }
    for (ir_node n = 0; n < g->nodes.count; n++)
        x.name[n] = find(&x, n);
    if (changes)
        nodes_rename(g, x.name);
    return changes;
}
