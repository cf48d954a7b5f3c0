/* A reachability whose search is short and makes no choice becomes checks of the main automaton
 * (`inline_reachability` of the RG tool chain, which does so for single chains). Where the search
 * can go several ways they become a cascade that excludes itself: each check leads on when it
 * holds, and to the next way when it does not, so that no configuration is met twice that was
 * met once. Assignments on the way are put into the checks behind them.
 *
 *     a, b: ? x -> y;                a, m: v == p;
 *     x, z: v == p;                  a, n: v != p;
 *     z, y: w == q;          =>      m, b: w == q;
 *     x, y: w == r;                  m, n: w != q;
 *                                    n, b: w == r;
 *
 * A search that asks for another one stays: the inner one has its turn first, and one that asks for
 * itself would never be done.
 *
 * Requires nothing; compact_reachability makes searches shorter before, join_fork_prefixes shares
 * the checks of `? x -> y` and `! x -> y` at one node. Guarantees that what is left has a choice,
 * a loop, a write to a map, another search, or more than CHECKS_MAX checks. */
#include "automaton/passes/pipeline.h"

#include "automaton/build.h"
#include "automaton/check.h"
#include "automaton/passes/rewrite.h"
#include "automaton/region.h"

enum { CHECKS_MAX = 3, DEPTH_MAX = 24, PARTS_MAX = 24, WORK_MAX = 1 << 28 };

typedef struct binding binding;
struct binding {
    const binding *outer;
    ir_var variable;
    ir_expr value;
};

typedef struct inliner {
    ir_game *g;
    arena *scratch;
    ir_graph graph;
    bool *stale; /* [node] whose edges are others than those of the graph: a search was put in its place */
    bool outdated;
    uint64_t work; /* edges read to make graphs */
    ir_node target;
    ir_edge place;        /* of the reachability, until another edge stands there */
    const binding *known; /* while an expression is rewritten */
    bool failed, emit;
    uint32_t checks, depth, parts;
    src_span span;
    const char *hint;
} inliner;

static ir_expr look_up(void *user, ir_expr e)
{
    inliner *x = user;
    const ir_expr_data d = vec_at(&x->g->exprs, e);
    if (d.op != IR_VAR)
        return IR_NONE;
    for (const binding *b = x->known; b; b = b->outer)
        if (b->variable == d.a) {
            ir_expr value = expr_typed(x->g, b->value, vec_at(&x->g->variables, d.a).type);
            x->failed |= value == IR_NONE;
            return value;
        }
    return IR_NONE;
}

static void count_part(void *user, ir_expr e)
{
    inliner *x = user;
    x->failed |= vec_at(&x->g->exprs, e).op == IR_REACH;
    x->parts++;
}

static ir_expr with_known(inliner *x, ir_expr e, const binding *known)
{
    ir_game *g = x->g;
    x->known = known;
    ir_expr changed = expr_rewrite(g, e, look_up, x);
    x->parts = 0;
    expr_each(g, changed, count_part, x);
    x->failed |= x->parts > PARTS_MAX || ir_can_fault(g, changed);
    return changed;
}

/* The first edge that is made stands where the reachability stood: ways keep their order. */
static void link_to(inliner *x, ir_node from, ir_node to, ir_expr condition_or_none)
{
    if (to == IR_NONE || !x->emit)
        return;
    if (condition_or_none == IR_NONE)
        irb_skip(x->g, from, to, x->span);
    else
        irb_check(x->g, from, to, condition_or_none, x->span);
    if (x->place != IR_NONE) {
        vec_at(&x->g->edges, x->place) = vec_at(&x->g->edges, x->g->edges.count - 1);
        x->g->edges.count--;
        x->place = IR_NONE;
    }
}

static ir_node fresh(inliner *x) { return x->emit ? irb_fresh_node(x->g, x->hint, x->span) : 0; }

static bool writes_scalar(const ir_game *g, const ir_edge_data *e)
{
    return vec_at(&g->exprs, e->target).op == IR_VAR &&
           ir_type_at(g, ir_resolve(g, vec_at(&g->variables, vec_at(&g->exprs, e->target).a).type))->kind ==
               IR_TYPE_SET;
}

