/* Playouts that are watched: the same games as without, and the moves shown lead to where they end. */
#include "ludens.h"
#include "test.h"

enum { MOVES = 700, WORDS = 64, ROLES = 8 };

typedef struct recording {
    const lud_game *game;
    uint32_t plies;
    uint64_t movers[MOVES];
    uint32_t counts[MOVES][ROLES], words[MOVES][ROLES][WORDS];
} recording;

static void note(void *user, uint64_t movers, const lud_move *joint)
{
    recording *r = user;
    CHECK(r->plies < MOVES);
    r->movers[r->plies] = movers;
    for (uint32_t role = 0; role < ROLES; role++) {
        uint32_t count = movers >> role & 1 ? joint[role].count : 0;
        CHECK(count <= WORDS);
        r->counts[r->plies][role] = count;
        if (count)
            memcpy(r->words[r->plies][role], joint[role].words, count * sizeof(uint32_t));
    }
    r->plies++;
}

/* Makes the moves; the state must come out the same. */
static void follow(const char *path, const recording *r, const void *end)
{
    size_t size = lud_state_size(r->game);
    unsigned char *state = calloc(1, size + 8);
    lud_context *ctx = lud_context_new(r->game);
    lud_start(ctx, state);
    for (uint32_t ply = 0; ply < r->plies; ply++) {
        lud_move joint[ROLES] = {{0}};
        CHECK_INT((long long)lud_movers(r->game, state), (long long)r->movers[ply]);
        for (uint32_t role = 0; role < ROLES; role++)
            joint[role] = (lud_move){r->words[ply][role], r->counts[ply][role], 1};
        lud_status status = lud_apply(ctx, state, joint);
        if (status != LUD_OK)
            TEST_FAIL("%s: move %u: %s", path, ply + 1, lud_fault_text(ctx, false));
    }
    if (lud_state_hash(r->game, state) != lud_state_hash(r->game, end))
        TEST_FAIL("%s: the moves lead elsewhere", path);
    lud_context_free(ctx);
    free(state);
}

static void check_game(const char *file, lud_backend backend)
{
    static recording r;
    char path[1000];
    lud_options o;
    lud_options_init(&o);
    o.backend = backend;
    snprintf(path, sizeof path, SOURCE_DIR "/games/%s", file);
    lud_game *g = lud_load_file(path, &o, NULL);
    if (!g) {
        TEST_FAIL("%s cannot be loaded", path);
        return;
    }
    lud_context *ctx = lud_context_new(g);
    size_t size = lud_state_size(g);
    unsigned char *plain = calloc(1, size + 8), *watched = calloc(1, size + 8);
    for (uint64_t i = 0; i < 5; i++) {
        lud_playout_options how = {.watch = note, .user = &r};
        lud_playout_result x, y;
        lud_rng rng;
        r.game = g;
        r.plies = 0;
        lud_rng_seed(&rng, 3, i);
        lud_start(ctx, plain);
        lud_start(ctx, watched);
        CHECK_INT(lud_playout(ctx, plain, &rng, NULL, &x), LUD_OK);
        lud_rng_seed(&rng, 3, i);
        CHECK_INT(lud_playout(ctx, watched, &rng, &how, &y), LUD_OK);
        CHECK(lud_state_hash(g, plain) == lud_state_hash(g, watched));
        CHECK_INT(x.plies, y.plies);
        CHECK_INT(x.plies, r.plies);
        follow(path, &r, plain);
    }
    free(plain);
    free(watched);
    lud_context_free(ctx);
    lud_game_free(g);
}

TEST(automata)
{
    check_game("hrg/tic-tac-toe.hrg", LUD_BACKEND_INTERP);
    check_game("hrg/kuhn-poker.hrg", LUD_BACKEND_INTERP);
    check_game("hrg/pig.hrg", LUD_BACKEND_INTERP);
    check_game("hrg/breakthrough-five.hrg", LUD_BACKEND_NATIVE);
    check_game("rg/nim.rg", LUD_BACKEND_INTERP);
}

TEST(rule_sheets)
{
    check_game("gdl/tic-tac-toe.kif", LUD_BACKEND_INTERP);
    check_game("gdl/kuhn-poker.kif", LUD_BACKEND_INTERP);
    check_game("gdl/tic-tac-toe.kif", LUD_BACKEND_RULES);
    check_game("gdl/kuhn-poker.kif", LUD_BACKEND_RULES);
}

TEST(answer_sets)
{
    check_game("asp/1-first-steps.lp", LUD_BACKEND_INTERP);
    check_game("asp/5-gate.lp", LUD_BACKEND_INTERP);
}

TEST_MAIN
