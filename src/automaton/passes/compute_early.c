/* What a decision works out before its moves are told apart, such as how many pieces a player has, is worked out by the
 * keeper, which asks for the decision: then its moves depend on a number and may be sets (plan_strands.c). So is what
 * searches that the decision asks begin with, once where both work out the same.
 *
 * Requires nothing. Guarantees that nothing but the keeper leads to the decision, which is a player's; that the work
 * has one way through it, ends since its loops count up to a bound, and asks no search and not who is to move; and that
 * nothing from the decision on reads what was in its variables before. What ends in a fault does so when the decision
 * is asked for, and not when its moves are; two ways to a move that differ in these variables alone become one. */
#include "automaton/passes/decisions.h"
#include "automaton/passes/pipeline.h"

#include "automaton/build.h"
#include "automaton/check.h"

enum {
    NODES_MAX = 2000, /* as in part_decisions.c */
    WORK_MAX = 64,    /* nodes */
    WORKS_MAX = 8,    /* of a decision */
    CHANGES_MAX = 64
};

/* From a node, or the end of an edge, on up to another one: at least one loop. */
typedef struct work {
    ir_edge edge;   /* of the decision, with which it begins, or that asks the search */
    ir_node search; /* IR_NONE: the decision itself works it out */
    ir_node start, end;
    bitset nodes; /* start, and all before the end */
    bitset written;
} work;

typedef struct early {
    decisions d;
    bitset *live; /* [node] */
    work works[WORKS_MAX];
    uint32_t count;
} early;

typedef struct reads {
    const ir_game *g;
    const bitset *of; /* variables, or NULL */
    bool found, search, player;
} reads;

static void note_read(void *user, ir_expr e)
{
    reads *x = user;
    const ir_expr_data *d = &vec_at(&x->g->exprs, e);
    x->player |= d->op == IR_VAR && d->a == x->g->player;
    x->search |= d->op == IR_REACH;
    x->found |= x->of && d->op == IR_VAR && bitset_has(x->of, d->a);
}

static void read_edge(reads *x, const ir_edge_data *e)
{
    if (e->value != IR_NONE)
        expr_each(x->g, e->value, note_read, x);
    if (e->target != IR_NONE && vec_at(&x->g->exprs, e->target).op != IR_VAR)
        expr_each(x->g, e->target, note_read, x);
}

/* A step of a computation: a scalar is assigned, or nothing. */
static bool is_step(early *x, const ir_edge_data *e)
{
    ir_game *g = x->d.g;
    reads r = {.g = g};
    if (e->label == IR_SKIP)
        return true;
    if (e->label != IR_ASSIGN || vec_at(&g->exprs, e->target).op != IR_VAR)
        return false;
    const ir_variable *v = &vec_at(&g->variables, vec_at(&g->exprs, e->target).a);
    read_edge(&r, e);
    return vec_at(&g->exprs, e->target).a != g->weight && !v->builtin && !v->shown &&
           ir_type_at(g, v->type)->kind != IR_TYPE_ARROW && !r.search && !r.player;
}

/* The node has one way on, whatever holds. */
static bool is_certain(early *x, ir_node n)
{
    ir_game *g = x->d.g;
    const uint32_t first = x->d.graph.out_start[n], count = x->d.graph.out_start[n + 1] - first;
    if (count == 1)
        return is_step(x, &vec_at(&g->edges, x->d.graph.out[first]));
    if (count != 2)
        return false;
    const ir_edge_data *a = &vec_at(&g->edges, x->d.graph.out[first]),
                       *b = &vec_at(&g->edges, x->d.graph.out[first + 1]);
    reads r = {.g = g};
    if (a->label != IR_CHECK || b->label != IR_CHECK || !expr_negates(g, a->value, b->value))
        return false;
    read_edge(&r, a);
    return !r.search && !r.player;
}

/* The head asks whether a number is below a bound, and the only way back to it adds one to that number, which nothing
 * else in the loop changes: the loop ends. */
