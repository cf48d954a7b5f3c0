/* The model of a stratified program (semi-naive evaluation: Bancilhon 1986; Ullman, "Principles of
 * Database and Knowledge-Base Systems", 1988). */
#include "logic/inside.h"

static void add_rule(logic_model *m, logic_stratum *g, uint32_t rule)
{
    const logic_rule *r = &vec_at(&m->join.program->rules, rule);
    vec_push(m->join.arena, &g->rules, rule);
    for (uint32_t i = 0; i < r->body_count; i++)
        if (body_at(r, i).kind == LOGIC_HOLDS)
            vec_push(m->join.arena, &g->reads, body_at(r, i).predicate);
}

/* Relations are in the system's memory. */
static void done(void *object)
{
    logic_model *m = object;
    for (uint32_t q = 0; q < m->join.program->predicates.count; q++)
        relation_done(&m->join.relations[q]);
}

void logic_model_init(logic_model *m, const logic_program *p, logic_terms *terms, uint64_t *budget, arena *a)
{
    uint32_t *listed = ARENA_ARRAY(a, uint32_t, p->rules.count + 1); /* [rule] stratum + 1 */
    join_init(&m->join, p, terms, a);
    arena_defer(a, done, m);
    m->strata = ARENA_ARRAY(a, logic_stratum, p->strata + 1);
    for (uint32_t q = 0; q < p->predicates.count; q++) {
        const logic_predicate *d = &vec_at(&p->predicates, q);
        logic_stratum *g = &m->strata[d->stratum];
        relation_init(&m->join.relations[q], d->width, budget, a);
        g->recursive |= d->recursive;
        g->phase = d->phase;
        vec_push(a, &g->predicates, q);
        for (uint32_t i = 0; i < p->rules_of[q].count; i++) {
            uint32_t rule = vec_at(&p->rules_of[q], i);
            if (listed[rule] != d->stratum + 1)
                add_rule(m, g, rule);
            listed[rule] = d->stratum + 1;
        }
    }
}

/* Plans are made when the relations they read first are filled: their sizes decide the order. */
static void make_plans(logic_model *m, uint32_t stratum)
{
    logic_stratum *g = &m->strata[stratum];
    const logic_program *p = m->join.program;
    g->planned = true;
    for (uint32_t i = 0; i < g->rules.count; i++) {
        uint32_t rule = vec_at(&g->rules, i);
        const logic_rule *r = &vec_at(&p->rules, rule);
        logic_plan *plan = logic_plan_rule(&m->join, rule, LOGIC_NONE, NULL, false);
        vec_push(m->join.arena, &g->once, plan);
        for (uint32_t k = 0; g->recursive && k < r->body_count; k++)
            if (body_at(r, k).kind == LOGIC_HOLDS &&
                vec_at(&p->predicates, body_at(r, k).predicate).stratum == stratum) {
                plan = logic_plan_rule(&m->join, rule, k, plan, false);
                vec_push(m->join.arena, &g->deltas, plan);
            }
    }
}

static bool add_head(void *user, const logic_plan *plan, const logic_term *values, const uint32_t *rows)
{
    logic_join *x = user;
    logic_term row[LOGIC_WIDTH_MAX];
    uint32_t number, p = plan->rule->head.predicate;
    (void)rows;
    if (plan->tuple)
        for (uint32_t i = 0; i < plan->rule->head.width; i++)
            row[i] = join_value(x, plan->tuple[i], values);
    else
        p = logic_atom(x, &plan->rule->head, values, row);
    if (p == LOGIC_NONE)
        return true;
    relation_add(&x->relations[p], row, &number);
    return !x->relations[p].failed || join_fail(x, LOGIC_MEMORY);
}

bool logic_model_run_stratum(logic_model *m, uint32_t stratum)
{
    logic_join *x = &m->join;
    logic_stratum *g = &m->strata[stratum];
    if (!g->planned)
        make_plans(m, stratum);
    const vec_u32 *all[] = {&g->reads, &g->predicates};
    for (uint32_t k = 0; k < 2; k++)
        for (uint32_t i = 0; i < all[k]->count; i++)
            x->now[vec_at(all[k], i)] = x->old[vec_at(all[k], i)] = x->relations[vec_at(all[k], i)].count;
    for (uint32_t i = 0; i < g->once.count; i++) {
        arena_work(x->arena, 1); /* facts are rules without a step */
        if (!logic_run(x, vec_at(&g->once, i), add_head, x))
            return false;
    }
    for (bool more = g->recursive; more;) {
        more = false;
        arena_work(x->arena, 1 + (g->predicates.count + g->deltas.count) / PLANS_UNIT);
        for (uint32_t i = 0; i < g->predicates.count; i++) {
            uint32_t p = vec_at(&g->predicates, i);
            x->now[p] = x->relations[p].count;
            more |= x->now[p] > x->old[p];
        }
        for (uint32_t i = 0; more && i < g->deltas.count; i++)
            if (logic_plan_due(x, vec_at(&g->deltas, i)) && !logic_run(x, vec_at(&g->deltas, i), add_head, x))
                return false;
        for (uint32_t i = 0; i < g->predicates.count; i++)
            x->old[vec_at(&g->predicates, i)] = x->now[vec_at(&g->predicates, i)];
    }
    return true;
}

bool logic_model_run(logic_model *m, logic_phase phase)
{
    for (uint32_t i = 0; i < m->join.program->strata; i++)
        if (m->strata[i].phase == phase && m->strata[i].rules.count > 0 && !logic_model_run_stratum(m, i))
            return false;
    return true;
}
