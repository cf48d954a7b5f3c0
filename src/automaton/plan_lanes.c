/* Values as functions of the lane. See plan_lanes.h. */
#include "automaton/plan_lanes.h"

#include <string.h>

bool lanes_fail(finder *x)
{
    x->failed = true;
    return false;
}

/* The values of a scalar of the state that tables are asked for. */
bool lanes_cases(const finder *x, ir_var v, const int32_t **values, uint32_t *count)
{
    const plan *p = x->p;
    const layout_slot *s = &p->layout.variables[v];
    const ir_type_data *t = ir_type_at(p->g, ir_resolve(p->g, vec_at(&p->g->variables, v).type));
    if (s->levels || s->real || vec_at(&p->g->variables, v).local)
        return false;
    const int64_t size = t->kind == IR_TYPE_INT ? (int64_t)t->high - t->low + 1 : t->count;
    if (size < 1 || size > CASES_MAX)
        return false;
    int32_t *all = ARENA_ARRAY(x->a, int32_t, size);
    for (uint32_t i = 0; i < size; i++)
        all[i] = t->kind == IR_TYPE_INT ? t->low + (int32_t)i : layout_code(p->g, t->symbols[i]);
    *values = all;
    *count = (uint32_t)size;
    return true;
}

/* A scalar that is asked for its value becomes a case, if it can; then everything is done again. */
static bool need(finder *x, ir_var v)
{
    const int32_t *values;
    uint32_t count;
    if (x->needed == IR_NONE && x->case_count < STRAND_CONDITIONS_MAX && lanes_cases(x, v, &values, &count) &&
        count * x->all_cases <= CASES_MAX)
        x->needed = v;
    return lanes_fail(x);
}

/* Past the limit of memory the same array again: nothing that is found then is kept. */
int32_t *lanes_each(finder *x, int32_t value)
{
    if (x->room < x->lanes) {
        x->failed = true;
        return x->spare;
    }
    x->room -= x->lanes;
    int32_t *all = ARENA_ARRAY(x->a, int32_t, x->lanes);
    for (uint32_t i = 0; i < x->lanes; i++)
        all[i] = value;
    return all;
}

/* ---- values ---- */

known lanes_scalar(finder *x, const place *at, ir_var v)
{
    for (uint32_t i = 0; i < at->scalar_count; i++)
        if (at->scalars[i].v == v)
            return at->scalars[i].value;
    for (uint32_t i = 0; i < x->case_count; i++)
        if (x->cases[i] == v)
            return (known){.at = lanes_each(x, x->values[i])};
    return (known){.same = v};
}

/* Cell of the map under keys that are functions of the lane; NULL: failed. */
const int32_t *lanes_cell(finder *x, place *at, const layout_slot *s, const ir_expr *keys, uint32_t count)
{
    int32_t *cell = lanes_each(x, 0);
    for (uint32_t k = 0; k < count; k++) {
        const int32_t *key = lanes_value(x, at, keys[k]);
        if (!key)
            return NULL;
        for (uint32_t i = 0; i < x->lanes; i++) {
            if (!strand_has(&at->lanes, i))
                continue;
            if (key[i] < s->keys[k].low || key[i] > s->keys[k].high)
                return lanes_fail(x), NULL;
            cell[i] += (key[i] - s->keys[k].low) * (int32_t)s->keys[k].stride;
        }
    }
    return cell;
}

/* What was written last to the cells, where one write wrote all of them; else NULL. */
static const int32_t *written_value(const finder *x, const place *at, ir_var v, const int32_t *cell)
{
    for (uint32_t w = at->write_count; w-- > 0;) {
        bool all = true, any = false;
        for (uint32_t i = 0; i < x->lanes && at->writes[w].v == v; i++)
            if (strand_has(&at->lanes, i)) {
                const bool here = at->writes[w].cell[i] == cell[i];
                all &= here;
                any |= here;
            }
        if (any)
            return all ? at->writes[w].value : NULL;
    }
    return NULL;
}

