/* How moves of a decision point begin, where that can be counted: which of its first choices there are depends on the
 * state alone, and so does which of their values pass the checks that follow at once. Paths are drawn among these
 * values, so that few are drawn in vain (plan_find_widths has the numbers of what follows).
 *
 * An opening is a way of skips and checks from the decision point to a choice of a scalar, with the checks behind it,
 * or to an edge or place where something else happens. Where no first choice is of use, nothing is claimed. */
#include "automaton/plan.h"

#include <string.h>

enum { DEPTH_MAX = 16, CONDITIONS_MAX = 16, GUARDS_MAX = 8, FOLLOWED_MAX = 200 };

typedef struct openings {
    const plan *p;
    const plan_program *x;
    const plan_loops *loops;
    plan_opening all[PLAN_OPENINGS_MAX];
    uint32_t count, words;
    plan_condition conditions[CONDITIONS_MAX];
    uint32_t condition_count;
    bool fits, useful, searched;
} openings;

static void expand(openings *o, ir_node n, uint32_t depth);

static plan_opening *add(openings *o, ir_node entry, double width)
{
    if (o->count == PLAN_OPENINGS_MAX || width < 1) {
        o->fits = false;
        return NULL;
    }
    plan_opening *w = &o->all[o->count++];
    *w = (plan_opening){
        .choice = IR_NONE, .entry = entry, .width = (uint32_t)width, .condition_count = o->condition_count};
    plan_condition *kept = ARENA_ARRAY(o->p->g->arena, plan_condition, o->condition_count + 1);
    memcpy(kept, o->conditions, o->condition_count * sizeof *kept);
    for (uint32_t i = 0; i < o->condition_count; i++)
        kept[i].late = kept[i].late && (w->width == 1 || plan_can_fault(o->p, kept[i].condition));
    w->conditions = kept;
    return w;
}

static void find_reach(void *user, const ir_expr_data *reach)
{
    (void)reach;
    *(bool *)user = true;
}

static bool asks(const openings *o, ir_expr e)
{
    bool found = false;
    ir_each_reach(o->p->g, e, find_reach, &found);
    return found;
}

static bool is_plain(const openings *o, ir_node n)
{
    const uint32_t at = region_at(o->x->r, n);
    return at != IR_NONE && o->x->r->useful[at] && !o->x->sure[at] && !o->x->visit[at] && !o->loops->part[at];
}

/* A loop in which something is worked out, and no path parts. */
static bool computes(const openings *o, uint32_t part)
{
    for (uint32_t at = 0; at < o->x->r->count; at++) {
        const plan_edges *order = &o->x->orders[at];
        for (uint32_t i = 0; o->loops->part[at] == part && i + 1 < order->count; i++)
            if (vec_at(order, i).last_of_group)
                return false;
    }
    return true;
}

/* Whether it takes a search, or a loop, to find out if there is a move from the node on. */
static bool is_costly(const openings *o, ir_node n)
{
    const region *r = o->x->r;
    ir_node queue[FOLLOWED_MAX];
    uint32_t count = 1;
    queue[0] = n;
    for (uint32_t head = 0; head < count; head++) {
        const uint32_t at = region_at(r, queue[head]);
        if (at == IR_NONE || !r->useful[at] || o->x->sure[at])
            continue;
        if (o->loops->part[at] && computes(o, o->loops->part[at]))
            return true;
        const plan_edges *order = &o->x->orders[at];
        for (uint32_t i = 0; i < order->count; i++) {
            const ir_edge_data *e = plan_edge_at(o->p, order, i);
            bool known = ir_assigns_player(o->p->g, e) || count == FOLLOWED_MAX;
            if (e->value != IR_NONE && asks(o, e->value))
                return true;
            for (uint32_t k = 0; k < count && !known; k++)
                known = queue[k] == e->to;
            if (!known)
                queue[count++] = e->to;
        }
    }
    return false;
}

