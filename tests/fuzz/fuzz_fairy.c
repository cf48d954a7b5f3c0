/* The reader and the formatter of variants of chess, and the games that come out of it. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    lud_options o = fuzz_options("fairy");
    lud_game *game = fuzz_load(data, size, &o);
    if (game)
        fuzz_plays(game, size);
    lud_game_free(game);
    fuzz_format(data, size, &o);
    return 0;
}
