/* Finds the nodes that no two different paths of a search for moves bring equal configurations
 * to, and the decision points whose moves have one path each.
 *
 * Two walkers start at a decision point and go the same way until they part: at two edges that
 * do not exclude each other, or at one choice with two values. From then on all pairs of places
 * are explored at which both can be with equal tags: other edges are taken by one walker at a
 * time, tags by both at once and only if they can be equal (the self-product construction of
 * the ambiguity test for finite automata, e.g. Weber and Seidl, "On the degree of ambiguity of
 * finite automata", 1991). When both meet at a node, two paths may bring equal configurations
 * there; when both end, they may make the same move. After a choice the pair remembers that
 * the chosen variable differs, until it is assigned again; tagging it parts the walkers for
 * good. The same after two edges v = a[v] and v = b[v] whose tables differ wherever a check lets both pass.
 *
 * Decision points that this says nothing of are looked at again with values (unique_values.c).
 *
 * A node on a cycle without tags can be met again by the same path and is never unique. The
 * number of pairs is limited; past the limit nothing is claimed. */
#include "automaton/passes/pipeline.h"

#include "automaton/check.h"
#include "automaton/passes/rewrite.h"
#include "automaton/passes/unique_inside.h"

#include <string.h>

enum { PAIRS_PER_START = 300000, PAIRS_TOTAL = 1500000, PLACES_MAX = 1 << 21, VALUE_STEPS_TOTAL = 700000 };

typedef struct walk {
    ir_game *g;
    ir_graph graph;
    region *r;
    unique_region in;
    arena *a;
    uint32_t *group; /* [edge] its disjoint group, or IR_NONE */
    uint32_t nodes;  /* places: nodes, then edges (about to be taken), then the end */
    uint32_t end;
    map seen;
    VEC(uint64_t) queue;
    bool overflow;
    uint32_t total;
    bool same_move;      /* two paths can make the same move */
    bitset *met;         /* nodes two paths bring equal configurations to */
    bitset cyclic;       /* nodes that may lie on a cycle without tags */
    map tables;          /* entries of a constant -> index into steps */
    VEC(ir_sym *) steps; /* [symbol] its value */
} walk;

static uint64_t pack(uint32_t p, uint32_t q, ir_var w)
{
    if (p > q) {
        uint32_t t = p;
        p = q;
        q = t;
    }
    return (uint64_t)p << 43 | (uint64_t)q << 22 | ((w + 1) & 0x3fffff);
}

static void push(walk *x, uint32_t p, uint32_t q, ir_var w)
{
    if (p == x->end && q == x->end) {
        x->same_move = true;
        return;
    }
    uint64_t key = pack(p, q, w);
    if (x->overflow || !map_insert(&x->seen, key, 1))
        return;
    if (x->queue.count >= PAIRS_PER_START || x->total >= PAIRS_TOTAL) {
        x->overflow = true;
        return;
    }
    vec_push(x->a, &x->queue, key);
    x->total++;
    if (p == q && p < x->nodes && w == IR_NONE)
        bitset_add(x->met, p);
}

static bool goes_on(const walk *x, const ir_edge_data *e) { return unique_goes_on(&x->in, e); }

static uint32_t target_place(const walk *x, const ir_edge_data *e)
{
    return ir_assigns_player(x->g, e) ? x->end : e->to;
}

/* The edges a walker at a place may take. */
static void options(const walk *x, uint32_t place, const ir_edge **edges, ir_edge *single, uint32_t *count)
{
    *count = 0;
    if (place == x->end)
        return;
    if (place >= x->nodes) {
        *single = place - x->nodes;
        *edges = single;
        *count = 1;
        return;
    }
    *edges = x->graph.out + x->graph.out_start[place];
    *count = x->graph.out_start[place + 1] - x->graph.out_start[place];
}

static ir_var after_assignment(const walk *x, const ir_edge_data *e, ir_var w)
{
    bool assigns = e->label == IR_ASSIGN || e->label == IR_CHOOSE;
    return assigns && w != IR_NONE && ir_target_variable(x->g, e->target) == w ? IR_NONE : w;
}

