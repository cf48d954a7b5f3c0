#include "answerset/solve.h"

#include "answerset/depend.h"
#include "answerset/eval.h"
#include "answerset/plan.h"
#include "answerset/recall.h"

#include <stdlib.h>
#include <string.h>

/* ---- compiling ---- */

uint32_t solve_relation(const solve *s, functor f)
{
    return f < s->functor_count && s->relation_of[f] ? s->relation_of[f] - 1 : RELATION_NONE;
}

/* p and -p cannot both hold. */
static void find_opposites(solve *s)
{
    for (uint32_t i = 0; i < s->relation_count; i++) {
        const functor_data *f = &s->terms->functors[s->relations[i].functor];
        if (s->relations[i].functor < FUNCTOR_FIRST)
            continue;
        functor other = terms_find_functor(s->terms, terms_name_text(s->terms, f->name), f->arity, !f->negative);
        s->relations[i].opposite = other ? solve_relation(s, other) : RELATION_NONE;
    }
}

static void find_shown(solve *s)
{
    s->hides = s->rules.hides;
    for (uint32_t i = 0; i < s->relation_count && s->hides; i++) {
        s->relations[i].shown = false;
        for (uint32_t k = 0; k < s->rules.shown.count; k++)
            s->relations[i].shown |= vec_at(&s->rules.shown, k).functor == s->relations[i].functor;
    }
}

void solve_make(solve *s, arena *a, terms *t, const rule_set *rules, const solve_input *inputs, uint32_t input_count)
{
    *s = (solve){.arena = a, .terms = t, .rules = *rules, .shown_terms = RELATION_NONE};
    s->stratified = !rules->choices;
    s->why = rules->why;
    s->why_at = rules->why_at;
    for (uint32_t i = 0; i < input_count; i++) {
        uint32_t relation = plan_relation(s, inputs[i].functor); /* may move the relations */
        s->relations[relation].input = true;
    }
    for (const rule *r = rules->first; r; r = r->next) {
        s->rule_total++;
        s->slots = r->variables > s->slots ? r->variables : s->slots;
        if (r->kind == HEAD_ATOM)
            plan_relation(s, expr_functor(t, r->head));
        if (r->kind == HEAD_SHOW && s->shown_terms == RELATION_NONE)
            s->shown_terms = plan_relation(s, FUNCTOR_NUMBER); /* no predicate: a place for terms */
    }
    if (!s->stratified)
        return;
    dependence d;
    depend_find(&d, a, t, rules, inputs, input_count);
    if (d.cycle) {
        s->stratified = false;
        s->why = "it depends on its own negation";
        s->why_at = d.cycle->from;
        return;
    }
    s->components = ARENA_ARRAY(a, component, d.count + 1);
    s->component_count = d.count;
    for (uint32_t i = 0; i < d.count; i++) {
        s->components[i] = (component){.rules = &d.components[i],
                                       .dynamic = d.components[i].dynamic,
                                       .recursive = d.components[i].recursive,
                                       .repeats = depend_repeats(t, &d.components[i])};
        s->components[i].afresh = !s->components[i].dynamic && !s->components[i].repeats;
        s->dynamic_rules += s->components[i].dynamic ? d.components[i].count : 0;
    }
}

static void push_plan(arena *a, step ***list, uint32_t *count, step *plan)
{
    *list = arena_grow(a, *list, *count * sizeof **list, (*count + 1) * sizeof **list);
    (*list)[(*count)++] = plan;
}

static bool plan_component(planner *p, component *c)
{
    solve *s = p->solve;
    for (uint32_t i = 0; i < c->rules->count; i++) {
        const rule *r = c->rules->rules[i];
        uint32_t deltas = c->delta_count;
        for (uint32_t k = 0; k < r->body_count && c->recursive; k++) {
            const lit *l = body_at(r, k);
            if (l->kind != LIT_ATOM || l->nots || !depend_within(s->terms, c->rules, l))
                continue;
            step *delta = plan_rule(p, r, k);
            if (!delta)
                return false;
            push_plan(s->arena, &c->deltas, &c->delta_count, delta);
            uint32_t relation = plan_relation(s, expr_functor(s->terms, l->atom)), known = 0;
            while (known < c->relation_count && c->relations[known] != relation)
                known++;
            if (known == c->relation_count) {
                c->relations = arena_grow(s->arena, c->relations, known * sizeof *c->relations,
                                          (known + 1) * sizeof *c->relations);
                c->relations[c->relation_count++] = relation;
            }
        }
        if (c->delta_count > deltas && c->afresh)
            continue;
        step *plan = plan_rule(p, r, UINT32_MAX);
        if (!plan)
            return false;
        push_plan(s->arena, &c->plans, &c->plan_count, plan);
    }
    return true;
}

