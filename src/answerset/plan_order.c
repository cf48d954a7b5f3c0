/* The order is greedy: what can be tested is tested at once; then comes the condition with the fewest expected
 * matches. */
#include "answerset/plan_inside.h"

#include "base/agenda.h"

#include <math.h>
#include <string.h>

/* ---- estimates ---- */

enum { COUNTED = 2000, GUESS = 24 };

static double estimate(const job *j, const lit *l)
{
    const planner *p = j->planner;
    const terms *t = j->solve->terms;
    const expr *atom = l->atom;
    functor f = expr_functor(t, atom);
    uint32_t relation = plan_relation(j->solve, f), bound = 0;
    const relation_spec *spec = &vec_at(&j->solve->relations, relation);
    double rows = 0;
    bool seen = false;
    if (relation < p->data_count) {
        const relation_data *d = &p->data->relations[relation];
        uint32_t n = d->count < COUNTED ? d->count : COUNTED;
        for (uint32_t i = 0; i < n; i++)
            rows += expr_may_match(t, atom, d->rows[i]);
        if (n < d->count)
            rows = rows * d->count / n;
        seen = d->count > 0;
    }
    for (uint32_t i = 0; i < p->sample_count; i++)
        if (term_functor(t, p->samples[i]) == f) {
            rows += expr_may_match(t, atom, p->samples[i]);
            seen = true;
        }
    bool sized = relation < p->size_count && p->sizes[relation] > 0;
    if (!seen || (!spec->input && rows == 0))
        rows = sized ? p->sizes[relation] : GUESS;
    else if (sized)
        rows += p->sizes[relation];
    for (uint32_t i = 0; i < atom->count; i++)
        bound += arg_at(atom, i)->kind != EXPR_TERM && expr_known(arg_at(atom, i), j->known);
    for (uint32_t i = 0; i < bound; i++)
        rows /= 6;
    return rows < 0.2 ? 0.2 : rows;
}

/* ---- what binds what ---- */

static void reset_after(const job *j, const expr *e)
{
    if (e->kind == EXPR_VARIABLE)
        j->after[e->variable] = j->known[e->variable];
    for (uint32_t i = 0; i < e->count; i++)
        reset_after(j, arg_at(e, i));
}

static bool bindable(const job *j, const expr *e)
{
    reset_after(j, e);
    expr_bound_by(j->solve->terms, e, j->after);
    return expr_known(e, j->after);
}

/* ---- what the cost of a condition depends on ---- */

static void collect(const job *j, const expr *e, vec_u32 *variables, arena *a)
{
    if (e->kind == EXPR_VARIABLE)
        vec_push(a, variables, e->variable);
    for (uint32_t i = 0; i < e->count; i++)
        collect(j, arg_at(e, i), variables, a);
}

static void collect_own(const job *j, const lit *l, vec_u32 *variables, arena *a)
{
    const expr *all[] = {l->atom, l->left, l->right, l->low, l->high};
    for (int i = 0; i < 5; i++)
        if (all[i])
            collect(j, all[i], variables, a);
}

/* Variables of its elements, local ones too. */
static void collect_elements(const job *j, const lit *l, vec_u32 *variables, arena *a)
{
    for (uint32_t i = 0; i < l->element_count; i++) {
        const lit_element *e = &l->elements[i];
        for (uint32_t k = 0; k < e->condition_count; k++)
            collect_own(j, e->conditions[k], variables, a);
        for (uint32_t k = 0; k < e->tuple_count; k++)
            collect(j, e->tuple[k], variables, a);
        if (e->head)
            collect_own(j, e->head, variables, a);
    }
}

/* A list of conditions on the way into an order. */
typedef struct ordering {
    job *j;
    const lit **list;
    arena *scratch;
    agenda agenda;
    vec_u32 *own, *inner; /* [condition] variables of its own, and of its elements */
    vec_u32 *users;       /* [variable] conditions */
} ordering;

