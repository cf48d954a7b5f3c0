/* What a plan says of each program: the order of edges, where configurations are remembered, where
 * nothing can fail any more, how wide it is. */
#include "automaton/plan.h"

#include <string.h>

enum { STAMPS_MAX = 1 << 22, SMALL_KEY_MAX = 1 << 16 };

/* ---- the order of edges ---- */

/* The reference takes up the last edge first. That shows only in which of two configurations
 * that differ in goals or visible alone survives. Groups keep their inner order. */
static void reverse_units(plan_edges *order)
{
    for (uint32_t i = 0, j = order->count; i + 1 < j; i++) {
        plan_edge t = vec_at(order, i);
        j--;
        vec_at(order, i) = vec_at(order, j);
        vec_at(order, j) = t;
    }
    for (uint32_t end = 0, start = 0; end < order->count; end++) {
        /* a group is reversed as a whole now, its last member first: turn it round again */
        bool closes = !vec_at(order, end).grouped || end + 1 == order->count || vec_at(order, end + 1).last_of_group;
        if (!closes)
            continue;
        for (uint32_t i = start, j = end + 1; i + 1 < j; i++) {
            plan_edge t = vec_at(order, i);
            j--;
            vec_at(order, i) = vec_at(order, j);
            vec_at(order, j) = t;
        }
        start = end + 1;
    }
}

/* Disjoint groups by node. */
void plan_find_groups(plan *p)
{
    const ir_game *g = p->g;
    uint32_t *start = p->group_start = ARENA_ARRAY(p->a, uint32_t, g->nodes.count + 2);
    p->groups = ARENA_ARRAY(p->a, uint32_t, g->disjoints.count + 1);
    for (uint32_t i = 0; i < g->disjoints.count; i++)
        start[vec_at(&g->disjoints, i).node + 2]++;
    for (uint32_t n = 2; n < g->nodes.count + 2; n++)
        start[n] += start[n - 1];
    for (uint32_t i = 0; i < g->disjoints.count; i++)
        p->groups[start[vec_at(&g->disjoints, i).node + 1]++] = i;
}

/* Groups of edges that exclude each other come first, each in edge order. */
static void make_order(const plan *p, const plan_program *x, ir_node n, plan_edges *order, arena *a)
{
    const ir_game *g = p->g;
    edge_list out = {0};
    region_out(g, &p->graph, x->r, n, a, &out);
    bool *taken = ARENA_ARRAY(a, bool, out.count + 1);
    order->data = ARENA_ARRAY(p->a, plan_edge, out.count);
    order->capacity = out.count;
    for (uint32_t i = p->group_start[n]; i < p->group_start[n + 1]; i++) {
        const ir_disjoint *d = &vec_at(&g->disjoints, p->groups[i]);
        vec_u32 members = {0};
        for (uint32_t j = 0; j < out.count; j++)
            for (uint32_t k = 0; k < d->count && !taken[j]; k++)
                if (vec_at(&g->edges, vec_at(&out, j)).to == d->targets[k]) {
                    taken[j] = true;
                    vec_push(a, &members, j);
                }
        uint32_t total = 0; /* members before useless edges were dropped */
        for (uint32_t j = p->graph.out_start[n]; j < p->graph.out_start[n + 1]; j++)
            for (uint32_t k = 0; k < d->count; k++)
                total += vec_at(&g->edges, p->graph.out[j]).to == d->targets[k];
        for (uint32_t j = 0; j < members.count; j++) {
            bool last = j + 1 == members.count;
            vec_push(p->a, order,
                     ((plan_edge){vec_at(&out, vec_at(&members, j)), last, members.count > 1,
                                  last && j > 0 && d->exhaustive && d->proven && total == members.count}));
        }
    }
    for (uint32_t j = 0; j < out.count; j++)
        if (!taken[j])
            vec_push(p->a, order, ((plan_edge){vec_at(&out, j), true, false, false}));
    if (x->kind == PLAN_EXACT)
        reverse_units(order);
}

void plan_find_orders(plan *p, plan_program *x)
{
    arena *scratch = arena_child(p->a);
    x->orders = ARENA_ARRAY(p->a, plan_edges, x->r->count + 1);
    for (uint32_t at = 0; at < x->r->count; at++)
        make_order(p, x, x->r->nodes[at], &x->orders[at], scratch);
    arena_done(scratch);
}

