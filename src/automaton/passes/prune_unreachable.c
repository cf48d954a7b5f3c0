/* Removes edges that no search can use: out of nodes that neither the game nor a reachability in
 * use can reach, and into nodes from which no assignment of player, no `end` and no target of
 * a reachability can be reached (paths there get stuck, which drops them).
 * `prune_unreachable_nodes` of the RG tool chain. */
#include "automaton/passes/pipeline.h"

#include "base/bitset.h"

typedef struct pruner {
    ir_game *g;
    bitset *seen;
    bitset *targets;
    vec_u32 queue;
    arena *a;
} pruner;

static void reach_node(pruner *p, ir_node n)
{
    if (bitset_insert(p->seen, n))
        vec_push(p->a, &p->queue, n);
}

static void reach_search(void *user, const ir_expr_data *reach)
{
    pruner *p = user;
    reach_node(p, reach->a);
    bitset_add(p->targets, reach->b);
}

uint32_t ir_pass_prune_unreachable(ir_game *g, arena *scratch)
{
    ir_graph graph = ir_graph_make(g, scratch);
    bitset seen = bitset_new(scratch, g->nodes.count), targets = bitset_new(scratch, g->nodes.count);
    bitset useful = bitset_new(scratch, g->nodes.count);
    pruner p = {g, &seen, &targets, {0}, scratch};
    reach_node(&p, g->begin);
    for (uint32_t head = 0; head < p.queue.count; head++) {
        ir_node n = vec_at(&p.queue, head);
        for (uint32_t i = graph.out_start[n]; i < graph.out_start[n + 1]; i++) {
            const ir_edge_data *e = &vec_at(&g->edges, graph.out[i]);
            arena_work(scratch, 1);
            ir_each_reach(g, e->target, reach_search, &p);
            ir_each_reach(g, e->value, reach_search, &p);
            reach_node(&p, e->to);
        }
    }
    vec_u32 back = {0};
    for (ir_node n = 0; n < g->nodes.count; n++) {
        arena_work(scratch, 1);
        bool goal = n == g->end || bitset_has(&targets, n);
        for (uint32_t i = graph.out_start[n]; i < graph.out_start[n + 1]; i++)
            goal |= ir_assigns_player(g, &vec_at(&g->edges, graph.out[i]));
        if (goal && bitset_insert(&useful, n))
            vec_push(scratch, &back, n);
    }
    for (uint32_t head = 0; head < back.count; head++)
        for (uint32_t i = graph.in_start[vec_at(&back, head)]; i < graph.in_start[vec_at(&back, head) + 1]; i++) {
            ir_node from = vec_at(&g->edges, graph.in[i]).from;
            if (bitset_insert(&useful, from))
                vec_push(scratch, &back, from);
        }
    uint32_t removed = 0;
    for (uint32_t i = 0; i < g->edges.count; i++) {
        ir_edge_data *e = &vec_at(&g->edges, i);
        /* a node that a move ends in stays a decision point even when it is stuck */
        bool keep = bitset_has(&seen, e->from) && (bitset_has(&useful, e->to) || ir_assigns_player(g, e));
        if (!e->removed && !keep) {
            e->removed = true;
            removed++;
        }
    }
    return removed;
}
