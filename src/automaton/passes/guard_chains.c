/* A loop that follows a table to its end, and leaves there only because of what a map holds at the end, says so:
 *
 *     a, b: spot = toward[e][spot];             a, b: spot = toward[e][spot];
 *     b, c: arena[spot] == empty;        =>     b, m: spot != off;
 *     c, a: ;                                   m, c: arena[spot] == empty;
 *                                               c, a: ;
 *
 * where toward[e] leads from every spot to `off` and arena[off] never is `empty`. Then plan_loops.c knows that the loop
 * ends by itself, so that no configuration of it has to be remembered, and `unique` that a path does not go on for
 * ever.
 *
 * That a cell never holds a value is shown by induction over the steps of a game: it does not at first, and no
 * assignment stores the value unless its key is something else there. Of a key that is a variable it is asked where it
 * can be the end of the table: after which assignments, and not behind checks that it fails (which may rely on the very
 * claim).
 *
 * Requires nothing. Guarantees nothing of maps of more than one level, or of loops in which another variable than that
 * of the check follows the table. Symbols only: chains of integers are bounded by comparisons. */
#include "automaton/passes/pipeline.h"

#include "automaton/build.h"
#include "automaton/chain.h"
#include "automaton/check.h"
#include "automaton/passes/rewrite.h"

#include <string.h>

enum { CHECKS_MAX = 16, CLAIMS_MAX = 64 };

/* The cell of the map at `key` never holds the value. */
typedef struct claim {
    ir_var where;
    ir_sym key, value;
    bool holds;
} claim;

typedef struct chains {
    ir_game *g;
    arena *scratch;
    ir_graph graph;
    node_roles roles;
    tight_slots tight;
    claim claims[CLAIMS_MAX];
    uint32_t claim_count;
    vec_u32 queue;
    bool *met; /* [node] */
} chains;

static bool is_var(const ir_game *g, ir_expr e, ir_var v)
{
    const ir_expr_data *d = &vec_at(&g->exprs, ir_bare(g, e));
    return d->op == IR_VAR && d->a == v;
}

/* The symbol that the variable is compared with, or IR_NONE. */
static ir_sym compared_with(const ir_game *g, const ir_expr_data *c, ir_var v)
{
    const ir_expr_data *a = &vec_at(&g->exprs, ir_bare(g, c->a)), *b = &vec_at(&g->exprs, ir_bare(g, c->b));
    if (is_var(g, c->a, v) && b->op == IR_SYM)
        return b->a;
    return is_var(g, c->b, v) && a->op == IR_SYM ? a->a : IR_NONE;
}

/* map[v] == value, of a map with one level. */
static bool asks_cell(const ir_game *g, const ir_expr_data *c, ir_var v, ir_var *where, ir_sym *value)
{
    for (int side = 0; side < 2; side++) {
        const ir_expr_data *access = &vec_at(&g->exprs, ir_bare(g, side ? c->b : c->a));
        const ir_expr_data *other = &vec_at(&g->exprs, ir_bare(g, side ? c->a : c->b));
        if (access->op != IR_INDEX || other->op != IR_SYM || !is_var(g, access->b, v))
            continue;
        const ir_expr_data *root = &vec_at(&g->exprs, ir_bare(g, access->a));
        if (root->op != IR_VAR)
            continue;
        *where = root->a;
        *value = other->a;
        return true;
    }
    return false;
}

/* A condition that fails where the variable is the symbol; if the claim may be relied on, by it. */
static bool rules_out(const ir_game *g, ir_expr condition, ir_var v, ir_sym s, const claim *known)
{
    const ir_expr_data *c = &vec_at(&g->exprs, ir_bare(g, condition));
    ir_var where;
    ir_sym value;
    if (c->op == IR_AND)
        return rules_out(g, c->a, v, s, known) || rules_out(g, c->b, v, s, known);
    if (c->op != IR_EQ && c->op != IR_NE)
        return false;
    const ir_sym other = compared_with(g, c, v);
    if (other != IR_NONE)
        return c->op == IR_NE ? other == s : other != s;
    return known && c->op == IR_EQ && known->key == s && asks_cell(g, c, v, &where, &value) && where == known->where &&
           value == known->value;
}

/* ---- claims ---- */

static bool is_symbol(const ir_game *g, ir_value v, ir_sym s)
{
    v = ir_plain_value(g, v);
    return v == IR_NONE || vec_at(&g->values, v).kind != IR_VALUE_SYM || vec_at(&g->values, v).index == s;
}

static bool begins_with(const ir_game *g, const claim *c)
{
    const ir_value v = ir_plain_value(g, vec_at(&g->variables, c->where).initial);
    if (v == IR_NONE || vec_at(&g->values, v).kind != IR_VALUE_MAP)
        return true;
    const ir_value_data *d = &vec_at(&g->values, v);
    ir_value found = IR_NONE;
    for (uint32_t i = 0; i < d->entry_count; i++) {
        const ir_value_entry *e = &d->entries[i];
        if (e->key != IR_NONE && vec_at(&g->values, e->key).kind == IR_VALUE_SYM &&
            vec_at(&g->values, e->key).index == c->key)
            return is_symbol(g, e->value, c->value);
        found = e->key == IR_NONE ? e->value : found;
    }
    return is_symbol(g, found, c->value);
}

