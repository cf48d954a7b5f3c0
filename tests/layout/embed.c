/* A user's program: only the public header, linked to the shared library. Plays one game and
 * shows that a state is plain bytes. */
#include <ludens.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    lud_diags *diags = lud_diags_new();
    lud_game *game = argc > 1 ? lud_load_file(argv[1], NULL, diags) : NULL;
    if (!game) {
        for (uint32_t i = 0; i < lud_diags_count(diags); i++)
            fputs(lud_diags_render(diags, i, false), stderr);
        lud_diags_free(diags);
        return 1;
    }
    size_t size = lud_state_size(game);
    lud_context *ctx = lud_context_new(game);
    lud_moves *moves = lud_moves_new();
    void *state = malloc(size), *copy = malloc(size);
    bool fine = lud_start(ctx, state) == LUD_OK;
    while (fine && !lud_terminal(game, state)) {
        fine = lud_moves_list(ctx, state, (uint32_t)__builtin_ctzll(lud_movers(game, state)), moves) == LUD_OK;
        lud_move move = lud_moves_at(moves, 0);
        memcpy(copy, state, size);
        fine = fine && lud_apply_move(ctx, state, &move) == LUD_OK && lud_apply_move(ctx, copy, &move) == LUD_OK &&
               memcmp(state, copy, size) == 0 && lud_state_hash(game, state) == lud_state_hash(game, copy);
    }
    printf("%d passed, %d failed, 0 skipped\n", fine, !fine);
    free(copy);
    free(state);
    lud_moves_free(moves);
    lud_context_free(ctx);
    lud_game_free(game);
    lud_diags_free(diags);
    return !fine;
}
