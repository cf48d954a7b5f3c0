/* Random logic programs: bottom up and top down against a naive evaluator that tries every
 * assignment; limits, and memory that runs out anywhere. */
#include "base/rng.h"
#include "logic/logic.h"
#include "logic/relation.h"
#include "test.h"

enum { THINGS = 9, PREDICATES = 5, RULES = 3, LITERALS = 3, VARIABLES = 4, PROGRAMS = 200 };
enum {
    EDGE,
    NODE,
    FIRST,
    PAIR = FIRST + PREDICATES,
    PROJECTED,
    ALL
}; /* predicates: e/2, an input/1, the derived ones */

/* ---- programs ---- */

typedef struct sample {
    arena arena;
    intern names;
    logic_terms terms;
    logic_program program;
    logic_term things[THINGS], variables[VARIABLES + 1];
    name_id pair;
    uint64_t edges[THINGS], nodes; /* bits */
    uint64_t holds[PREDICATES][THINGS];
} sample;

static uint32_t add_predicate(sample *s, uint32_t width, bool input)
{
    logic_predicate p = {.width = width, .group = s->program.predicates.count, .input = input};
    p.phase = input ? LOGIC_STATE : LOGIC_STATIC;
    vec_push(&s->arena, &s->program.predicates, p);
    return p.group;
}

static logic_literal literal(sample *s, logic_kind kind, uint32_t predicate, uint32_t width, logic_term x, logic_term y)
{
    logic_term *args = ARENA_ARRAY(&s->arena, logic_term, 2);
    args[0] = x;
    args[1] = y;
    return (logic_literal){.kind = kind, .predicate = predicate, .args = args, .width = width};
}

static void add_rule(sample *s, logic_literal head, const logic_literal *body, uint32_t count)
{
    logic_literal *copy = ARENA_ARRAY(&s->arena, logic_literal, count + 1);
    if (count)
        memcpy(copy, body, count * sizeof *copy);
    vec_push(&s->arena, &s->program.rules, ((logic_rule){head, copy, count, VARIABLES + 1, {0, 0}}));
}

static logic_term pair_of(sample *s, logic_term x, logic_term y)
{
    return logic_function(&s->terms, s->pair, (const logic_term[]){x, y}, 2);
}

static void begin_sample(sample *s, size_t limit) { arena_init(&s->arena, limit); }

/* Names, terms, predicates. */
static void set_up(sample *s)
{
    intern_init(&s->names, &s->arena);
    logic_terms_init(&s->terms, &s->arena, &s->names);
    s->program = (logic_program){.arena = &s->arena};
    s->pair = intern_add(&s->names, "pair", 4);
    for (uint32_t i = 0; i < THINGS; i++) {
        char name[] = {(char)('a' + (int)i), 0};
        s->things[i] = logic_function(&s->terms, intern_add(&s->names, name, 1), NULL, 0);
    }
    for (uint32_t i = 0; i <= VARIABLES; i++)
        s->variables[i] = logic_variable(&s->terms, i);
    add_predicate(s, 2, false);
    add_predicate(s, 1, true);
    for (uint32_t i = 0; i < PREDICATES; i++)
        add_predicate(s, 2, false);
    add_predicate(s, 1, false);
    add_predicate(s, 2, false);
}

typedef struct drawn {
    logic_kind kind;
    uint32_t predicate, x, y;
} drawn;

static bool true_now(const sample *s, const drawn *l, const uint32_t *v)
{
    bool holds = l->kind == LOGIC_DISTINCT || l->kind == LOGIC_EQUAL ? v[l->x] == v[l->y]
                 : l->predicate == EDGE                              ? s->edges[v[l->x]] >> v[l->y] & 1
                 : l->predicate == NODE                              ? s->nodes >> v[l->x] & 1
                                        : s->holds[l->predicate - FIRST][v[l->x]] >> v[l->y] & 1;
    return holds == (l->kind == LOGIC_HOLDS || l->kind == LOGIC_EQUAL);
}

/* A rule of predicate p, and what it derives from what is known so far. */
typedef struct random_rule {
    drawn body[LITERALS + 2];
    uint32_t count, x, y;
} random_rule;

