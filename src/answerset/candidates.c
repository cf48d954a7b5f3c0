/* There is no list of legal moves in the language. For every condition do(T) of a rule of nature
 * the instances of T are candidates that the other positive conditions of the rule leave, as far as
 * these are about what never changes. */
#include "answerset/candidates.h"

#include "answerset/depend.h"

#include <string.h>

/* action(X) :- do(X): another name for actions. Argument i of do is argument from[i] of the alias.
 */
enum { ALIASES = 16, ALIAS_ARGS = 8 };
typedef struct alias {
    functor functor, does;
    uint32_t from[ALIAS_ARGS], count;
} alias;

typedef struct finder {
    as_game *game;
    rule_set set; /* what never changes, and the rules made here */
    dependence depend;
    const solve_inputs *inputs;
    alias aliases[ALIASES];
    uint32_t alias_count;
} finder;

static bool changes(const finder *f, const expr *atom)
{
    const terms *t = &f->game->terms;
    bool changes = depend_on_input(t, f->inputs, atom);
    for (uint32_t i = 0; i < f->depend.count && !changes; i++)
        changes = f->depend.components[i].dynamic && depend_within(t, &f->depend.components[i], atom);
    return changes;
}

static void add_rule(finder *f, rule *r)
{
    r->next = NULL;
    if (f->set.last)
        f->set.last->next = r;
    else
        f->set.first = r;
    f->set.last = r;
    f->set.count++;
}

static void add_copy(finder *f, const rule *r)
{
    rule *copy = ARENA_NEW(f->game->arena, rule);
    *copy = *r;
    add_rule(f, copy);
}

/* The name cannot be written in a program. */
static functor candidate_functor(as_game *g, uint32_t arity)
{
    return terms_functor(&g->terms, terms_name(&g->terms, "$do", 3), arity, false);
}

typedef VEC(const lit *) context; /* conditions around an atom */

static void note(finder *f, context *c, const lit *l)
{
    bool useful = l->kind == LIT_ATOM ? l->nots == 0 && !changes(f, l->atom)
                                      : l->kind == LIT_RANGE || (l->kind == LIT_COMPARE && l->nots == 0);
    if (useful && !lit_draws(l))
        vec_push(f->game->arena, c, l);
}

static bool knows(const finder *f, const lit *l, const bool *known)
{
    (void)f;
    const expr *all[] = {l->atom, l->left, l->right, l->low, l->high};
    for (int i = 0; i < 5; i++)
        if (all[i] && !expr_known(all[i], known))
            return false;
    return true;
}

/* do(T) with its context becomes a rule, without the conditions whose variables nothing binds. */
static void add_candidate(finder *f, const rule *from, const expr *atom, const context *c)
{
    as_game *g = f->game;
    bool *known = ARENA_ARRAY(g->arena, bool, from->variables + 1);
    for (uint32_t round = 0; round <= c->count; round++)
        for (uint32_t i = 0; i < c->count; i++) {
            const lit *l = vec_at(c, i);
            if (l->kind == LIT_ATOM)
                expr_bound_by(&g->terms, l->atom, known);
            if (l->kind == LIT_RANGE && expr_known(l->low, known) && expr_known(l->high, known))
                expr_bound_by(&g->terms, l->left, known);
            if (l->kind == LIT_COMPARE && l->relation == SYN_EQ && expr_known(l->right, known))
                expr_bound_by(&g->terms, l->left, known);
            if (l->kind == LIT_COMPARE && l->relation == SYN_EQ && expr_known(l->left, known))
                expr_bound_by(&g->terms, l->right, known);
        }
    if (!expr_known(atom, known) || expr_draws(atom))
        return;
    rule *r = ARENA_NEW(g->arena, rule);
    *r = *from;
    r->kind = HEAD_ATOM;
    r->needs = NULL;
    r->need_count = 0;
    r->body = ARENA_ARRAY(g->arena, lit *, c->count + 1);
    r->body_count = 0;
    for (uint32_t i = 0; i < c->count; i++)
        if (knows(f, vec_at(c, i), known))
            r->body[r->body_count++] = (lit *)(uintptr_t)vec_at(c, i);
    expr *head = ARENA_NEW(g->arena, expr);
    *head = *atom;
    if (atom->kind == EXPR_TERM) {
        term x = atom->value;
        head->value = terms_make(&g->terms, candidate_functor(g, term_arity(&g->terms, x)), term_args(&g->terms, x));
    } else {
        head->functor = candidate_functor(g, atom->count);
    }
    r->head = head;
    r->fact = head->kind == EXPR_TERM && r->body_count == 0;
    add_rule(f, r);
}

