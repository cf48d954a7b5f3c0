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

#endif
