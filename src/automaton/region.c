#include "automaton/region.h"

#include "automaton/arithmetic.h"

#include "automaton/check.h"
#include "base/map.h"
#include "base/scc.h"

#include <string.h>

bitset ir_decisions(const ir_game *g, arena *a)
{
    bitset d = bitset_new(a, g->nodes.count);
    bitset_add(&d, g->begin);
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, i);
        if (!e->removed && ir_assigns_player(g, e))
            bitset_add(&d, e->to);
    }
    return d;
}

/* ---- reads ---- */

static void reads_of_region(ir_game *g, const ir_graph *graph, ir_node from, bitset *into, bitset *seen, arena *a);

/* seen NULL: without what searches read. */
static void add_reads(ir_game *g, const ir_graph *graph, ir_expr e, bitset *into, bitset *seen, arena *a)
{
    if (e == IR_NONE)
        return;
    const ir_expr_data x = vec_at(&g->exprs, e);
    if (x.op == IR_VAR)
        bitset_add(into, x.a);
    else if (x.op == IR_REACH && seen)
        reads_of_region(g, graph, x.a, into, seen, a);
    for (uint32_t i = 0; i < ir_operands(x.op); i++)
        add_reads(g, graph, ir_operand(&x, i), into, seen, a);
}

/* Index expressions of a target are read, its root is not. */
static void add_target_reads(ir_game *g, const ir_graph *graph, ir_expr e, bitset *into, bitset *seen, arena *a)
{
    while (vec_at(&g->exprs, e).op == IR_INDEX) {
        add_reads(g, graph, vec_at(&g->exprs, e).b, into, seen, a);
        e = vec_at(&g->exprs, e).a;
    }
}

static void add_edge_reads(ir_game *g, const ir_graph *graph, const ir_edge_data *e, bitset *into, bitset *seen,
                           arena *a)
{
    add_reads(g, graph, e->value, into, seen, a);
    if (e->target != IR_NONE)
        add_target_reads(g, graph, e->target, into, seen, a);
}

/* Everything any edge reachable from the node reads: coarse, but sound for any target. */
static void reads_of_region(ir_game *g, const ir_graph *graph, ir_node from, bitset *into, bitset *seen, arena *a)
{
    vec_u32 queue = {0};
    if (!bitset_insert(seen, from))
        return;
    vec_push(a, &queue, from);
    for (uint32_t head = 0; head < queue.count; head++) {
        ir_node n = vec_at(&queue, head);
        for (uint32_t i = graph->out_start[n]; i < graph->out_start[n + 1]; i++) {
            const ir_edge_data *e = &vec_at(&g->edges, graph->out[i]);
            add_edge_reads(g, graph, e, into, seen, a);
            if (bitset_insert(seen, e->to))
                vec_push(a, &queue, e->to);
        }
    }
}

/* Adds the variables an expression reads (a reachability: those its search can read). */
static void ir_add_reads(ir_game *g, const ir_graph *graph, ir_expr e, bitset *into, arena *a)
{
    bitset seen = bitset_new(a, g->nodes.count);
    add_reads(g, graph, e, into, &seen, a);
}

bool ir_reads(ir_game *g, const ir_graph *graph, ir_expr e, ir_var v, arena *a)
{
    bitset reads = bitset_new(a, g->variables.count);
    ir_add_reads(g, graph, e, &reads, a);
    return bitset_has(&reads, v);
}

/* Whether what is read is in its type: a map may hold more than its own type says, copied from another one. */
static bool is_in_type(const ir_game *g, ir_expr e)
{
    const ir_expr_data *x = &vec_at(&g->exprs, ir_bare(g, e));
    if (x->op == IR_INDEX) {
        while (x->op == IR_INDEX)
            x = &vec_at(&g->exprs, ir_bare(g, x->a));
        return x->op == IR_CONST;
    }
    bool in = true;
    for (uint32_t i = x->op == IR_IF ? 1 : 0; i < ir_operands(x->op) && in; i++)
        in = is_in_type(g, ir_operand(x, i));
    return in;
}