static bool is_action(const finder *f, const lit *l)
{
    const terms *t = &f->game->terms;
    if (l->kind != LIT_ATOM)
        return false;
    const functor_data *d = &t->functors[expr_functor(t, l->atom)];
    return d->name == f->game->name_do && !d->negative;
}

/* A rule that only renames. */
static void note_alias(finder *f, const rule *r)
{
    if (r->kind != HEAD_ATOM || r->body_count != 1 || !is_action(f, body_at(r, 0)) || body_at(r, 0)->nots ||
        r->head->kind != EXPR_FUNCTION || body_at(r, 0)->atom->kind != EXPR_FUNCTION || f->alias_count == ALIASES)
        return;
    const expr *head = r->head, *does = body_at(r, 0)->atom;
    alias a = {.functor = head->functor, .does = does->functor, .count = does->count};
    if (does->count > ALIAS_ARGS)
        return;
    for (uint32_t i = 0; i < does->count; i++) {
        uint32_t k = 0;
        while (k < head->count && !(arg_at(head, k)->kind == EXPR_VARIABLE && arg_at(does, i)->kind == EXPR_VARIABLE &&
                                    arg_at(head, k)->variable == arg_at(does, i)->variable))
            k++;
        if (k == head->count)
            return;
        a.from[i] = k;
    }
    f->aliases[f->alias_count++] = a;
}

/* The action that the condition asks for, or NULL. */
static const expr *action_of(const finder *f, const lit *l)
{
    if (is_action(f, l))
        return l->atom;
    if (l->kind != LIT_ATOM || l->atom->kind != EXPR_FUNCTION)
        return NULL;
    for (uint32_t i = 0; i < f->alias_count; i++) {
        const alias *a = &f->aliases[i];
        if (a->functor != l->atom->functor)
            continue;
        expr *e = ARENA_NEW(f->game->arena, expr);
        *e = (expr){.kind = EXPR_FUNCTION, .functor = a->does, .count = a->count, .from = l->atom->from};
        e->args = ARENA_ARRAY(f->game->arena, expr *, a->count + 1);
        for (uint32_t k = 0; k < a->count; k++)
            e->args[k] = arg_at(l->atom, a->from[k]);
        return e;
    }
    return NULL;
}

static void look_at_rule(finder *f, const rule *r)
{
    context outer = {0};
    for (uint32_t i = 0; i < r->body_count; i++)
        note(f, &outer, body_at(r, i));
    for (uint32_t i = 0; i < r->body_count; i++) {
        const lit *l = body_at(r, i);
        const expr *action = action_of(f, l);
        if (action && l->nots == 0)
            add_candidate(f, r, action, &outer);
        for (uint32_t k = 0; k < l->element_count; k++) {
            const lit_element *e = &l->elements[k];
            context inner = {0};
            vec_append(f->game->arena, &inner, &outer);
            for (uint32_t j = 0; j < e->condition_count; j++)
                note(f, &inner, e->conditions[j]);
            for (uint32_t j = 0; j < e->condition_count; j++)
                if ((action = action_of(f, e->conditions[j])) != NULL)
                    add_candidate(f, r, action, &inner);
            if (e->head && (action = action_of(f, e->head)) != NULL)
                add_candidate(f, r, action, &inner);
        }
    }
}

/* setting(action(T)) names further candidates. */
static void add_hints(as_game *g)
{
    functor does = terms_functor(&g->terms, g->name_do, 1, false);
    term arg;
    for (uint32_t i = 0; as_next_setting(g, "action", &i, &arg);)
        vec_push(g->arena, &g->candidates, terms_make(&g->terms, does, &arg));
}