static const int32_t *access_of(finder *x, place *at, ir_expr e)
{
    ir_expr keys[PLAN_CHAIN_MAX];
    uint32_t count;
    bool constant;
    const layout_slot *s = plan_chain(x->p, e, keys, &count, &constant);
    if (!s || s->real || count != s->levels)
        return lanes_fail(x), NULL;
    const int32_t *cell = lanes_cell(x, at, s, keys, count);
    if (!cell)
        return NULL;
    if (constant) {
        int32_t *value = lanes_each(x, 0);
        for (uint32_t i = 0; i < x->lanes; i++)
            if (strand_has(&at->lanes, i))
                value[i] =
                    (int32_t)(layout_load(x->p->layout.tables + s->offset + (size_t)cell[i] * s->width, s->width) +
                              (uint32_t)lanes_base(s));
        return value;
    }
    const int32_t *stored = written_value(x, at, (ir_var)(s - x->p->layout.variables), cell);
    if (!stored)
        return lanes_fail(x), NULL;
    int32_t *value = lanes_each(x, 0);
    for (uint32_t i = 0; i < x->lanes; i++)
        value[i] = (int32_t)((uint32_t)stored[i] + (uint32_t)lanes_base(s));
    return value;
}

/* One value a lane, of those that are left; NULL: failed. */
const int32_t *lanes_value(finder *x, place *at, ir_expr e)
{
    e = ir_bare(x->p->g, e);
    const ir_expr_data d = vec_at(&x->p->g->exprs, e);
    if (d.op == IR_SYM)
        return lanes_each(x, layout_code(x->p->g, d.a));
    if (d.op == IR_INT)
        return lanes_each(x, (int32_t)d.a);
    if (d.op == IR_VAR) {
        const layout_slot *s = &x->p->layout.variables[d.a];
        const known value = lanes_scalar(x, at, d.a);
        if (s->levels > 0 || s->real)
            return lanes_fail(x), NULL;
        return value.at ? value.at : (need(x, value.same), NULL);
    }
    if (d.op == IR_INDEX || d.op == IR_CONST)
        return access_of(x, at, e);
    if (d.op != IR_NEG && d.op != IR_ADD && d.op != IR_SUB && d.op != IR_MUL && d.op != IR_DIV && d.op != IR_MOD)
        return lanes_fail(x), NULL;
    const int32_t *a = lanes_value(x, at, d.a), *b = !a || d.op == IR_NEG ? a : lanes_value(x, at, d.b);
    int32_t *value = b ? lanes_each(x, 0) : NULL;
    for (uint32_t i = 0; value && i < x->lanes; i++)
        if (strand_has(&at->lanes, i) && !ir_arithmetic(d.op, a[i], b[i], &value[i]))
            return lanes_fail(x), NULL;
    return value;
}

/* ---- checks ---- */

bool lanes_is_scalar(const plan *p, ir_expr e)
{
    const ir_type_kind kind = plan_type_of(p, e)->kind;
    return kind == IR_TYPE_SET || kind == IR_TYPE_INT;
}

/* An access to a map of the state. */
static const layout_slot *board_access(finder *x, ir_expr e, ir_expr *keys, uint32_t *count, ir_var *v)
{
    const ir_game *g = x->p->g;
    bool constant;
    e = ir_bare(g, e);
    if (vec_at(&g->exprs, e).op != IR_INDEX)
        return NULL;
    const layout_slot *s = plan_chain(x->p, e, keys, count, &constant);
    if (!s || constant || s->real || *count != s->levels || s->width != 1)
        return NULL;
    *v = (ir_var)(s - x->p->layout.variables);
    return s;
}

static uint32_t board_of(finder *x, ir_var v, const layout_slot *s)
{
    plan *p = x->p;
    const int64_t values = (s->integer ? (int64_t)s->high - s->low : s->high) + 1;
    for (uint32_t i = 0; i < p->board_count; i++)
        if (p->boards[i].variable == v)
            return i;
    uint64_t words = 0;
    for (uint32_t i = 0; i <= p->board_count && i < STRAND_BOARDS_MAX; i++) {
        const uint32_t cells = i < p->board_count ? p->layout.variables[p->boards[i].variable].cells : s->cells;
        words += (i < p->board_count ? p->boards[i].values : (uint64_t)values) *
                 ((cells < STRAND_LANES_MAX ? cells + 63 : STRAND_LANES_MAX) / 64);
    }
    if (words > NATIVE_CELL_WORDS || p->board_count == STRAND_BOARDS_MAX || values > STRAND_VALUES_MAX ||
        vec_at(&p->g->variables, v).local)
        return IR_NONE;
    p->boards[p->board_count] = (strand_board){.variable = v, .offset = s->offset, .values = (uint32_t)values};
    return p->board_count++;
}

