/* Expressions that fold, and edges written at a cursor. */
#include "lang/ludii/lower/lower.h"

#include <string.h>

#define AT x->at

/* ---- types, variables, tables ---- */

ir_type lu_type(lu *x, int32_t low, int32_t high)
{
    uint64_t key = hash_mix((uint64_t)(uint32_t)low << 32 | (uint32_t)high);
    uint32_t *known = map_get(&x->types, key);
    if (known)
        return *known;
    ir_type t = irb_int_type(x->g, low, high, AT);
    map_put(&x->types, key, t);
    return t;
}

static name_id fresh_name(lu *x, const char *hint)
{
    name_id name = intern_cstr(x->f->names, hint);
    while (irb_find_variable(x->g, name) != IR_NONE || irb_find_constant(x->g, name) != IR_NONE ||
           map_get(&x->g->typedef_by_name, name))
        name = intern_printf(x->f->names, "%s_%u", hint, ++x->fresh);
    return name;
}

ir_var lu_variable(lu *x, const char *name, int32_t low, int32_t high, int32_t initial)
{
    return irb_variable(x->g, fresh_name(x, name), lu_type(x, low, high), irb_value_int(x->g, initial, AT), AT);
}

ir_var lu_scratch(lu *x, const char *name, int32_t low, int32_t high)
{
    return lu_variable(x, name, low, high, low > 0 ? low : high < 0 ? high : 0);
}

enum { SHARED_INTEGERS = 4096 };

/* Values of small integers are shared. */
static ir_value integer(lu *x, int32_t n)
{
    if (n < 0 || n >= SHARED_INTEGERS)
        return irb_value_int(x->g, n, AT);
    x->integers = x->integers ? x->integers : ARENA_ARRAY(x->a, ir_value, SHARED_INTEGERS);
    if (!x->integers[n])
        x->integers[n] = irb_value_int(x->g, n, AT) + 1;
    return x->integers[n] - 1;
}

static ir_value map_value(lu *x, int32_t first, const int32_t *values, uint32_t count, int32_t other)
{
    ir_value_entry *e = ARENA_ARRAY(x->a, ir_value_entry, count + 1);
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++)
        if (values[i] != other)
            e[n++] = (ir_value_entry){integer(x, first + (int32_t)i), integer(x, values[i]), AT};
    e[n++] = (ir_value_entry){IR_NONE, integer(x, other), AT};
    return irb_value_map(x->g, e, n, AT);
}

ir_var lu_array(lu *x, const char *name, int32_t first, int32_t last, int32_t low, int32_t high, const int32_t *initial)
{
    ir_type t = irb_arrow_type(x->g, lu_type(x, first, last), lu_type(x, low, high), AT);
    int32_t zero = low > 0 ? low : 0;
    return irb_variable(x->g, fresh_name(x, name), t,
                        map_value(x, 0, initial, initial ? (uint32_t)(last + 1) : 0, zero), AT);
}

static void bounds(const int32_t *values, size_t count, int32_t *low, int32_t *high)
{
    for (size_t i = 0; i < count; i++) {
        *low = values[i] < *low ? values[i] : *low;
        *high = values[i] > *high ? values[i] : *high;
    }
}

static ir_const new_constant(lu *x, uint64_t hash, ir_type type, ir_value value)
{
    ir_const c = irb_constant(x->g, fresh_name(x, "table"), type, value, AT);
    map_put(&x->constants, hash, c);
    return c;
}

ir_const lu_table(lu *x, int32_t first, const int32_t *values, uint32_t count, int32_t other)
{
    uint64_t hash =
        hash_bytes(values, sizeof *values * count, hash_mix((uint64_t)(uint32_t)first << 32 | (uint32_t)other) + count);
    const uint32_t *known = map_get(&x->constants, hash);
    if (known)
        return *known;
    int32_t low = other, high = other;
    bounds(values, count, &low, &high);
    int32_t start = first < -2 ? first : -2, last = first + (int32_t)count - 1;
    ir_type t = irb_arrow_type(x->g, lu_type(x, start, last > start ? last : start), lu_type(x, low, high), AT);
    return new_constant(x, hash, t, map_value(x, first, values, count, other));
}

