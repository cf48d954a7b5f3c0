/* A search that first finds a thing of which there is one, or two, as the king that may be attacked, and goes on from
 * there, becomes a search for it whose last check is a search from a known place: that one is found along rays and by
 * ways, where for all places it would be a flood.
 *
 * Requires nothing; how many there are is taken from what the map holds at first, and matters for speed alone.
 * Guarantees that nothing else leads to the two nodes in between, and that no other search begins there. Searches of
 * few nodes stay: inline_reachability undoes them. */
#include "automaton/passes/pipeline.h"

#include "automaton/build.h"
#include "automaton/check.h"
#include "automaton/passes/rewrite.h"

enum { FEW = 2, NODES_MIN = 12, SEARCHES_MAX = 64 };

typedef struct parts {
    ir_game *g;
    ir_graph graph;
    arena *scratch;
    ir_expr_data searches[SEARCHES_MAX];
    uint32_t count;
    bool more; /* searches than fit */
} parts;

static void note(void *user, const ir_expr_data *reach)
{
    parts *x = user;
    for (uint32_t i = 0; i < x->count; i++)
        if (x->searches[i].a == reach->a && x->searches[i].b == reach->b)
            return;
    x->more |= x->count == SEARCHES_MAX;
    if (x->count < SEARCHES_MAX)
        x->searches[x->count++] = *reach;
}

/* Another search begins at the node, too: it may have another target. */
static bool is_shared(const parts *x, const ir_expr_data *search, ir_node n)
{
    bool shared = x->more;
    for (uint32_t i = 0; i < x->count; i++)
        shared |= x->searches[i].a == n && (n != search->a || x->searches[i].b != search->b);
    return shared;
}

/* The only edge out of the node, where at most `in` lead to it; or IR_NONE. */
static ir_edge only_edge(const parts *x, ir_node n, uint32_t in)
{
    const ir_graph *graph = &x->graph;
    return graph->out_start[n + 1] - graph->out_start[n] == 1 && graph->in_start[n + 1] - graph->in_start[n] <= in
               ? graph->out[graph->out_start[n]]
               : IR_NONE;
}

/* How many cells of the map hold the symbol at first; the default counts as many. */
static uint32_t holds_at_first(const ir_game *g, ir_var variable, ir_sym what)
{
    const ir_value plain = ir_plain_value(g, vec_at(&g->variables, variable).initial);
    const ir_value_data *v = plain == IR_NONE ? NULL : &vec_at(&g->values, plain);
    uint32_t count = 0;
    for (uint32_t i = 0; v && v->kind == IR_VALUE_MAP && i < v->entry_count; i++) {
        const ir_value_entry *e = &ir_entry_at(v, i);
        const ir_value_data *one = &vec_at(&g->values, ir_plain_value(g, e->value));
        if (one->kind == IR_VALUE_SYM && one->index == what)
            count += e->key == IR_NONE ? FEW + 1 : 1;
    }
    return count;
}

/* map[v] == what, and few cells hold that. */
static bool is_rare(const ir_game *g, const ir_edge_data *e, ir_var v)
{
    if (e->label != IR_CHECK)
        return false;
    const ir_expr_data d = vec_at(&g->exprs, ir_bare(g, e->value));
    if (d.op != IR_EQ)
        return false;
    const ir_expr_data a = vec_at(&g->exprs, ir_bare(g, d.a)), b = vec_at(&g->exprs, ir_bare(g, d.b));
    if (a.op != IR_INDEX || b.op != IR_SYM)
        return false;
    const ir_expr_data whole = vec_at(&g->exprs, ir_bare(g, a.a)), key = vec_at(&g->exprs, ir_bare(g, a.b));
    const uint32_t count = whole.op == IR_VAR && key.op == IR_VAR && key.a == v ? holds_at_first(g, whole.a, b.a) : 0;
    return count > 0 && count <= FEW;
}

static bool is_large(const parts *x, ir_node from, ir_node to)
{
    bitset met = bitset_new(x->scratch, x->g->nodes.count);
    vec_u32 queue = {0};
    bitset_add(&met, from);
    vec_push(x->scratch, &queue, from);
    for (uint32_t head = 0; head < queue.count && queue.count < NODES_MIN; head++)
        for (uint32_t i = x->graph.out_start[queue.data[head]]; i < x->graph.out_start[queue.data[head] + 1]; i++) {
            const ir_node next = vec_at(&x->g->edges, x->graph.out[i]).to;
            if (next != to && bitset_insert(&met, next))
                vec_push(x->scratch, &queue, next);
        }
    return queue.count >= NODES_MIN;
}

static bool part(parts *x, const ir_expr_data *search)
{
    ir_game *g = x->g;
    const ir_edge first = only_edge(x, search->a, 0);
    const ir_edge_data *choice = first == IR_NONE ? NULL : &vec_at(&g->edges, first);
    if (!choice || choice->label != IR_CHOOSE || choice->value != IR_NONE ||
        vec_at(&g->exprs, choice->target).op != IR_VAR)
        return false;
    const ir_edge second = only_edge(x, choice->to, 1);
    if (is_shared(x, search, search->a) || is_shared(x, search, choice->to))
        return false;
    if (second == IR_NONE || !is_rare(g, &vec_at(&g->edges, second), vec_at(&g->exprs, choice->target).a))
        return false;
    const ir_edge_data check = vec_at(&g->edges, second);
    const ir_graph *graph = &x->graph;
    if (check.to == search->b || graph->in_start[check.to + 1] - graph->in_start[check.to] != 1 ||
        !is_large(x, check.to, search->b))
        return false;
    const ir_node found = irb_fresh_node(g, ir_node_name(g, check.from), check.span);
    const ir_expr rest = irb_expr_reach(g, check.to, search->b, check.span);
    ir_expr_type(g, rest);
    const ir_expr_data asked = vec_at(&g->exprs, rest);
    note(x, &asked);
    vec_at(&g->edges, second).to = found;
    irb_check(g, found, search->b, rest, check.span);
    return true;
}

uint32_t ir_pass_part_searches(ir_game *g, arena *scratch)
{
    parts x = {.g = g, .graph = ir_graph_make(g, scratch), .scratch = scratch};
    uint32_t changes = 0;
    for (uint32_t i = 0; i < g->edges.count; i++)
        if (!vec_at(&g->edges, i).removed) {
            ir_each_reach(g, vec_at(&g->edges, i).target, note, &x);
            ir_each_reach(g, vec_at(&g->edges, i).value, note, &x);
        }
    const uint32_t count = x.count;
    for (uint32_t i = 0; i < count; i++)
        if (part(&x, &x.searches[i])) { /* nodes are new */
            x.graph = ir_graph_make(g, scratch);
            changes++;
        }
    return changes;
}
