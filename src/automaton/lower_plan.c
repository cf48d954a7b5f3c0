/* What the code generator finds out about a region before it makes code. */
#include "automaton/lower.h"

enum { STAMPS_MAX = 1 << 22, SMALL_KEY_MAX = 1 << 16 };

/* ---- the order of edges ---- */

/* The reference takes up the last edge first. That shows only in which of two configurations
 * that differ in goals or visible alone survives. Groups keep their inner order. */
static void reverse_units(edge_order *order)
{
    for (uint32_t i = 0, j = order->count; i + 1 < j; i++) {
        ordered_edge t = order->data[i];
        order->data[i] = order->data[--j];
        order->data[j] = t;
    }
    for (uint32_t end = 0, start = 0; end < order->count; end++) {
        /* a group is reversed as a whole now, its last member first: turn it round again */
        bool closes = !order->data[end].grouped || end + 1 == order->count ||
                      order->data[end + 1].last_of_group;
        if (!closes)
            continue;
        for (uint32_t i = start, j = end + 1; i + 1 < j; i++) {
            ordered_edge t = order->data[i];
            order->data[i] = order->data[--j];
            order->data[j] = t;
        }
        start = end + 1;
    }
}

/* Groups of edges that exclude each other come first, each in edge order. */
static void make_order(lowering *x, ir_node n, edge_order *order)
{
    edge_list out = {0};
    region_out(x->g, &x->graph, x->r, n, x->ra, &out);
    bool *taken = ARENA_ARRAY(x->ra, bool, out.count + 1);
    for (uint32_t i = 0; i < x->disjoint_count[n]; i++) {
        const ir_disjoint *d = &x->g->disjoints.data[x->disjoint_of[n][i]];
        vec_u32 members = {0};
        for (uint32_t j = 0; j < out.count; j++)
            for (uint32_t k = 0; k < d->count && !taken[j]; k++)
                if (x->g->edges.data[out.data[j]].to == d->targets[k]) {
                    taken[j] = true;
                    vec_push(x->ra, &members, j);
                }
        uint32_t total = 0; /* members before useless edges were dropped */
        for (uint32_t j = x->graph.out_start[n]; j < x->graph.out_start[n + 1]; j++)
            for (uint32_t k = 0; k < d->count; k++)
                total += x->g->edges.data[x->graph.out[j]].to == d->targets[k];
        for (uint32_t j = 0; j < members.count; j++) {
            bool last = j + 1 == members.count;
            vec_push(x->ra, order,
                     ((ordered_edge){out.data[members.data[j]], last, members.count > 1,
                                     last && j > 0 && d->exhaustive && d->proven &&
                                         total == members.count}));
        }
    }
    for (uint32_t j = 0; j < out.count; j++)
        if (!taken[j])
            vec_push(x->ra, order, ((ordered_edge){out.data[j], true, false, false}));
    if (x->kind == SEARCH_EXACT)
        reverse_units(order);
}

/* Kept for the whole region: nodes with many edges are asked for once an edge. */
edge_order plan_order(lowering *x, ir_node n)
{
    uint32_t place = x->r->local[n];
    if (!x->order_known[place]) {
        x->order_known[place] = true;
        make_order(x, n, &x->orders[place]);
    }
    return x->orders[place];
}

/* ---- remembered configurations ---- */

/* Keys are made of the variables that can differ between configurations of one search at the
 * node and, in a reachability, can still matter. */
void plan_keys(lowering *x, uint32_t first)
{
    ir_game *g = x->g;
    for (uint32_t i = first; i < x->visits.count; i++) {
        vm_visit *v = &x->visits.data[i];
        uint32_t place = v->stamps;
        const ir_node_data *node = &g->nodes.data[x->r->nodes[place]];
        VEC(vm_visit_part) parts = {0};
        uint64_t combinations = 1;
        v->stamps = 0;
        v->tags = x->r->moves;
        v->small = !x->r->moves;
        uint32_t repeat = 0; /* the list is sorted */
        for (ir_var k = 0; k < g->variables.count; k++) {
            bool in = x->r->moves
                          ? k != g->goals && k != g->player && k != g->visible
                          : bitset_has(&x->r->assigned[place], k) && bitset_has(&x->r->live[place], k);
            if (in && x->r->moves && node->has_repeat) {
                while (repeat < node->repeat_count && node->repeat[repeat] < k)
                    repeat++;
                in = repeat < node->repeat_count && node->repeat[repeat] == k;
            }
            if (x->kind == SEARCH_GENERATE)
                in &= bitset_has(&x->r->live[place], k);
            if (!in || g->variables.data[k].removed)
                continue;
            const layout_slot *s = &x->l->variables[k];
            uint64_t radix = s->integer ? (uint64_t)((int64_t)s->high - s->low) + 1
                                        : (uint64_t)s->high + 1;
            combinations *= radix;
            v->small &= s->levels == 0 && combinations <= SMALL_KEY_MAX;
            vec_push(g->arena, &parts,
                     ((vm_visit_part){s->offset, s->cells * s->width, s->width, (uint32_t)radix}));
            if (combinations > SMALL_KEY_MAX)
                combinations = SMALL_KEY_MAX + 1;
        }
        if (v->small && x->code->stamp_count + combinations <= STAMPS_MAX) {
            v->stamps = x->code->stamp_count;
            x->code->stamp_count += (uint32_t)combinations;
        } else {
            v->small = false;
        }
        v->parts = parts.data;
        v->part_count = parts.count;
    }
}