ir_const lu_table2(lu *x, int32_t first, const int32_t *values, uint32_t count, uint32_t width, int32_t other)
{
    uint64_t hash = hash_bytes(values, sizeof *values * count * width,
                               hash_mix((uint64_t)(uint32_t)first << 32 | (uint32_t)other) + width * 77777u);
    const uint32_t *known = map_get(&x->constants, hash);
    if (known)
        return *known;
    int32_t low = other, high = other;
    bounds(values, (size_t)count * width, &low, &high);
    ir_value_entry *rows = ARENA_ARRAY(x->a, ir_value_entry, count + 1);
    for (uint32_t i = 0; i < count; i++)
        rows[i] = (ir_value_entry){integer(x, first + (int32_t)i),
                                   map_value(x, 0, values + (size_t)i * width, width, other), AT};
    rows[count] = (ir_value_entry){IR_NONE, map_value(x, 0, NULL, 0, other), AT};
    ir_type row = irb_arrow_type(x->g, lu_type(x, 0, (int32_t)width - 1), lu_type(x, low, high), AT);
    int32_t start = first < -2 ? first : -2;
    ir_type t = irb_arrow_type(x->g, lu_type(x, start, first + (int32_t)count - 1), row, AT);
    return new_constant(x, hash, t, irb_value_map(x->g, rows, count + 1, AT));
}

/* ---- numbers ---- */

lu_num lu_known(int32_t value)
{
    return (lu_num){.known = true, .value = value, .e = IR_NONE, .low = value, .high = value};
}

lu_num lu_of(lu *x, ir_expr e, int32_t low, int32_t high)
{
    (void)x;
    return low == high ? lu_known(low) : (lu_num){.e = e, .low = low, .high = high};
}

static lu_num of_type(lu *x, ir_expr e, ir_type t)
{
    const ir_type_data *d = ir_type_at(x->g, ir_resolve(x->g, t));
    return lu_of(x, e, d->low, d->high);
}

lu_num lu_read(lu *x, ir_var v) { return of_type(x, irb_expr_var(x->g, v, AT), vec_at(&x->g->variables, v).type); }

ir_expr lu_e(lu *x, lu_num n) { return n.known ? irb_expr_int(x->g, n.value, AT) : n.e; }

static int64_t clipped(int64_t v) { return v < -1000000000 ? -1000000000 : v > 1000000000 ? 1000000000 : v; }

static int64_t product_bound(lu_num a, lu_num b, bool high)
{
    int64_t p[4] = {(int64_t)a.low * b.low, (int64_t)a.low * b.high, (int64_t)a.high * b.low, (int64_t)a.high * b.high},
            best = p[0];
    for (int i = 1; i < 4; i++)
        if (high ? p[i] > best : p[i] < best)
            best = p[i];
    return clipped(best);
}

static int32_t modulo(int32_t a, int32_t b)
{
    int32_t m = a % b;
    return m < 0 ? m + (b < 0 ? -b : b) : m;
}

static bool fold(ir_op op, int32_t a, int32_t b, int32_t *out)
{
    int64_t r;
    if (op == IR_ADD)
        r = (int64_t)a + b;
    else if (op == IR_SUB)
        r = (int64_t)a - b;
    else if (op == IR_MUL)
        r = (int64_t)a * b;
    else if (op == IR_DIV && b)
        r = (int64_t)a / b;
    else if (op == IR_MOD && b)
        r = modulo(a, b);
    else
        return false;
    *out = (int32_t)clipped(r);
    return r == *out;
}

static void range_of(ir_op op, lu_num a, lu_num b, int64_t *low, int64_t *high)
{
    *low = -1000000000, *high = 1000000000;
    if (op == IR_ADD)
        *low = (int64_t)a.low + b.low, *high = (int64_t)a.high + b.high;
    else if (op == IR_SUB)
        *low = (int64_t)a.low - b.high, *high = (int64_t)a.high - b.low;
    else if (op == IR_MUL)
        *low = product_bound(a, b, false), *high = product_bound(a, b, true);
    else if (op == IR_MOD && b.low > 0)
        *low = 0, *high = b.high - 1;
    else if (op == IR_DIV)
        *low = a.low < -a.high ? a.low : -a.high, *high = a.high > -a.low ? a.high : -(int64_t)a.low;
}