static random_rule make_rule(lud_rng *rng, uint32_t p)
{
    random_rule r = {.count = 1 + lud_rng_below(rng, LITERALS)};
    uint32_t bound[2 * LITERALS + 1], known = 0;
    for (uint32_t i = 0; i < r.count; i++) {
        drawn *l = &r.body[i];
        uint32_t kind = lud_rng_below(rng, 4);
        *l = (drawn){LOGIC_HOLDS,
                     kind == 0   ? NODE
                     : kind == 1 ? EDGE
                                 : FIRST + lud_rng_below(rng, p + 1),
                     lud_rng_below(rng, VARIABLES), lud_rng_below(rng, VARIABLES)};
        bound[known++] = l->x;
        if (l->predicate != NODE)
            bound[known++] = l->y;
    }
#define ANY bound[lud_rng_below(rng, known)]
    if (lud_rng_below(rng, 4) == 0) { /* binds the last variable */
        r.body[r.count++] = (drawn){LOGIC_EQUAL, 0, VARIABLES, ANY};
        bound[known++] = VARIABLES;
    }
    r.x = ANY;
    r.y = ANY;
    if (lud_rng_below(rng, 2))
        r.body[r.count++] = p && lud_rng_below(rng, 2) ? (drawn){LOGIC_FAILS, FIRST + lud_rng_below(rng, p), ANY, ANY}
                                                       : (drawn){LOGIC_DISTINCT, 0, ANY, ANY};
#undef ANY
    return r;
}

static bool apply_rule(sample *s, const random_rule *r, uint32_t p)
{
    bool changed = false;
    uint32_t all = 1;
    for (uint32_t i = 0; i <= VARIABLES; i++)
        all *= i < VARIABLES ? THINGS : 1;
    for (uint32_t code = 0; code < all; code++) {
        uint32_t v[VARIABLES + 1];
        for (uint32_t i = 0, rest = code; i < VARIABLES; i++, rest /= THINGS)
            v[i] = rest % THINGS;
        v[VARIABLES] = 0;
        for (uint32_t i = 0; i < r->count; i++)
            if (r->body[i].kind == LOGIC_EQUAL)
                v[VARIABLES] = v[r->body[i].y];
        bool holds = true;
        for (uint32_t i = 0; i < r->count && holds; i++)
            holds = true_now(s, &r->body[i], v);
        if (holds && !(s->holds[p][v[r->x]] >> v[r->y] & 1)) {
            s->holds[p][v[r->x]] |= UINT64_C(1) << v[r->y];
            changed = true;
        }
    }
    return changed;
}

/* Draws a program, and computes what follows from it. */
static void make_sample(sample *s, uint64_t seed)
{
    lud_rng rng;
    random_rule rules[PREDICATES][RULES];
    lud_rng_seed(&rng, 5, seed);
    memset(s->edges, 0, sizeof s->edges);
    memset(s->holds, 0, sizeof s->holds);
    s->nodes = lud_rng_below(&rng, 1 << THINGS);
    for (uint32_t i = 0; i < THINGS; i++)
        for (uint32_t k = 0; k < THINGS; k++)
            if (lud_rng_below(&rng, 4) == 0) {
                s->edges[i] |= UINT64_C(1) << k;
                add_rule(s, literal(s, LOGIC_HOLDS, EDGE, 2, s->things[i], s->things[k]), NULL, 0);
            }
    for (uint32_t p = 0; p < PREDICATES; p++) {
        for (uint32_t i = 0; i < RULES; i++) {
            random_rule *r = &rules[p][i];
            logic_literal body[LITERALS + 2];
            *r = make_rule(&rng, p);
            for (uint32_t k = 0; k < r->count; k++) {
                const drawn *l = &r->body[k];
                body[k] = literal(s, l->kind, l->predicate, l->predicate == NODE ? 1 : 2, s->variables[l->x],
                                  s->variables[l->y]);
            }
            add_rule(s, literal(s, LOGIC_HOLDS, FIRST + p, 2, s->variables[r->x], s->variables[r->y]), body, r->count);
        }
        for (bool changed = true; changed;) {
            changed = false;
            for (uint32_t i = 0; i < RULES; i++)
                changed |= apply_rule(s, &rules[p][i], p);
        }
    }
    /* pairs of the last one as terms, and taken apart again */
    logic_term x = s->variables[0], y = s->variables[1], pair = pair_of(s, x, y);
    logic_literal last = literal(s, LOGIC_HOLDS, FIRST + PREDICATES - 1, 2, x, y);
    add_rule(s, literal(s, LOGIC_HOLDS, PAIR, 1, pair, 0), &last, 1);
    last = literal(s, LOGIC_HOLDS, PAIR, 1, pair, 0);
    add_rule(s, literal(s, LOGIC_HOLDS, PROJECTED, 2, x, y), &last, 1);
    logic_stratify(&s->program);
}