/* Goes on from `from` to `yes` when the search at node n can reach the target, else to `no`; a way
 * that leads to IR_NONE is not made. */
static void inline_from(inliner *x, ir_node n, const binding *known, ir_node from, ir_node yes, ir_node no)
{
    ir_game *g = x->g;
    x->outdated |= x->stale[n];
    x->failed |= ++x->depth > DEPTH_MAX || x->outdated;
    if (x->failed)
        return;
    uint32_t first = x->graph.out_start[n], end = x->graph.out_start[n + 1];
    if (n == x->target) {
        link_to(x, from, yes, IR_NONE);
        x->depth--;
        return;
    }
    if (first == end)
        link_to(x, from, no, IR_NONE);
    for (uint32_t i = first; i < end && !x->failed; i++) {
        const ir_edge_data e = vec_at(&g->edges, x->graph.out[i]);
        ir_node otherwise = i + 1 == end ? no : fresh(x);
        switch (e.label) {
        case IR_SKIP:
        case IR_TAG: inline_from(x, e.to, known, from, yes, otherwise); break;
        case IR_ASSIGN: {
            binding b = {known, IR_NONE, IR_NONE};
            x->failed |= !writes_scalar(g, &e);
            if (x->failed)
                break;
            b.variable = vec_at(&g->exprs, e.target).a;
            b.value = with_known(x, e.value, known);
            inline_from(x, e.to, &b, from, yes, otherwise);
            break;
        }
        case IR_CHECK: {
            ir_expr condition = with_known(x, e.value, known);
            x->failed |= ++x->checks > CHECKS_MAX;
            if (x->failed)
                break;
            bool last = e.to == x->target;
            ir_node then = last ? yes : fresh(x);
            link_to(x, from, then, condition);
            if (otherwise != IR_NONE)
                link_to(x, from, otherwise, expr_negation(g, condition));
            if (!last)
                inline_from(x, e.to, known, then, yes, otherwise);
            break;
        }
        case IR_CHOOSE: x->failed = true; break;
        }
        from = otherwise;
    }
    x->depth--;
}

static void read_graph(inliner *x)
{
    x->graph = ir_graph_make(x->g, x->scratch);
    x->stale = ARENA_ARRAY(x->scratch, bool, x->g->nodes.count + 1);
    x->outdated = false;
    x->work += x->g->edges.count;
}

static bool inline_edge(inliner *x, ir_edge id)
{
    ir_game *g = x->g;
    const ir_edge_data e = vec_at(&g->edges, id);
    if (e.removed || e.label != IR_CHECK)
        return false;
    ir_expr asked = ir_bare(g, e.value);
    bool negated = vec_at(&g->exprs, asked).op == IR_NOT;
    if (negated)
        asked = ir_bare(g, vec_at(&g->exprs, asked).a);
    const ir_expr_data r = vec_at(&g->exprs, asked);
    if (r.op != IR_REACH)
        return false;
    x->target = r.b;
    x->place = id;
    x->span = e.span;
    x->hint = ir_node_name(g, e.from);
    for (int emit = 0; emit < 2; emit++) {
        x->emit = emit;
        x->failed = false;
        x->checks = x->depth = 0;
        /* a node that is not made yet stands for any but IR_NONE */
        inline_from(x, r.a, NULL, e.from, negated ? IR_NONE : e.to, negated ? e.to : IR_NONE);
        if (x->outdated && x->work < WORK_MAX) { /* seen before anything is made: the same again */
            read_graph(x);
            emit = -1;
            continue;
        }
        x->outdated = false;
        if (x->failed)
            return false;
    }
    x->stale[e.from] = true;
    if (x->place == id) /* nothing was made: it never holds */
        vec_at(&g->edges, id).removed = true;
    return true;
}

uint32_t ir_pass_inline_reachability(ir_game *g, arena *scratch)
{
    inliner x = {.g = g, .scratch = scratch};
    read_graph(&x);
    uint32_t changes = 0, edges = g->edges.count;
    for (uint32_t i = 0; i < edges; i++)
        changes += inline_edge(&x, i);
    return changes;
}