static bool is_counted(const early *x, ir_node head, const bitset *loop)
{
    const ir_game *g = x->d.g;
    const ir_graph *graph = &x->d.graph;
    ir_var counter = IR_NONE;
    for (uint32_t k = graph->out_start[head]; k < graph->out_start[head + 1]; k++) {
        const ir_edge_data *e = &vec_at(&g->edges, graph->out[k]);
        const ir_expr_data *d = &vec_at(&g->exprs, ir_bare(g, e->value == IR_NONE ? e->target : e->value));
        if (e->label != IR_CHECK || !bitset_has(loop, e->to) || d->op != IR_LT)
            continue;
        const ir_expr_data *v = &vec_at(&g->exprs, ir_bare(g, d->a)), *bound = &vec_at(&g->exprs, ir_bare(g, d->b));
        counter = v->op == IR_VAR && bound->op == IR_INT ? v->a : IR_NONE;
    }
    uint32_t back = 0, writes = 0;
    for (ir_node n = 0; counter != IR_NONE && n < g->nodes.count; n++)
        for (uint32_t k = graph->out_start[n]; bitset_has(loop, n) && k < graph->out_start[n + 1]; k++) {
            const ir_edge_data *e = &vec_at(&g->edges, graph->out[k]);
            back += e->to == head;
            if (e->label != IR_ASSIGN || ir_target_variable(g, e->target) != counter)
                continue;
            const ir_expr_data *d = &vec_at(&g->exprs, ir_bare(g, e->value));
            const bool adds = d->op == IR_ADD && vec_at(&g->exprs, ir_bare(g, d->a)).op == IR_VAR &&
                              vec_at(&g->exprs, ir_bare(g, d->a)).a == counter &&
                              vec_at(&g->exprs, ir_bare(g, d->b)).op == IR_INT &&
                              vec_at(&g->exprs, ir_bare(g, d->b)).a == 1;
            writes += e->to == head && adds ? 1 : 2;
        }
    return back == 1 && writes == 1;
}

/* Every cycle of the loop goes through its head. */
static bool is_flat(const early *x, ir_node head, const bitset *loop)
{
    const ir_graph *graph = &x->d.graph;
    bitset left = bitset_new(x->d.scratch, x->d.g->nodes.count);
    bitset_unite(&left, loop);
    bool changed = true, any = true;
    while (changed && any) {
        changed = any = false;
        for (ir_node n = 0; n < x->d.g->nodes.count; n++) {
            bool on = false;
            for (uint32_t k = graph->out_start[n]; bitset_has(&left, n) && k < graph->out_start[n + 1]; k++) {
                const ir_node to = vec_at(&x->d.g->edges, graph->out[k]).to;
                on |= to != head && bitset_has(&left, to);
            }
            if (bitset_has(&left, n) && !on) {
                bitset_remove(&left, n);
                changed = true;
            }
            any |= bitset_has(&left, n);
        }
    }
    return !any;
}

/* The loop that a node lies on, in `loop`, and the only node that it leads to; or IR_NONE. */
static ir_node leave_loop(early *x, ir_node head, bitset *loop)
{
    const ir_graph *graph = &x->d.graph;
    vec_u32 queue = {0};
    bitset met = bitset_new(x->d.scratch, x->d.g->nodes.count);
    ir_node end = IR_NONE;
    vec_push(x->d.scratch, &queue, head);
    bitset_add(&met, head);
    for (uint32_t i = 0; i < queue.count; i++)
        for (uint32_t k = graph->out_start[queue.data[i]]; k < graph->out_start[queue.data[i] + 1]; k++) {
            const ir_node to = vec_at(&x->d.g->edges, graph->out[k]).to;
            if (is_certain(x, queue.data[i]) && queue.count < WORK_MAX && bitset_insert(&met, to))
                vec_push(x->d.scratch, &queue, to);
        }
    vec_u32 back = {0};
    vec_push(x->d.scratch, &back, head);
    bool turns = false;
    for (uint32_t i = 0; i < back.count; i++)
        for (uint32_t k = graph->in_start[back.data[i]]; k < graph->in_start[back.data[i] + 1]; k++) {
            const ir_node from = vec_at(&x->d.g->edges, graph->in[k]).from;
            if (!bitset_has(&met, from) || !is_certain(x, from))
                continue;
            turns = true;
            if (bitset_insert(loop, from))
                vec_push(x->d.scratch, &back, from);
        }
    bitset_add(loop, head);
    for (uint32_t i = 0; i < queue.count; i++)
        for (uint32_t k = graph->out_start[queue.data[i]];
             bitset_has(loop, queue.data[i]) && k < graph->out_start[queue.data[i] + 1]; k++) {
            const ir_node to = vec_at(&x->d.g->edges, graph->out[k]).to;
            if (bitset_has(loop, to))
                continue;
            if (end != IR_NONE && end != to)
                return IR_NONE;
            end = to;
        }
    return turns && is_counted(x, head, loop) && is_flat(x, head, loop) ? end : IR_NONE;
}

