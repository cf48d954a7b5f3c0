/* Finds the strands of a decision (strands.h): its paths are followed from the decision point to the end of the move
 * with values that are functions of the lane, which is the first scalar that is chosen from many values, or what a cell
 * of the state holds. Constant tables are looked up for each lane now; a check of a cell becomes the preimage of a set
 * of cells under the function that leads there; a check of one place of the state, a set of lanes for each number that
 * it may hold; what a path has written, or a check has left of a cell's values, is known behind it. A scalar of the
 * state that a table is asked for is given each of its values in turn: a case each. (Symbolic execution, King 1976,
 * with sets of concrete lanes.)
 *
 * A check that asks for a search, or of which nothing can be said, is taken to hold, and the strand asks: whether its
 * move is one shows when it is made. What is assigned and not known makes the strand one that is applied by its tags.
 *
 * Nothing is claimed where two choices have many values, where a tag is not known, where an expression can go wrong, or
 * past the limits; nor where moves that two paths may make cannot be parted (plan_twins.c). A loop is followed as long
 * as some lane can be in it. */
#include "automaton/plan_lanes.h"

#include "automaton/check.h"

#include <stdio.h>
#include <string.h>

/* ---- the end of a path ---- */

/* Of the lanes that are left. */
static strand_function function_of(finder *x, const place *at, const int32_t *value)
{
    bool constant = true, moves = true, any = false;
    int32_t number = 0, shift = 0;
    for (uint32_t i = 0; i < x->lanes; i++) {
        if (!strand_has(&at->lanes, i))
            continue;
        number = any ? number : value[i];
        shift = any ? shift : (int32_t)((uint32_t)value[i] - i);
        any = true;
        constant &= value[i] == number;
        moves &= (int32_t)((uint32_t)value[i] - i) == shift;
    }
    if (moves && at->lane != IR_NONE)
        return (strand_function){.number = shift, .moves = true};
    if (constant)
        return (strand_function){.number = number};
    int32_t *table = ARENA_ARRAY(x->p->g->arena, int32_t, x->lanes);
    for (uint32_t i = 0; i < x->lanes; i++)
        table[i] = strand_has(&at->lanes, i) ? value[i] : 0;
    return (strand_function){.table = table};
}

/* The largest set of lanes among those that are left whose cells are one shift, or one cell. */
static strand_piece largest_piece(const finder *x, const int32_t *cell, const strand_set *left)
{
    strand_piece best = {.fixed = false};
    uint32_t most = 0;
    for (uint32_t i = 0; i < x->lanes; i++) {
        uint32_t shifted = 0, same = 0;
        if (!strand_has(left, i))
            continue;
        for (uint32_t k = i; k < x->lanes; k++) {
            shifted += strand_has(left, k) && cell[k] - (int32_t)k == cell[i] - (int32_t)i;
            same += strand_has(left, k) && cell[k] == cell[i];
        }
        if (shifted > most)
            best = (strand_piece){.shift = cell[i] - (int32_t)i}, most = shifted;
        if (same > most)
            best = (strand_piece){.fixed = true, .shift = cell[i]}, most = same;
    }
    for (uint32_t i = 0; i < x->lanes; i++)
        if (strand_has(left, i) && (best.fixed ? cell[i] : cell[i] - (int32_t)i) == best.shift)
            strand_add(&best.lanes, i);
    return best;
}

static bool number_of(finder *x, const place *at, const literal *l, strand_literal *out)
{
    arena *a = x->p->g->arena;
    strand_number *n = ARENA_NEW(a, strand_number);
    *n = l->number;
    for (uint32_t w = 0; w < STRAND_WORDS; w++)
        n->words = at->lanes.words[w] ? w + 1 : n->words;
    uint64_t *lanes = ARENA_ARRAY(a, uint64_t, (size_t)n->count * n->words + 1);
    for (uint32_t k = 0; k < n->count; k++)
        for (uint32_t w = 0; w < n->words; w++)
            lanes[k * n->words + w] = l->by_number[k].words[w] & at->lanes.words[w];
    n->lanes = lanes;
    *out = (strand_literal){.number = n};
    return true;
}