/* Whether all variables of the rule that elements use are known. */
static bool elements_ready(const ordering *o, uint32_t condition)
{
    for (uint32_t i = 0; i < o->inner[condition].count; i++) {
        uint32_t v = vec_at(&o->inner[condition], i);
        if (v < o->j->rule->globals && !o->j->known[v])
            return false;
    }
    return true;
}

/* All but anonymous variables are known. */
static bool negation_ready(const ordering *o, uint32_t condition)
{
    for (uint32_t i = 0; i < o->own[condition].count; i++) {
        uint32_t v = vec_at(&o->own[condition], i);
        const syn_term *from = o->j->rule->variable_from[v];
        if (!o->j->known[v] && !(from && from->kind == SYN_ANONYMOUS))
            return false;
    }
    return true;
}

/* Whether the guard can be compared, or bound: X = #count{..}; in X < #count{..} = X by the other one. */
static bool guard_ready(const job *j, const lit *l, bool second)
{
    const expr *guard = second ? l->right : l->left, *other = second ? l->left : l->right;
    syn_relation r = second ? l->right_relation : l->relation, others = second ? l->relation : l->right_relation;
    if (!guard || expr_known(guard, j->known) || (r == SYN_EQ && !l->nots && bindable(j, guard)))
        return true;
    if (!other || l->nots || others != SYN_EQ)
        return false;
    reset_after(j, guard);
    reset_after(j, other);
    expr_bound_by(j->solve->terms, other, j->after);
    return expr_known(guard, j->after);
}

/* Numbers of a range, as far as it says how many. */
static double numbers_in(const job *j, const lit *l)
{
    int32_t low, high;
    bool counts = l->low->kind == EXPR_TERM && l->high->kind == EXPR_TERM &&
                  term_is_number(j->solve->terms, l->low->value, &low) &&
                  term_is_number(j->solve->terms, l->high->value, &high);
    return !counts ? 8 : high < low ? 0.02 : (double)high - low + 1;
}

/* What it costs to take the condition now: below 0 it cannot be. */
static double cost_of(const ordering *o, uint32_t condition)
{
    enum { NEVER = -1 };
    const job *j = o->j;
    const lit *l = o->list[condition];
    switch (l->kind) {
    case LIT_FALSE: return 0;
    case LIT_ATOM:
        if (expr_known(l->atom, j->known))
            return 0.02;
        if (l->nots)
            return negation_ready(o, condition) ? 0.05 : NEVER;
        return bindable(j, l->atom) ? estimate(j, l) : NEVER;
    case LIT_COMPARE:
        if (expr_known(l->left, j->known) && expr_known(l->right, j->known))
            return 0.01;
        if (l->relation != SYN_EQ || l->nots)
            return NEVER;
        return (expr_known(l->right, j->known) && bindable(j, l->left)) ||
                       (expr_known(l->left, j->known) && bindable(j, l->right))
                   ? 0.015
                   : NEVER;
    case LIT_RANGE:
        if (!expr_known(l->low, j->known) || !expr_known(l->high, j->known) || !bindable(j, l->left))
            return NEVER;
        return expr_known(l->left, j->known) ? 0.02 : numbers_in(j, l);
    case LIT_CONDITIONAL: return elements_ready(o, condition) ? 0.1 : NEVER;
    case LIT_AGGREGATE:
        return elements_ready(o, condition) && guard_ready(j, l, false) && guard_ready(j, l, true) ? 0.12 : NEVER;
    }
    return NEVER;
}

static bool compares(const lit *l, const bool *known)
{
    return l->kind == LIT_COMPARE && expr_known(l->left, known) && expr_known(l->right, known);
}

/* Whether a comparison can be made once the condition is taken. */
static bool helps(const ordering *o, uint32_t condition)
{
    const job *j = o->j;
    for (uint32_t i = 0; i < o->own[condition].count; i++) {
        uint32_t v = vec_at(&o->own[condition], i);
        for (uint32_t k = 0; k < o->users[v].count && !j->known[v]; k++) {
            uint32_t other = vec_at(&o->users[v], k);
            const lit *l = o->list[other];
            if (l->kind != LIT_COMPARE || !agenda_has(&o->agenda, other))
                continue;
            reset_after(j, l->left);
            reset_after(j, l->right);
            reset_after(j, o->list[condition]->atom);
            expr_bound_by(j->solve->terms, o->list[condition]->atom, j->after);
            if (compares(l, j->after) && !compares(l, j->known))
                return true;
        }
    }
    return false;
}

