/* Terms that are no short sums of integers, as reals of the automaton: in the order in which the rules themselves would
 * be followed, so that both machines round alike. The tree of a term becomes an expression; in front of it each sum is
 * found by going through all elements in order, into a variable of its own. */
#include "lang/toss/lower.h"

#include <math.h>

/* The value of a part without variables that nothing changes. */
static bool known_value(toss_lowering *x, const rs_node *n, double *value)
{
    uint32_t slots[RS_SLOTS_MAX], frame[RS_SLOTS_MAX] = {0};
    rs_logic l;
    if (n->op == RS_NUMBER) {
        *value = n->number;
        return isfinite(*value);
    }
    if (toss_free_slots(n, slots) > 0 || !toss_is_static(x, n))
        return false;
    rs_logic_init(&l, x->f, x->s, x->scratch, x->max_steps);
    *value = rs_number(&l, n, frame);
    return !l.problem && isfinite(*value);
}

bool toss_is_real(toss_lowering *x, const rs_node *n)
{
    double value;
    if (x->present != NAME_NONE) /* the order of elements that come and go is another one */
        return false;
    if (known_value(x, n, &value))
        return true;
    switch ((int)n->op) {
    case RS_INDICATOR: return true;
    case RS_VALUE: return true;
    case RS_SUM: return toss_is_real(x, rs_kid(n, 1));
    case RS_NEG: return toss_is_real(x, rs_kid(n, 0));
    case RS_ADD:
    case RS_SUB:
    case RS_MUL: return toss_is_real(x, rs_kid(n, 0)) && toss_is_real(x, rs_kid(n, 1));
    case RS_DIV: /* whether a division by zero is come to depends on the order of searches */
        return toss_is_real(x, rs_kid(n, 0)) && known_value(x, rs_kid(n, 1), &value) && (value < 0 || value > 0);
    default: return false;
    }
}

/* ---- values ---- */

ir_value toss_real_values(toss_lowering *x, name_id function)
{
    ir_value_entry *entries = ARENA_ARRAY(x->arena, ir_value_entry, x->count + 1);
    for (uint32_t e = 0; e < x->count; e++)
        entries[e] =
            kit_pair(x->k, kit_value(x->k, toss_element(x, e)), kit_value_real(x->k, rs_value(x->s, function, e)));
    entries[x->count] = kit_pair(x->k, IR_NONE, kit_value_real(x->k, 0));
    return kit_entries(x->k, entries, x->count + 1);
}

/* What a number symbol of a counted function stands for, as a real. */
static ir_const table_of_numbers(toss_lowering *x, const toss_valued *v)
{
    const double key[2] = {v->low, v->high};
    const uint64_t hash = hash_bytes(key, sizeof key, 43);
    ir_const known = kit_known_constant(x->k, hash);
    if (known != IR_NONE)
        return known;
    const uint32_t count = (uint32_t)(v->high - v->low) + 1;
    ir_value_entry *entries = ARENA_ARRAY(x->arena, ir_value_entry, count + 1);
    for (uint32_t i = 0; i < count; i++)
        entries[i] = kit_pair(x->k, i ? kit_value(x->k, toss_number_symbol(v->numbers, i)) : IR_NONE,
                              kit_value_real(x->k, v->low + i));
    ir_type type = kit_arrow(x->k, toss_numbers_type(x, v->numbers), kit_real_type(x->k));
    return kit_constant(x->k, "number", hash, type, kit_entries(x->k, entries, count));
}

static ir_expr value_of(toss_lowering *x, const rs_node *n, const toss_env *env)
{
    x->k->at = n->span;
    const toss_valued *v = toss_find_function(x, n->name);
    ir_expr element = kit_var(x->k, env->of[n->slots[0]]);
    if (v && v->real)
        return kit_index(x->k, kit_var(x->k, v->variable), element);
    if (v)
        return kit_index(x->k, kit_const(x->k, table_of_numbers(x, v)),
                         kit_index(x->k, kit_var(x->k, v->variable), element));
    const uint64_t hash = hash_mix(n->name) ^ 47;
    ir_const table = kit_known_constant(x->k, hash);
    if (table == IR_NONE)
        table = kit_constant(x->k, rs_text(x->f, n->name), hash, toss_element_map(x, kit_real_type(x->k)),
                             toss_real_values(x, n->name));
    return kit_index(x->k, kit_const(x->k, table), element);
}

/* ---- sums ---- */

static ir_expr term(toss_lowering *x, const rs_node *n, const toss_env *env, ir_node *from);

