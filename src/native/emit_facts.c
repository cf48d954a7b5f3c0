/* What is known of the nodes of a program before its functions are written: which of them become functions,
 * how many tags come before, what can stop, what cannot fail. */
#include "native/emit_inside.h"

#include "base/scc.h"

#include <string.h>

static bool is_end(const native_source *n, uint32_t at)
{
    const region *r = n->x->r;
    return (!r->moves && r->nodes[at] == r->target) || (emit_stops_early(n) && n->x->sure[at]);
}

/* Nothing but a few tags up to the end of a listed move: not worth a call. */
static bool is_tail(native_source *n, uint32_t at)
{
    for (uint32_t steps = 0; n->kind == EMIT_LIST && steps < 3; steps++) {
        if (is_end(n, at))
            return true;
        const plan_edges *order = plan_order(n->x, n->x->r->nodes[at]);
        const ir_edge_data *e = order->count == 1 ? plan_edge_at(n->p, order, 0) : NULL;
        if (!e || n->x->visit_of[at] != IR_NONE)
            return false;
        if (ir_assigns_player(n->g, e))
            return true;
        if (e->label != IR_TAG && e->label != IR_SKIP)
            return false;
        at = region_at(n->x->r, e->to);
    }
    return false;
}

/* Nodes that more than one edge leads to become functions; the ways round a loop do not count. */
static void choose_functions(native_source *n)
{
    const region *r = n->x->r;
    uint32_t *in = ARENA_ARRAY(n->facts, uint32_t, r->count + 1);
    for (uint32_t p = 0; p < r->count; p++) {
        if (!r->useful[p] || is_end(n, p))
            continue;
        const plan_edges *order = plan_order(n->x, r->nodes[p]);
        for (uint32_t i = 0; i < order->count; i++) {
            const ir_edge_data *e = plan_edge_at(n->p, order, i);
            if (r->moves && ir_assigns_player(n->g, e)) /* where that leads to need not be here */
                continue;
            bool inside = n->loop_of[p] && n->loop_of[p] == n->loop_of[region_at(r, e->to)];
            if (!inside)
                in[region_at(r, e->to)]++;
        }
    }
    for (uint32_t p = 0; p < r->count; p++)
        n->is_function[p] = in[p] > 1 && !is_end(n, p) && !is_tail(n, p);
}

/* Places on cycles: components of more than one place, or with an edge to themselves. */
typedef struct cycles {
    native_source *n;
    uint32_t *next; /* [place] its next edge, in the order of the plan */
} cycles;

static bool next_place(void *user, uint32_t place, uint32_t *to)
{
    cycles *c = user;
    native_source *n = c->n;
    const region *r = n->x->r;
    const plan_edges *order = plan_order(n->x, r->nodes[place]);
    while (!is_end(n, place) && c->next[place] < order->count) {
        const ir_edge_data *e = plan_edge_at(n->p, order, c->next[place]++);
        if (r->moves && ir_assigns_player(n->g, e))
            continue;
        *to = region_at(r, e->to);
        n->recursive[place] |= *to == place;
        return true;
    }
    return false;
}

/* The edge leads from one of the places (loop_of says so) to another. */
static bool goes_round(const native_source *n, const ir_edge_data *e, uint32_t number)
{
    return !(n->x->r->moves && ir_assigns_player(n->g, e)) && n->loop_of[region_at(n->x->r, e->to)] == number;
}

/* From the place a path goes round in one way at most, the last that is tried, and stores and checks are all that
 * happens on it. Where configurations would be remembered, rounds are counted: a path that comes to one again goes
 * round for ever, and then the interpreter finds out. Not so where all paths are counted. */
static bool goes_one_way(const native_source *n, uint32_t place, uint32_t number)
{
    const plan_edges *order = plan_order(n->x, n->x->r->nodes[place]);
    bool round = false;
    if (n->x->visit_of[place] != IR_NONE && n->kind == EMIT_ALL)
        return false;
    for (uint32_t i = 0; i < order->count; i++) {
        const ir_edge_data *e = plan_edge_at(n->p, order, i);
        bool inside = goes_round(n, e, number);
        if (inside && (e->label == IR_CHOOSE || e->label == IR_TAG))
            return false;
        round |= inside;
        if (round && order->data[i].last_of_group && i + 1 < order->count)
            return false;
    }
    return true;
}