static void note_writes(early *x, work *w, ir_node n)
{
    for (uint32_t k = x->d.graph.out_start[n]; k < x->d.graph.out_start[n + 1]; k++) {
        const ir_edge_data *e = &vec_at(&x->d.g->edges, x->d.graph.out[k]);
        if (e->label == IR_ASSIGN)
            bitset_add(&w->written, ir_target_variable(x->d.g, e->target));
    }
    bitset_add(&w->nodes, n);
}

/* Follows the only way from the start on up to behind the last loop. */
static bool find_work(early *x, work *w)
{
    const uint32_t nodes = x->d.g->nodes.count;
    vec_u32 pending = {0};
    w->nodes = bitset_new(x->d.scratch, nodes);
    w->end = IR_NONE;
    ir_node at = w->start;
    for (uint32_t steps = 0; steps < WORK_MAX && at != x->d.g->end && is_certain(x, at); steps++) {
        bitset loop = bitset_new(x->d.scratch, nodes);
        const uint32_t first = x->d.graph.out_start[at];
        const ir_node behind = leave_loop(x, at, &loop);
        if (bitset_has(&x->d.roles.decision, at) || (w->end != IR_NONE && bitset_has(&w->nodes, at)))
            break;
        if (behind != IR_NONE) {
            for (uint32_t i = 0; i < pending.count; i++)
                note_writes(x, w, pending.data[i]);
            pending.count = 0;
            for (ir_node n = 0; n < nodes; n++)
                if (bitset_has(&loop, n))
                    note_writes(x, w, n);
            at = w->end = behind;
        } else if (x->d.graph.out_start[at + 1] - first == 1) {
            vec_push(x->d.scratch, &pending, at);
            at = vec_at(&x->d.g->edges, x->d.graph.out[first]).to;
        } else {
            break;
        }
    }
    bool plain = w->end != IR_NONE && !bitset_has(&w->nodes, w->end) && !bitset_has(&x->d.roles.target, w->end);
    for (ir_node n = 0; n < nodes && plain; n++)
        plain = !bitset_has(&w->nodes, n) || !bitset_has(&x->d.roles.target, n);
    return plain;
}

/* ---- works that are alike ---- */

typedef struct twins {
    early *x;
    const work *a, *b;
    ir_node *node; /* [node of b] that of a, or IR_NONE */
    ir_var *name;  /* [variable of b] that of a, or IR_NONE */
} twins;

static ir_expr rename_variable(void *user, ir_expr e)
{
    const twins *t = user;
    ir_game *g = t->x->d.g;
    const ir_expr_data d = vec_at(&g->exprs, e);
    return d.op == IR_VAR && t->name[d.a] != IR_NONE ? irb_expr_var(g, t->name[d.a], d.span) : IR_NONE;
}

static bool equal_but_for_names(const twins *t, ir_expr a, ir_expr b)
{
    ir_game *g = t->x->d.g;
    return (a == IR_NONE) == (b == IR_NONE) &&
           (a == IR_NONE || ir_expr_equal(g, a, expr_rewrite(g, b, rename_variable, (void *)t)));
}