static void add_up(toss_lowering *x, const rs_node *n, uint32_t index, toss_env *env, ir_var total, ir_node from,
                   ir_node to)
{
    x->k->at = n->span;
    if (index < n->count) {
        ir_var v = toss_take_variable(x);
        ir_node first = kit_node(x->k), last = kit_node(x->k);
        env->of[n->slots[index]] = v;
        toss_loop(x, v, from, first, last, to);
        add_up(x, n, index + 1, env, total, first, last);
        return;
    }
    ir_node inside = kit_node(x->k);
    kit_link_check(x->k, from, inside, toss_condition(x, rs_kid(n, 0), env, false));
    kit_link_check(x->k, from, to, toss_condition(x, rs_kid(n, 0), env, true));
    ir_expr more = term(x, rs_kid(n, 1), env, &inside);
    kit_link_assign(x->k, inside, to, kit_var(x->k, total), kit_operation(x->k, IR_ADD, kit_var(x->k, total), more));
}

static ir_var real_variable(toss_lowering *x, const char *hint, const void *owner)
{
    const uint64_t key = hash_mix((uint64_t)(uintptr_t)owner) ^ 41;
    const uint32_t *known = map_get(&x->made, key);
    if (known)
        return *known;
    ir_var v = toss_declare_variable(x, hint, kit_real_type(x->k), kit_value_real(x->k, 0));
    map_put(&x->made, key, v);
    return v;
}

static ir_expr sum(toss_lowering *x, const rs_node *n, const toss_env *env, ir_node *from)
{
    x->k->at = n->span;
    ir_var total = real_variable(x, "total", n);
    ir_node start = kit_node(x->k), end = kit_node(x->k);
    toss_env *inner = ARENA_NEW(x->scratch, toss_env);
    uint32_t used = x->used;
    *inner = *env;
    kit_link_assign(x->k, *from, start, kit_var(x->k, total), kit_real(x->k, 0));
    add_up(x, n, 0, inner, total, start, end);
    x->used = used;
    *from = end;
    return kit_var(x->k, total);
}

/* ---- terms ---- */

/* The edges that it needs begin at *from, which becomes their end. */
static ir_expr term(toss_lowering *x, const rs_node *n, const toss_env *env, ir_node *from)
{
    static const ir_op operations[] = {[RS_ADD] = IR_ADD, [RS_SUB] = IR_SUB, [RS_MUL] = IR_MUL, [RS_DIV] = IR_DIV};
    x->k->at = n->span;
    double value;
    if (known_value(x, n, &value))
        return kit_real(x->k, value);
    if (n->op == RS_INDICATOR)
        return kit_if(x->k, toss_condition(x, rs_kid(n, 0), env, false), kit_real(x->k, 1), kit_real(x->k, 0));
    if (n->op == RS_VALUE)
        return value_of(x, n, env);
    if (n->op == RS_SUM)
        return sum(x, n, env, from);
    ir_expr a = term(x, rs_kid(n, 0), env, from);
    if (n->op == RS_NEG)
        return kit_operation(x->k, IR_NEG, a, IR_NONE);
    ir_expr b = term(x, rs_kid(n, 1), env, from);
    return kit_operation(x->k, operations[n->op], a, b);
}

ir_expr toss_real_condition(toss_lowering *x, const rs_node *n, const toss_env *env, bool negated)
{
    static const ir_op signs[] = {
        [RS_EQ] = IR_EQ, [RS_NE] = IR_NE, [RS_LT] = IR_LT, [RS_LE] = IR_LE, [RS_GT] = IR_GT, [RS_GE] = IR_GE};
    x->k->at = n->span;
    if (!toss_is_real(x, rs_kid(n, 0)) || !toss_is_real(x, rs_kid(n, 1)))
        return IR_NONE;
    ir_node from = kit_node(x->k), end = from, to = kit_node(x->k);
    ir_expr a = term(x, rs_kid(n, 0), env, &end), b = term(x, rs_kid(n, 1), env, &end);
    ir_expr holds = kit_operation(x->k, signs[n->sign], a, b);
    if (end == from)
        return negated ? kit_negation(x->k, holds) : holds;
    kit_link_check(x->k, end, to, holds);
    ir_expr e = kit_reach(x->k, from, to);
    return negated ? kit_negation(x->k, e) : e;
}

void toss_assign_real(toss_lowering *x, const rs_node *n, const toss_env *env, ir_expr target, ir_node from, ir_node to)
{
    ir_expr value = term(x, n, env, &from);
    kit_link_assign(x->k, from, to, target, value);
}

ir_var toss_real_result(toss_lowering *x, const rs_node *n) { return real_variable(x, "result", &n->span); }
