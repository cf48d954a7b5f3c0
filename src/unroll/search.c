/* Searches over configurations: nodes with what their variables hold. Scalars of reachabilities are
 * told apart by value, so that only finitely many configurations differ. */
#include "unroll/inside.h"

#include "base/scc.h"

#include <stdlib.h>

static uint32_t find_config(u_search *s, ir_node node, uint32_t env, uint32_t tags)
{
    const uint64_t key = hash_mix(hash_mix((uint64_t)node << 32 | env) + tags);
    const uint32_t *known = map_get(&s->index, key);
    const uint32_t chain = known ? *known : IR_NONE;
    for (uint32_t i = chain; i != IR_NONE; i = vec_at(&s->same, i)) {
        const u_config *c = &vec_at(&s->configs, i);
        if (c->node == node && c->env == env && c->tags == tags)
            return i;
    }
    s->x->configurations++;
    u_check_limits(s->x);
    s->failed |= s->limit && s->configs.count > s->limit;
    vec_push(s->a, &s->configs, ((u_config){node, env, tags, NET_FALSE}));
    vec_push(s->a, &s->same, chain);
    map_put(&s->index, key, s->configs.count - 1);
    return s->configs.count - 1;
}

static void go_on(u_search *s, uint32_t from, const ir_edge_data *e, uint32_t env, uint32_t tags, net_signal when)
{
    if (when == NET_FALSE || s->x->why)
        return;
    env = u_keep(s->x, env, s->r ? &s->r->live[region_at(s->r, e->to)] : &s->x->live[e->to]);
    if (s->merged) {
        u_arrive(s, from, e, env, tags, when);
        return;
    }
    const uint32_t to = find_config(s, e->to, env, tags);
    vec_push(s->a, &s->steps, ((u_step){.from = from, .to = to, .when = when, .edge = e}));
}

static uint32_t word_of(const unroller *x, ir_expr tag, int32_t code)
{
    return plan_tag_base(x->p, ir_resolve(x->g, ir_expr_type(x->g, tag))) + (uint32_t)code;
}

static void choose(u_search *s, uint32_t from, const ir_edge_data *e, u_config c)
{
    unroller *x = s->x;
    const ir_type_data *t = ir_type_at(x->g, ir_resolve(x->g, e->type));
    const int64_t low = t->kind == IR_TYPE_INT ? t->low : 0,
                  high = t->kind == IR_TYPE_INT ? t->high : (int64_t)t->count - 1;
    for (int64_t i = low; i <= high && !x->why; i++) {
        const int32_t code = t->kind == IR_TYPE_INT ? (int32_t)i : layout_code(x->g, ir_symbol_at(t, i));
        const uint32_t env = u_assign(x, c.env, e->target, u_constant(x, code));
        go_on(s, from, e, env, c.tags, e->value == IR_NONE ? NET_TRUE : u_holds(x, env, e->value));
    }
}

static bool is_scalar(const unroller *x, ir_expr target)
{
    return vec_at(&x->g->exprs, ir_bare(x->g, target)).op == IR_VAR;
}

static void assign(u_search *s, uint32_t from, const ir_edge_data *e, u_config c)
{
    unroller *x = s->x;
    if (plan_type_of(x->p, e->target)->kind == IR_TYPE_ARROW) {
        go_on(s, from, e, u_assign_map(x, c.env, e->target, e->value), c.tags, NET_TRUE);
        return;
    }
    const uint32_t value = u_eval(x, c.env, e->value);
    if (x->why)
        return;
    const u_span v = vec_at(&x->values.spans, value);
    if (s->keeper || v.count == 1 || !is_scalar(x, e->target)) {
        go_on(s, from, e, u_assign(x, c.env, e->target, value), c.tags, NET_TRUE);
        return;
    }
    for (uint32_t i = 0; i < v.count && !x->why; i++) {
        const u_case k = vec_at(&x->cases, v.first + i);
        go_on(s, from, e, u_assign(x, c.env, e->target, u_constant(x, k.code)), c.tags, k.when);
    }
}

