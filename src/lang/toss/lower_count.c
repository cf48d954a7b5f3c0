/* Comparisons of numbers that depend on relations that rules change: sums are counted.
 *
 * The difference of both sides is made up of parts, each of which adds an integer: one that nothing changes, from a
 * table of the elements that it is about; `:(f)`, which adds when f holds; a sum, whose variables go through all
 * elements in order. What has come together so far is one of finitely many symbols, and adding to it is a table. */
#include "lang/toss/lower.h"

#include <math.h>
#include <stdlib.h>

enum { NUMBERS_MAX = 1024 };

/* The numbers from low to high. */
struct toss_numbers {
    int32_t low, high;
    ir_sym *symbols;
    name_id type;
};

typedef struct counting {
    toss_lowering *x;
    const toss_numbers *numbers;
    ir_var sum;
} counting;

/* ---- parts that nothing changes ---- */

/* Its values, for all elements of its variables (at most two); NULL: it is no such part, or they are no integers. */
static const double *fixed_values(toss_lowering *x, const rs_node *n, uint32_t *slots, uint32_t *count, uint32_t *cells)
{
    uint32_t frame[RS_SLOTS_MAX] = {0};
    rs_logic l;
    *count = toss_free_slots(n, slots);
    if (*count > 2 || !toss_is_static(x, n) || (double)x->count * x->count > TOSS_TABLE_MAX)
        return NULL;
    *cells = *count == 2 ? x->count * x->count : *count == 1 ? x->count : 1;
    double *values = ARENA_ARRAY(x->scratch, double, *cells + 1);
    rs_logic_init(&l, x->f, x->s, x->scratch, x->max_steps);
    for (uint32_t i = 0; i < *cells; i++) {
        if (*count > 0)
            frame[slots[0]] = *count == 2 ? i / x->count : i;
        if (*count == 2)
            frame[slots[1]] = i % x->count;
        values[i] = rs_number(&l, n, frame);
        if (l.problem || !(fabs(values[i]) < NUMBERS_MAX) || values[i] != floor(values[i]))
            return NULL;
    }
    return values;
}

/* The factor that nothing changes, when one of both has no variables. */
static const rs_node *split_product(toss_lowering *x, const rs_node *n, double *factor)
{
    uint32_t slots[RS_SLOTS_MAX], count, cells;
    for (int i = 0; i < 2; i++) {
        const double *values = fixed_values(x, rs_kid(n, i), slots, &count, &cells);
        if (values && count == 0) {
            *factor = values[0];
            return rs_kid(n, 1 - i);
        }
    }
    return NULL;
}

/* ---- how large it can become ---- */

typedef struct extent {
    toss_lowering *x;
    double low, high; /* with 0 between them, whatever has been added so far */
    double values;    /* most of a function that rules change */
    bool fine;
} extent;

/* Of a function that rules change. */
static void value_range(const toss_lowering *x, const rs_node *n, double *least, double *most)
{
    const toss_valued *v = toss_find_function(x, n->name);
    double low = v->low, high = v->high;
    for (uint32_t i = 0; i < x->bounds.count; i++) {
        const toss_bound *b = &vec_at(&x->bounds, i);
        if (b->function == n->name && b->slot == n->slots[0] && fmax(low, b->low) <= fmin(high, b->high)) {
            low = fmax(low, b->low);
            high = fmin(high, b->high);
        }
    }
    *least = low;
    *most = high;
}

static void measure(extent *r, const rs_node *n, double factor, double times)
{
    uint32_t slots[RS_SLOTS_MAX], count, cells;
    const double *values = fixed_values(r->x, n, slots, &count, &cells);
    double low = 0, high = 0, inner;
    if (values) {
        for (uint32_t i = 0; i < cells; i++) {
            low = fmin(low, factor * values[i]);
            high = fmax(high, factor * values[i]);
        }
    } else {
        switch (n->op) {
        case RS_ADD:
        case RS_SUB:
            measure(r, rs_kid(n, 0), factor, times);
            measure(r, rs_kid(n, 1), n->op == RS_ADD ? factor : -factor, times);
            return;
        case RS_NEG: measure(r, rs_kid(n, 0), -factor, times); return;
        case RS_MUL: {
            const rs_node *rest = split_product(r->x, n, &inner);
            if (rest)
                measure(r, rest, factor * inner, times);
            r->fine &= rest != NULL;
            return;
        }
        case RS_INDICATOR:
            low = fmin(0, factor);
            high = fmax(0, factor);
            break;
        case RS_VALUE: {
            double least, most;
            const toss_valued *v = toss_find_function(r->x, n->name);
            if (!v || v->real) { /* no integers */
                r->fine = false;
                return;
            }
            value_range(r->x, n, &least, &most);
            r->values = fmax(r->values, v->high - v->low + 1);
            low = fmin(0, fmin(factor * least, factor * most));
            high = fmax(0, fmax(factor * least, factor * most));
            break;
        }
        case RS_SUM: measure(r, rs_kid(n, 1), factor, times * pow(r->x->count, n->count)); return;
        default: r->fine = false; return;
        }
    }
    r->low += times * low;
    r->high += times * high;
}

