/* What the state holds as the lane of a path, where nothing was chosen yet, and as a tag (plan_strands.c). */
#include "automaton/plan_lanes.h"

/* What a search reads from a cell first of all is its lane. */
static bool held_lane(finder *x, place *at, ir_var v, const layout_slot *s, uint32_t cell)
{
    const strand_place held = {s->offset + cell * s->width, (uint32_t)(s->high - (s->integer ? s->low : 0)) + 1,
                               s->width};
    if (x->held.count && (x->held.offset != held.offset || x->held.width != held.width))
        return lanes_fail(x);
    if (held.count > x->lanes) {
        x->held_lanes = held.count;
        return lanes_fail(x);
    }
    x->held = held;
    strands_spread(x, at, held.count);
    int32_t *value = lanes_each(x, 0);
    for (uint32_t k = 0; k < held.count; k++)
        value[k] = (int32_t)k + lanes_base(s);
    at->lane = v;
    return strands_fit(x, at, &x->p->layout.variables[v], value) &&
           lanes_set_scalar(x, at, (scalar){v, {.at = value}, false});
}

/* Where nothing was chosen yet, what a cell of a map holds is the lane: only one of them passes. */
bool strands_lane_from_cell(finder *x, place *at, ir_var v, ir_expr right)
{
    const plan *p = x->p;
    ir_expr keys[PLAN_CHAIN_MAX];
    uint32_t count, low = PLAN_VALUES_MAX, high = 0;
    int32_t stored;
    bool constant;
    if (at->lane != IR_NONE || vec_at(&p->g->exprs, right).op != IR_INDEX || !p->cells)
        return false;
    const layout_slot *s = plan_chain(p, right, keys, &count, &constant);
    const ir_var from = s && !constant ? (ir_var)(s - p->layout.variables) : IR_NONE;
    if (!s || constant || s->real || count != s->levels)
        return false;
    const bool first = x->exit && x->exit->asks && at->clause_count == 0 && at->write_count == 0 && !at->asks &&
                       !vec_at(&p->g->variables, from).local && s->high < STRAND_LANES_MAX;
    if (!first && !p->cells->held[from])
        return false;
    const int32_t *cell = lanes_cell(x, at, s, keys, count);
    if (!cell || lanes_cell_value(x, at, from, cell, 0, &stored) || lanes_is_written(at, from, cell, 0))
        return false;
    if (first)
        return held_lane(x, at, v, s, (uint32_t)cell[0]);
    for (uint32_t k = 0; k < PLAN_VALUES_MAX; k++)
        if (p->cells->held[from][k / 64] >> k % 64 & 1) {
            low = k < low ? k : low;
            high = k;
        }
    if (at->asks || high < low + LANE_MIN - 1 || high - low + 1 > x->lanes || at->clause_count == CLAUSES_MAX)
        return false;
    const uint32_t offset = s->offset + (uint32_t)cell[0] * s->width;
    strands_spread(x, at, high - low + 1);
    int32_t *value = lanes_each(x, 0);
    strand_set *by_number = LANES_ARRAY(x, strand_set, high + 1);
    clause *c = LANES_NEW(x, clause);
    c->literals = LANES_NEW(x, literal);
    for (uint32_t k = low; k <= high; k++) {
        value[k - low] = (int32_t)k + lanes_base(s);
        strand_add(&by_number[k], k - low);
    }
    c->literals[c->count++] = (literal){.number = {.offset = offset, .width = s->width, .count = high + 1},
                                        .by_number = by_number,
                                        .v = IR_NONE,
                                        .lanes = at->lanes};
    at->clauses[at->clause_count++] = c;
    at->lane = v;
    return strands_fit(x, at, &p->layout.variables[v], value) &&
           lanes_set_scalar(x, at, (scalar){v, {.at = value}, false});
}

/* Where nothing was chosen yet, the scalar that an assignment asks for, if it has too many values to be cases, is the
 * lane: only one of them passes. False: it is something else that is asked for. */
