/* Answer-set games: places of errors, the loop, both engines against each other, threads. */
#include "base/rng.h"
#include "ludens_answersets.h"
#include "sample.h"
#include "test.h"

#include <pthread.h>
#include <stdarg.h>
#include <time.h>

/* ---- helpers ---- */

static lud_game *load(const char *text, const lud_options *o, lud_diags *diags)
{
    lud_options own;
    lud_options_init(&own);
    if (o)
        own = *o;
    own.language = "asp";
    return lud_load_text(text, strlen(text), "test", &own, diags);
}

typedef struct played {
    lud_game *game;
    lud_context *ctx;
    void *state;
} played;

static bool open_game(played *p, const char *text, const char *engine)
{
    lud_options o;
    lud_options_init(&o);
    o.engine = engine;
    lud_diags *diags = lud_diags_new();
    *p = (played){.game = load(text, &o, diags)};
    for (uint32_t i = 0; !p->game && i < lud_diags_count(diags); i++)
        if (!engine || strcmp(engine, "own") != 0)
            printf("%s", lud_diags_render(diags, i, false));
    lud_diags_free(diags);
    if (!p->game)
        return false;
    p->ctx = lud_context_new(p->game);
    p->state = calloc(1, lud_state_size(p->game));
    return lud_start(p->ctx, p->state) == LUD_OK;
}

static void close_game(played *p)
{
    lud_context_free(p->ctx);
    lud_game_free(p->game);
    free(p->state);
    *p = (played){0};
}

static lud_status step(played *p, const char *actions)
{
    uint32_t words[64], count;
    lud_move joint[2] = {{NULL, 0, 1}, {words, 0, 1}};
    if (lud_move_parse(p->game, actions, words, 64, &count) != LUD_OK)
        return LUD_ERR_ILLEGAL;
    joint[1].count = count;
    return lud_apply(p->ctx, p->state, joint);
}

static const char *facts(played *p, lud_facts which)
{
    const char *text;
    return lud_facts_text(p->ctx, p->state, which, &text) == LUD_OK ? text : "fault";
}

static bool has_clingo(void)
{
    played p;
    bool there = open_game(&p, "%@ nature\n{ a }. next(R,C,O) :- at(R,C,O).\n%@ level state\nat(1,1,x).\n", NULL) &&
                 step(&p, "") == LUD_OK;
    if (p.game)
        close_game(&p);
    return there;
}

/* ---- places ---- */

static void check_place(const char *program, const char *code, uint32_t line, uint32_t column, uint32_t end)
{
    char text[600];
    snprintf(text, sizeof text, "%%@ nature\n%s%%@ level state\nat(1,1,x).\n", program);
    lud_diags *diags = lud_diags_new();
    lud_game *game = load(text, NULL, diags);
    bool found = false;
    for (uint32_t i = 0; i < lud_diags_count(diags); i++) {
        lud_diagnostic d = lud_diags_get(diags, i);
        found |= strcmp(d.code, code) == 0 && d.line == line + 1 && d.column == column && (!end || d.end_column == end);
    }
    if (!found || game) {
        TEST_FAIL("%s: no %s at %u:%u-%u", program, code, line, column, end);
        for (uint32_t i = 0; i < lud_diags_count(diags); i++)
            printf("%s", lud_diags_render(diags, i, false));
    }
    lud_game_free(game);
    lud_diags_free(diags);
}

