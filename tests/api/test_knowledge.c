/* Hidden information, and chance with weights. */
#include "ludens.h"
#include "test.h"

#include <math.h>

static lud_game *load(const char *file)
{
    char path[1000];
    snprintf(path, sizeof path, SOURCE_DIR "/tests/data/%s", file);
    lud_game *g = lud_load_file(path, NULL, NULL);
    CHECK(g != NULL);
    return g;
}

typedef struct seat {
    lud_context *ctx;
    unsigned char state[512];
    uint64_t seen[3]; /* observation hashes of a and b */
} seat;

static void play(const lud_game *g, seat *s, const char *const *moves, int count)
{
    CHECK(lud_state_size(g) <= sizeof s->state);
    CHECK_INT(lud_start(s->ctx, s->state), LUD_OK);
    for (int i = 0; i < count; i++) {
        uint32_t words[8], n;
        CHECK_INT(lud_move_parse(g, moves[i], words, 8, &n), LUD_OK);
        CHECK_INT(lud_apply_move(s->ctx, s->state, &(lud_move){words, n, 1}), LUD_OK);
    }
    for (uint32_t role = 1; role <= 2; role++)
        s->seen[role] = lud_observe_hash(g, s->state, role);
}

/* a is dealt low or high, which b does not see; then a passes or bets, which b does. */
TEST(what_a_role_may_know)
{
    lud_game *g = load("hidden.rg");
    if (!g)
        return;
    lud_info info;
    lud_game_info(g, &info);
    CHECK(info.hidden);
    seat low = {.ctx = lud_context_new(g)}, high = low, bet = low, pass = low, again = low;
    play(g, &low, (const char *const[]){"low"}, 1);
    play(g, &high, (const char *const[]){"high"}, 1);
    CHECK(memcmp(low.state, high.state, lud_state_size(g)) != 0);
    CHECK(low.seen[1] != high.seen[1]);
    CHECK(low.seen[2] == high.seen[2]);
    play(g, &again, (const char *const[]){"low"}, 1);
    CHECK(again.seen[1] == low.seen[1] && again.seen[2] == low.seen[2]);
    play(g, &bet, (const char *const[]){"low", "bet"}, 2);
    play(g, &pass, (const char *const[]){"high", "pass"}, 2);
    CHECK(bet.seen[2] != pass.seen[2]);
    CHECK(bet.seen[2] != low.seen[2]);
    play(g, &pass, (const char *const[]){"high", "bet"}, 2);
    CHECK(bet.seen[2] == pass.seen[2]);
    CHECK(bet.seen[1] != pass.seen[1]);
    lud_context_free(low.ctx);
    lud_game_free(g);
}

TEST(percepts)
{
    lud_game *g = load("hidden.rg");
    if (!g)
        return;
    seat s = {.ctx = lud_context_new(g)};
    char text[40];
    play(g, &s, (const char *const[]){"high"}, 1);
    lud_percept_text(s.ctx, 1, text, sizeof text);
    CHECK_STR(text, "high");
    lud_percept_text(s.ctx, 2, text, sizeof text);
    CHECK_STR(text, "");
    play(g, &s, (const char *const[]){"high", "bet"}, 2);
    for (uint32_t role = 1; role <= 2; role++) {
        CHECK_INT(lud_percept_text(s.ctx, role, text, sizeof text), 3);
        CHECK_STR(text, "bet");
    }
    lud_context_free(s.ctx);
    lud_game_free(g);
}

/* With perfect information everybody knows the state. */
TEST(perfect_information)
{
    lud_game *g = load("ttt.rg");
    if (!g)
        return;
    lud_info info;
    lud_game_info(g, &info);
    CHECK(!info.hidden);
    lud_context *ctx = lud_context_new(g);
    void *state = malloc(lud_state_size(g));
    CHECK_INT(lud_start(ctx, state), LUD_OK);
    for (uint32_t role = 1; role <= info.roles; role++)
        CHECK(lud_observe_hash(g, state, role) == lud_state_hash(g, state));
    free(state);
    lud_context_free(ctx);
    lud_game_free(g);
}

/* heads by three last edges, tails by one: 3/4 and 1/4. */
TEST(chance_weighs_by_ways)
{
    static const char text[] = "type Player = {a}; type Score = {0, 100};\n"
                               "begin, c: player = random;\n"
                               "c, h: $ heads;\n"
                               "h, won: player = keeper;\n"
                               "h, won: player = keeper;\n"
                               "h, won: player = keeper;\n"
                               "c, t: $ tails;\n"
                               "t, lost: player = keeper;\n"
                               "won, done: goals[a] = 100;\n"
                               "lost, done:;\n"
                               "done, end: player = keeper;\n";
    lud_game *g = lud_load_text(text, sizeof text - 1, "coin.rg", NULL, NULL);
    CHECK(g != NULL);
    if (!g)
        return;
    lud_context *ctx = lud_context_new(g);
    lud_moves *moves = lud_moves_new();
    void *state = malloc(lud_state_size(g));
    CHECK_INT(lud_start(ctx, state), LUD_OK);
    CHECK_INT(lud_movers(g, state), 1);
    CHECK_INT(lud_moves_list(ctx, state, 0, moves), LUD_OK);
    CHECK_INT(lud_moves_count(moves), 2);
    CHECK_INT(lud_moves_weight(moves), 4);
    for (uint32_t i = 0; i < lud_moves_count(moves); i++) {
        char move[20];
        lud_move_text(g, lud_moves_at(moves, i), move, sizeof move);
        CHECK_INT(lud_moves_at(moves, i).weight, strcmp(move, "heads") == 0 ? 3 : 1);
    }
    lud_run_options o = {.playouts = 20000, .seed = 3, .threads = 1};
    lud_run_result r;
    CHECK_INT(lud_run(g, &o, &r), LUD_OK);
    /* mean 75, standard error 100 * sqrt(3/16 / 20000) = 0.31 */
    CHECK(fabs(r.scores[0].mean - 75) < 1.6);
    lud_run_result_done(&r);
    free(state);
    lud_moves_free(moves);
    lud_context_free(ctx);
    lud_game_free(g);
}

TEST_MAIN
