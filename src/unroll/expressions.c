/* Expressions over symbolic values. A key outside of its map, or a result outside of its range,
 * would be a fault: the case is left out, and when it would be met is noted (x->fault). */
#include "automaton/arithmetic.h"
#include "unroll/inside.h"

static const ir_expr_data *at(const unroller *x, ir_expr e) { return &vec_at(&x->p->g->exprs, ir_bare(x->p->g, e)); }

static void may_fault(unroller *x, net_signal when) { x->fault = u_or(x, x->fault, when); }

/* What is evaluated only when the condition holds can only be at fault then. */
static net_signal begin_under(unroller *x)
{
    const net_signal outer = x->fault;
    x->fault = NET_FALSE;
    return outer;
}

static void end_under(unroller *x, net_signal outer, net_signal condition)
{
    x->fault = u_or(x, outer, u_and(x, condition, x->fault));
}

/* ---- cells ---- */

/* Which cells of a slot a chain may mean: their places, as a value. */
static uint32_t place_of(unroller *x, uint32_t env, const layout_slot *slot, const ir_expr *keys, uint32_t count)
{
    uint32_t place = u_constant(x, 0);
    for (uint32_t i = 0; i < count && !x->why; i++) {
        const layout_key *k = &slot->keys[i];
        const uint32_t key = u_eval(x, env, keys[i]), mark = x->stack.count;
        const u_span outer = vec_at(&x->values.spans, place), own = vec_at(&x->values.spans, key);
        for (uint32_t a = 0; a < outer.count; a++)
            for (uint32_t b = 0; b < own.count; b++) {
                const u_case c = vec_at(&x->cases, outer.first + a), d = vec_at(&x->cases, own.first + b);
                if (d.code < k->low || d.code > k->high)
                    may_fault(x, u_and(x, c.when, d.when));
                else
                    u_push_case(x, c.code + (d.code - k->low) * (int32_t)k->stride, u_and(x, c.when, d.when));
            }
        place = u_value_from(x, mark);
    }
    return place;
}

static int32_t constant_cell(const unroller *x, const layout_slot *slot, uint32_t cell)
{
    const int32_t stored =
        (int32_t)layout_load(x->p->layout.tables + slot->offset + (size_t)cell * slot->width, slot->width);
    return slot->integer ? stored + slot->low : stored;
}

typedef struct chain {
    const layout_slot *slot;
    ir_expr keys[PLAN_CHAIN_MAX];
    uint32_t count;
    bool constant;
    ir_var variable;
} chain;

static bool find_chain(unroller *x, ir_expr e, chain *c)
{
    ir_expr root = ir_bare(x->g, e);
    c->slot = plan_chain(x->p, e, c->keys, &c->count, &c->constant);
    if (!c->slot || c->slot->real) {
        u_refuse(x, at(x, e)->span, c->slot ? "reals" : "so many keys in a row");
        return false;
    }
    while (vec_at(&x->g->exprs, root).op == IR_INDEX)
        root = ir_bare(x->g, vec_at(&x->g->exprs, root).a);
    c->variable = vec_at(&x->g->exprs, root).a;
    return true;
}

static uint32_t load(unroller *x, uint32_t env, ir_expr e)
{
    chain c;
    if (!find_chain(x, e, &c))
        return 0;
    const uint32_t place = place_of(x, env, c.slot, c.keys, c.count), mark = x->stack.count;
    const u_span cells = vec_at(&x->values.spans, place);
    if (cells.count == 1 && vec_at(&x->cases, cells.first).when == NET_TRUE && !c.constant)
        return u_get(x, env, x->first[c.variable] + (uint32_t)vec_at(&x->cases, cells.first).code);
    for (uint32_t i = 0; i < cells.count; i++) {
        const u_case cell = vec_at(&x->cases, cells.first + i);
        if (c.constant) {
            u_push_case(x, constant_cell(x, c.slot, (uint32_t)cell.code), cell.when);
            continue;
        }
        const u_span content = vec_at(&x->values.spans, u_get(x, env, x->first[c.variable] + (uint32_t)cell.code));
        for (uint32_t k = 0; k < content.count; k++) {
            const u_case v = vec_at(&x->cases, content.first + k);
            u_push_case(x, v.code, u_and(x, cell.when, v.when));
        }
    }
    return u_value_from(x, mark);
}

/* ---- numbers ---- */

static bool work_out(ir_op op, int64_t a, int64_t b, int64_t *out)
{
    if ((op == IR_DIV || op == IR_MOD) && b == 0)
        return false;
    switch ((int)op) { /* of arithmetic */
    case IR_ADD: *out = a + b; break;
    case IR_SUB: *out = a - b; break;
    case IR_MUL: *out = a * b; break;
    case IR_DIV: *out = a / b; break;
    case IR_MOD: *out = (a % b + (b < 0 ? -b : b)) % (b < 0 ? -b : b); break;
    default: return false;
    }
    return *out >= INT32_MIN && *out <= INT32_MAX;
}

