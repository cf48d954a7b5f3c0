/* Expressions and conditions as C. What can fault calls functions of runtime.h that stop the search;
 * the interpreter then does it again, and reports. */
#include "native/emit_inside.h"

#include <stdlib.h>

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

const char *emit_number(native_source *n, int32_t v)
{
    return v == INT32_MIN ? "INT32_MIN" : v < 0 ? F("(%d)", v) : F("%d", v);
}

/* ---- cells ---- */

static const char *key_value(native_source *n, const layout_key *k, ir_expr key)
{
    const char *value = emit_value(n, key);
    return plan_key_escapes(n->p, k, key)
               ? F("in_range(x, %s, %s, %s)", value, emit_number(n, k->low), emit_number(n, k->high))
               : value;
}

const char *emit_place(native_source *n, const layout_slot *s, const ir_expr *keys, uint32_t count, int64_t *fixed)
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
        *fixed -= (int64_t)k->low * k->stride;
        const char *key = key_value(n, k, keys[i]);
        sum = k->stride == 1 ? F("%s%s%s", sum, *sum ? " + " : "", key)
                             : F("%s%s%d * %s", sum, *sum ? " + " : "", (int32_t)k->stride, key);
    }
    return sum;
}

static const char *plus(native_source *n, const char *sum, int64_t fixed)
{
    if (fixed == 0)
        return sum;
    return F("%s %c %lld", sum, fixed < 0 ? '-' : '+', (long long)(fixed < 0 ? -fixed : fixed));
}

const char *emit_cell(native_source *n, const layout_slot *s, const ir_expr *keys, uint32_t count)
{
    int64_t fixed;
    const char *sum = emit_place(n, s, keys, count, &fixed);
    return *sum ? plus(n, sum, fixed) : F("%lld", (long long)fixed);
}

const char *emit_offset(native_source *n, ir_var v, const ir_expr *keys, uint32_t count)
{
    const layout_slot *s = &n->p->layout.variables[v];
    int64_t fixed;
    const char *sum = emit_place(n, s, keys, count, &fixed), *at = plus(n, F("AT_%s", n->names[v]), fixed * s->width);
    if (!*sum)
        return at;
    /* constants last: compilers do not reorder sums of signed integers, and these become part of the address */
    return s->width == 1 ? F("%s + (%s)", sum, at) : F("%u * (%s) + (%s)", s->width, sum, at);
}

const char *emit_stored(native_source *n, const layout_slot *s, const char *value)
{
    if (!s->integer || s->low == 0)
        return value;
    if (s->width == 4)
        return F("wrap(%s, %s)", value, emit_number(n, (int32_t)(0u - (uint32_t)s->low)));
    return F("%s %c %lld", value, s->low < 0 ? '+' : '-', llabs((long long)s->low));
}

/* The value of a cell that was read as it is stored. */
static const char *as_value(native_source *n, const layout_slot *s, const char *stored)
{
    if (!s->integer || s->low == 0)
        return stored;
    return s->width == 4 ? F("wrap(%s, %s)", stored, emit_number(n, s->low)) : F("(%s)", plus(n, stored, s->low));
}

const char *emit_variable(native_source *n, ir_var v)
{
    const layout_slot *s = &n->p->layout.variables[v];
    return n->known[v] ? n->known[v] : as_value(n, s, F("L%u(s + AT_%s)", s->width * 8, n->names[v]));
}

static const char *constant_cell(native_source *n, const layout_slot *s, uint32_t index, const ir_expr *keys,
                                 uint32_t count)
{
    int64_t fixed;
    if (!*emit_place(n, s, keys, count, &fixed)) {
        uint32_t stored = layout_load(n->p->layout.tables + s->offset + fixed * s->width, s->width);
        return emit_number(n, (int32_t)(stored + (s->integer ? (uint32_t)s->low : 0)));
    }
    bitset_add(&n->tables_used, index);
    const char *cell = F("%s[%s]", emit_table(n, index), emit_cell(n, s, keys, count));
    return as_value(n, s, s->width == 4 ? F("(int)%s", cell) : cell);
}

static const char *cell(native_source *n, ir_expr e)
{
    ir_expr keys[PLAN_CHAIN_MAX];
    uint32_t count, index = emit_root(n, e);
    bool constant;
    const layout_slot *s = plan_chain(n->p, e, keys, &count, &constant);
    if (!s)
        return emit_give_up(n, "an access is nested too deeply");
    if (constant)
        return constant_cell(n, s, index, keys, count);
    if (count == 0)
        return emit_variable(n, index);
    const char *at = emit_offset(n, index, keys, count);
    return as_value(n, s, s->width == 1 ? F("s[%s]", at) : F("L%u(s + (%s))", s->width * 8, at));
}

