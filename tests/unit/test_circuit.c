/* Random rule sheets: joins and top-down evaluation against a naive evaluator that tries every assignment, domains by
 * what holds, and the evaluators of networks against full passes over them. */
#include "base/rng.h"
#include "circuit/eval.h"
#include "circuit/ground.h"
#include "circuit/lifted.h"
#include "circuit/live.h"
#include "circuit/slices.h"
#include "lang/lang.h"
#include "logic/relation.h"
#include "test.h"

#include <math.h>

enum { THINGS = 4, PREDICATES = 4, RULES = 3, LITERALS = 3, VARIABLES = 3, PROGRAMS = 300, GAMES = 20480 };

/* ---- programs ---- */

typedef enum kind { EDGE, DERIVED, STATE, NOT, DISTINCT } kind;
typedef struct literal {
    kind kind;
    uint32_t predicate, x, y; /* of DERIVED and NOT; variables */
} literal;
typedef struct random_rule {
    literal body[LITERALS + 1];
    uint32_t count, x, y;
} random_rule;
typedef struct sheet {
    bool edge[THINGS][THINGS], state[THINGS];
    random_rule rules[PREDICATES][RULES];
    bool holds[PREDICATES][THINGS][THINGS];
    char text[20000];
} sheet;

/* A rule of predicate p: positive literals first, so that what follows is bound. */
static void make_rule(lud_rng *rng, random_rule *r, uint32_t p)
{
    uint32_t bound[2 * LITERALS], known = 0;
    r->count = 1 + lud_rng_below(rng, LITERALS);
    for (uint32_t i = 0; i < r->count; i++) {
        literal *l = &r->body[i];
        *l = (literal){(kind)lud_rng_below(rng, 3), lud_rng_below(rng, p + 1), lud_rng_below(rng, VARIABLES),
                       lud_rng_below(rng, VARIABLES)};
        bound[known++] = l->x;
        if (l->kind != STATE)
            bound[known++] = l->y;
    }
    r->x = bound[lud_rng_below(rng, known)];
    r->y = bound[lud_rng_below(rng, known)];
    bool negative = p > 0 && lud_rng_below(rng, 2);
    if (lud_rng_below(rng, 2))
        r->body[r->count++] = (literal){negative ? NOT : DISTINCT, negative ? lud_rng_below(rng, p) : 0,
                                        bound[lud_rng_below(rng, known)], bound[lud_rng_below(rng, known)]};
}

static void add(sheet *s, const char *format, uint32_t a, uint32_t b, uint32_t c)
{
    size_t n = strlen(s->text);
    snprintf(s->text + n, sizeof s->text - n, format, a, b, c);
}

static void write_rule(sheet *s, const random_rule *r, uint32_t p)
{
    static const char *const forms[] = {"(e ?v%2$u ?v%3$u) ", "(p%1$u ?v%2$u ?v%3$u) ", "(true (f ?v%2$u)) ",
                                        "(not (p%1$u ?v%2$u ?v%3$u)) ", "(distinct ?v%2$u ?v%3$u) "};
    add(s, "(<= (p%u ?v%u ?v%u) ", p, r->x, r->y);
    for (uint32_t i = 0; i < r->count; i++) {
        const literal *l = &r->body[i];
        add(s, forms[l->kind], l->predicate, l->x, l->y);
    }
    add(s, ")\n", 0, 0, 0);
}

static void make_sheet(sheet *s, uint64_t seed)
{
    lud_rng rng;
    lud_rng_seed(&rng, 11, seed);
    memset(s, 0, sizeof *s);
    add(s, "(role r) (init (f c0)) (<= (next (f ?x)) (does r (m ?x ?y))) (<= (next (f ?x)) (true (f ?x)) (p0 ?x ?x))\n",
        0, 0, 0);
    add(s, "(<= (legal r (m ?x ?y)) (p1 ?x ?y)) (<= (legal r (m ?x ?x)) (e ?x ?y)) (e c0 c0)\n", 0, 0, 0);
    add(s, "(<= terminal (p3 ?x ?x) (true (f ?x)) (not (true (f c0)))) (<= (goal r 100) (p2 ?x ?x))\n", 0, 0, 0);
    s->edge[0][0] = true;
    for (uint32_t i = 0; i < THINGS; i++) {
        s->state[i] = lud_rng_below(&rng, 2);
        for (uint32_t k = 0; k < THINGS; k++)
            if (lud_rng_below(&rng, 3) == 0) {
                s->edge[i][k] = true;
                add(s, "(e c%u c%u)\n", i, k, 0);
            }
    }
    for (uint32_t p = 0; p < PREDICATES; p++)
        for (uint32_t i = 0; i < RULES; i++) {
            make_rule(&rng, &s->rules[p][i], p);
            write_rule(s, &s->rules[p][i], p);
        }
}