/* The expression may have that value. */
static bool may_be(chains *x, ir_expr e, ir_sym s)
{
    const ir_expr_data d = vec_at(&x->g->exprs, ir_bare(x->g, e));
    if (d.op == IR_SYM)
        return d.a == s;
    if (d.op == IR_IF)
        return may_be(x, d.b, s) || may_be(x, d.c, s);
    return !values_within_type(x->g, &x->tight, e) || type_has_symbol(x->g, ir_expr_type(x->g, e), s);
}

static void visit(chains *x, ir_node n)
{
    if (!x->met[n]) {
        x->met[n] = true;
        vec_push(x->scratch, &x->queue, n);
    }
}

static void visit_search(void *user, const ir_expr_data *reach) { visit(user, reach->a); }

/* x->met: the nodes at which the variable may be the key of the claim. */
static void follow_key(chains *x, ir_var v, const claim *c)
{
    ir_game *g = x->g;
    memset(x->met, 0, g->nodes.count * sizeof *x->met);
    x->queue.count = 0;
    if (is_symbol(g, vec_at(&g->variables, v).initial, c->key))
        visit(x, g->begin);
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, i);
        if (edge_writes(e) && ir_target_variable(g, e->target) == v &&
            (e->label == IR_CHOOSE ? type_has_symbol(g, e->type, c->key) : may_be(x, e->value, c->key)))
            visit(x, e->to);
    }
    for (uint32_t head = 0; head < x->queue.count; head++) {
        const ir_node n = vec_at(&x->queue, head);
        for (uint32_t i = x->graph.out_start[n]; i < x->graph.out_start[n + 1]; i++) {
            const ir_edge_data *e = &vec_at(&g->edges, x->graph.out[i]);
            ir_each_reach(g, e->value, visit_search, x);
            if (e->target != IR_NONE)
                ir_each_reach(g, e->target, visit_search, x);
            if (edge_writes(e) && ir_target_variable(g, e->target) == v)
                continue;
            if (e->label != IR_CHECK || !rules_out(g, e->value, v, c->key, c))
                visit(x, e->to);
        }
    }
}

/* The edge stores the value in the cell, as far as can be told. */
static bool may_break(chains *x, const ir_edge_data *e, const claim *c)
{
    ir_game *g = x->g;
    const ir_expr_data target = vec_at(&g->exprs, e->target);
    if (target.op != IR_INDEX || vec_at(&g->exprs, ir_bare(g, target.a)).op != IR_VAR)
        return true;
    if (e->label == IR_CHOOSE ? !type_has_symbol(g, e->type, c->value) : !may_be(x, e->value, c->value))
        return false;
    const ir_expr_data key = vec_at(&g->exprs, ir_bare(g, target.b));
    if (key.op != IR_VAR)
        return may_be(x, target.b, c->key);
    if (!may_be(x, target.b, c->key))
        return false;
    follow_key(x, key.a, c);
    return x->met[e->from];
}

static bool prove(chains *x, claim *c)
{
    const ir_game *g = x->g;
    if (vec_at(&g->variables, c->where).builtin || begins_with(g, c))
        return false;
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, i);
        if (edge_writes(e) && ir_target_variable(g, e->target) == c->where && may_break(x, e, c))
            return false;
    }
    return true;
}

static const claim *claim_of(chains *x, ir_var where, ir_sym key, ir_sym value)
{
    for (uint32_t i = 0; i < x->claim_count; i++) {
        const claim *c = &x->claims[i];
        if (c->where == where && c->key == key && c->value == value)
            return c->holds ? c : NULL;
    }
    if (x->claim_count == CLAIMS_MAX)
        return NULL;
    claim *c = &x->claims[x->claim_count++];
    *c = (claim){where, key, value, false};
    bool *met = x->met;
    vec_u32 queue = x->queue;
    x->met = ARENA_ARRAY(x->scratch, bool, x->g->nodes.count + 1);
    x->queue = (vec_u32){0};
    c->holds = prove(x, c);
    x->met = met;
    x->queue = queue;
    return c->holds ? c : NULL;
}

/* ---- loops ---- */

static const claim *find_claim(chains *x, ir_expr condition, ir_var v, ir_sym stop)
{
    const ir_expr_data c = vec_at(&x->g->exprs, ir_bare(x->g, condition));
    ir_var where;
    ir_sym value;
    if (c.op == IR_AND) {
        const claim *left = find_claim(x, c.a, v, stop);
        return left ? left : find_claim(x, c.b, v, stop);
    }
    return c.op == IR_EQ && asks_cell(x->g, &c, v, &where, &value) ? claim_of(x, where, stop, value) : NULL;
}

