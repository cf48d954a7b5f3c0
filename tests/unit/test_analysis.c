/* Measures of curves worked out by hand, and of games that are known. */
#include "test.h"

#include "analysis/measures.h"

#include <math.h>

static bool near(double a, double b) { return fabs(a - b) < 1e-9; }

TEST(curves)
{
    /* behind by 0.25 after the second ply, then won */
    const double lead[] = {0, 0.5, -0.25, 0.5, 1};
    curve_measures m = curve_measure(lead, 4, true);
    CHECK(near(m.drama, 0.5) && near(m.drama_max, 0.5));
    CHECK(near(m.lead_change, 2.0 / 3));
    CHECK(near(m.decisiveness, 0.75)); /* after ply 2 the lead stays above 0.25 */
    CHECK(near(m.killer, 0.75));
    CHECK(near(m.stability, 1 - (0.5 + 0.75 + 0.75 + 0.5) / 4));
    CHECK(near(m.uncertainty, (0 + 0 + 0.5 + 0.25) / 4));
    /* of the gains 0.5, 0.75, 0.75 the next plies took back 0.5, 0.75, 0 */
    CHECK(near(m.permanence, 1 - 1.25 / 2));
    CHECK(near(m.momentum, 1.0 / 3) && near(m.correction, 2.0 / 3));
    /* a straight way to the end */
    const double straight[] = {0, 0.25, 0.5, 0.75, 1};
    m = curve_measure(straight, 4, true);
    CHECK(m.drama == 0 && m.lead_change == 0 && near(m.uncertainty, 0));
    CHECK(near(m.permanence, 1) && near(m.momentum, 1) && m.correction == 0);
    /* a draw has no winner */
    m = curve_measure(straight, 4, false);
    CHECK(isnan(m.drama) && isnan(m.decisiveness) && isfinite(m.lead_change));
    const double short_[] = {0.5};
    m = curve_measure(short_, 0, true);
    CHECK(isnan(m.lead_change) && isnan(m.stability));
}

TEST(tic_tac_toe)
{
    analysis a;
    analysis_options o = {.games = 10,
                          .seed = 1,
                          .agent = "mcts",
                          .budget = {.playouts = 100},
                          .max_plies = 100,
                          .preferred = 60,
                          .samples = 5,
                          .duels = 4,
                          .strength = 4,
                          .states = 10000};
    lud_game *game = lud_load_file(SOURCE_DIR "/games/hrg/tic-tac-toe.hrg", NULL, NULL);
    CHECK_INT(analysis_run(game, &o, &a), LUD_OK);
    CHECK_INT(a.games, 10);
    CHECK_INT(a.finished, 10);
    CHECK_INT(a.duel.games, 4);
    CHECK(a.plies.min >= 5 && a.plies.max <= 9);
    CHECK(a.branching.max == 9 && a.branching.min >= 1);
    CHECK(a.wins[0] + a.wins[1] + a.draws == 10);
    CHECK(a.coverage_all == 1 && a.coverage.mean > 0.5);
    CHECK(a.distinct_moves <= 18 && a.distinct_moves >= 9);
    CHECK_INT(a.type_count, 1);
    CHECK_STR(a.types[0].name, "S");
    /* positions by depth, as they have been counted before */
    static const uint64_t positions[] = {1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78};
    CHECK_INT(a.space.depth, 9);
    CHECK(a.space.complete);
    for (int i = 0; i < 10; i++)
        CHECK_INT(a.space.positions[i], positions[i]);
    CHECK(a.repeatable);
    analysis_done(&a);
    lud_game_free(game);
}

TEST(other_kinds_of_games)
{
    static const char *const games[] = {"gdl/kuhn-poker.kif", "gdl/lights-out.kif", "hrg/pig.hrg",
                                        "gdl/rock-paper-scissors.kif", "gdl/last-candle.kif"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        char path[300];
        analysis a;
        analysis_options o = {.games = 5,
                              .seed = 1,
                              .agent = "mcts",
                              .budget = {.playouts = 30},
                              .max_plies = 300,
                              .preferred = 60,
                              .samples = 5,
                              .duels = 2,
                              .strength = 2,
                              .states = 500};
        snprintf(path, sizeof path, SOURCE_DIR "/games/%s", games[i]);
        lud_game *game = lud_load_file(path, NULL, NULL);
        CHECK_INT(analysis_run(game, &o, &a), LUD_OK);
        CHECK_INT(a.finished + a.timeouts, 5);
        CHECK(a.completion >= 0 && a.completion <= 1);
        CHECK(a.balance >= 0 && a.balance <= 1);
        CHECK(a.space.known && a.space.positions[0] == 1);
        analysis_done(&a);
        lud_game_free(game);
    }
    analysis a;
    analysis_options o = {.games = 1, .agent = "alphabeta"};
    lud_game *game = lud_load_file(SOURCE_DIR "/games/hrg/pig.hrg", NULL, NULL);
    CHECK_INT(analysis_run(game, &o, &a), LUD_ERR_ARGUMENT);
    CHECK(strstr(a.problem, "chance"));
    analysis_done(&a);
    lud_game_free(game);
}

TEST_MAIN