/* ---- the naive evaluator ---- */

static bool true_now(const sheet *s, const literal *l, const uint32_t *values)
{
    uint32_t x = values[l->x], y = values[l->y];
    switch (l->kind) {
    case EDGE: return s->edge[x][y];
    case DERIVED: return s->holds[l->predicate][x][y];
    case STATE: return s->state[x];
    case NOT: return !s->holds[l->predicate][x][y];
    case DISTINCT: return x != y;
    }
    return false;
}

static void evaluate(sheet *s)
{
    for (uint32_t p = 0; p < PREDICATES; p++)
        for (bool changed = true; changed;) {
            changed = false;
            for (uint32_t i = 0; i < RULES; i++)
                for (uint32_t code = 0; code < THINGS * THINGS * THINGS; code++) {
                    uint32_t values[VARIABLES] = {code % THINGS, code / THINGS % THINGS, code / THINGS / THINGS};
                    const random_rule *r = &s->rules[p][i];
                    bool all = true;
                    for (uint32_t k = 0; k < r->count; k++)
                        all &= true_now(s, &r->body[k], values);
                    bool *head = &s->holds[p][values[r->x]][values[r->y]];
                    changed |= all && !*head;
                    *head |= all;
                }
        }
}

/* ---- reading them ---- */

typedef struct reading {
    arena arena;
    intern names;
    diag_sink sink;
    lud_options options;
    flat_program *flat;
    logic_term things[THINGS];
} reading;

static bool read_sheet(reading *r, const sheet *s, bool split)
{
    arena_init(&r->arena, 0);
    intern_init(&r->names, &r->arena);
    diag_sink_init(&r->sink, &r->arena);
    lud_options_init(&r->options);
    lang_input in = {.keep = &r->arena,
                     .scratch = &r->arena,
                     .names = &r->names,
                     .source = source_new(&r->arena, "random", s->text, strlen(s->text)),
                     .limits = &r->options.limits,
                     .sink = &r->sink};
    rl_program *p = lang_gdl.read(&in);
    uint32_t parts = 0;
    r->flat = p ? flat_make(p, split, &parts) : NULL;
    for (uint32_t i = 0; r->flat && i < THINGS; i++) {
        char name[8];
        int n = snprintf(name, sizeof name, "c%u", i);
        r->things[i] = logic_function(&p->terms, intern_add(&r->names, name, (size_t)n), NULL, 0);
    }
    for (const diag *d = r->sink.first; d && !r->flat; d = d->next)
        TEST_FAIL("%s\n%s", diag_render(&r->arena, d, false), s->text);
    return r->flat != NULL;
}

static uint32_t predicate_named(const flat_program *f, const char *name)
{
    for (uint32_t p = 0; p < f->predicates.count; p++)
        if (f->predicates.data[p].keyword == RL_PLAIN &&
            strcmp(intern_text(f->source->terms.names, f->source->relations.data[f->predicates.data[p].relation].name),
                   name) == 0)
            return p;
    return LOGIC_NONE;
}

static uint32_t state_shape(const reading *r)
{
    logic_term one = logic_function(&r->flat->source->terms, intern_find(&r->names, "f", 1), r->things, 1);
    return flat_shape_of(r->flat, false, one);
}

static void put_state(const reading *r, const sheet *s, logic_relation *t)
{
    uint32_t row;
    for (uint32_t i = 0; i < THINGS; i++)
        if (s->state[i])
            relation_add(t, &r->things[i], &row);
}

static void compare(const reading *r, const sheet *s, uint32_t p, const logic_relation *t, const char *who)
{
    uint32_t count = 0;
    for (uint32_t x = 0; x < THINGS; x++)
        for (uint32_t y = 0; y < THINGS; y++) {
            logic_term row[] = {r->things[x], r->things[y]};
            bool found = t && relation_find(t, row) != 0;
            count += s->holds[p][x][y];
            if (found != s->holds[p][x][y])
                TEST_FAIL("%s: (p%u c%u c%u) %s in\n%s", who, p, x, y, found ? "holds" : "does not hold", s->text);
        }
    if (t && t->count != count)
        TEST_FAIL("%s: p%u has %u rows, expected %u", who, p, t->count, count);
}

/* ---- the tests ---- */

