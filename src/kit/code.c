/* Expressions that fold, and edges written at a cursor. */
#include "kit/code.h"

#include "automaton/arithmetic.h"
#include "automaton/build.h"
#include "kit/symbols.h"

#include <assert.h>

#define AT x->at

enum { NODES_MAX = 250000 };

void kit_init(kit_code *x, arena *a, void (*overflow)(void *user, const char *what), void *user)
{
    *x = (kit_code){.arena = a, .overflow = overflow, .user = user, .cur = IR_NONE, .nodes_max = NODES_MAX};
    map_init(&x->constants, a);
    map_init(&x->types, a);
    map_init(&x->numbered, a);
}

void kit_overflow(kit_code *x, const char *what)
{
    if (!x->full && x->overflow)
        x->overflow(x->user, what);
    else if (!x->full)
        diag_report(x->g->sink, DIAG_TOO_LARGE, x->g->source, x->at, "%s", what);
    x->full = true;
}

/* ---- types, variables, tables ---- */

static ir_type kit_type(kit_code *x, int32_t low, int32_t high)
{
    assert(low <= high);
    uint64_t key = hash_mix((uint64_t)(uint32_t)low << 32 | (uint32_t)high);
    uint32_t *known = map_get(&x->types, key);
    if (known)
        return *known;
    ir_type t = irb_int_type(x->g, low, high, AT);
    map_put(&x->types, key, t);
    return t;
}

ir_var kit_variable(kit_code *x, const char *name, int32_t low, int32_t high, int32_t initial)
{
    assert(initial >= low && initial <= high);
    return irb_variable(x->g, kit_fresh_name(x, name), kit_type(x, low, high), irb_value_int(x->g, initial, AT), AT);
}

ir_var kit_scratch(kit_code *x, const char *name, int32_t low, int32_t high)
{
    return kit_variable(x, name, low, high, low > 0 ? low : high < 0 ? high : 0);
}

enum { SHARED_INTEGERS = 4096 };

/* Values of small integers are shared. */
static ir_value integer(kit_code *x, int32_t n)
{
    if (n < 0 || n >= SHARED_INTEGERS)
        return irb_value_int(x->g, n, AT);
    x->integers = x->integers ? x->integers : ARENA_ARRAY(x->arena, ir_value, SHARED_INTEGERS);
    if (!x->integers[n])
        x->integers[n] = irb_value_int(x->g, n, AT) + 1;
    return x->integers[n] - 1;
}

static ir_value map_value(kit_code *x, int32_t first, const int32_t *values, uint32_t count, int32_t other)
{
    ir_value_entry *e = ARENA_ARRAY(x->arena, ir_value_entry, count + 1);
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++)
        if (values[i] != other)
            e[n++] = (ir_value_entry){integer(x, first + (int32_t)i), integer(x, values[i]), AT};
    e[n++] = (ir_value_entry){IR_NONE, integer(x, other), AT};
    return irb_value_map(x->g, e, n, AT);
}

ir_var kit_array(kit_code *x, const char *name, int32_t first, int32_t last, int32_t low, int32_t high,
                 const int32_t *initial)
{
    assert(first <= 0 || !initial);
    ir_type t = irb_arrow_type(x->g, kit_type(x, first, last), kit_type(x, low, high), AT);
    int32_t zero = low > 0 ? low : 0;
    return irb_variable(x->g, kit_fresh_name(x, name), t,
                        map_value(x, 0, initial, initial ? (uint32_t)(last + 1) : 0, zero), AT);
}

static void bounds(const int32_t *values, size_t count, int32_t *low, int32_t *high)
{
    for (size_t i = 0; i < count; i++) {
        *low = values[i] < *low ? values[i] : *low;
        *high = values[i] > *high ? values[i] : *high;
    }
}

