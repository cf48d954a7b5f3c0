/* The reader and the formatter of Zillions rules files. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    lud_options o = fuzz_options("zrf");
    lud_game_free(fuzz_load(data, size, &o));
    fuzz_format(data, size, &o);
    return 0;
}
