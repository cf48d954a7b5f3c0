/* What checks leave of the lanes: clauses and their literals. See plan_lanes.h. */
#include "automaton/plan_lanes.h"

#include <string.h>

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
    if (strand_is_empty(&l.lanes) || (l.values == 0 && !l.by_number && !l.search))
        return true;
    if (c->count == LITERALS_MAX)
        return lanes_fail(x);
    c->literals[c->count++] = l;
    return true;
}

static bool is_constant(const finder *x, const strand_set *lanes, const int32_t *value)
{
    int64_t first = INT64_MAX;
    for (uint32_t i = 0; i < x->lanes; i++)
        if (strand_has(lanes, i)) {
            if (first != INT64_MAX && first != value[i])
                return false;
            first = value[i];
        }
    return true;
}

/* Adds the lanes for which the comparison is as it should be. */
static bool compare_values(finder *x, place *at, const ir_expr_data *d, bool holds, strand_set *out)
{
    const int32_t *a = lanes_value(x, at, d->a), *b = a ? lanes_value(x, at, d->b) : NULL;
    for (uint32_t i = 0; b && i < x->lanes; i++)
        if (strand_has(&at->lanes, i) && ir_compare(d->op, a[i], b[i]) == holds)
            strand_add(out, i);
    return b;
}

static strand_set all_lanes(const strand_set *by_number, int64_t count)
{
    strand_set all = {{0}};
    for (int64_t k = 0; k < count; k++)
        for (uint32_t w = 0; w < STRAND_WORDS; w++)
            all.words[w] |= by_number[k].words[w];
    return all;
}

