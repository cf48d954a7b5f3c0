/* Random playouts draw their moves without listing them; they must be drawn evenly all the same.
 * A chi-square test of the first move against the list of moves, on both back ends, with fixed
 * seeds. There are many tests: the threshold is one that an even draw fails once in 100,000, in
 * all of them together (Bonferroni). */
#include "ludens.h"
#include "sample.h"
#include "test.h"

#include <dirent.h>
#include <math.h>

enum { MOVES_MAX = 400, DRAWS_A_MOVE = 60, DRAWS_MIN = 3000 };

/* What one ply can lead to, with its probability. */
typedef struct outcome {
    unsigned char *state;
    uint64_t hash;
    double probability;
    uint32_t seen;
} outcome;

typedef struct outcomes {
    outcome *items;
    uint32_t count;
    size_t size;
} outcomes;

/* A game and what draws from it. */
typedef struct table {
    const char *name, *backend;
    lud_game *game, *short_game; /* the second one stops after a ply */
    lud_context *ctx, *one_ply;
    lud_moves *moves;
    unsigned char *state, *after;
} table;

static outcome *find(outcomes *o, const table *t, const void *state)
{
    uint64_t hash = lud_state_hash(t->game, state);
    for (uint32_t i = 0; i < o->count; i++)
        if (o->items[i].hash == hash && memcmp(o->items[i].state, state, o->size) == 0)
            return &o->items[i];
    return NULL;
}

static void add(outcomes *o, const table *t, const void *state, double probability)
{
    outcome *known = find(o, t, state);
    if (!known) {
        o->items = realloc(o->items, (o->count + 1) * sizeof *o->items);
        known = &o->items[o->count++];
        *known = (outcome){malloc(o->size), lud_state_hash(t->game, state), 0, 0};
        memcpy(known->state, state, o->size);
    }
    known->probability += probability;
}

static uint32_t mover(const table *t) { return (uint32_t)__builtin_ctzll(lud_movers(t->game, t->state)); }

/* Each distinct move of a player is as likely as any other, its ways share; chance goes by
 * the weights. */
static bool expect(outcomes *o, table *t)
{
    uint32_t role = mover(t);
    if (lud_moves_list(t->ctx, t->state, role, t->moves) != LUD_OK || lud_moves_count(t->moves) > MOVES_MAX)
        return false;
    for (uint32_t i = 0; i < lud_moves_count(t->moves); i++) {
        lud_move m = lud_moves_at(t->moves, i);
        double p = role == 0 ? m.weight / (double)lud_moves_weight(t->moves) : 1.0 / lud_moves_count(t->moves);
        uint32_t ways = 1;
        for (uint32_t way = 0; way < ways; way++) {
            memcpy(t->after, t->state, o->size);
            if (lud_apply_way(t->ctx, t->after, &m, way, &ways) != LUD_OK)
                return false; /* a fault of the rules */
            add(o, t, t->after, p / (ways ? ways : 1));
        }
    }
    return true;
}

/* Wilson and Hilferty's approximation of the quantile. 6 of the normal distribution is 1e-9: one
 * in 100,000 over at most 10,000 tests. */
static double threshold(double df)
{
    double r = 2 / (9 * df);
    return df * pow(1 - r + 6.0 * sqrt(r), 3);
}

/* One ply from state to after: by a playout that is stopped, or by lud_draw_move. */
static bool draw(table *t, lud_rng *rng, bool playout)
{
    memcpy(t->after, t->state, lud_state_size(t->game));
    if (playout) {
        lud_status s = lud_playout(t->one_ply, t->after, rng, NULL, NULL);
        return s == LUD_OK || s == LUD_LIMIT_PLIES;
    }
    lud_move move;
    uint32_t ways = 1;
    if (lud_draw_move(t->ctx, t->state, mover(t), rng, &move) != LUD_OK ||
        lud_apply_way(t->ctx, t->after, &move, 0, &ways) != LUD_OK)
        return false;
    uint32_t way = ways > 1 ? lud_rng_below(rng, ways) : 0;
    if (way == 0)
        return true;
    memcpy(t->after, t->state, lud_state_size(t->game));
    return lud_apply_way(t->ctx, t->after, &move, way, NULL) == LUD_OK;
}

static void check_draws(table *t, outcomes *o, uint64_t seed, bool playout)
{
    uint32_t draws = DRAWS_A_MOVE * o->count;
    draws = draws < DRAWS_MIN ? DRAWS_MIN : draws;
    lud_rng rng;
    lud_rng_seed(&rng, seed, 1 + playout);
    for (uint32_t i = 0; i < o->count; i++)
        o->items[i].seen = 0;
    for (uint32_t i = 0; i < draws; i++) {
        CHECK(draw(t, &rng, playout));
        outcome *met = find(o, t, t->after);
        if (met)
            met->seen++;
        else
            TEST_FAIL("%s: a draw that no listed move leads to", t->name);
    }
    double sum = 0;
    for (uint32_t i = 0; i < o->count; i++) {
        double expected = draws * o->items[i].probability;
        sum += (o->items[i].seen - expected) * (o->items[i].seen - expected) / expected;
    }
    if (sum > threshold(o->count - 1))
        TEST_FAIL("%s, %s, %s: chi-square %.1f of %u outcomes, at most %.1f expected", t->name, t->backend,
                  playout ? "playout" : "draw", sum, o->count, threshold(o->count - 1));
}