/* ---- remembered configurations ---- */

/* Keys are made of the variables that can differ between configurations of one search at the
 * node and, in a reachability, can still matter. */
static bool in_key(const plan *p, const plan_program *x, uint32_t at, ir_var k)
{
    const ir_game *g = p->g;
    if (vec_at(&g->variables, k).removed || (x->kind == PLAN_GENERATE && !bitset_has(&x->r->live[at], k)))
        return false;
    return !x->r->moves || (k != g->goals && k != g->player && k != g->visible);
}

/* The variables of the key, in their order. */
static uint32_t key_variables(const plan *p, const plan_program *x, uint32_t at, ir_var *out)
{
    const ir_game *g = p->g;
    const ir_node_data *node = &vec_at(&g->nodes, x->r->nodes[at]);
    const bool listed = x->r->moves && node->has_repeat;
    uint32_t count = 0;
    for (uint32_t i = 0; listed && i < node->repeat_count; i++)
        if (in_key(p, x, at, node->repeat[i]))
            out[count++] = node->repeat[i];
    for (ir_var k = 0; x->r->moves && !listed && k < g->variables.count; k++)
        if (in_key(p, x, at, k))
            out[count++] = k;
    for (uint32_t w = 0; !x->r->moves && 64 * w < g->variables.count; w++)
        for (uint64_t left = x->r->assigned[at].words[w] & x->r->live[at].words[w]; left; left &= left - 1) {
            const ir_var k = 64 * w + (uint32_t)__builtin_ctzll(left);
            if (in_key(p, x, at, k))
                out[count++] = k;
        }
    return count;
}

/* Lists of parts that places share. */
typedef struct part_lists {
    arena *a;
    ir_var *variables;     /* of the one that is made */
    plan_visit_part *next; /* it */
    map known;             /* hash -> place in all */
    VEC(plan_visit) all;
} part_lists;

static const plan_visit_part *shared_parts(plan *p, part_lists *lists, const plan_visit_part *parts, uint32_t count)
{
    uint64_t key = hash_bytes(parts, count * sizeof *parts, count);
    const uint32_t *known = map_get(&lists->known, key);
    const plan_visit *v = known ? &vec_at(&lists->all, *known) : NULL;
    if (v && v->part_count == count && memcmp(v->parts, parts, count * sizeof *parts) == 0)
        return v->parts;
    plan_visit_part *kept = ARENA_ARRAY(p->g->arena, plan_visit_part, count);
    if (count > 0)
        memcpy(kept, parts, count * sizeof *parts);
    if (!known) {
        map_put(&lists->known, key, lists->all.count);
        vec_push(lists->a, &lists->all, ((plan_visit){.parts = kept, .part_count = count}));
    }
    return kept;
}

static plan_visit make_visit(plan *p, const plan_program *x, uint32_t at, part_lists *lists)
{
    plan_visit_part *parts = lists->next;
    const uint32_t count = key_variables(p, x, at, lists->variables);
    uint64_t combinations = 1;
    plan_visit v = {.tags = x->r->moves, .small = !x->r->moves};
    arena_work(p->a, count + p->g->variables.count / 64);
    for (uint32_t i = 0; i < count; i++) {
        const ir_var k = lists->variables[i];
        const layout_slot *s = &p->layout.variables[k];
        uint64_t radix = s->integer ? (uint64_t)((int64_t)s->high - s->low) + 1 : (uint64_t)s->high + 1;
        combinations *= radix;
        v.small &= s->levels == 0 && combinations <= SMALL_KEY_MAX;
        plan_visit_part *part = &parts[i];
        part->variable = k, part->offset = s->offset, part->bytes = s->cells * s->width;
        part->width = s->width, part->radix = (uint32_t)radix; /* padding stays zero: lists are compared as bytes */
        if (combinations > SMALL_KEY_MAX)
            combinations = SMALL_KEY_MAX + 1;
    }
    v.small &= p->stamp_count + combinations <= STAMPS_MAX;
    if (v.small) {
        v.stamps = p->stamp_count;
        p->stamp_count += (uint32_t)combinations;
    }
    v.parts = shared_parts(p, lists, parts, count);
    v.part_count = count;
    return v;
}

/* Paths into one node beyond which equal configurations are worth finding: few where a stamp
 * in an array finds them, more where they have to be hashed. */