/* Names are given where they are assigned first, as they are before they are read. */
static bool give_name(twins *t, ir_var a, ir_var b)
{
    ir_game *g = t->x->d.g;
    if (t->name[b] != IR_NONE || a == b)
        return t->name[b] == a || a == b;
    for (ir_var v = 0; v < g->variables.count; v++)
        if (t->name[v] == a)
            return false;
    if (!ir_type_same(g, vec_at(&g->variables, a).type, vec_at(&g->variables, b).type))
        return false;
    t->name[b] = a;
    return true;
}

static bool same_edge(twins *t, const ir_edge_data *a, const ir_edge_data *b)
{
    ir_game *g = t->x->d.g;
    if (a->label != b->label)
        return false;
    if (a->label == IR_ASSIGN && !give_name(t, ir_target_variable(g, a->target), ir_target_variable(g, b->target)))
        return false;
    return equal_but_for_names(t, a->value, b->value);
}

static bool same_from(twins *t, ir_node a, ir_node b)
{
    const ir_graph *graph = &t->x->d.graph;
    if (b == t->b->end || a == t->a->end)
        return b == t->b->end && a == t->a->end;
    if (t->node[b] != IR_NONE)
        return t->node[b] == a;
    t->node[b] = a;
    const uint32_t count = graph->out_start[a + 1] - graph->out_start[a];
    bool same = count == graph->out_start[b + 1] - graph->out_start[b];
    for (uint32_t i = 0; i < count && same; i++) {
        const ir_edge_data *p = &vec_at(&t->x->d.g->edges, graph->out[graph->out_start[a] + i]),
                           *q = &vec_at(&t->x->d.g->edges, graph->out[graph->out_start[b] + i]);
        same = same_edge(t, p, q) && same_from(t, p->to, q->to);
    }
    return same;
}

/* The edge with which the decision's own work begins is part of it. */
static bool begin_alike(twins *t)
{
    ir_game *g = t->x->d.g;
    const ir_graph *graph = &t->x->d.graph;
    const work *a = t->a, *b = t->b;
    ir_node from_a = a->start, from_b = b->start;
    const ir_edge_data *first = a->search == IR_NONE ? &vec_at(&g->edges, a->edge) : NULL;
    const ir_edge_data *other = b->search == IR_NONE ? &vec_at(&g->edges, b->edge) : NULL;
    if (!first == !other)
        return (!first || same_edge(t, first, other)) && same_from(t, from_a, from_b);
    if (!first) /* the decision's own is looked at first */
        return false;
    if (graph->out_start[from_b + 1] - graph->out_start[from_b] != 1)
        return false;
    other = &vec_at(&g->edges, graph->out[graph->out_start[from_b]]);
    return same_edge(t, first, other) && same_from(t, from_a, other->to);
}

/* Whether nobody writes one of a variable and the one that takes its name where the other one is needed. */
static bool may_rename(const twins *t)
{
    const ir_game *g = t->x->d.g;
    const bitset *live = t->x->live;
    bool may = true;
    for (ir_var v = 0; v < g->variables.count && may; v++) {
        const ir_var name = t->name[v];
        if (name == IR_NONE)
            continue;
        may = !bitset_has(&live[g->begin], v) && !bitset_has(&live[g->begin], name);
        for (uint32_t i = 0; i < g->edges.count && may; i++) {
            const ir_edge_data *e = &vec_at(&g->edges, i);
            const ir_var written = edge_writes(e) ? ir_target_variable(g, e->target) : IR_NONE;
            may =
                !(written == v && bitset_has(&live[e->to], name)) && !(written == name && bitset_has(&live[e->to], v));
        }
    }
    return may;
}

/* ---- the change ---- */

