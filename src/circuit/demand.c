#include "circuit/demand_inside.h"

#include "base/stack.h"

#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 4000, LEVEL_FRAME = 2000, BLOCK_WORDS = 1 << 16 };
#define BUDGET (UINT64_C(600) << 20)
/* Rows tried for a static predicate before it is left to be asked for. */
#define STATIC_STEPS (UINT64_C(2) << 20)

/* ---- the stack of values ---- */

typedef struct dm_mark {
    dm_block *block;
    uint32_t used;
} dm_mark;

static dm_mark mark(const demand *d) { return (dm_mark){d->block, d->used}; }

static void release(demand *d, dm_mark m)
{
    d->block = m.block;
    d->used = m.used;
}

static uint32_t *take(demand *d, uint32_t words)
{
    if (d->used + words > BLOCK_WORDS) {
        if (!d->block->next) {
            d->block->next =
                arena_alloc(d->arena, sizeof(dm_block) + BLOCK_WORDS * sizeof(uint32_t));
            d->block->next->next = NULL;
        }
        d->block = d->block->next;
        d->used = 0;
    }
    d->used += words;
    return d->block->words + d->used - words;
}

/* ---- goals ---- */

dm_goal *dm_goal_of(demand *d, uint32_t predicate, const uint32_t *columns, uint32_t count)
{
    for (uint32_t i = 0; i < d->goals[predicate].count; i++) {
        dm_goal *g = d->goals[predicate].data[i];
        if (g->column_count == count &&
            (!count || memcmp(g->columns, columns, count * sizeof *columns) == 0))
            return g;
    }
    const flat_predicate *p = &d->program->predicates.data[predicate];
    dm_goal *g = ARENA_NEW(d->arena, dm_goal);
    uint32_t *copy = ARENA_ARRAY(d->arena, uint32_t, count + 1);
    if (count)
        memcpy(copy, columns, count * sizeof *copy);
    *g = (dm_goal){.predicate = predicate,
                   .width = p->width,
                   .columns = copy,
                   .column_count = count,
                   .all = count == p->width,
                   .phase = solve_phase_of(p),
                   .index = RL_NONE};
    facts_init(&g->calls, count, &d->budget);
    facts_init(&g->answers, p->width, &d->budget);
    if (count && !g->all)
        g->index = facts_index(&g->answers, copy, count, d->arena);
    vec_push(d->arena, &d->goals[predicate], g);
    return g;
}

static bool fail(demand *d, demand_status why)
{
    if (d->status == DEMAND_OK)
        d->status = why;
    return false;
}

/* The number of the question, asked for the first time or not. */
static uint32_t call_of(demand *d, dm_goal *g, const rl_term *key)
{
    uint32_t call = 0;
    if (g->epoch != d->epochs[g->phase]) {
        g->epoch = d->epochs[g->phase];
        facts_truncate(&g->calls, 0);
        facts_truncate(&g->answers, 0);
    }
    bool fresh = facts_add(&g->calls, key, &call);
    if (g->calls.failed)
        return fail(d, DEMAND_MEMORY), 0;
    if (fresh && call >= g->state_capacity) {
        uint32_t capacity = g->calls.capacity;
        dm_call *states = realloc(g->states, capacity * sizeof *states);
        if (!states)
            return fail(d, DEMAND_MEMORY), 0;
        g->states = states;
        g->state_capacity = capacity;
    }
    if (fresh)
        g->states[call] = (dm_call){0, 0, 0, false};
    return call;
}

static bool run_plan(demand *d, dm_goal *g, const rl_term *key, const dm_plan *p);

/* Takes back what was left open since. */
static void reopen(demand *d, uint32_t from, bool complete)
{
    while (d->open.count > from) {
        const dm_open *o = &d->open.data[--d->open.count];
        dm_call *c = &o->goal->states[o->call];
        c->complete |= complete;
        c->round = 0;
    }
}