static extent extent_of(toss_lowering *x, const rs_node *n)
{
    extent r = {.x = x, .fine = true};
    measure(&r, n, 1, 1);
    return r;
}

/* Tables of numbers are no larger than others. */
static bool can_count(const extent *r)
{
    const double numbers = r->high - r->low + 1;
    return r->fine && r->x->count > 0 && numbers <= NUMBERS_MAX && numbers * r->values <= TOSS_TABLE_MAX;
}

/* ---- tables ---- */

static ir_value number(const counting *c, double value)
{
    const toss_numbers *n = c->numbers;
    double inside = fmin(fmax(value, n->low), n->high);
    return kit_value(c->x->k, n->symbols[(int32_t)inside - n->low]);
}

static ir_value adding(const counting *c, double value)
{
    const toss_numbers *n = c->numbers;
    uint32_t count = (uint32_t)(n->high - n->low) + 1;
    ir_value_entry *entries = ARENA_ARRAY(c->x->arena, ir_value_entry, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        double before = n->low + (double)i;
        entries[i] = kit_pair(c->x->k, i ? kit_value(c->x->k, n->symbols[i]) : IR_NONE, number(c, before + value));
    }
    return kit_entries(c->x->k, entries, count);
}

ir_type toss_numbers_type(toss_lowering *x, const toss_numbers *n) { return kit_type_named(x->k, n->type); }

ir_sym toss_number_symbol(const toss_numbers *n, double value) { return n->symbols[(int32_t)value - n->low]; }

static ir_type numbers_type(const counting *c) { return toss_numbers_type(c->x, c->numbers); }

/* What is added for the elements from `first` on, as nested maps: to a number the sum. */
static ir_value table_value(const counting *c, const double *values, uint32_t depth, const ir_value *by_value)
{
    toss_lowering *x = c->x;
    if (depth == 0)
        return by_value[(int32_t)values[0] + NUMBERS_MAX];
    uint32_t stride = depth == 2 ? x->count : 1;
    ir_value_entry *entries = ARENA_ARRAY(x->arena, ir_value_entry, x->count + 1);
    for (uint32_t e = 0; e < x->count; e++)
        entries[e] = kit_pair(c->x->k, e ? kit_value(x->k, toss_element(x, e)) : IR_NONE,
                              table_value(c, values + (size_t)e * stride, depth - 1, by_value));
    return kit_entries(x->k, entries, x->count);
}

/* Adds what the values say of the elements. */
static void add_values(const counting *c, const double *values, const uint32_t *slots, uint32_t count, uint32_t cells,
                       double factor, const toss_env *env, ir_node from, ir_node to)
{
    toss_lowering *x = c->x;
    double *scaled = ARENA_ARRAY(x->scratch, double, cells + 3);
    for (uint32_t i = 0; i < cells; i++)
        scaled[i] = factor * values[i];
    scaled[cells] = c->numbers->low;
    scaled[cells + 1] = c->numbers->high;
    uint64_t hash = hash_bytes(scaled, (cells + 2) * sizeof *scaled, 11 + count);
    ir_const table = kit_known_constant(x->k, hash);
    if (table == IR_NONE) {
        ir_value *by_value = ARENA_ARRAY(x->scratch, ir_value, 2 * NUMBERS_MAX + 1);
        bool *made = ARENA_ARRAY(x->scratch, bool, 2 * NUMBERS_MAX + 1);
        for (uint32_t i = 0; i < cells; i++) {
            int32_t at = (int32_t)scaled[i] + NUMBERS_MAX;
            if (!made[at])
                by_value[at] = adding(c, scaled[i]);
            made[at] = true;
        }
        ir_type type = kit_arrow(x->k, numbers_type(c), numbers_type(c));
        for (uint32_t i = 0; i < count; i++)
            type = toss_element_map(x, type);
        table = kit_constant(x->k, "plus", hash, type, table_value(c, scaled, count, by_value));
    }
    ir_expr e = kit_const(x->k, table);
    for (uint32_t i = 0; i < count; i++)
        e = kit_index(x->k, e, kit_var(c->x->k, env->of[slots[i]]));
    kit_link_assign(x->k, from, to, kit_var(c->x->k, c->sum), kit_index(x->k, e, kit_var(c->x->k, c->sum)));
}

