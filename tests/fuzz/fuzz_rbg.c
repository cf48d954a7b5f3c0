/* The reader and the formatter of RBG. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    lud_options o = fuzz_options("rbg");
    lud_game_free(fuzz_load(data, size, &o));
    fuzz_format(data, size, &o);
    return 0;
}