ir_const kit_table(kit_code *x, int32_t first, const int32_t *values, uint32_t count, int32_t other)
{
    uint64_t hash =
        hash_bytes(values, sizeof *values * count, hash_mix((uint64_t)(uint32_t)first << 32 | (uint32_t)other) + count);
    ir_const known = kit_known_constant(x, hash);
    if (known != IR_NONE)
        return known;
    int32_t low = other, high = other;
    bounds(values, count, &low, &high);
    int32_t start = first < -2 ? first : -2, last = first + (int32_t)count - 1;
    ir_type t = irb_arrow_type(x->g, kit_type(x, start, last > start ? last : start), kit_type(x, low, high), AT);
    return kit_constant(x, "table", hash, t, map_value(x, first, values, count, other));
}

ir_const kit_table2(kit_code *x, int32_t first, const int32_t *values, uint32_t count, uint32_t width, int32_t other)
{
    assert(count > 0 && width > 0);
    uint64_t hash = hash_bytes(values, sizeof *values * count * width,
                               hash_mix((uint64_t)(uint32_t)first << 32 | (uint32_t)other) + width * 77777u);
    ir_const known = kit_known_constant(x, hash);
    if (known != IR_NONE)
        return known;
    int32_t low = other, high = other;
    bounds(values, (size_t)count * width, &low, &high);
    ir_value_entry *rows = ARENA_ARRAY(x->arena, ir_value_entry, count + 1);
    for (uint32_t i = 0; i < count; i++)
        rows[i] = (ir_value_entry){integer(x, first + (int32_t)i),
                                   map_value(x, 0, values + (size_t)i * width, width, other), AT};
    rows[count] = (ir_value_entry){IR_NONE, map_value(x, 0, NULL, 0, other), AT};
    ir_type row = irb_arrow_type(x->g, kit_type(x, 0, (int32_t)width - 1), kit_type(x, low, high), AT);
    int32_t start = first < -2 ? first : -2;
    ir_type t = irb_arrow_type(x->g, kit_type(x, start, first + (int32_t)count - 1), row, AT);
    return kit_constant(x, "table", hash, t, irb_value_map(x->g, rows, count + 1, AT));
}

/* ---- numbers ---- */

kit_num kit_known(int32_t value)
{
    return (kit_num){.known = true, .value = value, .e = IR_NONE, .low = value, .high = value};
}

static kit_num kit_of(ir_expr e, int32_t low, int32_t high)
{
    assert(low <= high);
    return low == high ? kit_known(low) : (kit_num){.e = e, .low = low, .high = high};
}

static kit_num of_type(kit_code *x, ir_expr e, ir_type t)
{
    const ir_type_data *d = ir_type_at(x->g, ir_resolve(x->g, t));
    assert(d->kind == IR_TYPE_INT);
    return kit_of(e, d->low, d->high);
}

kit_num kit_read(kit_code *x, ir_var v) { return of_type(x, kit_var(x, v), vec_at(&x->g->variables, v).type); }

ir_expr kit_expr(kit_code *x, kit_num n)
{
    assert(n.known || n.e != IR_NONE);
    return n.known ? irb_expr_int(x->g, n.value, AT) : n.e;
}

static int64_t clipped(int64_t v) { return v < -1000000000 ? -1000000000 : v > 1000000000 ? 1000000000 : v; }

static int64_t product_bound(kit_num a, kit_num b, bool high)
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

static void range_of(ir_op op, kit_num a, kit_num b, int64_t *low, int64_t *high)
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

kit_num kit_op(kit_code *x, ir_op op, kit_num a, kit_num b)
{
    int32_t value;
    int64_t low, high;
    if (a.known && b.known && fold(op, a.value, b.value, &value))
        return kit_known(value);
    if ((op == IR_ADD || op == IR_SUB) && b.known && b.value == 0)
        return a;
    if ((op == IR_DIV || op == IR_MOD) && b.low <= 0 && b.high >= 0) /* by zero is zero */
        return kit_choose(
            x, kit_compare(x, IR_EQ, b, kit_known(0)), kit_known(0),
            kit_of(irb_expr(x->g, op, kit_expr(x, a), kit_expr(x, b), IR_NONE, AT), -1000000000, 1000000000));
    range_of(op, a, b, &low, &high);
    return kit_of(irb_expr(x->g, op, kit_expr(x, a), kit_expr(x, b), IR_NONE, AT), (int32_t)clipped(low),
                  (int32_t)clipped(high));
}

