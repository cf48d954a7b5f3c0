#include "answerset/depend.h"

#include "base/map.h"
#include "base/scc.h"

#include <string.h>

/* ---- unification (Robinson 1965), without the occurs check where it costs more than it gives ----
 */

enum { BINDINGS = 64, DEEPEST = 100 };

typedef struct binding {
    const expr *value;
    int side;
} binding;

typedef struct unifier {
    const terms *terms;
    binding bound[2][BINDINGS]; /* variables beyond that fit everything */
    uint32_t work;
} unifier;

static bool unify(unifier *u, const expr *x, int side_x, const expr *y, int side_y, uint32_t depth);

static bool unify_variable(unifier *u, const expr *v, int side_v, const expr *y, int side_y, uint32_t depth)
{
    if (v->variable >= BINDINGS)
        return true;
    binding *b = &u->bound[side_v][v->variable];
    if (b->value)
        return unify(u, b->value, b->side, y, side_y, depth + 1);
    if (y == v && side_y == side_v)
        return true;
    if (y->kind == EXPR_VARIABLE && y->variable == v->variable && side_y == side_v)
        return true;
    *b = (binding){y, side_y};
    return true;
}

static bool unify_ground(unifier *u, const expr *f, int side, term x, uint32_t depth)
{
    const terms *t = u->terms;
    if (term_functor(t, x) != f->functor)
        return false;
    for (uint32_t i = 0; i < f->count; i++) {
        expr *arg = &(expr){.kind = EXPR_TERM, .value = term_args(t, x)[i]};
        if (arg_at(f, i)->kind == EXPR_FUNCTION ? !unify_ground(u, arg_at(f, i), side, arg->value, depth + 1)
                                                : arg_at(f, i)->kind == EXPR_TERM && arg_at(f, i)->value != arg->value)
            return false;
    }
    return true;
}

static bool unify(unifier *u, const expr *x, int side_x, const expr *y, int side_y, uint32_t depth)
{
    if (depth > DEEPEST || ++u->work > 5000)
        return true; /* perhaps */
    if (x->kind == EXPR_VARIABLE)
        return unify_variable(u, x, side_x, y, side_y, depth);
    if (y->kind == EXPR_VARIABLE)
        return unify_variable(u, y, side_y, x, side_x, depth);
    if (x->kind == EXPR_TERM && y->kind == EXPR_TERM)
        return x->value == y->value;
    if (x->kind == EXPR_FUNCTION && y->kind == EXPR_FUNCTION) {
        if (x->functor != y->functor)
            return false;
        for (uint32_t i = 0; i < x->count; i++)
            if (!unify(u, arg_at(x, i), side_x, arg_at(y, i), side_y, depth + 1))
                return false;
        return true;
    }
    if (x->kind == EXPR_FUNCTION || y->kind == EXPR_FUNCTION) {
        const expr *f = x->kind == EXPR_FUNCTION ? x : y, *other = f == x ? y : x;
        if (other->kind == EXPR_TERM)
            return unify_ground(u, f, f == x ? side_x : side_y, other->value, depth);
        return other->kind == EXPR_UNARY && other->op == SYN_NEG; /* numbers are no functions */
    }
    /* an operation: any number */
    const expr *value = x->kind == EXPR_TERM ? x : y->kind == EXPR_TERM ? y : NULL;
    const expr *operation = value == x ? y : x;
    int32_t number;
    return !value || (operation->kind == EXPR_UNARY && operation->op == SYN_NEG) ||
           term_is_number(u->terms, value->value, &number);
}

bool depend_unify(const terms *t, const expr *x, const expr *y)
{
    unifier u;
    u.terms = t;
    u.work = 0;
    memset(u.bound, 0, sizeof u.bound);
    return unify(&u, x, 0, y, 1, 0);
}

/* ---- the graph of rules ---- */

typedef struct graph {
    arena *arena;
    const terms *terms;
    rule **rules;
    uint32_t count;
    vec_u32 *heads; /* [functor] rules that derive it */
    uint32_t functor_count;
    vec_u32 *edges; /* [rule] 2 * rule it depends on + strictly */
    bool *dynamic;  /* [rule] by itself */
    const solve_inputs *inputs;
} graph;

bool depend_on_input(const terms *t, const solve_inputs *inputs, const expr *atom)
{
    functor f = expr_functor(t, atom);
    for (uint32_t i = 0; i < inputs->count; i++) {
        const solve_input *in = &vec_at(inputs, i);
        if (in->functor == f && (!in->pattern || depend_unify(t, in->pattern, atom)))
            return true;
    }
    return false;
}

static void add_atom(graph *g, uint32_t from, const expr *atom, bool strict)
{
    functor f = expr_functor(g->terms, atom);
    g->dynamic[from] |= depend_on_input(g->terms, g->inputs, atom);
    if (f >= g->functor_count)
        return;
    for (uint32_t i = 0; i < g->heads[f].count; i++) {
        uint32_t to = vec_at(&g->heads[f], i);
        arena_work(g->arena, 1);
        if (depend_unify(g->terms, g->rules[to]->head, atom))
            vec_push(g->arena, &g->edges[from], 2 * to + strict);
    }
}