/* As clingo 5.4.1 reports them. */
TEST(errors_have_the_places_of_clingo)
{
    check_place("a.\nb :-\n  c(X)) .\n", "E0102", 3, 7, 8);
    check_place("a. #foo b.\n", "E0101", 1, 4, 8);
    check_place("a(X) :- not b(X).\n", "E0803", 1, 1, 18);
    check_place("#const k=3. #const k=4.\n", "E0802", 1, 13, 24);
    check_place("a(RANDINT(-1,3)).\n", "E0102", 1, 10, 11);
    check_place("p(1..3). a :- 1 < 2 < 3.\n", "E0102", 1, 21, 22);
    check_place("p(-1). s(X) :- p(X*2+X).\n", "E0803", 1, 8, 25);
    check_place("a :- X = #count{Y:p(Y)}, X<Z.\n", "E0803", 1, 1, 30);
    check_place("\"a\". p.\n", "E0102", 1, 4, 5);
    check_place("d :- e; ; f.\n", "E0102", 1, 9, 10);
    check_place("r(007).\n", "E0102", 1, 4, 5);
    check_place("#const a=b. #const b=a. r(a).\n", "E0802", 1, 1, 12);
    check_place("#include \"x\".\n", "E0801", 1, 1, 9);
    check_place("#script (python)\nf(\n#end.\n", "E0801", 1, 1, 8);
    check_place("p(X) :- q(X\n", "E0102", 2, 1, 0);
}

TEST(slips_are_warned_about)
{
    lud_diags *diags = lud_diags_new();
    lud_game *game = load("%@ auxiliary\nfree(1,1).\n%@ nature\nnext(R,C,O) :- at(R,C,O), "
                          "fre(R,C), at(R,C), free(R).\n"
                          "%@ level state\nat(1,1,x).\n",
                          NULL, diags);
    static const char *const hints[] = {"`free`", "`at/3`", "`free/2`"};
    uint32_t unknown = 0, no_win = 0;
    for (uint32_t i = 0; i < lud_diags_count(diags); i++) {
        lud_diagnostic d = lud_diags_get(diags, i);
        no_win += strcmp(d.code, "W0811") == 0;
        if (strcmp(d.code, "W0810") == 0 && unknown < 3) {
            if (!d.hint || !strstr(d.hint, hints[unknown]))
                TEST_FAIL("hint is %s", d.hint ? d.hint : "missing");
            unknown++;
        }
    }
    CHECK(game != NULL);
    CHECK_INT(unknown, 3);
    CHECK_INT(no_win, 1);
    lud_game_free(game);
    lud_diags_free(diags);
}

/* ---- the loop ---- */

TEST(lose_is_looked_at_before_win)
{
    played p;
    CHECK(open_game(&p,
                    "%@ nature\nnext(R,C,O) :- at(R,C,O).\n%@ winning conditions\nwin :- "
                    "current_time(1). lose(x) :- "
                    "current_time(1).\n%@ level state\nat(1,1,x).\n",
                    NULL));
    CHECK_STR(lud_verdict(p.game, p.state), "");
    CHECK_INT(step(&p, ""), LUD_OK);
    CHECK_STR(lud_verdict(p.game, p.state), "lose");
    CHECK_STR(facts(&p, LUD_FACTS_GOAL), "lose(x)\nwin");
    close_game(&p);
}

TEST(time_passes_without_an_answer_set_and_stands_still_without_next)
{
    played p;
    CHECK(open_game(&p,
                    "%@ nature\n:- do(void). next(R,C+1,O) :- at(R,C,O), not do(still).\n%@ level "
                    "state\nat(1,1,x).\n",
                    NULL));
    CHECK_INT(step(&p, "void"), LUD_OK);
    CHECK_INT(lud_time(p.game, p.state), 1);
    CHECK_STR(facts(&p, LUD_FACTS_STATE), "at(1,1,x)");
    CHECK_INT(step(&p, "do(still)"), LUD_OK);
    CHECK_INT(lud_time(p.game, p.state), 1);
    CHECK_INT(step(&p, "a, b"), LUD_OK);
    CHECK_INT(lud_time(p.game, p.state), 2);
    CHECK_STR(facts(&p, LUD_FACTS_STATE), "at(1,2,x)");
    close_game(&p);
}