static void note_cycle(void *user, const uint32_t *places, uint32_t count)
{
    native_source *n = ((cycles *)user)->n;
    bool loop = true;
    if (count == 1 && !n->recursive[places[0]])
        return;
    const uint32_t number = ++n->loop_count;
    for (uint32_t i = 0; i < count; i++)
        n->loop_of[places[i]] = number;
    for (uint32_t i = 0; i < count; i++)
        loop &= goes_one_way(n, places[i], number);
    for (uint32_t i = 0; i < count; i++) {
        n->recursive[places[i]] = !loop;
        n->loop_of[places[i]] = loop ? number : 0;
    }
}

static void find_recursive(native_source *n)
{
    uint32_t count = n->x->r->count;
    cycles c = {n, ARENA_ARRAY(n->facts, uint32_t, count + 1)};
    scc_find(n->facts, &(scc_graph){count, next_place, note_cycle, &c});
    for (uint32_t i = 0; i < count; i++)
        n->recursive[i] |= n->x->nests;
}

static uint32_t join_tags(uint32_t a, uint32_t b)
{
    return a == TAGS_UNKNOWN ? b : b == TAGS_UNKNOWN || a == b ? a : TAGS_VARY;
}

/* How many tags come before each place: forwards from the decision points. */
static void count_tags(native_source *n)
{
    const region *r = n->x->r;
    for (uint32_t p = 0; p < r->count; p++)
        n->tags_before[p] = r->moves && n->p->decisions[r->nodes[p]].is ? 0 : TAGS_UNKNOWN;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t p = 0; p < r->count; p++) {
            if (!r->useful[p] || is_end(n, p) || n->tags_before[p] == TAGS_UNKNOWN)
                continue;
            const plan_edges *order = plan_order(n->x, r->nodes[p]);
            for (uint32_t i = 0; i < order->count; i++) {
                const ir_edge_data *e = plan_edge_at(n->p, order, i);
                if (r->moves && ir_assigns_player(n->g, e))
                    continue;
                uint32_t after = n->tags_before[p], *at = &n->tags_before[region_at(r, e->to)];
                if (after != TAGS_VARY && e->label == IR_TAG && ++after > TAGS_FIXED_MAX)
                    after = TAGS_VARY;
                after = join_tags(*at, after);
                changed |= after != *at;
                *at = after;
            }
        }
    }
    for (uint32_t p = 0; p < r->count; p++)
        if (n->tags_before[p] == TAGS_UNKNOWN)
            n->tags_before[p] = 0;
}

/* Whether no path has very many tags, as when they grow along a cycle, or there are many nodes: none from this place,
 * or none at all (IR_NONE). */
static bool few_tags(native_source *n, uint32_t from)
{
    uint32_t bound = n->tags_max < TAGS_BOUND_MAX ? n->tags_max : TAGS_BOUND_MAX;
    const region *r = n->x->r;
    uint32_t *most = ARENA_ARRAY(n->facts, uint32_t, r->count + 1); /* one more, of places that are met */
    for (uint32_t p = 0; p < r->count; p++)
        most[p] = from == IR_NONE || p == from;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t p = 0; p < r->count; p++) {
            if (!r->useful[p] || most[p] == 0 || is_end(n, p))
                continue;
            const plan_edges *order = plan_order(n->x, r->nodes[p]);
            for (uint32_t i = 0; i < order->count; i++) {
                const ir_edge_data *e = plan_edge_at(n->p, order, i);
                if (r->moves && ir_assigns_player(n->g, e))
                    continue;
                uint32_t after = most[p] + (e->label == IR_TAG), *at = &most[region_at(r, e->to)];
                if (after - 1 > bound)
                    return false;
                changed |= after > *at;
                *at = after > *at ? after : *at;
            }
        }
    }
    return true;
}

/* Of a program of which some path has: those from a step of the keeper are looked at by themselves. */
static bool too_many_tags(native_source *n, ir_node node)
{
    enum { PLACES_MAX = 4096 };
    const emit_decision *d = &n->decisions[node];
    if (!emit_wanted(n, node) || n->p->decisions[node].silent || !(n->kind == EMIT_STEP ? d->keeper : d->others))
        return false;
    return n->kind != EMIT_STEP || n->x->r->count > PLACES_MAX || !few_tags(n, region_at(n->x->r, node));
}

typedef struct noting {
    native_source *n;
    emit_decision *d;
} noting;

static void note_reach(void *user, const ir_expr_data *reach)
{
    noting *x = user;
    uint32_t number = plan_reach(x->n->p, reach->a, reach->b);
    emit_reach_signature(x->n, number);
    bitset_add(&x->d->reaches, number);
}

/* All places a search from a decision point can meet. With the interpreter's plan of listing:
 * the number of tags of its moves; of applying: what can end out of the ordinary. */