/* The work in front of each edge that leads to the decision. */
static void copy_before(early *x, ir_node decision, const work *w)
{
    ir_game *g = x->d.g;
    const ir_graph *graph = &x->d.graph;
    ir_node *copy = ARENA_ARRAY(x->d.scratch, ir_node, x->d.g->nodes.count);
    const uint32_t nodes = g->nodes.count;
    for (uint32_t i = graph->in_start[decision]; i < graph->in_start[decision + 1]; i++) {
        const ir_edge_data into = vec_at(&g->edges, graph->in[i]);
        for (ir_node n = 0; n < nodes; n++)
            if (bitset_has(&w->nodes, n) || n == w->end)
                copy[n] = irb_fresh_node(g, ir_node_name(g, n), into.span);
        for (ir_node n = 0; n < nodes; n++)
            for (uint32_t k = graph->out_start[n]; bitset_has(&w->nodes, n) && k < graph->out_start[n + 1]; k++) {
                const ir_edge_data e = vec_at(&g->edges, graph->out[k]);
                edge_copy(g, e, copy[n], copy[e.to]);
            }
        if (w->search == IR_NONE)
            edge_copy(g, vec_at(&g->edges, w->edge), into.from, copy[w->start]);
        else
            irb_skip(g, into.from, copy[w->start], into.span);
        edge_copy(g, into, copy[w->end], decision);
        vec_at(&g->edges, graph->in[i]).removed = true;
    }
}

typedef struct moved {
    ir_game *g;
    const work *w;
} moved;

static ir_expr begin_behind(void *user, ir_expr e)
{
    const moved *m = user;
    const ir_expr_data d = vec_at(&m->g->exprs, e);
    return d.op == IR_REACH && d.a == m->w->search ? irb_expr_reach(m->g, m->w->end, d.b, d.span) : IR_NONE;
}

static void begin_later(early *x, ir_node decision, const work *w)
{
    ir_game *g = x->d.g;
    if (w->search == IR_NONE) {
        ir_edge_data *e = &vec_at(&g->edges, w->edge);
        edge_to_skip(e);
        e->to = w->end;
        return;
    }
    moved m = {g, w};
    for (uint32_t i = x->d.graph.out_start[decision]; i < x->d.graph.out_start[decision + 1]; i++) {
        ir_edge_data e = vec_at(&g->edges, x->d.graph.out[i]); /* edges may move */
        if (e.label == IR_CHECK)                               /* a choice would be made in front of the search */
            edge_rewrite(g, &e, begin_behind, &m);
        vec_at(&g->edges, x->d.graph.out[i]) = e;
    }
}

/* Nothing from the decision on reads what was in these variables before, nor do the edges that lead there. */
static bool is_apart(const early *x, ir_node decision, const bitset *written)
{
    const ir_game *g = x->d.g;
    reads r = {.g = g, .of = written};
    for (uint32_t i = x->d.graph.in_start[decision]; i < x->d.graph.in_start[decision + 1]; i++)
        read_edge(&r, &vec_at(&g->edges, x->d.graph.in[i]));
    for (ir_var v = 0; v < g->variables.count; v++)
        r.found |= bitset_has(written, v) && bitset_has(&x->live[decision], v);
    return !r.found;
}

/* Results of chance are told apart by all that variables hold. */
static bool is_chance(const early *x, ir_node decision)
{
    const ir_game *g = x->d.g;
    bool chance = false;
    for (uint32_t i = x->d.graph.in_start[decision]; i < x->d.graph.in_start[decision + 1]; i++) {
        const ir_expr_data *d = &vec_at(&g->exprs, ir_bare(g, vec_at(&g->edges, x->d.graph.in[i]).value));
        chance |= d->op != IR_SYM || d->a == g->random;
    }
    return chance;
}

static bool add_work(early *x, ir_edge edge, ir_node search, ir_node start)
{
    ir_game *g = x->d.g;
    work *w = &x->works[x->count];
    for (uint32_t i = 0; i < x->count; i++)
        if (search != IR_NONE && x->works[i].search == search)
            return false;
    if (x->count == WORKS_MAX)
        return false;
    *w =
        (work){.edge = edge, .search = search, .start = start, .written = bitset_new(x->d.scratch, g->variables.count)};
    if (!find_work(x, w))
        return false;
    if (search == IR_NONE && vec_at(&g->edges, edge).label == IR_ASSIGN)
        bitset_add(&w->written, ir_target_variable(g, vec_at(&g->edges, edge).target));
    x->count++;
    return true;
}