/* The checks behind a choice that every path has to pass, without those that search. */
static void add_choice(openings *o, ir_edge id)
{
    const plan *p = o->p;
    const ir_edge_data *e = &vec_at(&p->g->edges, id);
    const plan_domain *d = &p->domains[id];
    const uint32_t at = region_at(o->x->r, e->to);
    const int64_t size = d->range ? (int64_t)d->high - d->low + 1 : d->count;
    if (at == IR_NONE || !o->x->r->useful[at] || size < 1)
        return; /* no path */
    plan_opening *w = add(o, e->to, o->x->widths[at]);
    if (!w || size > 64 * PLAN_PASSING_WORDS) {
        o->fits = false;
        return;
    }
    ir_expr *guards = ARENA_ARRAY(p->g->arena, ir_expr, GUARDS_MAX);
    w->choice = id;
    w->guards = guards;
    if (e->value != IR_NONE && !asks(o, e->value) && !plan_can_fault(p, e->value))
        guards[w->guard_count++] = e->value;
    bool guarded = e->value == IR_NONE || w->guard_count > 0;
    ir_node n = e->to;
    while (guarded && w->guard_count < GUARDS_MAX && is_plain(o, n)) {
        const ir_edge_data *next = plan_only_edge(p, o->x, n);
        if (!next || (next->label != IR_CHECK && next->label != IR_SKIP))
            break;
        if (next->label == IR_CHECK && (asks(o, next->value) || plan_can_fault(p, next->value)))
            break;
        if (next->label == IR_CHECK)
            guards[w->guard_count++] = next->value;
        n = next->to;
    }
    w->first_word = o->words;
    w->words = (uint32_t)((size + 63) / 64);
    o->words += w->words;
    o->fits &= o->words <= PLAN_PASSING_WORDS;
    const bool costly = is_costly(o, n);
    o->searched |= costly;
    o->useful |= w->guard_count > 0 && (w->width > 1 || costly);
}

/* A fault where nothing is drawn yet; searches are made later. */
static bool goes_wrong(const openings *o, ir_expr e) { return !asks(o, e) && plan_can_fault(o->p, e); }

static bool assume(openings *o, ir_expr e, bool holds)
{
    if (o->condition_count == CONDITIONS_MAX || goes_wrong(o, e)) {
        o->fits = false;
        return false;
    }
    o->conditions[o->condition_count++] = (plan_condition){e, holds, asks(o, e)};
    return true;
}

/* Whether no check at the node can go wrong. */
static bool can_part(const openings *o, ir_node n)
{
    const plan_edges *order = plan_order(o->x, n);
    if (!is_plain(o, n))
        return false;
    for (uint32_t i = 0; i < order->count; i++) {
        const ir_edge_data *e = plan_edge_at(o->p, order, i);
        if (e->label == IR_CHECK && goes_wrong(o, e->value))
            return false;
    }
    return true;
}

static void take(openings *o, const plan_edge *edge, uint32_t depth)
{
    const ir_edge_data *e = &vec_at(&o->p->g->edges, edge->edge);
    if (ir_assigns_player(o->p->g, e) || (e->label != IR_CHECK && e->label != IR_SKIP && e->label != IR_CHOOSE) ||
        (e->label == IR_CHOOSE && vec_at(&o->p->g->exprs, e->target).op != IR_VAR)) {
        plan_opening *w = add(o, e->to, plan_edge_width(o->p, o->x, e, o->x->widths));
        if (w)
            w->edge = edge;
    } else if (e->label == IR_CHOOSE) {
        add_choice(o, edge->edge);
    } else {
        expand(o, e->to, depth + 1);
    }
}

static void expand(openings *o, ir_node n, uint32_t depth)
{
    const uint32_t at = region_at(o->x->r, n), before = o->condition_count;
    if (at == IR_NONE || !o->x->r->useful[at] || !o->fits)
        return;
    if (depth == DEPTH_MAX || !can_part(o, n)) {
        add(o, n, o->x->widths[at]);
        return;
    }
    const plan_edges *order = plan_order(o->x, n);
    bool over = false; /* the group has an edge that is always passed */
    for (uint32_t i = 0; i < order->count && o->fits; i++) {
        const ir_edge_data *e = plan_edge_at(o->p, order, i);
        const uint32_t mark = o->condition_count;
        const bool checks = e->label == IR_CHECK && !vec_at(order, i).certain;
        if (!over && (!checks || assume(o, e->value, true)))
            take(o, &vec_at(order, i), depth);
        over |= !checks;
        o->condition_count = mark;
        if (vec_at(order, i).last_of_group) {
            over = false;
            o->condition_count = before;
        } else if (checks) {
            assume(o, e->value, false); /* what follows in the group is tried only then */
        }
    }
    o->condition_count = before;
}

void plan_find_openings(const plan *p, const plan_program *x, const plan_loops *loops, ir_node n, plan_decision *d)
{
    openings o = {.p = p, .x = x, .loops = loops, .fits = true};
    expand(&o, n, 0);
    if (!o.fits || !o.useful)
        return;
    plan_opening *all = ARENA_ARRAY(p->g->arena, plan_opening, o.count + 1);
    memcpy(all, o.all, o.count * sizeof *all);
    d->openings = all;
    d->opening_count = o.count;
    d->searched = o.searched;
}