/* ---- solvers ---- */

static void *zeroed(evaluator *r, size_t count, size_t size)
{
    void *memory = calloc(count + 1, size);
    if (!memory)
        trap_spring(r->terms->trap, TRAP_MEMORY, "out of memory");
    return memory;
}

/* An array with room for more items, zeroed. */
static void *more_of(evaluator *r, void *old, uint32_t before, uint32_t count, size_t size)
{
    void *more = zeroed(r, count, size);
    if (before)
        memcpy(more, old, before * size);
    free(old);
    return more;
}

/* Makes room for relations and indexes that planning added. */
static void enlarge(evaluator *r)
{
    const solve *s = r->solve;
    if (s->relation_count > r->relation_count) {
        r->relations = more_of(r, r->relations, r->relation_count, s->relation_count, sizeof *r->relations);
        r->relation_count = s->relation_count;
        free(r->old);
        free(r->young);
        r->old = r->young = NULL;
        r->old = zeroed(r, s->relation_count, sizeof *r->old);
        r->young = zeroed(r, s->relation_count, sizeof *r->young);
    }
    if (s->index_count > r->index_count) {
        r->indexes = more_of(r, r->indexes, r->index_count, s->index_count, sizeof *r->indexes);
        r->index_count = s->index_count;
    }
}

/* Indexes of one relation follow one another. Their numbers change with that. */
static void renumber(step *s, const uint32_t *to)
{
    for (;; s++) {
        if (s->kind == STEP_PROBE)
            s->index = to[s->index];
        if (s->inside)
            renumber(s->inside, to);
        for (uint32_t i = 0; i < s->element_count; i++)
            renumber(element_at(s, i), to);
        if (s->kind == STEP_EMIT || s->kind == STEP_FOUND || s->kind == STEP_COLLECT)
            return;
    }
}

static void order_indexes(planner *p)
{
    solve *s = p->solve;
    uint32_t n = p->indexes.count, next = 0, *to = ARENA_ARRAY(s->arena, uint32_t, n + 1);
    s->indexes = ARENA_ARRAY(s->arena, index_spec, n + 1);
    for (uint32_t r = 0; r < s->relation_count; r++) {
        s->relations[r].first_index = next;
        for (uint32_t i = 0; i < n; i++)
            if (vec_at(&p->indexes, i).relation == r) {
                to[i] = next;
                s->indexes[next++] = vec_at(&p->indexes, i);
            }
        s->relations[r].index_count = next - s->relations[r].first_index;
    }
    s->index_count = n;
    for (uint32_t i = 0; i < s->component_count; i++) {
        for (uint32_t k = 0; k < s->components[i].plan_count; k++)
            renumber(s->components[i].plans[k], to);
        for (uint32_t k = 0; k < s->components[i].delta_count; k++)
            renumber(s->components[i].deltas[k], to);
    }
    /* the planner may go on: its own list takes the new order */
    for (uint32_t i = 0; i < n; i++)
        vec_at(&p->indexes, i) = s->indexes[i];
}

static bool plan_all(planner *p, bool dynamic)
{
    for (uint32_t i = 0; i < p->solve->component_count; i++)
        if (p->solve->components[i].dynamic == dynamic && !plan_component(p, &p->solve->components[i]))
            return false;
    order_indexes(p);
    find_opposites(p->solve);
    find_shown(p->solve);
    for (uint32_t i = 0; i < p->solve->component_count; i++)
        if (dynamic && p->solve->components[i].dynamic)
            recall_prepare(p->solve, &p->solve->components[i]);
    return true;
}