static void add_lit(graph *g, uint32_t from, const lit *l, bool strict)
{
    g->dynamic[from] |= lit_draws(l);
    if (l->kind == LIT_ATOM)
        add_atom(g, from, l->atom, strict || l->nots > 0);
    for (uint32_t i = 0; i < l->element_count; i++) {
        const lit_element *e = &l->elements[i];
        for (uint32_t k = 0; k < e->condition_count; k++)
            add_lit(g, from, e->conditions[k], true);
        if (e->head) /* `p : q` grows with p */
            add_lit(g, from, e->head, strict || l->kind != LIT_CONDITIONAL);
        for (uint32_t k = 0; k < e->tuple_count; k++)
            g->dynamic[from] |= expr_draws(e->tuple[k]);
    }
}

/* ---- components ---- */

typedef struct search {
    const graph *graph;
    dependence *out;
    uint32_t *next;      /* [rule] of its edges */
    uint32_t *component; /* [rule] */
} search;

static bool next_rule(void *user, uint32_t v, uint32_t *to)
{
    search *s = user;
    const vec_u32 *edges = &s->graph->edges[v];
    if (s->next[v] == edges->count)
        return false;
    *to = edges->data[s->next[v]++] / 2;
    return true;
}

static void add_component(void *user, const uint32_t *members, uint32_t count)
{
    search *s = user;
    const graph *g = s->graph;
    rule_component *c = &s->out->components[s->out->count];
    for (uint32_t i = 0; i < count; i++)
        s->component[members[i]] = s->out->count;
    c->count = count;
    c->rules = ARENA_ARRAY(g->arena, rule *, count);
    for (uint32_t i = 0; i < count; i++) { /* in the order of the text, roughly */
        uint32_t v = members[count - 1 - i];
        c->rules[i] = g->rules[v];
        c->dynamic |= g->dynamic[v];
        for (uint32_t k = 0; k < g->edges[v].count; k++) {
            uint32_t edge = vec_at(&g->edges[v], k), to = s->component[edge / 2];
            if (to != s->out->count) {
                c->dynamic |= s->out->components[to].dynamic;
                continue;
            }
            c->recursive = true;
            if (edge % 2 && !s->out->cycle)
                s->out->cycle = g->rules[v];
        }
    }
    s->out->count++;
}

void depend_find(dependence *d, arena *a, const terms *t, const rule_set *rules, const solve_inputs *inputs)
{
    graph g = {.arena = a, .terms = t, .inputs = inputs, .functor_count = t->functor_count};
    *d = (dependence){0};
    g.rules = ARENA_ARRAY(a, rule *, rules->count + 1);
    for (rule *r = rules->first; r; r = r->next)
        if (!r->fact)
            g.rules[g.count++] = r;
    g.heads = ARENA_ARRAY(a, vec_u32, g.functor_count + 1);
    g.edges = ARENA_ARRAY(a, vec_u32, g.count + 1);
    g.dynamic = ARENA_ARRAY(a, bool, g.count + 1);
    for (uint32_t i = 0; i < g.count; i++)
        if (g.rules[i]->kind == HEAD_ATOM)
            vec_push(a, &g.heads[expr_functor(t, g.rules[i]->head)], i);
    for (uint32_t i = 0; i < g.count; i++) {
        g.dynamic[i] = expr_draws(g.rules[i]->head);
        for (uint32_t k = 0; k < g.rules[i]->body_count; k++)
            add_lit(&g, i, body_at(g.rules[i], k), false);
    }
    search s = {&g, d, ARENA_ARRAY(a, uint32_t, g.count + 1), ARENA_ARRAY(a, uint32_t, g.count + 1)};
    d->components = ARENA_ARRAY(a, rule_component, g.count + 1);
    memset(s.component, 0xff, (g.count + 1) * sizeof *s.component);
    scc_find(a, &(scc_graph){g.count, next_rule, add_component, &s});
}

bool depend_repeats(const terms *t, const rule_component *c)
{
    for (uint32_t i = 0; i < c->count && c->recursive; i++)
        for (uint32_t k = 0; k < c->rules[i]->body_count; k++) {
            const lit *l = body_at(c->rules[i], k);
            if (l->kind == LIT_CONDITIONAL && element_at(l, 0).head->kind == LIT_ATOM &&
                depend_within(t, c, element_at(l, 0).head->atom))
                return true;
        }
    return false;
}

bool depend_within(const terms *t, const rule_component *c, const expr *atom)
{
    for (uint32_t i = 0; i < c->count; i++)
        if (c->rules[i]->kind == HEAD_ATOM && expr_functor(t, c->rules[i]->head) == expr_functor(t, atom) &&
            depend_unify(t, c->rules[i]->head, atom))
            return true;
    return false;
}