static void survey_decision(native_source *n, ir_node start, emit_decision *d)
{
    const region *r = n->x->r;
    vec_u32 queue = {0};
    bool *seen = ARENA_ARRAY(n->facts, bool, r->count + 1);
    uint32_t stride = TAGS_UNKNOWN;
    vec_push(n->facts, &queue, region_at(r, start));
    seen[region_at(r, start)] = true;
    for (uint32_t head = 0; head < queue.count; head++) {
        uint32_t p = queue.data[head];
        if (is_end(n, p)) {
            stride = join_tags(stride, n->tags_before[p]);
            continue;
        }
        n->several[p] |= d->others && !n->p->decisions[start].single;
        d->can_stop |= emit_keeps_state(n) && (n->recursive[p] || n->x->visit_of[p] != IR_NONE);
        d->order_matters |=
            n->x->visit[p] && (bitset_has(&r->assigned[p], n->g->goals) || bitset_has(&r->assigned[p], n->g->visible));
        const plan_edges *order = plan_order(n->x, r->nodes[p]);
        for (uint32_t i = 0; i < order->count; i++) {
            const ir_edge_data *e = plan_edge_at(n->p, order, i);
            if (emit_keeps_state(n)) {
                noting all = {n, d};
                ir_each_reach(n->g, e->target, note_reach, &all);
                ir_each_reach(n->g, e->value, note_reach, &all);
                d->can_stop |= plan_step_can_fault(n->p, n->x, e);
            }
            if (emit_writes_board(n, e) && (e->label == IR_CHOOSE || emit_is_map(n, e->target))) {
                d->writes_boards |= n->kind == EMIT_STEP;
                d->untracked |= n->kind != EMIT_STEP;
            }
            if (ir_assigns_player(n->g, e)) {
                stride = join_tags(stride, n->tags_before[p]);
                d->goes_on |= n->kind == EMIT_STEP && e->to != n->g->end && n->decisions[e->to].keeper;
                continue;
            }
            if (!seen[region_at(r, e->to)]) {
                seen[region_at(r, e->to)] = true;
                vec_push(n->facts, &queue, region_at(r, e->to));
            }
        }
    }
    d->stride = stride == TAGS_UNKNOWN || stride == 0 ? TAGS_VARY : stride;
    for (uint32_t i = 0; d->stride == TAGS_VARY && i < queue.count; i++)
        n->starts[queue.data[i]] = true;
}

bool emit_wanted(const native_source *n, ir_node node)
{
    const plan_decision *d = &n->p->decisions[node];
    uint32_t at = region_at(n->x->r, node);
    return d->is && node != n->g->end && at != IR_NONE && n->x->r->useful[at];
}

/* Whether the system itself, or anyone else, can be to move at a decision point, as far as the
 * declared types tell. Where they are wrong, there is no function, and the interpreter helps. */
void emit_find_movers(native_source *n)
{
    ir_game *g = n->g;
    const uint32_t first = g->families.data[g->symbols.data[g->keeper].family].first;
    for (ir_node node = 0; node < g->nodes.count; node++)
        n->decisions[node].sure = node != g->begin;
    n->decisions[g->begin].keeper = n->decisions[g->begin].others = true;
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const ir_edge_data *e = &g->edges.data[i];
        if (e->removed || !ir_assigns_player(g, e))
            continue;
        emit_decision *d = &n->decisions[e->to];
        const ir_expr_data *value = &g->exprs.data[ir_bare(g, e->value)];
        const ir_type_data *type = ir_type_at(g, ir_expr_type(g, ir_bare(g, e->value)));
        bool keeper = value->op == IR_SYM && value->a == g->keeper, others = value->op == IR_SYM && !keeper;
        for (uint32_t k = 0; value->op != IR_SYM && k < type->count; k++) {
            keeper |= type->symbols[k] == g->keeper;
            others |= type->symbols[k] != g->keeper;
        }
        d->keeper |= keeper;
        d->others |= others || e->label != IR_ASSIGN;
        d->sure &= e->label == IR_ASSIGN && value->op == IR_SYM && d->keeper != d->others &&
                   (keeper || n->p->players.roles[value->a - first] > 0);
    }
}

