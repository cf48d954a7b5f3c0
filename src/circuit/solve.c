#include "circuit/solve.h"

#include <string.h>

solve_phase solve_phase_of(const flat_predicate *p)
{
    return p->acts ? SOLVE_ACTS : p->dynamic ? SOLVE_STATE : SOLVE_STATIC;
}

static void add_rule(solver *s, solve_group *g, uint32_t rule)
{
    const flat_rule *r = &s->t.program->rules.data[rule];
    vec_push(s->t.arena, &g->rules, rule);
    for (uint32_t i = 0; i < r->body_count; i++)
        if (r->body[i].kind == RL_HOLDS)
            vec_push(s->t.arena, &g->reads, r->body[i].predicate);
}

void solver_init(solver *s, flat_program *f, rl_terms *terms, uint64_t *budget, arena *a)
{
    uint32_t count = f->predicates.count;
    *s = (solver){.t = {.program = f, .terms = terms, .arena = a}};
    s->t.tables = ARENA_ARRAY(a, fact_table, count + 1);
    s->t.old = ARENA_ARRAY(a, uint32_t, count + 1);
    s->t.now = ARENA_ARRAY(a, uint32_t, count + 1);
    s->groups = ARENA_ARRAY(a, solve_group, f->strata + 1);
    uint32_t *listed = ARENA_ARRAY(a, uint32_t, f->rules.count + 1); /* [rule] stratum + 1 */
    for (uint32_t p = 0; p < count; p++) {
        const flat_predicate *d = &f->predicates.data[p];
        solve_group *g = &s->groups[d->stratum];
        facts_init(&s->t.tables[p], d->width, budget);
        g->recursive |= d->recursive;
        g->phase = solve_phase_of(d);
        vec_push(a, &g->predicates, p);
        for (uint32_t i = 0; i < f->rules_of[p].count; i++) {
            uint32_t rule = f->rules_of[p].data[i];
            if (listed[rule] != d->stratum + 1)
                add_rule(s, g, rule);
            listed[rule] = d->stratum + 1;
        }
    }
}

void solver_done(solver *s)
{
    for (uint32_t p = 0; p < s->t.program->predicates.count; p++)
        facts_done(&s->t.tables[p]);
}

/* Plans are made when the tables they read first are filled: their sizes decide the order. */
static void make_plans(solver *s, uint32_t stratum)
{
    solve_group *g = &s->groups[stratum];
    const flat_program *f = s->t.program;
    g->planned = true;
    for (uint32_t i = 0; i < g->rules.count; i++) {
        uint32_t rule = g->rules.data[i];
        const flat_rule *r = &f->rules.data[rule];
        join_plan *p = join_make(&s->t, rule, RL_NONE, NULL);
        vec_push(s->t.arena, &g->first, p);
        for (uint32_t k = 0; g->recursive && k < r->body_count; k++)
            if (r->body[k].kind == RL_HOLDS &&
                f->predicates.data[r->body[k].predicate].stratum == stratum) {
                p = join_make(&s->t, rule, k, p);
                vec_push(s->t.arena, &g->deltas, p);
            }
    }
}

static bool add_head(void *user, const join_plan *plan, const rl_term *values, const uint32_t *rows)
{
    join_tables *t = user;
    rl_term row[JOIN_WIDTH_MAX];
    uint32_t number;
    (void)rows;
    uint32_t p = join_atom(t, &plan->rule->head, values, row);
    if (p != RL_NONE)
        facts_add(&t->tables[p], row, &number);
    return p == RL_NONE || !t->tables[p].failed;
}

bool solver_run_group(solver *s, uint32_t stratum)
{
    join_tables *t = &s->t;
    solve_group *g = &s->groups[stratum];
    if (!g->planned)
        make_plans(s, stratum);
    for (uint32_t i = 0; i < g->reads.count; i++) {
        uint32_t p = g->reads.data[i];
        t->now[p] = t->old[p] = t->tables[p].count;
    }
    for (uint32_t i = 0; i < g->predicates.count; i++) {
        uint32_t p = g->predicates.data[i];
        t->now[p] = t->old[p] = t->tables[p].count;
    }
    for (uint32_t i = 0; i < g->first.count; i++)
        if (!join_run(t, g->first.data[i], add_head, t))
            return false;
    for (bool more = g->recursive; more;) {
        more = false;
        for (uint32_t i = 0; i < g->predicates.count; i++) {
            uint32_t p = g->predicates.data[i];
            t->now[p] = t->tables[p].count;
            more |= t->now[p] > t->old[p];
        }
        for (uint32_t i = 0; more && i < g->deltas.count; i++)
            if (join_has_news(t, g->deltas.data[i]) &&
                !join_run(t, g->deltas.data[i], add_head, t))
                return false;
        for (uint32_t i = 0; i < g->predicates.count; i++)
            t->old[g->predicates.data[i]] = t->now[g->predicates.data[i]];
    }
    return true;
}

bool solver_run(solver *s, solve_phase phase)
{
    for (uint32_t i = 0; i < s->t.program->strata; i++)
        if (s->groups[i].phase == phase && s->groups[i].rules.count > 0 && !solver_run_group(s, i))
            return false;
    return true;
}