enum { PATHS_STAMPED = 8, PATHS_HASHED = 256 };

/* Keys of the node are scalars only. */
static bool keys_are_scalars(const plan *p, const region *r, uint32_t at)
{
    if (r->moves)
        return false;
    for (uint32_t w = 0; 64 * w < p->g->variables.count; w++)
        for (uint64_t left = r->assigned[at].words[w] & r->live[at].words[w]; left; left &= left - 1)
            if (p->layout.variables[64 * w + (uint32_t)__builtin_ctzll(left)].levels > 0)
                return false;
    return true;
}

/* For the exact count: wherever two paths can bring equal configurations (unless the only way here
 * keeps unequal ones unequal). */
static bool merges(const plan *p, const region *r, uint32_t at)
{
    const ir_game *g = p->g;
    ir_node n = r->nodes[at];
    if (vec_at(&g->nodes, n).unique)
        return false;
    uint32_t from = p->graph.in_start[n], to = p->graph.in_start[n + 1];
    ir_label only = to - from == 1 ? vec_at(&g->edges, p->graph.in[from]).label : IR_ASSIGN;
    bool injective = only == IR_SKIP || only == IR_CHECK || only == IR_TAG;
    return !injective || r->cyclic[at];
}

/* Paths into the loops that count their rounds, each of which is walked once a path. */
static void paths_into_loops(const plan *p, const plan_program *x, const plan_loops *loops, const float *paths,
                             float *into)
{
    const region *r = x->r;
    memset(into, 0, sizeof *into * (r->count + 1));
    for (uint32_t at = 0; at < r->count; at++) {
        ir_node n = r->nodes[at];
        for (uint32_t i = p->graph.in_start[n]; loops->counted[at] && i < p->graph.in_start[n + 1]; i++) {
            const ir_edge_data *e = &vec_at(&p->g->edges, p->graph.in[i]);
            uint32_t from = region_at(r, e->from);
            if (from != IR_NONE && r->useful[from] && loops->part[from] != loops->part[at] &&
                !(r->moves && ir_assigns_player(p->g, e)))
                into[loops->part[at]] += x->visit[from] ? 1 : paths[from];
        }
    }
}

/* From the node a search has one way to its target, of a few steps: asking those again costs less than finding out
 * whether the configuration was met, and many are met once. */
static bool leads_straight(const plan *p, const region *r, ir_node n)
{
    enum { STEPS_MAX = 8 };
    for (uint32_t i = 0; !r->moves && i < STEPS_MAX; i++) {
        if (n == r->target)
            return true;
        if (p->graph.out_start[n + 1] - p->graph.out_start[n] != 1)
            return false;
        n = vec_at(&p->g->edges, p->graph.out[p->graph.out_start[n]]).to;
    }
    return false;
}

/* Count paths in discovery order; good enough to notice explosions in time, and sound
 * because remembering more never changes the moves. */
static void find_explosions(const plan *p, const plan_program *x, const plan_loops *loops)
{
    const ir_game *g = p->g;
    const region *r = x->r;
    float *paths = ARENA_ARRAY(p->a, float, r->count + 1), *into = ARENA_ARRAY(p->a, float, r->count + 1);
    for (int round = 0; round < 4; round++) {
        paths_into_loops(p, x, loops, paths, into);
        for (uint32_t at = 0; at < r->count; at++) {
            ir_node n = r->nodes[at];
            float sum = loops->counted[at] ? into[loops->part[at]] : 0;
            for (uint32_t i = p->graph.in_start[n]; i < p->graph.in_start[n + 1] && !loops->counted[at]; i++) {
                const ir_edge_data *e = &vec_at(&g->edges, p->graph.in[i]);
                uint32_t from = region_at(r, e->from);
                if (from == IR_NONE || !r->useful[from] || (r->moves && ir_assigns_player(g, e)))
                    continue;
                sum += x->visit[from] ? 1 : paths[from];
            }
            paths[at] = sum < 1 ? 1 : sum > 1e6f ? 1e6f : sum;
            if (r->useful[at] && paths[at] > PATHS_STAMPED &&
                (keys_are_scalars(p, r, at) || (paths[at] > PATHS_HASHED && !leads_straight(p, r, n))) &&
                (r->moves || n != r->target) && !(r->moves && vec_at(&g->nodes, n).unique))
                x->visit[at] = true;
        }
    }
}