/* ---- values ---- */

/* Plain operators where the result surely fits. */
static const char *arithmetic(native_source *n, ir_expr e)
{
    const ir_expr_data d = n->g->exprs.data[e];
    static const struct {
        ir_op op;
        const char *sign, *function;
    } forms[] = {{IR_ADD, "+", "add"},
                 {IR_SUB, "-", "subtract"},
                 {IR_MUL, "*", "multiply"},
                 {IR_DIV, "/", "divide"},
                 {IR_MOD, "%", "modulo"}};
    bool faults = plan_arithmetic_can_fault(n->p, e);
    const char *left = emit_value(n, d.a);
    if (d.op == IR_NEG)
        return faults ? F("subtract(x, 0, %s)", left) : F("(-%s)", left);
    uint32_t i = 0;
    while (forms[i].op != d.op)
        i++;
    const char *right = emit_value(n, d.b);
    if (faults)
        return F("%s(x, %s, %s)", forms[i].function, left, right);
    return d.op == IR_MOD ? F("rest(%s, %s)", left, right) : F("(%s %s %s)", left, forms[i].sign, right);
}

static const char *declared_cells(native_source *n, const int32_t *cells, uint32_t count)
{
    uint32_t id = n->masks++;
    text_add(n, &n->tables, F("static const int C%u[] = {", id));
    for (uint32_t i = 0; i < count; i++)
        text_add(n, &n->tables, F("%s%d", i ? ", " : "", cells[i]));
    text_add(n, &n->tables, "};\n");
    return F("C%u", id);
}

/* A map as a place in memory. */
typedef struct map_place {
    const char *at; /* NULL: nested too deeply */
    const layout_slot *slot;
    uint32_t level, cells, listed;
    const int32_t *list; /* the cells that count, or NULL: all */
    bool gap;            /* they do not lie one behind the other */
} map_place;

static map_place place_of_map(native_source *n, ir_expr e)
{
    ir_expr keys[PLAN_CHAIN_MAX];
    uint32_t count, index = emit_root(n, e);
    bool constant;
    map_place m = {.slot = plan_chain(n->p, e, keys, &count, &constant)};
    if (!m.slot)
        return m;
    m.level = count;
    m.list = plan_declared_cells(n->p, m.slot, count, n->a, &m.listed);
    m.cells = count ? m.slot->keys[count - 1].stride : m.slot->cells;
    for (uint32_t i = 0; m.list && i < m.listed; i++)
        m.gap |= m.list[i] != m.list[0] + (int32_t)i;
    if (constant)
        bitset_add(&n->tables_used, index);
    m.at = constant ? F("(const unsigned char *)(%s + (%s))", emit_table(n, index), emit_cell(n, m.slot, keys, count))
                    : F("s + (%s)", emit_offset(n, index, keys, count));
    return m;
}

static const char *hash(native_source *n, const ir_expr_data *d)
{
    const char *seed = emit_value(n, d->b);
    if (plan_type_of(n->p, d->a)->kind == IR_TYPE_REAL)
        return F("hash_real(%s, %s)", seed, emit_real(n, d->a));
    if (plan_type_of(n->p, d->a)->kind != IR_TYPE_ARROW)
        return F("hash_value(%s, %s)", seed, emit_value(n, d->a));
    map_place m = place_of_map(n, d->a);
    if (!m.at)
        return emit_give_up(n, "an access is nested too deeply");
    if (m.list && !m.gap)
        return F("hash_cells(%s, %s + %lld, %u, %u, 0)", seed, m.at, (long long)m.list[0] * m.slot->width, m.listed,
                 m.slot->width);
    return F("hash_cells(%s, %s, %u, %u, %s)", seed, m.at, m.list ? m.listed : m.cells, m.slot->width,
             m.list ? declared_cells(n, m.list, m.listed) : "0");
}

static const char *times(native_source *n, const ir_expr_data *d)
{
    map_place m = place_of_map(n, d->a);
    if (!m.at)
        return emit_give_up(n, "an access is nested too deeply");
    const char *first = emit_value(n, d->b);
    return F("count_pairs(%s, %u, %u, %s, %s, %s)", m.at, m.cells, m.slot->width, emit_number(n, m.slot->low), first,
             emit_value(n, d->c));
}

