/* What a walk over paths with values (unique_values.c) knows on its path: variables, entries of
 * constant tables, and what checks have left of the cells of the state. */
#include "automaton/passes/unique_state.h"

#include "automaton/arithmetic.h"
#include "automaton/check.h"

#include <string.h>

enum { CELLS_MAX = 1 << 16 /* of one table */ };

/* ---- tables ---- */

static int64_t scalar_value(const ir_game *g, ir_value v)
{
    v = ir_plain_value(g, v);
    if (v == IR_NONE || vec_at(&g->values, v).kind == IR_VALUE_MAP || vec_at(&g->values, v).kind == IR_VALUE_REAL)
        return UNKNOWN;
    const ir_value_data *d = &vec_at(&g->values, v);
    return d->kind == IR_VALUE_INT ? d->integer : SYMBOLS + d->index;
}

static const table *table_of(walker *x, ir_value v)
{
    const ir_value_data *d = &vec_at(&x->g->values, v);
    const uint32_t *known = map_get(&x->tables, v);
    if (known)
        return &vec_at(&x->all_tables, *known);
    int64_t low = INT64_MAX, high = INT64_MIN;
    table t = {.standard = IR_NONE};
    for (uint32_t i = 0; i < d->entry_count; i++) {
        int64_t key = ir_entry_at(d, i).key == IR_NONE ? UNKNOWN : scalar_value(x->g, ir_entry_at(d, i).key);
        if (key == UNKNOWN) {
            t.standard = ir_entry_at(d, i).value;
            continue;
        }
        low = key < low ? key : low;
        high = key > high ? key : high;
    }
    if (low <= high && high - low < CELLS_MAX) {
        ir_value *cells = ARENA_ARRAY(x->a, ir_value, high - low + 1);
        t.low = low;
        t.count = (uint32_t)(high - low) + 1;
        for (uint32_t i = 0; i < t.count; i++)
            cells[i] = t.standard;
        for (uint32_t i = 0; i < d->entry_count; i++)
            if (ir_entry_at(d, i).key != IR_NONE)
                cells[scalar_value(x->g, ir_entry_at(d, i).key) - low] = ir_entry_at(d, i).value;
        t.cells = cells;
    } else if (low <= high) {
        t.standard = IR_NONE; /* too large: not known */
    }
    map_put(&x->tables, v, x->all_tables.count);
    vec_push(x->a, &x->all_tables, t);
    return &vec_at(&x->all_tables, x->all_tables.count - 1);
}

/* ---- what the state holds ---- */

static ir_type cell_type(const ir_game *g, ir_type t)
{
    t = ir_resolve(g, t);
    while (ir_type_at(g, t)->kind == IR_TYPE_ARROW)
        t = ir_resolve(g, ir_type_at(g, t)->value);
    return t;
}

static int64_t value_at(const walker *x, const atom *a, uint32_t i)
{
    const ir_type_data *t = ir_type_at(x->g, cell_type(x->g, vec_at(&x->g->variables, a->variable).type));
    return t->kind == IR_TYPE_INT ? (int64_t)t->low + i : SYMBOLS + ir_symbol_at(t, i);
}

/* The number of a scalar (cell: 0) or a cell of a map; IR_NONE: too many values, or it may hold
 * others than its type has. */
static uint32_t atom_at(walker *x, ir_var v, bool map_cell, int64_t cell)
{
    uint64_t key = (uint64_t)v << 33 | (uint64_t)map_cell << 32 | (uint32_t)cell;
    const uint32_t *known = map_get(&x->atom_of, key);
    if (known)
        return *known;
    const ir_type_data *t = ir_type_at(x->g, cell_type(x->g, vec_at(&x->g->variables, v).type));
    bool whole = t->kind == IR_TYPE_SET && x->r->tight.variables[v];
    whole |= t->kind == IR_TYPE_INT && !x->r->copied[v];
    uint64_t size = t->kind == IR_TYPE_INT ? (uint64_t)((int64_t)t->high - t->low + 1) : t->count;
    uint32_t id = IR_NONE;
    if (whole && size > 0 && size <= LARGE_MAX) {
        uint64_t all = size >= 64 ? UINT64_MAX : (UINT64_C(1) << size) - 1;
        id = x->atoms.count;
        vec_push(x->a, &x->atoms, ((atom){v, all, (uint32_t)size, false}));
    }
    map_put(&x->atom_of, key, id);
    return id;
}

static uint64_t fact_hash(uint32_t id, uint64_t mask)
{
    return hash_mix(hash_mix(mask) + id * UINT64_C(0x9e3779b97f4a7c15));
}

