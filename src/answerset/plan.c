/* Each rule becomes a nested loop over its conditions, in the order of plan_order.c. */
#include "answerset/plan_inside.h"

#include <string.h>

/* ---- relations ---- */

uint32_t plan_relation(solve *s, functor f)
{
    while (s->relation_of.count <= f)
        vec_push(s->arena, &s->relation_of, 0);
    if (vec_at(&s->relation_of, f))
        return vec_at(&s->relation_of, f) - 1;
    relation_spec spec = {.functor = f, .arity = s->terms->functors[f].arity, .opposite = RELATION_NONE, .shown = true};
    vec_push(s->arena, &s->relations, spec);
    vec_at(&s->relation_of, f) = s->relations.count;
    return s->relations.count - 1;
}

static uint32_t index_of(solve *s, uint32_t relation, const unsigned char *modes)
{
    relation_spec *r = &vec_at(&s->relations, relation);
    for (uint32_t i = r->first_index; i; i = vec_at(&s->indexes, i - 1).next)
        if (memcmp(vec_at(&s->indexes, i - 1).modes, modes, r->arity) == 0)
            return i - 1;
    index_spec spec = {relation, arena_alloc(s->arena, r->arity + 1), r->first_index};
    memcpy(spec.modes, modes, r->arity);
    vec_push(s->arena, &s->indexes, spec);
    r->first_index = s->indexes.count;
    return s->indexes.count - 1;
}

/* ---- patterns ---- */

static pattern make_pattern(job *j, const expr *e, bool *known, bool keep)
{
    pattern p = {.kind = PATTERN_EXPR, .expr = e};
    const terms *t = j->solve->terms;
    uint32_t v;
    if (e->kind == EXPR_TERM)
        return (pattern){.kind = PATTERN_TERM, .value = e->value};
    if (e->kind == EXPR_VARIABLE) {
        p.kind = known[e->variable] ? PATTERN_SLOT : keep ? PATTERN_BIND : PATTERN_ANY;
        p.slot = e->variable;
        known[e->variable] |= keep;
        return p;
    }
    if (expr_known(e, known))
        return p;
    if (expr_linear(t, e, &v, &p.m, &p.n)) {
        p.kind = PATTERN_LINEAR;
        p.slot = v;
        known[v] = true;
        return p;
    }
    bool negated = e->kind == EXPR_UNARY && e->op == SYN_NEG;
    if (e->kind != EXPR_FUNCTION && !negated) {
        j->failed = true;
        return p;
    }
    p.kind = negated ? PATTERN_NEGATED : PATTERN_FUNCTION;
    p.functor = e->functor;
    p.count = e->count;
    p.args = ARENA_ARRAY(j->arena, pattern, e->count + 1);
    for (uint32_t i = 0; i < e->count; i++)
        p.args[i] = make_pattern(j, arg_at(e, i), known, keep);
    return p;
}

/* ---- steps ---- */

static step *add_step(job *j, step_kind kind)
{
    step s = {.kind = kind, .relation = RELATION_NONE, .rule = j->rule};
    vec_push(j->arena, &j->steps, s);
    return &vec_at(&j->steps, j->steps.count - 1);
}

static const expr **atom_values(job *j, const expr *atom, uint32_t *count)
{
    const expr **values = ARENA_ARRAY(j->arena, const expr *, atom->count + 1);
    for (uint32_t i = 0; i < atom->count; i++)
        values[i] = arg_at(atom, i);
    *count = atom->count;
    return values;
}

/* An atom of which not everything is known: a loop. */
static void add_loop(job *j, const expr *atom, bool delta, bool keep, bool *known)
{
    functor f = expr_functor(j->solve->terms, atom);
    uint32_t relation = plan_relation(j->solve, f), keys = 0;
    unsigned char modes[64];
    step s = {.kind = delta ? STEP_DELTA : STEP_SCAN,
              .relation = relation,
              .functor = f,
              .count = atom->count,
              .rule = j->rule};
    s.left = atom->kind == EXPR_TERM ? atom : NULL;
    s.patterns = ARENA_ARRAY(j->arena, pattern, atom->count + 1);
    s.values = ARENA_ARRAY(j->arena, const expr *, atom->count + 1);
    for (uint32_t i = 0; i < atom->count && i < 64 && !delta; i++) {
        modes[i] = COLUMN_FREE;
        if (expr_known(arg_at(atom, i), known))
            modes[i] = COLUMN_VALUE;
        else if (arg_at(atom, i)->kind == EXPR_FUNCTION)
            modes[i] = COLUMN_FUNCTOR;
        keys += modes[i] != COLUMN_FREE;
        s.values[i] = arg_at(atom, i);
    }
    if (keys && atom->count <= 64) {
        s.kind = STEP_PROBE;
        s.index = index_of(j->solve, relation, modes);
    }
    for (uint32_t i = 0; i < atom->count; i++)
        s.patterns[i] = make_pattern(j, arg_at(atom, i), known, keep);
    vec_push(j->arena, &j->steps, s);
}