kit_num kit_choose(kit_code *x, kit_cond c, kit_num a, kit_num b)
{
    if (c.known)
        return c.value ? a : b;
    if (a.known && b.known && a.value == b.value)
        return a;
    ir_expr e = irb_expr(x->g, IR_IF, c.e, kit_expr(x, a), kit_expr(x, b), AT);
    return kit_of(e, a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high);
}

kit_num kit_clamp(kit_code *x, kit_num n, int32_t low, int32_t high, int32_t other)
{
    assert(low <= high);
    if (n.known)
        return n.value >= low && n.value <= high ? n : kit_known(other);
    if (n.low >= low && n.high <= high)
        return n;
    kit_cond in = kit_and(x, kit_compare(x, IR_GE, n, kit_known(low)), kit_compare(x, IR_LE, n, kit_known(high)));
    kit_num inside = n;
    inside.low = n.low > low ? n.low : low;
    inside.high = n.high < high ? n.high : high;
    if (inside.low > inside.high)
        return kit_known(other);
    return kit_choose(x, in, inside, kit_known(other));
}

static const ir_type_data *table_type(kit_code *x, ir_const c, ir_type *row)
{
    const ir_type_data *t = ir_type_at(x->g, ir_resolve(x->g, vec_at(&x->g->constants, c).type));
    assert(t->kind == IR_TYPE_ARROW);
    *row = ir_resolve(x->g, t->value);
    return t;
}

static kit_num as_key(kit_code *x, kit_num n, ir_type key)
{
    const ir_type_data *k = ir_type_at(x->g, ir_resolve(x->g, key));
    return kit_clamp(x, n, k->low, k->high, k->low);
}

static bool known_entry(const ir_game *g, ir_value entries, int32_t key, ir_value *out)
{
    const ir_value_data *d = &vec_at(&g->values, entries);
    assert(d->entry_count > 0);
    for (uint32_t i = 0; i < d->entry_count; i++) {
        ir_value k = ir_entry_at(d, i).key;
        if (k == IR_NONE || vec_at(&g->values, k).integer == key) {
            *out = d->entries[i].value;
            return true;
        }
    }
    return false;
}

kit_num kit_look(kit_code *x, ir_const table, kit_num key)
{
    ir_type value;
    const ir_type_data *t = table_type(x, table, &value);
    key = as_key(x, key, t->key);
    ir_value entry;
    if (key.known && known_entry(x->g, vec_at(&x->g->constants, table).value, key.value, &entry))
        return kit_known(vec_at(&x->g->values, entry).integer);
    return of_type(x, kit_lookup(x, table, kit_expr(x, key)), value);
}

kit_num kit_look2(kit_code *x, ir_const table, kit_num row, kit_num column)
{
    ir_type inner;
    const ir_type_data *t = table_type(x, table, &inner);
    row = as_key(x, row, t->key);
    const ir_type_data *r = ir_type_at(x->g, inner);
    column = as_key(x, column, r->key);
    ir_value entry;
    if (row.known && column.known && known_entry(x->g, vec_at(&x->g->constants, table).value, row.value, &entry) &&
        known_entry(x->g, entry, column.value, &entry))
        return kit_known(vec_at(&x->g->values, entry).integer);
    ir_expr e = kit_lookup(x, table, kit_expr(x, row));
    return of_type(x, irb_expr_index(x->g, e, kit_expr(x, column), AT), ir_resolve(x->g, r->value));
}