void unique_set_mask(walker *x, uint32_t id, uint64_t mask)
{
    atom *a = &vec_at(&x->atoms, id);
    x->hash ^= fact_hash(id, a->mask) ^ fact_hash(id, mask);
    a->mask = mask;
}

void unique_assume(walker *x, uint32_t id, uint64_t mask)
{
    vec_push(x->a, &x->trail, ((fact){id, vec_at(&x->atoms, id).mask}));
    unique_set_mask(x, id, mask);
}

bool unique_may_be(walker *x, uint32_t id, uint32_t i)
{
    const atom *a = &vec_at(&x->atoms, id);
    uint64_t one = a->size > DOMAIN_MAX ? i + 1 : UINT64_C(1) << i;
    if (a->size > DOMAIN_MAX ? a->mask != UINT64_MAX : !(a->mask & one))
        return false;
    unique_assume(x, id, one);
    return true;
}

void unique_forget(walker *x, uint32_t mark)
{
    while (x->trail.count > mark) {
        fact f = vec_at(&x->trail, x->trail.count - 1);
        unique_set_mask(x, f.atom, f.mask);
        x->trail.count--;
    }
}

static int64_t held(walker *x, uint32_t id)
{
    if (id == IR_NONE)
        return x->opaque = true, UNKNOWN;
    const atom *a = &vec_at(&x->atoms, id);
    if (a->size > DOMAIN_MAX ? a->mask != UINT64_MAX : (a->mask & (a->mask - 1)) == 0)
        return value_at(x, a, a->size > DOMAIN_MAX ? (uint32_t)a->mask - 1 : (uint32_t)__builtin_ctzll(a->mask));
    for (uint32_t i = 0; i < x->noted_count; i++)
        if (x->noted[i] == id)
            return UNKNOWN;
    if (x->noted_count < ATOMS_NOTED)
        x->noted[x->noted_count++] = id;
    else
        x->opaque = true;
    return UNKNOWN;
}

/* ---- expressions ---- */

static int64_t eval(walker *x, ir_expr e);

static int64_t not_known(walker *x)
{
    x->opaque = true;
    return UNKNOWN;
}

/* What a chain of accesses to a constant stands for, a map or a scalar; IR_NONE: not known. */
static ir_value constant_at(walker *x, ir_expr e)
{
    const ir_expr_data d = vec_at(&x->g->exprs, ir_bare(x->g, e));
    if (d.op == IR_CONST)
        return ir_plain_value(x->g, vec_at(&x->g->constants, d.a).value);
    if (d.op != IR_INDEX)
        return IR_NONE;
    ir_value entries = constant_at(x, d.a);
    if (entries == IR_NONE || vec_at(&x->g->values, entries).kind != IR_VALUE_MAP)
        return IR_NONE;
    int64_t key = eval(x, d.b);
    if (key == UNKNOWN)
        return IR_NONE;
    const table *t = table_of(x, entries);
    bool inside = key >= t->low && key - t->low < t->count;
    return ir_plain_value(x->g, inside ? t->cells[key - t->low] : t->standard);
}

static ir_expr root_of(const ir_game *g, ir_expr e)
{
    e = ir_bare(g, e);
    while (vec_at(&g->exprs, e).op == IR_INDEX)
        e = ir_bare(g, vec_at(&g->exprs, e).a);
    return e;
}

static int64_t access(walker *x, ir_expr e)
{
    const ir_expr_data d = vec_at(&x->g->exprs, e);
    ir_expr root = root_of(x->g, e);
    if (vec_at(&x->g->exprs, root).op == IR_CONST) {
        ir_value v = constant_at(x, e);
        int64_t value = v == IR_NONE ? UNKNOWN : scalar_value(x->g, v);
        if (value == UNKNOWN && x->noted_count == 0)
            x->opaque = true;
        return value;
    }
    ir_var v = vec_at(&x->g->exprs, root).a;
    int64_t key = eval(x, d.b);
    if (key == UNKNOWN)
        return UNKNOWN;
    if (x->written[v] || ir_bare(x->g, d.a) != root)
        return not_known(x);
    return held(x, atom_at(x, v, true, key));
}

static int64_t both(walker *x, const ir_expr_data *d, int64_t decides)
{
    int64_t left = eval(x, d->a);
    if (left == decides)
        return decides;
    int64_t right = eval(x, d->b);
    return right == decides ? decides : left == UNKNOWN || right == UNKNOWN ? UNKNOWN : !decides;
}

static int64_t compared(ir_op op, int64_t a, int64_t b)
{
    switch ((int)op) {
    case IR_EQ: return a == b;
    case IR_NE: return a != b;
    case IR_LT: return a < b;
    case IR_LE: return a <= b;
    case IR_GT: return a > b;
    default: return a >= b;
    }
}