/* Where configurations must be remembered: for the exact count wherever equal ones may meet;
 * otherwise on every cycle that does not count its rounds, and where so many paths meet that walking on from each would
 * explode. */
void plan_find_visits(plan *p, plan_program *x, const plan_loops *loops)
{
    const region *r = x->r;
    x->visit = ARENA_ARRAY(p->a, bool, r->count + 1);
    x->visit_of = ARENA_ARRAY(p->a, uint32_t, r->count + 1);
    for (uint32_t at = 0; at < r->count; at++)
        if (r->useful[at] && (r->moves || r->nodes[at] != r->target))
            x->visit[at] = x->kind == PLAN_EXACT ? merges(p, r, at) : r->cyclic[at] && !loops->counted[at];
    if (x->kind != PLAN_EXACT)
        find_explosions(p, x, loops);
    part_lists lists = {.a = arena_child(p->a)};
    lists.variables = ARENA_ARRAY(lists.a, ir_var, p->g->variables.count + 1);
    lists.next = ARENA_ARRAY(lists.a, plan_visit_part, p->g->variables.count + 1);
    map_init(&lists.known, lists.a);
    for (uint32_t at = 0; at < r->count; at++) {
        x->visit_of[at] = x->visit[at] ? p->visits.count : IR_NONE;
        if (x->visit[at])
            vec_push(p->g->arena, &p->visits, make_visit(p, x, at, &lists));
    }
    arena_done(lists.a);
}

/* ---- sure nodes ---- */

/* From a sure node every continuation reaches the end of the move without a check that can
 * fail, a tag, or a choice: the move is legal and its text complete. Of a reachability: every continuation reaches its
 * target, tags or not. Least fixed point. */
static bool is_sure(const plan *p, const plan_program *x, uint32_t at, const bool *sure, const plan_loops *loops)
{
    const plan_edges *order = plan_order(x, x->r->nodes[at]);
    bool ok = order->count > 0;
    bool exhaustive = order->count == 1 || (ok && vec_at(order, order->count - 1).certain);
    for (uint32_t i = 0; i < order->count && ok; i++) {
        const ir_edge_data *e = plan_edge_at(p, order, i);
        bool final = x->r->moves && ir_assigns_player(p->g, e);
        uint32_t to = region_at(x->r, e->to);
        ok = exhaustive && (order->count == 1 || vec_at(order, i).grouped) &&
             (i + 1 == order->count || !vec_at(order, i).last_of_group) &&
             (final || sure[to] || (loops->counted[at] && loops->part[to] == loops->part[at]));
        ok &= e->label == IR_SKIP || (e->label == IR_CHECK && order->count > 1) || e->label == IR_ASSIGN ||
              (e->label == IR_TAG && !x->r->moves);
        ok = ok && !plan_step_can_fault(p, x, e);
    }
    return ok;
}

/* The members of loops that count their rounds are sure together; others one by one. */
bool *plan_find_sure(const plan *p, const plan_program *x, const plan_loops *loops)
{
    const region *r = x->r;
    uint32_t parts = 0;
    bool *sure = ARENA_ARRAY(p->a, bool, r->count + 1);
    for (uint32_t at = 0; at < r->count; at++)
        parts = loops->part[at] > parts ? loops->part[at] : parts;
    bool *fails = ARENA_ARRAY(p->a, bool, parts + 1);
    if (!r->moves && region_at(r, r->target) != IR_NONE)
        sure[region_at(r, r->target)] = true;
    for (bool changed = true; changed;) {
        changed = false;
        memset(fails, 0, parts + 1);
        for (uint32_t at = r->count; at-- > 0;) {
            uint32_t part = loops->counted[at] ? loops->part[at] : 0;
            if (sure[at] || !r->useful[at])
                continue;
            bool ok = is_sure(p, x, at, sure, loops);
            if (part)
                fails[part] |= !ok;
            else if (ok)
                sure[at] = changed = true;
        }
        for (uint32_t at = 0; at < r->count; at++)
            if (loops->counted[at] && r->useful[at] && !sure[at] && !fails[loops->part[at]])
                sure[at] = changed = true;
    }
    return sure;
}

/* Walks over all that a search from the decision point can meet: sets *plain when no
 * configurations are remembered (listing meets every path), *silent when there is no tag. */