/* Answers a question as far as can be; true when it is complete. */
static bool answer(demand *d, dm_goal *g, const rl_term *key)
{
    uint32_t call = call_of(d, g, key);
    if (d->status != DEMAND_OK)
        return false;
    dm_call *c = &g->states[call];
    if (c->complete)
        return true;
    if (c->depth || c->round == d->round) { /* being answered, or as far as this round can tell */
        uint32_t low = c->depth ? c->depth : c->low;
        d->low = low < d->low ? low : d->low;
        d->waited = true;
        return false;
    }
    if (d->depth >= d->max_depth)
        return fail(d, DEMAND_DEPTH);
    if (!g->planned)
        dm_make_plans(d, g);
    uint32_t depth = ++d->depth, outer_low = d->low, open = d->open.count;
    uint64_t outer_round = d->round;
    bool outer_waited = d->waited, complete = false, found = false;
    c->depth = depth;
    for (;;) {
        uint64_t before = d->found;
        d->low = depth;
        d->waited = false;
        for (uint32_t i = 0; i < g->plans.count && !found && d->status == DEMAND_OK; i++)
            found = run_plan(d, g, key, g->plans.data[i]);
        if (d->status != DEMAND_OK)
            return false;
        complete = found || !d->waited;
        if (complete || d->low < depth)
            break;
        complete = d->found == before;
        if (complete)
            break;
        d->round = ++d->rounds; /* again: it leads back to itself */
    }
    c = &g->states[call]; /* may have moved */
    c->depth = 0;
    c->complete = complete;
    d->depth--;
    d->round = outer_round;
    if (complete) {
        /* one answer is enough: what others waited for was not looked at to the end */
        reopen(d, open, !found);
        d->low = outer_low;
        d->waited = outer_waited;
        return true;
    }
    c->low = d->low;
    c->round = outer_round;
    vec_push(d->arena, &d->open, ((dm_open){g, call}));
    d->low = d->low < outer_low ? d->low : outer_low;
    d->waited = true;
    return false;
}

/* ---- plans ---- */

static bool apply_ops(demand *d, const dm_ops *ops, const rl_term *row, rl_term *values)
{
    for (uint32_t i = 0; i < ops->open_count; i++)
        values[ops->open[i]] = RL_NONE;
    for (uint32_t i = 0; i < ops->count; i++) {
        const dm_op *o = &ops->data[i];
        rl_term t = row[o->column];
        switch (o->kind) {
        case DM_SAME:
            if (t != o->what)
                return false;
            break;
        case DM_EQUAL:
            if (t != values[o->what])
                return false;
            break;
        case DM_BIND: values[o->what] = t; break;
        case DM_MATCH:
            if (!join_match(d->terms, o->what, t, values))
                return false;
            break;
        }
    }
    return true;
}

static rl_term build(demand *d, rl_term t, const rl_term *values)
{
    const rl_term_data *x = &d->terms->data.data[t];
    return x->ground ? t : x->variable ? values[x->symbol] : join_build(&d->s.t, t, values);
}

static void count_work(demand *d)
{
    enum { LOOK_WORK = 1 << 12 };
    if (++d->work % LOOK_WORK == 0)
        arena_look(d->arena->root);
}

/* Whether the row that the literal's arguments make is there. */
static bool find_row(demand *d, const dm_step *s, const rl_term *values, bool *complete)
{
    const flat_literal *l = s->literal;
    dm_mark m = mark(d);
    rl_term *row = take(d, l->whole ? JOIN_WIDTH_MAX : l->width + 1);
    fact_table *table = s->table;
    dm_goal *goal = s->goal;
    bool there = true;
    *complete = true;
    if (l->whole) {
        uint32_t p = join_atom(&d->s.t, l, values, row);
        there = p != RL_NONE;
        if (there && d->asked[p]) {
            uint32_t width = d->program->predicates.data[p].width, columns[JOIN_WIDTH_MAX];
            for (uint32_t i = 0; i < width; i++)
                columns[i] = i;
            goal = dm_goal_of(d, p, columns, width);
            table = &goal->answers;
        } else if (there) {
            table = &d->s.t.tables[p];
        }
    } else {
        for (uint32_t i = 0; i < l->width; i++)
            row[i] = build(d, s->args[i], values);
    }
    count_work(d);
    if (there && goal)
        *complete = answer(d, goal, row);
    there = there && d->status == DEMAND_OK && facts_find(table, row) != 0;
    release(d, m);
    return there;
}

/* From a row to the next one. Only when it is asked for: an index that grew has other chains. */
static void advance(const dm_step *s, uint32_t *cursor)
{
    *cursor = s->index == RL_NONE ? *cursor + 1 : facts_next(s->table, s->index, *cursor - 1);
}

/* The first row from the cursor on that fits; the cursor stays there. */
static bool next_row(demand *d, const dm_step *s, rl_term *values, uint32_t *cursor)
{
    const fact_table *t = s->table;
    bool indexed = s->index != RL_NONE;
    for (; indexed ? *cursor > 0 : *cursor < t->count; advance(s, cursor)) {
        count_work(d);
        if (apply_ops(d, &s->ops, facts_row(t, *cursor - indexed), values))
            return true;
    }
    return false;
}