static bool add_literal(finder *x, clause *c, literal l)
{
    if (strand_is_empty(&l.lanes) || l.values == 0)
        return true;
    if (c->count == LITERALS_MAX)
        return lanes_fail(x);
    c->literals[c->count++] = l;
    return true;
}

/* The cells hold something that compares with the value as it should: asked lane by lane what that is. */
static bool compare_cells(finder *x, place *at, const layout_slot *s, ir_var v, const int32_t *cell, ir_op op,
                          const int32_t *other, bool holds, clause *c)
{
    const uint32_t board = board_of(x, v, s);
    strand_set left = at->lanes;
    if (board == IR_NONE)
        return lanes_fail(x);
    const uint32_t values = x->p->boards[board].values;
    for (uint32_t w = at->write_count; w-- > 0;)
        for (uint32_t i = 0; i < x->lanes && at->writes[w].v == v; i++)
            if (strand_has(&left, i) && at->writes[w].cell[i] == cell[i]) {
                const int32_t value = (int32_t)((uint32_t)at->writes[w].value[i] + (uint32_t)lanes_base(s));
                left.words[i / 64] &= ~(UINT64_C(1) << i % 64);
                if (ir_compare(op, value, other[i]) == holds)
                    strand_add(&c->always, i);
            }
    while (!strand_is_empty(&left)) {
        literal l = {.board = board, .cell = cell};
        bool first = true;
        for (uint32_t i = 0; i < x->lanes; i++) {
            uint64_t pass = 0;
            if (!strand_has(&left, i))
                continue;
            for (uint32_t k = 0; k < values; k++)
                pass |= (uint64_t)(ir_compare(op, (int32_t)k + lanes_base(s), other[i]) == holds) << k;
            if (!first && pass != l.values)
                continue;
            first = false;
            l.values = pass;
            strand_add(&l.lanes, i);
        }
        for (uint32_t w = 0; w < STRAND_WORDS; w++)
            left.words[w] &= ~l.lanes.words[w];
        if (l.values == (values == 64 ? UINT64_MAX : (UINT64_C(1) << values) - 1)) {
            for (uint32_t w = 0; w < STRAND_WORDS; w++)
                c->always.words[w] |= l.lanes.words[w];
        } else if (!add_literal(x, c, l)) {
            return false;
        }
    }
    return true;
}

static ir_op swapped(ir_op op)
{
    return op == IR_LT ? IR_GT : op == IR_GT ? IR_LT : op == IR_LE ? IR_GE : op == IR_GE ? IR_LE : op;
}

static bool compare(finder *x, place *at, const ir_expr_data *d, bool holds, clause *c)
{
    ir_expr keys[PLAN_CHAIN_MAX];
    uint32_t count;
    ir_var v;
    if (!lanes_is_scalar(x->p, d->a) || !lanes_is_scalar(x->p, d->b))
        return lanes_fail(x);
    for (int side = 0; side < 2; side++) {
        const layout_slot *s = board_access(x, side ? d->b : d->a, keys, &count, &v);
        if (!s)
            continue;
        const int32_t *cell = lanes_cell(x, at, s, keys, count),
                      *other = cell ? lanes_value(x, at, side ? d->a : d->b) : NULL;
        return other && compare_cells(x, at, s, v, cell, side ? swapped(d->op) : d->op, other, holds, c);
    }
    const int32_t *a = lanes_value(x, at, d->a), *b = a ? lanes_value(x, at, d->b) : NULL;
    for (uint32_t i = 0; b && i < x->lanes; i++)
        if (strand_has(&at->lanes, i) && ir_compare(d->op, a[i], b[i]) == holds)
            strand_add(&c->always, i);
    return b;
}

