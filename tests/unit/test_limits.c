/* The hand-written playouts of `ludens bench` play the games of games/hrg with the same uniform
 * choice: lengths and results agree with the engine's within five standard errors (all is seeded,
 * so that a test which passes once passes always). */
#include "limits/playout.h"
#include "test.h"

#include <math.h>

enum { LIMIT_PLAYOUTS = 20000, OUTCOMES = 3, LENGTH = OUTCOMES, MEANS };

/* Shares of draws and of wins of the first and the second player, then the mean length, each with
 * the variance of that mean. */
typedef struct summary {
    double mean[MEANS], variance[MEANS];
} summary;

static void set_shares(summary *s, const uint64_t hits[OUTCOMES], double playouts)
{
    for (int i = 0; i < OUTCOMES; i++) {
        /* One more of each kind, so that what never came has a variance. */
        double share = ((double)hits[i] + 1) / (playouts + 2);
        s->mean[i] = (double)hits[i] / playouts;
        s->variance[i] = share * (1 - share) / playouts;
    }
}

static summary play_limit(limit_playout *play, uint64_t seed)
{
    summary s = {0};
    lud_rng rng;
    lud_rng_seed(&rng, seed, 0);
    uint64_t hits[OUTCOMES] = {0};
    double sum = 0, squares = 0, n = LIMIT_PLAYOUTS;
    for (int i = 0; i < LIMIT_PLAYOUTS; i++) {
        uint32_t winner = OUTCOMES, plies = play(&rng, &winner);
        hits[winner < OUTCOMES ? winner : 0]++;
        CHECK(winner < OUTCOMES);
        sum += plies;
        squares += (double)plies * plies;
    }
    set_shares(&s, hits, n);
    s.mean[LENGTH] = sum / n;
    s.variance[LENGTH] = (squares / n - sum / n * (sum / n)) / n;
    return s;
}

static summary play_game(const char *path, uint64_t playouts)
{
    summary s = {0};
    lud_game *game = lud_load_file(path, NULL, NULL);
    CHECK(game != NULL);
    if (!game)
        return s;
    lud_run_options options = {.playouts = playouts, .seed = 5, .threads = 1};
    lud_run_result r;
    CHECK_INT(lud_run(game, &options, &r), LUD_OK);
    const uint64_t hits[OUTCOMES] = {r.draws, r.wins[0], r.wins[1]};
    set_shares(&s, hits, (double)playouts);
    s.mean[LENGTH] = r.plies.mean;
    s.variance[LENGTH] = r.plies.sd * r.plies.sd / (double)playouts;
    lud_run_result_done(&r);
    lud_game_free(game);
    return s;
}

static void check_equal(const char *what, const summary *a, const summary *b)
{
    static const char *const names[MEANS] = {"draws", "wins of 1", "wins of 2", "plies"};
    for (int i = 0; i < MEANS; i++) {
        double error = sqrt(a->variance[i] + b->variance[i]);
        if (fabs(a->mean[i] - b->mean[i]) > 5 * error)
            TEST_FAIL("%s: %s %.4f and %.4f, standard error %.4f", what, names[i], a->mean[i], b->mean[i], error);
    }
}

static void check_limit(limit l, const char *path, uint64_t playouts)
{
    summary list = play_limit(l.list, 1), sample = play_limit(l.sample, 2);
    check_equal("list and sample", &list, &sample);
    if (!path)
        return;
    summary game = play_game(path, playouts);
    check_equal("list and game", &list, &game);
    check_equal("sample and game", &sample, &game);
}

#define GAMES SOURCE_DIR "/games/hrg/"

TEST(tic_tac_toe) { check_limit(tic_tac_toe_limit(), GAMES "tic-tac-toe.hrg", 20000); }
TEST(connect_four) { check_limit(connect_four_limit(), GAMES "connect-four.hrg", 10000); }
TEST(breakthrough) { check_limit(breakthrough_limit(), GAMES "breakthrough.hrg", 3000); }
TEST(hex) { check_limit(hex_limit(), GAMES "hex.hrg", 3000); }
TEST(gomoku) { check_limit(gomoku_limit(), GAMES "gomoku.hrg", 4000); }
TEST(reversi) { check_limit(reversi_limit(), GAMES "reversi.hrg", 1000); }

/* Six in a line do not win there, so that games take longer. */
TEST(gomoku_exact)
{
    check_limit(gomoku_exact_limit(), NULL, 0);
    CHECK(play_limit(gomoku_exact_limit().sample, 1).mean[LENGTH] >
          play_limit(gomoku_limit().sample, 1).mean[LENGTH] + 1);
}

/* How tic-tac-toe ends is known: of the 9! orders of the cells 46080 are drawn, and the first
 * player wins 212256 (counting what follows after the end). */
TEST(tic_tac_toe_exactly)
{
    summary exact = {.mean = {46080 / 362880.0, 212256 / 362880.0, 104544 / 362880.0}};
    summary list = play_limit(tic_tac_toe_limit().list, 3);
    summary sample = play_limit(tic_tac_toe_limit().sample, 4);
    exact.mean[LENGTH] = list.mean[LENGTH];
    check_equal("list", &list, &exact);
    exact.mean[LENGTH] = sample.mean[LENGTH];
    check_equal("sample", &sample, &exact);
}

TEST(nth_bit)
{
    uint64_t set = UINT64_C(0x8000000000010012), rest = set;
    for (uint32_t k = 0; rest; k++, rest &= rest - 1) {
        CHECK(nth_bit(set, k, false) == (rest & -rest));
#if defined(__x86_64__)
        if (LIMIT_HAS_FAST)
            CHECK(nth_bit(set, k, true) == (rest & -rest));
#endif
    }
}

TEST(names)
{
    CHECK(limit_find("hex.hrg").list == hex_limit().list);
    CHECK(limit_find("gomoku_standard.hrg").sample == gomoku_exact_limit().sample);
    CHECK(limit_find("connect4").list == connect_four_limit().list);
    CHECK(limit_find("ticTacToe.rg").list == tic_tac_toe_limit().list);
    CHECK(!limit_find("hex5.rg").list && !limit_find("he.hrg").list && !limit_find("").sample);
}

TEST_MAIN
