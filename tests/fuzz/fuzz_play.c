/* Loads a game (the first byte chooses the language and the passes), then plays 20 random
 * plies of it with everything the interface offers on the way. */
#include "fuzz.h"

static void play(const lud_game *game, uint64_t seed)
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    lud_options o = fuzz_options(data[0] & 1 ? "hrg" : "rg");
    o.passes = data[0] & 2 ? "none" : NULL;
    lud_game *game = fuzz_load(data + 1, size - 1, &o);
    if (game)
        play(game, size);
    lud_game_free(game);
    return 0;
}