lu_num lu_op(lu *x, ir_op op, lu_num a, lu_num b)
{
    int32_t value;
    int64_t low, high;
    if (a.known && b.known && fold(op, a.value, b.value, &value))
        return lu_known(value);
    if ((op == IR_ADD || op == IR_SUB) && b.known && b.value == 0)
        return a;
    if ((op == IR_DIV || op == IR_MOD) && b.low <= 0 && b.high >= 0) /* by zero is zero */
        return lu_choose_num(
            x, lu_compare(x, IR_EQ, b, lu_known(0)), lu_known(0),
            lu_of(x, irb_expr(x->g, op, lu_e(x, a), lu_e(x, b), IR_NONE, AT), -1000000000, 1000000000));
    range_of(op, a, b, &low, &high);
    return lu_of(x, irb_expr(x->g, op, lu_e(x, a), lu_e(x, b), IR_NONE, AT), (int32_t)clipped(low),
                 (int32_t)clipped(high));
}

lu_num lu_choose_num(lu *x, lu_cond c, lu_num a, lu_num b)
{
    if (c.known)
        return c.value ? a : b;
    if (a.known && b.known && a.value == b.value)
        return a;
    ir_expr e = irb_expr(x->g, IR_IF, c.e, lu_e(x, a), lu_e(x, b), AT);
    return lu_of(x, e, a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high);
}

lu_num lu_clamp(lu *x, lu_num n, int32_t low, int32_t high, int32_t other)
{
    if (n.known)
        return n.value >= low && n.value <= high ? n : lu_known(other);
    if (n.low >= low && n.high <= high)
        return n;
    lu_cond in = lu_and(x, lu_compare(x, IR_GE, n, lu_known(low)), lu_compare(x, IR_LE, n, lu_known(high)));
    lu_num inside = n;
    inside.low = n.low > low ? n.low : low;
    inside.high = n.high < high ? n.high : high;
    if (inside.low > inside.high)
        return lu_known(other);
    return lu_choose_num(x, in, inside, lu_known(other));
}

lu_num lu_as_site(lu *x, lu_num n) { return lu_clamp(x, n, -2, (int32_t)x->sites - 1, -1); }

static const ir_type_data *table_type(lu *x, ir_const c, ir_type *row)
{
    const ir_type_data *t = ir_type_at(x->g, ir_resolve(x->g, vec_at(&x->g->constants, c).type));
    *row = ir_resolve(x->g, t->value);
    return t;
}

static lu_num as_key(lu *x, lu_num n, ir_type key)
{
    const ir_type_data *k = ir_type_at(x->g, ir_resolve(x->g, key));
    return lu_clamp(x, n, k->low, k->high, k->low);
}

static bool known_entry(const ir_game *g, ir_value entries, int32_t key, ir_value *out)
{
    const ir_value_data *d = &vec_at(&g->values, entries);
    for (uint32_t i = 0; i < d->entry_count; i++) {
        ir_value k = d->entries[i].key;
        if (k == IR_NONE || vec_at(&g->values, k).integer == key) {
            *out = d->entries[i].value;
            return true;
        }
    }
    return false;
}

lu_num lu_look(lu *x, ir_const table, lu_num key)
{
    ir_type value;
    const ir_type_data *t = table_type(x, table, &value);
    key = as_key(x, key, t->key);
    ir_value entry;
    if (key.known && known_entry(x->g, vec_at(&x->g->constants, table).value, key.value, &entry))
        return lu_known(vec_at(&x->g->values, entry).integer);
    return of_type(x, irb_expr_index(x->g, irb_expr_const(x->g, table, AT), lu_e(x, key), AT), value);
}