static void survey_decisions(native_source *n)
{
    const region *r = n->x->r;
    for (ir_node node = 0; node < n->g->nodes.count; node++) {
        if (!emit_wanted(n, node))
            continue;
        emit_decision *d = &n->decisions[node];
        if (!d->reaches.words)
            d->reaches = bitset_new(n->a, n->p->reaches.count + 1);
        survey_decision(n, node, d);
    }
    /* where moves of a fixed number of tags and others meet, all are treated as others */
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t p = 0; p < r->count; p++) {
            if (!n->starts[p] || is_end(n, p) || !r->useful[p])
                continue;
            const plan_edges *order = plan_order(n->x, r->nodes[p]);
            for (uint32_t i = 0; i < order->count; i++) {
                const ir_edge_data *e = plan_edge_at(n->p, order, i);
                if (ir_assigns_player(n->g, e) || n->starts[region_at(r, e->to)])
                    continue;
                n->starts[region_at(r, e->to)] = changed = true;
            }
        }
    }
}

static bool is_total(const native_source *n, uint32_t p)
{
    const plan_edges *order = plan_order(n->x, n->x->r->nodes[p]);
    bool ok = order->count > 0 && (order->count == 1 || order->data[order->count - 1].certain);
    for (uint32_t i = 0; i < order->count && ok; i++) {
        const ir_edge_data *e = plan_edge_at(n->p, order, i);
        bool final = ir_assigns_player(n->g, e);
        ok = (order->count == 1 || order->data[i].grouped) &&
             (i + 1 == order->count || !order->data[i].last_of_group) &&
             (final ? !emit_matches(n) || !n->starts[p]
                    : n->total[region_at(n->x->r, e->to)] || (n->loop_of[p] && goes_round(n, e, n->loop_of[p]))) &&
             (e->label != IR_CHECK || order->count > 1) && e->label != IR_CHOOSE &&
             (e->label != IR_TAG || emit_silent(n));
    }
    return ok;
}

/* Places from which no path fails: backwards, least fixed point; the places of a loop together. */
static void find_total(native_source *n)
{
    const region *r = n->x->r;
    bool *fails = ARENA_ARRAY(n->a, bool, n->loop_count + 1);
    for (bool changed = r->moves; changed;) {
        changed = false;
        memset(fails, 0, n->loop_count + 1);
        for (uint32_t p = r->count; p-- > 0;) {
            if (n->total[p] || !r->useful[p] || n->recursive[p] || n->x->visit_of[p] != IR_NONE)
                continue;
            bool ok = is_total(n, p);
            if (n->loop_of[p])
                fails[n->loop_of[p]] |= !ok;
            else if (ok)
                n->total[p] = changed = true;
        }
        for (uint32_t p = 0; p < r->count; p++)
            if (n->loop_of[p] && !n->total[p] && r->useful[p] && !fails[n->loop_of[p]])
                n->total[p] = changed = true;
    }
}

/* Where a path on a cycle can go on along cycles in more than one way. */
static void find_branching(native_source *n)
{
    const region *r = n->x->r;
    n->branching = ARENA_ARRAY(n->facts, bool, r->count + 1);
    for (uint32_t p = 0; p < r->count; p++) {
        uint32_t ways = 0;
        const plan_edges *order = plan_order(n->x, r->nodes[p]);
        for (uint32_t i = 0; n->recursive[p] && i < order->count; i++) {
            const ir_edge_data *e = plan_edge_at(n->p, order, i);
            if (!(r->moves && ir_assigns_player(n->g, e)) && n->recursive[region_at(r, e->to)])
                ways += e->label == IR_CHOOSE ? 2 : 1;
        }
        n->branching[p] = ways > 1 && !n->loop_of[p];
    }
}

void emit_find_facts(native_source *n)
{
    const region *r = n->x->r;
    uint32_t count = r->count + 1;
    arena_empty(n->facts);
    assert(n->x->visit_of && (n->x->sure || !r->moves));
    n->is_function = ARENA_ARRAY(n->facts, bool, count);
    n->emitted = ARENA_ARRAY(n->facts, bool, count);
    n->recursive = ARENA_ARRAY(n->facts, bool, count);
    n->starts = ARENA_ARRAY(n->facts, bool, count);
    n->several = ARENA_ARRAY(n->facts, bool, count);
    n->total = ARENA_ARRAY(n->facts, bool, count);
    n->tags_before = ARENA_ARRAY(n->facts, uint32_t, count);
    n->product_before = ARENA_ARRAY(n->facts, double, count);
    n->loop_of = ARENA_ARRAY(n->facts, uint32_t, count);
    n->loop_count = 0;
    find_recursive(n);
    choose_functions(n);
    find_branching(n);
    count_tags(n);
    n->bounded = few_tags(n, IR_NONE);
    if (r->moves)
        survey_decisions(n);
    for (ir_node node = 0; node < n->g->nodes.count && emit_keeps_state(n) && !n->bounded; node++)
        n->decisions[node].can_stop |= too_many_tags(n, node);
    if (emit_keeps_state(n))
        find_total(n);
}