/* The range of an integer's type, once it is known. */
static bool int_type(const ir_game *g, ir_expr e, ir_range *out)
{
    if (!is_in_type(g, e))
        return false;
    const ir_type type = vec_at(&g->exprs, e).type;
    const ir_type_data *t = type == IR_NONE ? NULL : ir_type_at(g, ir_resolve(g, type));
    if (!t || t->kind != IR_TYPE_INT)
        return false;
    *out = (ir_range){t->low, t->high};
    return true;
}

/* An integer key may lie outside of the map. */
static bool key_can_escape(const ir_game *g, const ir_expr_data *index)
{
    const ir_type whole = vec_at(&g->exprs, index->a).type, key = vec_at(&g->exprs, index->b).type;
    if (whole == IR_NONE || key == IR_NONE || index->type == IR_NONE)
        return true;
    ir_range is;
    if (ir_type_at(g, ir_resolve(g, key))->kind != IR_TYPE_INT)
        return false;
    if (!int_type(g, index->b, &is))
        return true;
    const ir_type_data *m = ir_type_at(g, ir_resolve(g, whole));
    const ir_type_data *k = m->kind == IR_TYPE_ARROW ? ir_type_at(g, ir_resolve(g, m->key)) : NULL;
    return !k || k->kind != IR_TYPE_INT || is.low < k->low || is.high > k->high;
}

/* The result may have no 32 bits, or there is none. */
static bool number_can_fault(const ir_game *g, const ir_expr_data *x)
{
    ir_range a, b = {0, 0};
    if (!int_type(g, x->a, &a) || (x->op != IR_NEG && !int_type(g, x->b, &b)))
        return true;
    const ir_range r = ir_arithmetic_range(x->op, a, b);
    return r.low < INT32_MIN || r.high > INT32_MAX ||
           ((x->op == IR_DIV || x->op == IR_MOD) && b.low <= 0 && b.high >= 0);
}

bool ir_int_fits(const ir_game *g, ir_expr e, ir_expr target)
{
    const ir_type_data *t = ir_type_at(g, ir_resolve(g, vec_at(&g->exprs, target).type));
    ir_range is;
    return t->kind == IR_TYPE_INT && int_type(g, e, &is) && is.low >= t->low && is.high <= t->high;
}

bool ir_can_fault(const ir_game *g, ir_expr e)
{
    if (e == IR_NONE)
        return false;
    const ir_expr_data *x = &vec_at(&g->exprs, e);
    switch (x->op) {
    case IR_ANY_TERM:
    case IR_REAL:
    case IR_ANY_TRUTH:
    case IR_REACH: return false;
    case IR_CAST:
    case IR_NOT:
    case IR_TO_REAL: return ir_can_fault(g, x->a);
    case IR_ANY_COMPARISON:
    case IR_AND:
    case IR_OR:
    case IR_HASH: return ir_can_fault(g, x->a) || ir_can_fault(g, x->b);
    case IR_TIMES: return ir_can_fault(g, x->a) || ir_can_fault(g, x->b) || ir_can_fault(g, x->c);
    case IR_INDEX: return key_can_escape(g, x) || ir_can_fault(g, x->a) || ir_can_fault(g, x->b);
    case IR_NEG:
    case IR_ANY_ARITHMETIC:
        return number_can_fault(g, x) || ir_can_fault(g, x->a) || (x->op != IR_NEG && ir_can_fault(g, x->b));
    case IR_IF: return ir_can_fault(g, x->a) || ir_can_fault(g, x->b) || ir_can_fault(g, x->c);
    case IR_FIRST: return true;
    case IR_OP_COUNT: break;
    }
    assert(false); /* an operation */
    return true;
}

/* ---- regions ---- */

void region_out(const ir_game *g, const ir_graph *graph, const region *r, ir_node n, arena *a, edge_list *out)
{
    out->count = 0;
    for (uint32_t i = graph->out_start[n]; i < graph->out_start[n + 1]; i++) {
        ir_edge id = graph->out[i];
        const ir_edge_data *e = &vec_at(&g->edges, id);
        bool final = r->moves && ir_assigns_player(g, e);
        if (final || (region_at(r, e->to) != IR_NONE && r->useful[region_at(r, e->to)]))
            vec_push(a, out, id);
    }
}

