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

/* ---- edges ---- */

/* Whether all values fit into what holds them. */
bool strands_fit(const finder *x, const place *at, const layout_slot *s, const int32_t *value)
{
    for (uint32_t i = 0; i < x->lanes; i++)
        if (strand_has(&at->lanes, i) && (value[i] < (s->integer ? s->low : 0) || value[i] > s->high))
            return false;
    return true;
}

/* What is assigned; *value NULL: it is not known, and nobody may ask for it. False: nothing is claimed. */
static bool assigned(finder *x, place *at, ir_expr e, const layout_slot *s, const int32_t **value)
{
    *value = lanes_value(x, at, e);
    if (*value)
        return strands_fit(x, at, s, *value) || lanes_fail(x);
    x->failed = x->full || x->needed != IR_NONE;
    return !x->failed;
}

/* What a cell held before the move, where that is what the expression says; NULL: it is not. */
static place *copied(finder *x, const place *from);

static const cell_copy *copied_cell(finder *x, place *at, ir_expr e, const layout_slot *to)
{
    const plan *p = x->p;
    const ir_expr_data d = vec_at(&p->g->exprs, ir_bare(p->g, e));
    ir_expr keys[PLAN_CHAIN_MAX];
    uint32_t count;
    bool constant;
    if (d.op == IR_VAR && p->layout.variables[d.a].levels == 0) {
        const known value = lanes_scalar(x, at, d.a);
        const layout_slot *from = value.copy ? &p->layout.variables[value.copy->v] : NULL;
        return from && from->width == to->width && lanes_base(from) == lanes_base(to) ? value.copy : NULL;
    }
    if (d.op != IR_INDEX)
        return NULL;
    const layout_slot *s = plan_chain(p, ir_bare(p->g, e), keys, &count, &constant);
    if (!s || constant || s->real || count != s->levels || s->width != to->width || lanes_base(s) != lanes_base(to))
        return NULL;
    const ir_var v = (ir_var)(s - p->layout.variables);
    const int32_t *cell = lanes_cell(x, at, s, keys, count);
    if (!cell)
        x->failed = x->full || x->needed != IR_NONE;
    for (uint32_t i = 0; cell && i < x->lanes; i++)
        if (strand_has(&at->lanes, i) && lanes_is_written(at, v, cell, i))
            return NULL;
    if (!cell || x->failed)
        return NULL;
    cell_copy *copy = LANES_NEW(x, cell_copy);
    *copy = (cell_copy){v, cell};
    return copy;
}

bool strands_assign(finder *x, place *at, const ir_edge_data *e)
{
    const plan *p = x->p;
    strands_lane_from_scalar(x, at, e->value);
    if (x->failed)
        return false;
    const ir_var v = ir_target_variable(p->g, e->target);
    const layout_slot *s = &p->layout.variables[v];
    if (!s->real && s->levels > 0 && !lanes_is_scalar(p, e->target) && at->write_count < WRITES_MAX) {
        at->writes[at->write_count++] = (cell_write){.v = v}; /* a map as a whole */
        return true;
    }
    if (s->real || !lanes_is_scalar(p, e->target))
        return lanes_fail(x);
    if (s->levels == 0) {
        const ir_expr_data *right = &vec_at(&p->g->exprs, ir_bare(p->g, e->value));
        known value = {.same = IR_NONE};
        if (strands_lane_from_cell(x, at, v, ir_bare(p->g, e->value)))
            return true;
        if (x->failed)
            return false;
        if (right->op == IR_VAR && p->layout.variables[right->a].levels == 0 && !p->layout.variables[right->a].real &&
            !plan_value_escapes(p, s, e->value))
            value = lanes_scalar(x, at, right->a);
        else if (!assigned(x, at, e->value, s, &value.at))
            return false;
        if (!value.at && value.same == IR_NONE)
            value.copy = copied_cell(x, at, e->value, s);
        if (x->failed)
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
        at->writes[at->write_count++] = (cell_write){.v = v};
        return true;
    }
    if (!cell || !assigned(x, at, e->value, s, &value))
        return false;
    int32_t *stored = value ? lanes_each(x, 0) : NULL;
    for (uint32_t i = 0; stored && i < x->lanes; i++)
        stored[i] = (int32_t)((uint32_t)value[i] - (uint32_t)lanes_base(s));
    const cell_copy *copy = value ? NULL : copied_cell(x, at, e->value, s);
    if (x->failed)
        return false;
    at->writes[at->write_count++] = (cell_write){v, cell, stored, copy};
    return true;
}

