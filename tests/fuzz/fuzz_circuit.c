/* The circuit machine: rule sheets as networks and by their rules, side by side, with passes and
 * without; and the text of networks, read and written. */
#include "fuzz.h"

#include <stdio.h>

static lud_game *load(const char *text, size_t size, const char *language, lud_backend backend, const char *passes)
{
    lud_options o = fuzz_options(language);
    o.backend = backend;
    o.passes = passes;
    o.limits.max_memory = 256 << 20;
    o.limits.max_plies = 8;
    return lud_load_text(text, size, "fuzz", &o, NULL);
}

static void compare(const lud_game *a, const lud_game *b)
{
    lud_lockstep_options how = {.playouts = 2, .seed = 1, .max_plies = 6};
    lud_lockstep_result r;
    if (!a || !b)
        return;
    lud_lockstep(a, b, &how, &r);
    if (r.differ) {
        fputs(r.text ? r.text : "they differ\n", stderr);
        abort();
    }
    lud_free(r.text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    if (size > 7 && memcmp(text, "network", 7) == 0) {
        lud_game *g = load(text, size, "network", LUD_BACKEND_INTERP, NULL);
        lud_game *raw = g ? load(text, size, "network", LUD_BACKEND_INTERP, "none") : NULL;
        compare(g, raw);
        lud_game_free(g);
        lud_game_free(raw);
        return 0;
    }
    lud_game *network = load(text, size, "gdl", LUD_BACKEND_INTERP, NULL);
    lud_game *rules = network ? load(text, size, "gdl", LUD_BACKEND_RULES, NULL) : NULL;
    lud_game *raw = network ? load(text, size, "gdl", LUD_BACKEND_INTERP, "none") : NULL;
    compare(network, rules);
    compare(network, raw);
    char *written = network ? lud_translate(network, "network", NULL) : NULL;
    lud_game *again = written ? load(written, strlen(written), "network", LUD_BACKEND_INTERP, NULL) : NULL;
    if (written && !again)
        abort(); /* what is written can be read */
    compare(network, again);
    lud_game_free(again);
    lud_free(written);
    lud_game_free(network);
    lud_game_free(rules);
    lud_game_free(raw);
    return 0;
}
