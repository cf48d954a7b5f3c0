/* Expressions and conditions as constant maps. An expression of few values is one table of all its
 * variables; a larger one is taken apart, operation by operation. */
#include "lang/rbg/lower.h"

ir_sym rbg_number_symbol(rbg_lowering *x, int64_t number)
{
    const char *name = number == RBG_NO_VALUE ? "nan"
                       : number < 0           ? arena_printf(x->arena, "minus%lld", -(long long)number)
                                              : arena_printf(x->arena, "%lld", (long long)number);
    return rbg_symbol(x, name);
}

name_id rbg_number_type_of(rbg_lowering *x, const rbg_domain *d)
{
    uint64_t hash = hash_bytes(d->values, d->count * sizeof *d->values, 7);
    const uint32_t *known = map_get(&x->number_type_by_hash, hash);
    if (known)
        return vec_at(&x->number_types, *known).name;
    ir_sym *symbols = ARENA_ARRAY(x->arena, ir_sym, d->count + 1);
    for (uint32_t i = 0; i < d->count; i++)
        symbols[i] = rbg_number_symbol(x, d->values[i]);
    rbg_number_type t = {
        *d, kit_set_type(x->k, arena_printf(x->arena, "Number_%u", x->number_types.count), symbols, d->count)};
    map_put(&x->number_type_by_hash, hash, x->number_types.count);
    vec_push(x->arena, &x->number_types, t);
    return t.name;
}

/* ---- tables ---- */

typedef struct operand {
    ir_expr expr;
    rbg_domain domain;
} operand;

typedef struct filling {
    rbg_lowering *x;
    const operand *operands;
    uint32_t count;
    const int64_t *results;
} filling;

/* Nested maps for operand `i` on, whose results begin at `first`. */
static ir_value fill(const filling *l, uint32_t i, uint32_t first, uint32_t cells)
{
    rbg_lowering *x = l->x;
    if (i == l->count)
        return kit_value(x->k, rbg_number_symbol(x, l->results[first]));
    const rbg_domain *d = &l->operands[i].domain;
    uint32_t stride = cells / d->count;
    ir_value_entry *entries = ARENA_ARRAY(x->arena, ir_value_entry, d->count);
    for (uint32_t k = 0; k < d->count; k++) {
        ir_value key = kit_value(x->k, rbg_number_symbol(x, d->values[k]));
        entries[k] =
            (ir_value_entry){k + 1 == d->count ? IR_NONE : key, fill(l, i + 1, first + k * stride, stride), x->k->at};
    }
    return kit_entries(x->k, entries, d->count);
}

static operand constant_operand(rbg_lowering *x, int64_t number)
{
    return (operand){kit_symbol(x->k, rbg_number_symbol(x, number)), rbg_make_domain(x->arena, &number, 1)};
}

/* The operands' table of results, looked up. */
static operand look_up(rbg_lowering *x, const operand *operands, uint32_t count, const int64_t *results, uint32_t cells)
{
    rbg_domain values = rbg_make_domain(x->arena, results, cells);
    if (values.count == 1)
        return constant_operand(x, values.values[0]);
    kit_count_cells(x->k, cells);
    if (x->f->exhausted)
        return constant_operand(x, 0);
    uint64_t hash = hash_bytes(results, cells * sizeof *results, 11);
    ir_type type = kit_type_named(x->k, rbg_number_type_of(x, &values));
    for (uint32_t i = count; i-- > 0;) {
        name_id key = rbg_number_type_of(x, &operands[i].domain);
        hash = hash_mix(hash + key);
        type = kit_arrow(x->k, kit_type_named(x->k, key), type);
    }
    ir_const c = kit_known_constant(x->k, hash);
    filling l = {x, operands, count, results};
    if (c == IR_NONE)
        c = kit_constant(x->k, "numbers", hash, type, fill(&l, 0, 0, cells));
    ir_expr e = kit_const(x->k, c);
    for (uint32_t i = 0; i < count; i++)
        e = kit_index(x->k, e, operands[i].expr);
    return (operand){e, values};
}

static operand leaf_operand(rbg_lowering *x, const rbg_arith *a)
{
    return (operand){rbg_variable_expr(x, a->kind, a->index), *rbg_domain_of(x->numbers, a)};
}

static operand lower_apart(rbg_lowering *x, const rbg_arith *a);

