/* Searches in which paths that meet become one: what they leave in maps, and in scalars that are
 * not known, depends on the path then. Nodes are taken in an order in which loops come to an end
 * before what lies behind them, so that nearly all paths to a configuration are there when it is
 * looked at. */
#include "unroll/inside.h"

#include "base/scc.h"

#include <stdlib.h>

typedef struct u_option {
    const ir_edge_data *edge;
    net_signal when;
} u_option;

/* A way to a configuration: when it is taken, and what is so then. */
typedef struct u_arrival {
    uint32_t before; /* another one there, from 1 */
    net_signal here;
    uint32_t env;
} u_arrival;

typedef struct u_merging {
    VEC(bool) expanded; /* [config] */
    vec_u32 last;       /* [config] the last of its arrivals */
    vec_u32 before;     /* [config] the one from which it was first met */
    VEC(u_arrival) arrivals;
    vec_u32 heap;          /* of configurations not yet looked at */
    map meet;              /* node, tags and known scalars -> the last configuration */
    VEC(u_option) options; /* the steps of the one that is looked at */
    bool *scalar;          /* [cell] it is a variable of its own */
} u_merging;

/* ---- the order of nodes ---- */

/* Of some nodes, those of one loop or all: where they lead among themselves. */
typedef struct ordering {
    const unroller *x;
    arena *a;
    const uint32_t *members; /* [place] node */
    uint32_t *place_of;      /* [node] + 1; or 0: not among them */
    uint32_t *next;          /* [place] of the walk */
    uint32_t *order, *count; /* [node]; how many have one */
    vec_u32 ends, parts;     /* components, one behind the other */
} ordering;

static bool next_node(void *user, uint32_t place, uint32_t *to)
{
    ordering *o = user;
    const ir_graph *graph = &o->x->p->graph;
    const ir_node n = o->members[place];
    while (o->next[place] < graph->out_start[n + 1]) {
        uint32_t edge = graph->out[o->next[place]++];
        const ir_edge_data *e = &vec_at(&o->x->g->edges, edge);
        if (ir_assigns_player(o->x->g, e) || !o->place_of[e->to])
            continue;
        *to = o->place_of[e->to] - 1;
        return true;
    }
    return false;
}

static void note_part(void *user, const uint32_t *places, uint32_t count)
{
    ordering *o = user;
    for (uint32_t i = 0; i < count; i++)
        vec_push(o->a, &o->parts, o->members[places[i]]);
    vec_push(o->a, &o->ends, o->parts.count);
}

/* Where the loop is entered. */
static uint32_t find_head(const ordering *o, const uint32_t *nodes, uint32_t count)
{
    const ir_graph *graph = &o->x->p->graph;
    uint32_t head = 0;
    for (uint32_t i = 0; i < count; i++)
        o->place_of[nodes[i]] = i + 1;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = graph->in_start[nodes[i]]; k < graph->in_start[nodes[i] + 1] && head == 0; k++)
            if (!o->place_of[vec_at(&o->x->g->edges, graph->in[k]).from])
                head = i;
    for (uint32_t i = 0; i < count; i++)
        o->place_of[nodes[i]] = 0;
    return head;
}

/* Numbers from the ends on. The head of a loop comes behind all that is in it: a round begins when
 * all paths of the one before are there. */
static void order_nodes(const unroller *x, arena *a, const uint32_t *members, uint32_t member_count, uint32_t *place_of,
                        uint32_t *order, uint32_t *count)
{
    ordering o = {.x = x,
                  .a = a,
                  .members = members,
                  .place_of = place_of,
                  .next = ARENA_ARRAY(a, uint32_t, member_count + 1),
                  .order = order,
                  .count = count};
    for (uint32_t i = 0; i < member_count; i++) {
        o.next[i] = x->p->graph.out_start[members[i]];
        place_of[members[i]] = i + 1;
    }
    scc_find(a, &(scc_graph){member_count, next_node, note_part, &o});
    for (uint32_t i = 0; i < member_count; i++)
        place_of[members[i]] = 0;
    for (uint32_t i = 0; i < o.ends.count; i++) {
        const uint32_t first = i ? vec_at(&o.ends, i - 1) : 0, size = vec_at(&o.ends, i) - first;
        uint32_t *nodes = o.parts.data + first;
        const uint32_t head = size > 1 ? find_head(&o, nodes, size) : 0, node = nodes[head];
        order[node] = (*count)++;
        nodes[head] = nodes[0];
        if (size > 1)
            order_nodes(x, a, nodes + 1, size - 1, place_of, order, count);
    }
}

