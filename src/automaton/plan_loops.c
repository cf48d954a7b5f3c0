/* Counted loops: cycles that end by themselves, since a variable is counted up or down on each way round, or follows a
 * chain in a table to its end, and in which a path has one way on. A search needs no memory to get out of them, however
 * much state lives across them. */
#include "automaton/chain.h"
#include "automaton/plan.h"
#include "base/scc.h"

#include <string.h>

enum { COUNTERS_MAX = 8, HEADS_MAX = 8 };

typedef struct loops {
    const plan *p;
    const plan_program *x;
    plan_loops *out;
    bitset cut; /* edges that count a variable whose cycles are dealt with; no words: none */
    bool *head; /* [location] where a cycle with several ways on is met again: ways there are out of what is inside */
    uint32_t *part; /* [location] its component in the present round */
    uint32_t parts;
    uint32_t *next;  /* [location] the next edge of the walk for components */
    vec_u32 pending; /* members of components with cycles, each ended by IR_NONE */
} loops;

/* ---- components ---- */

/* Edges on which a path can come back. A way round that emits tags never meets a configuration again. */
static bool stays(const loops *l, const ir_edge_data *e, uint32_t *to)
{
    const region *r = l->x->r;
    if (r->moves && (e->label == IR_TAG || ir_assigns_player(l->p->g, e)))
        return false;
    if (!r->moves && e->from == r->target)
        return false;
    *to = region_at(r, e->to);
    return *to != IR_NONE && r->useful[*to] && !l->head[*to];
}

static bool is_cut(const loops *l, ir_edge e) { return l->cut.words && bitset_has(&l->cut, e); }

static bool next_edge(void *user, uint32_t node, uint32_t *to)
{
    loops *l = user;
    const plan_edges *order = &l->x->orders[node];
    while (l->next[node] < order->count) {
        uint32_t i = l->next[node]++;
        const ir_edge_data *e = plan_edge_at(l->p, order, i);
        if (!is_cut(l, vec_at(order, i).edge) && stays(l, e, to) && l->part[*to] == l->part[node])
            return true;
    }
    return false;
}

static bool has_edge_to_itself(loops *l, uint32_t at)
{
    uint32_t to;
    for (l->next[at] = 0; next_edge(l, at, &to);)
        if (to == at)
            return true;
    return false;
}

static void component(void *user, const uint32_t *members, uint32_t count)
{
    loops *l = user;
    if (count == 1 && !has_edge_to_itself(l, members[0]))
        return;
    for (uint32_t i = 0; i < count; i++)
        vec_push(l->p->a, &l->pending, members[i]);
    vec_push(l->p->a, &l->pending, IR_NONE);
}

/* ---- counters ---- */

/* v = v + c: the step, or 0. */
static int32_t step_of(const plan *p, const ir_edge_data *e, ir_var *v)
{
    if (e->label != IR_ASSIGN)
        return 0;
    const ir_expr_data *t = &vec_at(&p->g->exprs, e->target), *s = &vec_at(&p->g->exprs, e->value);
    if (t->op != IR_VAR)
        return 0;
    *v = t->a;
    if (s->op != IR_ADD && s->op != IR_SUB)
        return 0;
    const ir_expr_data *a = &vec_at(&p->g->exprs, s->a), *b = &vec_at(&p->g->exprs, s->b);
    if (a->op == IR_INT && s->op == IR_ADD) {
        const ir_expr_data *swap = a;
        a = b, b = swap;
    }
    if (a->op != IR_VAR || a->a != *v || b->op != IR_INT || b->a == 0x80000000u)
        return 0;
    return s->op == IR_ADD ? (int32_t)b->a : -(int32_t)b->a;
}

static ir_var root_of(const plan *p, ir_expr target)
{
    const ir_expr_data *t = &vec_at(&p->g->exprs, target);
    while (t->op != IR_VAR)
        t = &vec_at(&p->g->exprs, t->a);
    return t->a;
}

typedef struct inner {
    const ir_edge_data *e;
    ir_edge id;
    uint32_t from;
} inner;
typedef VEC(inner) inners;

static void edges_inside(const loops *l, const uint32_t *members, uint32_t count, inners *out)
{
    uint32_t to;
    for (uint32_t i = 0; i < count; i++) {
        const plan_edges *order = &l->x->orders[members[i]];
        for (uint32_t k = 0; k < order->count; k++) {
            const ir_edge_data *e = plan_edge_at(l->p, order, k);
            if (!is_cut(l, vec_at(order, k).edge) && stays(l, e, &to) && l->part[to] == l->part[members[i]])
                vec_push(l->p->a, out, ((inner){e, vec_at(order, k).edge, members[i]}));
        }
    }
}