static void step(u_search *s, uint32_t from, const ir_edge_data *e)
{
    unroller *x = s->x;
    const u_config c = vec_at(&s->configs, from);
    if (!s->r && ir_assigns_player(x->g, e)) {
        const uint32_t role = u_eval(x, c.env, e->value);
        if (!x->why) /* what is chosen next is told by who chooses, and by what is kept */
            vec_push(s->a, &s->steps,
                     ((u_step){.from = from,
                               .to = IR_NONE,
                               .when = NET_TRUE,
                               .edge = e,
                               .env = u_keep(x, u_assign(x, c.env, e->target, role), &x->live[e->to])}));
        return;
    }
    switch (e->label) {
    case IR_SKIP: go_on(s, from, e, c.env, c.tags, NET_TRUE); break;
    case IR_CHECK: go_on(s, from, e, c.env, c.tags, u_holds(x, c.env, e->value)); break;
    case IR_CHOOSE: choose(s, from, e, c); break;
    case IR_ASSIGN: assign(s, from, e, c); break;
    case IR_TAG: {
        const uint32_t tag = s->r || s->keeper ? 0 : u_eval(x, c.env, e->value);
        if (s->r || s->keeper) {
            go_on(s, from, e, c.env, c.tags, NET_TRUE);
            break;
        }
        const u_span v = vec_at(&x->values.spans, tag);
        for (uint32_t i = 0; i < v.count && !x->why; i++) {
            const u_case k = vec_at(&x->cases, v.first + i);
            go_on(s, from, e, c.env, u_tagged(x, c.tags, word_of(x, e->value, k.code)), k.when);
        }
        break;
    }
    }
}

void u_explore(u_search *s, ir_node start, uint32_t env)
{
    const unroller *x = s->x;
    map_init(&s->index, s->a);
    find_config(s, start, env, U_NOTHING);
    for (uint32_t i = 0; i < s->configs.count && !x->why && !s->failed; i++)
        u_expand(s, i);
}

void u_expand(u_search *s, uint32_t i)
{
    unroller *x = s->x;
    const ir_graph *graph = &x->p->graph;
    const ir_node n = vec_at(&s->configs, i).node;
    for (uint32_t k = graph->out_start[n]; k < graph->out_start[n + 1] && !x->why && !s->failed; k++) {
        const ir_edge_data *e = &vec_at(&x->g->edges, graph->out[k]);
        if (s->r && (n == s->r->target || region_at(s->r, e->to) == IR_NONE || !s->r->useful[region_at(s->r, e->to)]))
            continue;
        const net_signal outer = x->fault;
        x->fault = NET_FALSE;
        step(s, i, e);
        if (x->fault != NET_FALSE)
            vec_push(s->a, &s->faults, ((u_step){.from = i, .to = IR_NONE, .when = x->fault, .edge = e}));
        x->fault = outer;
    }
}

net_signal u_faults(u_search *s)
{
    unroller *x = s->x;
    const uint32_t mark = x->signals.count;
    for (uint32_t i = 0; i < s->faults.count; i++) {
        const u_step *t = &vec_at(&s->faults, i);
        const net_signal met = u_and(x, vec_at(&s->configs, t->from).signal, t->when);
        vec_push(x->a, &x->signals, met);
    }
    return u_or_from(x, mark);
}

/* ---- least solutions ---- */

typedef struct solver {
    u_search *s;
    uint32_t *out_start, *out, *in_start, *in; /* [config] steps */
    uint32_t *next;                            /* [config] of the walk */
    uint32_t *part;
    vec_u32 members, ends; /* components, one behind the other, each behind those it leads to */
} solver;

static bool next_step(void *user, uint32_t node, uint32_t *to)
{
    solver *v = user;
    if (v->next[node] == v->out_start[node + 1])
        return false;
    const uint32_t step = v->out[v->next[node]++];
    *to = vec_at(&v->s->steps, step).to;
    return true;
}

static void note_component(void *user, const uint32_t *members, uint32_t count)
{
    solver *v = user;
    for (uint32_t i = 0; i < count; i++) {
        v->part[members[i]] = v->ends.count;
        vec_push(v->s->a, &v->members, members[i]);
    }
    vec_push(v->s->a, &v->ends, v->members.count);
}