uint32_t *u_find_order(const unroller *x, arena *a)
{
    const uint32_t n = x->g->nodes.count;
    uint32_t *order = ARENA_ARRAY(a, uint32_t, n + 1), *all = ARENA_ARRAY(a, uint32_t, n + 1),
             *place_of = ARENA_ARRAY(a, uint32_t, n + 1), count = 0;
    for (ir_node i = 0; i < n; i++)
        all[i] = i;
    order_nodes(x, a, all, n, place_of, order, &count);
    return order;
}

/* ---- configurations that wait ---- */

/* First the one from which the others may be reached; of two in one loop the older. */
static bool is_before(const u_search *s, uint32_t a, uint32_t b)
{
    const uint32_t first = s->x->order[vec_at(&s->configs, a).node], second = s->x->order[vec_at(&s->configs, b).node];
    return first != second ? first > second : a < b;
}

static void put_in(u_search *s, uint32_t config)
{
    vec_u32 *heap = &s->merged->heap;
    vec_push(s->a, heap, config);
    for (uint32_t i = heap->count - 1, up; i > 0 && is_before(s, heap->data[i], heap->data[up = (i - 1) / 2]); i = up) {
        const uint32_t t = heap->data[i];
        heap->data[i] = heap->data[up];
        heap->data[up] = t;
    }
}

static uint32_t take_out(u_search *s)
{
    vec_u32 *heap = &s->merged->heap;
    const uint32_t first = heap->data[0];
    heap->data[0] = heap->data[--heap->count];
    for (uint32_t i = 0;;) {
        uint32_t least = i;
        for (uint32_t k = 2 * i + 1; k <= 2 * i + 2 && k < heap->count; k++)
            least = is_before(s, heap->data[k], heap->data[least]) ? k : least;
        if (least == i)
            return first;
        const uint32_t t = heap->data[i];
        heap->data[i] = heap->data[least];
        heap->data[least] = t;
        i = least;
    }
}

/* ---- where paths meet ---- */

enum { BACK_MAX = 200 };

static bool is_known(const unroller *x, uint32_t value)
{
    const u_span v = vec_at(&x->values.spans, value);
    return v.count == 1 && vec_at(&x->cases, v.first).when == NET_TRUE;
}

/* Configurations that differ in scalars that are known stay apart: loops count by them. */
static uint64_t meeting_key(const u_search *s, ir_node node, uint32_t env, uint32_t tags)
{
    const unroller *x = s->x;
    const u_span e = vec_at(&x->envs.spans, env);
    uint64_t key = hash_mix((uint64_t)node << 32 | tags);
    for (uint32_t i = 0; i < e.count; i++) {
        const u_pair p = vec_at(&x->pairs, e.first + i);
        if (s->merged->scalar[p.cell] && is_known(x, p.value))
            key = hash_mix(key + ((uint64_t)p.cell << 32 | p.value));
    }
    return key;
}

static bool may_meet(const u_search *s, uint32_t a, uint32_t b)
{
    const unroller *x = s->x;
    for (int side = 0; side < 2; side++) {
        const u_span e = vec_at(&x->envs.spans, side ? b : a);
        for (uint32_t i = 0; i < e.count; i++) {
            const u_pair p = vec_at(&x->pairs, e.first + i);
            const uint32_t other = u_get(x, side ? a : b, p.cell);
            if (other != p.value && s->merged->scalar[p.cell] && (is_known(x, p.value) || is_known(x, other)))
                return false;
        }
    }
    return true;
}

/* A path that comes to where it has been goes on for ever. */
static bool comes_back(const u_search *s, uint32_t from, ir_node node, uint32_t env, uint32_t tags)
{
    for (uint32_t c = from, steps = 0; c != IR_NONE && steps < BACK_MAX; c = vec_at(&s->merged->before, c), steps++) {
        const u_config *d = &vec_at(&s->configs, c);
        if (d->node == node && d->env == env && d->tags == tags)
            return true;
    }
    return false;
}

