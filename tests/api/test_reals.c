/* Reals of automata: what games of tests/data/reals.aut are worth, to the last bit, and what is no finite number. */
#include "ludens.h"
#include "test.h"

typedef struct table {
    lud_game *game;
    lud_context *ctx;
    unsigned char *state;
} table;

static bool open_table(table *t, lud_game *game)
{
    *t = (table){.game = game, .ctx = game ? lud_context_new(game) : NULL};
    t->state = t->ctx ? calloc(1, lud_state_size(game)) : NULL;
    return t->state && lud_start(t->ctx, t->state) == LUD_OK;
}

static void close_table(table *t)
{
    free(t->state);
    lud_context_free(t->ctx);
    lud_game_free(t->game);
}

static lud_status play_text(table *t, const char *text)
{
    uint32_t words[20], count;
    if (lud_move_parse(t->game, text, words, 20, &count) != LUD_OK)
        return LUD_ERR_ARGUMENT;
    lud_move m = {words, count, 1};
    return lud_apply_move(t->ctx, t->state, &m);
}

static lud_game *load_reals(lud_backend backend, const char *passes)
{
    lud_options o;
    lud_options_init(&o);
    o.backend = backend;
    o.passes = passes;
    return lud_load_file(SOURCE_DIR "/tests/data/reals.aut", &o, NULL);
}

static void check_worth(lud_backend backend, const char *passes)
{
    static const char *const savings[] = {"low", "high", "all", "high"}, *const spendings[] = {"low", "high", "all",
                                                                                               "low"};
    static const double rates[] = {0.015, 0.0725, -0.5, 0.0725};
    double saver = 100.0, spender = 50.25, best = -1e300, scores[2];
    table t;
    CHECK(open_table(&t, load_reals(backend, passes)));
    for (int year = 0; year < 4 && !lud_terminal(t.game, t.state); year++) {
        CHECK_INT(play_text(&t, savings[year]), LUD_OK);
        CHECK_INT(play_text(&t, spendings[year]), LUD_OK);
        saver = saver * (1.0 + rates[year]) * 1.1;
        spender = spendings[year][0] == 'l' ? spender - 10.0 / 3.0 : -spender / (1.1 + year);
        best = saver + spender > best ? saver + spender : best;
    }
    CHECK(lud_terminal(t.game, t.state));
    lud_scores(t.game, t.state, scores);
    CHECK(scores[0] == saver - 3 && scores[1] == best);
    close_table(&t);
}

TEST(payoffs)
{
    check_worth(LUD_BACKEND_INTERP, NULL);
    check_worth(LUD_BACKEND_INTERP, "none");
    check_worth(LUD_BACKEND_NATIVE, NULL);
}

/* The first move computes the expression; "" when it can be made. */
static const char *computed(const char *expression, lud_backend backend)
{
    static char report[600];
    char text[900];
    snprintf(
        text, sizeof text,
        "type Player = {a};\ntype Score = #real;\nvar zero: #real = #0.0;\nvar huge: #real = #1e300;\nvar r: #real = "
        "#1.0;\n"
        "begin, q0: player = a;\nq0, q1: $ go;\nq1, q2: r = %s;\nq2, q3: goals[a] = r;\nq3, end: player = keeper;\n",
        expression);
    lud_options o;
    lud_options_init(&o);
    o.language = "automaton";
    o.backend = backend;
    lud_diags *diags = lud_diags_new();
    table t;
    bool fine = open_table(&t, lud_load_text(text, strlen(text), "reals", &o, diags));
    lud_status s = fine ? play_text(&t, "go") : LUD_ERR_ARGUMENT;
    snprintf(report, sizeof report, "%s",
             !fine                ? lud_diags_render(diags, 0, false)
             : s == LUD_OK        ? ""
             : s == LUD_ERR_RANGE ? lud_fault(t.ctx).message
                                  : "another status");
    lud_diags_free(diags);
    close_table(&t);
    return report;
}

TEST(what_is_no_number)
{
    static const char no_number[] = "the result is no number: it is infinite or has no value";
    static const lud_backend both[] = {LUD_BACKEND_INTERP, LUD_BACKEND_NATIVE};
    for (int i = 0; i < 2; i++) {
        CHECK_STR(computed("r / zero", both[i]), no_number);
        CHECK_STR(computed("zero / zero", both[i]), no_number);
        CHECK_STR(computed("huge * huge", both[i]), no_number);
        CHECK_STR(computed("-huge * huge", both[i]), no_number);
        CHECK_STR(computed("#1e308 + #1e308", both[i]), no_number);
        CHECK_STR(computed("huge / #1e200", both[i]), "");
        CHECK_STR(computed("(zero == -zero ? r : r / zero)", both[i]), "");
        CHECK_STR(computed("#1.0 / (#1e300 * #1e10 - huge)", both[i]), no_number);
    }
}

TEST(not_in_rg)
{
    lud_diags *diags = lud_diags_new();
    lud_game *game = load_reals(LUD_BACKEND_INTERP, NULL);
    CHECK(game && !lud_translate(game, "rg", diags));
    CHECK(strstr(lud_diags_get(diags, 0).message, "the type of reals") != NULL);
    lud_diags_free(diags);
    lud_game_free(game);
}

TEST_MAIN