/* Adds the value of a function that rules change. */
static void add_function(const counting *c, const rs_node *n, double factor, const toss_env *env, ir_node from,
                         ir_node to)
{
    toss_lowering *x = c->x;
    const toss_valued *v = toss_find_function(x, n->name);
    const double key[5] = {v->low, v->high, factor, c->numbers->low, c->numbers->high};
    uint64_t hash = hash_bytes(key, sizeof key, 37);
    ir_const table = kit_known_constant(x->k, hash);
    if (table == IR_NONE) {
        uint32_t count = (uint32_t)(v->numbers->high - v->numbers->low) + 1;
        ir_value_entry *entries = ARENA_ARRAY(x->arena, ir_value_entry, count + 1);
        for (uint32_t i = 0; i < count; i++)
            entries[i] = kit_pair(c->x->k, i ? kit_value(x->k, v->numbers->symbols[i]) : IR_NONE,
                                  adding(c, factor * (v->low + i)));
        ir_type type = kit_arrow(x->k, numbers_type(c), numbers_type(c));
        table = kit_constant(x->k, "plus", hash, kit_arrow(x->k, toss_numbers_type(x, v->numbers), type),
                             kit_entries(x->k, entries, count));
    }
    ir_expr value = kit_index(x->k, kit_var(c->x->k, v->variable), kit_var(c->x->k, env->of[n->slots[0]]));
    ir_expr row = kit_index(x->k, kit_const(x->k, table), value);
    kit_link_assign(x->k, from, to, kit_var(c->x->k, c->sum), kit_index(x->k, row, kit_var(c->x->k, c->sum)));
}

static ir_const next_table(toss_lowering *x)
{
    uint64_t hash = hash_mix(13);
    ir_const known = kit_known_constant(x->k, hash);
    if (known != IR_NONE)
        return known;
    ir_value_entry *entries = ARENA_ARRAY(x->arena, ir_value_entry, x->count + 1);
    for (uint32_t e = 0; e + 1 < x->count; e++)
        entries[e] = kit_pair(x->k, kit_value(x->k, toss_element(x, e)), kit_value(x->k, toss_element(x, e + 1)));
    entries[x->count - 1] = kit_pair(x->k, IR_NONE, kit_value(x->k, x->nowhere));
    ir_type type = toss_element_map(x, kit_type_named(x->k, x->element_or_none));
    return kit_constant(x->k, "next", hash, type, kit_entries(x->k, entries, x->count));
}

void toss_loop(toss_lowering *x, ir_var v, ir_node from, ir_node first, ir_node last, ir_node to)
{
    ir_node behind = kit_node(x->k);
    ir_expr none = kit_symbol(x->k, x->nowhere), here = kit_var(x->k, v);
    kit_link_assign(x->k, from, first, kit_var(x->k, v), kit_symbol(x->k, toss_element(x, 0)));
    kit_link_assign(x->k, last, behind, kit_var(x->k, v), kit_index(x->k, kit_const(x->k, next_table(x)), here));
    kit_link_check(x->k, behind, first, kit_equal(x->k, false, kit_var(x->k, v), none));
    kit_link_check(x->k, behind, to, kit_equal(x->k, true, kit_var(x->k, v), none));
}

/* ---- parts ---- */

static void add_part(const counting *c, const rs_node *n, double factor, const toss_env *env, ir_node from, ir_node to);

/* The part, when the condition holds: one of two edges. */
static void add_if(const counting *c, const rs_node *condition, const rs_node *part, double factor, const toss_env *env,
                   ir_node from, ir_node to)
{
    static const double one = 1;
    toss_lowering *x = c->x;
    ir_node inside = kit_node(x->k);
    kit_link_check(x->k, from, inside, toss_condition(x, condition, env, false));
    kit_link_check(x->k, from, to, toss_condition(x, condition, env, true));
    if (part)
        add_part(c, part, factor, env, inside, to);
    else
        add_values(c, &one, NULL, 0, 1, factor, env, inside, to);
}

/* From the variable `at` of the sum on. */
static void add_loop(const counting *c, const rs_node *n, uint32_t at, double factor, toss_env *env, ir_node from,
                     ir_node to)
{
    toss_lowering *x = c->x;
    if (at == n->count) {
        add_if(c, rs_kid(n, 0), rs_kid(n, 1), factor, env, from, to);
        return;
    }
    ir_var v = toss_take_variable(x);
    ir_node first = kit_node(x->k), last = kit_node(x->k);
    env->of[n->slots[at]] = v;
    toss_loop(x, v, from, first, last, to);
    add_loop(c, n, at + 1, factor, env, first, last);
}

