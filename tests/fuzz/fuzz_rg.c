/* The readers and the formatters of RG and of the automaton's own text, whose games are played. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    lud_options o = fuzz_options("rg"), own = fuzz_options("automaton");
    lud_game_free(fuzz_load(data, size, &o));
    fuzz_format(data, size, &o);
    lud_game *game = fuzz_load(data, size, &own);
    if (game)
        fuzz_playout(game, size);
    lud_game_free(game);
    fuzz_format(data, size, &own);
    return 0;
}
