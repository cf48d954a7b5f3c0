/* lud_interrupt: whatever runs ends soon, says so, and can be done again afterwards. */
#include "ludens.h"
#include "test.h"

#include <pthread.h>
#include <time.h>

enum { SOON_MS = 3000 }; /* milliseconds on an idle machine; sanitizers and neighbours take longer */

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void *interrupt_later(void *control)
{
    nanosleep(&(struct timespec){0, 200000000}, NULL);
    lud_interrupt(control);
    return NULL;
}

/* A value is chosen 80 times, and only the last one counts: one search takes for ever. */
static char *long_search(void)
{
    static char text[8000];
    int n = sprintf(text, "type Player = {a};\ntype Score = {0, 100};\ntype N = {n0");
    for (int i = 1; i < 20; i++)
        n += sprintf(text + n, ", n%d", i);
    n += sprintf(text + n, "};\nvar v: N = n0;\nbegin, c0: player = a;\n");
    for (int i = 0; i < 80; i++)
        n += sprintf(text + n, "c%d, c%d: v = N(*);\n", i, i + 1);
    sprintf(text + n, "c80, d: $$ v;\nd, end: player = keeper;\n");
    return text;
}

/* Rules with many ground instances. */
static const char wide_sheet[] = "(role a) (n 1) (n 2) (n 3) (n 4) (n 5) (n 6) (n 7) (n 8) (n 9) (n 10) (n 11) (n 12)"
                                 "(<= (w ?a ?b ?c ?d ?e ?f ?g) (n ?a) (n ?b) (n ?c) (n ?d) (n ?e) (n ?f) (n ?g))"
                                 "(init (p 1)) (<= (next (p ?x)) (true (p ?x))) (<= (legal a (m ?x)) (true (p ?x)))"
                                 "(<= terminal (true (p 2))) (<= (goal a 100) (w ?a ?b ?c ?d ?e ?f ?g) (true (p ?g)))";

typedef struct job {
    const char *text, *language;
    lud_backend backend;
    lud_control *control;
    lud_game *game;
    lud_diags *diags;
} job;

static lud_game *load(job *j)
{
    lud_options o;
    lud_options_init(&o);
    o.backend = j->backend;
    o.language = j->language;
    o.control = j->control;
    return lud_load_text(j->text, strlen(j->text), "test", &o, j->diags);
}

static lud_status perft(job *j)
{
    uint64_t counts[3];
    lud_context *ctx = lud_context_new(j->game);
    lud_status status = lud_perft(ctx, NULL, 2, NULL, counts);
    if (status == LUD_INTERRUPTED)
        CHECK_STR(lud_fault(ctx).code, "E0007");
    lud_context_free(ctx);
    return status;
}

static lud_status list(job *j)
{
    lud_context *ctx = lud_context_new(j->game);
    lud_moves *moves = lud_moves_new();
    void *state = malloc(lud_state_size(j->game));
    lud_status status = lud_start(ctx, state);
    if (status == LUD_OK)
        status = lud_moves_list(ctx, state, 1, moves);
    free(state);
    lud_moves_free(moves);
    lud_context_free(ctx);
    return status;
}

static lud_status run(job *j)
{
    lud_run_options o = {.playouts = 1000000000, .seed = 1, .threads = 2};
    lud_run_result result;
    lud_status status = lud_run(j->game, &o, &result);
    CHECK(result.playouts < o.playouts);
    lud_run_result_done(&result);
    return status;
}

static lud_status reload(job *j)
{
    lud_game *game = load(j);
    bool said = lud_diags_count(j->diags) == 1 && strcmp(lud_diags_get(j->diags, 0).code, "E0007") == 0;
    lud_status status = game ? LUD_OK : said ? LUD_INTERRUPTED : LUD_ERR_ARGUMENT;
    lud_game_free(game);
    return status;
}

static void interrupted(job *j, lud_status (*work)(job *))
{
    pthread_t thread;
    double before = now_ms();
    CHECK_INT(pthread_create(&thread, NULL, interrupt_later, j->control), 0);
    CHECK_INT(work(j), LUD_INTERRUPTED);
    double spent = now_ms() - before;
    if (spent < 150 || spent > 200 + SOON_MS)
        TEST_FAIL("took %.0f ms", spent);
    pthread_join(thread, NULL);
    CHECK(lud_interrupted(j->control));
    CHECK_INT(work(j), LUD_INTERRUPTED); /* it stays so */
    lud_resume(j->control);
    CHECK(!lud_interrupted(j->control));
}

static job start(const char *text, const char *language, lud_backend backend)
{
    job j = {text, language, backend, lud_control_new(), NULL, lud_diags_new()};
    return j;
}

static void done(job *j)
{
    lud_game_free(j->game);
    lud_diags_free(j->diags);
    lud_control_free(j->control);
}

TEST(single_searches)
{
    for (int native = 0; native < 2; native++) {
        job j = start(long_search(), "rg", native ? LUD_BACKEND_NATIVE : LUD_BACKEND_INTERP);
        j.game = load(&j);
        CHECK(j.game != NULL);
        interrupted(&j, list);
        interrupted(&j, perft);
        interrupted(&j, run);
        done(&j);
    }
}

TEST(loading)
{
    job j = start(wide_sheet, "gdl", LUD_BACKEND_INTERP);
    lud_diags_free(j.diags);
    for (int again = 0; again < 2; again++) {
        j.diags = lud_diags_new();
        lud_interrupt(j.control);
        CHECK_INT(reload(&j), LUD_INTERRUPTED);
        lud_resume(j.control);
        lud_diags_free(j.diags);
    }
    j.diags = lud_diags_new();
    done(&j);
}

/* Ends by itself neither in the network nor by its rules. */
TEST(playing_rules)
{
    static const lud_backend backends[] = {LUD_BACKEND_INTERP, LUD_BACKEND_RULES};
    static const char endless[] =
        "(role a) (init (p 1)) (<= (next (p ?x)) (true (p ?x))) (<= (legal a (m 1)) (true (p 1)))"
        "(<= (legal a (m 2)) (true (p 1))) (<= terminal (true (p 2))) (goal a 100)";
    for (int i = 0; i < 2; i++) {
        job j = start(endless, "gdl", backends[i]);
        lud_options o;
        lud_options_init(&o);
        o.backend = backends[i];
        o.language = "gdl";
        o.control = j.control;
        o.limits.max_plies = UINT32_MAX;
        j.game = lud_load_text(endless, strlen(endless), "test", &o, j.diags);
        CHECK(j.game != NULL);
        interrupted(&j, run);
        done(&j);
    }
}

TEST(statuses)
{
    CHECK_STR(lud_status_text(LUD_INTERRUPTED), "interrupted");
    CHECK(!lud_status_is_limit(LUD_INTERRUPTED));
}

TEST_MAIN