/* What edges read, found when first asked for. Of a reachability only what is live where it begins. */
typedef struct region_reads {
    ir_game *g;
    ir_graph graph;
    bitset *of;  /* [edge] */
    map reaches; /* from, to -> place in sets */
    VEC(bitset) sets;
    uint32_t *place; /* [node] while nodes are discovered: its place + 1 */
    arena *a;
} region_reads;

/* Everything that can be walked to from the starts, which are in the queue. */
static void discover(region_reads *x, region *r, vec_u32 *queue, arena *a)
{
    const ir_game *g = x->g;
    const ir_graph *graph = &x->graph;
    ir_node low = IR_NONE, high = 0;
    for (uint32_t i = 0; i < queue->count; i++)
        x->place[vec_at(queue, i)] = i + 1;
    for (uint32_t head = 0; head < queue->count; head++) {
        ir_node n = vec_at(queue, head);
        arena_work(a, 1);
        low = n < low ? n : low;
        high = n > high ? n : high;
        if (!r->moves && n == r->target)
            continue;
        for (uint32_t i = graph->out_start[n]; i < graph->out_start[n + 1]; i++) {
            const ir_edge_data *e = &vec_at(&g->edges, graph->out[i]);
            if ((r->moves && ir_assigns_player(g, e)) || x->place[e->to])
                continue;
            vec_push(a, queue, e->to);
            x->place[e->to] = queue->count;
        }
    }
    r->nodes = queue->data;
    r->count = queue->count;
    r->first = low;
    r->span = queue->count ? high - low + 1 : 0;
    r->places = ARENA_ARRAY(a, uint32_t, r->span + 1);
    for (uint32_t i = 0; i < r->span; i++) {
        r->places[i] = x->place[low + i] - 1; /* 0 - 1 is IR_NONE */
        x->place[low + i] = 0;
    }
}

static void find_useful(const ir_game *g, const ir_graph *graph, region *r, arena *a, arena *scratch)
{
    vec_u32 queue = {0};
    r->useful = ARENA_ARRAY(a, bool, r->count + 1);
    for (uint32_t i = 0; i < r->count; i++) {
        ir_node n = r->nodes[i];
        bool goal = !r->moves && n == r->target;
        for (uint32_t j = graph->out_start[n]; r->moves && j < graph->out_start[n + 1]; j++)
            goal |= ir_assigns_player(g, &vec_at(&g->edges, graph->out[j]));
        if (goal) {
            r->useful[i] = true;
            vec_push(scratch, &queue, i);
        }
    }
    for (uint32_t head = 0; head < queue.count; head++) {
        ir_node n = r->nodes[vec_at(&queue, head)];
        arena_work(a, 1);
        for (uint32_t j = graph->in_start[n]; j < graph->in_start[n + 1]; j++) {
            const ir_edge_data *e = &vec_at(&g->edges, graph->in[j]);
            uint32_t from = region_at(r, e->from);
            if (from == IR_NONE || r->useful[from] || (r->moves && ir_assigns_player(g, e)) ||
                (!r->moves && e->from == r->target))
                continue;
            r->useful[from] = true;
            vec_push(scratch, &queue, from);
        }
    }
}

/* Targets of edges back in a depth-first walk. For moves only edges without tags count: a
 * way round that emits tags never meets a configuration again. */