/* Can two tag edges emit the same tag, when the walkers surely differ in w? Judged by families:
 * a variable may hold symbols outside of its type, but not outside of its family. */
static bool same_tag(walk *x, const ir_edge_data *e, const ir_edge_data *f, ir_var w)
{
    const ir_game *g = x->g;
    const ir_expr_data *a = &vec_at(&g->exprs, ir_bare(g, e->value)), *b = &vec_at(&g->exprs, ir_bare(g, f->value));
    if (a->op == IR_SYM && b->op == IR_SYM)
        return a->a == b->a;
    if (a->op == IR_VAR && b->op == IR_VAR && a->a == b->a && a->a == w)
        return false;
    const ir_type_data *s = ir_type_at(g, ir_expr_type(x->g, e->value));
    const ir_type_data *t = ir_type_at(g, ir_expr_type(x->g, f->value));
    if (s->kind != t->kind)
        return false;
    if (s->kind != IR_TYPE_SET || s->count == 0 || t->count == 0)
        return true;
    return vec_at(&g->symbols, ir_symbol_at(s, 0)).family == vec_at(&g->symbols, ir_symbol_at(t, 0)).family;
}

/* One walker takes all its edges without tags. */
static void step_one(walk *x, uint32_t p, uint32_t q, ir_var w)
{
    const ir_edge *edges = NULL;
    ir_edge single;
    uint32_t count;
    options(x, p, &edges, &single, &count);
    for (uint32_t i = 0; i < count; i++) {
        const ir_edge_data *e = &vec_at(&x->g->edges, edges[i]);
        if (e->label != IR_TAG && goes_on(x, e))
            push(x, target_place(x, e), q, after_assignment(x, e, w));
    }
}

static void step_both(walk *x, uint32_t p, uint32_t q, ir_var w)
{
    const ir_edge *edges = NULL, *others = NULL;
    ir_edge single, other_single;
    uint32_t count, other_count;
    options(x, p, &edges, &single, &count);
    options(x, q, &others, &other_single, &other_count);
    for (uint32_t i = 0; i < count; i++) {
        const ir_edge_data *e = &vec_at(&x->g->edges, edges[i]);
        if (e->label != IR_TAG || !goes_on(x, e))
            continue;
        for (uint32_t j = 0; j < other_count; j++) {
            const ir_edge_data *f = &vec_at(&x->g->edges, others[j]);
            if (f->label == IR_TAG && goes_on(x, f) && same_tag(x, e, f, w))
                push(x, e->to, f->to, w);
        }
    }
}

/* ---- steps along tables ---- */

enum { STEP_CELLS_MAX = 1 << 22 };

/* v = table[v]: the table for every symbol, and v. NULL: the edge is something else. */
static const ir_sym *step_table(walk *x, const ir_edge_data *e, ir_var *v)
{
    const ir_game *g = x->g;
    ir_expr key;
    if (e->label != IR_ASSIGN || vec_at(&g->exprs, e->target).op != IR_VAR)
        return NULL;
    const ir_value_data *d = table_access(g, e->value, &key);
    *v = vec_at(&g->exprs, e->target).a;
    if (!d || vec_at(&g->exprs, ir_bare(g, key)).op != IR_VAR || vec_at(&g->exprs, ir_bare(g, key)).a != *v)
        return NULL;
    const uint32_t *known = map_get(&x->tables, (uint64_t)(d - g->values.data));
    if (known)
        return vec_at(&x->steps, *known);
    if ((uint64_t)(x->steps.count + 1) * g->symbols.count > STEP_CELLS_MAX)
        return NULL;
    ir_sym *table = ARENA_ARRAY(x->tables.arena, ir_sym, g->symbols.count + 1), standard = table_value(g, d, IR_NONE);
    for (ir_sym s = 0; s < g->symbols.count; s++)
        table[s] = standard;
    for (uint32_t i = 0; i < d->entry_count; i++) {
        ir_value k = ir_entry_at(d, i).key;
        if (k != IR_NONE && vec_at(&g->values, k).kind == IR_VALUE_SYM)
            table[vec_at(&g->values, k).index] = table_value(g, d, vec_at(&g->values, k).index);
    }
    map_put(&x->tables, (uint64_t)(d - g->values.data), x->steps.count);
    vec_push(x->tables.arena, &x->steps, table);
    return table;
}