bool strands_lane_from_scalar(finder *x, place *at, ir_expr e)
{
    enum { HELD_MAX = STRAND_LANES_MAX };
    unknown u = {.access = IR_NONE};
    const int32_t *cases;
    uint32_t count, high = 0;
    if (at->lane != IR_NONE || at->asks || x->exit || x->by_levels || x->in_level || x->trying || x->failed ||
        at->clause_count == CLAUSES_MAX || vec_at(&x->p->g->exprs, ir_bare(x->p->g, e)).op == IR_VAR)
        return false;
    place *trial = LANES_NEW(x, place);
    *trial = *at;
    const bool one = lanes_find_unknown(x, trial, e, &u) && u.s && !u.several && u.access == IR_NONE;
    x->failed = x->full || x->needed != IR_NONE;
    if (!one || x->failed || u.s->real || lanes_is_lost(x, u.v) || lanes_cases(x, u.v, &cases, &count))
        return false;
    strand_set may = {{0}};
    for (uint32_t k = 0; k <= (uint32_t)(u.s->high - lanes_base(u.s)) && k < HELD_MAX; k++)
        if (plan_scalar_holds(x->p->cells, x->node, IR_NONE, u.v, k)) {
            strand_add(&may, k);
            high = k;
        }
    if (high >= x->lanes || (int64_t)u.s->high - lanes_base(u.s) >= HELD_MAX)
        return false;
    strands_spread(x, at, high + 1);
    int32_t *value = lanes_each(x, 0);
    strand_set *by_number = LANES_ARRAY(x, strand_set, high + 1);
    for (uint32_t k = 0; k <= high; k++) {
        value[k] = (int32_t)k + lanes_base(u.s);
        strand_add(&by_number[k], k);
    }
    at->lanes = may;
    clause *c = LANES_NEW(x, clause);
    c->literals = LANES_NEW(x, literal);
    c->literals[c->count++] = (literal){.number = {.offset = u.s->offset, .width = u.s->width, .count = high + 1},
                                        .by_number = by_number,
                                        .v = u.v,
                                        .lanes = may};
    at->clauses[at->clause_count++] = c;
    at->lane = u.v;
    return lanes_set_scalar(x, at, (scalar){u.v, {.at = value}, true});
}

/* The scalar of the state whose value the expression is, if it has too many of them to be cases; or IR_NONE. */
ir_var strands_large_scalar(finder *x, const place *at, ir_expr e)
{
    const ir_expr_data *d = &vec_at(&x->p->g->exprs, ir_bare(x->p->g, e));
    const int32_t *values;
    uint32_t count;
    if (d->op != IR_VAR || x->exit || x->by_levels || x->in_level || x->trying)
        return IR_NONE;
    const layout_slot *s = &x->p->layout.variables[d->a];
    if (s->levels > 0 || s->real)
        return IR_NONE;
    const known value = lanes_scalar(x, at, d->a);
    return value.at || value.copy || value.same == IR_NONE || lanes_is_lost(x, value.same) ||
                   lanes_cases(x, value.same, &values, &count)
               ? IR_NONE
               : value.same;
}

/* A tag that says what a scalar of the state holds. */
bool strands_tag_held(finder *x, place *at, const ir_edge_data *e, ir_var v)
{
    const layout_slot *s = &x->p->layout.variables[v];
    const strand_held held = {s->offset, (uint32_t)lanes_base(s) + plan_tag_base(x->p, ir_expr_type(x->p->g, e->value)),
                              s->width};
    if (!x->held_tag) {
        strand_held *kept = ARENA_NEW(x->p->g->arena, strand_held);
        *kept = held;
        x->held_tag = kept;
    }
    if (x->held_tag->offset != held.offset || x->held_tag->base != held.base)
        return lanes_fail(x);
    at->tags[at->tag_count++] = lanes_each(x, STRAND_HELD);
    return true;
}