/* The condition is a search, or its negation: it is asked in any case. */
static bool whole_search(const ir_game *g, ir_expr e, ir_node *start)
{
    const ir_expr_data *d = &vec_at(&g->exprs, ir_bare(g, e));
    if (d->op == IR_NOT)
        d = &vec_at(&g->exprs, ir_bare(g, d->a));
    *start = d->a;
    return d->op == IR_REACH;
}

static void find_works(early *x, ir_node decision)
{
    const ir_game *g = x->d.g;
    x->count = 0;
    for (uint32_t pass = 0; pass < 2; pass++) /* its own first */
        for (uint32_t i = x->d.graph.out_start[decision]; i < x->d.graph.out_start[decision + 1]; i++) {
            const ir_edge id = x->d.graph.out[i];
            const ir_edge_data *e = &vec_at(&g->edges, id);
            ir_node search;
            if (pass == 0 && is_step(x, e))
                add_work(x, id, IR_NONE, e->to);
            else if (pass == 1 && e->label == IR_CHECK && whole_search(g, e->value, &search))
                add_work(x, id, search, search);
        }
}

static bool compute(early *x, ir_node decision)
{
    ir_game *g = x->d.g;
    find_works(x, decision);
    for (uint32_t i = 0; i < x->count; i++) {
        bool together[WORKS_MAX] = {false}, twin = false;
        bitset written = bitset_new(x->d.scratch, g->variables.count);
        ir_var *names = ARENA_ARRAY(x->d.scratch, ir_var, g->variables.count);
        memset(names, 0xff, sizeof *names * g->variables.count);
        together[i] = true;
        bitset_unite(&written, &x->works[i].written);
        for (uint32_t k = i + 1; k < x->count; k++) {
            twins t = {x, &x->works[i], &x->works[k], ARENA_ARRAY(x->d.scratch, ir_node, g->nodes.count),
                       ARENA_ARRAY(x->d.scratch, ir_var, g->variables.count)};
            memset(t.node, 0xff, sizeof *t.node * g->nodes.count);
            memset(t.name, 0xff, sizeof *t.name * g->variables.count);
            if (twin || !begin_alike(&t) || !may_rename(&t)) /* one at a time */
                continue;
            twin = true;
            together[k] = true;
            bitset_unite(&written, &x->works[k].written);
            for (ir_var v = 0; v < g->variables.count; v++)
                names[v] = t.name[v] != IR_NONE ? t.name[v] : names[v];
        }
        if (!is_apart(x, decision, &written))
            continue;
        copy_before(x, decision, &x->works[i]);
        for (uint32_t k = 0; k < x->count; k++)
            if (together[k])
                begin_later(x, decision, &x->works[k]);
        twins t = {.x = x, .name = names};
        for (uint32_t k = 0; k < g->edges.count; k++) {
            ir_edge_data e = vec_at(&g->edges, k); /* edges may move */
            if (e.removed)
                continue;
            edge_rewrite(g, &e, rename_variable, &t);
            if (e.label == IR_TAG)
                e.value = expr_rewrite(g, e.value, rename_variable, &t);
            if (edge_writes(&e) && vec_at(&g->exprs, e.target).op == IR_VAR &&
                names[vec_at(&g->exprs, e.target).a] != IR_NONE)
                e.target = irb_expr_var(g, names[vec_at(&g->exprs, e.target).a], e.span);
            vec_at(&g->edges, k) = e;
        }
        return true;
    }
    return false;
}

uint32_t ir_pass_compute_early(ir_game *g, arena *scratch)
{
    uint32_t changes = 0;
    for (bool changed = true; changed && g->nodes.count <= NODES_MAX && changes < CHANGES_MAX;) {
        early x = {.d = decisions_find(g, scratch)};
        x.live = variables_live(g, &x.d.graph, scratch);
        changed = false;
        for (ir_node n = 0; x.live && n < x.d.roles.decision.bits && !changed; n++)
            changed = bitset_has(&x.d.roles.decision, n) && !bitset_has(&x.d.roles.promised, n) &&
                      decisions_by_keeper(&x.d, n) && !is_chance(&x, n) && compute(&x, n);
        changes += changed;
    }
    return changes;
}
