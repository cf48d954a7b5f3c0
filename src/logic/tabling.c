/* Top-down evaluation with tables (Tamaki, Sato, "OLD Resolution with Tabulation", 1986): an atom
 * is derived only when something asks for it, with what is known of its arguments, and the answers
 * of a subgoal are kept for as long as they hold. Subgoals that lead back to themselves are
 * repeated until nothing new is found (Zhou, Sato, Shen, "Linear tabling strategies and
 * optimizations", 2008). Fewer atoms are looked at than when all that follows is computed, most of
 * all where rules look ahead. */
#include "logic/inside.h"

#include "base/room.h"
#include "base/stack.h"

#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 4000, LEVEL_FRAME = 3000, DIRECT_KEY = 3 /* columns */ };
#define BUDGET (UINT64_C(600) << 20)
/* Rows tried for a static predicate before it is left to be asked for. */
#define STATIC_STEPS (UINT64_C(2) << 20)

typedef struct open_call {
    logic_subgoal *subgoal;
    uint32_t call;
} open_call;

struct logic_tabling {
    logic_model model; /* its relations: inputs, small static predicates */
    logic_join *join;
    uint64_t limit, budget;          /* bytes of the relations: in all, left */
    bool *tabled;                    /* [predicate] */
    VEC(logic_subgoal *) * subgoals; /* [predicate] */
    uint64_t epochs[LOGIC_PHASES];
    uint32_t depth, max_depth, low;
    uint32_t bare; /* calls under way that are not kept */
    bool busy;
    bool waited; /* some answer came from a call that is not complete */
    uint64_t round, rounds, found;
    VEC(open_call) open; /* answered, but not complete */
};

/* ---- calls ---- */

logic_subgoal *tabling_subgoal(logic_tabling *t, uint32_t predicate, const uint32_t *columns, uint32_t count)
{
    for (uint32_t i = 0; i < t->subgoals[predicate].count; i++) {
        logic_subgoal *g = vec_at(&t->subgoals[predicate], i);
        if (g->column_count == count && (!count || memcmp(g->columns, columns, count * sizeof *columns) == 0))
            return g;
    }
    arena *a = t->join->arena;
    const logic_predicate *p = &vec_at(&t->join->program->predicates, predicate);
    logic_subgoal *g = ARENA_NEW(a, logic_subgoal);
    uint32_t *copy = ARENA_ARRAY(a, uint32_t, count + 1);
    if (count)
        memcpy(copy, columns, count * sizeof *copy);
    *g = (logic_subgoal){.predicate = predicate,
                         .width = p->width,
                         .columns = copy,
                         .column_count = count,
                         .all = count == p->width,
                         .recursive = p->recursive,
                         .phase = p->phase};
    relation_init(&g->keys, count, &t->budget, a);
    relation_init(&g->answers, p->width, &t->budget, a);
    if (count <= DIRECT_KEY)
        relation_direct(&g->keys);
    vec_push(a, &t->subgoals[predicate], g);
    return g;
}

static bool make_room(logic_tabling *t, void *array, uint32_t *capacity, uint32_t wanted, size_t item)
{
    if (!room_resize(array, wanted * item))
        return join_fail(t->join, LOGIC_MEMORY);
    *capacity = wanted;
    return true;
}

/* The number of the key's call, which is made if there is none. */
static uint32_t call_of(logic_tabling *t, logic_subgoal *g, const logic_term *key)
{
    uint32_t call = 0;
    if (g->epoch != t->epochs[g->phase]) {
        g->epoch = t->epochs[g->phase];
        relation_clear(&g->keys);
        relation_clear(&g->answers);
    }
    if (!relation_add(&g->keys, key, &call)) {
        if (g->keys.failed)
            join_fail(t->join, LOGIC_MEMORY);
        return call;
    }
    if (call >= g->call_capacity && !make_room(t, &g->calls, &g->call_capacity, g->keys.capacity, sizeof *g->calls))
        return 0;
    g->calls[call] = (logic_call){.depth = 0};
    return call;
}

/* An instance of a rule for a call. */
typedef struct answering {
    logic_tabling *t;
    logic_subgoal *g;
    uint32_t call;
    const logic_term *key;
} answering;