static bool pieces_of(finder *x, const place *at, const literal *l, strand_literal *out)
{
    if (l->by_number)
        return number_of(x, at, l, out);
    strand_piece pieces[PIECES_MAX];
    strand_board *b = &x->p->boards[l->board];
    uint32_t count = 0;
    strand_set left = l->lanes;
    for (uint32_t w = 0; w < STRAND_WORDS; w++)
        left.words[w] &= at->lanes.words[w];
    for (uint32_t i = 0; i < x->lanes; i++)
        if (strand_has(&left, i)) {
            if (l->cell[i] >= STRAND_LANES_MAX)
                return lanes_fail(x);
            b->cells = (uint32_t)l->cell[i] + 1 > b->cells ? (uint32_t)l->cell[i] + 1 : b->cells;
        }
    while (!strand_is_empty(&left)) {
        if (count == PIECES_MAX)
            return lanes_fail(x);
        pieces[count] = largest_piece(x, l->cell, &left);
        for (uint32_t w = 0; w < STRAND_WORDS; w++)
            left.words[w] &= ~pieces[count].lanes.words[w];
        count++;
    }
    strand_piece *kept = ARENA_ARRAY(x->p->g->arena, strand_piece, count + 1);
    memcpy(kept, pieces, count * sizeof *kept);
    *out = (strand_literal){NULL, l->board, l->values, kept, count};
    return true;
}

static bool keep_clauses(finder *x, const place *at, strand *s)
{
    strand_clause *kept = ARENA_ARRAY(x->p->g->arena, strand_clause, at->clause_count + 1);
    for (uint32_t i = 0; i < at->clause_count; i++) {
        const clause *c = at->clauses[i];
        if (lanes_cover(&c->always, &at->lanes))
            continue;
        strand_literal *literals = ARENA_ARRAY(x->p->g->arena, strand_literal, c->count + 1);
        strand_clause *out = &kept[s->clause_count];
        *out = (strand_clause){.always = c->always, .literals = literals};
        for (uint32_t w = 0; w < STRAND_WORDS; w++)
            out->always.words[w] &= at->lanes.words[w];
        for (uint32_t k = 0; k < c->count; k++) {
            if (!lanes_meet(&c->literals[k].lanes, &at->lanes))
                continue;
            if (!pieces_of(x, at, &c->literals[k], &literals[out->literal_count]))
                return false;
            out->literal_count++;
        }
        s->clause_count++;
    }
    s->clauses = kept;
    return true;
}

static bool keep_writes(finder *x, const place *at, const ir_edge_data *last, strand *s)
{
    const plan *p = x->p;
    strand_write *kept = ARENA_ARRAY(p->g->arena, strand_write, at->write_count + at->scalar_count + 1);
    place end = *at;
    for (uint32_t i = 0; i < at->write_count; i++) {
        const layout_slot *b = &p->layout.variables[at->writes[i].v];
        if (!at->writes[i].value)
            return false;
        kept[s->write_count++] = (strand_write){b->offset, b->width, function_of(x, at, at->writes[i].cell),
                                                function_of(x, at, at->writes[i].value), IR_NONE};
    }
    const ir_expr_data *right = &vec_at(&p->g->exprs, ir_bare(p->g, last->value));
    known player = {.same = IR_NONE};
    if (right->op == IR_VAR)
        player = lanes_scalar(x, at, right->a);
    else if (!(player.at = lanes_value(x, &end, last->value)))
        return false;
    for (uint32_t i = 0; i <= at->scalar_count; i++) {
        const bool is_last = i == at->scalar_count;
        const ir_var v = is_last ? p->g->player : at->scalars[i].v;
        const known value = is_last ? player : at->scalars[i].value;
        const layout_slot *to = &p->layout.variables[v];
        if ((!is_last && v == p->g->player) || vec_at(&p->g->variables, v).local || (!value.at && value.same == v))
            continue;
        if (!is_last && at->scalars[i].read)
            continue;
        strand_write w = {.offset = to->offset, .width = to->width, .from = IR_NONE};
        if (!value.at && value.same == IR_NONE)
            return false;
        if (!value.at) {
            const layout_slot *from = &p->layout.variables[value.same];
            if (from->width != to->width || lanes_base(from) != lanes_base(to) || from->levels || from->real ||
                vec_at(&p->g->variables, value.same).local)
                return false;
            w.from = from->offset;
        } else {
            int32_t *stored = lanes_each(x, 0);
            for (uint32_t k = 0; k < x->lanes; k++)
                stored[k] = (int32_t)((uint32_t)value.at[k] - (uint32_t)lanes_base(to));
            w.value = function_of(x, at, stored);
        }
        kept[s->write_count++] = w;
    }
    s->writes = kept;
    s->next = last->to;
    return true;
}