/* Asks, if there is a goal, and stands before the first row. */
static bool open_rows(demand *d, const dm_step *s, const rl_term *values, uint32_t *cursor)
{
    bool complete = true;
    dm_mark m = mark(d);
    rl_term *key = take(d, s->column_count + 1);
    for (uint32_t i = 0; i < s->column_count; i++)
        key[i] = build(d, s->args[s->columns[i]], values);
    if (s->goal)
        complete = answer(d, s->goal, key);
    *cursor = s->index == RL_NONE ? 0 : facts_first(s->table, s->index, key);
    release(d, m);
    return complete;
}

/* The first way, or with `again` the next one, in which a step can be taken. */
static bool take_step(demand *d, const dm_step *s, rl_term *values, uint32_t *cursor, bool again)
{
    bool complete = true, there = false;
    if (s->kind == DM_ROWS) {
        if (again)
            advance(s, cursor);
        else
            open_rows(d, s, values, cursor);
        return d->status == DEMAND_OK && next_row(d, s, values, cursor);
    }
    if (again)
        return false;
    switch (s->kind) {
    case DM_ROWS: break;
    case DM_FIND: return find_row(d, s, values, &complete);
    case DM_ABSENT: there = find_row(d, s, values, &complete); break;
    case DM_NONE:
        complete = open_rows(d, s, values, cursor);
        there = d->status == DEMAND_OK && next_row(d, s, values, cursor);
        break;
    case DM_DISTINCT: return build(d, s->args[0], values) != build(d, s->args[1], values);
    case DM_UNIFY:
        for (uint32_t i = 0; i < s->ops.open_count; i++)
            values[s->ops.open[i]] = RL_NONE;
        return join_match(d->terms, s->args[1], build(d, s->args[0], values), values);
    }
    if (!there && !complete) /* what is not there yet may still come */
        return fail(d, DEMAND_NEGATION);
    return !there;
}

/* Adds the head. True when the question needs no more answers. */
static bool fire(demand *d, dm_goal *g, const rl_term *key, const dm_plan *p, const rl_term *values,
                 rl_term *row)
{
    const flat_literal *h = &p->rule->head;
    uint32_t number;
    if (p->filter) {
        if (join_atom(&d->s.t, h, values, row) != g->predicate)
            return false;
        for (uint32_t i = 0; i < g->column_count; i++)
            if (row[g->columns[i]] != key[i])
                return false;
    } else {
        for (uint32_t i = 0; i < h->width; i++)
            row[i] = build(d, h->args[i], values);
    }
    d->found += facts_add(&g->answers, row, &number);
    if (g->answers.failed || d->s.t.failed)
        fail(d, g->answers.failed ? DEMAND_MEMORY : DEMAND_DEPTH);
    return g->all;
}

/* True when an answer was found and no other is needed. */
static bool run_plan(demand *d, dm_goal *g, const rl_term *key, const dm_plan *p)
{
    dm_mark m = mark(d);
    rl_term *values = take(d, p->rule->variables + 1);
    bool enough = false;
    if (apply_ops(d, &p->head, key, values)) {
        rl_term *row = take(d, p->filter ? JOIN_WIDTH_MAX : g->width + 1);
        uint32_t *cursors = take(d, p->count + 1), at = 0;
        for (bool again = false;;) {
            bool through =
                at < p->count && take_step(d, &p->steps[at], values, &cursors[at], again);
            if (d->status != DEMAND_OK)
                break;
            if (through) {
                at++;
                again = false;
                if (at < p->count)
                    continue;
            }
            if (at == p->count) {
                enough = fire(d, g, key, p, values, row);
                if (enough || d->status != DEMAND_OK)
                    break;
            }
            if (at == 0)
                break;
            at--;
            again = true;
        }
    }
    release(d, m);
    return enough && d->status == DEMAND_OK;
}

/* ---- tables ---- */

