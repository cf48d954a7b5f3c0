/* Games in which conditions can be left out, to tell which one forbids a move. */
#include "ludens.h"
#include "test.h"

static lud_game *load(const char *name, bool explain)
{
    static char text[1 << 20];
    char path[400];
    lud_options options;
    lud_options_init(&options);
    options.backend = LUD_BACKEND_INTERP;
    options.explain = explain;
    if (explain)
        options.passes = "none";
    snprintf(path, sizeof path, SOURCE_DIR "/games/%s", name);
    FILE *f = fopen(path, "rb");
    size_t length = f ? fread(text, 1, sizeof text, f) : 0;
    if (f)
        fclose(f);
    return lud_load_text(text, length, path, &options, NULL);
}

/* As long as no condition is left out the game is the same. */
TEST(the_same_game_is_played)
{
    static const char *const games[] = {
        "hrg/chess.hrg",    "hrg/nine-mens-morris.hrg", "rbg/english-draughts.rbg", "zrf/checkers.zrf",
        "lud/hexapawn.lud", "lud/reversi.lud",          "toss/breakthrough.toss",   "fairy/minishogi.ini",
        "rg/nim.rg",        "ludi/tic-tac-toe.ludi",    "hrg/reversi.hrg",          "lud/small-wari.lud"};
    enum { DEPTH = 3 };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        uint64_t counts[2][DEPTH + 1] = {{0}};
        for (int explain = 0; explain < 2; explain++) {
            lud_game *game = load(games[i], explain);
            lud_context *ctx = game ? lud_context_new(game) : NULL;
            unsigned char *state = calloc(1, game ? lud_state_size(game) : 1);
            CHECK(ctx && lud_start(ctx, state) == LUD_OK);
            CHECK_INT(ctx ? lud_perft(ctx, state, DEPTH, NULL, counts[explain]) : LUD_ERR_MEMORY, LUD_OK);
            lud_context_free(ctx);
            lud_game_free(game);
            free(state);
        }
        if (memcmp(counts[0], counts[1], sizeof counts[0]) != 0)
            TEST_FAIL("%s: other counts", games[i]);
    }
}

enum { PLACES = 8 };

/* What is in the way of a move at the beginning. */
static lud_status obstacles(lud_game *game, const char *text, lud_place *places, uint32_t capacity, uint32_t *count)
{
    uint32_t words[20], length = 0;
    lud_context *ctx = lud_context_new(game);
    unsigned char *state = calloc(1, lud_state_size(game));
    CHECK_INT(lud_start(ctx, state), LUD_OK);
    CHECK_INT(lud_move_parse(game, text, words, 20, &length), LUD_OK);
    lud_move move = {words, length, 1};
    lud_status status = lud_move_obstacles(ctx, state, &move, places, capacity, count);
    lud_context_free(ctx);
    free(state);
    return status;
}

TEST(one_condition_is_in_the_way)
{
    lud_place places[PLACES];
    uint32_t count = 0;
    lud_game *game = load("hrg/chess.hrg", true);
    CHECK_INT(obstacles(game, "S__1_1 S__1_3", places, PLACES, &count), LUD_OK); /* a pawn of one's own */
    CHECK_INT(count, 1);
    CHECK(places[0].line > 0 && places[0].end_column > places[0].column);
    CHECK_INT(obstacles(game, "S__1_2 S__2_3", places, 0, &count), LUD_OK);
    CHECK(count > 1); /* counted although there is no room */
    CHECK_INT(obstacles(game, "S__2_1 S__8_8", places, PLACES, &count), LUD_OK);
    CHECK_INT(count, 0);
    lud_game_free(game);
}

TEST(it_is_known_of_games_that_were_loaded_for_it)
{
    uint32_t count = 0;
    lud_game *game = load("hrg/chess.hrg", false), *facts = load("gdl/tic-tac-toe.kif", false);
    CHECK_INT(obstacles(game, "S__1_1 S__1_3", NULL, 0, &count), LUD_ERR_ARGUMENT);
    CHECK_INT(obstacles(facts, "(mark 1 1)", NULL, 0, &count), LUD_ERR_ARGUMENT);
    lud_game_free(game);
    lud_game_free(facts);
}

TEST_MAIN