/* A variable that all its assignments inside count in one direction; IR_NONE when there is none. */
static ir_var counter_of(const loops *l, const inners *all)
{
    for (uint32_t i = 0; i < all->count; i++) {
        ir_var v;
        int32_t step = step_of(l->p, vec_at(all, i).e, &v);
        bool only = step != 0;
        for (uint32_t k = 0; k < all->count && only; k++) {
            const ir_edge_data *e = vec_at(all, k).e;
            ir_var w = IR_NONE;
            if (e->label != IR_ASSIGN || root_of(l->p, e->target) != v)
                continue;
            int32_t other = step_of(l->p, e, &w);
            only = w == v && other != 0 && (other > 0) == (step > 0);
        }
        if (only)
            return v;
    }
    return IR_NONE;
}

/* ---- one way on ---- */

/* Of the edges that stay inside at most one can be passed, and none chooses. */
static bool one_way(const loops *l, uint32_t at)
{
    const plan_edges *order = &l->x->orders[at];
    uint32_t staying = 0, to;
    bool parted = false;
    for (uint32_t i = 0; i < order->count; i++) {
        const ir_edge_data *e = plan_edge_at(l->p, order, i);
        if (stays(l, e, &to) && l->part[to] == l->part[at]) {
            if (e->label == IR_CHOOSE || (staying > 0 && (parted || !vec_at(order, i).grouped)))
                return false;
            staying++;
        }
        parted = staying > 0 && (parted || vec_at(order, i).last_of_group);
    }
    return true;
}

/* ---- increments that cannot leave their range ---- */

/* What keeps a change of v from going wrong: a bound that leaves room for a step, or, where a chain is followed, that
 * v is not its end. */
typedef struct change {
    ir_var v;
    int32_t step; /* 0: a chain */
    int32_t stop;
    ir_sym stop_symbol; /* of a chain of symbols, or IR_NONE */
} change;

static bool is_stop(const ir_expr_data *x, const change *by)
{
    return by->stop_symbol == IR_NONE ? x->op == IR_INT && (int32_t)x->a == by->stop
                                      : x->op == IR_SYM && x->a == by->stop_symbol;
}

static bool condition_guards(const plan *p, ir_expr condition, const change *by)
{
    ir_var v = by->v;
    int32_t step = by->step;
    const ir_expr_data *c = &vec_at(&p->g->exprs, condition);
    if (c->op == IR_AND)
        return condition_guards(p, c->a, by) || condition_guards(p, c->b, by);
    if (step == 0 && c->op != IR_NE)
        return false;
    if (step == 0) {
        const ir_expr_data *x = &vec_at(&p->g->exprs, c->a), *y = &vec_at(&p->g->exprs, c->b);
        return (x->op == IR_VAR && x->a == v && is_stop(y, by)) || (y->op == IR_VAR && y->a == v && is_stop(x, by));
    }
    if (c->op != IR_LT && c->op != IR_LE && c->op != IR_GT && c->op != IR_GE)
        return false;
    const ir_expr_data *a = &vec_at(&p->g->exprs, c->a), *b = &vec_at(&p->g->exprs, c->b);
    const ir_type_data *t = ir_type_at(p->g, ir_resolve(p->g, vec_at(&p->g->variables, v).type)), *other;
    if (a->op != IR_VAR || a->a != v || (b->op != IR_INT && b->op != IR_VAR) || t->kind != IR_TYPE_INT)
        return false;
    int64_t bound = (int32_t)b->a;
    if (b->op == IR_VAR) { /* at most as much as it can be */
        other = ir_type_at(p->g, ir_resolve(p->g, vec_at(&p->g->variables, b->a).type));
        if (other->kind != IR_TYPE_INT)
            return false;
        bound = step > 0 ? other->high : other->low;
    }
    const int64_t last = c->op == IR_LT ? bound - 1 : c->op == IR_GT ? bound + 1 : bound;
    if (c->op == IR_LT || c->op == IR_LE)
        return step > 0 && last + step <= t->high;
    return step < 0 && last + step >= t->low;
}

static bool guards(const plan *p, const ir_edge_data *e, const change *by)
{
    return e->label == IR_CHECK && condition_guards(p, e->value, by);
}