/* Paths of the keeper exclude each other, since its options do. */
static bool excludes_all(u_search *s, uint32_t config, uint32_t env, net_signal here)
{
    const u_arrival *w;
    for (uint32_t i = vec_at(&s->merged->last, config); i > 0 && !s->keeper; i = w->before) {
        w = &vec_at(&s->merged->arrivals, i - 1);
        if (w->env != env && !u_exclude(s->x, w->here, here))
            return false;
    }
    return true;
}

static void note_arrival(u_search *s, uint32_t config, net_signal here, uint32_t env)
{
    u_merging *m = s->merged;
    vec_push(s->a, &m->arrivals, ((u_arrival){vec_at(&m->last, config), here, env}));
    vec_at(&m->last, config) = m->arrivals.count;
}

/* What a cell holds by the way that was taken: those that agree are taken together, and the most of
 * them are all that is left. */
static uint32_t merge_cell(u_search *s, uint32_t config, uint32_t cell, u_pair *groups, uint32_t *size)
{
    unroller *x = s->x;
    uint32_t count = 0, most = 0;
    const u_arrival *w;
    for (uint32_t i = vec_at(&s->merged->last, config); i > 0; i = w->before) {
        w = &vec_at(&s->merged->arrivals, i - 1);
        const uint32_t value = u_get(x, w->env, cell);
        uint32_t k = 0;
        while (k < count && groups[k].cell != value)
            k++;
        groups[k] = (u_pair){value, k < count ? u_or(x, groups[k].value, w->here) : w->here};
        size[k] = k < count ? size[k] + 1 : 1;
        count += k == count;
    }
    for (uint32_t k = 1; k < count; k++)
        most = size[k] > size[most] ? k : most;
    const uint32_t mark = x->signals.count, cases = x->stack.count;
    for (uint32_t k = 0; k < count; k++)
        if (k != most)
            vec_push(x->a, &x->signals, groups[k].value);
    groups[most].value = u_or_from(x, mark) ^ 1;
    for (uint32_t k = 0; k < count; k++) {
        const u_span v = vec_at(&x->values.spans, groups[k].cell);
        for (uint32_t i = 0; i < v.count; i++) {
            const u_case c = vec_at(&x->cases, v.first + i);
            u_push_case(x, c.code, u_and(x, groups[k].value, c.when));
        }
    }
    return u_value_from(x, cases);
}

static int by_cell(const void *a, const void *b)
{
    const u_pair *p = a, *q = b;
    return p->cell < q->cell ? -1 : p->cell > q->cell;
}

/* What is so where ways meet. */
static uint32_t merge_arrivals(u_search *s, uint32_t config)
{
    unroller *x = s->x;
    uint32_t ways = 0;
    const u_arrival *w;
    map seen;
    arena *a = arena_child(s->a);
    vec_u32 cells = {0};
    map_init(&seen, a);
    for (uint32_t i = vec_at(&s->merged->last, config); i > 0; i = w->before) {
        w = &vec_at(&s->merged->arrivals, i - 1);
        ways++;
        const u_span e = vec_at(&x->envs.spans, w->env);
        for (uint32_t k = 0; k < e.count; k++)
            if (!map_has(&seen, vec_at(&x->pairs, e.first + k).cell)) {
                map_put(&seen, vec_at(&x->pairs, e.first + k).cell, 1);
                vec_push(a, &cells, vec_at(&x->pairs, e.first + k).cell);
            }
    }
    uint32_t env = vec_at(&s->configs, config).env;
    if (ways > 1) {
        u_pair *groups = ARENA_ARRAY(a, u_pair, ways + 1), *all = ARENA_ARRAY(a, u_pair, cells.count + 1);
        uint32_t *size = ARENA_ARRAY(a, uint32_t, ways + 1);
        for (uint32_t i = 0; i < cells.count && !x->why; i++)
            all[i] = (u_pair){vec_at(&cells, i), merge_cell(s, config, vec_at(&cells, i), groups, size)};
        if (cells.count > 1 && !x->why)
            qsort(all, cells.count, sizeof *all, by_cell);
        const uint32_t mark = x->pair_stack.count;
        for (uint32_t i = 0; i < cells.count && !x->why; i++)
            if (all[i].value != x->base[all[i].cell])
                vec_push(x->a, &x->pair_stack, all[i]);
        env = u_env_from(x, mark);
    }
    arena_done(a);
    return env;
}

