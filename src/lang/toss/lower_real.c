/* Terms that are no short sums of integers, as reals of the automaton: in the order in which the rules themselves would
 * be followed, so that both machines round alike. The tree of a term becomes an expression; in front of it each sum is
 * found by going through all elements in order, into a variable of its own. */
#include "lang/toss/lower.h"

#include <math.h>

static ir_expr variable(toss_lowering *x, ir_var v, src_span at) { return irb_expr_var(x->g, v, at); }

/* The value of a part without variables that nothing changes. */
static bool known_value(toss_lowering *x, const toss_node *n, double *value)
{
    uint32_t slots[TOSS_SLOTS_MAX], frame[TOSS_SLOTS_MAX] = {0};
    toss_logic l;
    if (n->op == TOSS_NUMBER) {
        *value = n->number;
        return isfinite(*value);
    }
    if (toss_free_slots(n, slots) > 0 || !toss_is_static(x, n))
        return false;
    toss_logic_init(&l, x->f, x->s, x->scratch, x->max_steps);
    *value = toss_number(&l, n, frame);
    return !l.problem && isfinite(*value);
}

bool toss_is_real(toss_lowering *x, const toss_node *n)
{
    double value;
    if (x->present != NAME_NONE) /* the order of elements that come and go is another one */
        return false;
    if (known_value(x, n, &value))
        return true;
    switch ((int)n->op) {
    case TOSS_INDICATOR: return true;
    case TOSS_VALUE: return true;
    case TOSS_SUM: return toss_is_real(x, n->kids[1]);
    case TOSS_NEG: return toss_is_real(x, n->kids[0]);
    case TOSS_ADD:
    case TOSS_SUB:
    case TOSS_MUL: return toss_is_real(x, n->kids[0]) && toss_is_real(x, n->kids[1]);
    case TOSS_DIV: /* whether a division by zero is come to depends on the order of searches */
        return toss_is_real(x, n->kids[0]) && known_value(x, n->kids[1], &value) && (value < 0 || value > 0);
    default: return false;
    }
}

/* ---- values ---- */

ir_value toss_real_values(toss_lowering *x, name_id function, src_span at)
{
    ir_value_entry *entries = ARENA_ARRAY(x->arena, ir_value_entry, x->count + 1);
    for (uint32_t e = 0; e < x->count; e++)
        entries[e] = (ir_value_entry){irb_value_symbol(x->g, x->elements[e], at),
                                      irb_value_real(x->g, toss_value(x->s, function, e), at), at};
    entries[x->count] = (ir_value_entry){IR_NONE, irb_value_real(x->g, 0, at), at};
    return irb_value_map(x->g, entries, x->count + 1, at);
}

/* What a number symbol of a counted function stands for, as a real. */
static ir_const table_of_numbers(toss_lowering *x, const toss_valued *v, src_span at)
{
    const double key[2] = {v->low, v->high};
    const uint64_t hash = hash_bytes(key, sizeof key, 43);
    ir_const known = kit_known_constant(x->k, hash);
    if (known != IR_NONE)
        return known;
    const uint32_t count = (uint32_t)(v->high - v->low) + 1;
    ir_value_entry *entries = ARENA_ARRAY(x->arena, ir_value_entry, count + 1);
    for (uint32_t i = 0; i < count; i++)
        entries[i] = (ir_value_entry){i ? irb_value_symbol(x->g, toss_number_symbol(v->numbers, i), at) : IR_NONE,
                                      irb_value_real(x->g, v->low + i, at), at};
    ir_type type = irb_arrow_type(x->g, toss_numbers_type(x, v->numbers, at), irb_real_type(x->g, at), at);
    return kit_constant(x->k, "number", hash, type, irb_value_map(x->g, entries, count, at));
}

static ir_expr value_of(toss_lowering *x, const toss_node *n, const toss_env *env)
{
    src_span at = n->span;
    const toss_valued *v = toss_find_function(x, n->name);
    ir_expr element = variable(x, env->of[n->slots[0]], at);
    if (v && v->real)
        return irb_expr_index(x->g, variable(x, v->variable, at), element, at);
    if (v)
        return irb_expr_index(x->g, irb_expr_const(x->g, table_of_numbers(x, v, at), at),
                              irb_expr_index(x->g, variable(x, v->variable, at), element, at), at);
    const uint64_t hash = hash_mix(n->name) ^ 47;
    ir_const table = kit_known_constant(x->k, hash);
    if (table == IR_NONE)
        table = kit_constant(x->k, toss_text(x->f, n->name), hash, toss_element_map(x, irb_real_type(x->g, at), at),
                             toss_real_values(x, n->name, at));
    return irb_expr_index(x->g, irb_expr_const(x->g, table, at), element, at);
}

/* ---- sums ---- */

static ir_expr term(toss_lowering *x, const toss_node *n, const toss_env *env, ir_node *from);