static void put_nodes(const sample *s, logic_relation *r)
{
    uint32_t row;
    for (uint32_t i = 0; i < THINGS; i++)
        if (s->nodes >> i & 1)
            relation_add(r, &s->things[i], &row);
}

static void compare(sample *s, uint64_t seed, uint32_t p, const logic_relation *r, const char *who)
{
    uint32_t count = 0, from = p >= PAIR ? PREDICATES - 1 : p - FIRST;
    bool nested = p == PAIR && vec_at(&s->program.predicates, p).width == 1;
    for (uint32_t x = 0; x < THINGS; x++)
        for (uint32_t y = 0; y < THINGS; y++) {
            logic_term row[] = {s->things[x], s->things[y]}, pair = nested ? pair_of(s, row[0], row[1]) : 0;
            bool found = r && relation_find(r, nested ? &pair : row) != 0, expected = s->holds[from][x] >> y & 1;
            count += expected;
            if (found != expected)
                TEST_FAIL("%s, program %" PRIu64 ": predicate %u, %u %u: %d", who, seed, p, x, y, found);
        }
    if (r && r->count != count)
        TEST_FAIL("%s, program %" PRIu64 ": predicate %u has %u rows, expected %u", who, seed, p, r->count, count);
}

/* ---- the tests ---- */

TEST(bottom_up)
{
    static sample s;
    for (uint64_t seed = 0; seed < PROGRAMS; seed++) {
        logic_model m;
        begin_sample(&s, 0);
        set_up(&s);
        make_sample(&s, seed);
        logic_model_init(&m, &s.program, &s.terms, NULL, &s.arena);
        put_nodes(&s, &m.join.relations[NODE]);
        for (int phase = LOGIC_STATIC; phase < LOGIC_PHASES; phase++)
            CHECK(logic_model_run(&m, (logic_phase)phase));
        for (uint32_t p = FIRST; p < ALL; p++)
            compare(&s, seed, p, &m.join.relations[p], "bottom up");
        arena_done(&s.arena);
    }
}

/* Questions with the first column given. */
static void compare_of(sample *s, uint64_t seed, uint32_t p, logic_tabling *t)
{
    for (uint32_t x = 0; x < THINGS; x++) {
        uint32_t next, count = 0;
        const uint32_t *links;
        const logic_relation *r = logic_tabling_of(t, p, s->things[x], &next, &links);
        for (; r && next; next = links[next - 1])
            if (relation_row(r, next - 1)[0] == s->things[x])
                count++;
        CHECK_INT(logic_tabling_status(t), LOGIC_OK);
        if (count != (uint32_t)__builtin_popcountll(s->holds[p - FIRST][x]))
            TEST_FAIL("program %" PRIu64 ": predicate %u has %u rows of %u", seed, p, count, x);
    }
}

TEST(top_down)
{
    static sample s;
    const bool kept[ALL + 1] = {false};
    for (uint64_t seed = 0; seed < PROGRAMS; seed++) {
        begin_sample(&s, 0);
        set_up(&s);
        make_sample(&s, seed);
        if (seed % 2) { /* pairs in two columns */
            logic_unnest(&s.program, &s.terms, kept);
            CHECK_INT(vec_at(&s.program.predicates, PAIR).width, 2);
        }
        logic_tabling *t = logic_tabling_new(&s.program, &s.terms, &s.arena);
        for (int round = 0; round < 4; round++) { /* from the second time on what was found is forgotten */
            logic_tabling_forget(t, LOGIC_STATE);
            put_nodes(&s, logic_tabling_relation(t, NODE));
            for (uint32_t p = FIRST; p < PAIR && round % 2; p++)
                compare_of(&s, seed, p, t);
            for (uint32_t p = ALL; p-- > FIRST;)
                compare(&s, seed, p, logic_tabling_all(t, p), "top down");
            CHECK_INT(logic_tabling_status(t), LOGIC_OK);
        }
        arena_done(&s.arena);
    }
}

