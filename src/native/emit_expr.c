/* Expressions and conditions as C. */
#include "native/emit_inside.h"

plan_domain emit_domain(const native_source *n, const ir_edge_data *e)
{
    uint32_t depth;
    const layout_slot *s = layout_root(n->g, &n->p->layout, e->target, &depth);
    plan_domain d = n->p->domains[e - n->g->edges.data];
    if (s->integer) {
        d.low += s->low;
        d.high += s->low;
    }
    return d;
}

uint32_t emit_root(native_source *n, ir_expr e)
{
    e = ir_bare(n->g, e);
    while (n->g->exprs.data[e].op == IR_INDEX)
        e = ir_bare(n->g, n->g->exprs.data[e].a);
    return n->g->exprs.data[e].a;
}

const char *emit_place(native_source *n, const layout_slot *s, const ir_expr *keys, uint32_t count,
                       int64_t *fixed)
{
    const char *sum = "";
    *fixed = 0;
    for (uint32_t i = 0; i < count; i++) {
        const layout_key *k = &s->keys[i];
        int32_t known;
        if (plan_known(n->p, keys[i], &known) && known >= k->low && known <= k->high) {
            *fixed += ((int64_t)known - k->low) * k->stride;
            continue;
        }
        if (k->integer)
            emit_give_up(n, "a map with integer keys");
        *fixed -= (int64_t)k->low * k->stride;
        const char *key = emit_value(n, keys[i]);
        sum = k->stride == 1 ? F("%s%s%s", sum, *sum ? " + " : "", key)
                             : F("%s%s%u * %s", sum, *sum ? " + " : "", k->stride, key);
    }
    return sum;
}

static const char *load(native_source *n, uint8_t width, const char *base, const char *index,
                        int64_t offset)
{
    if (width == 1)
        return *index ? F("%s[%s%s%lld]", base, index, offset < 0 ? " - " : " + ",
                          (long long)(offset < 0 ? -offset : offset))
                      : F("%s[%lld]", base, (long long)offset);
    return *index ? F("L%u(%s + (%lld + %u * (int)(%s)))", width * 8, base, (long long)offset, width,
                      index)
                  : F("L%u(%s + %lld)", width * 8, base, (long long)offset);
}

const char *emit_variable(native_source *n, ir_var v)
{
    const layout_slot *s = &n->p->layout.variables[v];
    if (s->integer)
        return emit_give_up(n, "integers");
    return n->known[v] ? n->known[v] : load(n, s->width, "s", "", s->offset);
}

static const char *cell(native_source *n, ir_expr e)
{
    ir_expr keys[PLAN_CHAIN_MAX];
    uint32_t count, index = emit_root(n, e);
    bool constant;
    const layout_slot *s = plan_chain(n->p, e, keys, &count, &constant);
    if (!s)
        return emit_give_up(n, "an access that is nested too deeply");
    if (!constant && count == 0)
        return emit_variable(n, index);
    int64_t fixed;
    const char *at = emit_place(n, s, keys, count, &fixed);
    if (s->integer)
        emit_give_up(n, "integers");
    if (!constant)
        return load(n, s->width, "s", at, (int64_t)s->offset + fixed * s->width);
    if (!*at)
        return F("%u", layout_load(n->p->layout.tables + s->offset + fixed * s->width, s->width));
    bitset_add(&n->tables_used, index);
    /* tables are arrays of their own element type: indices in cells */
    return F("T%u[%s%s%lld]", index, at, fixed < 0 ? " - " : " + ",
             (long long)(fixed < 0 ? -fixed : fixed));
}

const char *emit_value(native_source *n, ir_expr e)
{
    const ir_expr_data d = n->g->exprs.data[ir_bare(n->g, e)];
    switch (d.op) {
    case IR_SYM: return F("%d", layout_code(n->g, d.a));
    case IR_VAR: case IR_CONST: case IR_INDEX: return cell(n, ir_bare(n->g, e));
    default: return emit_give_up(n, "integers and computed values");
    }
}