/* Adds the head. False when the call needs no more answers. */
static bool add_answer(void *user, const logic_plan *p, const logic_term *values, const uint32_t *rows)
{
    const answering *a = user;
    logic_subgoal *g = a->g;
    logic_join *x = a->t->join;
    logic_call *c = &g->calls[a->call];
    logic_term row[LOGIC_WIDTH_MAX];
    uint32_t number;
    (void)rows;
    if (!p->tuple) { /* the head may be of another predicate, or not answer the call */
        if (logic_atom(x, &p->rule->head, values, row) != g->predicate)
            return x->status == LOGIC_OK;
        for (uint32_t i = 0; i < g->column_count; i++)
            if (row[g->columns[i]] != a->key[i])
                return true;
    }
    if (g->all && g->width) {
        a->t->found += c->first == 0;
        c->first = 1;
        return false;
    }
    for (uint32_t i = 0; p->tuple && i < g->width; i++)
        row[i] = join_value(x, p->tuple[i], values);
    if (relation_add(&g->answers, row, &number)) {
        if (number >= g->next_capacity &&
            !make_room(a->t, &g->next, &g->next_capacity, g->answers.capacity, sizeof *g->next))
            return false;
        a->t->found++;
        g->next[number] = 0;
        if (c->last)
            g->next[c->last - 1] = number + 1;
        else
            c->first = number + 1;
        c->last = number + 1;
    }
    if (g->answers.failed)
        join_fail(x, LOGIC_MEMORY);
    return x->status == LOGIC_OK && !g->all;
}

/* ---- keys ---- */

static inline bool head_fits(const logic_plan *p, const logic_term *key)
{
    for (uint32_t i = 0; i < p->test_count; i++) {
        const logic_key_test *t = &p->tests[i];
        if (key[t->column] != (t->like ? key[t->what] : t->what))
            return false;
    }
    return true;
}

/* Whether the key is one that some head can have. */
static bool can_answer(const logic_subgoal *g, const logic_term *key)
{
    for (uint32_t i = 0; i < g->plans.count; i++)
        if (head_fits(vec_at(&g->plans, i), key))
            return true;
    return false;
}

static inline logic_term term_from(const logic_key_find *f, uint32_t column, const logic_term *key)
{
    return f->columns[column] == LOGIC_NONE ? f->terms[column] : key[f->columns[column]];
}

/* Apart, so that the row is not on the stack while a plan runs. */
static __attribute__((noinline)) bool finds_hashed(const logic_key_find *f, const logic_term *key)
{
    logic_term row[LOGIC_WIDTH_MAX];
    for (uint32_t i = 0; i < f->relation->width; i++)
        row[i] = term_from(f, i, key);
    return relation_find(f->relation, row) != 0;
}

static inline bool finds_row(const logic_key_find *f, const logic_term *key)
{
    const relation_index *x = &f->relation->whole;
    uint32_t at = 0;
    if (!x->direct)
        return finds_hashed(f, key);
    for (uint32_t i = 0; i < x->column_count; i++) {
        uint32_t above = term_from(f, i, key) - x->parts[i].low;
        at += above < x->parts[i].span ? x->parts[i].place[above] : x->capacity;
    }
    return at < x->capacity && x->buckets[at].stamp == f->relation->stamp;
}

/* Whether the plan need be run for the key. */
static bool is_due(const logic_plan *p, const logic_term *key)
{
    bool due = head_fits(p, key);
    for (uint32_t i = 0; i < p->first && due; i++)
        due = finds_row(&p->finds[i], key);
    return due;
}

/* Runs a plan for a key; false when it was stopped. */
static bool run_plan(logic_tabling *t, const logic_plan *p, const logic_term *key, logic_fire fire, void *user)
{
    if (!is_due(p, key))
        return true;
    if (!p->asks)
        return join_run_subgoal(t->join, p, key, fire, user);
    const logic_key_find *f = &p->finds[p->first];
    logic_term row[ASKED_COLUMNS];
    bool complete;
    for (uint32_t i = 0; i < f->subgoal->width; i++)
        row[i] = term_from(f, i, key);
    bool found = tabling_ask(t, f->subgoal, row, &complete)->first != 0;
    if (found && t->join->fired)
        t->join->fired[logic_plan_number(p)] = 1;
    return t->join->status == LOGIC_OK && !(found && !fire(user, p, NULL, NULL));
}