/* Steps between configurations by where they begin and where they end; those that lead to the first
 * one say nothing. */
static solver sort_steps(u_search *s)
{
    const uint32_t n = s->configs.count;
    solver v = {.s = s};
    uint32_t **starts[2] = {&v.out_start, &v.in_start}, **lists[2] = {&v.out, &v.in};
    for (int side = 0; side < 2; side++) {
        uint32_t *start = *starts[side] = ARENA_ARRAY(s->a, uint32_t, n + 2),
                 *list = *lists[side] = ARENA_ARRAY(s->a, uint32_t, s->steps.count + 1);
        for (int pass = 0; pass < 2; pass++) {
            for (uint32_t i = 0; i < s->steps.count; i++) {
                const u_step *t = &vec_at(&s->steps, i);
                if (t->to == IR_NONE || t->to == 0)
                    continue;
                const uint32_t key = side ? t->to : t->from;
                if (pass)
                    list[start[key + 1]++] = i;
                else
                    start[key + 2]++;
            }
            for (uint32_t i = 2; i < n + 2 && !pass; i++)
                start[i] += start[i - 1];
        }
    }
    v.next = ARENA_ARRAY(s->a, uint32_t, n + 1);
    v.part = ARENA_ARRAY(s->a, uint32_t, n + 1);
    for (uint32_t i = 0; i < n; i++)
        v.next[i] = v.out_start[i];
    scc_find(s->a, &(scc_graph){n, next_step, note_component, &v});
    return v;
}

static void solve_alone(solver *v, uint32_t c)
{
    unroller *x = v->s->x;
    const uint32_t mark = x->signals.count;
    for (uint32_t i = v->in_start[c]; i < v->in_start[c + 1]; i++) {
        const u_step *t = &vec_at(&v->s->steps, v->in[i]);
        if (t->from == c)
            continue;
        const net_signal s = u_and(x, vec_at(&v->s->configs, t->from).signal, t->when);
        vec_push(x->a, &x->signals, s);
    }
    vec_at(&v->s->configs, c).signal = u_or_from(x, mark);
}

/* Configurations that lead to each other: a component of the network, in which gates come before
 * some of their inputs. A configuration with one way to it is no gate of its own; the ands that
 * lead on from one follow it, so that what is reached spreads far in one sweep. */
typedef struct knot {
    solver *v;
    uint32_t first; /* gate */
    uint32_t part;
    map and_of;          /* signal and condition -> gate */
    VEC(net_gate) gates; /* inputs: a configuration for an or, else a pair of `ands` */
    VEC(u_pair) ands;
} knot;

static bool is_inside(const knot *k, const u_step *t)
{
    return t->to != IR_NONE && k->v->part[t->from] == k->part && k->v->part[t->to] == k->part && t->from != t->to;
}

/* The one step by which it is reached, or NULL. */
static u_step *only_way(const knot *k, uint32_t c)
{
    const solver *v = k->v;
    u_step *only = v->in_start[c] + 1 == v->in_start[c + 1] ? &vec_at(&v->s->steps, v->in[v->in_start[c]]) : NULL;
    return only && is_inside(k, only) ? only : NULL;
}

static net_signal knot_and(knot *k, net_signal from, net_signal when)
{
    arena *a = k->v->s->a;
    const uint64_t key = (uint64_t)from << 32 | when;
    const uint32_t *known = map_get(&k->and_of, key);
    if (when == NET_TRUE || known)
        return known ? *known : from;
    const net_signal s = 2 * (k->first + k->gates.count);
    vec_push(a, &k->gates, ((net_gate){NET_AND, k->ands.count, 2}));
    vec_push(a, &k->ands, ((u_pair){from, when}));
    map_put(&k->and_of, key, s);
    return s;
}

/* The steps from a configuration whose signal is known, and those from where they alone lead. */
static void lead_on(knot *k, uint32_t c)
{
    solver *v = k->v;
    for (uint32_t i = v->out_start[c]; i < v->out_start[c + 1]; i++) {
        u_step *t = &vec_at(&v->s->steps, v->out[i]);
        if (!is_inside(k, t))
            continue;
        t->taken = knot_and(k, vec_at(&v->s->configs, c).signal, t->when);
        if (only_way(k, t->to) == t) {
            vec_at(&v->s->configs, t->to).signal = t->taken;
            lead_on(k, t->to);
        }
    }
}