static void find_cycles(const ir_game *g, const ir_graph *graph, region *r, arena *a, arena *scratch)
{
    r->cyclic = ARENA_ARRAY(a, bool, r->count + 1);
    uint8_t *state = ARENA_ARRAY(scratch, uint8_t, r->count + 1);
    typedef struct frame {
        uint32_t place, next;
    } frame;
    frame *stack = ARENA_ARRAY(scratch, frame, r->count + 1);
    for (uint32_t s = 0; s < r->count; s++) {
        if (state[s])
            continue;
        uint32_t top = 0;
        stack[top++] = (frame){s, graph->out_start[r->nodes[s]]};
        state[s] = 1;
        while (top > 0) {
            frame *f = &stack[top - 1];
            ir_node n = r->nodes[f->place];
            if (f->next == graph->out_start[n + 1] || (!r->moves && n == r->target)) {
                state[f->place] = 2;
                top--;
                continue;
            }
            const ir_edge_data *e = &g->edges.data[graph->out[f->next++]];
            if (r->moves && (e->label == IR_TAG || ir_assigns_player(g, e)))
                continue;
            uint32_t to = region_at(r, e->to);
            if (to == IR_NONE || !r->useful[to])
                continue;
            if (state[to] == 1)
                r->cyclic[to] = true;
            if (state[to] == 0) {
                state[to] = 1;
                stack[top++] = (frame){to, graph->out_start[r->nodes[to]]};
            }
        }
    }
}

/* ---- sets ---- */

/* Most places have one of few sets: each is kept once. */
static bitset *shared_sets(const bitset *sets, uint32_t count, arena *a, arena *scratch)
{
    bitset *all = ARENA_ARRAY(a, bitset, count + 1);
    map known;
    map_init(&known, scratch);
    for (uint32_t i = 0; i < count; i++) {
        size_t size = (sets[i].bits + 63) / 64 * sizeof *sets[i].words;
        uint64_t key = hash_bytes(sets[i].words, size, 7);
        const uint32_t *first = map_get(&known, key);
        if (first && memcmp(all[*first].words, sets[i].words, size) == 0) {
            all[i] = all[*first];
            continue;
        }
        all[i] = bitset_new(a, sets[i].bits);
        memcpy(all[i].words, sets[i].words, size);
        if (!first)
            map_put(&known, key, i);
    }
    return all;
}

static void copy(bitset *to, const bitset *from)
{
    memcpy(to->words, from->words, (to->bits + 63) / 64 * sizeof *to->words);
}

/* Components of the region: what can have been assigned is the same all over one. */
typedef struct components {
    const ir_game *g;
    const ir_graph *graph;
    const region *r;
    uint32_t *next;      /* [place] the next edge of the walk */
    vec_u32 members;     /* each ended by IR_NONE, those that lead to others behind them */
    uint32_t *of, count; /* [place] */
    arena *a;
} components;

static bool next_edge(void *user, uint32_t place, uint32_t *to)
{
    components *x = user;
    const ir_node n = x->r->nodes[place];
    while (x->next[place] < x->graph->out_start[n + 1] && (x->r->moves || n != x->r->target)) {
        const ir_edge edge = x->graph->out[x->next[place]++]; /* vec_at may look at its argument twice */
        const ir_edge_data *e = &vec_at(&x->g->edges, edge);
        *to = region_at(x->r, e->to);
        if (*to != IR_NONE && !(x->r->moves && ir_assigns_player(x->g, e)))
            return true;
    }
    return false;
}

static void component(void *user, const uint32_t *members, uint32_t count)
{
    components *x = user;
    for (uint32_t i = 0; i < count; i++) {
        x->of[members[i]] = x->count;
        vec_push(x->a, &x->members, members[i]);
    }
    vec_push(x->a, &x->members, IR_NONE);
    x->count++;
}

/* Hands what is assigned up to the edges out of a place on: inside of its component, or out of it. */
static void hand_on(components *x, bitset *sets, uint32_t place, bool inside)
{
    uint32_t to;
    x->next[place] = x->graph->out_start[x->r->nodes[place]];
    while (next_edge(x, place, &to)) {
        const ir_edge_data *e = &vec_at(&x->g->edges, x->graph->out[x->next[place] - 1]);
        if ((x->of[to] == x->of[place]) != inside)
            continue;
        bitset *set = &sets[x->of[to]];
        arena_work(x->a, 1 + set->bits / 1024);
        if (!inside)
            bitset_unite(set, &sets[x->of[place]]);
        if (e->label == IR_ASSIGN || e->label == IR_CHOOSE)
            bitset_add(set, ir_target_variable(x->g, e->target));
    }
}