/* True when an answer was found and no other is needed. */
static bool derive(logic_tabling *t, logic_subgoal *g, uint32_t call, const logic_term *key)
{
    answering a = {t, g, call, key};
    for (uint32_t i = 0; i < g->plans.count; i++)
        if (!run_plan(t, vec_at(&g->plans, i), key, add_answer, &a))
            return t->join->status == LOGIC_OK;
    return false;
}

/* Takes back what was left open since. */
static void reopen(logic_tabling *t, uint32_t from, bool complete)
{
    while (t->open.count > from) {
        const open_call *o = &t->open.data[--t->open.count];
        logic_call *c = &o->subgoal->calls[o->call];
        c->complete |= complete;
        c->round = 0;
    }
}

/* Repeats a call that may lead back to itself, or to one that is being answered; true when it is
 * complete. */
static bool answer_recursive(logic_tabling *t, logic_subgoal *g, uint32_t call, const logic_term *key)
{
    uint32_t depth = t->depth, outer_low = t->low, open = t->open.count;
    uint64_t outer_round = t->round;
    bool outer_waited = t->waited, complete = false, found = false;
    g->calls[call].depth = depth;
    for (;;) {
        uint64_t before = t->found;
        t->low = depth;
        t->waited = false;
        found = derive(t, g, call, key);
        if (t->join->status != LOGIC_OK)
            return false;
        complete = found || !t->waited;
        if (complete || t->low < depth)
            break;
        complete = t->found == before;
        if (complete)
            break;
        t->round = ++t->rounds; /* again: it leads back to itself */
    }
    logic_call *c = &g->calls[call]; /* may have moved */
    c->depth = 0;
    c->complete = complete;
    t->round = outer_round;
    if (complete) {
        /* one answer is enough: what others waited for was not looked at to the end */
        reopen(t, open, !found);
        t->low = outer_low;
        t->waited = outer_waited;
        return true;
    }
    c->low = t->low;
    c->round = outer_round;
    vec_push(t->join->arena, &t->open, ((open_call){g, call}));
    t->low = t->low < outer_low ? t->low : outer_low;
    t->waited = true;
    return false;
}

static void make_plans(logic_tabling *t, logic_subgoal *g)
{
    const vec_u32 *rules = &t->join->program->rules_of[g->predicate];
    g->tested = true;
    g->plain = g->all && g->width > 0;
    for (uint32_t i = 0; i < rules->count; i++) {
        logic_plan *plan = plan_subgoal(t->join, g, vec_at(rules, i));
        g->tested &= plan->test_count > 0;
        g->plain &= plan->tuple != NULL;
        vec_push(t->join->arena, &g->plans, plan);
    }
    g->planned = true;
}

static bool note_answer(void *user, const logic_plan *p, const logic_term *values, const uint32_t *rows)
{
    (void)p, (void)values, (void)rows;
    return !(*(bool *)user = true);
}

/* Answers without keeping the call. */
static bool answer_bare(logic_tabling *t, logic_subgoal *g, const logic_term *key, bool *complete)
{
    uint32_t low = t->low, open = t->open.count;
    bool waited = t->waited, found = false;
    t->waited = false;
    t->depth++;
    t->bare++;
    for (uint32_t i = 0; i < g->plans.count && !found && t->join->status == LOGIC_OK; i++)
        run_plan(t, vec_at(&g->plans, i), key, note_answer, &found);
    t->bare--;
    t->depth--;
    *complete = found || !t->waited;
    if (*complete) {
        reopen(t, open, !found);
        t->low = low;
        t->waited = waited;
    }
    return found;
}

/* Where next to no call comes again, keeping them is not worth it. After some time this is seen to again. Calls that
 * lead far into others are kept, so that those are found that lead back to themselves. */