/* Paths into one node beyond which equal configurations are worth finding: few where a stamp
 * in an array finds them, more where they have to be hashed. */
enum { PATHS_STAMPED = 8, PATHS_HASHED = 256 };

/* Keys of the node are scalars only. */
static bool keys_are_scalars(const lowering *x, const region *r, uint32_t place)
{
    if (r->moves)
        return false;
    for (ir_var v = 0; v < x->g->variables.count; v++)
        if (bitset_has(&r->assigned[place], v) && bitset_has(&r->live[place], v) &&
            x->l->variables[v].levels > 0)
            return false;
    return true;
}

/* Where configurations must be remembered. For the exact count wherever two paths can bring
 * equal ones (unless the only way here keeps unequal ones unequal); otherwise on every cycle,
 * and where so many paths meet that walking on from each would explode. */
void plan_visits(lowering *x, region *r, bool exact)
{
    ir_game *g = x->g;
    float *paths = ARENA_ARRAY(x->ra, float, r->count + 1);
    for (uint32_t p = 0; p < r->count; p++) {
        ir_node n = r->nodes[p];
        r->visit[p] = false;
        if (!r->useful[p] || (!r->moves && n == r->target))
            continue;
        if (!exact) {
            r->visit[p] = r->cyclic[p];
            continue;
        }
        if (g->nodes.data[n].unique)
            continue;
        uint32_t from = x->graph.in_start[n], to = x->graph.in_start[n + 1];
        ir_label only = to - from == 1 ? g->edges.data[x->graph.in[from]].label : IR_ASSIGN;
        bool injective = only == IR_SKIP || only == IR_CHECK || only == IR_TAG;
        r->visit[p] = !injective || r->cyclic[p];
    }
    if (exact)
        return;
    /* Count paths in discovery order; good enough to notice explosions in time, and sound
     * because remembering more never changes the moves. */
    for (int round = 0; round < 4; round++) {
        for (uint32_t p = 0; p < r->count; p++) {
            ir_node n = r->nodes[p];
            float sum = 0;
            for (uint32_t i = x->graph.in_start[n]; i < x->graph.in_start[n + 1]; i++) {
                const ir_edge_data *e = &g->edges.data[x->graph.in[i]];
                uint32_t from = r->local[e->from];
                if (from == IR_NONE || !r->useful[from] || (r->moves && ir_assigns_player(g, e)))
                    continue;
                sum += r->visit[from] ? 1 : paths[from];
            }
            paths[p] = sum < 1 ? 1 : sum > 1e6f ? 1e6f : sum;
            if (r->useful[p] && paths[p] > PATHS_STAMPED &&
                (paths[p] > PATHS_HASHED || keys_are_scalars(x, r, p)) && (r->moves || n != r->target) &&
                !(r->moves && g->nodes.data[n].unique))
                r->visit[p] = true;
        }
    }
}

/* ---- sure nodes ---- */

/* From a sure node every continuation reaches the end of the move without a check that can
 * fail, a tag, or a choice: the move is legal and its text complete. Least fixed point. */
bool *plan_sure(lowering *x, const region *r)
{
    ir_game *g = x->g;
    bool *sure = ARENA_ARRAY(x->ra, bool, r->count + 1);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t p = r->count; p-- > 0;) {
            if (sure[p] || !r->useful[p])
                continue;
            edge_order order = plan_order(x, r->nodes[p]);
            bool ok = order.count > 0;
            bool exhaustive = order.count == 1 || order.data[order.count - 1].certain;
            for (uint32_t i = 0; i < order.count && ok; i++) {
                const ir_edge_data *e = &g->edges.data[order.data[i].edge];
                bool final = ir_assigns_player(g, e);
                ok = exhaustive && (order.count == 1 || order.data[i].grouped) &&
                     (i + 1 == order.count || !order.data[i].last_of_group) &&
                     (final || sure[r->local[e->to]]);
                if (e->label == IR_CHECK)
                    ok &= order.count > 1 && !ir_can_fault(g, e->value);
                else
                    ok &= e->label == IR_SKIP ||
                          (e->label == IR_ASSIGN && !ir_can_fault(g, e->value) &&
                           !ir_can_fault(g, e->target));
            }
            if (ok) {
                sure[p] = true;
                changed = true;
            }
        }
    }
    return sure;
}