/* A pass has shown that at most one of the edges can be passed, or the author says so. */
static bool are_disjoint(const ir_game *g, const ir_edge_data *a, const ir_edge_data *b)
{
    for (uint32_t i = 0; i < g->disjoints.count; i++) {
        const ir_disjoint *d = &vec_at(&g->disjoints, i);
        bool first = false, second = false;
        for (uint32_t k = 0; k < d->count && d->node == a->from; k++) {
            first |= d->targets[k] == a->to;
            second |= d->targets[k] == b->to;
        }
        if (first && second && a != b)
            return true;
    }
    return false;
}

void u_arrive(u_search *s, uint32_t from, const ir_edge_data *e, uint32_t env, uint32_t tags, net_signal when)
{
    unroller *x = s->x;
    u_merging *m = s->merged;
    const net_signal here = u_and(x, vec_at(&s->configs, from).signal, when);
    for (uint32_t i = 0; i < m->options.count && s->keeper; i++) /* which one comes first must not matter */
        s->failed |=
            !are_disjoint(x->g, vec_at(&m->options, i).edge, e) && !u_exclude(x, vec_at(&m->options, i).when, when);
    vec_push(s->a, &m->options, ((u_option){e, when}));
    if (here == NET_FALSE || (when != NET_TRUE && u_refuted(x, &here, 1)))
        return;
    const uint64_t key = meeting_key(s, e->to, env, tags);
    const uint32_t *known = map_get(&m->meet, key);
    if (comes_back(s, from, e->to, env, tags)) {
        x->fault = u_or(x, x->fault, when);
        return;
    }
    if (known && !vec_at(&m->expanded, *known)) {
        u_config *c = &vec_at(&s->configs, *known);
        if (c->node == e->to && c->tags == tags && (c->env == env || may_meet(s, c->env, env)) &&
            excludes_all(s, *known, env, here)) {
            c = &vec_at(&s->configs, *known);
            c->signal = u_or(x, c->signal, here);
            note_arrival(s, *known, here, env);
            return;
        }
    }
    x->configurations++;
    u_check_limits(x);
    s->failed |= s->limit && s->configs.count > s->limit;
    vec_push(s->a, &s->configs, ((u_config){e->to, env, tags, here}));
    vec_push(s->a, &m->expanded, false);
    vec_push(s->a, &m->last, 0);
    vec_push(s->a, &m->before, from);
    note_arrival(s, s->configs.count - 1, here, env);
    map_put(&m->meet, key, s->configs.count - 1);
    put_in(s, s->configs.count - 1);
}

bool u_explore_merged(u_search *s, const u_config *starts, uint32_t count)
{
    unroller *x = s->x;
    u_merging m = {.scalar = ARENA_ARRAY(s->a, bool, x->cells + 1)};
    map_init(&m.meet, s->a);
    for (uint32_t c = 0; c < x->cells; c++)
        m.scalar[c] = x->p->layout.variables[x->variable_of[c]].levels == 0;
    s->merged = &m;
    s->configs.count = s->steps.count = s->faults.count = 0;
    s->failed = false;
    for (uint32_t i = 0; i < count; i++) {
        vec_push(s->a, &s->configs, starts[i]);
        vec_push(s->a, &m.expanded, false);
        vec_push(s->a, &m.last, 0);
        vec_push(s->a, &m.before, IR_NONE);
        note_arrival(s, i, starts[i].signal, starts[i].env);
        put_in(s, i);
    }
    while (m.heap.count && !x->why && !s->failed) {
        const uint32_t i = take_out(s);
        const uint32_t merged_env = merge_arrivals(s, i);
        vec_at(&m.expanded, i) = true;
        vec_at(&s->configs, i).env = merged_env;
        m.options.count = 0;
        u_expand(s, i);
    }
    for (uint32_t i = 0; i < s->steps.count; i++)
        vec_at(&s->steps, i).taken = vec_at(&s->configs, vec_at(&s->steps, i).from).signal;
    s->merged = NULL;
    return !s->failed && !x->why;
}