void plan_walk(const plan *p, const plan_program *x, ir_node start, bool *plain, bool *silent)
{
    const region *r = x->r;
    vec_u32 queue = {0};
    bool *seen = ARENA_ARRAY(p->a, bool, r->count + 1);
    *plain = *silent = true;
    if (region_at(r, start) == IR_NONE)
        return;
    vec_push(p->a, &queue, region_at(r, start));
    seen[region_at(r, start)] = true;
    for (uint32_t head = 0; head < queue.count; head++) {
        uint32_t at = vec_at(&queue, head);
        *plain &= !x->visit[at];
        const plan_edges *order = plan_order(x, r->nodes[at]);
        for (uint32_t i = 0; i < order->count; i++) {
            const ir_edge_data *e = plan_edge_at(p, order, i);
            *silent &= e->label != IR_TAG;
            if (ir_assigns_player(p->g, e) || seen[region_at(r, e->to)])
                continue;
            seen[region_at(r, e->to)] = true;
            vec_push(p->a, &queue, region_at(r, e->to));
        }
    }
}

/* At most one path leaves the decision point. */
bool plan_is_deterministic(const plan *p, const plan_program *x, ir_node start)
{
    const region *r = x->r;
    vec_u32 queue = {0};
    bool *seen = ARENA_ARRAY(p->a, bool, r->count + 1);
    if (region_at(r, start) == IR_NONE)
        return true;
    vec_push(p->a, &queue, region_at(r, start));
    seen[region_at(r, start)] = true;
    for (uint32_t head = 0; head < queue.count; head++) {
        uint32_t at = vec_at(&queue, head);
        const plan_edges *order = plan_order(x, r->nodes[at]);
        for (uint32_t i = 0; i < order->count; i++) {
            const ir_edge_data *e = plan_edge_at(p, order, i);
            if (e->label == IR_CHOOSE || (i + 1 < order->count && vec_at(order, i).last_of_group))
                return false;
            if (ir_assigns_player(p->g, e) || seen[region_at(r, e->to)])
                continue;
            seen[region_at(r, e->to)] = true;
            vec_push(p->a, &queue, region_at(r, e->to));
        }
    }
    return true;
}

/* ---- widths ---- */

enum { WIDTH_SWEEPS = 64 };
#define WIDTH_MAX 2147483648.0

static double choice_count(const plan *p, const ir_edge_data *e)
{
    const ir_type_data *t = ir_type_at(p->g, ir_resolve(p->g, e->type));
    double n = t->kind == IR_TYPE_INT ? (double)t->high - t->low + 1 : t->count;
    return n < 1 ? 1 : n;
}

double plan_edge_width(const plan *p, const plan_program *x, const ir_edge_data *e, const double *widths)
{
    if (ir_assigns_player(p->g, e))
        return 1;
    return (e->label == IR_CHOOSE ? choice_count(p, e) : 1) * widths[region_at(x->r, e->to)];
}

double plan_unit_width(const plan *p, const plan_program *x, const plan_edges *order, uint32_t first,
                       const double *widths)
{
    double most = 0;
    for (uint32_t i = first; i < order->count; i++) {
        double w = plan_edge_width(p, x, plan_edge_at(p, order, i), widths);
        most = w > most ? w : most;
        if (vec_at(order, i).last_of_group)
            break;
    }
    return most;
}

uint32_t plan_choice_width(const plan_program *x, const ir_edge_data *e)
{
    const double w = x->widths ? x->widths[region_at(x->r, e->to)] : 0;
    return w < 1 ? 1 : (uint32_t)w;
}

/* An edge that leaves a counted loop, or cannot be taken there. */
static bool leaves(const plan_program *x, const plan_loops *loops, const ir_game *g, const ir_edge_data *e)
{
    const uint32_t from = region_at(x->r, e->from), to = region_at(x->r, e->to);
    return e->label == IR_TAG || ir_assigns_player(g, e) || to == IR_NONE || !x->r->useful[to] ||
           loops->part[to] != loops->part[from];
}