/* From outside, without a guard. */
static bool is_entered(const loops *l, uint32_t at, const change *by)
{
    const plan *p = l->p;
    const region *r = l->x->r;
    ir_node n = r->nodes[at];
    uint32_t first = p->graph.in_start[n], end = p->graph.in_start[n + 1];
    bool entered = at == 0 || first == end;
    for (uint32_t i = first; i < end && !entered; i++) {
        const ir_edge_data *e = &vec_at(&p->g->edges, p->graph.in[i]);
        uint32_t from = region_at(r, e->from);
        bool inside = from != IR_NONE && l->part[from] == l->part[at] &&
                      !(r->moves && (e->label == IR_TAG || ir_assigns_player(p->g, e)));
        entered = !inside && !guards(p, e, by);
    }
    return entered;
}

/* Whether no way leads from an increment of the counter, or (if asked) from outside, to this one without a guard
 * between. */
static bool is_guarded(const loops *l, const inners *all, const inner *count, const change *by, bool outside,
                       bool *reached)
{
    bool changed = true;
    uint32_t to;
    for (uint32_t i = 0; i < all->count; i++)
        reached[vec_at(all, i).from] = outside && is_entered(l, vec_at(all, i).from, by);
    while (changed) {
        changed = false;
        for (uint32_t i = 0; i < all->count; i++) {
            const inner *in = &vec_at(all, i);
            ir_var w = IR_NONE;
            bool changes = (step_of(l->p, in->e, &w) != 0 || chain_table(l->p->g, in->e, &w) != IR_NONE) && w == by->v;
            to = region_at(l->x->r, in->e->to);
            if ((reached[in->from] || changes) && !reached[to] && !guards(l->p, in->e, by))
                changed = reached[to] = true;
        }
    }
    return !reached[count->from];
}

/* ---- all ---- */

static void take_rounds(loops *l, const inners *all, double rounds)
{
    uint32_t part = l->part[vec_at(all, 0).from];
    for (uint32_t at = 0; at < l->x->r->count; at++)
        if (l->part[at] == part)
            l->out->rounds[at] *= rounds + 1;
}

static bool cut_counter(loops *l, const inners *all, bool *reached)
{
    ir_var v = counter_of(l, all), w;
    for (uint32_t i = 0; v != IR_NONE && i < all->count; i++) {
        const inner *in = &vec_at(all, i);
        int32_t step = step_of(l->p, in->e, &w);
        if (step == 0 || w != v)
            continue;
        if (is_guarded(l, all, in, &(change){v, step, 0, IR_NONE}, true, reached))
            bitset_add(&l->out->safe, in->id);
        bitset_add(&l->cut, in->id);
    }
    if (v == IR_NONE)
        return false;
    const ir_type_data *t = ir_type_at(l->p->g, ir_resolve(l->p->g, vec_at(&l->p->g->variables, v).type));
    take_rounds(l, all, t->kind == IR_TYPE_INT ? (double)t->high - t->low + 1 : 1e9);
    return true;
}

/* The only assignment of a variable follows a chain, not beyond its end: but maybe the first time, and then it comes to
 * the end again, if ever, from where it was put. */
static bool cut_chain(loops *l, const inners *all, bool *reached)
{
    for (uint32_t i = 0; i < all->count; i++) {
        const inner *in = &vec_at(all, i);
        change by = {.stop_symbol = IR_NONE};
        uint32_t longest = 0;
        const ir_game *g = l->p->g;
        const ir_value table = chain_table(g, in->e, &by.v);
        bool only = table != IR_NONE;
        for (uint32_t k = 0; k < all->count && only; k++) {
            const ir_edge_data *e = vec_at(all, k).e;
            only = k == i || e->label != IR_ASSIGN || root_of(l->p, e->target) != by.v;
        }
        if (only &&
            (chain_falls(g, table, by.v, l->p->a, &by.stop, &longest) ||
             chain_leads(g, table, by.v, l->p->a, &by.stop_symbol, &longest)) &&
            is_guarded(l, all, in, &by, false, reached)) {
            bitset_add(&l->cut, in->id);
            take_rounds(l, all, longest);
            return true;
        }
    }
    return false;
}

static bool cut_cycles(loops *l, const uint32_t *members, uint32_t count, bool *reached)
{
    inners all = {0};
    edges_inside(l, members, count, &all);
    return cut_counter(l, &all, reached) || cut_chain(l, &all, reached);
}

static void find_components(loops *l)
{
    l->pending.count = 0;
    memset(l->next, 0, sizeof *l->next * l->x->r->count);
    scc_find(l->p->a, &(scc_graph){l->x->r->count, next_edge, component, l});
}