static void add_test(job *j, const expr *atom, bool negated, bool undefined_holds)
{
    step *s = add_step(j, STEP_TEST);
    s->functor = expr_functor(j->solve->terms, atom);
    s->relation = plan_relation(j->solve, s->functor);
    s->negated = negated;
    s->undefined_holds = undefined_holds;
    s->left = atom->kind == EXPR_TERM ? atom : NULL;
    s->values = atom_values(j, atom, &s->count);
}

static step *plan_inside(job *outer, lit *const *list, uint32_t count, const lit *more, const step *end);
static bool has_operation(const expr *e);

static void add_atom(job *j, const lit *l)
{
    bool known = expr_known(l->atom, j->known);
    if (l->nots == 0 && !known) {
        add_loop(j, l->atom, false, true, j->known);
        return;
    }
    if (known) {
        add_test(j, l->atom, l->nots == 1, l->undefined_holds);
        return;
    }
    /* what has no value is neither there nor not there */
    for (uint32_t i = 0; i < l->atom->count && !l->undefined_holds; i++)
        if (has_operation(arg_at(l->atom, i)) && expr_known(arg_at(l->atom, i), j->known)) {
            step *s = add_step(j, STEP_COMPARE);
            s->left = s->right = arg_at(l->atom, i);
            s->compare = SYN_EQ;
        }
    /* anonymous variables: is there any? */
    lit any = *l;
    any.nots = 0;
    lit *list[] = {&any};
    step end = {.kind = STEP_FOUND};
    step *inside = plan_inside(j, list, 1, NULL, &end);
    add_step(j, l->nots == 1 ? STEP_NONE : STEP_SOME)->inside = inside;
}

static void add_match(job *j, const expr *left, const expr *right)
{
    pattern *p = ARENA_NEW(j->arena, pattern);
    *p = make_pattern(j, left, j->known, true);
    step *s = add_step(j, STEP_MATCH);
    s->patterns = p;
    s->right = right;
}

static void add_compare(job *j, const lit *l)
{
    bool left = expr_known(l->left, j->known), right = expr_known(l->right, j->known);
    if (left && right) {
        step *s = add_step(j, STEP_COMPARE);
        s->left = l->left;
        s->right = l->right;
        s->compare = l->relation;
        s->undefined_holds = l->undefined_holds;
    } else if (right) {
        add_match(j, l->left, l->right);
    } else {
        add_match(j, l->right, l->left);
    }
}

static void add_range(job *j, const lit *l)
{
    pattern *p = ARENA_NEW(j->arena, pattern);
    *p = make_pattern(j, l->left, j->known, true);
    step *s = add_step(j, STEP_RANGE);
    s->patterns = p;
    s->left = l->low;
    s->right = l->high;
}

static bool has_operation(const expr *e)
{
    if (e->kind == EXPR_BINARY || e->kind == EXPR_UNARY || e->kind == EXPR_UNDEFINED)
        return true;
    for (uint32_t i = 0; i < e->count; i++)
        if (has_operation(arg_at(e, i)))
            return true;
    return false;
}

static step *finish(job *j);

static void globals_of(const lit *l, bool *used)
{
    const expr *all[] = {l->atom, l->left, l->right, l->low, l->high};
    for (int i = 0; i < 5; i++)
        if (all[i])
            expr_variables(all[i], used);
}