/* Adds the lanes for which the condition is as it should be. */
static bool gather(finder *x, place *at, ir_expr e, bool holds, clause *c)
{
    const ir_expr_data d = vec_at(&x->p->g->exprs, ir_bare(x->p->g, e));
    switch ((int)d.op) {
    case IR_NOT: return gather(x, at, d.a, !holds, c);
    case IR_TRUE:
    case IR_FALSE:
        for (uint32_t w = 0; w < STRAND_WORDS; w++)
            c->always.words[w] |= (d.op == IR_TRUE) == holds ? at->lanes.words[w] : 0;
        return true;
    case IR_AND:
    case IR_OR:
        if ((d.op == IR_OR) != holds)
            return lanes_fail(x);
        return gather(x, at, d.a, holds, c) && gather(x, at, d.b, holds, c);
    case IR_EQ:
    case IR_NE:
    case IR_LT:
    case IR_LE:
    case IR_GT:
    case IR_GE: return compare(x, at, &d, holds, c);
    default: return lanes_fail(x);
    }
}

static bool same_cells(const finder *x, const place *at, const literal *a, const literal *b)
{
    if (a->board != b->board)
        return false;
    for (uint32_t i = 0; i < x->lanes; i++)
        if (strand_has(&at->lanes, i) &&
            (a->cell[i] != b->cell[i] || !strand_has(&a->lanes, i) || !strand_has(&b->lanes, i)))
            return false;
    return true;
}

bool lanes_cover(const strand_set *a, const strand_set *b)
{
    for (uint32_t w = 0; w < STRAND_WORDS; w++)
        if (b->words[w] & ~a->words[w])
            return false;
    return true;
}

bool lanes_meet(const strand_set *a, const strand_set *b)
{
    for (uint32_t w = 0; w < STRAND_WORDS; w++)
        if (a->words[w] & b->words[w])
            return true;
    return false;
}

/* Lanes that cannot pass go. */
static bool add_clause(finder *x, place *at, const clause *c)
{
    strand_set passing = c->always;
    for (uint32_t i = 0; i < c->count; i++)
        for (uint32_t w = 0; w < STRAND_WORDS; w++)
            passing.words[w] |= c->literals[i].lanes.words[w];
    for (uint32_t w = 0; w < STRAND_WORDS; w++)
        at->lanes.words[w] &= passing.words[w];
    if (c->count == 0 || lanes_cover(&c->always, &at->lanes))
        return true;
    for (uint32_t i = 0; i < at->clause_count && c->count == 1 && !lanes_meet(&c->always, &at->lanes); i++) {
        const clause *other = at->clauses[i];
        if (other->count != 1 || lanes_meet(&other->always, &at->lanes) ||
            !same_cells(x, at, &other->literals[0], &c->literals[0]))
            continue;
        clause *both = ARENA_NEW(x->a, clause);
        *both = *other;
        both->literals[0].values &= c->literals[0].values;
        at->clauses[i] = both;
        if (both->literals[0].values == 0)
            memset(&at->lanes, 0, sizeof at->lanes);
        return true;
    }
    if (at->clause_count == CLAUSES_MAX)
        return lanes_fail(x);
    clause *kept = ARENA_NEW(x->a, clause);
    *kept = *c;
    at->clauses[at->clause_count++] = kept;
    return true;
}

bool lanes_assume(finder *x, place *at, ir_expr e, bool holds)
{
    const ir_expr_data d = vec_at(&x->p->g->exprs, ir_bare(x->p->g, e));
    if (d.op == IR_NOT)
        return lanes_assume(x, at, d.a, !holds);
    if ((d.op == IR_AND && holds) || (d.op == IR_OR && !holds))
        return lanes_assume(x, at, d.a, holds) && (strand_is_empty(&at->lanes) || lanes_assume(x, at, d.b, holds));
    clause c = {.count = 0};
    return gather(x, at, e, holds, &c) && add_clause(x, at, &c);
}