static const char *map_equal(native_source *n, ir_expr a, ir_expr b)
{
    const char *sides[2];
    uint32_t bytes = 0;
    ir_expr both[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        ir_expr keys[PLAN_CHAIN_MAX];
        uint32_t count, index = emit_root(n, both[i]);
        bool constant;
        const layout_slot *s = plan_chain(n->p, both[i], keys, &count, &constant);
        if (!s)
            return emit_give_up(n, "an access that is nested too deeply");
        int64_t fixed;
        const char *at = emit_place(n, s, keys, count, &fixed);
        uint32_t cells = count ? s->keys[count - 1].stride : s->cells, listed;
        if (plan_declared_cells(n->p, s, count, n->a, &listed))
            return emit_give_up(n, "the comparison of maps with gaps");
        bytes = cells * s->width;
        if (constant)
            bitset_add(&n->tables_used, index);
        sides[i] = constant ? F("(const unsigned char *)(T%u + (%lld%s%s))", index, (long long)fixed,
                                *at ? " + " : "", at)
                            : F("s + (%lld%s%u * (%s))", (long long)(s->offset + fixed * s->width),
                                " + ", s->width, *at ? at : "0");
    }
    return F("memcmp(%s, %s, %u) == 0", sides[0], sides[1], bytes);
}

/* Scalars that can have been written by the time of the call are handed over, so that searches
 * need not write them into the state. */
reach_signature *emit_reach_signature(native_source *n, uint32_t number, ir_node from, ir_node to)
{
    while (n->reaches.count <= number)
        vec_push(n->a, &n->reaches, (reach_signature){0});
    reach_signature *r = &n->reaches.data[number];
    if (r->known)
        return r;
    r->known = true;
    r->from = from;
    r->to = to;
    r->calls = bitset_new(n->a, n->g->exprs.count + 1);
    const region *inside = n->p->reaches.data[number].r;
    for (ir_var v = 0; v < n->g->variables.count; v++)
        if (bitset_has(&inside->live[0], v) && bitset_has(&n->changed, v))
            vec_push(n->a, &r->parameters, v);
    return r;
}

static const char *reach(native_source *n, ir_node from, ir_node to)
{
    uint32_t number = plan_reach(n->p, from, to);
    const reach_signature *r = emit_reach_signature(n, number, from, to);
    if (n->kind == EMIT_REACH)
        bitset_add(&n->reaches.data[n->program].calls, number);
    const char *call = F("reach%u(x, s, %s", number, n->deep ? "d" : "0");
    for (uint32_t i = 0; i < r->parameters.count; i++)
        call = F("%s, %s", call, emit_variable(n, r->parameters.data[i]));
    return F("%s)", call);
}

const char *emit_condition(native_source *n, ir_expr e)
{
    const ir_expr_data d = n->g->exprs.data[ir_bare(n->g, e)];
    switch (d.op) {
    case IR_TRUE: return "1";
    case IR_FALSE: return "0";
    case IR_NOT: return F("!(%s)", emit_condition(n, d.a));
    case IR_AND: return F("(%s && %s)", emit_condition(n, d.a), emit_condition(n, d.b));
    case IR_OR: return F("(%s || %s)", emit_condition(n, d.a), emit_condition(n, d.b));
    case IR_EQ: case IR_NE:
        if (plan_type_of(n->p, d.a)->kind == IR_TYPE_ARROW)
            return F("%s(%s)", d.op == IR_NE ? "!" : "", map_equal(n, d.a, d.b));
        return F("%s %s %s", emit_value(n, d.a), d.op == IR_EQ ? "==" : "!=", emit_value(n, d.b));
    case IR_REACH: return reach(n, d.a, d.b);
    default: return emit_give_up(n, "integers and computed conditions");
    }
}

bool emit_simple(const native_source *n, ir_expr e)
{
    const ir_expr_data *d = &n->g->exprs.data[ir_bare(n->g, e)];
    switch (d->op) {
    case IR_REACH: return false;
    case IR_NOT: return emit_simple(n, d->a);
    case IR_AND: case IR_OR: return emit_simple(n, d->a) && emit_simple(n, d->b);
    default: return true;
    }
}