/* `last`: the assignment of player, or NULL: what the move writes is not known. */
static void finish(finder *x, const place *at, const ir_edge_data *last)
{
    if (x->count == STRANDS_MAX)
        strands_join(x);
    if (x->count == STRANDS_MAX) {
        lanes_fail(x);
        return;
    }
    strand *s = &x->all[x->count];
    *s = (strand){.lanes = at->lanes, .tag_count = at->tag_count};
    strand_function *tags = ARENA_ARRAY(x->p->g->arena, strand_function, at->tag_count + 1);
    for (uint32_t i = 0; i < at->tag_count; i++)
        tags[i] = function_of(x, at, at->tags[i]);
    s->tags = tags;
    if (!keep_clauses(x, at, s))
        return;
    s->asks = at->asks;
    s->made = last && !s->asks && keep_writes(x, at, last, s);
    if (x->failed) {
        x->failed = x->full || x->needed != IR_NONE;
        s->made = false;
    }
    s->write_count = s->made ? s->write_count : 0;
    for (uint32_t w = 0; w < STRAND_WORDS; w++)
        x->words = s->lanes.words[w] && w >= x->words ? w + 1 : x->words;
    x->count++;
}

/* ---- edges ---- */

/* Whether all values fit into what holds them. */
static bool fits(const finder *x, const place *at, const layout_slot *s, const int32_t *value)
{
    for (uint32_t i = 0; i < x->lanes; i++)
        if (strand_has(&at->lanes, i) && (value[i] < (s->integer ? s->low : 0) || value[i] > s->high))
            return false;
    return true;
}

static void spread(finder *x, place *at, uint32_t lanes);

/* What is assigned; *value NULL: it is not known, and nobody may ask for it. False: nothing is claimed. */
static bool assigned(finder *x, place *at, ir_expr e, const layout_slot *s, const int32_t **value)
{
    *value = lanes_value(x, at, e);
    if (*value)
        return fits(x, at, s, *value) || lanes_fail(x);
    x->failed = x->full || x->needed != IR_NONE;
    return !x->failed;
}

/* Where nothing was chosen yet, what a cell of a map holds is the lane: only one of them passes. */
static bool lane_from_cell(finder *x, place *at, ir_var v, ir_expr right)
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
    if (!s || constant || s->real || count != s->levels || !p->cells->held[from])
        return false;
    const int32_t *cell = lanes_cell(x, at, s, keys, count);
    if (!cell || lanes_cell_value(x, at, from, cell, 0, &stored) || lanes_is_written(at, from, cell, 0))
        return false;
    for (uint32_t k = 0; k < PLAN_VALUES_MAX; k++)
        if (p->cells->held[from][k / 64] >> k % 64 & 1) {
            low = k < low ? k : low;
            high = k;
        }
    if (at->asks || high < low + LANE_MIN - 1 || high - low + 1 > x->lanes || at->clause_count == CLAUSES_MAX)
        return false;
    const uint32_t offset = s->offset + (uint32_t)cell[0] * s->width;
    spread(x, at, high - low + 1);
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
    return fits(x, at, &p->layout.variables[v], value) && lanes_set_scalar(x, at, (scalar){v, {.at = value}, false});
}

