/* Several edges `e == a`, `e == b`, ... between the same two nodes become tests `e != c` for the
 * few other values of e's type, or one skip when there is none (`compact_comparisons` of the RG
 * tool chain). Typing is loose, so it must be sure that e never holds a symbol outside of its
 * type. Two tests follow each other, which no pragma can say to exclude the other edges of the
 * node: more than one is made only where there are no other edges.
 *
 * Requires nothing; fold_constants and prune_self_loops have less to do after it. Guarantees that
 * fewer tests are made. Looks at nodes with up to OUT_MAX edges. */
#include "automaton/passes/pipeline.h"

#include "automaton/build.h"
#include "automaton/check.h"
#include "automaton/passes/rewrite.h"
#include "automaton/region.h"

enum { OUT_MAX = 256 };

typedef struct comparison {
    ir_expr subject;
    ir_sym symbol;
} comparison;

static bool compares(const ir_game *g, const ir_edge_data *e, comparison *c)
{
    if (e->removed || e->label != IR_CHECK)
        return false;
    const ir_expr_data *x = &vec_at(&g->exprs, ir_bare(g, e->value));
    if (x->op != IR_EQ)
        return false;
    const ir_expr_data *a = &vec_at(&g->exprs, ir_bare(g, x->a)), *b = &vec_at(&g->exprs, ir_bare(g, x->b));
    if ((a->op == IR_SYM) == (b->op == IR_SYM))
        return false;
    *c = b->op == IR_SYM ? (comparison){x->a, b->a} : (comparison){x->b, a->a};
    return true;
}

typedef struct group {
    ir_edge_data *edges[OUT_MAX];
    ir_sym symbols[OUT_MAX];
    uint32_t count;
    ir_expr subject;
} group;

/* The edges from number `first` of the node on that compare the same thing into one node. */
static bool gather(ir_game *g, const ir_graph *graph, uint32_t first, uint32_t end, group *all)
{
    comparison c;
    ir_edge_data *e = &vec_at(&g->edges, graph->out[first]);
    if (!compares(g, e, &c))
        return false;
    all->subject = c.subject;
    all->count = 0;
    for (uint32_t i = first; i < end; i++) {
        ir_edge_data *f = &vec_at(&g->edges, graph->out[i]);
        if (!compares(g, f, &c) || f->to != e->to || !ir_expr_equal(g, c.subject, all->subject))
            continue;
        all->edges[all->count] = f;
        all->symbols[all->count++] = c.symbol;
    }
    return all->count >= 2;
}

static bool listed(const group *all, ir_sym s)
{
    for (uint32_t i = 0; i < all->count; i++)
        if (ir_symbol_at(all, i) == s)
            return true;
    return false;
}

/* Tests for the values that are not listed take the place of the group. */
static void replace(ir_game *g, const group *all, const ir_sym *missing, uint32_t count)
{
    ir_edge_data first = *all->edges[0];
    for (uint32_t i = 1; i < all->count; i++) {
        first.span = span_join(first.span, all->edges[i]->span);
        all->edges[i]->removed = true;
    }
    if (count == 0) {
        edge_to_skip(&first);
        *all->edges[0] = first;
        return;
    }
    ir_node from = first.from, to = first.to;
    for (uint32_t i = 0; i < count; i++) {
        ir_expr symbol = irb_expr_symbol(g, missing[i], first.span);
        ir_expr test = irb_expr(g, IR_NE, all->subject, symbol, IR_NONE, first.span);
        ir_expr_type(g, test);
        ir_node next = i + 1 == count ? to : irb_fresh_node(g, ir_node_name(g, from), first.span);
        if (i == 0) { /* making edges moves the array: this one is written before */
            all->edges[0]->value = test;
            all->edges[0]->to = next;
            all->edges[0]->span = first.span;
        } else {
            irb_check(g, from, next, test, first.span);
        }
        from = next;
    }
}

uint32_t ir_pass_compact_comparisons(ir_game *g, arena *scratch)
{
    ir_graph graph = ir_graph_make(g, scratch);
    node_roles roles = nodes_roles(g, scratch);
    tight_slots tight = {0};
    group *all = ARENA_NEW(scratch, group);
    uint32_t changes = 0, nodes = g->nodes.count;
    for (ir_node n = 0; n < nodes; n++) {
        uint32_t from = graph.out_start[n], to = graph.out_start[n + 1];
        if (to - from < 2 || to - from > OUT_MAX || bitset_has(&roles.promised, n))
            continue;
        for (uint32_t i = from; i < to; i++) {
            if (!gather(g, &graph, i, to, all) || ir_can_fault(g, all->subject))
                continue;
            const ir_type_data *t = ir_type_at(g, ir_expr_type(g, all->subject));
            ir_sym missing[OUT_MAX];
            uint32_t count = 0;
            for (uint32_t k = 0; k < t->count && count < all->count; k++)
                if (!listed(all, ir_symbol_at(t, k)))
                    missing[count++] = ir_symbol_at(t, k);
            if (count >= all->count || (count > 1 && all->count < to - from))
                continue;
            if (!tight.variables)
                tight = values_tight(g, scratch);
            if (!values_within_type(g, &tight, all->subject))
                continue;
            replace(g, all, missing, count);
            changes++;
        }
    }
    return changes;
}
