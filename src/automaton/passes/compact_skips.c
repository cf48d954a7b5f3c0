/* Contracts skip edges (`compact_skip_edges` of the RG tool chain). For a skip edge from a to b
 *   - a goes, and its in-edges lead to b, when a has no other way out;
 *   - b goes, and a gets its out-edges, when b has no other way in.
 * Nodes that are named by more than edges stay: begin, end, and targets of reachabilities (a
 * search ends there); the start of a reachability and a decision point may move along. Two
 * decision points never become one: states at them are different states. */
#include "automaton/passes/pipeline.h"

#include "base/bitset.h"

typedef struct contraction {
    ir_game *g;
    bitset sources, targets, decisions, fixed;
    bitset pinned; /* take no part in any contraction */
    uint32_t *in, *out, *name;
} contraction;

static ir_node find(contraction *c, ir_node n)
{
    while (c->name[n] != n)
        n = c->name[n] = c->name[c->name[n]];
    return n;
}

static void collect(contraction *c)
{
    ir_game *g = c->g;
    for (uint32_t i = 0; i < g->exprs.count; i++)
        if (vec_at(&g->exprs, i).op == IR_REACH) {
            bitset_add(&c->sources, vec_at(&g->exprs, i).a);
            bitset_add(&c->targets, vec_at(&g->exprs, i).b);
        }
    bitset_add(&c->decisions, g->begin);
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, i);
        if (e->removed)
            continue;
        c->out[e->from]++;
        c->in[e->to]++;
        if (ir_assigns_player(g, e))
            bitset_add(&c->decisions, e->to);
    }
    bitset_add(&c->fixed, g->begin);
    bitset_add(&c->fixed, g->end);
    for (uint32_t i = 0; i < g->disjoints.count; i++) {
        bitset_add(&c->fixed, vec_at(&g->disjoints, i).node);
        for (uint32_t j = 0; j < vec_at(&g->disjoints, i).count; j++)
            bitset_add(&c->fixed, vec_at(&g->disjoints, i).targets[j]);
    }
}

static uint32_t root(uint32_t *parent, uint32_t i)
{
    while (parent[i] != i)
        i = parent[i] = parent[parent[i]];
    return i;
}

/* A tag between two nodes that skips join would become a tag on a loop: leave both. */
static void fix_tag_loops(contraction *c, arena *scratch)
{
    ir_game *g = c->g;
    uint32_t *parent = ARENA_ARRAY(scratch, uint32_t, g->nodes.count);
    for (uint32_t i = 0; i < g->nodes.count; i++)
        parent[i] = i;
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, i);
        if (!e->removed && e->label == IR_SKIP)
            parent[root(parent, e->from)] = root(parent, e->to);
    }
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, i);
        if (e->removed || e->label != IR_TAG || root(parent, e->from) != root(parent, e->to))
            continue;
        bitset_add(&c->pinned, e->from);
        bitset_add(&c->pinned, e->to);
    }
}

static void move_flag(bitset *set, ir_node from, ir_node to)
{
    if (bitset_has(set, from))
        bitset_add(set, to);
}

/* a becomes b. */
static bool drop_source(contraction *c, ir_node a, ir_node b)
{
    bool decision = bitset_has(&c->decisions, a);
    if (c->out[a] != 1 || bitset_has(&c->fixed, a) || bitset_has(&c->targets, a) ||
        (decision && (b == c->g->end || bitset_has(&c->decisions, b))))
        return false;
    c->name[a] = b;
    c->in[b] += c->in[a] - 1;
    move_flag(&c->sources, a, b);
    move_flag(&c->decisions, a, b);
    return true;
}

/* b becomes a. */
static bool drop_target(contraction *c, ir_node a, ir_node b)
{
    if (c->in[b] != 1 || bitset_has(&c->fixed, b) || bitset_has(&c->targets, b) || bitset_has(&c->sources, b) ||
        a == c->g->end)
        return false;
    c->name[b] = a;
    c->out[a] += c->out[b] - 1;
    return true;
}

uint32_t ir_pass_compact_skips(ir_game *g, arena *scratch)
{
    uint32_t n = g->nodes.count, changes = 0;
    contraction c = {.g = g,
                     .sources = bitset_new(scratch, n),
                     .targets = bitset_new(scratch, n),
                     .decisions = bitset_new(scratch, n),
                     .fixed = bitset_new(scratch, n),
                     .pinned = bitset_new(scratch, n),
                     .in = ARENA_ARRAY(scratch, uint32_t, n),
                     .out = ARENA_ARRAY(scratch, uint32_t, n),
                     .name = ARENA_ARRAY(scratch, uint32_t, n)};
    for (uint32_t i = 0; i < n; i++)
        c.name[i] = i;
    collect(&c);
    fix_tag_loops(&c, scratch);
    for (uint32_t i = 0; i < g->edges.count; i++) {
        ir_edge_data *e = &vec_at(&g->edges, i);
        if (e->removed || e->label != IR_SKIP)
            continue;
        ir_node a = find(&c, e->from), b = find(&c, e->to);
        if (a == b) { /* going round changes nothing */
            c.out[a]--;
            c.in[a]--;
        } else if (bitset_has(&c.pinned, a) || bitset_has(&c.pinned, b) ||
                   (!drop_source(&c, a, b) && !drop_target(&c, a, b))) {
            continue;
        }
        e->removed = true;
        changes++;
    }
    if (!changes)
        return 0;
    for (uint32_t i = 0; i < g->edges.count; i++) {
        ir_edge_data *e = &vec_at(&g->edges, i);
        e->from = find(&c, e->from);
        e->to = find(&c, e->to);
    }
    for (uint32_t i = 0; i < g->exprs.count; i++)
        if (vec_at(&g->exprs, i).op == IR_REACH)
            vec_at(&g->exprs, i).a = find(&c, vec_at(&g->exprs, i).a);
    return changes;
}