static bool assign(finder *x, place *at, const ir_edge_data *e)
{
    const plan *p = x->p;
    const ir_var v = ir_target_variable(p->g, e->target);
    const layout_slot *s = &p->layout.variables[v];
    if (!s->real && s->levels > 0 && !lanes_is_scalar(p, e->target) && at->write_count < WRITES_MAX) {
        at->writes[at->write_count++] = (cell_write){v, NULL, NULL}; /* a map as a whole */
        return true;
    }
    if (s->real || !lanes_is_scalar(p, e->target))
        return lanes_fail(x);
    if (s->levels == 0) {
        const ir_expr_data *right = &vec_at(&p->g->exprs, ir_bare(p->g, e->value));
        known value = {.same = IR_NONE};
        if (lane_from_cell(x, at, v, ir_bare(p->g, e->value)))
            return true;
        if (x->failed)
            return false;
        if (right->op == IR_VAR && p->layout.variables[right->a].levels == 0 && !p->layout.variables[right->a].real &&
            !plan_value_escapes(p, s, e->value))
            value = lanes_scalar(x, at, right->a);
        else if (!assigned(x, at, e->value, s, &value.at))
            return false;
        return lanes_set_scalar(x, at, (scalar){v, value, false});
    }
    ir_expr keys[PLAN_CHAIN_MAX];
    uint32_t count;
    bool constant;
    if (at->write_count == WRITES_MAX || !plan_chain(p, e->target, keys, &count, &constant) || count != s->levels)
        return lanes_fail(x);
    const int32_t *cell = lanes_cell(x, at, s, keys, count);
    const int32_t *value;
    if (!cell && !x->full && x->needed == IR_NONE) { /* any of the cells */
        x->failed = false;
        at->writes[at->write_count++] = (cell_write){v, NULL, NULL};
        return true;
    }
    if (!cell || !assigned(x, at, e->value, s, &value))
        return false;
    int32_t *stored = value ? lanes_each(x, 0) : NULL;
    for (uint32_t i = 0; stored && i < x->lanes; i++)
        stored[i] = (int32_t)((uint32_t)value[i] - (uint32_t)lanes_base(s));
    at->writes[at->write_count++] = (cell_write){v, cell, stored};
    return true;
}

static place *copied(finder *x, const place *from);
static void follow(finder *x, place *at, ir_node n);

static bool tag(finder *x, place *at, const ir_edge_data *e)
{
    const ir_expr_data *d = &vec_at(&x->p->g->exprs, ir_bare(x->p->g, e->value));
    if (at->tag_count == STRAND_TAGS_MAX)
        return lanes_fail(x);
    const int32_t *value = d->op == IR_SYM ? lanes_each(x, (int32_t)d->a) : lanes_value(x, at, e->value);
    if (!value)
        return false;
    int32_t *word = lanes_each(x, 0);
    const uint32_t base = d->op == IR_SYM ? 0 : plan_tag_base(x->p, ir_expr_type(x->p->g, e->value));
    for (uint32_t i = 0; i < x->lanes; i++)
        word[i] = (int32_t)((uint32_t)value[i] + base);
    at->tags[at->tag_count++] = word;
    return true;
}

static void spread_literal(finder *x, const strand_set *lanes, literal *l)
{
    l->lanes = *lanes;
    if (!l->by_number) {
        l->cell = lanes_each(x, l->cell[0]);
        return;
    }
    strand_set *all = LANES_ARRAY(x, strand_set, l->number.count + 1);
    for (uint32_t k = 0; k < l->number.count; k++)
        if (strand_has(&l->by_number[k], 0))
            all[k] = *lanes;
    l->by_number = all;
}