static ir_expr place_of(kit_code *x, ir_var m, kit_num key, ir_type *value)
{
    const ir_type_data *t = ir_type_at(x->g, ir_resolve(x->g, vec_at(&x->g->variables, m).type));
    assert(t->kind == IR_TYPE_ARROW);
    *value = ir_resolve(x->g, t->value);
    return irb_expr_index(x->g, kit_var(x, m), kit_expr(x, as_key(x, key, t->key)), AT);
}

kit_num kit_at(kit_code *x, ir_var m, kit_num key)
{
    ir_type value;
    ir_expr e = place_of(x, m, key, &value);
    return of_type(x, e, value);
}

/* ---- conditions ---- */

kit_cond kit_truth(bool value) { return (kit_cond){.known = true, .value = value, .e = IR_NONE}; }

ir_expr kit_truth_expr(kit_code *x, kit_cond c)
{
    assert(c.known || c.e != IR_NONE);
    return c.known ? irb_expr(x->g, c.value ? IR_TRUE : IR_FALSE, IR_NONE, IR_NONE, IR_NONE, AT) : c.e;
}

static kit_cond condition(kit_code *x, ir_op op, ir_expr a, ir_expr b)
{
    return (kit_cond){.e = irb_expr(x->g, op, a, b, IR_NONE, AT)};
}

/* What the ranges alone say: 1, 0, or -1 for nothing. */
static int compare_ranges(ir_op op, kit_num a, kit_num b)
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

kit_cond kit_compare(kit_code *x, ir_op op, kit_num a, kit_num b)
{
    if (a.known && b.known)
        return kit_truth(ir_compare(op, a.value, b.value));
    int sure = compare_ranges(op, a, b);
    return sure >= 0 ? kit_truth(sure) : condition(x, op, kit_expr(x, a), kit_expr(x, b));
}

kit_cond kit_not(kit_code *x, kit_cond c)
{
    if (c.known)
        return kit_truth(!c.value);
    const ir_expr_data d = vec_at(&x->g->exprs, c.e);
    return d.op == IR_NOT ? (kit_cond){.e = d.a} : condition(x, IR_NOT, c.e, IR_NONE);
}

kit_cond kit_and(kit_code *x, kit_cond a, kit_cond b)
{
    if (a.known)
        return a.value ? b : a;
    if (b.known)
        return b.value ? a : b;
    return condition(x, IR_AND, a.e, b.e);
}

kit_cond kit_or(kit_code *x, kit_cond a, kit_cond b)
{
    if (a.known)
        return a.value ? a : b;
    if (b.known)
        return b.value ? b : a;
    return condition(x, IR_OR, a.e, b.e);
}

/* ---- expressions as they are ---- */

ir_expr kit_equal(kit_code *x, bool equal, ir_expr a, ir_expr b)
{
    return irb_expr(x->g, equal ? IR_EQ : IR_NE, a, b, IR_NONE, AT);
}

ir_expr kit_negation(kit_code *x, ir_expr e) { return irb_expr(x->g, IR_NOT, e, IR_NONE, IR_NONE, AT); }
ir_expr kit_if(kit_code *x, ir_expr c, ir_expr a, ir_expr b) { return irb_expr(x->g, IR_IF, c, a, b, AT); }
ir_expr kit_real(kit_code *x, double value) { return irb_expr_real(x->g, value, AT); }
ir_expr kit_both(kit_code *x, ir_expr a, ir_expr b)
{
    return a == IR_NONE ? b : b == IR_NONE ? a : kit_operation(x, IR_AND, a, b);
}

ir_expr kit_either(kit_code *x, ir_expr a, ir_expr b)
{
    return a == IR_NONE ? b : b == IR_NONE ? a : kit_operation(x, IR_OR, a, b);
}

ir_expr kit_operation(kit_code *x, ir_op op, ir_expr a, ir_expr b) { return irb_expr(x->g, op, a, b, IR_NONE, AT); }
ir_expr kit_reach(kit_code *x, ir_node from, ir_node to) { return irb_expr_reach(x->g, from, to, AT); }
ir_expr kit_const(kit_code *x, ir_const c) { return irb_expr_const(x->g, c, AT); }
ir_expr kit_lookup(kit_code *x, ir_const table, ir_expr key) { return kit_index(x, kit_const(x, table), key); }