/* Where the step surely comes to, past a check that v is not some symbol; IR_NONE: nothing is excluded. */
static ir_node behind_step(const walk *x, const ir_edge_data *e, ir_var v, ir_sym *excluded)
{
    const ir_game *g = x->g;
    uint32_t first = x->graph.out_start[e->to];
    *excluded = IR_NONE;
    if (x->graph.out_start[e->to + 1] != first + 1)
        return e->to;
    const ir_edge_data *next = &vec_at(&g->edges, x->graph.out[first]);
    if (next->label != IR_CHECK || vec_at(&g->exprs, next->value).op != IR_NE || !goes_on(x, next))
        return e->to;
    const ir_expr_data *c = &vec_at(&g->exprs, next->value);
    const ir_expr_data *a = &vec_at(&g->exprs, ir_bare(g, c->a)), *b = &vec_at(&g->exprs, ir_bare(g, c->b));
    if (a->op != IR_VAR || a->a != v || b->op != IR_SYM)
        return e->to;
    *excluded = b->a;
    return next->to;
}

static bool only_from(const walk *x, ir_node n, ir_node from)
{
    for (uint32_t i = x->graph.in_start[n]; i < x->graph.in_start[n + 1]; i++)
        if (vec_at(&x->g->edges, x->graph.in[i]).from != from)
            return false;
    return true;
}

/* Two walkers that step along different tables, or one that steps and one that stays, differ afterwards. Nobody comes
 * back to n without tags, so the nodes between need no pairs of their own. */
static bool part_by_steps(walk *x, ir_node n, const ir_edge_data *e, const ir_edge_data *f)
{
    ir_var v = IR_NONE, u = IR_NONE;
    ir_sym not_e, not_f;
    const ir_sym *a = step_table(x, e, &v), *b = step_table(x, f, &u);
    bool stays_e = e->label == IR_CHECK || e->label == IR_SKIP, stays_f = f->label == IR_CHECK || f->label == IR_SKIP;
    if (!(a && b && u == v) && !(a && stays_f) && !(b && stays_e))
        return false;
    v = a ? v : u;
    if (v == x->g->goals || v == x->g->visible || v >= 0x3ffffe || bitset_has(&x->cyclic, n))
        return false;
    ir_node p = behind_step(x, e, v, &not_e), q = behind_step(x, f, v, &not_f);
    if ((p != e->to && !only_from(x, e->to, n)) || (q != f->to && !only_from(x, f->to, n)))
        return false;
    for (ir_sym s = 0; s < x->g->symbols.count; s++) {
        ir_sym left = a ? a[s] : s, right = b ? b[s] : s;
        if (left == right && left != not_e && left != not_f)
            return false;
    }
    if (e->to == f->to && p != e->to)
        bitset_add(x->met, e->to);
    push(x, p, q, v);
    return true;
}

/* The ways two walkers can part at a node. */
static void part(walk *x, ir_node n)
{
    ir_game *g = x->g;
    for (uint32_t i = x->graph.out_start[n]; i < x->graph.out_start[n + 1] && !x->overflow; i++) {
        ir_edge id = x->graph.out[i];
        const ir_edge_data *e = &vec_at(&g->edges, id);
        if (!goes_on(x, e))
            continue;
        if (e->label == IR_CHOOSE) {
            ir_var v = ir_target_variable(g, e->target);
            bool plain = vec_at(&g->exprs, e->target).op == IR_VAR && v != g->goals && v != g->visible && v < 0x3ffffe;
            push(x, e->to, e->to, plain ? v : IR_NONE);
        }
        for (uint32_t j = i + 1; j < x->graph.out_start[n + 1] && !x->overflow; j++) {
            ir_edge other = x->graph.out[j];
            if (goes_on(x, &vec_at(&g->edges, other)) && (x->group[id] == IR_NONE || x->group[id] != x->group[other]) &&
                !part_by_steps(x, n, e, &vec_at(&g->edges, other)))
                push(x, x->nodes + id, x->nodes + other, IR_NONE);
        }
    }
}