/* p(X) : q, where nothing else binds X: there must be some p(X) for each instance of q. */
static bool conditional_with_own_variables(job *outer, const lit *l)
{
    const lit_element *e = &l->elements[0];
    uint32_t n = outer->rule->variables;
    bool *known = ARENA_ARRAY(outer->arena, bool, n + 1), *used = ARENA_ARRAY(outer->arena, bool, n + 1), own = false;
    memcpy(known, outer->known, n);
    for (uint32_t i = 0; i < e->condition_count; i++)
        globals_of(e->conditions[i], known);
    globals_of(e->head, used);
    for (uint32_t v = 0; v < n; v++)
        own |= used[v] && !known[v];
    if (!own || e->head->nots)
        return false;
    job j = *outer;
    const lit **all = ARENA_ARRAY(j.arena, const lit *, e->condition_count + 1);
    j.steps.data = NULL;
    j.steps.count = j.steps.capacity = 0;
    j.known = ARENA_ARRAY(j.arena, bool, n + 1);
    memcpy(j.known, outer->known, n);
    for (uint32_t i = 0; i < e->condition_count; i++)
        all[i] = e->conditions[i];
    plan_take_all(&j, all, e->condition_count, NULL, NULL);
    step found = {.kind = STEP_FOUND};
    step *some = plan_inside(&j, (lit *const *)&e->head, 1, NULL, &found);
    add_step(&j, STEP_NONE)->inside = some;
    add_step(&j, STEP_FOUND);
    outer->failed |= j.failed;
    step *inside = finish(&j);
    add_step(outer, STEP_NONE)->inside = inside;
    return true;
}

/* `head : conditions` holds when no instance of the conditions goes without the head. */
static void add_conditional(job *j, const lit *l)
{
    const lit_element *e = &l->elements[0];
    if (conditional_with_own_variables(j, l))
        return;
    lit *without = ARENA_NEW(j->arena, lit);
    *without = *e->head;
    without->undefined_holds = true;
    switch (e->head->kind) {
    case LIT_ATOM:
        without->nots = e->head->nots == 1 ? 0 : 1;
        if (without->nots == 0 && has_operation(e->head->atom))
            without->nots = 2; /* only to be tested */
        break;
    case LIT_COMPARE: {
        static const syn_relation opposite[] = {[SYN_EQ] = SYN_NE, [SYN_NE] = SYN_EQ, [SYN_LT] = SYN_GE,
                                                [SYN_LE] = SYN_GT, [SYN_GT] = SYN_LE, [SYN_GE] = SYN_LT};
        without->relation = opposite[e->head->relation];
        without->nots = 2;
        break;
    }
    case LIT_FALSE: without = NULL; break;
    default: j->failed = true; return;
    }
    step end = {.kind = STEP_FOUND};
    step *inside = plan_inside(j, e->conditions, e->condition_count, without, &end);
    add_step(j, STEP_NONE)->inside = inside;
}

static step *plan_element(job *j, const lit *l, uint32_t index)
{
    const lit_element *e = &l->elements[index];
    step end = {.kind = STEP_COLLECT, .function = l->function};
    if (l->function != SYN_SET) {
        end.count = e->tuple_count;
        end.values = ARENA_ARRAY(j->arena, const expr *, e->tuple_count + 1);
        for (uint32_t i = 0; i < e->tuple_count; i++)
            end.values[i] = e->tuple[i];
    } else {
        const lit *h = e->head;
        bool atom = h->kind == LIT_ATOM;
        expr *tag = ARENA_NEW(j->arena, expr);
        *tag = (expr){.kind = EXPR_TERM, .value = (term)((atom ? h->nots : 3 + index) << 1 | 1)};
        end.count = atom ? 2 : 3;
        end.values = ARENA_ARRAY(j->arena, const expr *, 3);
        end.values[0] = tag;
        end.values[1] = atom ? h->atom : h->left;
        end.values[2] = atom ? NULL : h->right;
        if (h->kind == LIT_FALSE)
            end.count = 1;
    }
    if (end.count >= 64)
        j->failed = true;
    end.functor = terms_functor((terms *)(uintptr_t)j->solve->terms, 0, end.count, false);
    return plan_inside(j, e->conditions, e->condition_count, l->function == SYN_SET ? e->head : NULL, &end);
}

static void add_aggregate(job *j, const lit *l)
{
    step s = {.kind = STEP_AGGREGATE, .function = l->function, .negated = l->nots == 1, .rule = j->rule};
    s.elements = ARENA_ARRAY(j->arena, step *, l->element_count + 1);
    s.element_count = l->element_count;
    for (uint32_t i = 0; i < l->element_count; i++)
        s.elements[i] = plan_element(j, l, i);
    const expr *guards[] = {l->left, l->right};
    const syn_relation relations[] = {l->relation, l->right_relation};
    for (int i = 0; i < 2; i++) {
        s.guards[i] = guards[i];
        s.guard_relations[i] = relations[i];
        if (guards[i] && relations[i] == SYN_EQ && !expr_known(guards[i], j->known)) {
            s.guard_patterns[i] = ARENA_NEW(j->arena, pattern);
            *s.guard_patterns[i] = make_pattern(j, guards[i], j->known, true);
        }
    }
    vec_push(j->arena, &j->steps, s);
}