/* Numbers the components that were found; members of none are in part 0. */
static void number_parts(loops *l)
{
    memset(l->part, 0, sizeof *l->part * l->x->r->count);
    l->parts = 1;
    for (uint32_t i = 0; i < l->pending.count; i++)
        if (vec_at(&l->pending, i) == IR_NONE)
            l->parts++;
        else
            l->part[vec_at(&l->pending, i)] = l->parts;
}

/* Where a component has several ways on, paths are remembered at one of the nodes that they come back to first; what is
 * left of it, as a ray inside of a series of captures, may be in components of one way. */
static void part_loops(loops *l)
{
    const region *r = l->x->r;
    arena *a = l->p->a;
    bool *several = ARENA_ARRAY(a, bool, r->count + 2), *parted = ARENA_ARRAY(a, bool, r->count + 2);
    uint32_t *name = ARENA_ARRAY(a, uint32_t, r->count + 2), named = l->parts;
    memcpy(l->out->part, l->part, sizeof *l->part * r->count);
    for (uint32_t round = 0; round <= HEADS_MAX; round++) {
        memset(several, 0, r->count + 2);
        for (uint32_t at = 0; at < r->count; at++)
            several[l->part[at]] |= l->part[at] && !one_way(l, at);
        for (uint32_t at = 0; at < r->count; at++)
            l->out->counted[at] = l->part[at] && !several[l->part[at]];
        bool found = false;
        for (uint32_t at = 0; at < r->count && round < HEADS_MAX; at++)
            if (several[l->part[at]] && r->cyclic[at]) {
                several[l->part[at]] = false; /* one of each */
                l->head[at] = parted[l->out->part[at]] = found = true;
            }
        if (!found)
            break;
        find_components(l);
        number_parts(l);
    }
    for (uint32_t at = 0; at < r->count; at++)
        if (l->out->counted[at] && parted[l->out->part[at]]) {
            name[l->part[at]] = name[l->part[at]] ? name[l->part[at]] : named++;
            l->out->part[at] = name[l->part[at]];
        }
}

plan_loops plan_find_loops(const plan *p, const plan_program *x)
{
    uint32_t n = x->r->count;
    plan_loops out = {.part = ARENA_ARRAY(p->a, uint32_t, n + 1),
                      .counted = ARENA_ARRAY(p->a, bool, n + 1),
                      .rounds = ARENA_ARRAY(p->a, double, n + 1)};
    loops l = {.p = p,
               .x = x,
               .out = &out,
               .head = ARENA_ARRAY(p->a, bool, n + 1),
               .part = ARENA_ARRAY(p->a, uint32_t, n + 1),
               .next = ARENA_ARRAY(p->a, uint32_t, n + 1)};
    bool *reached = ARENA_ARRAY(p->a, bool, n + 1);
    find_components(&l);
    if (l.pending.count) {
        l.cut = bitset_new(p->a, p->g->edges.count);
        out.safe = bitset_new(p->a, p->g->edges.count);
    }
    number_parts(&l);
    part_loops(&l);
    for (uint32_t at = 0; at < n; at++)
        out.rounds[at] = 1;
    for (int round = 0; round < COUNTERS_MAX && l.pending.count; round++) {
        vec_u32 found = l.pending;
        l.pending = (vec_u32){0};
        for (uint32_t i = 0, first = 0; i < found.count; i++) {
            if (vec_at(&found, i) != IR_NONE)
                continue;
            const uint32_t *members = found.data + first;
            bool fine = out.counted[members[0]] && cut_cycles(&l, members, i - first, reached);
            for (uint32_t k = 0; !fine && k < n; k++)
                out.counted[k] &= out.part[k] != out.part[members[0]];
            first = i + 1;
        }
        for (uint32_t at = 0; at < n; at++) /* what is not counted is not looked at again */
            l.part[at] = out.counted[at] ? l.part[at] : 0;
        find_components(&l);
        vec_u32 left = {0};
        for (uint32_t i = 0, first = 0; i < l.pending.count; i++) {
            if (vec_at(&l.pending, i) != IR_NONE)
                continue;
            for (uint32_t k = first; out.counted[vec_at(&l.pending, first)] && k <= i; k++)
                vec_push(p->a, &left, vec_at(&l.pending, k));
            first = i + 1;
        }
        l.pending = left;
        number_parts(&l);
    }
    for (uint32_t i = 0; i < l.pending.count; i++) /* too deep */
        for (uint32_t k = 0; vec_at(&l.pending, i) != IR_NONE && k < n; k++)
            out.counted[k] &= out.part[k] != out.part[vec_at(&l.pending, i)];
    return out;
}
