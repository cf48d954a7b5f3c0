/* Vectors of states for learners, bounds of scores, shapes of boards. */
#include "test.h"

#include "ludens.h"

static lud_game *load(const char *name)
{
    char path[500];
    snprintf(path, sizeof path, SOURCE_DIR "/games/%s", name);
    lud_game *game = lud_load_file(path, NULL, NULL);
    CHECK(game);
    return game;
}

/* Dense and sparse forms agree in random positions, within 0..1; equal states have equal vectors.
 */
static void check_vectors(const char *name)
{
    lud_game *game = load(name);
    lud_info info;
    lud_game_info(game, &info);
    lud_context *ctx = lud_context_new(game);
    uint32_t count = lud_feature_count(game);
    void *state = malloc(lud_state_size(game));
    float *vector = malloc(count * sizeof *vector), *values = malloc(count * sizeof *values);
    uint32_t *indices = malloc(count * sizeof *indices);
    lud_rng rng;
    lud_rng_seed(&rng, 3, 0);
    CHECK(count > 2 * info.roles);
    for (int i = 0; i < 30; i++) {
        CHECK_INT(lud_start(ctx, state), LUD_OK);
        if (i > 0)
            lud_playout(ctx, state, &rng, NULL, NULL);
        for (uint32_t role = 1; role <= info.roles; role++) {
            lud_features(game, state, role, vector);
            uint32_t active = lud_features_active(game, state, role, indices, values), nonzero = 0;
            for (uint32_t k = 0; k < count; k++) {
                nonzero += vector[k] != 0;
                if (!(vector[k] >= 0 && vector[k] <= 1))
                    TEST_FAIL("%s: feature %u is %g", name, k, (double)vector[k]);
            }
            CHECK_INT(active, nonzero);
            for (uint32_t k = 0; k < active; k++) {
                CHECK(vector[indices[k]] == values[k]);
                CHECK(k == 0 || indices[k] > indices[k - 1]);
            }
            CHECK(vector[role - 1] == 1);
        }
    }
    CHECK_INT(lud_features_active(game, state, 0, indices, values), 0);
    CHECK_INT(lud_features_active(game, state, info.roles + 1, indices, values), 0);
    char text[300];
    for (uint32_t k = 0; k < count; k++)
        CHECK(lud_feature_name(game, k, text, sizeof text) > 0);
    CHECK_INT(lud_feature_name(game, count, text, sizeof text), 0);
    free(indices);
    free(values);
    free(vector);
    free(state);
    lud_context_free(ctx);
    lud_game_free(game);
}