static void add_part(const counting *c, const rs_node *n, double factor, const toss_env *env, ir_node from, ir_node to)
{
    toss_lowering *x = c->x;
    uint32_t slots[RS_SLOTS_MAX], count, cells;
    const double *values = fixed_values(x, n, slots, &count, &cells);
    double inner = 1;
    if (x->failed)
        return;
    if (values) {
        add_values(c, values, slots, count, cells, factor, env, from, to);
        return;
    }
    switch (n->op) {
    case RS_ADD:
    case RS_SUB: {
        ir_node middle = kit_node(x->k);
        add_part(c, rs_kid(n, 0), factor, env, from, middle);
        add_part(c, rs_kid(n, 1), n->op == RS_ADD ? factor : -factor, env, middle, to);
        return;
    }
    case RS_NEG: add_part(c, rs_kid(n, 0), -factor, env, from, to); return;
    case RS_MUL: {
        const rs_node *rest = split_product(x, n, &inner);
        add_part(c, rest, factor * inner, env, from, to);
        return;
    }
    case RS_INDICATOR: add_if(c, rs_kid(n, 0), NULL, factor, env, from, to); return;
    case RS_VALUE: add_function(c, n, factor, env, from, to); return;
    default: { /* a sum */
        toss_env *inside = ARENA_NEW(x->scratch, toss_env);
        uint32_t used = x->used;
        *inside = *env;
        add_loop(c, n, 0, factor, inside, from, to);
        x->used = used;
    }
    }
}

/* ---- comparing ---- */

static bool satisfies(rs_sign sign, double d)
{
    switch (sign) {
    case RS_EQ: return d >= 0 && d <= 0;
    case RS_NE: return d < 0 || d > 0;
    case RS_LT: return d < 0;
    case RS_LE: return d <= 0;
    case RS_GT: return d > 0;
    case RS_GE: break;
    }
    return d >= 0;
}

const toss_numbers *toss_numbers_of(toss_lowering *x, int32_t low, int32_t high)
{
    for (uint32_t i = 0; i < x->numbers.count; i++)
        if (vec_at(&x->numbers, i)->low == low && vec_at(&x->numbers, i)->high == high)
            return vec_at(&x->numbers, i);
    toss_numbers *n = ARENA_NEW(x->scratch, toss_numbers);
    uint32_t count = (uint32_t)(high - low) + 1;
    *n = (toss_numbers){low, high, ARENA_ARRAY(x->arena, ir_sym, count + 1), 0};
    for (uint32_t i = 0; i < count; i++) {
        int32_t value = low + (int32_t)i;
        n->symbols[i] = kit_own_sym(x->k, arena_printf(x->arena, value < 0 ? "sum_minus_%d" : "sum_%d", abs(value)));
    }
    n->type = kit_set_type(x->k, arena_printf(x->arena, "Sum_%u", x->numbers.count), n->symbols, count);
    vec_push(x->scratch, &x->numbers, n);
    return n;
}

static counting counting_of(toss_lowering *x, const rs_node *n, const extent *r)
{
    counting c = {x, toss_numbers_of(x, (int32_t)r->low, (int32_t)r->high), IR_NONE};
    const uint64_t key = hash_mix((uint64_t)(uintptr_t)n) ^ 17;
    const uint32_t *known = map_get(&x->made, key);
    c.sum = known ? *known : toss_declare_variable(x, "sum", numbers_type(&c), number(&c, 0));
    map_put(&x->made, key, c.sum);
    return c;
}

/* From `from` to `to` the parts of both are added, the other one's with the sign turned. */
static counting count_between(toss_lowering *x, const rs_node *n, const rs_node *one, const rs_node *other,
                              const extent *r, const toss_env *env, ir_node from, ir_node to)
{
    counting c = counting_of(x, n, r);
    ir_node start = kit_node(x->k), middle = other ? kit_node(x->k) : to;
    kit_link_assign(x->k, from, start, kit_var(c.x->k, c.sum), kit_symbol(x->k, c.numbers->symbols[-c.numbers->low]));
    add_part(&c, one, 1, env, start, middle);
    if (other)
        add_part(&c, other, -1, env, middle, to);
    return c;
}