static void find_assigned(const ir_game *g, const ir_graph *graph, region *r, arena *a, arena *scratch)
{
    components x = {.g = g,
                    .graph = graph,
                    .r = r,
                    .next = ARENA_ARRAY(scratch, uint32_t, r->count + 1),
                    .of = ARENA_ARRAY(scratch, uint32_t, r->count + 1),
                    .a = scratch};
    for (uint32_t i = 0; i < r->count; i++)
        x.next[i] = graph->out_start[r->nodes[i]];
    scc_find(scratch, &(scc_graph){r->count, next_edge, component, &x});
    bitset *sets = ARENA_ARRAY(scratch, bitset, x.count + 1);
    for (uint32_t i = 0; i < x.count; i++)
        sets[i] = bitset_new(scratch, g->variables.count);
    for (uint32_t end = x.members.count, start; end > 0; end = start) {
        for (start = end - 1; start > 0 && vec_at(&x.members, start - 1) != IR_NONE;)
            start--;
        for (uint32_t inside = 2; inside-- > 0;)
            for (uint32_t i = start; i + 1 < end; i++)
                hand_on(&x, sets, vec_at(&x.members, i), inside);
    }
    const bitset *shared = shared_sets(sets, x.count, a, scratch);
    r->assigned = ARENA_ARRAY(a, bitset, r->count + 1);
    for (uint32_t i = 0; i < r->count; i++)
        r->assigned[i] = shared[x.of[i]];
}

/* ---- what is live ---- */

typedef struct reading {
    region_reads *x;
    bitset *into;
} reading;

static const bitset *reads_of(region_reads *x, ir_edge id);

static void add_live_at(region_reads *x, const bitset *live, ir_edge id, bitset *after, bitset *into, bool *changed)
{
    const ir_edge_data *e = &vec_at(&x->g->edges, id);
    copy(after, live);
    if ((e->label == IR_ASSIGN || e->label == IR_CHOOSE) && vec_at(&x->g->exprs, e->target).op == IR_VAR)
        bitset_remove(after, ir_target_variable(x->g, e->target));
    bitset_unite(after, reads_of(x, id));
    *changed |= bitset_unite(into, after);
}

/* Live at the start of a search from one node to another. */
static bitset live_at_start(region_reads *x, ir_node from, ir_node to)
{
    arena *scratch = arena_child(x->a);
    vec_u32 nodes = {0};
    region r = {.target = to};
    vec_push(scratch, &nodes, from);
    discover(x, &r, &nodes, scratch);
    bitset *live = ARENA_ARRAY(scratch, bitset, nodes.count), after = bitset_new(scratch, x->g->variables.count);
    for (uint32_t i = 0; i < nodes.count; i++)
        live[i] = bitset_new(scratch, x->g->variables.count);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t place = nodes.count; place-- > 0;) {
            ir_node n = vec_at(&nodes, place);
            for (uint32_t i = x->graph.out_start[n]; n != to && i < x->graph.out_start[n + 1]; i++) {
                ir_node next = vec_at(&x->g->edges, x->graph.out[i]).to;
                add_live_at(x, &live[region_at(&r, next)], x->graph.out[i], &after, &live[place], &changed);
            }
        }
    }
    bitset result = bitset_new(x->a, x->g->variables.count);
    copy(&result, &live[0]);
    arena_done(scratch);
    return result;
}

static void add_reach_reads(void *user, const ir_expr_data *d)
{
    reading *r = user;
    region_reads *x = r->x;
    const uint64_t key = (uint64_t)d->a << 32 | d->b;
    const uint32_t *known = map_get(&x->reaches, key);
    uint32_t at = known ? *known : x->sets.count;
    if (!known) {
        map_put(&x->reaches, key, at);
        vec_push(x->a, &x->sets, (bitset){0});
        bitset live = live_at_start(x, d->a, d->b);
        vec_at(&x->sets, at) = live;
    } else if (!vec_at(&x->sets, at).words) { /* asked again while it is looked at: what it can read at all */
        bitset seen = bitset_new(x->a, x->g->nodes.count);
        reads_of_region(x->g, &x->graph, d->a, r->into, &seen, x->a);
        return;
    }
    bitset_unite(r->into, &vec_at(&x->sets, at));
}