TEST(vectors)
{
    static const char *const games[] = {
        "hrg/chess.hrg",      "hrg/tic-tac-toe.hrg", "hrg/pig.hrg",        "gdl/breakthrough.kif",
        "gdl/kuhn-poker.kif", "hrg/kuhn-poker.hrg",  "gdl/lights-out.kif", "rg/nim.rg"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        check_vectors(games[i]);
}

/* As wide as integers are, one number; its ends are 0 and 1. */
TEST(wide_integers)
{
    static const char text[] = "type Player = {a};\ntype Score = {0, 100};\ntype I = [#-2147483647..#2147483647];\n"
                               "var n: I = #2147483647; var m: I = #-2147483647;\n"
                               "begin, s: player = a;\ns, t: n = m; t, u: m = n;\n"
                               "u, v: $$ n; v, w: $$ m;\nw, end: player = keeper;\n";
    lud_options o;
    lud_options_init(&o);
    o.backend = LUD_BACKEND_INTERP;
    o.passes = "none";
    o.language = "automaton";
    lud_diags *diags = lud_diags_new();
    lud_game *game = lud_load_text(text, strlen(text), "wide", &o, diags);
    if (!game) {
        TEST_FAIL("%s", lud_diags_render(diags, 0, false));
        return;
    }
    lud_context *ctx = lud_context_new(game);
    void *state = malloc(lud_state_size(game));
    CHECK_INT(lud_start(ctx, state), LUD_OK);
    uint32_t count = lud_feature_count(game), ones = 0, names = 0;
    float *vector = calloc(count, sizeof *vector);
    lud_features(game, state, 1, vector);
    for (uint32_t i = 0; i < count; i++) {
        char name[100];
        lud_feature_name(game, i, name, sizeof name);
        names += strcmp(name, "n") == 0 || strcmp(name, "m") == 0;
        ones += strcmp(name, "n") == 0 && vector[i] == 1;
    }
    CHECK_INT(names, 2);
    CHECK_INT(ones, 1);
    free(vector);
    free(state);
    lud_context_free(ctx);
    lud_game_free(game);
    lud_diags_free(diags);
}

TEST(names)
{
    lud_game *game = load("hrg/tic-tac-toe.hrg");
    char text[100];
    bool found = false;
    lud_feature_name(game, 0, text, sizeof text);
    CHECK_STR(text, "role=cross");
    lud_feature_name(game, 3, text, sizeof text);
    CHECK_STR(text, "decides=cross");
    for (uint32_t i = 0; i < lud_feature_count(game); i++) {
        lud_feature_name(game, i, text, sizeof text);
        found |= strcmp(text, "grid[S__2_3]=nought") == 0;
    }
    CHECK(found);
    lud_game_free(game);
}

/* Two deals that the elder cannot tell apart have the same vector for it, and not for the younger.
 */
TEST(hidden_facts_are_left_out)
{
    lud_game *game = load("hrg/kuhn-poker.hrg");
    lud_context *ctx = lud_context_new(game);
    uint32_t count = lud_feature_count(game);
    float *vectors[2][3];
    static const char *const deals[2][2] = {{"jack", "queen"}, {"jack", "king"}};
    for (int d = 0; d < 2; d++) {
        void *state = malloc(lud_state_size(game));
        CHECK_INT(lud_start(ctx, state), LUD_OK);
        for (int i = 0; i < 2; i++) {
            uint32_t words[4];
            lud_move move = {words, 0, 0};
            CHECK_INT(lud_move_parse(game, deals[d][i], words, 4, &move.count), LUD_OK);
            CHECK_INT(lud_apply_move(ctx, state, &move), LUD_OK);
        }
        for (uint32_t role = 1; role <= 2; role++) {
            vectors[d][role] = calloc(count, sizeof(float));
            lud_features(game, state, role, vectors[d][role]);
        }
        free(state);
    }
    CHECK(memcmp(vectors[0][1], vectors[1][1], count * sizeof(float)) == 0);
    CHECK(memcmp(vectors[0][2], vectors[1][2], count * sizeof(float)) != 0);
    for (int d = 0; d < 2; d++)
        for (int r = 1; r <= 2; r++)
            free(vectors[d][r]);
    lud_context_free(ctx);
    lud_game_free(game);
}

TEST(bounds_of_scores)
{
    static const struct {
        const char *game;
        double low, high;
    } known[] = {{"hrg/tic-tac-toe.hrg", 0, 100},
                 {"hrg/kuhn-poker.hrg", 0, 100},
                 {"gdl/kuhn-poker.kif", 0, 100},
                 {"gdl/lights-out.kif", 0, 100},
                 {"hrg/hex.hrg", 0, 100}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        lud_game *game = load(known[i].game);
        double low = -1, high = -1;
        CHECK(lud_score_bounds(game, 1, &low, &high));
        CHECK(low == known[i].low && high == known[i].high);
        CHECK(!lud_score_bounds(game, 0, &low, &high));
        CHECK(!lud_score_bounds(game, 99, &low, &high));
        lud_game_free(game);
    }
}

TEST(shapes_of_boards)
{
    static const struct {
        const char *game;
        lud_board_shape shape;
    } known[] = {{"hrg/hex.hrg", LUD_BOARD_HEX},
                 {"rg/hex5.rg", LUD_BOARD_HEX},
                 {"hrg/chess.hrg", LUD_BOARD_ROWS},
                 {"hrg/connect-four.hrg", LUD_BOARD_ROWS},
                 {"hrg/nine-mens-morris.hrg", LUD_BOARD_GRAPH},
                 {"hrg/english-draughts.hrg", LUD_BOARD_ROWS}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        lud_game *game = load(known[i].game);
        if (lud_board_count(game) == 0 || lud_board_at(game, 0).shape != known[i].shape)
            TEST_FAIL("%s has shape %d", known[i].game, (int)lud_board_at(game, 0).shape);
        lud_game_free(game);
    }
    lud_game *game = load("rg/hex5.rg");
    lud_context *ctx = lud_context_new(game);
    void *state = malloc(lud_state_size(game));
    lud_start(ctx, state);
    uint32_t links = 0, sites = lud_board_at(game, 0).sites;
    for (uint32_t a = 0; a < sites; a++)
        for (uint32_t b = 0; b < a; b++) {
            lud_site x = lud_site_at(game, state, 0, a), y = lud_site_at(game, state, 0, b);
            int dx = x.x - y.x, dy = x.y - y.y;
            bool beside = (dx == 0 || dy == 0 || dx == -dy) && abs(dx) <= 1 && abs(dy) <= 1;
            CHECK(lud_site_linked(game, 0, a, b) == beside);
            links += beside;
        }
    CHECK_INT(links, 56);
    CHECK(!lud_site_linked(game, 99, 0, 1) && !lud_site_linked(game, 0, sites, 0));
    free(state);
    lud_context_free(ctx);
    lud_game_free(game);
}

TEST_MAIN
