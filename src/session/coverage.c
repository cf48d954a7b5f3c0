#include "session/coverage.h"

#include "base/clock.h"
#include "session/memory.h"

#include <stdlib.h>

enum { PLIES = 5 /* between two looks at the clock */, LOAD_FACTOR = 5 };

/* The lines on which places begin, none of which was reached. */
static json_t *unreached(const lud_covered *places, uint32_t count)
{
    json_t *lines = json_array();
    for (uint32_t i = 0, next; i < count; i = next) {
        bool reached = false;
        for (next = i; next < count && places[next].place.line == places[i].place.line; next++)
            reached |= places[next].reached;
        if (!reached)
            json_array_append_new(lines, json_integer(places[i].place.line));
    }
    return lines;
}

json_t *coverage_json(const lud_options *load, const char *text, size_t length, const char *name, uint64_t playouts,
                      uint64_t seed, double seconds, lud_diags *diags)
{
    lud_options options = *load;
    options.cover = true;
    options.limits.max_plies = PLIES;
    options.limits.max_load_seconds = LOAD_FACTOR * seconds;
    lud_game *game = lud_load_text(text, length, name, &options, diags);
    lud_context *ctx = game ? lud_context_new(game) : NULL;
    json_t *reply = NULL;
    uint32_t count = 0;
    if (ctx && lud_coverage(ctx, NULL, 0, &count) == LUD_OK) {
        void *state = mem_alloc(lud_state_size(game));
        const lud_playout_options how = {.enumerate = true};
        double end = clock_thread() + seconds;
        uint64_t played = 0;
        for (; played < playouts && (played == 0 || clock_thread() < end); played++) {
            lud_rng rng;
            lud_rng_seed(&rng, seed, played);
            if (lud_start(ctx, state) != LUD_OK)
                break;
            for (uint32_t plies = 0; plies < COVERAGE_PLIES_MAX && (plies == 0 || clock_thread() < end); plies += PLIES)
                if (lud_playout(ctx, state, &rng, &how, NULL) != LUD_LIMIT_PLIES)
                    break; /* what ends by a fault has reached something, too */
        }
        lud_covered *places = mem_alloc((count + 1) * sizeof *places);
        if (lud_coverage(ctx, places, count, &count) == LUD_OK)
            reply = json_pack("{sI so sI}", "playouts", (json_int_t)played, "lines", unreached(places, count), "places",
                              (json_int_t)count);
        free(places);
        free(state);
    }
    lud_context_free(ctx);
    lud_game_free(game);
    return reply;
}