static void add_or(knot *k, uint32_t c, net_signal outside)
{
    solver *v = k->v;
    unroller *x = v->s->x;
    const uint32_t mark = x->signals.count;
    if (outside != NET_FALSE)
        vec_push(x->a, &x->signals, outside);
    for (uint32_t i = v->in_start[c]; i < v->in_start[c + 1]; i++) {
        const u_step *t = &vec_at(&v->s->steps, v->in[i]);
        bool known = !is_inside(k, t);
        for (uint32_t n = mark; n < x->signals.count && !known; n++)
            known = vec_at(&x->signals, n) == t->taken;
        if (!known)
            vec_push(x->a, &x->signals, t->taken);
    }
    gates_add(&x->gates, NET_OR, x->signals.data + mark, x->signals.count - mark);
    x->signals.count = mark;
}

static int by_index(const void *a, const void *b)
{
    const uint32_t i = *(const uint32_t *)a, k = *(const uint32_t *)b;
    return i < k ? -1 : i > k;
}

static void solve_together(solver *v, uint32_t *members, uint32_t count)
{
    unroller *x = v->s->x;
    u_search *s = v->s;
    knot k = {.v = v, .part = v->part[members[0]]};
    uint32_t *outside = ARENA_ARRAY(s->a, uint32_t, count + 1);
    map_init(&k.and_of, s->a);
    qsort(members, count, sizeof *members, by_index); /* those that were met first */
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t mark = x->signals.count, c = members[i];
        for (uint32_t n = v->in_start[c]; n < v->in_start[c + 1]; n++) {
            const u_step *t = &vec_at(&s->steps, v->in[n]);
            if (v->part[t->from] == k.part)
                continue;
            const net_signal from = u_and(x, vec_at(&s->configs, t->from).signal, t->when);
            vec_push(x->a, &x->signals, from);
        }
        outside[i] = u_or_from(x, mark);
    }
    k.first = x->n->gates.count;
    for (uint32_t i = 0; i < count; i++) {
        if (only_way(&k, members[i]))
            continue;
        vec_at(&s->configs, members[i]).signal = 2 * (k.first + k.gates.count);
        vec_push(s->a, &k.gates, ((net_gate){NET_OR, i, 0}));
        lead_on(&k, members[i]);
    }
    for (uint32_t i = 0; i < k.gates.count; i++) {
        const net_gate *gate = &vec_at(&k.gates, i);
        if (gate->kind == NET_OR) {
            add_or(&k, members[gate->first], outside[gate->first]);
            continue;
        }
        const u_pair inputs = vec_at(&k.ands, gate->first);
        gates_add(&x->gates, NET_AND, (net_signal[]){inputs.cell, inputs.value}, 2);
    }
    vec_push(x->gates.a, &x->n->components, ((net_component){k.first, x->n->gates.count}));
}

void u_solve(u_search *s)
{
    if (s->x->why)
        return;
    solver v = sort_steps(s);
    vec_at(&s->configs, 0).signal = NET_TRUE;
    for (uint32_t i = v.ends.count; i-- > 0 && !s->x->why;) {
        const uint32_t first = i ? vec_at(&v.ends, i - 1) : 0, count = vec_at(&v.ends, i) - first;
        if (count > 1)
            solve_together(&v, v.members.data + first, count);
        else if (vec_at(&v.members, first) != 0)
            solve_alone(&v, vec_at(&v.members, first));
    }
}

/* ---- the way that is taken ---- */

/* Of a configuration all steps, ends included, in order. */
static uint32_t *steps_from(u_search *s, uint32_t **start)
{
    const uint32_t n = s->configs.count;
    uint32_t *list = ARENA_ARRAY(s->a, uint32_t, s->steps.count + 1), *at = *start = ARENA_ARRAY(s->a, uint32_t, n + 2);
    for (uint32_t i = 0; i < s->steps.count; i++)
        at[vec_at(&s->steps, i).from + 2]++;
    for (uint32_t i = 2; i < n + 2; i++)
        at[i] += at[i - 1];
    for (uint32_t i = 0; i < s->steps.count; i++)
        list[at[vec_at(&s->steps, i).from + 1]++] = i;
    return list;
}