/* Walks over all that a search from the decision point can meet: sets *plain when no
 * configurations are remembered (listing meets every path), *silent when there is no tag. */
void plan_walk(lowering *x, const region *r, ir_node start, bool *plain, bool *silent)
{
    vec_u32 queue = {0};
    bool *seen = ARENA_ARRAY(x->ra, bool, r->count + 1);
    *plain = *silent = true;
    if (r->local[start] == IR_NONE)
        return;
    vec_push(x->ra, &queue, r->local[start]);
    seen[r->local[start]] = true;
    for (uint32_t head = 0; head < queue.count; head++) {
        uint32_t place = queue.data[head];
        *plain &= !r->visit[place];
        edge_order order = plan_order(x, r->nodes[place]);
        for (uint32_t i = 0; i < order.count; i++) {
            const ir_edge_data *e = &x->g->edges.data[order.data[i].edge];
            *silent &= e->label != IR_TAG;
            if (ir_assigns_player(x->g, e) || seen[r->local[e->to]])
                continue;
            seen[r->local[e->to]] = true;
            vec_push(x->ra, &queue, r->local[e->to]);
        }
    }
}

/* At most one path leaves the decision point. */
bool plan_deterministic(lowering *x, const region *r, ir_node start)
{
    vec_u32 queue = {0};
    bool *seen = ARENA_ARRAY(x->ra, bool, r->count + 1);
    if (r->local[start] == IR_NONE)
        return true;
    vec_push(x->ra, &queue, r->local[start]);
    seen[r->local[start]] = true;
    for (uint32_t head = 0; head < queue.count; head++) {
        uint32_t place = queue.data[head];
        edge_order order = plan_order(x, r->nodes[place]);
        for (uint32_t i = 0; i < order.count; i++) {
            const ir_edge_data *e = &x->g->edges.data[order.data[i].edge];
            if (e->label == IR_CHOOSE || (i + 1 < order.count && order.data[i].last_of_group))
                return false;
            if (ir_assigns_player(x->g, e) || seen[r->local[e->to]])
                continue;
            seen[r->local[e->to]] = true;
            vec_push(x->ra, &queue, r->local[e->to]);
        }
    }
    return true;
}

/* ---- widths ---- */

enum { WIDTH_SWEEPS = 64 };
#define WIDTH_MAX 2147483648.0

static double choice_count(lowering *x, const ir_edge_data *e)
{
    const ir_type_data *t = ir_type_at(x->g, ir_resolve(x->g, e->type));
    double n = t->kind == IR_TYPE_INT ? (double)t->high - t->low + 1 : t->count;
    return n < 1 ? 1 : n;
}

/* Largest product of the numbers of alternatives along any path of the generating program: a
 * path drawn by picking at each place evenly has at least the inverse as its probability.
 * Computed by sweeps; where they do not settle, nothing is claimed. */
double *plan_widths(lowering *x, const region *r)
{
    double *width = ARENA_ARRAY(x->ra, double, r->count + 1);
    bool changed = true;
    for (uint32_t p = 0; p < r->count; p++)
        width[p] = 1;
    for (uint32_t sweep = 0; changed && sweep < WIDTH_SWEEPS; sweep++) {
        changed = false;
        for (uint32_t p = r->count; p-- > 0;) {
            if (!r->useful[p] || x->sure[p])
                continue;
            edge_order order = plan_order(x, r->nodes[p]);
            double most = 1, units = 0;
            for (uint32_t i = 0; i < order.count; i++) {
                const ir_edge_data *e = &x->g->edges.data[order.data[i].edge];
                double w = e->label == IR_CHOOSE ? choice_count(x, e) : 1;
                if (!ir_assigns_player(x->g, e))
                    w *= width[r->local[e->to]];
                most = w > most ? w : most;
                units += order.data[i].last_of_group;
            }
            double w = most * (units < 1 ? 1 : units);
            w = w > WIDTH_MAX ? 2 * WIDTH_MAX : w;
            if (w > width[p]) {
                width[p] = w;
                changed = true;
            }
        }
    }
    for (uint32_t p = 0; p < r->count; p++)
        if (changed || width[p] > WIDTH_MAX)
            width[p] = 0;
    return width;
}