TEST(games_stop_after_501_steps)
{
    played p;
    CHECK(open_game(&p, "%@ nature\nnext(R,C,O) :- at(R,C,O).\n%@ level state\nat(1,1,x).\n", NULL));
    for (int i = 0; i < 501; i++)
        CHECK(!lud_terminal(p.game, p.state) && step(&p, "") == LUD_OK);
    CHECK_STR(lud_verdict(p.game, p.state), "timeout");
    close_game(&p);
}

TEST(earlier_states_are_there_for_programs_that_look_at_them)
{
    played p;
    CHECK(open_game(&p,
                    "%@ nature\nnext(R,C+1,x) :- at(R,C,x). next(T+1,9,N) :- current_time(T), N = "
                    "#count { S,R,C,O : "
                    "at_time(S,R,C,O) }.\n%@ level state\nat(1,1,x).\n",
                    NULL));
    CHECK_INT(step(&p, ""), LUD_OK);
    CHECK_INT(step(&p, ""), LUD_OK);
    CHECK_STR(facts(&p, LUD_FACTS_STATE), "at(1,3,x)\nat(2,9,3)");
    close_game(&p);
}

TEST(states_hold_any_number_of_atoms)
{
    played p;
    CHECK(open_game(&p,
                    "%@ nature\nnext(1..90,1..90,x) :- current_time(T), T < 1. next(1,1,y) :- current_time(1), "
                    "#count { R,C : at(R,C,x) } = 8100.\n%@ level state\nat(1,1,x).\n",
                    NULL));
    CHECK_INT(step(&p, ""), LUD_OK);
    CHECK_INT(step(&p, ""), LUD_OK);
    CHECK_STR(facts(&p, LUD_FACTS_STATE), "at(1,1,y)");
    close_game(&p);
}

TEST(memory_follows_remember_and_forget)
{
    played p;
    lud_play play;
    lud_rng rng;
    lud_rng_seed(&rng, 1, 0);
    CHECK(open_game(&p,
                    "%@ visibility\nobserve(at(R,C,O)) :- at(R,C,O).\n%@ nature\nnext(R,C,O) :- at(R,C,O).\n%@ "
                    "strategy\n"
                    "memory(ghost). remember(keep). forget(keep). remember(n(N+1)) :- memory(n(N)). "
                    "remember(n(0)) :- not "
                    "memory(n(_)). forget(n(N)) :- memory(n(N)). do(go) :- observe(at(1,1,x)), memory(ghost).\n"
                    "%@ level state\nat(1,1,x).\n",
                    NULL));
    lud_strategy *s = lud_strategy_new(p.game, NULL, 0, NULL, NULL);
    CHECK_INT(lud_strategy_play(s, p.state, "", NULL, 0, &rng, &play), LUD_OK);
    CHECK_STR(play.actions, "do(go)");
    CHECK_STR(play.memory, "memory(keep)\nmemory(n(0))");
    char *memory = strdup(play.memory);
    CHECK_INT(lud_strategy_play(s, p.state, memory, NULL, 0, &rng, &play), LUD_OK);
    CHECK_STR(play.memory, "memory(keep)\nmemory(n(1))");
    free(memory);
    lud_strategy_free(s);
    close_game(&p);
}

TEST(unknown_fields_survive)
{
    static const char text[] = "{\"nature_program\": \"a.\", \"x\": {\"y\": [1, \"z\"]}, "
                               "\"level_state\": \"at(1,1,x).\\n\"}";
    lud_options o;
    lud_options_init(&o);
    o.language = "asp";
    char *once = lud_format(text, strlen(text), "test", &o, NULL);
    CHECK_STR(once, "{\n  \"nature_program\": \"a.\\n\",\n  \"x\": {\"y\":[1,\"z\"]},\n  "
                    "\"level_state\": \"at(1,1,x).\\n\"\n}\n");
    lud_free(once);
}

/* ---- both engines ---- */

/* Random programs, most of them stratified: facts e0.. and rules d0.., whose atoms end up in
 * next/3. */
typedef struct writer {
    char text[8000];
    size_t n;
    lud_rng rng;
    int arity[10], count; /* of predicates so far */
} writer;