/* Nodes that may lie on a cycle without tags: what is left when nodes without a way in or
 * without a way out are taken away again and again. */
static void mark_cycles(walk *x, bitset *not_unique)
{
    ir_game *g = x->g;
    region *r = x->r;
    uint32_t *in = ARENA_ARRAY(x->a, uint32_t, g->nodes.count);
    uint32_t *out = ARENA_ARRAY(x->a, uint32_t, g->nodes.count);
    bool *gone = ARENA_ARRAY(x->a, bool, g->nodes.count);
    vec_u32 queue = {0};
#define PLAIN(e) ((e)->label != IR_TAG && !ir_assigns_player(g, (e)) && region_at(r, (e)->from) != IR_NONE)
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, i);
        if (!e->removed && PLAIN(e)) {
            out[e->from]++;
            in[e->to]++;
        }
    }
    for (uint32_t i = 0; i < r->count; i++)
        if (!in[r->nodes[i]] || !out[r->nodes[i]]) {
            gone[r->nodes[i]] = true;
            vec_push(x->a, &queue, r->nodes[i]);
        }
    for (uint32_t head = 0; head < queue.count; head++) {
        ir_node n = vec_at(&queue, head);
        for (uint32_t i = x->graph.out_start[n]; i < x->graph.out_start[n + 1]; i++) {
            const ir_edge_data *e = &vec_at(&g->edges, x->graph.out[i]);
            if (PLAIN(e) && !gone[e->to] && --in[e->to] == 0) {
                gone[e->to] = true;
                vec_push(x->a, &queue, e->to);
            }
        }
        for (uint32_t i = x->graph.in_start[n]; i < x->graph.in_start[n + 1]; i++) {
            const ir_edge_data *e = &vec_at(&g->edges, x->graph.in[i]);
            if (PLAIN(e) && !gone[e->from] && --out[e->from] == 0) {
                gone[e->from] = true;
                vec_push(x->a, &queue, e->from);
            }
        }
    }
#undef PLAIN
    for (uint32_t i = 0; i < r->count; i++)
        if (!gone[r->nodes[i]])
            bitset_add(not_unique, r->nodes[i]);
}

static void group_edges(walk *x)
{
    ir_game *g = x->g;
    x->group = ARENA_ARRAY(x->a, uint32_t, g->edges.count + 1);
    for (uint32_t i = 0; i < g->edges.count; i++)
        x->group[i] = IR_NONE;
    for (uint32_t i = 0; i < g->disjoints.count; i++) {
        const ir_disjoint *d = &vec_at(&g->disjoints, i);
        for (uint32_t j = x->graph.out_start[d->node]; j < x->graph.out_start[d->node + 1]; j++)
            for (uint32_t k = 0; k < d->count; k++)
                if (vec_at(&g->edges, x->graph.out[j]).to == d->targets[k] && x->group[x->graph.out[j]] == IR_NONE)
                    x->group[x->graph.out[j]] = i;
    }
}

static const bool *find_copied(ir_game *g, arena *a)
{
    bool *copied = ARENA_ARRAY(a, bool, g->variables.count + 1);
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, i);
        if (!e->removed && e->label == IR_ASSIGN && ir_type_at(g, ir_expr_type(g, e->target))->kind == IR_TYPE_ARROW)
            copied[ir_target_variable(g, e->target)] = true;
    }
    return copied;
}

/* Whether the moves of a decision point differ by the values that their tags are made from. */
static bool by_values(walk *x, ir_node start, const vec_u32 *nodes, uint32_t *steps)
{
    if (*steps > VALUE_STEPS_TOTAL || vec_at(&x->g->nodes, start).many)
        return false;
    arena *a = arena_child(x->a);
    bool found = unique_by_values(x->g, &x->graph, &x->in, start, nodes, steps, a);
    arena_done(a);
    return found;
}

