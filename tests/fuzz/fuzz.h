/* What the harnesses share: one file of each serves libFuzzer and AFL++. Limits are small so
 * that an input costs milliseconds; they are part of what is tested. */
#ifndef LUDENS_FUZZ_H
#define LUDENS_FUZZ_H

#include "ludens_answersets.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline lud_options fuzz_options(const char *language)
{
    lud_options o;
    lud_options_init(&o);
    o.backend = LUD_BACKEND_INTERP;
    o.language = language;
    o.limits.max_memory = 64 << 20;
    o.limits.max_tags = 50;
    o.limits.max_plies = 200;
    o.limits.max_states = 5000;
    o.limits.max_steps = 200000;
    return o;
}

/* Reads, and when that works renders everything there is to say. */
static inline lud_game *fuzz_load(const uint8_t *data, size_t size, const lud_options *o)
{
    lud_diags *diags = lud_diags_new();
    lud_game *game = lud_load_text((const char *)data, size, "fuzz", o, diags);
    for (uint32_t i = 0; i < lud_diags_count(diags); i++)
        lud_diags_render(diags, i, i % 2);
    if (!game && lud_diags_errors(diags) == 0)
        abort(); /* refused without a word */
    lud_diags_free(diags);
    return game;
}

/* Formatting must work on whatever can be parsed, and twice is the same as once. */
static inline void fuzz_format(const uint8_t *data, size_t size, const lud_options *o)
{
    char *once = lud_format((const char *)data, size, "fuzz", o, NULL);
    if (once) {
        char *twice = lud_format(once, strlen(once), "fuzz", o, NULL);
        if (!twice || strcmp(once, twice) != 0)
            abort();
        lud_free(twice);
    }
    lud_free(once);
}

/* A game to its end. */
static inline void fuzz_playout(const lud_game *game, uint64_t seed)
{
    lud_context *ctx = lud_context_new(game);
    void *state = malloc(lud_state_size(game));
    lud_rng rng;
    lud_rng_seed(&rng, seed, 0);
    if (lud_start(ctx, state) != LUD_OK || lud_playout(ctx, state, &rng, NULL, NULL) != LUD_OK)
        lud_fault_text(ctx, false);
    free(state);
    lud_context_free(ctx);
}

/* 20 random plies with everything the interface offers on the way, then a game to its end. */
static inline void fuzz_plays(const lud_game *game, uint64_t seed)
{
    lud_context *ctx = lud_context_new(game);
    lud_moves *moves = lud_moves_new();
    size_t size = lud_state_size(game);
    void *state = malloc(size), *before = malloc(size);
    lud_rng rng;
    lud_rng_seed(&rng, seed, 0);
    lud_status status = lud_start(ctx, state);
    for (int ply = 0; status == LUD_OK && ply < 20 && !lud_terminal(game, state); ply++) {
        uint32_t role = (uint32_t)__builtin_ctzll(lud_movers(game, state));
        char text[256];
        status = lud_moves_list(ctx, state, role, moves);
        if (status != LUD_OK)
            break;
        lud_move move = lud_moves_at(moves, lud_rng_below(&rng, lud_moves_count(moves)));
        lud_move_text(game, move, text, sizeof text);
        memcpy(before, state, size);
        status = lud_apply_move(ctx, state, &move);
        if (status != LUD_OK && memcmp(before, state, size) != 0)
            abort(); /* a move that failed must change nothing */
        if (status == LUD_ERR_ILLEGAL)
            abort(); /* it was listed */
        lud_percept_text(ctx, 1, text, sizeof text);
        lud_observe_hash(game, state, 1);
    }
    if (status != LUD_OK)
        lud_fault_text(ctx, false);
    else
        lud_playout(ctx, state, &rng, NULL, NULL);
    free(before);
    free(state);
    lud_moves_free(moves);
    lud_context_free(ctx);
}

#endif
