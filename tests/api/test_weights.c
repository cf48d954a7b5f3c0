/* Weighted chance: what is listed has the weights that the rules say, on both back ends, with passes and without; what
 * is drawn follows them (test_uniform.c draws from the same files); agents that count outcomes know them. */
#include "ludens.h"
#include "test.h"

typedef struct table {
    lud_game *game;
    lud_context *ctx;
    lud_moves *moves;
    unsigned char *state;
} table;

static bool open_table(table *t, const char *path, lud_backend backend, const char *passes)
{
    char full[600];
    lud_options o;
    lud_options_init(&o);
    o.backend = backend;
    o.passes = passes;
    snprintf(full, sizeof full, SOURCE_DIR "/tests/data/%s", path);
    lud_diags *diags = lud_diags_new();
    *t = (table){.game = lud_load_file(full, &o, diags)};
    lud_diags_free(diags);
    if (!t->game)
        return false;
    t->ctx = lud_context_new(t->game);
    t->moves = lud_moves_new();
    t->state = calloc(1, lud_state_size(t->game));
    return lud_start(t->ctx, t->state) == LUD_OK;
}

static void close_table(table *t)
{
    free(t->state);
    lud_moves_free(t->moves);
    lud_context_free(t->ctx);
    lud_game_free(t->game);
}

/* "one 2, two 3" */
static const char *listed(table *t, uint32_t role)
{
    static char text[400];
    size_t n = 0;
    text[0] = 0;
    if (lud_moves_list(t->ctx, t->state, role, t->moves) != LUD_OK)
        return lud_fault_text(t->ctx, false);
    uint64_t sum = 0;
    for (uint32_t i = 0; i < lud_moves_count(t->moves); i++) {
        lud_move m = lud_moves_at(t->moves, i);
        char word[100];
        lud_move_text(t->game, m, word, sizeof word);
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%s %u", i ? ", " : "", word, m.weight);
        sum += m.weight;
    }
    CHECK(sum == lud_moves_weight(t->moves));
    return text;
}

static bool play_text(table *t, const char *text)
{
    uint32_t words[20], count;
    if (lud_move_parse(t->game, text, words, 20, &count) != LUD_OK)
        return false;
    lud_move m = {words, count, 1};
    return lud_apply_move(t->ctx, t->state, &m) == LUD_OK;
}

static void check_numerals(lud_backend backend, const char *passes)
{
    table t;
    CHECK(open_table(&t, "loaded.rg", backend, passes));
    CHECK_STR(listed(&t, 0), "edge 1, one 2, two 3, six 10");
    size_t size = lud_state_size(t.game);
    unsigned char *start = malloc(size);
    memcpy(start, t.state, size);
    CHECK(play_text(&t, "two") && play_text(&t, "six"));
    CHECK_STR(listed(&t, 0), "one 1, two 3, six 1");
    memcpy(t.state, start, size);
    CHECK(play_text(&t, "edge") && play_text(&t, "two"));
    CHECK_STR(listed(&t, 0), "one 3, two 1, six 1");
    CHECK(play_text(&t, "two"));
    free(start);
    close_table(&t);
}

TEST(numerals)
{
    check_numerals(LUD_BACKEND_INTERP, NULL);
    check_numerals(LUD_BACKEND_INTERP, "none");
    check_numerals(LUD_BACKEND_NATIVE, NULL);
}

static void check_computed(lud_backend backend, const char *passes)
{
    table t;
    CHECK(open_table(&t, "loaded.aut", backend, passes));
    CHECK_STR(listed(&t, 0), "x 3, y 5, z 9");
    uint32_t ways = 0;
    CHECK(lud_moves_list(t.ctx, t.state, 0, t.moves) == LUD_OK);
    lud_move y = lud_moves_at(t.moves, 1);
    CHECK(lud_apply_way(t.ctx, t.state, &y, 0, &ways) == LUD_OK);
    CHECK_INT(ways, 2);
    CHECK_STR(listed(&t, 0), "x 5, y 7, z 11"); /* the other one adds a pip */
    close_table(&t);
}

TEST(computed)
{
    check_computed(LUD_BACKEND_INTERP, NULL);
    check_computed(LUD_BACKEND_INTERP, "none");
    check_computed(LUD_BACKEND_NATIVE, NULL);
}

/* The best bet wins with the weights' probability: after `six` it is 3 of 5. */
TEST(value_of_a_game)
{
    table t;
    double scores[1], sum = 0;
    CHECK(open_table(&t, "loaded.rg", LUD_BACKEND_INTERP, NULL));
    lud_rng rng;
    lud_rng_seed(&rng, 5, 0);
    enum { GAMES = 20000 };
    for (int i = 0; i < GAMES; i++) {
        lud_playout_options o = {0};
        lud_playout_result r;
        CHECK(lud_start(t.ctx, t.state) == LUD_OK && play_text(&t, "six") && play_text(&t, "six"));
        CHECK(lud_playout(t.ctx, t.state, &rng, &o, &r) == LUD_OK);
        lud_scores(t.game, t.state, scores);
        sum += scores[0];
    }
    CHECK(sum > 0.58 * GAMES && sum < 0.62 * GAMES);
    close_table(&t);
}

TEST_MAIN