/* x->met: where paths can come from the node without a tag. */
static void follow(chains *x, ir_node from)
{
    memset(x->met, 0, x->g->nodes.count * sizeof *x->met);
    x->queue.count = 0;
    visit(x, from);
    for (uint32_t head = 0; head < x->queue.count; head++) {
        const ir_node n = vec_at(&x->queue, head);
        for (uint32_t i = x->graph.out_start[n]; i < x->graph.out_start[n + 1]; i++) {
            const ir_edge_data *e = &vec_at(&x->g->edges, x->graph.out[i]);
            if (e->label != IR_TAG && !ir_assigns_player(x->g, e))
                visit(x, e->to);
        }
    }
}

/* Whether the edge leads back to the one that follows the table. */
static bool goes_round(chains *x, ir_edge from, const ir_edge_data *chain)
{
    follow(x, vec_at(&x->g->edges, from).to);
    return x->met[chain->from];
}

/* The edge is on a cycle, on which nothing else writes the variable. */
static bool is_loop(chains *x, ir_edge id, ir_var v)
{
    const ir_game *g = x->g;
    const ir_edge_data *chain = &vec_at(&g->edges, id);
    vec_u32 writers = {0};
    follow(x, chain->to);
    bool fine = x->met[chain->from];
    for (uint32_t i = 0; i < g->edges.count && fine; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, i);
        if (i != id && edge_writes(e) && x->met[e->from] && ir_target_variable(g, e->target) == v)
            vec_push(x->scratch, &writers, i);
    }
    for (uint32_t i = 0; i < writers.count && fine; i++)
        fine = !goes_round(x, vec_at(&writers, i), chain);
    return fine;
}

/* The checks behind the edge without which a path could go round from the end of the table: true when there are some,
 * and they are enough. */
static bool find_checks(chains *x, ir_edge id, ir_var v, ir_sym stop, ir_edge *checks, uint32_t *count)
{
    ir_game *g = x->g;
    const ir_edge_data *chain = &vec_at(&g->edges, id);
    *count = 0;
    memset(x->met, 0, g->nodes.count * sizeof *x->met);
    x->queue.count = 0;
    visit(x, chain->to);
    for (uint32_t head = 0; head < x->queue.count; head++) {
        const ir_node n = vec_at(&x->queue, head);
        for (uint32_t i = x->graph.out_start[n]; i < x->graph.out_start[n + 1]; i++) {
            const ir_edge_data *e = &vec_at(&g->edges, x->graph.out[i]);
            if (e->label == IR_TAG || ir_assigns_player(g, e) ||
                (e->label == IR_CHECK && rules_out(g, e->value, v, stop, NULL)))
                continue;
            if (edge_writes(e) && ir_target_variable(g, e->target) == v)
                continue;
            if (e->label == IR_CHECK && find_claim(x, e->value, v, stop)) {
                if (*count == CHECKS_MAX || bitset_has(&x->roles.promised, n))
                    return false;
                checks[(*count)++] = x->graph.out[i];
                continue;
            }
            visit(x, e->to);
        }
    }
    return *count > 0 && !x->met[chain->from];
}

/* What the edge checks is asked behind `v != stop`. */
static void guard(chains *x, ir_edge id, ir_var v, ir_sym stop)
{
    ir_game *g = x->g;
    const ir_edge_data e = vec_at(&g->edges, id);
    const ir_node middle = irb_fresh_node(g, ir_node_name(g, e.from), e.span);
    const ir_expr condition =
        irb_expr(g, IR_NE, irb_expr_var(g, v, e.span), irb_expr_symbol(g, stop, e.span), IR_NONE, e.span);
    ir_expr_type(g, condition);
    vec_at(&g->edges, id).from = middle;
    irb_check(g, e.from, middle, condition, e.span);
}

uint32_t ir_pass_guard_chains(ir_game *g, arena *scratch)
{
    chains x = {.g = g, .scratch = scratch};
    uint32_t changes = 0, edges = g->edges.count;
    for (uint32_t i = 0; i < edges; i++) {
        const ir_edge_data e = vec_at(&g->edges, i);
        ir_var v;
        ir_sym stop;
        uint32_t longest, count;
        ir_edge checks[CHECKS_MAX];
        const ir_value table = e.removed ? IR_NONE : chain_table(g, &e, &v);
        if (table == IR_NONE || !chain_leads(g, table, v, scratch, &stop, &longest))
            continue;
        if (!x.met) { /* few games have any */
            x.graph = ir_graph_make(g, scratch);
            x.roles = nodes_roles(g, scratch);
            x.tight = values_tight(g, scratch);
            x.met = ARENA_ARRAY(scratch, bool, 2 * g->nodes.count + edges + 1);
        }
        if (!is_loop(&x, i, v) || !find_checks(&x, i, v, stop, checks, &count))
            continue;
        bool added = false;
        for (uint32_t k = 0; k < count; k++)
            if (goes_round(&x, checks[k], &e)) {
                guard(&x, checks[k], v, stop);
                changes++;
                added = true;
            }
        if (added) { /* nodes are new */
            x.graph = ir_graph_make(g, scratch);
            x.roles = nodes_roles(g, scratch);
            x.met = ARENA_ARRAY(scratch, bool, g->nodes.count + edges + 1);
        }
    }
    return changes;
}