void plan_add(job *j, const lit *l)
{
    switch (l->kind) {
    case LIT_FALSE: add_step(j, STEP_FAIL); break;
    case LIT_ATOM: add_atom(j, l); break;
    case LIT_COMPARE: add_compare(j, l); break;
    case LIT_RANGE: add_range(j, l); break;
    case LIT_CONDITIONAL: add_conditional(j, l); break;
    case LIT_AGGREGATE: add_aggregate(j, l); break;
    }
}

void plan_add_once(job *j, const rule *r, bool *once)
{
    step *s = add_step(j, STEP_ONCE);
    s->functor = expr_functor(j->solve->terms, r->head);
    s->relation = plan_relation(j->solve, s->functor);
    s->left = r->head->kind == EXPR_TERM ? r->head : NULL;
    s->values = atom_values(j, r->head, &s->count);
    *once = true;
}

static step *finish(job *j)
{
    step *steps = ARENA_ARRAY(j->arena, step, j->steps.count);
    memcpy(steps, j->steps.data, j->steps.count * sizeof *steps);
    return steps;
}

static step *plan_inside(job *outer, lit *const *list, uint32_t count, const lit *more, const step *end)
{
    job j = *outer;
    const lit **all = ARENA_ARRAY(j.arena, const lit *, count + 2);
    j.steps.data = NULL;
    j.steps.count = j.steps.capacity = 0;
    j.known = ARENA_ARRAY(j.arena, bool, j.rule->variables + 1);
    memcpy(j.known, outer->known, j.rule->variables);
    for (uint32_t i = 0; i < count; i++)
        all[i] = list[i];
    if (more)
        all[count++] = more;
    plan_take_all(&j, all, count, NULL, NULL);
    step last = *end;
    last.rule = j.rule;
    vec_push(j.arena, &j.steps, last);
    outer->failed |= j.failed;
    return finish(&j);
}

void plan_expect(planner *p, uint32_t relation, double matches)
{
    if (relation >= p->size_count) {
        p->sizes =
            arena_grow(p->solve->arena, p->sizes, p->size_count * sizeof *p->sizes, (relation + 16) * sizeof *p->sizes);
        p->size_count = relation + 16;
    }
    p->sizes[relation] += matches < 1e5 ? matches : 1e5;
}

step *plan_rule(planner *p, const rule *r, uint32_t delta)
{
    job j = {.planner = p, .solve = p->solve, .arena = p->solve->arena, .rule = r, .matches = 1};
    j.known = ARENA_ARRAY(j.arena, bool, r->variables + 1);
    j.after = ARENA_ARRAY(j.arena, bool, r->variables + 1);
    const lit **all = ARENA_ARRAY(j.arena, const lit *, r->body_count + 1);
    uint32_t count = 0;
    bool once = false;
    if (delta != UINT32_MAX)
        add_loop(&j, body_at(r, delta)->atom, true, true, j.known);
    for (uint32_t i = 0; i < r->body_count; i++)
        if (i != delta)
            all[count++] = body_at(r, i);
    plan_take_all(&j, all, count, r->kind == HEAD_ATOM ? r : NULL, &once);
    step *s = add_step(&j, STEP_EMIT);
    s->stop = once || r->kind == HEAD_NONE;
    if (r->kind == HEAD_ATOM) {
        s->functor = expr_functor(j.solve->terms, r->head);
        s->relation = plan_relation(j.solve, s->functor);
        plan_expect(p, s->relation, j.matches);
        s->left = r->head->kind == EXPR_TERM ? r->head : NULL;
        s->values = atom_values(&j, r->head, &s->count);
    } else if (r->kind == HEAD_SHOW) {
        s->relation = p->solve->shown_terms;
        s->left = r->head;
    }
    if (r->kind == HEAD_SHOW && p->solve->shown_terms == RELATION_NONE)
        j.failed = true;
    return j.failed ? NULL : finish(&j);
}