/* Nodes a search from the decision point can meet. */
static void region_from(walk *x, ir_node start, vec_u32 *nodes, uint32_t *stamp, uint32_t now)
{
    nodes->count = 0;
    vec_push(x->a, nodes, start);
    stamp[start] = now;
    for (uint32_t head = 0; head < nodes->count; head++) {
        ir_node n = vec_at(nodes, head);
        for (uint32_t i = x->graph.out_start[n]; i < x->graph.out_start[n + 1]; i++) {
            const ir_edge_data *e = &vec_at(&x->g->edges, x->graph.out[i]);
            if (ir_assigns_player(x->g, e) || !goes_on(x, e) || stamp[e->to] == now)
                continue;
            stamp[e->to] = now;
            vec_push(x->a, nodes, e->to);
        }
    }
}

uint32_t ir_pass_unique(ir_game *g, arena *scratch)
{
    for (ir_node n = 0; n < g->nodes.count; n++)
        vec_at(&g->nodes, n).unique = vec_at(&g->nodes, n).single = false;
    if (g->nodes.count + g->edges.count + 1 >= PLACES_MAX)
        return 0;
    walk x = {.g = g,
              .a = scratch,
              .graph = ir_graph_make(g, scratch),
              .nodes = g->nodes.count,
              .end = g->nodes.count + g->edges.count};
    x.r = region_of_moves(g, &x.graph, scratch);
    group_edges(&x);
    x.in = (unique_region){g, x.r, x.group, values_tight(g, scratch), find_copied(g, scratch)};
    uint32_t value_steps = 0;
    bitset not_unique = bitset_new(scratch, g->nodes.count);
    bitset decisions = ir_decisions(g, scratch);
    uint32_t *stamp = ARENA_ARRAY(scratch, uint32_t, g->nodes.count), now = 0, found = 0;
    vec_u32 nodes = {0};
    x.met = &not_unique;
    map_init(&x.tables, scratch);
    mark_cycles(&x, &not_unique);
    x.cyclic = bitset_new(scratch, g->nodes.count);
    memcpy(x.cyclic.words, not_unique.words, (g->nodes.count + 63) / 64 * sizeof(uint64_t));
    bool gave_up = false;
    for (ir_node s = 0; s < g->nodes.count && !gave_up; s++) {
        if (!bitset_has(&decisions, s) || s == g->end || region_at(x.r, s) == IR_NONE)
            continue;
        region_from(&x, s, &nodes, stamp, ++now);
        x.total += nodes.count; /* looking at places costs as well */
        x.queue.count = 0;
        x.same_move = false;
        x.overflow = x.total >= PAIRS_TOTAL;
        arena *step = arena_child(scratch);
        map_init(&x.seen, step);
        x.queue.data = NULL;
        x.queue.capacity = 0;
        x.a = step;
        for (uint32_t i = 0; i < nodes.count && !x.overflow; i++)
            part(&x, vec_at(&nodes, i));
        for (uint32_t head = 0; head < x.queue.count && !x.overflow; head++) {
            uint64_t key = vec_at(&x.queue, head);
            uint32_t p = (uint32_t)(key >> 43), q = (uint32_t)(key >> 22) & 0x1fffff;
            uint32_t packed = (uint32_t)key & 0x3fffff;
            ir_var w = packed ? packed - 1 : IR_NONE;
            step_one(&x, p, q, w);
            step_one(&x, q, p, w);
            step_both(&x, p, q, w);
        }
        arena_done(step);
        x.a = scratch;
        for (uint32_t i = 0; x.overflow && i < nodes.count; i++)
            bitset_add(&not_unique, vec_at(&nodes, i));
        if (x.total >= PAIRS_TOTAL)
            gave_up = true;
        if ((!x.overflow && !x.same_move) || by_values(&x, s, &nodes, &value_steps)) {
            vec_at(&g->nodes, s).single = true;
            found++;
        }
    }
    /* what was not looked at is not claimed */
    for (uint32_t i = 0; i < x.r->count && !gave_up; i++) {
        ir_node n = x.r->nodes[i];
        if (!bitset_has(&not_unique, n)) {
            vec_at(&g->nodes, n).unique = true;
            found++;
        }
    }
    return found;
}