static const char *first(native_source *n, const ir_expr_data *d)
{
    map_place m = place_of_map(n, d->a);
    ir_expr keys[PLAN_CHAIN_MAX];
    uint32_t level, count;
    bool constant;
    if (!m.at)
        return emit_give_up(n, "an access is nested too deeply");
    plan_chain(n->p, d->a, keys, &level, &constant);
    const int32_t *cells = plan_key_cells(n->p, m.slot, level, n->a, &count);
    const char *wanted = emit_value(n, d->b);
    if (m.slot->integer)
        wanted = F("wrap(%s, -%s)", wanted, emit_number(n, m.slot->low));
    return F("first_key(x, %s, %u, %s, %u, %d, %s)", m.at, m.slot->width, declared_cells(n, cells, count), count,
             m.slot->keys[level].low, wanted);
}

/* ---- reals ---- */

static const char *real_literal(native_source *n, double value)
{
    return value < 0 ? F("(%a)", value) : F("%a", value);
}

const char *emit_real(native_source *n, ir_expr e)
{
    e = ir_bare(n->g, e);
    const ir_expr_data d = n->g->exprs.data[e];
    switch (d.op) {
    case IR_REAL: return real_literal(n, ir_real(&d));
    case IR_VAR:
    case IR_CONST:
    case IR_INDEX: {
        map_place m = place_of_map(n, e);
        return m.at ? F("load_real(%s)", m.at) : emit_give_up(n, "an access is nested too deeply");
    }
    case IR_TO_REAL: return F("(double)%s", emit_value(n, d.a));
    case IR_NEG: return F("negated_real(%s)", emit_real(n, d.a));
    case IR_ADD: return F("finite_real(x, %s + %s)", emit_real(n, d.a), emit_real(n, d.b));
    case IR_SUB: return F("finite_real(x, %s - %s)", emit_real(n, d.a), emit_real(n, d.b));
    case IR_MUL: return F("finite_real(x, %s * %s)", emit_real(n, d.a), emit_real(n, d.b));
    case IR_DIV: return F("finite_real(x, %s / %s)", emit_real(n, d.a), emit_real(n, d.b));
    case IR_IF: return F("(%s ? %s : %s)", emit_condition(n, d.a), emit_real(n, d.b), emit_real(n, d.c));
    case IR_SYM:
    case IR_INT:
    case IR_TRUE:
    case IR_FALSE:
    case IR_REACH:
    case IR_CAST:
    case IR_MOD:
    case IR_EQ:
    case IR_NE:
    case IR_LT:
    case IR_LE:
    case IR_GT:
    case IR_GE:
    case IR_NOT:
    case IR_AND:
    case IR_OR:
    case IR_HASH:
    case IR_TIMES:
    case IR_FIRST:
    case IR_OP_COUNT: break;
    }
    assert(false); /* a real */
    return "0";
}

const char *emit_value(native_source *n, ir_expr e)
{
    e = ir_bare(n->g, e);
    const ir_expr_data d = n->g->exprs.data[e];
    if (n->subject != IR_NONE && d.op == IR_INDEX && ir_expr_equal(n->g, e, n->subject))
        return n->subject_value;
    switch (d.op) {
    case IR_SYM: return F("%d", layout_code(n->g, d.a));
    case IR_INT: return emit_number(n, (int32_t)d.a);
    case IR_VAR:
    case IR_CONST:
    case IR_INDEX: return cell(n, e);
    case IR_NEG:
    case IR_ADD:
    case IR_SUB:
    case IR_MUL:
    case IR_DIV:
    case IR_MOD: return arithmetic(n, e);
    case IR_IF: return F("(%s ? %s : %s)", emit_condition(n, d.a), emit_value(n, d.b), emit_value(n, d.c));
    case IR_TRUE:
    case IR_FALSE:
    case IR_REACH:
    case IR_EQ:
    case IR_NE:
    case IR_LT:
    case IR_LE:
    case IR_GT:
    case IR_GE:
    case IR_NOT:
    case IR_AND:
    case IR_OR: return F("(%s)", emit_condition(n, e));
    case IR_HASH: return hash(n, &d);
    case IR_TIMES: return times(n, &d);
    case IR_FIRST: return first(n, &d);
    case IR_CAST:
    case IR_REAL:
    case IR_TO_REAL:
    case IR_OP_COUNT: break;
    }
    assert(false); /* a value */
    return "0";
}

/* ---- conditions ---- */