static void check_position(table *t, uint64_t seed)
{
    outcomes o = {.size = lud_state_size(t->game)};
    if (expect(&o, t) && o.count > 1) {
        check_draws(t, &o, seed, true);
        check_draws(t, &o, seed, false);
    }
    for (uint32_t i = 0; i < o.count; i++)
        free(o.items[i].state);
    free(o.items);
}

static bool table_init(table *t, const char *path, const char *passes, lud_backend backend)
{
    lud_options o;
    lud_options_init(&o);
    o.passes = passes;
    o.backend = backend;
    t->name = path;
    t->backend = backend == LUD_BACKEND_NATIVE ? "native" : "interp";
    t->game = lud_load_file(path, &o, NULL);
    o.limits.max_plies = 1;
    t->short_game = lud_load_file(path, &o, NULL);
    if (!t->game || !t->short_game)
        return false;
    t->ctx = lud_context_new(t->game);
    t->one_ply = lud_context_new(t->short_game);
    t->moves = lud_moves_new();
    t->state = malloc(lud_state_size(t->game));
    t->after = malloc(lud_state_size(t->game));
    return true;
}

static void table_done(table *t)
{
    lud_moves_free(t->moves);
    lud_context_free(t->ctx);
    lud_context_free(t->one_ply);
    lud_game_free(t->game);
    lud_game_free(t->short_game);
    free(t->state);
    free(t->after);
}

/* At the start and at some positions of a random game. False when it cannot be loaded. */
static bool check_backend(const char *path, const char *passes, uint32_t positions, lud_backend backend)
{
    table t = {0};
    bool loaded = table_init(&t, path, passes, backend);
    lud_rng rng;
    lud_rng_seed(&rng, 5, 0);
    bool playable = loaded && lud_start(t.ctx, t.state) == LUD_OK;
    for (uint32_t i = 0; playable && i < positions && !lud_terminal(t.game, t.state); i++) {
        check_position(&t, i);
        for (uint32_t ply = 0; ply <= 2 * i && playable && !lud_terminal(t.game, t.state); ply++) {
            lud_status s = lud_playout(t.one_ply, t.state, &rng, NULL, NULL);
            playable = s == LUD_OK || s == LUD_LIMIT_PLIES;
        }
    }
    table_done(&t);
    return loaded;
}

static void check_game(const char *file, const char *passes, uint32_t positions)
{
    char path[1000];
    snprintf(path, sizeof path, "%s%s", *file == '/' ? "" : SOURCE_DIR "/", file);
    setenv("LUDENS_CFLAGS", "-O0", 0); /* there is more to compile than to play */
    if (!check_backend(path, passes, positions, LUD_BACKEND_INTERP) && *file != '/')
        TEST_FAIL("%s is not loaded", file);
    else
        check_backend(path, passes, positions, LUD_BACKEND_NATIVE);
}

/* All games of a folder and those inside of it; returns how many. */
static int check_folder(const char *folder, uint32_t positions)
{
    int count = 0;
    DIR *dir = opendir(folder);
    for (struct dirent *e; dir && (e = readdir(dir));) {
        char path[1000];
        const char *dot = strrchr(e->d_name, '.');
        snprintf(path, sizeof path, "%s/%.200s", folder, e->d_name);
        if (!dot) {
            count += check_folder(path, positions);
        } else if (strcmp(dot, ".rg") == 0 || strcmp(dot, ".hrg") == 0) {
            if (sampled(e->d_name, sample_each()))
                check_game(path, NULL, positions);
            count++;
        }
    }
    if (dir)
        closedir(dir);
    return count;
}

TEST(library) { CHECK(check_folder(SOURCE_DIR "/games", 4) >= 18); }

/* Trees of choices whose branches are of very different sizes. */
TEST(lopsided)
{
    static const char *const files[] = {
        "tests/data/lopsided.rg",        "tests/data/lopsided_same.rg", "tests/data/lopsided_long.rg",
        "tests/data/lopsided_choose.rg", "tests/data/weights.rg",       "tests/data/ways.rg",
        "tests/data/chance.rg",          "tests/data/openings.aut",     "tests/data/loaded.rg",
        "tests/data/loaded.aut",         "tests/data/strands.hrg",      "tests/data/meeting.aut",
        "tests/data/loose_cases.aut",
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        check_game(files[i], NULL, 3);
        if (sample_each() < 2)
            check_game(files[i], "none", 3);
    }
}

/* Moves as sets that a search decides about, some with twins; many positions, for attacks are rare. */
TEST(asking)
{
    check_game("tests/data/asking.hrg", NULL, 14);
    check_game("games/hrg/chess.hrg", NULL, 5);
}

/* Moves of several choices: few that go on, many, and such that come round. */
TEST(levels)
{
    check_game("tests/data/levels.hrg", NULL, 20);
    check_game("tests/data/along.hrg", NULL, 20);
    check_game("games/hrg/amazons.hrg", NULL, 2);
}

/* Minutes: only with LUDENS_SLOW. */
TEST(corpora)
{
    const char *shared = getenv("LUDENS_SHARED");
    char folder[600];
    if (!getenv("LUDENS_SLOW"))
        SKIP("LUDENS_SLOW is not set");
    snprintf(folder, sizeof folder, "%.500s/corpora/rg", shared ? shared : SOURCE_DIR "/../shared");
    int count = check_folder(folder, 3);
    snprintf(folder, sizeof folder, "%.500s/corpora/hrg", shared ? shared : SOURCE_DIR "/../shared");
    count += check_folder(folder, 3);
    if (count == 0)
        SKIP("there are no games in %s", folder);
    printf("  %d games\n", count);
}

TEST_MAIN