static bool tag(finder *x, place *at, const ir_edge_data *e)
{
    const ir_expr_data *d = &vec_at(&x->p->g->exprs, ir_bare(x->p->g, e->value));
    if (at->tag_count == STRAND_TAGS_MAX)
        return lanes_fail(x);
    const ir_var held = strands_large_scalar(x, at, e->value);
    if (held != IR_NONE)
        return strands_tag_held(x, at, e, held);
    const int32_t *value = d->op == IR_SYM ? lanes_each(x, (int32_t)d->a) : lanes_value(x, at, e->value);
    if (!value)
        return false;
    int32_t *word = lanes_each(x, 0);
    const uint32_t base = d->op == IR_SYM ? 0 : plan_tag_base(x->p, ir_expr_type(x->p->g, e->value));
    for (uint32_t i = 0; i < x->lanes; i++) {
        word[i] = (int32_t)((uint32_t)value[i] + base);
        if (word[i] == STRAND_HELD)
            return lanes_fail(x);
    }
    at->tags[at->tag_count++] = word;
    at->told += d->op != IR_SYM;
    return true;
}

static void spread_literal(finder *x, const strand_set *lanes, literal *l)
{
    l->lanes = *lanes;
    if (l->search)
        return;
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

static const cell_copy *spread_copy(finder *x, const cell_copy *copy)
{
    if (!copy)
        return NULL;
    cell_copy *all = LANES_NEW(x, cell_copy);
    *all = (cell_copy){copy->v, lanes_each(x, copy->cell[0])};
    return all;
}

/* What held for the only lane holds for all that there are from now on. */
void strands_spread(finder *x, place *at, uint32_t lanes)
{
    for (uint32_t i = 0; i < lanes; i++)
        strand_add(&at->lanes, i);
    for (uint32_t i = 0; i < at->scalar_count; i++) {
        if (at->scalars[i].value.at)
            at->scalars[i].value.at = lanes_each(x, at->scalars[i].value.at[0]);
        at->scalars[i].value.copy = spread_copy(x, at->scalars[i].value.copy);
    }
    for (uint32_t i = 0; i < at->write_count; i++) {
        if (at->writes[i].cell)
            at->writes[i].cell = lanes_each(x, at->writes[i].cell[0]);
        if (at->writes[i].value)
            at->writes[i].value = lanes_each(x, at->writes[i].value[0]);
        at->writes[i].copy = spread_copy(x, at->writes[i].copy);
    }
    for (uint32_t i = 0; i < at->tag_count; i++)
        at->tags[i] = lanes_each(x, at->tags[i][0]);
    for (uint32_t i = 0; i < at->asked_count; i++)
        for (uint32_t k = 0; k < at->asked[i].count; k++)
            if (at->asked[i].scalars[k].value.at)
                at->asked[i].scalars[k].value.at = lanes_each(x, at->asked[i].scalars[k].value.at[0]);
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
            strands_spread(x, at, (uint32_t)size);
            value = lanes_each(x, 0);
            for (uint32_t k = 0; k < x->lanes; k++)
                value[k] = d->low + (int32_t)k + lanes_base(s);
            at->lane = v;
            x->small |= size < LANE_MIN;
        }
        if (lanes_set_scalar(x, at, (scalar){v, {.at = value}, false}) &&
            (e->value == IR_NONE || lanes_assume(x, at, e->value, true)))
            strands_follow(x, at, e->to);
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
            strands_follow(x, at, e->to);
        x->top = top;
    }
}