/* Evaluates p0 within limits; the status. */
static logic_status evaluate(sample *s, bool tabled, uint64_t budget, uint64_t steps)
{
    logic_stratify(&s->program);
    if (tabled) {
        logic_tabling *t = logic_tabling_new(&s->program, &s->terms, &s->arena);
        logic_tabling_limit(t, budget);
        put_nodes(s, logic_tabling_relation(t, NODE));
        logic_tabling_all(t, FIRST);
        return logic_tabling_status(t);
    }
    logic_model *m = ARENA_NEW(&s->arena, logic_model);
    logic_model_init(m, &s->program, &s->terms, &budget, &s->arena);
    m->join.max_steps = steps;
    put_nodes(s, &m->join.relations[NODE]);
    if (logic_model_run(m, LOGIC_STATIC))
        logic_model_run(m, LOGIC_STATE);
    return m->join.status;
}

/* p0 holds of all pairs of nodes. */
static void all_pairs(sample *s)
{
    begin_sample(s, 0);
    set_up(s);
    s->nodes = (1 << THINGS) - 1;
    logic_literal body[] = {literal(s, LOGIC_HOLDS, NODE, 1, s->variables[0], 0),
                            literal(s, LOGIC_HOLDS, NODE, 1, s->variables[1], 0)};
    add_rule(s, literal(s, LOGIC_HOLDS, FIRST, 2, s->variables[0], s->variables[1]), body, 2);
}

TEST(limits)
{
    static sample s;
    enum { LARGE = 1 << 20, SMALL = 1 << 9 };
    for (int tabled = 0; tabled < 2; tabled++) {
        all_pairs(&s);
        CHECK_INT(evaluate(&s, tabled, LARGE, 0), LOGIC_OK);
        arena_done(&s.arena);
        all_pairs(&s);
        CHECK_INT(evaluate(&s, tabled, SMALL, 0), LOGIC_MEMORY);
        arena_done(&s.arena);
    }
    all_pairs(&s);
    CHECK_INT(evaluate(&s, false, LARGE, 30), LOGIC_STEPS);
    arena_done(&s.arena);
}

/* p0(pair(X, X), Y) if p0(X, Y) and a node Z: terms within terms. */
TEST(terms_without_end)
{
    static sample s;
    for (int tabled = 0; tabled < 2; tabled++) {
        all_pairs(&s);
        logic_term x = s.variables[0], y = s.variables[1];
        logic_literal body = literal(&s, LOGIC_HOLDS, FIRST, 2, x, y);
        add_rule(&s, literal(&s, LOGIC_HOLDS, FIRST, 2, pair_of(&s, x, x), y), &body, 1);
        CHECK_INT(evaluate(&s, tabled, UINT64_C(1) << 30, 0), LOGIC_DEPTH);
        arena_done(&s.arena);
    }
}

TEST(own_negation)
{
    static sample s;
    all_pairs(&s);
    logic_term x = s.variables[0], y = s.variables[1];
    logic_literal body[] = {literal(&s, LOGIC_HOLDS, NODE, 1, x, 0), literal(&s, LOGIC_HOLDS, NODE, 1, y, 0),
                            literal(&s, LOGIC_FAILS, FIRST, 2, y, x)};
    s.program.rules.count = 0;
    add_rule(&s, literal(&s, LOGIC_HOLDS, FIRST, 2, x, y), body, 3);
    CHECK_INT(evaluate(&s, true, 1 << 20, 0), LOGIC_NEGATION);
    arena_done(&s.arena);
}

/* Memory that runs out anywhere: it jumps, or all is as it would have been. */
__attribute__((noinline)) static bool within(sample *s, bool tabled, size_t limit, uint64_t seed)
{
    jmp_buf failure;
    begin_sample(s, limit);
    s->arena.on_failure = &failure;
    if (setjmp(failure))
        return false;
    set_up(s);
    make_sample(s, seed);
    CHECK_INT(evaluate(s, tabled, 1 << 24, 0), LOGIC_OK);
    return true;
}

TEST(memory_runs_out)
{
    static sample s;
    enum { STEP = 1 << 13, MOST = 1 << 22 };
    for (int tabled = 0; tabled < 2; tabled++) {
        uint32_t failed = 0;
        for (size_t limit = STEP; limit < MOST; limit += STEP) {
            bool done = within(&s, tabled, limit, limit / STEP % 7);
            failed += !done;
            arena_done(&s.arena);
        }
        CHECK(failed > 20 && failed < MOST / STEP);
    }
}

TEST_MAIN