static void put(writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(writer *w, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    w->n += (size_t)vsnprintf(w->text + w->n, sizeof w->text - w->n, format, args);
    va_end(args);
}

static int below(writer *w, int n) { return (int)rng_below(&w->rng, (uint32_t)n); }

static const char *constant(writer *w)
{
    static const char *const all[] = {"a", "b", "1", "2", "3", "0", "-1", "f(1)", "f(a)", "\"s\"", "(1,a)", "-a", "5"};
    return all[below(w, 13)];
}

static const char *term(writer *w)
{
    static const char *const all[] = {"X",   "Y",   "Z",    "X",     "Y",   "Z",    "X+1", "Y-1",
                                      "2*X", "|Z|", "f(X)", "(X,Y)", "Z/2", "X\\3", "-Y"};
    return below(w, 4) ? all[below(w, 15)] : constant(w);
}

static void atom(writer *w, int predicate, bool plain)
{
    put(w, "%c%d", predicate < 3 ? 'e' : 'd', predicate);
    for (int i = 0; i < w->arity[predicate]; i++) {
        static const char *const binding[] = {"X", "Y", "Z", "X", "Y", "Z", "_", "f(X)", "Y+1", "(Z,_)", "2*Z-1"};
        put(w, "%s%s", i ? "," : "(", plain ? binding[below(w, 11)] : term(w));
    }
    if (w->arity[predicate])
        put(w, ")");
}

static void extra(writer *w)
{
    static const char *const relations[] = {"<", "<=", ">", ">=", "=", "!="};
    static const char *const functions[] = {"#count", "#sum", "#sum+", "#min", "#max"};
    int lower = below(w, w->count);
    switch (below(w, 5)) {
    case 0:
        put(w, "; not ");
        atom(w, lower, false);
        return;
    case 1: put(w, "; %s %s %s", term(w), relations[below(w, 6)], term(w)); return;
    case 2: put(w, "; Z = %s", below(w, 2) ? "1..3" : term(w)); return;
    case 3:
        put(w, "; %s", below(w, 2) ? "not " : "");
        atom(w, lower, false);
        put(w, " : ");
        atom(w, below(w, w->count), true);
        return;
    default:
        put(w, "; %s { U%s : e0(U%s) } %s %d", functions[below(w, 5)], w->arity[0] > 1 ? ",V" : "",
            w->arity[0] > 2   ? ",V,_"
            : w->arity[0] > 1 ? ",V"
                              : "",
            relations[below(w, 6)], below(w, 4));
        return;
    }
}

static void write_program(writer *w, uint64_t number)
{
    *w = (writer){.n = 0};
    lud_rng_seed(&w->rng, 20, number);
    put(w, "%%@ nature\n");
    for (; w->count < 3; w->count++) {
        w->arity[w->count] = 1 + below(w, 3);
        for (int k = 0; k < 4; k++) {
            put(w, "e%d(", w->count);
            for (int i = 0; i < w->arity[w->count]; i++)
                put(w, "%s%s", i ? "," : "", below(w, 6) ? constant(w) : below(w, 2) ? "1..3" : "(a;2)");
            put(w, "). ");
        }
        put(w, "\n");
    }
    for (int end = 4 + below(w, 5); w->count < end; w->count++) {
        w->arity[w->count] = below(w, 4);
        for (int k = 1 + below(w, 2); k > 0; k--) {
            atom(w, w->count, false);
            put(w, " :- ");
            for (int i = 1 + below(w, 3); i > 0; i--) {
                atom(w, below(w, w->count + (below(w, 4) == 0)), true);
                if (i > 1)
                    put(w, "; ");
            }
            for (int i = below(w, 3); i > 0; i--)
                extra(w);
            put(w, ".\n");
        }
    }
    for (int i = 3; i < w->count; i++) {
        static const char *const names[] = {"", "(A)", "(A,B)", "(A,B,C)"};
        put(w, "next(%d,1,t%s) :- d%d%s.\n", i, names[w->arity[i]], i, names[w->arity[i]]);
    }
    put(w, "next(0,0,ok).\n%%@ level state\nat(1,1,x).\n");
}

TEST(both_engines_agree_on_generated_programs)
{
    if (!has_clingo())
        SKIP("libclingo is missing");
    const char *more = getenv("LUDENS_SLOW");
    uint64_t programs = more && *more ? 20000 : sample_count(1500, 200), compared = 0;
    writer w;
    for (uint64_t i = 0; i < programs; i++) {
        played own, clingo;
        write_program(&w, i);
        if (!open_game(&own, w.text, "own"))
            continue; /* unsafe, or not stratified */
        if (!open_game(&clingo, w.text, "clingo")) {
            TEST_FAIL("libclingo refuses what we take:\n%s", w.text);
            close_game(&own);
            continue;
        }
        CHECK_INT(step(&own, ""), LUD_OK);
        CHECK_INT(step(&clingo, ""), LUD_OK);
        char *ours = strdup(facts(&own, LUD_FACTS_STATE));
        const char *theirs = facts(&clingo, LUD_FACTS_STATE);
        if (strcmp(ours, theirs) != 0)
            TEST_FAIL("program %d:\n%sours\n%s\ntheirs\n%s", (int)i, w.text, ours, theirs);
        compared++;
        free(ours);
        close_game(&own);
        close_game(&clingo);
    }
    printf("  %d programs compared\n", (int)compared);
    CHECK(compared > programs / 5);
}

TEST(ways_are_the_answer_sets_of_nature)
{
    if (!has_clingo())
        SKIP("libclingo is missing");
    played p;
    CHECK(open_game(&p, "%@ nature\n1 { next(1,1..3,x) } 1. { noise(1..3) }.\n%@ level state\nat(1,1,x).\n", NULL));
    lud_move joint[2] = {{NULL, 0, 1}, {NULL, 0, 1}};
    static const char *const expected[] = {"at(1,1,x)", "at(1,2,x)", "at(1,3,x)"};
    void *before = malloc(lud_state_size(p.game));
    memcpy(before, p.state, lud_state_size(p.game));
    for (uint32_t way = 0; way < 3; way++) {
        uint32_t ways;
        memcpy(p.state, before, lud_state_size(p.game));
        CHECK_INT(lud_apply_joint_way(p.ctx, p.state, joint, way, &ways), LUD_OK);
        CHECK_INT(ways, 3);
        CHECK_STR(facts(&p, LUD_FACTS_STATE), expected[way]);
    }
    memcpy(p.state, before, lud_state_size(p.game));
    uint32_t ways;
    CHECK_INT(lud_apply_joint_way(p.ctx, p.state, joint, 3, &ways), LUD_ERR_ARGUMENT);
    free(before);
    close_game(&p);
}

/* ---- limits ---- */

TEST(what_grounds_for_ever_is_stopped)
{
    lud_options o;
    lud_options_init(&o);
    o.limits.max_atoms = 20000;
    lud_diags *diags = lud_diags_new();
    CHECK(load("%@ auxiliary\np(1). p(f(X)) :- p(X).\n%@ level state\nat(1,1,x).\n", &o, diags) == NULL);
    CHECK(lud_diags_count(diags) > 0 && strcmp(lud_diags_get(diags, 0).code, "E0004") == 0);
    lud_diags_free(diags);
    o.language = "asp";
    static const char later[] =
        "%@ nature\nnext(R,C,O) :- at(R,C,O). p(T) :- current_time(T). p(f(X)) :- p(X).\n%@ level "
        "state\nat(1,1,x).\n";
    played p = {.game = lud_load_text(later, strlen(later), "test", &o, NULL)};
    CHECK(p.game != NULL);
    p.ctx = lud_context_new(p.game);
    p.state = calloc(1, lud_state_size(p.game));
    CHECK_INT(lud_start(p.ctx, p.state), LUD_OK);
    CHECK_INT(step(&p, ""), LUD_LIMIT_ATOMS);
    CHECK(strstr(lud_fault_text(p.ctx, false), "--max-atoms") != NULL);
    CHECK_INT(lud_time(p.game, p.state), 0);
    close_game(&p);
}

TEST(libclingo_is_stopped_at_the_time_limit)
{
    if (!has_clingo())
        SKIP("libclingo is missing");
    lud_options o;
    lud_options_init(&o);
    o.limits.max_solve_seconds = 1;
    o.language = "asp";
    static const char text[] = "%@ nature\nnext(R,C,O) :- at(R,C,O). 1 { in(P,H) : H = 1..12 } 1 "
                               ":- P = 1..13. :- in(P,H), "
                               "in(Q,H), P < Q.\n%@ level state\nat(1,1,x).\n";
    played p = {.game = lud_load_text(text, strlen(text), "test", &o, NULL)};
    p.ctx = lud_context_new(p.game);
    p.state = calloc(1, lud_state_size(p.game));
    CHECK_INT(lud_start(p.ctx, p.state), LUD_OK);
    CHECK_INT(step(&p, ""), LUD_LIMIT_TIME);
    CHECK_INT(step(&p, ""), LUD_LIMIT_TIME); /* a new process serves the second */
    close_game(&p);
}

/* ---- candidates ---- */

TEST(candidates_are_found_in_the_rules_of_nature)
{
    played p;
    CHECK(open_game(&p,
                    "%@ nature\nact(X) :- do(X). dir(left;right). unit(a;b).\nnext(1,C+D,x) :- at(1,C,x), "
                    "act(go(D)), D = 1..2.\n"
                    "next(2,2,y) :- do(U,D), dir(D), unit(U), not do(_). next(3,3,z) :- at(R,C,O), "
                    "do(pick(R)).\n"
                    "next(R,C,O) :- at(R,C,O), not do(jump(D)) : dir(D).\n%@ level state\nat(1,1,x).\n"
                    "%@ level settings\nsetting(action(hint)).\n",
                    NULL));
    char all[400] = "", text[64];
    lud_moves *moves = lud_moves_new();
    CHECK_INT(lud_moves_list(p.ctx, p.state, 1, moves), LUD_OK);
    for (uint32_t i = 0; i < lud_moves_count(moves); i++) {
        lud_move_text(p.game, lud_moves_at(moves, i), text, sizeof text);
        strcat(strcat(all, text), ";");
    }
    CHECK_STR(all, "do(a,left);do(a,right);do(b,left);do(b,right);do(go(1));do(go(2));do(hint);do(jump(left));"
                   "do(jump(right));;");
    lud_moves_free(moves);
    close_game(&p);
}

/* ---- search and threads ---- */

static const char *const library[] = {"1-first-steps", "2-garden-maze", "3-coins", "4-patrol"};

/* Breadth first over states, without a strategy: the number of moves to a win, or -1. */
static int search(const char *name)
{
    char path[300];
    snprintf(path, sizeof path, SOURCE_DIR "/games/asp/%s.lp", name);
    lud_game *game = lud_load_file(path, NULL, NULL);
    enum { MOST = 20000 };
    lud_context *ctx = lud_context_new(game);
    size_t size = lud_state_size(game);
    unsigned char *states = malloc(MOST * size);
    int *depths = calloc(MOST, sizeof *depths), found = -1;
    uint32_t count = 1;
    lud_moves *moves = lud_moves_new();
    CHECK_INT(lud_start(ctx, states), LUD_OK);
    for (uint32_t i = 0; i < count && found < 0; i++) {
        if (lud_terminal(game, states + i * size))
            continue;
        CHECK_INT(lud_moves_list(ctx, states + i * size, 1, moves), LUD_OK);
        for (uint32_t m = 0; m < lud_moves_count(moves) && count < MOST && found < 0; m++) {
            unsigned char *next = states + count * size;
            lud_move move = lud_moves_at(moves, m);
            memcpy(next, states + i * size, size);
            CHECK_INT(lud_apply_move(ctx, next, &move), LUD_OK);
            double score;
            lud_scores(game, next, &score);
            depths[count] = depths[i] + 1;
            if (score == 1)
                found = depths[count];
            bool known = false;
            for (uint32_t k = 0; k < count && !known; k++)
                known = lud_state_hash(game, states + k * size) == lud_state_hash(game, next);
            count += !known;
        }
    }
    lud_moves_free(moves);
    lud_context_free(ctx);
    lud_game_free(game);
    free(states);
    free(depths);
    return found;
}

TEST(a_simple_search_wins_without_a_strategy)
{
    CHECK_INT(search(library[0]), 4);
    CHECK_INT(search(library[1]), 10);
    CHECK(search(library[3]) > 0);
}

typedef struct player {
    const lud_game *game;
    uint64_t seed, hash;
    pthread_t thread;
} player;

static void *play_along(void *user)
{
    player *p = user;
    lud_context *ctx = lud_context_new(p->game);
    void *state = calloc(1, lud_state_size(p->game));
    lud_rng rng;
    lud_rng_seed(&rng, p->seed, 0);
    for (int i = 0; i < 30; i++) {
        lud_start(ctx, state);
        lud_playout(ctx, state, &rng, NULL, NULL);
        p->hash = p->hash * 31 + lud_state_hash(p->game, state);
    }
    lud_context_free(ctx);
    free(state);
    return NULL;
}

TEST(threads_share_a_game)
{
    lud_game *game = lud_load_file(SOURCE_DIR "/games/asp/5-gate.lp", NULL, NULL);
    player players[4];
    for (int i = 0; i < 4; i++) {
        players[i] = (player){.game = game, .seed = (uint64_t)(i / 2)};
        pthread_create(&players[i].thread, NULL, play_along, &players[i]);
    }
    for (int i = 0; i < 4; i++)
        pthread_join(players[i].thread, NULL);
    CHECK(players[0].hash == players[1].hash);
    CHECK(players[2].hash == players[3].hash);
    CHECK(players[0].hash != players[2].hash);
    lud_game_free(game);
}

TEST(equal_positions_are_equal_states)
{
    played p = {.game = lud_load_file(SOURCE_DIR "/games/asp/1-first-steps.lp", NULL, NULL)};
    size_t size = lud_state_size(p.game);
    p.ctx = lud_context_new(p.game);
    p.state = calloc(1, size);
    unsigned char *other = calloc(1, size);
    CHECK(lud_start(p.ctx, p.state) == LUD_OK && step(&p, "move(up)") == LUD_OK && step(&p, "move(right)") == LUD_OK);
    memcpy(other, p.state, size);
    CHECK(lud_start(p.ctx, p.state) == LUD_OK && step(&p, "move(right)") == LUD_OK && step(&p, "move(up)") == LUD_OK);
    CHECK(memcmp(other, p.state, size) == 0);
    CHECK(lud_state_hash(p.game, other) == lud_state_hash(p.game, p.state));
    free(other);
    close_game(&p);
}

static void *step_once(void *user) { return (void *)(uintptr_t)(step(user, "") == LUD_OK); }

TEST(a_context_may_go_on_in_another_thread)
{
    if (!has_clingo())
        SKIP("libclingo is missing");
    played p;
    pthread_t thread;
    void *fine;
    CHECK(open_game(&p, "%@ nature\n{ a }. next(R,C,O) :- at(R,C,O).\n%@ level state\nat(1,1,x).\n", NULL));
    for (int i = 0; i < 3; i++) {
        pthread_create(&thread, NULL, step_once, &p);
        pthread_join(thread, &fine);
        CHECK(fine != NULL);
        nanosleep(&(struct timespec){0, 20000000}, NULL);
    }
    close_game(&p);
}

TEST_MAIN