static const bitset *reads_of(region_reads *x, ir_edge id)
{
    if (x->of[id].words)
        return &x->of[id];
    bitset into = bitset_new(x->a, x->g->variables.count);
    reading r = {x, &into};
    const ir_edge_data *e = &vec_at(&x->g->edges, id);
    add_edge_reads(x->g, &x->graph, e, &into, NULL, x->a);
    ir_each_reach(x->g, e->value, add_reach_reads, &r);
    if (e->target != IR_NONE)
        ir_each_reach(x->g, e->target, add_reach_reads, &r);
    x->of[id] = into;
    return &x->of[id];
}

/* One for all regions of a graph. */
static region_reads *reads_for(ir_game *g, const ir_graph *graph)
{
    if (!*graph->reads) {
        arena *a = graph->arena;
        region_reads *x = *graph->reads = ARENA_NEW(a, region_reads);
        *x = (region_reads){.g = g, .graph = *graph, .of = ARENA_ARRAY(a, bitset, g->edges.count + 1), .a = a};
        x->place = ARENA_ARRAY(a, uint32_t, g->nodes.count + 1);
        map_init(&x->reaches, a);
    }
    return *graph->reads;
}

/* Backwards from the target, or from the ends of moves, where nothing is live: what follows
 * there is another search. */
void region_find_live(ir_game *g, const ir_graph *graph, region *r, arena *a)
{
    arena *scratch = arena_child(a);
    bitset *live = ARENA_ARRAY(scratch, bitset, r->count + 1);
    region_reads *reads = reads_for(g, graph);
    for (uint32_t i = 0; i < r->count; i++)
        live[i] = bitset_new(scratch, g->variables.count);
    bitset after = bitset_new(scratch, g->variables.count);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t place = r->count; place-- > 0;) {
            ir_node n = r->nodes[place];
            if (n == r->target || !r->useful[place])
                continue;
            for (uint32_t i = graph->out_start[n]; i < graph->out_start[n + 1]; i++) {
                const ir_edge_data *e = &vec_at(&g->edges, graph->out[i]);
                uint32_t to = region_at(r, e->to);
                arena_work(scratch, 1 + after.bits / 1024);
                if (to != IR_NONE && r->useful[to] && !(r->moves && ir_assigns_player(g, e)))
                    add_live_at(reads, &live[to], graph->out[i], &after, &live[place], &changed);
            }
        }
    }
    r->live = shared_sets(live, r->count, a, scratch);
    arena_done(scratch);
}

static void find_facts(ir_game *g, const ir_graph *graph, region *r, vec_u32 *queue, arena *a)
{
    arena *scratch = arena_child(a);
    discover(reads_for(g, graph), r, queue, a);
    find_useful(g, graph, r, a, scratch);
    find_cycles(g, graph, r, a, scratch);
    find_assigned(g, graph, r, a, scratch);
    arena_done(scratch);
}

region *region_of_moves(ir_game *g, const ir_graph *graph, arena *a)
{
    region *r = ARENA_NEW(a, region);
    r->moves = true;
    r->target = IR_NONE;
    bitset decisions = ir_decisions(g, a);
    vec_u32 queue = {0};
    for (ir_node n = 0; n < g->nodes.count; n++)
        if (bitset_has(&decisions, n) && n != g->end)
            vec_push(a, &queue, n);
    find_facts(g, graph, r, &queue, a);
    return r;
}

region *region_of_reach(ir_game *g, const ir_graph *graph, ir_node from, ir_node to, arena *a)
{
    region *r = ARENA_NEW(a, region);
    r->target = to;
    vec_u32 queue = {0};
    vec_push(a, &queue, from);
    find_facts(g, graph, r, &queue, a);
    return r;
}