static uint32_t arithmetic(unroller *x, uint32_t env, ir_expr e)
{
    const ir_expr_data d = *at(x, e);
    const uint32_t a = d.op == IR_NEG ? u_constant(x, 0) : u_eval(x, env, d.a),
                   b = u_eval(x, env, d.op == IR_NEG ? d.a : d.b), mark = x->stack.count;
    const u_span left = vec_at(&x->values.spans, a), right = vec_at(&x->values.spans, b);
    for (uint32_t i = 0; i < left.count && !x->why; i++)
        for (uint32_t k = 0; k < right.count; k++) {
            const u_case c = vec_at(&x->cases, left.first + i), r = vec_at(&x->cases, right.first + k);
            int64_t out;
            const net_signal when = u_and(x, c.when, r.when);
            if (work_out(d.op == IR_NEG ? IR_SUB : d.op, c.code, r.code, &out))
                u_push_case(x, (int32_t)out, when);
            else
                may_fault(x, when);
        }
    return u_value_from(x, mark);
}

uint32_t u_eval(unroller *x, uint32_t env, ir_expr e)
{
    const ir_expr_data d = *at(x, e);
    uint32_t mark;
    if (x->why)
        return 0;
    switch (d.op) {
    case IR_SYM: return u_constant(x, layout_code(x->g, d.a));
    case IR_INT: return u_constant(x, (int32_t)d.a);
    case IR_VAR:
    case IR_CONST:
    case IR_INDEX: return load(x, env, ir_bare(x->g, e));
    case IR_NEG:
    case IR_ANY_ARITHMETIC: return arithmetic(x, env, e);
    case IR_IF: {
        const net_signal when = u_holds(x, env, d.a);
        if (when == NET_TRUE || when == NET_FALSE)
            return u_eval(x, env, when == NET_TRUE ? d.b : d.c);
        net_signal outer = begin_under(x);
        const uint32_t yes = u_eval(x, env, d.b);
        end_under(x, outer, when);
        outer = begin_under(x);
        const uint32_t no = u_eval(x, env, d.c);
        end_under(x, outer, when ^ 1);
        return x->why ? 0 : u_choose(x, when, yes, no);
    }
    case IR_ANY_TRUTH:
    case IR_REACH:
    case IR_ANY_COMPARISON:
    case IR_ANY_CONNECTIVE: {
        const net_signal when = u_holds(x, env, e);
        mark = x->stack.count;
        u_push_case(x, 1, when);
        u_push_case(x, 0, when ^ 1);
        return u_value_from(x, mark);
    }
    case IR_HASH:
    case IR_TIMES: u_refuse(x, d.span, "hashes of positions"); return 0;
    case IR_FIRST: u_refuse(x, d.span, "the operation `#first`"); return 0;
    case IR_ANY_REAL: u_refuse(x, d.span, "reals"); return 0;
    case IR_CAST:
    case IR_OP_COUNT: break;
    }
    assert(false); /* a value */
    return 0;
}

/* ---- conditions ---- */

static net_signal compare_values(unroller *x, ir_op op, uint32_t a, uint32_t b)
{
    const u_span left = vec_at(&x->values.spans, a), right = vec_at(&x->values.spans, b);
    const uint32_t mark = x->signals.count;
    if (op == IR_NE)
        return compare_values(x, IR_EQ, a, b) ^ 1;
    for (uint32_t i = 0; i < left.count; i++)
        for (uint32_t k = 0; k < right.count; k++) {
            const u_case c = vec_at(&x->cases, left.first + i), d = vec_at(&x->cases, right.first + k);
            if (!ir_compare(op, c.code, d.code))
                continue;
            const net_signal both = u_and(x, c.when, d.when);
            vec_push(x->a, &x->signals, both);
        }
    return u_or_from(x, mark);
}

/* The first of the cells that a chain of one place means. */
static bool one_place(unroller *x, uint32_t env, chain *c, ir_expr e, uint32_t *cell)
{
    if (!find_chain(x, e, c))
        return false;
    const uint32_t at_place = place_of(x, env, c->slot, c->keys, c->count);
    const u_span place = vec_at(&x->values.spans, at_place);
    if (place.count != 1 || vec_at(&x->cases, place.first).when != NET_TRUE) {
        u_refuse(x, at(x, e)->span, "a whole map at a place that is not known");
        return false;
    }
    *cell = (uint32_t)vec_at(&x->cases, place.first).code;
    return true;
}

