#include "bench/signature.h"

#include "base/map.h"
#include "session/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PERFT_BUDGET = 20000, PERFT_DEPTH = 8, PLAYOUT_PLIES = 1500, PLAYOUTS = 40 };

static uint64_t add_number(uint64_t hash, uint64_t n)
{
    unsigned char bytes[8]; /* the lowest first, on every machine */
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(n >> (8 * i));
    return hash_fnv(hash, bytes, sizeof bytes);
}

/* With its end, so that texts do not run together. */
static uint64_t add_text(uint64_t hash, const char *piece) { return hash_fnv(hash, piece, strlen(piece) + 1); }

/* Deepens while the next depth, extrapolated from the last two, stays inside the budget. */
static uint64_t add_perft(uint64_t hash, lud_context *ctx, const void *start)
{
    uint64_t counts[PERFT_DEPTH + 1] = {1}, last = 1;
    for (uint32_t depth = 1; depth <= PERFT_DEPTH; depth++) {
        lud_perft_options options = {0};
        lud_status status = lud_perft(ctx, start, depth, &options, counts);
        hash = add_number(add_number(hash, status), status == LUD_OK ? counts[depth] : 0);
        if (status != LUD_OK || counts[depth] == 0 ||
            counts[depth] * ((counts[depth] + last - 1) / last) > PERFT_BUDGET)
            break;
        last = counts[depth];
    }
    return hash;
}

static uint64_t add_playouts(uint64_t hash, const lud_game *game, lud_context *ctx, const void *start, bool enumerate)
{
    lud_info info;
    lud_game_info(game, &info);
    void *state = mem_alloc(lud_state_size(game));
    double *scores = mem_alloc((info.roles + 1) * sizeof *scores);
    lud_playout_options options = {.enumerate = enumerate};
    uint64_t plies = 0;
    for (uint32_t i = 0; i < PLAYOUTS && plies < PLAYOUT_PLIES; i++) {
        lud_rng rng;
        lud_rng_seed(&rng, 1, i);
        memcpy(state, start, lud_state_size(game));
        lud_playout_result result = {0};
        lud_status status = lud_playout(ctx, state, &rng, &options, &result);
        hash = add_number(add_number(hash, status), result.plies);
        plies += result.plies + 1;
        lud_scores(game, state, scores);
        for (uint32_t role = 0; role < info.roles && status == LUD_OK; role++)
            hash = add_number(hash, (uint64_t)llround(scores[role] * 1000));
    }
    free(scores);
    free(state);
    return hash;
}

uint64_t signature_add(uint64_t hash, const char *name, const lud_game *game)
{
    lud_info info;
    lud_game_info(game, &info);
    hash = add_text(hash, name);
    for (uint32_t role = 1; role <= info.roles; role++)
        hash = add_text(hash, lud_role_name(game, role));
    lud_context *ctx = lud_context_new(game);
    void *start = mem_alloc(lud_state_size(game));
    lud_status status = ctx ? lud_start(ctx, start) : LUD_ERR_MEMORY;
    hash = add_number(hash, status);
    if (status == LUD_OK) {
        hash = add_perft(hash, ctx, start);
        hash = add_playouts(hash, game, ctx, start, false);
        hash = add_playouts(hash, game, ctx, start, true);
    }
    free(start);
    lud_context_free(ctx);
    return hash;
}