lu_num lu_look2(lu *x, ir_const table, lu_num row, lu_num column)
{
    ir_type inner;
    const ir_type_data *t = table_type(x, table, &inner);
    row = as_key(x, row, t->key);
    const ir_type_data *r = ir_type_at(x->g, inner);
    column = as_key(x, column, r->key);
    ir_value entry;
    if (row.known && column.known && known_entry(x->g, vec_at(&x->g->constants, table).value, row.value, &entry) &&
        known_entry(x->g, entry, column.value, &entry))
        return lu_known(vec_at(&x->g->values, entry).integer);
    ir_expr e = irb_expr_index(x->g, irb_expr_const(x->g, table, AT), lu_e(x, row), AT);
    return of_type(x, irb_expr_index(x->g, e, lu_e(x, column), AT), ir_resolve(x->g, r->value));
}

static ir_expr place_of(lu *x, ir_var m, lu_num key, ir_type *value)
{
    const ir_type_data *t = ir_type_at(x->g, ir_resolve(x->g, vec_at(&x->g->variables, m).type));
    *value = ir_resolve(x->g, t->value);
    return irb_expr_index(x->g, irb_expr_var(x->g, m, AT), lu_e(x, as_key(x, key, t->key)), AT);
}

lu_num lu_at(lu *x, ir_var m, lu_num key)
{
    ir_type value;
    ir_expr e = place_of(x, m, key, &value);
    return of_type(x, e, value);
}

/* ---- conditions ---- */

lu_cond lu_truth(bool value) { return (lu_cond){.known = true, .value = value, .e = IR_NONE}; }

ir_expr lu_ce(lu *x, lu_cond c)
{
    return c.known ? irb_expr(x->g, c.value ? IR_TRUE : IR_FALSE, IR_NONE, IR_NONE, IR_NONE, AT) : c.e;
}

static lu_cond condition(lu *x, ir_op op, ir_expr a, ir_expr b)
{
    return (lu_cond){.e = irb_expr(x->g, op, a, b, IR_NONE, AT)};
}

static bool compare_known(ir_op op, int32_t a, int32_t b)
{
    return op == IR_EQ   ? a == b
           : op == IR_NE ? a != b
           : op == IR_LT ? a < b
           : op == IR_LE ? a <= b
           : op == IR_GT ? a > b
                         : a >= b;
}

/* What the ranges alone say: 1, 0, or -1 for nothing. */
static int compare_ranges(ir_op op, lu_num a, lu_num b)
{
    bool apart = a.high < b.low || a.low > b.high;
    switch ((int)op) {
    case IR_EQ: return apart ? 0 : -1;
    case IR_NE: return apart ? 1 : -1;
    case IR_LT: return a.high < b.low ? 1 : a.low >= b.high ? 0 : -1;
    case IR_LE: return a.high <= b.low ? 1 : a.low > b.high ? 0 : -1;
    case IR_GT: return a.low > b.high ? 1 : a.high <= b.low ? 0 : -1;
    case IR_GE: return a.low >= b.high ? 1 : a.high < b.low ? 0 : -1;
    default: return -1;
    }
}

lu_cond lu_compare(lu *x, ir_op op, lu_num a, lu_num b)
{
    if (a.known && b.known)
        return lu_truth(compare_known(op, a.value, b.value));
    int sure = compare_ranges(op, a, b);
    return sure >= 0 ? lu_truth(sure) : condition(x, op, lu_e(x, a), lu_e(x, b));
}

lu_cond lu_not(lu *x, lu_cond c)
{
    if (c.known)
        return lu_truth(!c.value);
    const ir_expr_data d = vec_at(&x->g->exprs, c.e);
    return d.op == IR_NOT ? (lu_cond){.e = d.a} : condition(x, IR_NOT, c.e, IR_NONE);
}

lu_cond lu_and(lu *x, lu_cond a, lu_cond b)
{
    if (a.known)
        return a.value ? b : a;
    if (b.known)
        return b.value ? a : b;
    return condition(x, IR_AND, a.e, b.e);
}

lu_cond lu_or(lu *x, lu_cond a, lu_cond b)
{
    if (a.known)
        return a.value ? a : b;
    if (b.known)
        return b.value ? b : a;
    return condition(x, IR_OR, a.e, b.e);
}