static const char *map_equal(native_source *n, ir_expr a, ir_expr b)
{
    map_place x = place_of_map(n, a), y = place_of_map(n, b);
    if (!x.at || !y.at)
        return emit_give_up(n, "an access is nested too deeply");
    uint32_t count;
    const int32_t *list = plan_compared_cells(n->p, x.slot, x.level, y.slot, y.level, n->a, &count);
    if (list)
        return F("equal_cells(%s, %s, %s, %u, %u)", x.at, y.at, declared_cells(n, list, count), count, y.slot->width);
    return F("memcmp(%s, %s, %u) == 0", x.at, y.at, y.cells * y.slot->width);
}

/* Scalars that can have been written by the time of the call are handed over, so that searches
 * need not write them into the state. */
reach_signature *emit_reach_signature(native_source *n, uint32_t number)
{
    while (n->reaches.count <= number)
        vec_push(n->a, &n->reaches, (reach_signature){0});
    reach_signature *r = &n->reaches.data[number];
    if (r->known)
        return r;
    r->known = true;
    const region *inside = n->p->reaches.data[number].r;
    for (ir_var v = 0; v < n->g->variables.count; v++)
        if (bitset_has(&inside->live[0], v) && bitset_has(&n->changed, v))
            vec_push(n->a, &r->parameters, v);
    return r;
}

static const char *reach(native_source *n, ir_node from, ir_node to)
{
    uint32_t number = plan_reach(n->p, from, to);
    const reach_signature *r = emit_reach_signature(n, number);
    const char *call = F("reach%u(x, s, %s", number, n->deep ? "d" : "0");
    for (uint32_t i = 0; i < r->parameters.count; i++)
        call = F("%s, %s", call, emit_variable(n, r->parameters.data[i]));
    return F("%s)", call);
}

static const char *comparison(native_source *n, const ir_expr_data *d, const char *sign)
{
    if (plan_type_of(n->p, d->a)->kind == IR_TYPE_REAL)
        return F("%s %s %s", emit_real(n, d->a), sign, emit_real(n, d->b));
    return F("%s %s %s", emit_value(n, d->a), sign, emit_value(n, d->b));
}

const char *emit_condition(native_source *n, ir_expr e)
{
    e = ir_bare(n->g, e);
    const ir_expr_data d = n->g->exprs.data[e];
    switch (d.op) {
    case IR_TRUE: return "1";
    case IR_FALSE: return "0";
    case IR_NOT: return F("!(%s)", emit_condition(n, d.a));
    case IR_AND: return F("(%s && %s)", emit_condition(n, d.a), emit_condition(n, d.b));
    case IR_OR: return F("(%s || %s)", emit_condition(n, d.a), emit_condition(n, d.b));
    case IR_IF: return F("(%s ? %s : %s)", emit_condition(n, d.a), emit_condition(n, d.b), emit_condition(n, d.c));
    case IR_EQ:
    case IR_NE:
        if (plan_type_of(n->p, d.a)->kind == IR_TYPE_ARROW)
            return F("%s(%s)", d.op == IR_NE ? "!" : "", map_equal(n, d.a, d.b));
        if (plan_type_of(n->p, d.a)->kind == IR_TYPE_REAL)
            return F("%sequal_reals(%s, %s)", d.op == IR_NE ? "!" : "", emit_real(n, d.a), emit_real(n, d.b));
        return comparison(n, &d, d.op == IR_EQ ? "==" : "!=");
    case IR_LT: return comparison(n, &d, "<");
    case IR_LE: return comparison(n, &d, "<=");
    case IR_GT: return comparison(n, &d, ">");
    case IR_GE: return comparison(n, &d, ">=");
    case IR_REACH: return plan_always(n->p, &d) ? "1" : reach(n, d.a, d.b);
    case IR_SYM:
    case IR_INT:
    case IR_CONST:
    case IR_VAR:
    case IR_CAST:
    case IR_INDEX:
    case IR_NEG:
    case IR_ADD:
    case IR_SUB:
    case IR_MUL:
    case IR_DIV:
    case IR_MOD:
    case IR_HASH:
    case IR_TIMES:
    case IR_FIRST:
    case IR_REAL:
    case IR_TO_REAL:
    case IR_OP_COUNT: break;
    }
    assert(false); /* a condition */
    return "0";
}

static bool has_reach(const native_source *n, ir_expr e)
{
    const ir_expr_data *d = &n->g->exprs.data[e];
    bool has = d->op == IR_REACH;
    for (uint32_t i = 0; i < ir_operands(d->op); i++)
        has |= has_reach(n, ir_operand(d, i));
    return has;
}

bool emit_simple(const native_source *n, ir_expr e) { return !has_reach(n, e) && !plan_can_fault(n->p, e); }