/* What held for the only lane holds for all that there are from now on. */
static void spread(finder *x, place *at, uint32_t lanes)
{
    for (uint32_t i = 0; i < lanes; i++)
        strand_add(&at->lanes, i);
    for (uint32_t i = 0; i < at->scalar_count; i++)
        if (at->scalars[i].value.at)
            at->scalars[i].value.at = lanes_each(x, at->scalars[i].value.at[0]);
    for (uint32_t i = 0; i < at->write_count; i++) {
        if (at->writes[i].cell)
            at->writes[i].cell = lanes_each(x, at->writes[i].cell[0]);
        if (at->writes[i].value)
            at->writes[i].value = lanes_each(x, at->writes[i].value[0]);
    }
    for (uint32_t i = 0; i < at->tag_count; i++)
        at->tags[i] = lanes_each(x, at->tags[i][0]);
    for (uint32_t i = 0; i < at->clause_count; i++) {
        clause *c = LANES_NEW(x, clause);
        *c = *at->clauses[i]; /* none always passes: it would be no clause */
        c->literals = LANES_ARRAY(x, literal, c->count + 1);
        memcpy(c->literals, at->clauses[i]->literals, c->count * sizeof *c->literals);
        for (uint32_t k = 0; k < c->count; k++)
            spread_literal(x, &at->lanes, &c->literals[k]);
        at->clauses[i] = c;
    }
}

/* A search before all choices decides about too many moves at once. */
static bool gates(const place *at) { return at->asks && at->lane == IR_NONE; }

static void choose(finder *x, const place *before, const ir_edge_data *e)
{
    const plan *p = x->p;
    const plan_domain *d = &p->domains[e - p->g->edges.data];
    const ir_var v = ir_target_variable(p->g, e->target);
    const layout_slot *s = &p->layout.variables[v];
    const int64_t size = d->range ? (int64_t)d->high - d->low + 1 : d->count;
    if (vec_at(&p->g->exprs, e->target).op != IR_VAR || v == p->g->player || gates(before)) {
        lanes_fail(x);
        return;
    }
    const bool alternatives = size < LANE_MIN && (before->lane != IR_NONE || !d->range || size < x->lane_min);
    if (!alternatives && (before->lane != IR_NONE || !d->range || size > x->lanes)) {
        lanes_fail(x);
        return;
    }
    for (int64_t i = 0; i < (alternatives ? size : 1) && !x->failed; i++) {
        place *at = copied(x, before);
        int32_t *value;
        if (alternatives) {
            value = lanes_each(x, (int32_t)((d->range ? d->low + i : d->list[i]) + lanes_base(s)));
        } else {
            spread(x, at, (uint32_t)size);
            value = lanes_each(x, 0);
            for (uint32_t k = 0; k < x->lanes; k++)
                value[k] = d->low + (int32_t)k + lanes_base(s);
            at->lane = v;
            x->small |= size < LANE_MIN;
        }
        if (lanes_set_scalar(x, at, (scalar){v, {.at = value}, false}) &&
            (e->value == IR_NONE || lanes_assume(x, at, e->value, true)))
            follow(x, at, e->to);
    }
}

/* A tag that depends on what one cell holds: a path for each value of it. */
static void split(finder *x, const place *from, const ir_edge_data *e)
{
    unknown u;
    if (x->full || x->needed != IR_NONE)
        return;
    x->failed = false;
    if (!lanes_unknown(x, copied(x, from), e->value, &u)) {
        lanes_fail(x);
        return;
    }
    const int64_t values = (u.s->integer ? (int64_t)u.s->high - u.s->low : u.s->high) + 1;
    if (values > SPLITS_MAX)
        lanes_fail(x);
    for (uint32_t k = 0; k < values && !x->failed; k++) {
        const lanes_mark top = x->top;
        place *at = copied(x, from);
        if (lanes_hold(x, at, &u, k) && !strand_is_empty(&at->lanes) && tag(x, at, e))
            follow(x, at, e->to);
        x->top = top;
    }
}

static void take(finder *x, place *at, const ir_edge_data *e)
{
    if (ir_assigns_player(x->p->g, e)) {
        finish(x, at, e);
        return;
    }
    if (plan_step_can_fault(x->p, x->x, e)) {
        lanes_fail(x);
        return;
    }
    if (e->label == IR_CHOOSE)
        choose(x, at, e);
    else if (e->label == IR_TAG && !tag(x, at, e))
        split(x, at, e);
    else if (e->label != IR_ASSIGN || assign(x, at, e))
        follow(x, at, e->to);
}