static void add_up(toss_lowering *x, const toss_node *n, uint32_t index, toss_env *env, ir_var total, ir_node from,
                   ir_node to)
{
    src_span at = n->span;
    if (index < n->count) {
        ir_var v = toss_take_variable(x);
        ir_node first = toss_fresh(x, at), last = toss_fresh(x, at);
        env->of[n->slots[index]] = v;
        toss_loop(x, v, from, first, last, to, at);
        add_up(x, n, index + 1, env, total, first, last);
        return;
    }
    ir_node inside = toss_fresh(x, at);
    irb_check(x->g, from, inside, toss_condition(x, n->kids[0], env, false), at);
    irb_check(x->g, from, to, toss_condition(x, n->kids[0], env, true), at);
    ir_expr more = term(x, n->kids[1], env, &inside);
    irb_assign(x->g, inside, to, variable(x, total, at),
               irb_expr(x->g, IR_ADD, variable(x, total, at), more, IR_NONE, at), at);
}

static ir_var real_variable(toss_lowering *x, const char *hint, const void *owner, src_span at)
{
    const uint64_t key = hash_mix((uint64_t)(uintptr_t)owner) ^ 41;
    const uint32_t *known = map_get(&x->made, key);
    if (known)
        return *known;
    ir_var v = toss_declare_variable(x, hint, irb_real_type(x->g, at), irb_value_real(x->g, 0, at), at);
    map_put(&x->made, key, v);
    return v;
}

static ir_expr sum(toss_lowering *x, const toss_node *n, const toss_env *env, ir_node *from)
{
    src_span at = n->span;
    ir_var total = real_variable(x, "total", n, at);
    ir_node start = toss_fresh(x, at), end = toss_fresh(x, at);
    toss_env *inner = ARENA_NEW(x->scratch, toss_env);
    uint32_t used = x->used;
    *inner = *env;
    irb_assign(x->g, *from, start, variable(x, total, at), irb_expr_real(x->g, 0, at), at);
    add_up(x, n, 0, inner, total, start, end);
    x->used = used;
    *from = end;
    return variable(x, total, at);
}

/* ---- terms ---- */

/* The edges that it needs begin at *from, which becomes their end. */
static ir_expr term(toss_lowering *x, const toss_node *n, const toss_env *env, ir_node *from)
{
    static const ir_op operations[] = {
        [TOSS_ADD] = IR_ADD, [TOSS_SUB] = IR_SUB, [TOSS_MUL] = IR_MUL, [TOSS_DIV] = IR_DIV};
    src_span at = n->span;
    double value;
    if (known_value(x, n, &value))
        return irb_expr_real(x->g, value, at);
    if (n->op == TOSS_INDICATOR)
        return irb_expr(x->g, IR_IF, toss_condition(x, n->kids[0], env, false), irb_expr_real(x->g, 1, at),
                        irb_expr_real(x->g, 0, at), at);
    if (n->op == TOSS_VALUE)
        return value_of(x, n, env);
    if (n->op == TOSS_SUM)
        return sum(x, n, env, from);
    ir_expr a = term(x, n->kids[0], env, from);
    if (n->op == TOSS_NEG)
        return irb_expr(x->g, IR_NEG, a, IR_NONE, IR_NONE, at);
    ir_expr b = term(x, n->kids[1], env, from);
    return irb_expr(x->g, operations[n->op], a, b, IR_NONE, at);
}

ir_expr toss_real_condition(toss_lowering *x, const toss_node *n, const toss_env *env, bool negated)
{
    static const ir_op signs[] = {[TOSS_EQ] = IR_EQ, [TOSS_NE] = IR_NE, [TOSS_LT] = IR_LT,
                                  [TOSS_LE] = IR_LE, [TOSS_GT] = IR_GT, [TOSS_GE] = IR_GE};
    src_span at = n->span;
    if (!toss_is_real(x, n->kids[0]) || !toss_is_real(x, n->kids[1]))
        return IR_NONE;
    ir_node from = toss_fresh(x, at), end = from, to = toss_fresh(x, at);
    ir_expr a = term(x, n->kids[0], env, &end), b = term(x, n->kids[1], env, &end);
    ir_expr holds = irb_expr(x->g, signs[n->sign], a, b, IR_NONE, at);
    if (end == from)
        return negated ? irb_expr(x->g, IR_NOT, holds, IR_NONE, IR_NONE, at) : holds;
    irb_check(x->g, end, to, holds, at);
    ir_expr e = irb_expr_reach(x->g, from, to, at);
    return negated ? irb_expr(x->g, IR_NOT, e, IR_NONE, IR_NONE, at) : e;
}

void toss_assign_real(toss_lowering *x, const toss_node *n, const toss_env *env, ir_expr target, ir_node from,
                      ir_node to)
{
    ir_expr value = term(x, n, env, &from);
    irb_assign(x->g, from, to, target, value, n->span);
}

ir_var toss_real_result(toss_lowering *x, const toss_node *n) { return real_variable(x, "result", &n->span, n->span); }