static operand lower(rbg_lowering *x, const rbg_arith *a)
{
    if (a->kind == RBG_A_NUMBER)
        return constant_operand(x, a->number);
    if (a->kind == RBG_A_VARIABLE || a->kind == RBG_A_PLAYER || a->kind == RBG_A_PIECE)
        return leaf_operand(x, a);
    const rbg_table *t = rbg_tabulate(x->numbers, a);
    if (!t)
        return lower_apart(x, a);
    operand leaves[RBG_MAX_LEAVES];
    for (uint32_t i = 0; i < t->leaf_count; i++)
        leaves[i] = leaf_operand(x, t->leaves[i]);
    return look_up(x, leaves, t->leaf_count, t->results, t->cells);
}

static operand lower_apart(rbg_lowering *x, const rbg_arith *a)
{
    operand parts[2] = {lower(x, a->a), a->b ? lower(x, a->b) : constant_operand(x, 0)};
    uint32_t count = a->b ? 2 : 1;
    uint64_t cells = (uint64_t)parts[0].domain.count * parts[1].domain.count;
    if (cells > RBG_MAX_CELLS)
        rbg_too_large(x->f, a->span, "this operation has %u times %u cases; at most %d are supported",
                      parts[0].domain.count, parts[1].domain.count, RBG_MAX_CELLS);
    if (x->f->exhausted)
        return constant_operand(x, 0);
    int64_t *results = ARENA_ARRAY(x->arena, int64_t, cells);
    for (uint32_t i = 0; i < cells; i++)
        results[i] = rbg_operate(a, parts[0].domain.values[i / parts[1].domain.count],
                                 parts[1].domain.values[i % parts[1].domain.count]);
    return look_up(x, parts, count, results, (uint32_t)cells);
}

ir_expr rbg_lower_arith(rbg_lowering *x, const rbg_arith *a) { return lower(x, a).expr; }

/* ---- conditions ---- */

static ir_expr is_number(rbg_lowering *x, bool equal, ir_expr e, int64_t number)
{
    return kit_equal(x->k, equal, e, kit_symbol(x->k, rbg_number_symbol(x, number)));
}

/* A condition on one variable that holds for one value only, or for all but one. */
static ir_expr single_value(rbg_lowering *x, const rbg_table *t)
{
    uint32_t holds = 0, yes = 0, no = 0;
    for (uint32_t i = 0; i < t->cells; i++) {
        holds += t->results[i] == 1;
        *(t->results[i] == 1 ? &yes : &no) = i;
    }
    if (t->leaf_count != 1 || (holds != 1 && holds + 1 != t->cells))
        return IR_NONE;
    operand leaf = leaf_operand(x, t->leaves[0]);
    return holds == 1 ? is_number(x, true, leaf.expr, leaf.domain.values[yes])
                      : is_number(x, false, leaf.expr, leaf.domain.values[no]);
}

void rbg_lower_condition(rbg_lowering *x, const rbg_arith *a, ir_node from, ir_node to)
{
    const rbg_table *t = rbg_tabulate(x->numbers, a);
    ir_expr single = t ? single_value(x, t) : IR_NONE;
    if (single != IR_NONE && t->cells > 1) {
        kit_link_check(x->k, from, to, single);
        return;
    }
    operand value = lower(x, a);
    if (value.domain.count > 1)
        kit_link_check(x->k, from, to, is_number(x, true, value.expr, 1));
    else if (value.domain.values[0] == 1)
        kit_link(x->k, from, to);
}

ir_const rbg_step_constant(rbg_lowering *x, int step)
{
    const rbg_domain *d = &x->numbers->pieces;
    ir_sym *keys = ARENA_ARRAY(x->arena, ir_sym, d->count), *values = ARENA_ARRAY(x->arena, ir_sym, d->count);
    for (uint32_t i = 0; i < d->count; i++) {
        int64_t next = d->values[i] + step, last = d->values[d->count - 1];
        keys[i] = rbg_number_symbol(x, d->values[i]);
        values[i] = rbg_number_symbol(x, next < 0 ? 0 : next > last ? last : next);
    }
    name_id type = rbg_number_type_of(x, d);
    return kit_map_constant(x->k, step < 0 ? "fewer" : "more", &(kit_map){type, type, keys, values, d->count, IR_NONE});
}