static void take(finder *x, place *at, const ir_edge_data *e)
{
    if (ir_assigns_player(x->p->g, e)) {
        strands_finish(x, at, e);
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
    else if (e->label != IR_ASSIGN || strands_assign(x, at, e))
        strands_follow(x, at, e->to);
}

/* Behind a node from which nothing can fail: what is written, where that is one way for all lanes. */
static void follow_sure(finder *x, const place *from, ir_node n)
{
    place *at = copied(x, from);
    for (;; at->depth++) {
        const ir_edge_data *e = at->depth < DEPTH_MAX ? plan_only_edge(x->p, x->x, n) : NULL;
        if (e && ir_assigns_player(x->p->g, e)) {
            strands_finish(x, at, e);
            return;
        }
        if (!e || (e->label != IR_SKIP && (e->label != IR_ASSIGN || !strands_assign(x, at, e))))
            break;
        n = e->to;
    }
    x->failed = x->full || x->needed != IR_NONE;
    if (!x->failed)
        strands_finish(x, from, NULL);
}

/* Not on the stack: paths are long. */
static place *copied(finder *x, const place *from)
{
    place *at = LANES_NEW(x, place);
    *at = *from;
    return at;
}

/* ---- searches ---- */

static bool is_reach(const finder *x, ir_expr e, ir_expr_data *out)
{
    *out = vec_at(&x->p->g->exprs, ir_bare(x->p->g, e));
    return out->op == IR_REACH;
}

/* Follows another program from its beginning. */
static void visit(finder *x, place *at, const plan_program *y, lanes_exit *exit)
{
    const plan_program *before = x->x;
    exit->target = y->r->target;
    exit->outer = x->exit;
    x->x = y;
    x->exit = exit;
    x->asked_depth++;
    strands_follow(x, at, y->r->nodes[0]);
    x->asked_depth--;
    x->x = before;
    x->exit = exit->outer;
}

/* A search asks whether another one succeeds: that one's ways are ways of its own. */
static bool enter(finder *x, place *at, const ir_edge_data *e)
{
    ir_expr_data d;
    if (!x->exit || !is_reach(x, e->value, &d) || x->asked_depth == ASKED_DEPTH_MAX)
        return false;
    lanes_exit exit = {.before = copied(x, at), .x = x->x, .to = e->to};
    visit(x, at, &vec_at(&x->p->reaches, plan_reach(x->p, d.a, d.b)), &exit);
    return true;
}

/* Without what held before, which is known: it has the same clauses or better ones. */
static void keep_way(finder *x, const place *at, const lanes_exit *exit)
{
    lanes_ways *all = exit->ways;
    place *more = copied(x, at);
    more->clause_count = 0;
    for (uint32_t i = 0; i < at->clause_count; i++)
        if (i >= exit->before->clause_count || at->clauses[i] != exit->before->clauses[i])
            more->clauses[more->clause_count++] = at->clauses[i];
    if (all->count == WAYS_MAX) {
        lanes_fail(x);
        return;
    }
    strand *s = &all->all[all->count];
    *s = (strand){.lanes = at->lanes};
    if (!strands_keep_clauses(x, more, s))
        return;
    all->count++;
    for (uint32_t w = 0; w < STRAND_WORDS; w++) {
        all->words = s->lanes.words[w] && w >= all->words ? w + 1 : all->words;
        all->open.words[w] |= s->clause_count ? 0 : s->lanes.words[w];
    }
}

void strands_ask(finder *x, place *at, const ir_expr_data *d, bool holds)
{
    const uint32_t number = plan_reach(x->p, d->a, d->b);
    const bitset *live = &vec_at(&x->p->reaches, number).r->live[0];
    at->asks = true;
    if (at->asked_count == STRAND_ASKED_MAX) {
        at->vague = true;
        return;
    }
    asked *a = &at->asked[at->asked_count++];
    *a = (asked){.reach = number, .holds = holds, .writes = at->write_count};
    for (uint32_t i = 0; i < at->scalar_count; i++) {
        const known *value = &at->scalars[i].value;
        if (at->scalars[i].read || !bitset_has(live, at->scalars[i].v) ||
            (!value->at && value->same == at->scalars[i].v))
            continue;
        at->vague |= a->count == STRAND_KNOWN_MAX || !at->scalars[i].value.at;
        if (a->count < STRAND_KNOWN_MAX)
            a->scalars[a->count++] = at->scalars[i];
    }
}

static void arrive(finder *x, place *at)
{
    const lanes_exit *exit = x->exit;
    if (exit->ways && at->asks) {
        lanes_fail(x);
    } else if (exit->ways) {
        keep_way(x, at, exit);
    } else if (!exit->before) {
        x->has_none |= at->lane == IR_NONE;
        strand *s = strands_new(x, at);
        if (s && strands_keep_clauses(x, at, s) && (!at->asks || strands_keep_asked(x, at, s)))
            x->count++;
        else
            lanes_fail(x);
    } else if (at->lane != exit->before->lane) {
        lanes_fail(x);
    } else { /* what was assigned in the search was not */
        const plan_program *inside = x->x;
        place *after = copied(x, exit->before);
        after->lanes = at->lanes;
        after->asks = at->asks;
        after->vague = at->vague;
        memcpy(after->asked, at->asked, sizeof after->asked);
        after->asked_count = at->asked_count;
        memcpy(after->clauses, at->clauses, sizeof after->clauses);
        after->clause_count = at->clause_count;
        after->depth = at->depth;
        x->x = exit->x;
        x->exit = exit->outer;
        strands_follow(x, after, exit->to);
        x->x = inside;
        x->exit = exit;
    }
}

/* Operations on sets. */
static uint32_t terms_of(const lanes_ways *all)
{
    uint32_t terms = 0;
    for (uint32_t i = 0; i < all->count; i++)
        for (uint32_t k = 0; k < all->all[i].clause_count; k++)
            for (uint32_t j = 0; j < all->all[i].clauses[k].literal_count; j++)
                terms += all->all[i].clauses[k].literals[j].piece_count + 1;
    return terms;
}

/* So many are worth it: where it parts many lanes, or where nothing can be asked. */
static uint32_t search_terms(const finder *x, const place *at)
{
    enum { LANES_MANY = 16 };
    uint32_t lanes = 0;
    for (uint32_t w = 0; w < STRAND_WORDS; w++)
        lanes += (uint32_t)__builtin_popcountll(at->lanes.words[w]);
    return x->by_levels || at->lane == IR_NONE || (x->filters && lanes >= LANES_MANY) ? TERMS_MAX : TERMS_FEW;
}

/* Equal searches are asked one after another, for the most part. */
static void share_ways(finder *x, strand_search *s)
{
    enum { COMPARED_MAX = 8 };
    const uint32_t count = x->searches.count;
    arena_work(x->a, s->count);
    for (uint32_t i = count; i > 0 && i + COMPARED_MAX > count; i--)
        if (strands_same_search(vec_at(&x->searches, i - 1), s)) {
            s->ways = vec_at(&x->searches, i - 1)->ways;
            return;
        }
    vec_push(x->a, &x->searches, s);
}

bool strands_search(finder *x, place *at, const ir_expr_data *d, bool holds, clause *c)
{
    const uint32_t number = plan_reach(x->p, d->a, d->b), terms = search_terms(x, at);
    const plan_program *y = &vec_at(&x->p->reaches, number);
    /* what has no form as sets in one place may have one elsewhere */
    const uint32_t kind = (x->in_level ? 4u : x->by_levels ? 2u : 0u) + (at->lane != IR_NONE);
    if (y->always || y->can_fault || x->asked_depth == ASKED_DEPTH_MAX || bitset_has(&x->p->unsearched[kind], number))
        return false;
    lanes_ways *found = LANES_NEW(x, lanes_ways);
    lanes_exit exit = {.before = copied(x, at), .ways = found};
    const uint32_t steps = x->steps;
    place *inside = copied(x, at);
    inside->asks = false;
    visit(x, inside, y, &exit);
    x->steps = steps;
    if (x->failed) {
        if (!x->full && x->needed == IR_NONE)
            bitset_add(&x->p->unsearched[kind], number);
        return false;
    }
    if (terms_of(found) > terms)
        return false;
    const bool any = at->lane == IR_NONE;
    arena *a = x->p->g->arena;
    strand_search *s = ARENA_NEW(a, strand_search);
    strand *ways = ARENA_ARRAY(a, strand, found->count + 1);
    memcpy(ways, found->all, found->count * sizeof *ways);
    *s = (strand_search){ways, found->count, found->words, holds, any};
    share_ways(x, s);
    literal *l = &c->literals[c->count];
    *l = (literal){.search = s, .v = IR_NONE, .lanes = at->lanes};
    if (any ? !strand_is_empty(&found->open) : lanes_cover(&found->open, &at->lanes)) {
        for (uint32_t w = 0; w < STRAND_WORDS; w++)
            c->always.words[w] |= holds ? at->lanes.words[w] : 0;
        return true;
    }
    if (found->count == 0) {
        for (uint32_t w = 0; w < STRAND_WORDS; w++)
            c->always.words[w] |= holds ? 0 : at->lanes.words[w];
        return true;
    }
    if (c->count == LITERALS_MAX)
        return lanes_fail(x);
    c->count++;
    return true;
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
    if (x->full || x->needed != IR_NONE || clauses != at->clause_count || x->exit)
        return lanes_fail(x);
    x->failed = false;
    at->lanes = lanes;
    at->asks = at->vague = true;
    return true;
}

/* A search compares what two cells hold, and not too many values: one of them. */
static bool are_compared(finder *x, const place *at, ir_expr e, bool second, unknown *u, int64_t *values)
{
    const ir_game *g = x->p->g;
    ir_expr_data d = vec_at(&g->exprs, ir_bare(g, e));
    unknown other;
    if (d.op == IR_NOT)
        d = vec_at(&g->exprs, ir_bare(g, d.a));
    if (!x->exit || (d.op != IR_EQ && d.op != IR_NE) || !lanes_is_scalar(x->p, d.a) || !lanes_is_scalar(x->p, d.b))
        return false;
    const bool two = lanes_unknown(x, copied(x, at), second ? d.b : d.a, u) &&
                     lanes_unknown(x, copied(x, at), second ? d.a : d.b, &other);
    x->failed = x->full || x->needed != IR_NONE;
    *values = two ? (u->s->integer ? (int64_t)u->s->high - u->s->low : u->s->high) + 1 : 0;
    return !x->failed && two && u->access != other.access && *values <= SPLITS_MAX;
}

/* A path for each value of the first. */
static bool compare_cells(finder *x, place *at, const ir_edge_data *e)
{
    unknown u;
    int64_t values;
    if (!are_compared(x, at, e->value, false, &u, &values))
        return false;
    for (uint32_t k = 0; k < values && !x->failed; k++) {
        const lanes_mark top = x->top;
        place *one = copied(x, at);
        if (lanes_hold(x, one, &u, k) && !strand_is_empty(&one->lanes) && passes(x, one, e->value, true) &&
            !strand_is_empty(&one->lanes))
            take(x, one, e);
        x->top = top;
    }
    return true;
}

/* Edges that exclude each other compare what two cells hold: paths for each value of the second, which is that of the
 * piece that others are compared with. */
static bool part_by_cell(finder *x, place *at, ir_node n, const plan_edges *order)
{
    unknown u;
    int64_t values;
    const ir_edge_data *e = order->count && vec_at(order, 0).grouped ? plan_edge_at(x->p, order, 0) : NULL;
    if (!e || e->label != IR_CHECK || !are_compared(x, at, e->value, true, &u, &values))
        return false;
    for (uint32_t k = 0; k < values && !x->failed; k++) {
        const lanes_mark top = x->top;
        place *one = copied(x, at);
        one->depth++;
        if (lanes_hold(x, one, &u, k))
            strands_follow(x, one, n);
        x->top = top;
    }
    return true;
}

/* Some way from a node of a search leads to its end whatever the position: what else leads there adds nothing. */
static bool surely_arrives(const finder *x, ir_node n, uint32_t *left)
{
    bool sure = n == x->exit->target;
    if (sure || *left == 0 || region_at(x->x->r, n) == IR_NONE)
        return sure;
    --*left;
    const plan_edges *order = plan_order(x->x, n);
    for (uint32_t i = 0; i < order->count && !sure; i++) {
        const ir_edge_data *e = plan_edge_at(x->p, order, i);
        sure = !vec_at(order, i).grouped && (e->label == IR_SKIP || e->label == IR_TAG || e->label == IR_ASSIGN) &&
               !plan_step_can_fault(x->p, x->x, e) && surely_arrives(x, e->to, left);
    }
    return sure;
}

void strands_follow(finder *x, place *at, ir_node n)
{
    const uint32_t here = region_at(x->x->r, n);
    uint32_t left = 12; /* nodes to look at */
    if (strand_is_empty(&at->lanes))
        return;
    if (x->exit && surely_arrives(x, n, &left)) {
        arrive(x, at);
        return;
    }
    if (here == IR_NONE || !x->x->r->useful[here])
        return;
    if (++x->steps > STEPS_MAX || at->depth >= DEPTH_MAX) {
        lanes_fail(x);
        return;
    }
    lanes_leave_rounds(x, at, n, here);
    if (strand_is_empty(&at->lanes))
        return;
    if (x->x->sure && x->x->sure[here]) {
        follow_sure(x, at, n);
        return;
    }
    if (strands_begins_level(x, at, n)) {
        strands_go_on(x, at, n);
        return;
    }
    const plan_edges *order = plan_order(x->x, n);
    if (part_by_cell(x, at, n, order))
        return;
    place *rest = copied(x, at); /* of a group: what its edges so far have left */
    for (uint32_t i = 0; i < order->count && !x->failed; i++) {
        const ir_edge_data *e = plan_edge_at(x->p, order, i);
        const bool checks = e->label == IR_CHECK && !vec_at(order, i).certain;
        x->filters = order->count == 1;
        const lanes_mark top = x->top;
        if (!strand_is_empty(&rest->lanes)) {
            place *next = copied(x, rest);
            next->depth++;
            if (checks && !vec_at(order, i).grouped && (enter(x, next, e) || compare_cells(x, next, e)))
                memset(&next->lanes, 0, sizeof next->lanes); /* it was followed */
            else if (checks && !passes(x, next, e->value, true))
                return;
            if (!strand_is_empty(&next->lanes))
                take(x, next, e);
        }
        x->top = top;
        if (vec_at(order, i).last_of_group)
            *rest = *at;
        else if (!checks)
            memset(&rest->lanes, 0, sizeof rest->lanes);
        else if (!strand_is_empty(&rest->lanes) && !x->failed) {
            x->filters = order->count == 1; /* what followed the edge may have changed it */
            passes(x, rest, e->value, false);
        }
    }
}