/* What goes round is tried last at every place of a loop, so that ways out have the first numbers of each round. */
static bool goes_round_last(const plan *p, const plan_program *x, const plan_loops *loops, uint32_t at)
{
    const plan_edges *order = plan_order(x, x->r->nodes[at]);
    bool round = false;
    for (uint32_t i = 0; i < order->count; i++) {
        if (round && vec_at(order, i - 1).last_of_group)
            return false;
        round |= !leaves(x, loops, p->g, plan_edge_at(p, order, i));
    }
    return true;
}

/* The places of each counted loop, in order. */
typedef struct loop_places {
    uint32_t *first; /* [part], and one more */
    uint32_t *places;
} loop_places;

static loop_places places_by_part(const plan *p, const region *r, const plan_loops *loops)
{
    loop_places l = {ARENA_ARRAY(p->a, uint32_t, r->count + 3), ARENA_ARRAY(p->a, uint32_t, r->count + 1)};
    for (uint32_t at = 0; at < r->count; at++)
        l.first[loops->part[at] + 2]++;
    for (uint32_t part = 0; part < r->count; part++)
        l.first[part + 2] += l.first[part + 1];
    for (uint32_t at = 0; at < r->count; at++)
        l.places[l.first[loops->part[at] + 1]++] = at;
    return l;
}

/* As many as the ways out that are left by the way, for each round, and as those that are taken when nothing else is
 * left. */
static double loop_width(const plan *p, const plan_program *x, const plan_loops *loops, const loop_places *in,
                         uint32_t part, const double *width)
{
    double w = 0, most = 1, rounds = 1;
    for (uint32_t k = in->first[part]; k < in->first[part + 1]; k++) {
        const uint32_t at = in->places[k];
        if (!x->r->useful[at])
            continue;
        if (!loops->counted[at] || !goes_round_last(p, x, loops, at))
            return 2 * WIDTH_MAX;
        rounds = loops->rounds[at] > rounds ? loops->rounds[at] : rounds;
        const plan_edges *order = plan_order(x, x->r->nodes[at]);
        uint32_t last = order->count;
        while (last > 1 && !vec_at(order, last - 2).last_of_group)
            last--;
        for (uint32_t i = 0; !x->sure[at] && i < order->count; i++) {
            const ir_edge_data *e = plan_edge_at(p, order, i);
            const double out = leaves(x, loops, p->g, e) ? plan_edge_width(p, x, e, width) : 0;
            if (i + 1 < last)
                w += out;
            else
                most = out > most ? out : most;
        }
    }
    return w * rounds + most;
}

/* Numbers that paths are drawn by: a place has as many as its alternatives have together, a choice as many as its
 * values times what follows, edges that exclude each other as many as the one that has most, and the end one. A place
 * on a counted loop has, for each round, as many as all ways out. A number that is left over when the path ends, or
 * that no value has, is drawn in vain; so every path has one number. Computed by sweeps; what does not settle has none.
 */
double *plan_find_widths(const plan *p, const plan_program *x, const plan_loops *loops)
{
    const region *r = x->r;
    double *width = ARENA_ARRAY(p->a, double, r->count + 1), *round = ARENA_ARRAY(p->a, double, r->count + 1);
    const loop_places in = places_by_part(p, r, loops);
    bool changed = true;
    for (uint32_t at = 0; at < r->count; at++)
        width[at] = 1;
    for (uint32_t sweep = 0; changed && sweep < 2 * WIDTH_SWEEPS; sweep++) {
        changed = false;
        memset(round, 0, sizeof *round * (r->count + 1)); /* [part] */
        for (uint32_t at = r->count; at-- > 0;) {
            arena_work(p->a, 1);
            if (!r->useful[at] || x->sure[at])
                continue;
            const plan_edges *order = plan_order(x, r->nodes[at]);
            const uint32_t part = loops->part[at];
            double w = 0;
            if (part) {
                w = round[part] = round[part] > 0 ? round[part] : loop_width(p, x, loops, &in, part, width);
            } else {
                for (uint32_t i = 0; i < order->count; i++)
                    if (i == 0 || vec_at(order, i - 1).last_of_group)
                        w += plan_unit_width(p, x, order, i, width);
            }
            if (w > width[at]) {
                width[at] = w > WIDTH_MAX || sweep >= WIDTH_SWEEPS ? 2 * WIDTH_MAX : w;
                changed = true;
            }
        }
    }
    for (uint32_t at = 0; at < r->count; at++)
        if (changed || width[at] > WIDTH_MAX)
            width[at] = 0;
    return width;
}