#ifdef LUDENS_STRESS
enum { WATCH = 2, BARE_SHARE = 1, BARE_TIME = 8, BARE_DEPTH = 3 };
#else
enum { WATCH = 256, BARE_SHARE = 16, BARE_TIME = 4096, BARE_DEPTH = 16 };
#endif

static bool keeps_calls(const logic_tabling *t, logic_subgoal *g)
{
    if (!g->plain)
        return true;
    if (++g->asked >= (g->bare ? BARE_TIME : WATCH)) {
        g->bare = !g->bare && g->answered >= WATCH - WATCH / BARE_SHARE;
        g->asked = g->answered = 0;
    }
    return !g->bare || t->bare >= BARE_DEPTH;
}

const logic_call *tabling_ask(logic_tabling *t, logic_subgoal *g, const logic_term *key, bool *complete)
{
    static const logic_call nothing = {.depth = 0}, something = {.first = 1, .complete = true};
    *complete = true;
    if (!g->planned)
        make_plans(t, g);
    if (g->tested && !can_answer(g, key))
        return &nothing;
    if (!keeps_calls(t, g) && t->depth < t->max_depth)
        return answer_bare(t, g, key, complete) ? &something : &nothing;
    uint32_t call = call_of(t, g, key);
    if (t->join->status != LOGIC_OK)
        return &nothing;
    const logic_call *c = &g->calls[call];
    if (c->complete)
        return c;
    if (c->depth || c->round == t->round) { /* being answered, or as far as this round can tell */
        uint32_t low = c->depth ? c->depth : c->low;
        t->low = low < t->low ? low : t->low;
        t->waited = true;
        *complete = false;
        return c;
    }
    if (t->depth >= t->max_depth) {
        join_fail(t->join, LOGIC_DEPTH);
        return &nothing;
    }
    t->depth++;
    g->answered++;
    if (g->recursive)
        *complete = answer_recursive(t, g, call, key);
    else
        derive(t, g, call, key);
    t->depth--;
    g->calls[call].complete = *complete;
    return &g->calls[call];
}

/* ---- relations ---- */

/* Static predicates that are large or stand on such ones are left to be asked for. */
static void fill_static(logic_tabling *t)
{
    const logic_program *p = t->join->program;
    logic_join *x = t->join;
    for (uint32_t i = 0; i < p->strata; i++) {
        logic_stratum *g = &t->model.strata[i];
        bool ask = false;
        if (g->phase != LOGIC_STATIC || g->rules.count == 0)
            continue;
        for (uint32_t k = 0; k < g->rules.count; k++) {
            const logic_rule *r = &vec_at(&p->rules, vec_at(&g->rules, k));
            for (uint32_t j = 0; j < r->body_count; j++)
                ask |= (body_at(r, j).kind == LOGIC_HOLDS || body_at(r, j).kind == LOGIC_FAILS) &&
                       t->tabled[body_at(r, j).predicate];
        }
        x->max_steps = x->steps + STATIC_STEPS;
        ask = ask || !logic_model_run_stratum(&t->model, i);
        for (uint32_t k = 0; ask && k < g->predicates.count; k++) {
            uint32_t q = vec_at(&g->predicates, k);
            relation_done(&x->relations[q]);
            relation_init(&x->relations[q], vec_at(&p->predicates, q).width, &t->budget, x->arena);
            relation_direct(&x->relations[q]);
            t->tabled[q] = true;
        }
        x->status = LOGIC_OK;
    }
    x->max_steps = 0;
}

/* Relations are in the system's memory. */
static void done(void *object)
{
    logic_tabling *t = object;
    for (uint32_t p = 0; p < t->join->program->predicates.count; p++)
        for (uint32_t i = 0; i < t->subgoals[p].count; i++) {
            logic_subgoal *g = vec_at(&t->subgoals[p], i);
            relation_done(&g->keys);
            relation_done(&g->answers);
            free(g->calls);
            free(g->next);
        }
}

