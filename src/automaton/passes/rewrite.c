#include "automaton/passes/rewrite.h"

#include "automaton/build.h"
#include "automaton/check.h"

/* ---- nodes ---- */

/* Expressions are shared by many edges: each is looked at once. */
static void note_reaches(const ir_game *g, ir_expr e, bitset *seen, node_roles *r)
{
    if (e == IR_NONE || !bitset_insert(seen, e))
        return;
    const ir_expr_data *d = &vec_at(&g->exprs, e);
    if (d->op == IR_REACH) {
        bitset_add(&r->start, d->a);
        bitset_add(&r->target, d->b);
    }
    for (uint32_t i = 0; i < ir_operands(d->op); i++)
        note_reaches(g, ir_operand(d, i), seen, r);
}

node_roles nodes_roles(const ir_game *g, arena *a)
{
    uint32_t n = g->nodes.count;
    node_roles r = {bitset_new(a, n), bitset_new(a, n), bitset_new(a, n), bitset_new(a, n)};
    bitset seen = bitset_new(a, g->exprs.count);
    bitset_add(&r.decision, g->begin);
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, i);
        arena_work(a, 1);
        if (e->removed)
            continue;
        if (ir_assigns_player(g, e))
            bitset_add(&r.decision, e->to);
        note_reaches(g, e->value, &seen, &r);
        note_reaches(g, e->target, &seen, &r);
    }
    for (uint32_t i = 0; i < g->disjoints.count; i++) {
        const ir_disjoint *d = &vec_at(&g->disjoints, i);
        if (d->proven)
            continue; /* found anew when something has changed */
        bitset_add(&r.promised, d->node);
        for (uint32_t j = 0; j < d->count; j++)
            bitset_add(&r.promised, d->targets[j]);
    }
    return r;
}

bool nodes_plain(const ir_game *g, const node_roles *r, ir_node n)
{
    return n != g->begin && n != g->end && !bitset_has(&r->decision, n) && !bitset_has(&r->start, n) &&
           !bitset_has(&r->target, n) && !bitset_has(&r->promised, n);
}

void nodes_rename(ir_game *g, const ir_node *name)
{
    for (uint32_t i = 0; i < g->edges.count; i++) {
        vec_at(&g->edges, i).from = name[vec_at(&g->edges, i).from];
        vec_at(&g->edges, i).to = name[vec_at(&g->edges, i).to];
    }
    for (uint32_t i = 0; i < g->exprs.count; i++)
        if (vec_at(&g->exprs, i).op == IR_REACH) {
            vec_at(&g->exprs, i).a = name[vec_at(&g->exprs, i).a];
            vec_at(&g->exprs, i).b = name[vec_at(&g->exprs, i).b];
        }
}

/* ---- edges ---- */

void edge_to_skip(ir_edge_data *e)
{
    e->label = IR_SKIP;
    e->target = e->value = IR_NONE;
    e->type = IR_NONE;
}

void edge_copy(ir_game *g, ir_edge_data e, ir_node from, ir_node to)
{
    e.from = from;
    e.to = to;
    vec_push(g->arena, &g->edges, e);
}

bool edges_alike(const ir_game *g, const ir_edge_data *e, const ir_edge_data *f)
{
    return e->label == f->label && (e->label != IR_CHOOSE || ir_type_same(g, e->type, f->type)) &&
           ir_expr_equal(g, e->target, f->target) && ir_expr_equal(g, e->value, f->value);
}

/* ---- expressions ---- */

ir_expr expr_rewrite(ir_game *g, ir_expr e, expr_change change, void *user)
{
    if (e == IR_NONE)
        return e;
    ir_expr_data x = vec_at(&g->exprs, e);
    uint32_t n = ir_operands(x.op);
    ir_expr a = n > 0 ? expr_rewrite(g, x.a, change, user) : x.a;
    ir_expr b = n > 1 ? expr_rewrite(g, x.b, change, user) : x.b;
    ir_expr c = n > 2 ? expr_rewrite(g, x.c, change, user) : x.c;
    ir_expr rebuilt = e;
    if (n > 0 && (a != x.a || b != x.b || c != x.c)) {
        rebuilt = x.op == IR_CAST ? irb_expr_cast(g, x.type, a, x.span) : irb_expr(g, x.op, a, b, c, x.span);
        if (ir_expr_type(g, rebuilt) == IR_NONE)
            rebuilt = e;
    }
    ir_expr instead = change(user, rebuilt);
    return instead == IR_NONE || ir_expr_type(g, instead) == IR_NONE ? rebuilt : instead;
}