void evaluator_init(evaluator *r, solve *s, terms *t, uint64_t max_steps, const term *samples, uint32_t sample_count)
{
    planner p = {.solve = s, .samples = samples, .sample_count = sample_count};
    *r = (evaluator){.solve = s, .terms = t, .max_steps = max_steps, .generation = 1};
    for (const rule *f = s->rules.first; f; f = f->next)
        if (f->fact)
            plan_expect(&p, plan_relation(s, expr_functor(t, f->head)), 1);
    bool planned = plan_all(&p, false);
    r->slots = zeroed(r, s->slots, sizeof *r->slots);
    enlarge(r);
    for (uint32_t i = 0; i < s->index_count; i++)
        eval_index_init(r, i);
    for (const rule *f = s->rules.first; f && planned; f = f->next)
        if (f->fact)
            evaluator_add(r, f->head->value);
    for (uint32_t i = 0; i < s->component_count && planned && !r->failed; i++)
        if (!s->components[i].dynamic)
            eval_component(r, &s->components[i]);
    r->never = r->failed;
    p.data = r;
    p.data_count = r->relation_count;
    p.size_count = 0; /* what stays is known exactly now */
    planned = planned && plan_all(&p, true);
    if (!planned) {
        s->stratified = false;
        s->why = "no order of its conditions binds all variables";
    }
    enlarge(r);
    if (planned)
        eval_fix(r);
}

#define COPY_DATA(to_, from_, count_)                                                                                  \
    (ok = ok && ((to_) = malloc(((size_t)(count_) + 1) * sizeof *(to_))) != NULL,                                      \
     ok && (from_) ? memcpy((to_), (from_), (size_t)(count_) * sizeof *(to_)) : NULL)

bool evaluator_copy(evaluator *to, const evaluator *from, terms *t)
{
    const solve *s = from->solve;
    bool ok = true;
    *to = *from;
    to->terms = t;
    to->relations = calloc(s->relation_count + 1, sizeof *to->relations);
    to->indexes = calloc(s->index_count + 1, sizeof *to->indexes);
    to->slots = calloc(s->slots + 1, sizeof *to->slots);
    to->old = calloc(s->relation_count + 1, sizeof *to->old);
    to->young = calloc(s->relation_count + 1, sizeof *to->young);
    to->seen = to->truth = NULL;
    to->recalls = recall_new(s);
    to->seen_capacity = 0;
    ok = to->relations && to->indexes && to->slots && to->old && to->young;
    to->relation_count = to->relations ? s->relation_count : 0;
    to->index_count = to->indexes ? s->index_count : 0;
    COPY_DATA(to->truth, from->truth, from->truth_capacity);
    for (uint32_t i = 0; i < s->relation_count && ok; i++) {
        to->relations[i] = from->relations[i];
        COPY_DATA(to->relations[i].rows, from->relations[i].rows, from->relations[i].capacity);
    }
    for (uint32_t i = 0; i < s->index_count && ok; i++) {
        const index_data *d = &from->indexes[i];
        to->indexes[i] = (index_data){.size = d->size, .fixed_size = d->fixed_size, .next_capacity = d->next_capacity};
        COPY_DATA(to->indexes[i].heads, d->heads, d->size);
        COPY_DATA(to->indexes[i].stamps, d->stamps, d->size);
        COPY_DATA(to->indexes[i].fixed, d->fixed, d->fixed_size);
        COPY_DATA(to->indexes[i].next, d->next, d->next_capacity);
    }
    if (!ok)
        evaluator_done(to);
    return ok;
}

void evaluator_done(evaluator *r)
{
    for (uint32_t i = 0; i < r->relation_count; i++)
        free(r->relations[i].rows);
    for (uint32_t i = 0; i < r->index_count; i++) {
        free(r->indexes[i].heads);
        free(r->indexes[i].stamps);
        free(r->indexes[i].fixed);
        free(r->indexes[i].next);
    }
    free(r->relations);
    free(r->indexes);
    free(r->truth);
    free(r->slots);
    free(r->old);
    free(r->young);
    free(r->seen);
    recall_free(r);
    *r = (evaluator){0};
}