uint32_t unique_scalar_atom(walker *x, ir_var v)
{
    if (x->values[v] != INITIAL)
        return x->values[v] >= COPIES ? (uint32_t)(x->values[v] - COPIES) : IR_NONE;
    bool map_of = ir_type_at(x->g, ir_resolve(x->g, vec_at(&x->g->variables, v).type))->kind == IR_TYPE_ARROW;
    return map_of ? IR_NONE : atom_at(x, v, false, 0);
}

static int64_t eval(walker *x, ir_expr e)
{
    e = ir_bare(x->g, e);
    const ir_expr_data d = vec_at(&x->g->exprs, e);
    int64_t a, b;
    int32_t out;
    x->steps++;
    switch (d.op) {
    case IR_SYM: return SYMBOLS + d.a;
    case IR_INT: return (int32_t)d.a;
    case IR_TRUE: return 1;
    case IR_FALSE: return 0;
    case IR_VAR:
        if (x->values[d.a] != INITIAL && x->values[d.a] < COPIES)
            return x->values[d.a] == UNKNOWN ? not_known(x) : x->values[d.a];
        return held(x, unique_scalar_atom(x, d.a));
    case IR_CONST:
    case IR_INDEX: return access(x, e);
    case IR_NEG:
    case IR_ANY_ARITHMETIC:
        a = eval(x, d.a);
        b = d.op == IR_NEG ? 0 : eval(x, d.b);
        if (a == UNKNOWN || b == UNKNOWN)
            return UNKNOWN;
        return ir_arithmetic(d.op, (int32_t)a, (int32_t)b, &out) ? out : not_known(x);
    case IR_ANY_COMPARISON:
        a = eval(x, d.a);
        b = eval(x, d.b);
        return a == UNKNOWN || b == UNKNOWN ? UNKNOWN : compared(d.op, a, b);
    case IR_NOT: return (a = eval(x, d.a)) == UNKNOWN ? UNKNOWN : !a;
    case IR_AND: return both(x, &d, 0);
    case IR_OR: return both(x, &d, 1);
    case IR_IF:
        if ((a = eval(x, d.a)) != UNKNOWN)
            return eval(x, a ? d.b : d.c);
        a = eval(x, d.b);
        b = eval(x, d.c);
        return a == b ? a : UNKNOWN;
    case IR_REACH:
    case IR_ANY_OF_MAPS:
    case IR_ANY_REAL:
    case IR_CAST:
    case IR_OP_COUNT: break;
    }
    return not_known(x);
}

int64_t unique_eval_noting(walker *x, ir_expr e)
{
    x->noted_count = 0;
    x->opaque = false;
    return eval(x, e);
}

void unique_set_value(walker *x, ir_var v, int64_t value)
{
#define VALUE_HASH hash_mix(hash_mix((uint64_t)x->values[v]) + v * UINT64_C(0xd1342543de82ef95) + 1)
    x->hash ^= VALUE_HASH;
    x->values[v] = value;
    x->hash ^= VALUE_HASH;
#undef VALUE_HASH
}

/* The condition does not fail for every value that a cell can have (IR_NONE: no other cell is left
 * to ask for). */
static bool holds_for_some(walker *x, ir_expr condition, uint32_t id)
{
    if (unique_eval_noting(x, condition) == 0)
        return false;
    if (id == IR_NONE || vec_at(&x->atoms, id).size > DOMAIN_MAX)
        return true;
    const uint64_t before = vec_at(&x->atoms, id).mask;
    bool some = false;
    for (uint64_t left = before; left && !some; left &= left - 1) {
        vec_at(&x->atoms, id).mask = left & -left;
        some = unique_eval_noting(x, condition) != 0;
    }
    vec_at(&x->atoms, id).mask = before;
    return some;
}

bool unique_may_hold(walker *x, ir_expr condition)
{
    int64_t result = unique_eval_noting(x, condition);
    if (result != UNKNOWN)
        return result != 0;
    uint32_t noted[ATOMS_NOTED], count = x->noted_count;
    memcpy(noted, x->noted, sizeof noted);
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t before = vec_at(&x->atoms, noted[i]).mask;
        uint64_t after = 0;
        if (vec_at(&x->atoms, noted[i]).size > DOMAIN_MAX)
            continue;
        for (uint64_t left = before; left; left &= left - 1) {
            vec_at(&x->atoms, noted[i]).mask = left & -left;
            if (holds_for_some(x, condition, count > 1 ? noted[1 - i] : IR_NONE))
                after |= left & -left;
        }
        vec_at(&x->atoms, noted[i]).mask = before;
        if (!after)
            return false;
        if (after != before)
            unique_assume(x, noted[i], after);
    }
    return true;
}
