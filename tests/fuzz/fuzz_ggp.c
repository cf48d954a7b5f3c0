/* Messages to a player: the input is split at lines that are "---"; each part is a message, worked
 * on before the next. Now and then one is left to itself, so that somebody else replies to it. */
#define _GNU_SOURCE /* memmem */
#include "fuzz.h"

#include "ggp/player.h"
#include "ggp/scramble.h"

static void say(ggp_player *p, const char *text, size_t size)
{
    ggp_request *r = ggp_player_take(p, text, size, NULL, NULL);
    bool impatient = size % 8 == 7;
    if (impatient)
        ggp_player_tick(p);
    while (ggp_player_work(p, false))
        ;
    ggp_player_tick(p);
    if (!ggp_request_answered(p, r))
        abort(); /* every message has a reply once the work is done */
    const char *reply = ggp_request_reply(r);
    if (!reply || !*reply || (ggp_request_code(r) != 200 && ggp_request_code(r) != 400))
        abort();
    ggp_request_free(p, r);
}

/* Renaming there and back gives the canonical term again. */
static void rename_terms(const char *text, size_t size)
{
    ggp_scramble s;
    kif k;
    buffer here = {0}, there = {0}, back = {0};
    ggp_scramble_init(&s, true, size);
    if (!memchr(text, 0, size) && !kif_read(&k, text, size, false) && kif_top(&k, 0) >= 0) {
        kif_canonical(&k, kif_top(&k, 0), &here);
        ggp_scramble_out(&s, here.text, &there);
        ggp_scramble_in(&s, there.text, &back);
        if (strcmp(buffer_get(&back), here.text) != 0 && !strstr(here.text, "\xe2\x87\x90"))
            abort();
        kif_done(&k);
    } else if (!memchr(text, 0, size)) {
        kif_done(&k);
    }
    buffer_done(&here);
    buffer_done(&there);
    buffer_done(&back);
    ggp_scramble_done(&s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char mark[] = "\n---\n";
    ggp_player_options o = {.name = "fuzz", .agent = "montecarlo:playouts=4", .particles = 5};
    o.load = fuzz_options("gdl");
    ggp_player *p = ggp_player_new(&o);
    char *text = mem_strndup((const char *)data, size), *at = text, *end = text + size;
    for (int i = 0; i < 12 && at < end; i++) {
        char *stop = memmem(at, (size_t)(end - at), mark, sizeof mark - 1);
        size_t length = (size_t)((stop ? stop : end) - at);
        char *part = mem_strndup(at, length);
        say(p, part, length);
        rename_terms(part, length);
        free(part);
        at = stop ? stop + sizeof mark - 1 : end;
    }
    free(text);
    ggp_player_free(p);
    return 0;
}