/* Lanes that pass with the same values of their cells together. */
static bool add_boards(finder *x, const unknown *u, const strand_set *by_number, clause *c)
{
    const uint32_t board = board_of(x, u->v, u->s);
    strand_set left = u->lanes;
    if (board == IR_NONE)
        return lanes_fail(x);
    const uint32_t values = x->p->boards[board].values;
    while (!strand_is_empty(&left)) {
        literal l = {.board = board, .cell = u->cell};
        bool first = true;
        for (uint32_t i = 0; i < x->lanes; i++) {
            uint64_t pass = 0;
            if (!strand_has(&left, i))
                continue;
            for (uint32_t k = 0; k < values; k++)
                pass |= (uint64_t)strand_has(&by_number[k], i) << k;
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

static uint32_t count_lanes(const strand_set *s)
{
    uint32_t count = 0;
    for (uint32_t w = 0; w < STRAND_WORDS; w++)
        count += (uint32_t)__builtin_popcountll(s->words[w]);
    return count;
}

/* Lanes by what the state holds there. */
static bool add_unknown(finder *x, const place *at, const unknown *u, const strand_set *by_number, int64_t values,
                        clause *c)
{
    const layout_slot *s = u->s;
    /* the only cell of a lane that is left is one of many shifts */
    const bool single = at->lane != IR_NONE && count_lanes(&u->lanes) == 1 && s->width == 1;
    /* a search asks many cells of one board */
    const bool board = single || (x->exit && s->width == 1);
    const bool one = u->access == IR_NONE || (!board && is_constant(x, &u->lanes, u->cell));
    if (!one)
        return add_boards(x, u, by_number, c);
    uint32_t cell = 0;
    for (uint32_t i = 0; i < x->lanes && u->access != IR_NONE; i++)
        cell = strand_has(&u->lanes, i) ? (uint32_t)u->cell[i] : cell;
    return add_literal(
        x, c,
        (literal){.number = {.offset = s->offset + cell * s->width, .width = s->width, .count = (uint32_t)values},
                  .by_number = by_number,
                  .v = u->access == IR_NONE ? u->v : IR_NONE,
                  .lanes = all_lanes(by_number, values)});
}

/* The expression is what is not known, and nothing else. */
static bool is_asked(finder *x, const place *at, ir_expr e, const unknown *u)
{
    const ir_expr bare = ir_bare(x->p->g, e);
    const ir_expr_data d = vec_at(&x->p->g->exprs, bare);
    if (u->access != IR_NONE)
        return bare == u->access;
    if (d.op != IR_VAR || x->p->layout.variables[d.a].levels > 0)
        return false;
    const known value = lanes_scalar(x, at, d.a);
    return !value.at && value.same == u->v;
}

/* Where one side is what is not known and the other is known, both are worked out once. False: it is not so. */
static bool compare_sides(finder *x, place *at, const ir_expr_data *d, const unknown *u, bool holds, int64_t values,
                          strand_set *by_number)
{
    const bool left = is_asked(x, at, d->a, u);
    unknown other = {.access = IR_NONE};
    if (!left && !is_asked(x, at, d->b, u))
        return false;
    if (!lanes_find_unknown(x, at, left ? d->b : d->a, &other) || other.s)
        return false;
    x->trial = lanes_base(u->s);
    const int32_t *a = lanes_value(x, at, d->a), *b = a ? lanes_value(x, at, d->b) : NULL;
    for (uint32_t i = 0; b && i < x->lanes; i++) {
        if (!strand_has(&at->lanes, i))
            continue;
        const bool unknown_here = strand_has(&u->lanes, i);
        for (uint32_t k = 0; k < values; k++) {
            const int32_t value = (int32_t)k + lanes_base(u->s);
            if (ir_compare(d->op, unknown_here && left ? value : a[i], unknown_here && !left ? value : b[i]) == holds)
                strand_add(&by_number[k], i);
        }
    }
    return b;
}

/* The comparison is made for each value that the state may hold there. */
static bool compare_unknown(finder *x, place *at, const ir_expr_data *d, const unknown *u, bool holds, clause *c)
{
    const layout_slot *s = u->s;
    const int64_t values = (s->integer ? (int64_t)s->high - s->low : s->high) + 1;
    if (s->real || values > PLAN_VALUES_MAX ||
        (u->access != IR_NONE ? vec_at(&x->p->g->variables, u->v).local : lanes_is_lost(x, u->v)))
        return lanes_fail(x);
    strand_set *by_number = LANES_ARRAY(x, strand_set, values);
    x->trying = true;
    x->tried = *u;
    const bool once = compare_sides(x, at, d, u, holds, values, by_number);
    bool fine = once || !x->failed;
    for (uint32_t k = 0; k < values && fine; k++) {
        const lanes_mark top = x->top;
        x->trial = (int32_t)k + lanes_base(s);
        if (u->access == IR_NONE && x->node != IR_NONE && !plan_scalar_holds(x->p->cells, x->node, IR_NONE, u->v, k))
            memset(&by_number[k], 0, sizeof by_number[k]);
        else if (!once)
            fine = compare_values(x, at, d, holds, &by_number[k]);
        x->top = top;
        for (uint32_t w = 0; w < STRAND_WORDS; w++) {
            c->always.words[w] |= by_number[k].words[w] & ~u->lanes.words[w];
            by_number[k].words[w] &= u->lanes.words[w];
        }
    }
    x->trying = false;
    if (!fine)
        return false;
    return add_unknown(x, at, u, by_number, values, c);
}

/* One of the scalars that are not known becomes a case. */
static void need_scalars(finder *x, const place *at, ir_expr e)
{
    const ir_expr_data d = vec_at(&x->p->g->exprs, e);
    if (d.op == IR_VAR && x->p->layout.variables[d.a].levels == 0) {
        const known value = lanes_scalar(x, at, d.a);
        if (!value.at)
            lanes_need(x, value.same);
    }
    for (uint32_t i = 0; i < ir_operands(d.op); i++)
        need_scalars(x, at, ir_operand(&d, i));
}

static bool compare(finder *x, place *at, const ir_expr_data *d, bool holds, clause *c)
{
    unknown u = {.access = IR_NONE};
    if (!lanes_is_scalar(x->p, d->a) || !lanes_is_scalar(x->p, d->b))
        return lanes_fail(x);
    if (!lanes_find_unknown(x, at, d->a, &u) || !lanes_find_unknown(x, at, d->b, &u))
        return false;
    if (!u.s)
        return compare_values(x, at, d, holds, &c->always);
    if (!u.several)
        return compare_unknown(x, at, d, &u, holds, c);
    need_scalars(x, at, d->a);
    need_scalars(x, at, d->b);
    return lanes_fail(x);
}

/* Adds the lanes for which the condition is as it should be. */
static bool gather(finder *x, place *at, ir_expr e, bool holds, clause *c, bool alone)
{
    const ir_expr_data d = vec_at(&x->p->g->exprs, ir_bare(x->p->g, e));
    switch ((int)d.op) {
    case IR_TRUE:
    case IR_FALSE:
        for (uint32_t w = 0; w < STRAND_WORDS; w++)
            c->always.words[w] |= (d.op == IR_TRUE) == holds ? at->lanes.words[w] : 0;
        return true;
    case IR_EQ:
    case IR_NE:
    case IR_LT:
    case IR_LE:
    case IR_GT:
    case IR_GE: return compare(x, at, &d, holds, c);
    case IR_REACH:
        if (plan_always(x->p, &d)) {
            for (uint32_t w = 0; w < STRAND_WORDS; w++)
                c->always.words[w] |= holds ? at->lanes.words[w] : 0;
            return true;
        }
        if (strands_search(x, at, &d, holds, c))
            return true;
        if ((x->exit && !x->exit->asks) || x->full || x->needed != IR_NONE)
            return lanes_fail(x);
        x->failed = false;
        strands_ask(x, at, &d, holds);
        at->vague |= !alone;
        for (uint32_t w = 0; w < STRAND_WORDS; w++)
            c->always.words[w] |= at->lanes.words[w];
        return true;
    default: return lanes_fail(x);
    }
}

static bool same_cells(const finder *x, const place *at, const literal *a, const literal *b)
{
    if (a->by_number || b->by_number || a->search || b->search || a->board != b->board)
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

static clause *copied(finder *x, const clause *c)
{
    clause *kept = LANES_NEW(x, clause);
    *kept = *c;
    kept->literals = LANES_ARRAY(x, literal, c->count + 1);
    memcpy(kept->literals, c->literals, c->count * sizeof *c->literals);
    return kept;
}

/* What the place of the state holds has to be right for both. */
static bool meet_number(finder *x, place *at, const clause *c)
{
    const literal *l = &c->literals[0];
    if (c->count != 1 || !l->by_number || lanes_meet(&c->always, &at->lanes))
        return false;
    for (uint32_t i = 0; i < at->clause_count; i++) {
        const literal *m = &at->clauses[i]->literals[0];
        if (at->clauses[i]->count != 1 || !m->by_number || m->number.offset != l->number.offset ||
            m->number.count != l->number.count || lanes_meet(&at->clauses[i]->always, &at->lanes))
            continue;
        clause *both = copied(x, at->clauses[i]);
        strand_set *sets = LANES_ARRAY(x, strand_set, l->number.count + 1), any = {{0}};
        both->literals[0].by_number = sets;
        for (uint32_t k = 0; k < l->number.count; k++)
            for (uint32_t w = 0; w < STRAND_WORDS; w++) {
                sets[k].words[w] = l->by_number[k].words[w] & m->by_number[k].words[w];
                any.words[w] |= sets[k].words[w];
            }
        at->clauses[i] = both;
        for (uint32_t w = 0; w < STRAND_WORDS; w++)
            at->lanes.words[w] &= any.words[w];
        return true;
    }
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
    if (c->count == 0 || lanes_cover(&c->always, &at->lanes) || meet_number(x, at, c))
        return true;
    for (uint32_t i = 0; i < at->clause_count && c->count == 1 && !lanes_meet(&c->always, &at->lanes); i++) {
        const clause *other = at->clauses[i];
        if (other->count != 1 || lanes_meet(&other->always, &at->lanes) ||
            !same_cells(x, at, &other->literals[0], &c->literals[0]))
            continue;
        clause *both = copied(x, other);
        both->literals[0].values &= c->literals[0].values;
        at->clauses[i] = both;
        if (both->literals[0].values == 0)
            memset(&at->lanes, 0, sizeof at->lanes);
        return true;
    }
    if (at->clause_count == CLAUSES_MAX)
        return lanes_fail(x);
    at->clauses[at->clause_count++] = copied(x, c);
    return true;
}

/* Where each lane passes with one value of a scalar only, it is known to hold that. */
static bool learn(finder *x, place *at, const clause *c)
{
    const literal *l = &c->literals[0];
    if (c->count != 1 || !l->by_number || l->v == IR_NONE || lanes_meet(&c->always, &at->lanes))
        return true;
    const layout_slot *s = &x->p->layout.variables[l->v];
    int32_t *value = lanes_each(x, 0);
    for (uint32_t i = 0; i < x->lanes; i++) {
        uint32_t count = 0;
        for (uint32_t k = 0; k < l->number.count && strand_has(&at->lanes, i); k++)
            if (strand_has(&l->by_number[k], i)) {
                value[i] = (int32_t)k + lanes_base(s);
                count++;
            }
        if (count > 1)
            return true;
    }
    const scalar *before = lanes_scalar_at(at, l->v);
    return (before && before->value.same != l->v) || lanes_set_scalar(x, at, (scalar){l->v, {.at = value}, true});
}

/* Conditions one of which is as it should be. */
typedef struct either {
    ir_expr e[LITERALS_MAX];
    bool holds[LITERALS_MAX];
    uint32_t count;
} either;

/* Conditions that are made up of several become several clauses: a || b && c is (a || b) && (a || c). */
static bool assume_either(finder *x, place *at, const either *all)
{
    const ir_game *g = x->p->g;
    for (uint32_t i = 0; i < all->count; i++) {
        const ir_expr_data d = vec_at(&g->exprs, ir_bare(g, all->e[i]));
        const bool holds = all->holds[i];
        either more = *all;
        if (d.op == IR_NOT) {
            more.e[i] = d.a;
            more.holds[i] = !holds;
            return assume_either(x, at, &more);
        }
        if (d.op != IR_AND && d.op != IR_OR)
            continue;
        more.e[i] = d.a;
        if ((d.op == IR_AND) == holds) {
            if (!assume_either(x, at, &more))
                return false;
            more.e[i] = d.b;
            return strand_is_empty(&at->lanes) || assume_either(x, at, &more);
        }
        if (more.count == LITERALS_MAX)
            return lanes_fail(x);
        more.e[more.count] = d.b;
        more.holds[more.count++] = holds;
        return assume_either(x, at, &more);
    }
    literal literals[LITERALS_MAX];
    clause c = {.literals = literals};
    for (uint32_t i = 0; i < all->count; i++)
        if (!gather(x, at, all->e[i], all->holds[i], &c, all->count == 1))
            return false;
    return add_clause(x, at, &c) && learn(x, at, &c);
}

bool lanes_hold(finder *x, place *at, const unknown *u, uint32_t value)
{
    literal literals[LITERALS_MAX];
    clause c = {.literals = literals};
    const int64_t values = (u->s->integer ? (int64_t)u->s->high - u->s->low : u->s->high) + 1;
    strand_set *by_number = LANES_ARRAY(x, strand_set, values);
    for (uint32_t i = 0; i < x->lanes; i++) {
        int32_t stored;
        if (!strand_has(&at->lanes, i))
            continue;
        if (strand_has(&u->lanes, i))
            strand_add(&by_number[value], i);
        else if (lanes_cell_value(x, at, u->v, u->cell, i, &stored) && (uint32_t)stored == value)
            strand_add(&c.always, i);
    }
    return add_unknown(x, at, u, by_number, values, &c) && add_clause(x, at, &c);
}

bool lanes_assume(finder *x, place *at, ir_expr e, bool holds)
{
    return assume_either(x, at, &(either){.e = {e}, .holds = {holds}, .count = 1});
}
