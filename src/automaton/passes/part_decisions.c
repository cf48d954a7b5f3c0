/* A decision whose moves a condition of the position parts becomes two, and the keeper, which asks for the one or the
 * other, looks at the condition: what a player may do when he goes on with his turn, or in a phase of the game, is a
 * decision of its own, whose moves may be sets (plan_strands.c) where those of both together are not.
 *
 * Requires nothing. Guarantees that nothing but the keeper leads to a decision that is parted, that the conditions
 * exclude each other, and that they are looked at in the same position; what they read is not who is to move. */
#include "automaton/passes/decisions.h"
#include "automaton/passes/pipeline.h"

#include "automaton/build.h"
#include "automaton/region.h"

enum {
    NODES_MAX = 2000 /* moves of more are no sets: a question asked twice takes longer */,
    DECISIONS_MAX = 64,
    OUT_MAX = 16,
    DEPTH_MAX = 4
};

/* A condition that is the same one before the player is asked. */
static bool is_plain(const decisions *x, const ir_edge_data *e, arena *scratch)
{
    return !e->removed && e->label == IR_CHECK && !ir_can_fault(x->g, e->value) &&
           !ir_reads(x->g, &x->graph, e->value, x->g->player, scratch);
}

/* What the author promises of the node says of the two edges alone that they exclude each other. */
static bool is_promised_more(const ir_game *g, ir_node n, const ir_edge_data *yes, const ir_edge_data *no)
{
    bool more = false;
    for (uint32_t i = 0; i < g->disjoints.count; i++) {
        const ir_disjoint *d = &vec_at(&g->disjoints, i);
        for (uint32_t k = 0; d->node == n && !d->proven && k < d->count; k++)
            more |= d->targets[k] != yes->to && d->targets[k] != no->to;
    }
    return more;
}

/* What is known where the copy of a node is. */
typedef struct held {
    decisions *x;
    ir_expr yes, no;
    uint32_t depth;
} held;

static void copy_out(const held *h, ir_node n, ir_node copy);

/* A search from where the condition is asked again begins behind it. */
static ir_expr begin_behind(void *user, ir_expr e)
{
    const held *h = user;
    ir_game *g = h->x->g;
    const ir_expr_data d = vec_at(&g->exprs, e);
    bool asks = false;
    if (d.op != IR_REACH || d.a == d.b || h->depth == DEPTH_MAX || bitset_has(&h->x->roles.promised, d.a))
        return IR_NONE;
    for (uint32_t i = h->x->graph.out_start[d.a]; i < h->x->graph.out_start[d.a + 1]; i++) {
        const ir_edge_data *o = &vec_at(&g->edges, h->x->graph.out[i]);
        asks |= o->label == IR_CHECK && (ir_expr_equal(g, o->value, h->yes) || ir_expr_equal(g, o->value, h->no));
    }
    if (!asks)
        return IR_NONE;
    const ir_node start = irb_fresh_node(g, ir_node_name(g, d.a), d.span);
    const held inside = {h->x, h->yes, h->no, h->depth + 1};
    copy_out(&inside, d.a, start);
    return irb_expr_reach(g, start, d.b, d.span);
}

static void copy_out(const held *h, ir_node n, ir_node copy)
{
    ir_game *g = h->x->g;
    held known = *h;
    for (uint32_t i = h->x->graph.out_start[n]; i < h->x->graph.out_start[n + 1]; i++) {
        ir_edge_data e = vec_at(&g->edges, h->x->graph.out[i]);
        if (e.label == IR_CHECK && ir_expr_equal(g, e.value, h->no))
            continue;
        if (e.label == IR_CHECK && ir_expr_equal(g, e.value, h->yes))
            edge_to_skip(&e);
        else if (e.label == IR_CHECK)
            edge_rewrite(g, &e, begin_behind, &known);
        edge_copy(g, e, copy, e.to);
    }
}

/* The decision as it is where `yes` holds: that leads on, and `no` nowhere. */
static ir_node copy_decision(decisions *x, ir_node n, ir_edge yes, ir_edge no)
{
    ir_game *g = x->g;
    const ir_node copy = irb_fresh_node(g, ir_node_name(g, n), vec_at(&g->nodes, n).span);
    const held known = {x, vec_at(&g->edges, yes).value, vec_at(&g->edges, no).value, 0};
    copy_out(&known, n, copy);
    for (uint32_t i = x->graph.in_start[n]; i < x->graph.in_start[n + 1]; i++) {
        const ir_edge_data e = vec_at(&g->edges, x->graph.in[i]);
        const ir_node asks = irb_fresh_node(g, ir_node_name(g, e.from), e.span);
        ir_edge_data check = vec_at(&g->edges, yes);
        edge_copy(g, check, e.from, asks);
        edge_copy(g, e, asks, copy);
    }
    return copy;
}

static bool part(decisions *x, ir_node n)
{
    ir_game *g = x->g;
    const uint32_t first = x->graph.out_start[n], end = x->graph.out_start[n + 1];
    if (end - first < 2 || end - first > OUT_MAX || !decisions_by_keeper(x, n))
        return false;
    for (uint32_t i = first; i < end; i++)
        for (uint32_t k = i + 1; k < end; k++) {
            const ir_edge yes = x->graph.out[i], no = x->graph.out[k];
            if (!is_plain(x, &vec_at(&g->edges, yes), x->scratch) || !is_plain(x, &vec_at(&g->edges, no), x->scratch) ||
                !expr_negates(g, vec_at(&g->edges, yes).value, vec_at(&g->edges, no).value) ||
                is_promised_more(g, n, &vec_at(&g->edges, yes), &vec_at(&g->edges, no)))
                continue;
            copy_decision(x, n, yes, no);
            copy_decision(x, n, no, yes);
            for (uint32_t at = x->graph.in_start[n]; at < x->graph.in_start[n + 1]; at++)
                vec_at(&g->edges, x->graph.in[at]).removed = true;
            return true;
        }
    return false;
}

uint32_t ir_pass_part_decisions(ir_game *g, arena *scratch)
{
    uint32_t changes = 0;
    for (bool changed = g->nodes.count <= NODES_MAX; changed;) {
        decisions x = decisions_find(g, scratch);
        const uint32_t nodes = g->nodes.count;
        uint32_t count = 0;
        changed = false;
        for (ir_node n = 0; n < nodes; n++)
            count += bitset_has(&x.roles.decision, n) && x.graph.in_start[n + 1] > x.graph.in_start[n];
        for (ir_node n = 0; n < nodes && !changed && count < DECISIONS_MAX; n++)
            changed = bitset_has(&x.roles.decision, n) && part(&x, n);
        changes += changed;
    }
    return changes;
}