logic_tabling *logic_tabling_new(const logic_program *p, logic_terms *terms, arena *a)
{
    logic_tabling *t = ARENA_NEW(a, logic_tabling);
    *t = (logic_tabling){
        .max_depth = stack_depth(DEPTH_MAX, LEVEL_FRAME), .limit = BUDGET, .budget = BUDGET, .rounds = 1, .round = 1};
    uint32_t count = p->predicates.count;
    logic_model_init(&t->model, p, terms, &t->budget, a);
    t->join = &t->model.join;
    t->tabled = ARENA_ARRAY(a, bool, count + 1);
    t->subgoals = arena_alloc(a, sizeof *t->subgoals * (count + 1));
    arena_defer(a, done, t);
    for (uint32_t q = 0; q < count; q++)
        relation_direct(&t->join->relations[q]);
    for (uint32_t q = 0; q < count; q++)
        t->tabled[q] = vec_at(&p->predicates, q).phase != LOGIC_STATIC && !vec_at(&p->predicates, q).input;
    for (int i = 0; i < LOGIC_PHASES; i++)
        t->epochs[i] = 1;
    fill_static(t);
    t->join->tabling = t;
    t->join->tabled = t->tabled;
    return t;
}

logic_relation *logic_tabling_relation(logic_tabling *t, uint32_t predicate)
{
    return t->tabled[predicate] ? NULL : &t->join->relations[predicate];
}

void logic_tabling_forget(logic_tabling *t, logic_phase phase)
{
    for (uint32_t i = phase; i < LOGIC_PHASES; i++)
        t->epochs[i]++;
    for (uint32_t p = 0; p < t->join->program->predicates.count; p++) {
        const logic_predicate *d = &vec_at(&t->join->program->predicates, p);
        if (d->input && d->phase >= phase)
            relation_clear(&t->join->relations[p]);
    }
}

/* Calls may be left half answered. */
static void start_anew(logic_tabling *t)
{
    t->join->block = t->join->first_block;
    t->join->used = 0;
    for (int i = 0; i < LOGIC_PHASES; i++)
        t->epochs[i]++;
}

/* Asks from outside. NULL: see the status. */
static const logic_call *ask(logic_tabling *t, logic_subgoal *g, const logic_term *key)
{
    bool complete;
    if (t->busy) /* out of memory in the middle of the last one */
        start_anew(t);
    t->busy = true;
    t->join->status = LOGIC_OK;
    t->depth = t->bare = 0;
    t->low = UINT32_MAX;
    t->waited = false;
    t->open.count = 0;
    t->round = ++t->rounds;
    const logic_call *c = tabling_ask(t, g, key, &complete);
    t->busy = false;
    if (t->join->status == LOGIC_OK)
        return c;
    start_anew(t);
    return NULL;
}

const logic_relation *logic_tabling_all(logic_tabling *t, uint32_t predicate)
{
    if (!t->tabled[predicate])
        return &t->join->relations[predicate];
    logic_subgoal *g = tabling_subgoal(t, predicate, NULL, 0);
    return ask(t, g, NULL) ? &g->answers : NULL;
}

const logic_relation *logic_tabling_of(logic_tabling *t, uint32_t predicate, logic_term term, uint32_t *first,
                                       const uint32_t **next)
{
    static const uint32_t column = 0;
    logic_relation *r = &t->join->relations[predicate];
    if (!t->tabled[predicate]) {
        uint32_t index = relation_index_on(r, &column, 1, t->join->arena);
        if (index == LOGIC_NONE) {
            join_fail(t->join, LOGIC_MEMORY);
            return NULL;
        }
        *first = relation_first(r, index, &term);
        *next = r->indexes[index].next;
        return r;
    }
    logic_subgoal *g = tabling_subgoal(t, predicate, &column, 1);
    const logic_call *c = ask(t, g, &term);
    *first = c ? c->first : 0;
    *next = g->next;
    return c ? &g->answers : NULL;
}

void logic_tabling_limit(logic_tabling *t, uint64_t bytes)
{
    uint64_t limit = bytes < BUDGET ? bytes : BUDGET, used = t->limit - t->budget;
    t->limit = limit > used ? limit : used;
    t->budget = t->limit - used;
}

void logic_tabling_note(logic_tabling *t, unsigned char *fired) { t->join->fired = fired; }
logic_status logic_tabling_status(const logic_tabling *t) { return t->join->status; }