/* Behind a node from which nothing can fail: what is written, where that is one way for all lanes. */
static void follow_sure(finder *x, const place *from, ir_node n)
{
    place *at = copied(x, from);
    for (;; at->depth++) {
        const ir_edge_data *e = at->depth < DEPTH_MAX ? plan_only_edge(x->p, x->x, n) : NULL;
        if (e && ir_assigns_player(x->p->g, e)) {
            finish(x, at, e);
            return;
        }
        if (!e || (e->label != IR_SKIP && (e->label != IR_ASSIGN || !assign(x, at, e))))
            break;
        n = e->to;
    }
    x->failed = x->full || x->needed != IR_NONE;
    if (!x->failed)
        finish(x, from, NULL);
}

/* Not on the stack: paths are long. */
static place *copied(finder *x, const place *from)
{
    place *at = LANES_NEW(x, place);
    *at = *from;
    return at;
}

/* A check of which nothing can be said is asked when the move is made. */
static bool passes(finder *x, place *at, ir_expr e, bool holds)
{
    if (plan_can_fault(x->p, e))
        return lanes_fail(x);
    const strand_set lanes = at->lanes;
    const uint32_t clauses = at->clause_count;
    if (lanes_assume(x, at, e, holds))
        return true;
    if (x->full || x->needed != IR_NONE || clauses != at->clause_count)
        return false;
    x->failed = false;
    at->lanes = lanes;
    at->asks = true;
    return true;
}

static void follow(finder *x, place *at, ir_node n)
{
    const uint32_t here = region_at(x->x->r, n);
    if (strand_is_empty(&at->lanes) || here == IR_NONE || !x->x->r->useful[here])
        return;
    if (++x->steps > STEPS_MAX || at->depth >= DEPTH_MAX) {
        lanes_fail(x);
        return;
    }
    if (x->x->sure[here]) {
        follow_sure(x, at, n);
        return;
    }
    const plan_edges *order = plan_order(x->x, n);
    place *rest = copied(x, at); /* of a group: what its edges so far have left */
    for (uint32_t i = 0; i < order->count && !x->failed; i++) {
        const ir_edge_data *e = plan_edge_at(x->p, order, i);
        const bool checks = e->label == IR_CHECK && !vec_at(order, i).certain;
        const lanes_mark top = x->top;
        if (!strand_is_empty(&rest->lanes)) {
            place *next = copied(x, rest);
            next->depth++;
            if (checks && !passes(x, next, e->value, true))
                return;
            if (!strand_is_empty(&next->lanes))
                take(x, next, e);
        }
        x->top = top;
        if (vec_at(order, i).last_of_group)
            *rest = *at;
        else if (!checks)
            memset(&rest->lanes, 0, sizeof rest->lanes);
        else if (!strand_is_empty(&rest->lanes) && !x->failed)
            passes(x, rest, e->value, false);
    }
}

/* ---- cases ---- */

/* The strands of one case: false when they say not all. */
static bool find_case(finder *x, ir_node n, strand_case *out)
{
    const plan *p = x->p;
    x->count = x->words = x->steps = 0;
    x->failed = x->full = false;
    place start = {.lane = IR_NONE};
    strand_add(&start.lanes, 0);
    x->top = (lanes_mark){0};
    follow(x, &start, n);
    if (x->failed || !strands_part(x))
        return false;
    *out = (strand_case){.condition_count = x->case_count, .count = x->count, .words = x->words, .made = true};
    for (uint32_t i = 0; i < x->case_count; i++) {
        const layout_slot *s = &p->layout.variables[x->cases[i]];
        out->conditions[i] = (strand_condition){s->offset, (uint32_t)x->values[i] - (uint32_t)lanes_base(s), s->width};
    }
    strand *kept = ARENA_ARRAY(p->g->arena, strand, x->count + 1);
    memcpy(kept, x->all, x->count * sizeof *kept);
    out->strands = kept;
    for (uint32_t i = 0; i < x->count; i++) {
        out->made &= kept[i].made;
        out->asks |= kept[i].asks;
    }
    return !out->asks || x->count >= ASKING_MIN;
}