static void check_joins(const sheet *s, bool split)
{
    reading r;
    logic_model solve;
    if (!read_sheet(&r, s, split))
        return;
    logic_model_init(&solve, &r.flat->logic, &r.flat->source->terms, NULL, &r.arena);
    put_state(&r, s, &solve.join.relations[flat_find(r.flat, RL_TRUE, state_shape(&r))]);
    CHECK(logic_model_run(&solve, LOGIC_STATIC) && logic_model_run(&solve, LOGIC_STATE));
    for (uint32_t p = 0; p < PREDICATES; p++) {
        char name[] = {'p', (char)('0' + p), 0};
        compare(&r, s, p, &solve.join.relations[predicate_named(r.flat, name)], "joins");
    }
    arena_done(&r.arena);
}

TEST(joins)
{
    static sheet s;
    for (uint64_t seed = 0; seed < PROGRAMS; seed++) {
        make_sheet(&s, seed);
        evaluate(&s);
        check_joins(&s, false);
        check_joins(&s, true);
    }
}

TEST(top_down)
{
    static sheet s;
    for (uint64_t seed = 0; seed < PROGRAMS; seed++) {
        reading r;
        make_sheet(&s, seed);
        if (!read_sheet(&r, &s, true))
            continue;
        logic_tabling *d = logic_tabling_new(&r.flat->logic, &r.flat->source->terms, &r.arena);
        for (int round = 0; round < 3; round++) { /* another state: what was found is forgotten */
            uint32_t table = flat_find(r.flat, RL_TRUE, state_shape(&r));
            for (uint32_t i = 0; i < THINGS; i++)
                s.state[i] ^= round > 0 && (seed >> i & 1);
            memset(s.holds, 0, sizeof s.holds);
            evaluate(&s);
            logic_tabling_forget(d, LOGIC_STATE);
            put_state(&r, &s, logic_tabling_relation(d, table));
            for (uint32_t p = PREDICATES; p-- > 0;) {
                char name[] = {'p', (char)('0' + p), 0};
                compare(&r, &s, p, logic_tabling_all(d, predicate_named(r.flat, name)), "top-down");
            }
            CHECK_INT(logic_tabling_status(d), LOGIC_OK);
        }
        arena_done(&r.arena);
    }
}

/* What can hold has a number, by which it is found again, and no two share one. */
TEST(domains)
{
    static sheet s;
    for (uint64_t seed = 0; seed < PROGRAMS; seed++) {
        reading r;
        make_sheet(&s, seed);
        if (!read_sheet(&r, &s, true))
            continue;
        lifted *l = lifted_make(r.flat, &r.arena);
        CHECK(l != NULL);
        uint32_t shape = state_shape(&r);
        bool fits;
        grounding *g = ground_make(r.flat, 1 << 24, &r.arena, &fits);
        const logic_relation *can = &g->model.join.relations[flat_find(r.flat, RL_TRUE, shape)];
        CHECK(fits && can->count > 0);
        for (uint32_t i = 0; l && i < can->count; i++) {
            logic_term back[LOGIC_WIDTH_MAX];
            uint64_t number = lifted_number(l, &r.flat->source->terms, false, shape, relation_row(can, i));
            CHECK(number < l->fact_count);
            CHECK_INT(lifted_row(l, &r.flat->source->terms, false, number, back), shape);
            CHECK_INT(back[0], relation_row(can, i)[0]);
        }
        arena_done(&r.arena);
    }
}

static net_network *network_of(reading *r)
{
    bool fits;
    grounding *g = ground_make(r->flat, 1 << 24, &r->arena, &fits);
    net_building how = {.choices = true, .constants = true, .share = true};
    return fits ? net_build(g, &how, &r->arena, &r->arena) : NULL;
}

static void evaluate_all(const net_network *n, const net_schedule *order, unsigned char *values)
{
    values[0] = 1;
    for (int part = 0; part < NET_PARTS; part++)
        if (part != NET_GOALS)
            net_evaluate(n, order, (net_part)part, values);
}

