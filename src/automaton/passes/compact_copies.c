/* Alternatives that each check that an expression is another symbol, assign a symbol for it and meet again, are one
 * assignment, by a table of these symbols: `board[v] == red, kept = 1`, `board[v] == blue, kept = 2` and so on. Another
 * assignment that all of them make first is made once; what the expression was before is kept in a variable then, which
 * forgets it again.
 *
 * Requires that the checks are all of the node's edges and cover all that the expression can be, so that one of them
 * passes. Guarantees as many paths, with the same values behind them. */
#include "automaton/passes/pipeline.h"

#include "automaton/build.h"
#include "automaton/check.h"
#include "automaton/passes/rewrite.h"
#include "automaton/region.h"

enum { CASES_MAX = 32 };

typedef struct copies {
    ir_game *g;
    arena *a;
    ir_graph graph;
    bool known; /* what follows */
    node_roles roles;
    tight_slots tight;
    map held;   /* type -> variable */
    map tables; /* hash -> constant: alternatives with equal ones are alike */
} copies;

/* Few games have cases. */
static void find_facts(copies *x)
{
    if (x->known)
        return;
    x->roles = nodes_roles(x->g, x->a);
    x->tight = values_tight(x->g, x->a);
    map_init(&x->held, x->a);
    map_init(&x->tables, x->a);
    x->known = true;
}

/* A check that an expression is a symbol. */
static bool is_case(const ir_game *g, const ir_edge_data *e, ir_expr *what, ir_sym *symbol)
{
    if (e->label != IR_CHECK)
        return false;
    const ir_expr_data d = vec_at(&g->exprs, ir_bare(g, e->value));
    if (d.op != IR_EQ)
        return false;
    const ir_expr_data b = vec_at(&g->exprs, ir_bare(g, d.b));
    *what = d.a;
    *symbol = b.a;
    return b.op == IR_SYM && vec_at(&g->exprs, ir_bare(g, d.a)).op != IR_SYM;
}

/* The only edge at a node that nothing else leads to, if it assigns. */
static const ir_edge_data *assignment(const copies *x, ir_node n)
{
    const ir_graph *graph = &x->graph;
    if (!nodes_plain(x->g, &x->roles, n) || graph->in_start[n + 1] - graph->in_start[n] != 1 ||
        graph->out_start[n + 1] - graph->out_start[n] != 1)
        return NULL;
    const ir_edge_data *e = &vec_at(&x->g->edges, graph->out[graph->out_start[n]]);
    return e->label == IR_ASSIGN && !ir_assigns_player(x->g, e) ? e : NULL;
}

/* What a case does: maybe an assignment that is not of a symbol, then one of a symbol. */
typedef struct deed {
    const ir_edge_data *first, *last; /* first: or NULL */
    ir_sym value;
} deed;

static bool find_deed(const copies *x, ir_node n, deed *out)
{
    const ir_game *g = x->g;
    const ir_edge_data *e = assignment(x, n);
    *out = (deed){NULL, e, IR_NONE};
    if (e && vec_at(&g->exprs, ir_bare(g, e->value)).op != IR_SYM)
        *out = (deed){e, assignment(x, e->to), IR_NONE};
    if (!out->last || vec_at(&g->exprs, ir_bare(g, out->last->value)).op != IR_SYM)
        return false;
    out->value = vec_at(&g->exprs, ir_bare(g, out->last->value)).a;
    return true;
}

static bool same_deed(const ir_game *g, const deed *a, const deed *b)
{
    return a->last->to == b->last->to && ir_expr_equal(g, a->last->target, b->last->target) && !a->first == !b->first &&
           (!a->first || edges_alike(g, a->first, b->first));
}

static ir_expr held(copies *x, ir_type type, ir_sym begins, src_span at)
{
    const uint32_t *known = map_get(&x->held, type);
    const ir_var v =
        known ? *known
              : irb_variable(x->g, irb_unused_name(x->g, "held"), type, irb_value_symbol(x->g, begins, at), at);
    map_put(&x->held, type, v);
    const ir_expr e = irb_expr_var(x->g, v, at);
    ir_expr_type(x->g, e);
    return e;
}