void u_follow_first(u_search *s)
{
    unroller *x = s->x;
    if (x->why)
        return;
    solver v = sort_steps(s);
    uint32_t *start, *list = steps_from(s, &start);
    net_signal *succeeds = ARENA_ARRAY(s->a, net_signal, s->configs.count + 1),
               *fine = ARENA_ARRAY(s->a, net_signal, s->steps.count + 1);
    if (v.ends.count != s->configs.count) {
        u_refuse(x, vec_at(&x->g->nodes, vec_at(&s->configs, 0).node).span,
                 "a loop of the keeper whose rounds are not known");
        return;
    }
    for (uint32_t i = 0; i < v.members.count && !x->why; i++) { /* behind those it leads to */
        const uint32_t c = vec_at(&v.members, i), mark = x->signals.count;
        for (uint32_t k = start[c]; k < start[c + 1]; k++) {
            const u_step *t = &vec_at(&s->steps, list[k]);
            fine[list[k]] = t->to == IR_NONE ? t->when : u_and(x, t->when, succeeds[t->to]);
            vec_push(x->a, &x->signals, fine[list[k]]);
        }
        succeeds[c] = u_or_from(x, mark);
    }
    vec_at(&s->configs, 0).signal = NET_TRUE;
    for (uint32_t i = v.members.count; i-- > 0 && !x->why;) {
        const uint32_t c = vec_at(&v.members, i);
        if (c != 0) {
            const uint32_t mark = x->signals.count;
            for (uint32_t k = v.in_start[c]; k < v.in_start[c + 1]; k++)
                vec_push(x->a, &x->signals, vec_at(&s->steps, v.in[k]).taken);
            vec_at(&s->configs, c).signal = u_or_from(x, mark);
        }
        for (uint32_t k = start[c]; k < start[c + 1]; k++) {
            const uint32_t mark = x->signals.count;
            vec_push(x->a, &x->signals, vec_at(&s->configs, c).signal);
            vec_push(x->a, &x->signals, fine[list[k]]);
            for (uint32_t j = start[c]; j < k; j++)
                if (!u_exclude(x, fine[list[j]], fine[list[k]]))
                    vec_push(x->a, &x->signals, fine[list[j]] ^ 1);
            vec_at(&s->steps, list[k]).taken = u_and_from(x, mark);
        }
    }
}

/* ---- reachabilities ---- */

enum { NESTED_MAX = 40 };

net_signal u_reach(unroller *x, uint32_t env, const ir_expr_data *d)
{
    const uint32_t number = plan_reach(x->p, d->a, d->b);
    const plan_program *program = &vec_at(&x->p->reaches, number);
    const region *r = program->r;
    if (program->always)
        return NET_TRUE;
    if (!r->useful[region_at(r, d->a)])
        return NET_FALSE;
    env = u_keep(x, env, &r->live[region_at(r, d->a)]);
    const uint64_t key = (uint64_t)number << 32 | env;
    const uint32_t *known = map_get(&x->reaches, key);
    if (known) {
        const u_found f = vec_at(&x->found, *known);
        x->fault = u_or(x, x->fault, f.fault);
        return f.holds;
    }
    if (++x->depth > NESTED_MAX)
        u_refuse(x, d->span, "searches inside of searches");
    arena *a = arena_child(x->a);
    u_search s = {.x = x, .a = a, .r = r};
    u_explore(&s, d->a, env);
    u_solve(&s);
    const uint32_t mark = x->signals.count;
    for (uint32_t i = 0; i < s.configs.count && !x->why; i++)
        if (vec_at(&s.configs, i).node == d->b)
            vec_push(x->a, &x->signals, vec_at(&s.configs, i).signal);
    const u_found found = {u_or_from(x, mark), u_faults(&s)};
    arena_done(a);
    x->depth--;
    vec_push(x->a, &x->found, found);
    map_put(&x->reaches, key, x->found.count - 1);
    x->fault = u_or(x, x->fault, found.fault);
    return found.holds;
}
