/* Searches in which paths that meet become one: what they leave in maps, and in scalars that are not known, depends on the path
 * then. Nodes are taken in an order in which loops come to an end before what lies behind them, so that nearly all
 * paths to a configuration are there when it is looked at. */
#include "unroll/inside.h"

#include "base/scc.h"

typedef struct u_option {
    const ir_edge_data *edge;
    net_signal when;
} u_option;

typedef struct u_merging {
    VEC(bool) expanded; /* [config] */
    vec_u32 last;       /* [config] the last of its arrivals */
    vec_u32 before;     /* [config] the one from which it was first met */
    VEC(u_pair) arrivals; /* the one before, from 1, and the signal */
    vec_u32 heap;       /* of configurations not yet looked at */
    map meet;           /* node, tags and known scalars -> the last configuration */
    VEC(u_option) options; /* the steps of the one that is looked at */
    bool *scalar;       /* [cell] it is a variable of its own */
} u_merging;

/* ---- the order of nodes ---- */

typedef struct ordering {
    const unroller *x;
    uint32_t *next, *order, count;
} ordering;

static bool next_node(void *user, uint32_t node, uint32_t *to)
{
    ordering *o = user;
    const ir_graph *graph = &o->x->p->graph;
    while (o->next[node] < graph->out_start[node + 1]) {
        const ir_edge id = graph->out[o->next[node]++];
        const ir_edge_data *e = &vec_at(&o->x->g->edges, id);
        if (ir_assigns_player(o->x->g, e))
            continue;
        *to = e->to;
        return true;
    }
    return false;
}

static void note_order(void *user, const uint32_t *members, uint32_t count)
{
    ordering *o = user;
    for (uint32_t i = 0; i < count; i++)
        o->order[members[i]] = o->count;
    o->count++;
}

uint32_t *u_find_order(const unroller *x, arena *a)
{
    ordering o = {.x = x, .order = ARENA_ARRAY(a, uint32_t, x->g->nodes.count + 1), .next = ARENA_ARRAY(a, uint32_t, x->g->nodes.count + 1)};
    for (ir_node n = 0; n < x->g->nodes.count; n++)
        o.next[n] = x->p->graph.out_start[n];
    scc_find(a, &(scc_graph){x->g->nodes.count, next_node, note_order, &o});
    return o.order;
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
    const u_span v = vec_at(&x->values, value);
    return v.count == 1 && vec_at(&x->cases, v.first).when == NET_TRUE;
}

/* Configurations that differ in scalars that are known stay apart: loops count by them. */
static uint64_t meeting_key(const u_search *s, ir_node node, uint32_t env, uint32_t tags)
{
    const unroller *x = s->x;
    const u_span e = vec_at(&x->envs, env);
    uint64_t key = hash_mix((uint64_t)node << 32 | tags);
    for (uint32_t i = 0; i < e.count; i++) {
        const u_pair p = x->pairs.data[e.first + i];
        if (s->merged->scalar[p.cell] && is_known(x, p.value))
            key = hash_mix(key + ((uint64_t)p.cell << 32 | p.value));
    }
    return key;
}

static bool may_meet(const u_search *s, uint32_t a, uint32_t b)
{
    const unroller *x = s->x;
    for (int side = 0; side < 2; side++) {
        const u_span e = vec_at(&x->envs, side ? b : a);
        for (uint32_t i = 0; i < e.count; i++) {
            const u_pair p = x->pairs.data[e.first + i];
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
static bool excludes_all(u_search *s, uint32_t config, net_signal here)
{
    for (uint32_t i = vec_at(&s->merged->last, config); i > 0 && !s->keeper; i = vec_at(&s->merged->arrivals, i - 1).cell)
        if (!u_exclude(s->x, vec_at(&s->merged->arrivals, i - 1).value, here))
            return false;
    return true;
}

static void note_arrival(u_search *s, uint32_t config, net_signal here)
{
    u_merging *m = s->merged;
    vec_push(s->a, &m->arrivals, ((u_pair){vec_at(&m->last, config), here}));
    vec_at(&m->last, config) = m->arrivals.count;
}

static uint32_t merge_envs(unroller *x, net_signal when, uint32_t a, uint32_t b)
{
    uint32_t env = b;
    for (int side = 0; side < 2; side++) {
        const u_span e = vec_at(&x->envs, side ? b : a);
        for (uint32_t i = 0; i < e.count; i++) {
            const uint32_t cell = x->pairs.data[e.first + i].cell;
            env = u_set(x, env, cell, u_choose(x, when, u_get(x, a, cell), u_get(x, b, cell)));
        }
    }
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
        s->failed |= !are_disjoint(x->g, vec_at(&m->options, i).edge, e) && !u_exclude(x, vec_at(&m->options, i).when, when);
    vec_push(s->a, &m->options, ((u_option){e, when}));
    if (here == NET_FALSE)
        return;
    const uint64_t key = meeting_key(s, e->to, env, tags);
    const uint32_t *known = map_get(&m->meet, key);
    if (comes_back(s, from, e->to, env, tags)) {
        x->fault = u_or(x, x->fault, when);
        return;
    }
    if (known && !vec_at(&m->expanded, *known)) {
        u_config *c = &vec_at(&s->configs, *known);
        const bool same = c->env == env;
        if (c->node == e->to && c->tags == tags && (same || (may_meet(s, c->env, env) && excludes_all(s, *known, here)))) {
            const uint32_t merged = same ? env : merge_envs(x, here, env, c->env);
            c = &vec_at(&s->configs, *known);
            c->env = merged;
            c->signal = u_or(x, c->signal, here);
            note_arrival(s, *known, here);
            return;
        }
    }
    if (++x->configurations > x->limits.configurations)
        u_refuse(x, (src_span){0, 0}, "too many paths");
    s->failed |= s->limit && s->configs.count > s->limit;
    vec_push(s->a, &s->configs, ((u_config){e->to, env, tags, here}));
    vec_push(s->a, &m->expanded, false);
    vec_push(s->a, &m->last, 0);
    vec_push(s->a, &m->before, from);
    note_arrival(s, s->configs.count - 1, here);
    map_put(&m->meet, key, s->configs.count - 1);
    put_in(s, s->configs.count - 1);
}

bool u_explore_merged(u_search *s, ir_node start, uint32_t env)
{
    unroller *x = s->x;
    u_merging m = {.scalar = ARENA_ARRAY(s->a, bool, x->cells + 1)};
    map_init(&m.meet, s->a);
    for (uint32_t c = 0; c < x->cells; c++)
        m.scalar[c] = x->p->layout.variables[x->variable_of[c]].levels == 0;
    s->merged = &m;
    s->configs.count = s->steps.count = s->faults.count = 0;
    s->failed = false;
    vec_push(s->a, &s->configs, ((u_config){start, env, U_NOTHING, NET_TRUE}));
    vec_push(s->a, &m.expanded, false);
    vec_push(s->a, &m.last, 0);
    vec_push(s->a, &m.before, IR_NONE);
    put_in(s, 0);
    while (m.heap.count && !x->why && !s->failed) {
        const uint32_t i = take_out(s);
        vec_at(&m.expanded, i) = true;
        m.options.count = 0;
        u_expand(s, i);
    }
    for (uint32_t i = 0; i < s->steps.count; i++)
        vec_at(&s->steps, i).taken = vec_at(&s->configs, vec_at(&s->steps, i).from).signal;
    s->merged = NULL;
    return !s->failed && !x->why;
}