/* Static predicates that are large or stand on such ones are left to be asked for. */
static void fill_static(demand *d)
{
    const flat_program *f = d->program;
    join_tables *t = &d->s.t;
    for (uint32_t i = 0; i < f->strata; i++) {
        solve_group *g = &d->s.groups[i];
        bool ask = false;
        if (g->phase != SOLVE_STATIC || g->rules.count == 0)
            continue;
        for (uint32_t k = 0; k < g->rules.count; k++) {
            const flat_rule *r = &f->rules.data[g->rules.data[k]];
            for (uint32_t j = 0; j < r->body_count; j++)
                ask |= (r->body[j].kind == RL_HOLDS || r->body[j].kind == RL_FAILS) &&
                       d->asked[r->body[j].predicate];
        }
        t->max_steps = t->steps + STATIC_STEPS;
        ask = ask || !solver_run_group(&d->s, i);
        for (uint32_t k = 0; ask && k < g->predicates.count; k++) {
            uint32_t p = g->predicates.data[k];
            facts_done(&t->tables[p]);
            facts_init(&t->tables[p], f->predicates.data[p].width, &d->budget);
            d->asked[p] = true;
        }
        t->failed = false;
    }
    t->max_steps = 0;
}

/* Tables are in the system's memory. */
static void done(void *object)
{
    demand *d = object;
    for (uint32_t p = 0; p < d->program->predicates.count; p++)
        for (uint32_t i = 0; i < d->goals[p].count; i++) {
            dm_goal *g = d->goals[p].data[i];
            facts_done(&g->calls);
            facts_done(&g->answers);
            free(g->states);
        }
    solver_done(&d->s);
}

demand *demand_new(flat_program *f, rl_terms *terms, arena *a)
{
    demand *d = ARENA_NEW(a, demand);
    *d = (demand){.max_depth = stack_depth(DEPTH_MAX, LEVEL_FRAME),
        .program = f, .terms = terms, .arena = a, .limit = BUDGET, .budget = BUDGET, .rounds = 1, .round = 1};
    uint32_t count = f->predicates.count;
    solver_init(&d->s, f, terms, &d->budget, a);
    d->asked = ARENA_ARRAY(a, bool, count + 1);
    d->goals = arena_alloc(a, sizeof *d->goals * (count + 1));
    arena_defer(a, done, d);
    for (uint32_t p = 0; p < count; p++) {
        const flat_predicate *q = &f->predicates.data[p];
        d->asked[p] =
            solve_phase_of(q) != SOLVE_STATIC && q->keyword != RL_TRUE && q->keyword != RL_DOES;
    }
    d->first_block = d->block = arena_alloc(a, sizeof(dm_block) + BLOCK_WORDS * sizeof(uint32_t));
    d->epochs[SOLVE_STATIC] = d->epochs[SOLVE_STATE] = d->epochs[SOLVE_ACTS] = 1;
    fill_static(d);
    return d;
}

fact_table *demand_table(demand *d, uint32_t predicate)
{
    return d->asked[predicate] ? NULL : &d->s.t.tables[predicate];
}

void demand_forget(demand *d, solve_phase phase)
{
    for (uint32_t i = phase; i < SOLVE_PHASES; i++)
        d->epochs[i]++;
    for (uint32_t p = 0; p < d->program->predicates.count; p++) {
        rl_keyword k = d->program->predicates.data[p].keyword;
        if ((k == RL_TRUE && phase == SOLVE_STATE) || k == RL_DOES)
            facts_truncate(&d->s.t.tables[p], 0);
    }
}

/* Questions may be left half answered. */
static void start_anew(demand *d)
{
    d->block = d->first_block;
    d->used = 0;
    for (int i = 0; i < SOLVE_PHASES; i++)
        d->epochs[i]++;
}

const fact_table *demand_all(demand *d, uint32_t predicate)
{
    if (!d->asked[predicate])
        return &d->s.t.tables[predicate];
    dm_goal *g = dm_goal_of(d, predicate, NULL, 0);
    if (d->busy) /* out of memory in the middle of the last one */
        start_anew(d);
    d->busy = true;
    d->status = DEMAND_OK;
    d->s.t.failed = false;
    d->depth = 0;
    d->low = UINT32_MAX;
    d->waited = false;
    d->open.count = 0;
    d->round = ++d->rounds;
    answer(d, g, NULL);
    d->busy = false;
    if (d->status == DEMAND_OK)
        return &g->answers;
    start_anew(d);
    return NULL;
}

void demand_share(demand *d, uint64_t bytes)
{
    uint64_t limit = bytes < BUDGET ? bytes : BUDGET, used = d->limit - d->budget;
    d->limit = limit > used ? limit : used;
    d->budget = d->limit - used;
}

demand_status demand_state(const demand *d) { return d->status; }
