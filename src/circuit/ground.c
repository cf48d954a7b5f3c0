#include "circuit/ground.h"

#include <stdlib.h>
#include <string.h>

/* Rows tried: about a second. Rule sheets with more than this are better run as they are: their
 * networks take a gigabyte and longer to evaluate than the few rules that matter in a state. */
#define STEPS_MAX     (UINT64_C(24) << 20)
#define ROUND_SHARE   64 /* plans looked at in a round that count as one row */
#define INSTANCES_MAX (UINT64_C(4) << 20)

static bool put(grounding *g, uint32_t word)
{
    if (g->word_count == g->word_capacity) {
        size_t capacity = g->word_capacity ? g->word_capacity * 2 : 1024;
        size_t bytes = (capacity - g->word_capacity) * sizeof *g->words;
        if (bytes > g->budget)
            return !(g->failed = true);
        g->budget -= bytes;
        uint32_t *words = realloc(g->words, capacity * sizeof *words);
        if (!words)
            arena_no_memory(g->solver.t.arena);
        g->words = words;
        g->word_capacity = capacity;
    }
    g->words[g->word_count++] = word;
    return true;
}

/* What comes to hold in the next state, or is legal, can hold, or be done. */
static bool carry_over(grounding *g, uint32_t predicate, const rl_term *row)
{
    const flat_predicate *p = &g->program->predicates.data[predicate];
    rl_keyword to = p->keyword == RL_NEXT || p->keyword == RL_INIT ? RL_TRUE
                    : p->keyword == RL_LEGAL                       ? RL_DOES
                                                                   : RL_PLAIN;
    uint32_t number, other = to == RL_PLAIN ? RL_NONE : flat_find(g->program, to, p->shape);
    if (other == RL_NONE)
        return true;
    facts_add(&g->solver.t.tables[other], row, &number);
    return !g->solver.t.tables[other].failed;
}

static bool record(void *user, const join_plan *plan, const rl_term *values, const uint32_t *rows)
{
    grounding *g = user;
    join_tables *t = &g->solver.t;
    const flat_rule *r = plan->rule;
    rl_term row[JOIN_WIDTH_MAX];
    uint32_t head, number, p = join_atom(t, &r->head, values, row);
    if (p == RL_NONE)
        return true;
    if (facts_add(&t->tables[p], row, &head) && !carry_over(g, p, row))
        return false;
    if (t->tables[p].failed || !put(g, plan->number) || (r->head.whole && !put(g, p)) ||
        !put(g, head))
        return false;
    for (uint32_t i = 0; i < r->body_count; i++) {
        const flat_literal *l = &r->body[i];
        if (!ground_changes(g->program, l))
            continue;
        if (l->kind == RL_HOLDS) {
            if (!put(g, rows[i]))
                return false;
            continue;
        }
        p = join_atom(t, l, values, row);
        if (l->whole && !put(g, p))
            return false;
        if (p == RL_NONE) {
            if (!put(g, 0))
                return false;
            continue;
        }
        facts_add(&g->mentioned[p], row, &number);
        if (g->mentioned[p].failed || !put(g, number))
            return false;
    }
    g->failed |= ++g->instances > INSTANCES_MAX;
    return !g->failed;
}

typedef VEC(join_plan *) plan_list;

/* Rules with changing heads; those without changing positive literals fire once. */
static void make_plans(grounding *g, plan_list *once, plan_list *deltas)
{
    flat_program *f = g->program;
    join_tables *t = &g->solver.t;
    for (uint32_t i = 0; i < f->rules.count; i++) {
        const flat_rule *r = &f->rules.data[i];
        const flat_predicate *head = &f->predicates.data[r->head.predicate];
        if (!head->dynamic && !head->acts)
            continue;
        join_plan *p = NULL;
        for (uint32_t j = 0; j < r->body_count; j++)
            if (r->body[j].kind == RL_HOLDS && ground_changes(f, &r->body[j])) {
                p = join_make(t, i, j, p);
                vec_push(t->arena, deltas, p);
            }
        if (!p)
            vec_push(t->arena, once, join_make(t, i, RL_NONE, NULL));
    }
}

static uint64_t total_rows(const grounding *g)
{
    uint64_t all = 0;
    for (uint32_t p = 0; p < g->program->predicates.count; p++)
        all += g->solver.t.tables[p].count;
    return all;
}

static bool run_rounds(grounding *g)
{
    join_tables *t = &g->solver.t;
    uint32_t count = g->program->predicates.count;
    plan_list once = {0}, deltas = {0};
    for (uint32_t p = 0; p < count; p++) {
        const flat_predicate *d = &g->program->predicates.data[p];
        for (uint32_t i = 0; d->keyword == RL_INIT && i < t->tables[p].count; i++)
            if (!carry_over(g, p, facts_row(&t->tables[p], i)))
                return false;
    }
    t->relaxed = true;
    make_plans(g, &once, &deltas);
    for (uint32_t p = 0; p < count; p++) {
        const flat_predicate *d = &g->program->predicates.data[p];
        t->now[p] = t->tables[p].count;
        t->old[p] = d->dynamic || d->acts ? 0 : t->now[p]; /* nothing is new about the others */
    }
    for (uint32_t i = 0; i < once.count; i++)
        if (!join_run(t, once.data[i], record, g))
            return false;
    /* the first round takes what was there, the next ones what each round added */
    for (uint32_t p = 0; p < count; p++)
        t->now[p] = t->tables[p].count;
    uint64_t planned = total_rows(g);
    for (bool more = true; more;) {
        if (total_rows(g) > 2 * planned) { /* other orders may be better now */
            planned = total_rows(g);
            deltas.count = once.count = 0;
            make_plans(g, &once, &deltas);
        }
        t->steps += deltas.count / ROUND_SHARE;
        for (uint32_t i = 0; i < deltas.count; i++)
            if (join_has_news(t, deltas.data[i]) && !join_run(t, deltas.data[i], record, g))
                return false;
        more = false;
        for (uint32_t p = 0; p < count; p++) {
            t->old[p] = t->now[p];
            t->now[p] = t->tables[p].count;
            more |= t->now[p] > t->old[p];
        }
    }
    return true;
}

/* Tables and words are in the system's memory. */
static void done(void *object)
{
    grounding *g = object;
    solver_done(&g->solver);
    for (uint32_t p = 0; p < g->program->predicates.count; p++)
        facts_done(&g->mentioned[p]);
    free(g->words);
}

grounding *ground_make(flat_program *f, uint64_t budget, arena *a, bool *fits)
{
    grounding *g = ARENA_NEW(a, grounding);
    *g = (grounding){.program = f, .budget = budget};
    solver_init(&g->solver, f, &f->source->terms, &g->budget, a);
    g->solver.t.max_steps = STEPS_MAX;
    g->mentioned = ARENA_ARRAY(a, fact_table, f->predicates.count + 1);
    for (uint32_t p = 0; p < f->predicates.count; p++)
        facts_init(&g->mentioned[p], f->predicates.data[p].width, &g->budget);
    arena_defer(a, done, g);
    *fits = solver_run(&g->solver, SOLVE_STATIC) && run_rounds(g);
    for (uint32_t p = 0; p < f->predicates.count; p++)
        if (g->solver.t.tables[p].exhausted || g->mentioned[p].exhausted)
            arena_no_memory(a);
    return g;
}