ir_sym kit_sym_named(kit_code *x, name_id name) { return irb_symbol(x->g, name); }
ir_sym kit_sym(kit_code *x, const char *name) { return kit_sym_named(x, intern_cstr(x->g->names, name)); }
ir_expr kit_symbol_named(kit_code *x, name_id name) { return kit_symbol(x, kit_sym_named(x, name)); }
ir_expr kit_symbol(kit_code *x, ir_sym s) { return irb_expr_symbol(x->g, s, AT); }
ir_expr kit_var(kit_code *x, ir_var v) { return irb_expr_var(x->g, v, AT); }

ir_expr kit_index(kit_code *x, ir_expr table, ir_expr key) { return irb_expr_index(x->g, table, key, AT); }

ir_expr kit_entry(kit_code *x, ir_var table, ir_sym key) { return kit_index(x, kit_var(x, table), kit_symbol(x, key)); }

/* ---- edges at the cursor ---- */

ir_node kit_node(kit_code *x)
{
    if (x->g->nodes.count > x->nodes_max)
        kit_overflow(x, arena_printf(x->arena, "the automaton of this game has more than %u nodes", x->nodes_max));
    return kit_named_node(x, arena_printf(x->arena, "n_%u", x->g->nodes.count));
}

ir_node kit_named_node(kit_code *x, const char *hint) { return irb_fresh_node(x->g, hint, AT); }

void kit_link(kit_code *x, ir_node from, ir_node to) { irb_skip(x->g, from, to, AT); }

void kit_link_check(kit_code *x, ir_node from, ir_node to, ir_expr condition)
{
    irb_check(x->g, from, to, condition, AT);
}

void kit_link_assign(kit_code *x, ir_node from, ir_node to, ir_expr target, ir_expr value)
{
    irb_assign(x->g, from, to, target, value, AT);
}

void kit_link_choose(kit_code *x, ir_node from, ir_node to, ir_expr target, ir_type type, ir_expr condition)
{
    irb_choose(x->g, from, to, target, type, condition, AT);
}

void kit_link_tag(kit_code *x, ir_node from, ir_node to, ir_expr value) { irb_tag(x->g, from, to, value, AT); }

void kit_link_player(kit_code *x, ir_node from, ir_node to, ir_sym role)
{
    assert(role < x->g->symbols.count);
    kit_link_assign(x, from, to, kit_var(x, x->g->player), kit_symbol(x, role));
}

void kit_disjoint(kit_code *x, ir_node from, const ir_node *to, uint32_t count, bool exhaustive)
{
    irb_disjoint(x->g, from, to, count, exhaustive);
}

void kit_fork(kit_code *x, ir_node from, ir_expr condition, ir_node *yes, ir_node *no)
{
    *yes = kit_checked(x, from, condition);
    *no = kit_checked(x, from, kit_negation(x, condition));
    kit_disjoint(x, from, (ir_node[]){*yes, *no}, 2, true);
}

ir_node kit_assigned(kit_code *x, ir_node from, ir_expr target, ir_expr value)
{
    ir_node to = kit_node(x);
    kit_link_assign(x, from, to, target, value);
    return to;
}

ir_node kit_checked(kit_code *x, ir_node from, ir_expr condition)
{
    ir_node to = kit_node(x);
    kit_link_check(x, from, to, condition);
    return to;
}

ir_node kit_tagged(kit_code *x, ir_node from, ir_expr value)
{
    ir_node to = kit_node(x);
    kit_link_tag(x, from, to, value);
    return to;
}

void kit_go(kit_code *x, ir_node to) { kit_link(x, x->cur, to); }

void kit_player(kit_code *x, ir_node to, ir_sym role) { kit_link_player(x, x->cur, to, role); }