/* table[e] for symbols, as they are listed. */
static ir_expr by_table(copies *x, ir_expr e, ir_type value, const ir_sym *keys, const deed *deeds, uint32_t count)
{
    ir_game *g = x->g;
    const src_span at = deeds[0].last->span;
    uint64_t hash = hash_mix(ir_expr_type(g, e) + ((uint64_t)value << 32));
    for (uint32_t i = 0; i < count; i++)
        hash = hash_mix(hash + (keys[i] + ((uint64_t)deeds[i].value << 32)));
    const uint32_t *known = map_get(&x->tables, hash);
    ir_value_entry *entries = ARENA_ARRAY(x->a, ir_value_entry, count);
    for (uint32_t i = 0; i < count && !known; i++)
        entries[i] = (ir_value_entry){i + 1 < count ? irb_value_symbol(g, keys[i], at) : IR_NONE,
                                      irb_value_symbol(g, deeds[i].value, at), at};
    const ir_const table =
        known ? *known
              : irb_constant(g, irb_unused_name(g, "copy"), irb_arrow_type(g, ir_expr_type(g, e), value, at),
                             irb_value_map(g, entries, count, at), at);
    map_put(&x->tables, hash, table);
    const ir_expr c = irb_expr_const(g, table, at);
    ir_expr_type(g, c);
    const ir_expr found = irb_expr_index(g, c, e, at);
    ir_expr_type(g, found);
    return found;
}

static void remove_edges(copies *x, ir_node n)
{
    for (uint32_t i = x->graph.out_start[n]; i < x->graph.out_start[n + 1]; i++)
        vec_at(&x->g->edges, x->graph.out[i]).removed = true;
}

static bool compact(copies *x, ir_node n)
{
    ir_game *g = x->g;
    const uint32_t first = x->graph.out_start[n], count = x->graph.out_start[n + 1] - first;
    ir_sym keys[CASES_MAX];
    deed deeds[CASES_MAX];
    ir_expr what = IR_NONE, one;
    if (count < 2 || count > CASES_MAX)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, x->graph.out[first + i]);
        if (e->removed || !is_case(g, e, &one, &keys[i]) || (what != IR_NONE && !ir_expr_equal(g, what, one)))
            return false;
        for (uint32_t k = 0; k < i; k++)
            if (keys[k] == keys[i])
                return false;
        what = one;
    }
    find_facts(x);
    if (bitset_has(&x->roles.promised, n))
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (!find_deed(x, vec_at(&g->edges, x->graph.out[first + i]).to, &deeds[i]) || deeds[i].last->removed ||
            !same_deed(g, &deeds[0], &deeds[i]))
            return false;
    const deed d = deeds[0];
    const ir_edge_data last = *d.last;
    const ir_type key = ir_expr_type(g, what), value = ir_expr_type(g, last.target);
    const ir_type_data *t = ir_type_at(g, key);
    if (t->kind != IR_TYPE_SET || t->count != count || ir_type_at(g, value)->kind != IR_TYPE_SET ||
        !values_within_type(g, &x->tight, what) || ir_can_fault(g, what) || ir_can_fault(g, last.target))
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (!type_has_symbol(g, key, keys[i]) || !type_has_symbol(g, value, deeds[i].value))
            return false;
    const ir_expr kept = d.first ? held(x, key, keys[0], last.span) : what;
    const ir_expr found = by_table(x, kept, value, keys, deeds, count);
    const ir_edge_data before = d.first ? *d.first : last;
    for (uint32_t i = 0; i < count; i++) {
        const ir_node to = vec_at(&g->edges, x->graph.out[first + i]).to;
        if (d.first)
            remove_edges(x, deeds[i].first->to);
        remove_edges(x, to);
    }
    remove_edges(x, n);
    if (!d.first) {
        irb_assign(g, n, last.to, last.target, found, last.span);
        return true;
    }
    const char *name = ir_node_name(g, n);
    const ir_node saved = irb_fresh_node(g, name, last.span), made = irb_fresh_node(g, name, last.span),
                  done = irb_fresh_node(g, name, last.span);
    const ir_expr symbol = irb_expr_symbol(g, keys[0], last.span);
    ir_expr_type(g, symbol);
    irb_assign(g, n, saved, kept, what, last.span);
    irb_assign(g, saved, made, before.target, before.value, before.span);
    irb_assign(g, made, done, last.target, found, last.span);
    irb_assign(g, done, last.to, kept, symbol, last.span);
    return true;
}

uint32_t ir_pass_compact_copies(ir_game *g, arena *scratch)
{
    copies x = {.g = g, .a = scratch, .graph = ir_graph_make(g, scratch)};
    uint32_t changes = 0;
    const uint32_t nodes = g->nodes.count;
    for (ir_node n = 0; n < nodes; n++)
        changes += compact(&x, n);
    return changes;
}
