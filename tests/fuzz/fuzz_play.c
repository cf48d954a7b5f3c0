/* Loads a game (the first byte chooses the language and the passes), then plays it. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    lud_options o = fuzz_options(data[0] & 1 ? "hrg" : "rg");
    o.passes = data[0] & 2 ? "none" : NULL;
    lud_game *game = fuzz_load(data + 1, size - 1, &o);
    if (game)
        fuzz_plays(game, size);
    lud_game_free(game);
    return 0;
}
