#include "circuit/ground.h"

#include "base/room.h"
#include "logic/relation.h"

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
        if (!ROOM_OF(g->words, capacity))
            arena_no_memory(g->model.join.arena);
        g->word_capacity = capacity;
    }
    g->words[g->word_count++] = word;
    return true;
}

/* What comes to hold in the next state, or is legal, can hold, or be done. */
static bool carry_over(grounding *g, uint32_t predicate, const logic_term *row)
{
    const flat_predicate *p = &vec_at(&g->program->predicates, predicate);
    rl_keyword to = p->keyword == RL_NEXT || p->keyword == RL_INIT ? RL_TRUE
                    : p->keyword == RL_LEGAL                       ? RL_DOES
                                                                   : RL_PLAIN;
    uint32_t number, other = to == RL_PLAIN ? LOGIC_NONE : flat_find(g->program, to, p->shape);
    if (other == LOGIC_NONE)
        return true;
    relation_add(&g->model.join.relations[other], row, &number);
    return !g->model.join.relations[other].failed;
}

static bool record(void *user, const logic_plan *plan, const logic_term *values, const uint32_t *rows)
{
    grounding *g = user;
    logic_join *x = &g->model.join;
    const logic_rule *r = &vec_at(&x->program->rules, logic_plan_number(plan));
    logic_term row[LOGIC_WIDTH_MAX];
    uint32_t head, number, p = logic_atom(x, &r->head, values, row);
    if (p == LOGIC_NONE)
        return true;
    if (relation_add(&x->relations[p], row, &head) && !carry_over(g, p, row))
        return false;
    if (x->relations[p].failed || !put(g, logic_plan_number(plan)) || (r->head.whole && !put(g, p)) || !put(g, head))
        return false;
    for (uint32_t i = 0; i < r->body_count; i++) {
        const logic_literal *l = &r->body[i];
        if (!ground_changes(g->program, l))
            continue;
        if (l->kind == LOGIC_HOLDS) {
            if (!put(g, rows[i]))
                return false;
            continue;
        }
        p = logic_atom(x, l, values, row);
        if (l->whole && !put(g, p))
            return false;
        if (p == LOGIC_NONE) {
            if (!put(g, 0))
                return false;
            continue;
        }
        relation_add(&g->mentioned[p], row, &number);
        if (g->mentioned[p].failed || !put(g, number))
            return false;
    }
    g->failed |= ++g->instances > INSTANCES_MAX;
    return !g->failed;
}

typedef VEC(logic_plan *) plan_list;

/* Rules with changing heads; those without changing positive literals fire once. */
static void make_plans(grounding *g, plan_list *once, plan_list *deltas)
{
    flat_program *f = g->program;
    logic_join *x = &g->model.join;
    for (uint32_t i = 0; i < f->logic.rules.count; i++) {
        const logic_rule *r = &vec_at(&f->logic.rules, i);
        if (vec_at(&f->logic.predicates, r->head.predicate).phase == LOGIC_STATIC)
            continue;
        logic_plan *p = NULL;
        for (uint32_t j = 0; j < r->body_count; j++)
            if (body_at(r, j).kind == LOGIC_HOLDS && ground_changes(f, &r->body[j])) {
                p = logic_plan_rule(x, i, j, p, true);
                vec_push(x->arena, deltas, p);
            }
        if (!p)
            vec_push(x->arena, once, logic_plan_rule(x, i, LOGIC_NONE, NULL, true));
    }
}

static uint64_t total_rows(const grounding *g)
{
    uint64_t all = 0;
    for (uint32_t p = 0; p < g->program->predicates.count; p++)
        all += g->model.join.relations[p].count;
    return all;
}

static bool run_rounds(grounding *g)
{
    logic_join *x = &g->model.join;
    uint32_t count = g->program->predicates.count;
    plan_list once = {0}, deltas = {0};
    for (uint32_t p = 0; p < count; p++) {
        const flat_predicate *d = &vec_at(&g->program->predicates, p);
        for (uint32_t i = 0; d->keyword == RL_INIT && i < x->relations[p].count; i++)
            if (!carry_over(g, p, relation_row(&x->relations[p], i)))
                return false;
    }
    x->relaxed = true;
    make_plans(g, &once, &deltas);
    for (uint32_t p = 0; p < count; p++) {
        x->now[p] = x->relations[p].count;
        x->old[p] = vec_at(&g->program->logic.predicates, p).phase != LOGIC_STATIC
                        ? 0
                        : x->now[p]; /* nothing is new about the others */
    }
    for (uint32_t i = 0; i < once.count; i++)
        if (!logic_run(x, vec_at(&once, i), record, g))
            return false;
    /* the first round takes what was there, the next ones what each round added */
    for (uint32_t p = 0; p < count; p++)
        x->now[p] = x->relations[p].count;
    uint64_t planned = total_rows(g);
    for (bool more = true; more;) {
        if (total_rows(g) > 2 * planned) { /* other orders may be better now */
            planned = total_rows(g);
            deltas.count = once.count = 0;
            make_plans(g, &once, &deltas);
        }
        x->steps += deltas.count / ROUND_SHARE;
        arena_work(x->arena, 1 + deltas.count / PLANS_UNIT);
        for (uint32_t i = 0; i < deltas.count; i++)
            if (logic_plan_due(x, vec_at(&deltas, i)) && !logic_run(x, vec_at(&deltas, i), record, g))
                return false;
        more = false;
        for (uint32_t p = 0; p < count; p++) {
            x->old[p] = x->now[p];
            x->now[p] = x->relations[p].count;
            more |= x->now[p] > x->old[p];
        }
    }
    return true;
}

/* Tables and words are in the system's memory. */
static void done(void *object)
{
    grounding *g = object;
    for (uint32_t p = 0; p < g->program->predicates.count; p++)
        relation_done(&g->mentioned[p]);
    free(g->words);
}

grounding *ground_make(flat_program *f, uint64_t budget, arena *a, bool *fits)
{
    grounding *g = ARENA_NEW(a, grounding);
    *g = (grounding){.program = f, .budget = budget};
    logic_model_init(&g->model, &f->logic, &f->source->terms, &g->budget, a);
    g->model.join.max_steps = STEPS_MAX;
    g->mentioned = ARENA_ARRAY(a, logic_relation, f->predicates.count + 1);
    for (uint32_t p = 0; p < f->predicates.count; p++)
        relation_init(&g->mentioned[p], vec_at(&f->logic.predicates, p).width, &g->budget, a);
    arena_defer(a, done, g);
    *fits = logic_model_run(&g->model, LOGIC_STATIC) && run_rounds(g);
    for (uint32_t p = 0; p < f->predicates.count; p++)
        if (g->model.join.relations[p].exhausted || g->mentioned[p].exhausted)
            arena_no_memory(a);
    return g;
}