/* Random flips of facts and moves: the values that are kept up to date are those of a full pass. */
TEST(live_values)
{
    static sheet s;
    for (uint64_t seed = 0; seed < PROGRAMS; seed++) {
        reading r;
        live l;
        lud_rng rng;
        make_sheet(&s, seed);
        net_network *n = read_sheet(&r, &s, true) ? network_of(&r) : NULL;
        if (!n) {
            TEST_FAIL("no network of\n%s", s.text);
            continue;
        }
        net_schedule *order = net_schedule_make(n, &r.arena);
        unsigned char *values = ARENA_ARRAY(&r.arena, unsigned char, n->gates.count + 1);
        unsigned char *full = ARENA_ARRAY(&r.arena, unsigned char, n->gates.count + 1);
        uint32_t inputs = n->facts.count + n->moves.count;
        evaluate_all(n, order, values);
        CHECK(live_init(&l, live_plan_make(n, order, &r.arena), values));
        lud_rng_seed(&rng, 3, seed);
        for (int step = 0; step < 40; step++) {
            for (uint32_t i = 0; i < inputs; i++)
                full[1 + i] = values[1 + i];
            for (uint32_t flips = 1 + lud_rng_below(&rng, 3); flips--;) {
                uint32_t gate = 1 + lud_rng_below(&rng, inputs);
                live_flip(&l, gate);
                full[gate] ^= 1;
            }
            live_settle(&l);
            evaluate_all(n, order, full);
            for (uint32_t i = 0; i < n->facts.count; i++)
                CHECK_INT(live_out(&l, i), net_value(full, n->facts.data[i].next));
            for (uint32_t i = 0; i < n->moves.count; i++)
                CHECK_INT(live_out(&l, n->facts.count + i), net_value(full, n->moves.data[i].legal));
            CHECK_INT(live_out(&l, inputs), net_value(full, n->terminal));
        }
        live_done(&l);
        arena_done(&r.arena);
    }
}

enum { POSITIONS = 3 };

static void count_over(void *user, uint32_t from, slice_end end, uint32_t plies, uint32_t chance, const uint32_t *goals)
{
    uint64_t(*ends)[3] = user;
    (void)plies, (void)chance, (void)goals;
    ends[from][end]++;
}

/* The share of games from these facts that have ended after a move. */
static double share_over(const net_network *n, const net_schedule *order, const uint64_t *facts, arena *a)
{
    unsigned char *values = ARENA_ARRAY(a, unsigned char, n->gates.count + 1);
    uint32_t legal = 0, over = 0;
    for (uint32_t m = 0; m <= n->moves.count; m++) {
        unsigned char *after = ARENA_ARRAY(a, unsigned char, n->gates.count + 1);
        for (uint32_t i = 0; i < n->facts.count; i++)
            values[1 + i] = facts[i / 64] >> i % 64 & 1;
        for (uint32_t i = 0; i < n->moves.count; i++)
            values[n->moves.data[i].gate] = i == m;
        evaluate_all(n, order, values);
        if (net_value(values, n->terminal))
            return 1;
        if (m == n->moves.count || !net_value(values, n->moves.data[m].legal))
            continue;
        for (uint32_t i = 0; i < n->facts.count; i++)
            after[1 + i] = net_value(values, n->facts.data[i].next);
        evaluate_all(n, order, after);
        legal++;
        over += net_value(after, n->terminal);
    }
    return legal ? (double)over / legal : 0;
}

/* Games of one move at most, side by side, from the beginning and from other facts: they end as often as moves that end
 * the game are legal. */
TEST(slices_draw_evenly)
{
    static sheet s;
    uint32_t both = 0;
    for (uint64_t seed = 0; seed < PROGRAMS / 3; seed++) {
        reading r;
        make_sheet(&s, seed);
        net_network *n = read_sheet(&r, &s, true) ? network_of(&r) : NULL;
        if (!n)
            continue;
        net_schedule *order = net_schedule_make(n, &r.arena);
        const uint32_t words = (n->facts.count + 63) / 64;
        uint64_t *facts = ARENA_ARRAY(&r.arena, uint64_t, words * POSITIONS + 1), ends[POSITIONS][3] = {0};
        lud_rng rng;
        lud_rng_seed(&rng, seed, 0);
        for (uint32_t p = 0; p < POSITIONS; p++)
            for (uint32_t i = 0; i < n->facts.count; i++)
                facts[p * words + i / 64] |= (uint64_t)(p == 0 ? n->facts.data[i].initial : lud_rng_below(&rng, 2))
                                             << i % 64;
        slices *x = slices_new(n, order);
        CHECK(slices_play(x, (slice_from){facts, POSITIONS}, seed, (uint64_t)POSITIONS * GAMES, 1, NULL, count_over,
                          ends));
        for (uint32_t p = 0; p < POSITIONS; p++) {
            CHECK_INT(ends[p][SLICE_OVER] + ends[p][SLICE_STUCK] + ends[p][SLICE_LONG], GAMES);
            const double share = share_over(n, order, facts + p * words, &r.arena),
                         sigma = sqrt(share * (1 - share) / GAMES);
            if (fabs((double)ends[p][SLICE_OVER] / GAMES - share) > 5 * sigma + 1e-12)
                TEST_FAIL("program %d: %d of %d games end, expected a share of %g", (int)seed, (int)ends[p][SLICE_OVER],
                          GAMES, share);
            both += share > 0 && share < 1;
        }
        slices_free(x);
        arena_done(&r.arena);
    }
    CHECK(both > 3); /* else this says little */
}

TEST_MAIN