static bool find_cases(finder *x, ir_node n, strand_case *cases, uint32_t *count)
{
    const int32_t *values[STRAND_CONDITIONS_MAX];
    uint32_t sizes[STRAND_CONDITIONS_MAX], all = 1;
    for (uint32_t i = 0; i < x->case_count; i++) {
        if (!lanes_cases(x, x->cases[i], &values[i], &sizes[i]))
            return false;
        all *= sizes[i];
    }
    x->all_cases = all;
    x->needed = IR_NONE;
    x->twins = false;
    for (uint32_t k = 0; k < all; k++) {
        for (uint32_t i = 0, rest = k; i < x->case_count; rest /= sizes[i++])
            x->values[i] = values[i][rest % sizes[i]];
        if (!find_case(x, n, &cases[k]))
            return false;
    }
    *count = all;
    return true;
}

/* What scalars hold at the decision is one of the cases: typing is loose, symbols of other types may get there. */
static bool cover_all(const finder *x)
{
    for (uint32_t i = 0; i < x->case_count; i++) {
        const layout_slot *s = &x->p->layout.variables[x->cases[i]];
        const int64_t size = (s->integer ? (int64_t)s->high - s->low : s->high) + 1;
        const int32_t *values;
        uint32_t count;
        if (size > PLAN_VALUES_MAX || !lanes_cases(x, x->cases[i], &values, &count))
            return false;
        for (uint32_t k = 0; k < size; k++) {
            bool found = !plan_scalar_holds(x->p->cells, x->node, IR_NONE, x->cases[i], k);
            for (uint32_t j = 0; j < count && !found; j++)
                found = values[j] == (int32_t)k + lanes_base(s);
            if (!found)
                return false;
        }
    }
    return true;
}

static uint32_t most_lanes(const plan *p, const plan_program *x)
{
    uint32_t most = 1;
    for (uint32_t i = 0; i < p->g->edges.count; i++) {
        const ir_edge_data *e = &vec_at(&p->g->edges, i);
        const plan_domain *d = &p->domains[i];
        if (e->removed || e->label != IR_CHOOSE || region_at(x->r, e->from) == IR_NONE)
            continue;
        const int64_t size = d->range ? (int64_t)d->high - d->low + 1 : 0;
        if (size <= STRAND_LANES_MAX && size > most)
            most = (uint32_t)size;
    }
    return most;
}

const plan_strands *plan_find_strands(plan *p, const plan_program *program, ir_node n, bool *single)
{
    if (!p->cells_sought)
        p->cells = plan_find_cells(p);
    p->cells_sought = true;
    arena *a = arena_child(p->a);
    finder *x = ARENA_NEW(a, finder);
    const uint32_t boards = p->board_count;
    strand_case cases[CASES_MAX];
    plan_strands *found = NULL;
    uint32_t count = 0;
    bool done = false;
    *x = (finder){.p = p, .x = program, .a = a, .node = n, .single = *single};
    x->lanes = most_lanes(p, program);
    /* the first choice is the lane; if another one has to be, the first large one */
    for (x->lane_min = 2; !done && (x->lane_min == 2 || (x->lane_min == LANE_MIN && x->small));
         x->lane_min += LANE_MIN - 2) {
        x->needed = IR_NONE;
        x->case_count = 0;
        done = find_cases(x, n, cases, &count);
        while (!done && x->needed != IR_NONE) {
            x->cases[x->case_count++] = x->needed;
            done = find_cases(x, n, cases, &count);
        }
    }
    if (done) {
        strand_case *kept = ARENA_ARRAY(p->g->arena, strand_case, count + 1);
        memcpy(kept, cases, count * sizeof *kept);
        found = ARENA_NEW(p->g->arena, plan_strands);
        *found = (plan_strands){kept, count, false};
        for (uint32_t i = 0; i < count; i++)
            found->asks |= kept[i].asks;
        *single |= !x->twins && cover_all(x);
    } else {
        p->board_count = boards;
    }
    arena_done(a);
    return found;
}
