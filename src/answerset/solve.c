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
    return f < s->relation_of.count && vec_at(&s->relation_of, f) ? vec_at(&s->relation_of, f) - 1 : RELATION_NONE;
}

/* p and -p cannot both hold. */
static void find_opposites(solve *s)
{
    for (uint32_t i = 0; i < s->relations.count; i++) {
        const functor_data *f = &s->terms->functors[vec_at(&s->relations, i).functor];
        if (vec_at(&s->relations, i).functor < FUNCTOR_FIRST)
            continue;
        functor other = terms_find_functor(s->terms, terms_name_text(s->terms, f->name), f->arity, !f->negative);
        vec_at(&s->relations, i).opposite = other ? solve_relation(s, other) : RELATION_NONE;
    }
}

static void find_shown(solve *s)
{
    s->hides = s->rules.hides;
    for (uint32_t i = 0; i < s->relations.count && s->hides; i++) {
        vec_at(&s->relations, i).shown = false;
        for (uint32_t k = 0; k < s->rules.shown.count; k++)
            vec_at(&s->relations, i).shown |= vec_at(&s->rules.shown, k).functor == vec_at(&s->relations, i).functor;
    }
}

void solve_make(solve *s, arena *a, terms *t, const rule_set *rules, const solve_inputs *inputs)
{
    *s = (solve){.arena = a, .terms = t, .rules = *rules, .shown_terms = RELATION_NONE};
    s->stratified = !rules->choices;
    s->why = rules->why;
    s->why_at = rules->why_at;
    for (uint32_t i = 0; i < inputs->count; i++) {
        uint32_t relation = plan_relation(s, vec_at(inputs, i).functor); /* may move the relations */
        vec_at(&s->relations, relation).input = true;
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
    depend_find(&d, a, t, rules, inputs);
    if (d.cycle) {
        s->stratified = false;
        s->why = "it depends on its own negation";
        s->why_at = d.cycle->from;
        return;
    }
    s->components = ARENA_ARRAY(a, component, d.count + 1);
    s->component_count = d.count;
    for (uint32_t i = 0; i < d.count; i++) {
        const rule_component *c = &d.components[i];
        s->components[i] = (component){.rules = c, .repeats = depend_repeats(t, c)};
        s->components[i].afresh = !c->dynamic && !s->components[i].repeats;
        s->dynamic_rules += c->dynamic ? c->count : 0;
    }
}

static bool plan_component(planner *p, component *c)
{
    solve *s = p->solve;
    for (uint32_t i = 0; i < c->rules->count; i++) {
        const rule *r = c->rules->rules[i];
        uint32_t deltas = c->deltas.count;
        for (uint32_t k = 0; k < r->body_count && c->rules->recursive; k++) {
            const lit *l = body_at(r, k);
            if (l->kind != LIT_ATOM || l->nots || !depend_within(s->terms, c->rules, l->atom))
                continue;
            step *delta = plan_rule(p, r, k);
            if (!delta)
                return false;
            vec_push(s->arena, &c->deltas, delta);
            uint32_t relation = plan_relation(s, expr_functor(s->terms, l->atom)), known = 0;
            while (known < c->relations.count && vec_at(&c->relations, known) != relation)
                known++;
            if (known == c->relations.count)
                vec_push(s->arena, &c->relations, relation);
        }
        if (c->deltas.count > deltas && c->afresh)
            continue;
        step *plan = plan_rule(p, r, UINT32_MAX);
        if (!plan)
            return false;
        vec_push(s->arena, &c->plans, plan);
    }
    return true;
}

/* ---- solvers ---- */

/* Makes room for relations and indexes that planning added. */
static void enlarge(evaluator *r)
{
    GROW_ZEROED(r->terms->trap, r->relations, r->relation_count, r->solve->relations.count);
    GROW_ZEROED(r->terms->trap, r->indexes, r->index_count, r->solve->indexes.count);
}

static bool plan_all(planner *p, bool dynamic)
{
    for (uint32_t i = 0; i < p->solve->component_count; i++)
        if (p->solve->components[i].rules->dynamic == dynamic && !plan_component(p, &p->solve->components[i]))
            return false;
    find_opposites(p->solve);
    find_shown(p->solve);
    for (uint32_t i = 0; i < p->solve->component_count; i++)
        if (dynamic && p->solve->components[i].rules->dynamic)
            recall_prepare(p->solve, &p->solve->components[i]);
    return true;
}

void evaluator_init(evaluator *r, solve *s, terms *t, uint64_t max_steps, const term *samples, uint32_t sample_count)
{
    planner p = {.solve = s, .samples = samples, .sample_count = sample_count};
    uint32_t slots = 0;
    *r = (evaluator){.solve = s, .terms = t, .max_steps = max_steps, .generation = 1};
    for (const rule *f = s->rules.first; f; f = f->next)
        if (f->fact)
            plan_expect(&p, plan_relation(s, expr_functor(t, f->head)), 1);
    bool planned = plan_all(&p, false);
    GROW_ZEROED(t->trap, r->slots, slots, s->slots + 1);
    enlarge(r);
    for (uint32_t i = 0; i < s->indexes.count; i++)
        eval_index_init(r, i);
    for (const rule *f = s->rules.first; f && planned; f = f->next)
        if (f->fact)
            evaluator_add(r, f->head->value);
    for (uint32_t i = 0; i < s->component_count && planned && !r->failed; i++)
        if (!s->components[i].rules->dynamic)
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
    to->relations = calloc(s->relations.count + 1, sizeof *to->relations);
    to->indexes = calloc(s->indexes.count + 1, sizeof *to->indexes);
    to->slots = calloc(s->slots + 1, sizeof *to->slots);
    to->seen = to->truth = NULL;
    to->recalls = recall_new(s);
    to->seen_capacity = 0;
    ok = to->relations && to->indexes && to->slots;
    to->relation_count = to->relations ? s->relations.count : 0;
    to->index_count = to->indexes ? s->indexes.count : 0;
    COPY_DATA(to->truth, from->truth, from->truth_capacity);
    for (uint32_t i = 0; i < s->relations.count && ok; i++) {
        to->relations[i] = from->relations[i];
        COPY_DATA(to->relations[i].rows, from->relations[i].rows, from->relations[i].capacity);
    }
    for (uint32_t i = 0; i < s->indexes.count && ok; i++) {
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
    free(r->seen);
    recall_free(r);
    *r = (evaluator){0};
}