static uint32_t content(unroller *x, uint32_t env, const chain *c, uint32_t cell)
{
    return c->constant ? u_constant(x, constant_cell(x, c->slot, cell)) : u_get(x, env, x->first[c->variable] + cell);
}

static uint32_t cells_below(const chain *c) { return c->count ? c->slot->keys[c->count - 1].stride : c->slot->cells; }

static net_signal compare_maps(unroller *x, uint32_t env, const ir_expr_data *d)
{
    chain a, b;
    uint32_t first, second, count;
    if (!one_place(x, env, &a, d->a, &first) || !one_place(x, env, &b, d->b, &second))
        return NET_FALSE;
    const int32_t *cells = plan_compared_cells(x->p, a.slot, a.count, b.slot, b.count, x->a, &count);
    const uint32_t n = cells ? count : cells_below(&a), mark = x->signals.count;
    for (uint32_t i = 0; i < n && !x->why; i++) {
        const uint32_t cell = cells ? (uint32_t)cells[i] : i;
        const net_signal same =
            compare_values(x, IR_EQ, content(x, env, &a, first + cell), content(x, env, &b, second + cell));
        vec_push(x->a, &x->signals, same);
    }
    const net_signal equal = u_and_from(x, mark);
    return d->op == IR_EQ ? equal : equal ^ 1;
}

net_signal u_holds(unroller *x, uint32_t env, ir_expr e)
{
    const ir_expr_data d = *at(x, e);
    if (x->why)
        return NET_FALSE;
    switch (d.op) {
    case IR_TRUE: return NET_TRUE;
    case IR_FALSE: return NET_FALSE;
    case IR_NOT: return u_holds(x, env, d.a) ^ 1;
    case IR_AND:
    case IR_OR: {
        const net_signal a = u_holds(x, env, d.a), decided = d.op == IR_AND ? NET_FALSE : NET_TRUE;
        if (a == decided)
            return a;
        const net_signal outer = begin_under(x), b = u_holds(x, env, d.b);
        end_under(x, outer, d.op == IR_AND ? a : a ^ 1);
        return d.op == IR_AND ? u_and(x, a, b) : u_or(x, a, b);
    }
    case IR_ANY_COMPARISON: {
        if (plan_type_of(x->p, d.a)->kind == IR_TYPE_ARROW)
            return compare_maps(x, env, &d);
        const uint32_t a = u_eval(x, env, d.a), b = u_eval(x, env, d.b);
        return x->why ? NET_FALSE : compare_values(x, d.op, a, b);
    }
    case IR_REACH: return u_reach(x, env, &d);
    case IR_ANY_TERM:
    case IR_INDEX:
    case IR_NEG:
    case IR_ANY_ARITHMETIC:
    case IR_IF:
    case IR_ANY_OF_MAPS:
    case IR_ANY_REAL: {
        const uint32_t v = u_eval(x, env, e);
        return x->why ? NET_FALSE : compare_values(x, IR_EQ, v, u_constant(x, 1));
    }
    case IR_CAST:
    case IR_OP_COUNT: break;
    }
    assert(false); /* a condition */
    return NET_FALSE;
}

/* ---- assignments ---- */

uint32_t u_assign(unroller *x, uint32_t env, ir_expr target, uint32_t value)
{
    chain c;
    if (!find_chain(x, target, &c))
        return env;
    const uint32_t at_place = place_of(x, env, c.slot, c.keys, c.count);
    const u_span place = vec_at(&x->values.spans, at_place);
    if (c.slot->integer) { /* a value outside of the range is a fault */
        const u_span v = vec_at(&x->values.spans, value);
        const uint32_t mark = x->stack.count;
        for (uint32_t i = 0; i < v.count; i++) {
            const u_case k = vec_at(&x->cases, v.first + i);
            if (k.code < c.slot->low || k.code > c.slot->high)
                may_fault(x, k.when);
            else
                u_push_case(x, k.code, k.when);
        }
        value = u_value_from(x, mark);
    }
    for (uint32_t i = 0; i < place.count && !x->why; i++) {
        const u_case cell = vec_at(&x->cases, place.first + i);
        const uint32_t at_cell = x->first[c.variable] + (uint32_t)cell.code;
        env = u_set(x, env, at_cell, u_choose(x, cell.when, value, u_get(x, env, at_cell)));
    }
    return env;
}

uint32_t u_assign_map(unroller *x, uint32_t env, ir_expr target, ir_expr value)
{
    chain to, from;
    uint32_t first, second;
    const uint32_t before = env;
    if (!one_place(x, env, &to, target, &first) || !one_place(x, env, &from, value, &second))
        return env;
    for (uint32_t i = 0; i < cells_below(&to) && !x->why; i++)
        env = u_set(x, env, x->first[to.variable] + first + i, content(x, before, &from, second + i));
    return env;
}