static bool loops(const lit *l, const bool *known)
{
    return (l->kind == LIT_ATOM && l->nots == 0 && !expr_known(l->atom, known)) ||
           (l->kind == LIT_RANGE && !expr_known(l->left, known));
}

/* Before a loop that only looks for a proof. */
static void order_by_cost(ordering *o, uint32_t condition)
{
    const lit *l = o->list[condition];
    double cost = cost_of(o, condition);
    if (cost > 1 && l->kind == LIT_ATOM && loops(l, o->j->known) && helps(o, condition))
        cost /= 2;
    agenda_set(&o->agenda, condition, cost < 0 ? INFINITY : cost);
}

static void start_ordering(ordering *o, uint32_t count)
{
    arena *a = o->scratch;
    agenda_init(&o->agenda, a, count);
    o->own = ARENA_ARRAY(a, vec_u32, count + 1);
    o->inner = ARENA_ARRAY(a, vec_u32, count + 1);
    o->users = ARENA_ARRAY(a, vec_u32, o->j->rule->variables + 1);
    for (uint32_t i = 0; i < count; i++) {
        collect_own(o->j, o->list[i], &o->own[i], a);
        collect_elements(o->j, o->list[i], &o->inner[i], a);
        const vec_u32 *all[] = {&o->own[i], &o->inner[i]};
        for (uint32_t k = 0; k < 2; k++)
            for (uint32_t v = 0; v < all[k]->count; v++)
                vec_push(a, &o->users[vec_at(all[k], v)], i);
        agenda_set(&o->agenda, i, INFINITY);
    }
    for (uint32_t i = 0; i < count; i++)
        order_by_cost(o, i);
}

/* A variable is known now: conditions that use it cost something else, and so do those that could complete a
 * comparison with it. */
static void became_known(ordering *o, uint32_t variable)
{
    const vec_u32 *users = &o->users[variable];
    for (uint32_t i = 0; i < users->count; i++) {
        uint32_t user = vec_at(users, i);
        if (!agenda_has(&o->agenda, user))
            continue;
        order_by_cost(o, user);
        for (uint32_t k = 0; k < o->own[user].count && o->list[user]->kind == LIT_COMPARE; k++) {
            uint32_t w = vec_at(&o->own[user], k);
            for (uint32_t n = 0; n < o->users[w].count && !o->j->known[w]; n++)
                if (agenda_has(&o->agenda, vec_at(&o->users[w], n)))
                    order_by_cost(o, vec_at(&o->users[w], n));
        }
    }
}

/* Takes a condition; the variables that it binds are known from now on. */
static void take(ordering *o, uint32_t condition)
{
    vec_u32 open = {0};
    for (uint32_t i = 0; i < o->own[condition].count; i++)
        if (!o->j->known[vec_at(&o->own[condition], i)])
            vec_push(o->scratch, &open, vec_at(&o->own[condition], i));
    plan_add(o->j, o->list[condition]);
    for (uint32_t i = 0; i < open.count; i++)
        if (o->j->known[vec_at(&open, i)])
            became_known(o, vec_at(&open, i));
}

void plan_take_all(job *j, const lit **list, uint32_t count, const rule *head, bool *once)
{
    ordering o = {.j = j, .list = list, .scratch = arena_child(j->arena)};
    start_ordering(&o, count);
    while (o.agenda.left > 0) {
        uint32_t best = agenda_next(&o.agenda);
        if (o.agenda.costs[best] == INFINITY) {
            j->failed = true;
            break;
        }
        bool loop = loops(list[best], j->known);
        j->matches *= loop ? cost_of(&o, best) : 0.6;
        if (head && !*once && loop && expr_known(head->head, j->known))
            plan_add_once(j, head, once);
        take(&o, best);
    }
    arena_done(o.scratch);
}