/* ---- edges at the cursor ---- */

enum { NODES_MAX = 250000 };

ir_node lu_node(lu *x)
{
    if (x->g->nodes.count > NODES_MAX && !x->failed) {
        ludii_too_large(x->f, x->game->node->span, 0, "the automaton of this game has more than %d nodes", NODES_MAX);
        x->failed = true;
    }
    return irb_fresh_node(x->g, arena_printf(x->a, "n_%u", x->g->nodes.count), AT);
}

void lu_go(lu *x, ir_node to) { irb_skip(x->g, x->cur, to, AT); }

static ir_node advance(lu *x, ir_node *from)
{
    *from = x->cur;
    return x->cur = lu_node(x);
}

static lu_num fitting(lu *x, lu_num n, ir_type t)
{
    const ir_type_data *d = ir_type_at(x->g, ir_resolve(x->g, t));
    return lu_clamp(x, n, d->low, d->high, n.known && n.value > d->high ? d->high : d->low);
}

void lu_set(lu *x, ir_var v, lu_num n)
{
    ir_node from, to;
    n = fitting(x, n, vec_at(&x->g->variables, v).type);
    to = advance(x, &from);
    irb_assign(x->g, from, to, irb_expr_var(x->g, v, AT), lu_e(x, n), AT);
}

void lu_set_at(lu *x, ir_var m, lu_num key, lu_num n)
{
    ir_type value;
    ir_node from, to;
    ir_expr target = place_of(x, m, key, &value);
    n = fitting(x, n, value);
    to = advance(x, &from);
    irb_assign(x->g, from, to, target, lu_e(x, n), AT);
}

void lu_pick(lu *x, ir_var v, int32_t low, int32_t high)
{
    ir_node from, to;
    if (low == high) {
        lu_set(x, v, lu_known(low));
        return;
    }
    if (low > high) {
        lu_check(x, lu_truth(false));
        return;
    }
    to = advance(x, &from);
    irb_choose(x->g, from, to, irb_expr_var(x->g, v, AT), lu_type(x, low, high), IR_NONE, AT);
}

void lu_check(lu *x, lu_cond c)
{
    ir_node from, to;
    if (c.known && c.value)
        return;
    to = advance(x, &from);
    irb_check(x->g, from, to, lu_ce(x, c), AT);
}

ir_node lu_branch(lu *x, lu_cond c)
{
    ir_node no = lu_node(x), from, to;
    to = advance(x, &from);
    if (c.known) {
        irb_skip(x->g, from, c.value ? to : no, AT);
        return no;
    }
    irb_check(x->g, from, to, c.e, AT);
    irb_check(x->g, from, no, lu_not(x, c).e, AT);
    return no;
}

lu_try lu_try_begin(lu *x)
{
    lu_try t = {x->cur, lu_node(x)};
    x->cur = t.from;
    x->tries++;
    return t;
}

lu_cond lu_try_end(lu *x, lu_try t)
{
    ir_expr e = irb_expr_reach(x->g, t.from, x->cur, AT);
    x->cur = t.outside;
    x->tries--;
    return (lu_cond){.e = e};
}

lu_loop lu_loop_begin(lu *x, ir_var v, lu_num low, lu_num high)
{
    lu_loop l = {.variable = v, .next = lu_node(x)};
    lu_set(x, v, low);
    ir_node head = lu_node(x);
    lu_go(x, head);
    x->cur = l.next;
    lu_num next = lu_op(x, IR_ADD, lu_read(x, v), lu_known(1));
    next.high = high.high; /* since it was less before */
    lu_set(x, v, next);
    lu_go(x, head);
    x->cur = head;
    l.done = lu_branch(x, (lu_cond){.e = irb_expr(x->g, IR_LT, lu_e(x, lu_read(x, v)), lu_e(x, high), IR_NONE, AT)});
    return l;
}

void lu_loop_end(lu *x, const lu_loop *l)
{
    lu_go(x, l->next);
    x->cur = l->done;
}