static void take(finder *f, const evaluator *r)
{
    as_game *g = f->game;
    for (uint32_t i = 0; i < r->solve->relations.count; i++) {
        const functor_data d = g->terms.functors[vec_at(&r->solve->relations, i).functor];
        if (strcmp(terms_name_text(&g->terms, d.name), "$do") != 0)
            continue;
        functor does = terms_functor(&g->terms, g->name_do, d.arity, false);
        const relation_data *rows = &r->relations[i];
        vec_reserve(g->arena, &g->candidates, g->candidates.count + rows->count);
        for (uint32_t k = 0; k < rows->count; k++)
            vec_push(g->arena, &g->candidates, terms_make(&g->terms, does, term_args(&g->terms, rows->rows[k])));
    }
}

/* What is found costs no more than this; a game can be stepped through without candidates. */
enum { CANDIDATE_TERMS = 100000 };
#define CANDIDATE_STEPS (UINT64_C(30) << 20)

/* False when the rules are not stratified. */
static bool evaluate(finder *f)
{
    as_game *g = f->game;
    trap *outer = g->terms.trap, own = {.control = g->limits.control, .deadline = outer->deadline};
    uint32_t most = g->terms.max_terms;
    evaluator *run = ARENA_NEW(g->arena, evaluator);
    solve *s = ARENA_NEW(g->arena, solve);
    solve_make(s, g->arena, &g->terms, &f->set, NO_INPUTS);
    if (!s->stratified)
        return false;
    g->terms.trap = &own;
    if (most - g->terms.count > CANDIDATE_TERMS)
        g->terms.max_terms = g->terms.count + CANDIDATE_TERMS;
    if (setjmp(own.jump) == 0) {
        uint64_t steps = g->limits.max_steps;
        evaluator_init(run, s, &g->terms, steps < CANDIDATE_STEPS ? steps : CANDIDATE_STEPS, NULL, 0);
        take(f, run);
    } else {
        g->candidates_cut = true;
    }
    g->terms.trap = outer;
    g->terms.max_terms = most;
    evaluator_done(run);
    if (own.reason == TRAP_MEMORY || own.reason == TRAP_STOPPED || own.reason == TRAP_LATE)
        trap_spring(outer, own.reason, "%s", own.text);
    return true;
}

/* Without negations and what else may be undone by a choice: more follows, never less. */
static void relax(finder *f)
{
    rule *first = f->set.first;
    f->set.first = f->set.last = NULL;
    f->set.count = 0;
    for (rule *r = first, *next; r; r = next) {
        uint32_t kept = 0;
        lit **body = ARENA_ARRAY(f->game->arena, lit *, r->body_count + 1);
        next = r->next;
        for (uint32_t i = 0; i < r->body_count; i++)
            if (body_at(r, i)->nots == 0 || body_at(r, i)->kind != LIT_ATOM)
                body[kept++] = body_at(r, i);
        r->body = body;
        r->body_count = kept;
        add_rule(f, r);
    }
}

void candidates_find(as_game *g, const rule_set *nature, const solve_inputs *inputs)
{
    finder f = {.game = g, .set = *nature, .inputs = inputs};
    f.set.first = f.set.last = f.set.others = NULL;
    f.set.count = 0;
    f.set.choices = f.set.hides = false;
    f.set.shown.count = 0;
    depend_find(&f.depend, g->arena, &g->terms, nature, inputs);
    for (const rule *r = nature->first; r; r = r->next)
        if (r->fact)
            add_copy(&f, r);
    for (uint32_t i = 0; i < f.depend.count; i++)
        for (uint32_t k = 0; k < f.depend.components[i].count; k++) {
            const rule *r = f.depend.components[i].rules[k];
            if (!f.depend.components[i].dynamic && r->kind == HEAD_ATOM)
                add_copy(&f, r);
        }
    for (const rule *r = nature->first; r; r = r->next)
        note_alias(&f, r);
    for (const rule *r = nature->first; r; r = r->next)
        look_at_rule(&f, r);
    for (const rule *r = nature->others; r; r = r->next)
        look_at_rule(&f, r);
    if (!evaluate(&f)) { /* a negative cycle: every choice there can be */
        relax(&f);
        evaluate(&f);
    }
    add_hints(g);
    as_sort(&g->terms, g->candidates.data, g->candidates.count);
    uint32_t unique = 0;
    for (uint32_t i = 0; i < g->candidates.count; i++)
        if (unique == 0 || vec_at(&g->candidates, unique - 1) != vec_at(&g->candidates, i))
            g->candidates.data[unique++] = vec_at(&g->candidates, i);
    g->candidates.count = unique;
}
