/* Random playouts draw their moves without listing them; they must be drawn evenly all the same.
 * A chi-square test of the first move against the list of moves, with a fixed seed and a
 * threshold that an even draw passes but once in a million. */
#include "ludens.h"
#include "test.h"

#include <math.h>

enum { MOVES_MAX = 400, DRAWS_A_MOVE = 60, DRAWS_MIN = 3000 };

/* What one ply can lead to, with its probability. */
typedef struct outcome {
    unsigned char *state;
    double probability;
    uint32_t seen;
} outcome;

typedef struct outcomes {
    outcome *items;
    uint32_t count;
    size_t size;
} outcomes;

static outcome *find(outcomes *o, const void *state)
{
    for (uint32_t i = 0; i < o->count; i++)
        if (memcmp(o->items[i].state, state, o->size) == 0)
            return &o->items[i];
    return NULL;
}

static void add(outcomes *o, const void *state, double probability)
{
    outcome *known = find(o, state);
    if (!known) {
        o->items = realloc(o->items, (o->count + 1) * sizeof *o->items);
        known = &o->items[o->count++];
        *known = (outcome){malloc(o->size), 0, 0};
        memcpy(known->state, state, o->size);
    }
    known->probability += probability;
}

/* Each distinct move of a player is as likely as any other, its ways share; chance goes by
 * the weights. */
static bool expect(outcomes *o, lud_context *ctx, const lud_game *g, const void *state,
                   lud_moves *moves)
{
    uint32_t role = (uint32_t)__builtin_ctzll(lud_movers(g, state));
    if (lud_moves_list(ctx, state, role, moves) != LUD_OK || lud_moves_count(moves) > MOVES_MAX)
        return false;
    void *after = malloc(o->size);
    for (uint32_t i = 0; i < lud_moves_count(moves); i++) {
        lud_move m = lud_moves_at(moves, i);
        double p =
            role == 0 ? m.weight / (double)lud_moves_weight(moves) : 1.0 / lud_moves_count(moves);
        uint32_t ways = 1;
        for (uint32_t way = 0; way < ways; way++) {
            memcpy(after, state, o->size);
            CHECK_INT(lud_apply_way(ctx, after, &m, way, &ways), LUD_OK);
            add(o, after, p / (ways ? ways : 1));
        }
    }
    free(after);
    return true;
}

/* Wilson and Hilferty's approximation of the quantile; 4.75 is that of one in a million. */
static double threshold(double df)
{
    double r = 2 / (9 * df);
    return df * pow(1 - r + 4.75 * sqrt(r), 3);
}

static void check_position(const char *name, lud_context *one_ply, lud_context *ctx,
                           const lud_game *g, const void *state, lud_moves *moves, uint64_t seed)
{
    outcomes o = {.size = lud_state_size(g)};
    if (expect(&o, ctx, g, state, moves) && o.count > 1) {
        void *after = malloc(o.size);
        uint32_t draws = DRAWS_A_MOVE * o.count;
        draws = draws < DRAWS_MIN ? DRAWS_MIN : draws;
        lud_rng rng;
        lud_rng_seed(&rng, seed, 1);
        for (uint32_t i = 0; i < draws; i++) {
            memcpy(after, state, o.size);
            lud_status s = lud_playout(one_ply, after, &rng, NULL, NULL);
            CHECK(s == LUD_OK || s == LUD_LIMIT_PLIES);
            outcome *met = find(&o, after);
            if (met)
                met->seen++;
            else
                TEST_FAIL("%s: a draw that no listed move leads to", name);
        }
        double sum = 0;
        for (uint32_t i = 0; i < o.count; i++) {
            double expected = draws * o.items[i].probability;
            sum += (o.items[i].seen - expected) * (o.items[i].seen - expected) / expected;
        }
        if (sum > threshold(o.count - 1))
            TEST_FAIL("%s: chi-square %.1f of %u outcomes, at most %.1f expected", name, sum,
                      o.count, threshold(o.count - 1));
        free(after);
    }
    for (uint32_t i = 0; i < o.count; i++)
        free(o.items[i].state);
    free(o.items);
}

/* At the start and at some positions of a random game. */
static void check_game(const char *file, const char *passes, uint32_t positions)
{
    char path[1000];
    snprintf(path, sizeof path, SOURCE_DIR "/%s", file);
    lud_options o;
    lud_options_init(&o);
    o.passes = passes;
    lud_game *g = lud_load_file(path, &o, NULL);
    o.limits.max_plies = 1;
    lud_game *short_game = lud_load_file(path, &o, NULL);
    if (!g || !short_game) {
        TEST_FAIL("%s is not loaded", file);
        return;
    }
    lud_context *ctx = lud_context_new(g), *one_ply = lud_context_new(short_game);
    lud_moves *moves = lud_moves_new();
    void *state = malloc(lud_state_size(g));
    lud_rng rng;
    lud_rng_seed(&rng, 5, 0);
    CHECK_INT(lud_start(ctx, state), LUD_OK);
    for (uint32_t i = 0; i < positions && !lud_terminal(g, state); i++) {
        check_position(file, one_ply, ctx, g, state, moves, i);
        for (uint32_t ply = 0; ply <= i && !lud_terminal(g, state); ply++)
            CHECK(lud_playout(one_ply, state, &rng, NULL, NULL) != LUD_ERR_STUCK);
    }
    free(state);
    lud_moves_free(moves);
    lud_context_free(ctx);
    lud_context_free(one_ply);
    lud_game_free(g);
    lud_game_free(short_game);
}

TEST(games)
{
    static const char *const files[] = {
        "games/hrg/chess.hrg",
        "games/hrg/english-draughts.hrg",
        "games/hrg/nine-mens-morris.hrg",
        "games/hrg/breakthrough.hrg",
        "games/hrg/kuhn-poker.hrg",
        "games/hrg/pig.hrg",
        "games/hrg/reversi.hrg",
        "games/hrg/connect-four.hrg",
        "games/hrg/peg-solitaire.hrg",
        "games/rg/nim.rg",
        "games/rg/fifteen.rg",
        "games/rg/high-low.rg",
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        check_game(files[i], NULL, 5);
}

/* Trees of choices whose branches are of very different sizes. */
TEST(lopsided)
{
    static const char *const files[] = {
        "tests/data/lopsided.rg",      "tests/data/lopsided_same.rg",
        "tests/data/lopsided_long.rg", "tests/data/lopsided_choose.rg",
        "tests/data/weights.rg",       "tests/data/ways.rg",
        "tests/data/chance.rg",
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        check_game(files[i], NULL, 3);
        check_game(files[i], "none", 3);
    }
}

TEST_MAIN