/* The same for the keys of an assignment's target. */
static ir_expr target_rewrite(ir_game *g, ir_expr e, expr_change change, void *user)
{
    if (e == IR_NONE)
        return e;
    const ir_expr_data x = vec_at(&g->exprs, e);
    if (x.op != IR_INDEX)
        return e;
    ir_expr a = target_rewrite(g, x.a, change, user), b = expr_rewrite(g, x.b, change, user);
    if (a == x.a && b == x.b)
        return e;
    ir_expr n = irb_expr_index(g, a, b, x.span);
    return ir_expr_type(g, n) == IR_NONE ? e : n;
}

bool edge_rewrite(ir_game *g, ir_edge_data *e, expr_change change, void *user)
{
    ir_expr value = e->label == IR_TAG ? e->value : expr_rewrite(g, e->value, change, user);
    ir_expr target = target_rewrite(g, e->target, change, user);
    if (value == e->value && target == e->target)
        return false;
    if (e->label == IR_ASSIGN && !ir_assignable(g, ir_expr_type(g, target), ir_expr_type(g, value)))
        return false;
    e->value = value;
    e->target = target;
    return true;
}

void expr_each(const ir_game *g, ir_expr e, expr_visit visit, void *user)
{
    if (e == IR_NONE)
        return;
    const ir_expr_data *x = &vec_at(&g->exprs, e);
    uint32_t n = ir_operands(x->op);
    visit(user, e);
    if (n > 0)
        expr_each(g, x->a, visit, user);
    if (n > 1)
        expr_each(g, x->b, visit, user);
    if (n > 2)
        expr_each(g, x->c, visit, user);
}

ir_expr expr_typed(ir_game *g, ir_expr e, ir_type type)
{
    src_span at = vec_at(&g->exprs, e).span;
    ir_type from = ir_expr_type(g, e), resolved = ir_resolve(g, type);
    if (from == IR_NONE || resolved == IR_NONE)
        return IR_NONE;
    if (from == resolved)
        return e;
    if (!ir_assignable(g, resolved, from))
        return IR_NONE;
    if (ir_type_at(g, type)->kind == IR_TYPE_NAME)
        return irb_expr_cast(g, type, e, at);
    for (int exact = 1; exact >= 0; exact--)
        for (uint32_t i = 0; i < g->typedefs.count; i++) {
            ir_type candidate = ir_resolve(g, vec_at(&g->typedefs, i).type);
            if (exact ? candidate == resolved : ir_type_same(g, candidate, resolved))
                return irb_expr_cast(g, irb_named_type(g, vec_at(&g->typedefs, i).name, at), e, at);
        }
    return ir_type_same(g, from, resolved) ? e : IR_NONE;
}

static const ir_op opposite[IR_OP_COUNT] = {
    [IR_EQ] = IR_NE, [IR_NE] = IR_EQ, [IR_LT] = IR_GE, [IR_GE] = IR_LT, [IR_GT] = IR_LE, [IR_LE] = IR_GT,
};

ir_expr expr_negation(ir_game *g, ir_expr e)
{
    const ir_expr_data x = vec_at(&g->exprs, ir_bare(g, e));
    if (x.op == IR_NOT)
        return x.a;
    ir_expr n = opposite[x.op] ? irb_expr(g, opposite[x.op], x.a, x.b, IR_NONE, x.span)
                               : irb_expr(g, IR_NOT, e, IR_NONE, IR_NONE, x.span);
    ir_expr_type(g, n);
    return n;
}

bool expr_negates(const ir_game *g, ir_expr a, ir_expr b)
{
    const ir_expr_data *x = &vec_at(&g->exprs, ir_bare(g, a)), *y = &vec_at(&g->exprs, ir_bare(g, b));
    if (x->op == IR_NOT)
        return ir_expr_equal(g, x->a, b);
    if (y->op == IR_NOT)
        return ir_expr_equal(g, y->a, a);
    if (!opposite[x->op] || opposite[x->op] != y->op)
        return false;
    return (ir_expr_equal(g, x->a, y->a) && ir_expr_equal(g, x->b, y->b)) ||
           ((x->op == IR_EQ || x->op == IR_NE) && ir_expr_equal(g, x->a, y->b) && ir_expr_equal(g, x->b, y->a));
}