void kit_tag(kit_code *x, ir_expr value) { x->cur = kit_tagged(x, x->cur, value); }

static ir_node advance(kit_code *x, ir_node *from)
{
    assert(x->cur != IR_NONE);
    *from = x->cur;
    return x->cur = kit_node(x);
}

static kit_num fitting(kit_code *x, kit_num n, ir_type t)
{
    const ir_type_data *d = ir_type_at(x->g, ir_resolve(x->g, t));
    assert(d->kind == IR_TYPE_INT);
    return kit_clamp(x, n, d->low, d->high, n.known && n.value > d->high ? d->high : d->low);
}

void kit_assign(kit_code *x, ir_expr target, ir_expr value) { x->cur = kit_assigned(x, x->cur, target, value); }

void kit_set(kit_code *x, ir_var v, kit_num n)
{
    n = fitting(x, n, vec_at(&x->g->variables, v).type);
    kit_assign(x, kit_var(x, v), kit_expr(x, n));
}

void kit_set_at(kit_code *x, ir_var m, kit_num key, kit_num n)
{
    ir_type value;
    ir_expr target = place_of(x, m, key, &value);
    kit_assign(x, target, kit_expr(x, fitting(x, n, value)));
}

void kit_pick(kit_code *x, ir_var v, int32_t low, int32_t high)
{
    ir_node from, to;
    if (low == high) {
        kit_set(x, v, kit_known(low));
        return;
    }
    if (low > high) {
        kit_check(x, kit_truth(false));
        return;
    }
    to = advance(x, &from);
    kit_link_choose(x, from, to, kit_var(x, v), kit_type(x, low, high), IR_NONE);
}

void kit_check(kit_code *x, kit_cond c)
{
    ir_node from, to;
    if (c.known && c.value)
        return;
    to = advance(x, &from);
    kit_link_check(x, from, to, kit_truth_expr(x, c));
}

ir_node kit_branch(kit_code *x, kit_cond c)
{
    ir_node no = kit_node(x), from, to;
    to = advance(x, &from);
    if (c.known) {
        kit_link(x, from, c.value ? to : no);
        return no;
    }
    kit_link_check(x, from, to, c.e);
    kit_link_check(x, from, no, kit_not(x, c).e);
    return no;
}

void kit_branch_to(kit_code *x, kit_cond c, ir_node otherwise) { kit_link(x, kit_branch(x, c), otherwise); }

kit_try kit_try_begin(kit_code *x)
{
    kit_try t = {x->cur, kit_node(x)};
    x->cur = t.from;
    x->tries++;
    return t;
}

kit_cond kit_try_end(kit_code *x, kit_try t)
{
    assert(x->tries > 0 && x->cur != IR_NONE);
    ir_expr e = kit_reach(x, t.from, x->cur);
    x->cur = t.outside;
    x->tries--;
    return (kit_cond){.e = e};
}

kit_loop kit_loop_begin(kit_code *x, ir_var v, kit_num low, kit_num high)
{
    kit_loop l = {.variable = v, .next = kit_node(x)};
    if (high.high <= low.low) { /* no number is between them: what is written next is never reached */
        l.done = x->cur;
        x->cur = kit_node(x);
        return l;
    }
    kit_set(x, v, low);
    ir_node head = kit_node(x);
    kit_go(x, head);
    x->cur = l.next;
    kit_num next = kit_op(x, IR_ADD, kit_read(x, v), kit_known(1));
    next.high = high.high; /* since it was less before */
    kit_set(x, v, next);
    kit_go(x, head);
    x->cur = head;
    l.done = kit_branch(
        x, (kit_cond){.e = irb_expr(x->g, IR_LT, kit_expr(x, kit_read(x, v)), kit_expr(x, high), IR_NONE, AT)});
    return l;
}

void kit_loop_end(kit_code *x, const kit_loop *l)
{
    kit_go(x, l->next);
    x->cur = l->done;
}