/* What a table says of the sum: a function of the number, and of what kind of table it is. */
static ir_expr look_up(const counting *c, const char *hint, uint64_t kind, ir_type to,
                       ir_sym (*of)(const counting *c, double value, uint64_t kind))
{
    toss_lowering *x = c->x;
    const double range[3] = {c->numbers->low, c->numbers->high, (double)kind};
    const uint64_t hash = hash_bytes(range, sizeof range, 19);
    ir_const table = kit_known_constant(x->k, hash);
    if (table == IR_NONE) {
        uint32_t count = (uint32_t)(c->numbers->high - c->numbers->low) + 1;
        ir_value_entry *entries = ARENA_ARRAY(x->arena, ir_value_entry, count + 1);
        for (uint32_t i = 0; i < count; i++)
            entries[i] = kit_pair(c->x->k, i ? kit_value(x->k, c->numbers->symbols[i]) : IR_NONE,
                                  kit_value(x->k, of(c, c->numbers->low + (double)i, kind)));
        table = kit_constant(x->k, hint, hash, kit_arrow(x->k, numbers_type(c), to), kit_entries(x->k, entries, count));
    }
    return kit_index(x->k, kit_const(x->k, table), kit_var(c->x->k, c->sum));
}

static ir_sym whether(const counting *c, double value, uint64_t sign)
{
    return satisfies((rs_sign)sign, value) ? c->x->one : c->x->zero;
}

/* IR_NONE: it is not made up of such parts, or there would be too many numbers. */
ir_expr toss_count_condition(toss_lowering *x, const rs_node *n, const toss_env *env, bool negated)
{
    extent r = {.x = x, .fine = true};
    measure(&r, rs_kid(n, 0), 1, 1);
    measure(&r, rs_kid(n, 1), -1, 1);
    if (!can_count(&r))
        return IR_NONE;
    ir_node from = kit_node(x->k), end = kit_node(x->k), to = kit_node(x->k);
    counting c = count_between(x, n, rs_kid(n, 0), rs_kid(n, 1), &r, env, from, end);
    ir_expr holds = look_up(&c, "enough", n->sign, kit_type_named(x->k, x->bool_type), whether);
    kit_link_check(x->k, end, to, kit_equal(x->k, true, holds, kit_symbol(x->k, x->one)));
    ir_expr e = kit_reach(x->k, from, to);
    return negated ? kit_negation(x->k, e) : e;
}

/* ---- payoffs ---- */

bool toss_count_range(toss_lowering *x, const rs_node *n, int32_t *low, int32_t *high)
{
    double least, most;
    bool fine = toss_measure(x, n, &least, &most);
    *low = fine ? (int32_t)least : 0;
    *high = fine ? (int32_t)most : 0;
    return fine;
}

static ir_sym score(const counting *c, double value, uint64_t kind)
{
    (void)kind;
    return toss_score(c->x, value);
}

void toss_count_score(toss_lowering *x, const rs_node *n, const toss_env *env, ir_expr goal, ir_node from, ir_node to)
{
    enum { SCORES = 100 }; /* no sign */
    extent r = extent_of(x, n);
    ir_node end = kit_node(x->k);
    counting c = count_between(x, n, n, NULL, &r, env, from, end);
    ir_type type = kit_type_named(x->k, intern_cstr(x->f->names, "Score"));
    kit_link_assign(x->k, end, to, goal, look_up(&c, "worth", SCORES, type, score));
}

/* ---- values ---- */

bool toss_measure(toss_lowering *x, const rs_node *n, double *low, double *high)
{
    extent r = extent_of(x, n);
    *low = r.low;
    *high = r.high;
    return can_count(&r);
}

bool toss_fixed_number(toss_lowering *x, const rs_node *n, double *value)
{
    uint32_t slots[RS_SLOTS_MAX], count, cells;
    const double *values = fixed_values(x, n, slots, &count, &cells);
    if (!values || count > 0)
        return false;
    *value = values[0];
    return true;
}

void toss_count_value(toss_lowering *x, const rs_node *n, const toss_env *env, ir_node from, ir_node to)
{
    extent r = extent_of(x, n);
    x->bounds.count = 0; /* they are of this frame alone */
    count_between(x, n, n, NULL, &r, env, from, to);
}

static ir_sym as_number(const counting *c, double value, uint64_t kind)
{
    const toss_numbers *n = vec_at(&c->x->numbers, kind - NUMBERS_MAX);
    return toss_number_symbol(n, fmin(fmax(value, n->low), n->high));
}

ir_expr toss_counted_value(toss_lowering *x, const rs_node *n, const toss_numbers *as)
{
    extent r = extent_of(x, n);
    counting c = counting_of(x, n, &r);
    uint32_t index = 0;
    while (vec_at(&x->numbers, index) != as)
        index++;
    return look_up(&c, "now", NUMBERS_MAX + index, toss_numbers_type(x, as), as_number);
}
