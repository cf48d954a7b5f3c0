/* What an agent thinks of a position: `moves --agent`, hints while playing. */
#ifndef LUDENS_APP_ADVICE_H
#define LUDENS_APP_ADVICE_H

#include "agents/match.h"
#include "app/options.h"
#include "app/walk.h"

#include <jansson.h>

typedef struct advice_options {
    const char *agent; /* a description, or NULL */
    match_budget budget;
} advice_options;

enum { KEY_ADVICE = KEY_OWN + 0x100 };
#define ADVICE_OPTIONS                                                                              \
    {                                                                                               \
        "agent", KEY_ADVICE, "AGENT", 0, "Ask an agent what it thinks of the moves (see `agents`)", \
        2},                                                                                         \
        {"seconds", KEY_ADVICE + 1, "S", 0, "Seconds it may think (default 1)", 2},                 \
        {"playouts", KEY_ADVICE + 2, "N", 0, "Playouts it may make", 2},                            \
    {                                                                                               \
        "nodes", KEY_ADVICE + 3, "N", 0, "Positions it may make", 2                                 \
    }
error_t advice_parse(advice_options *a, int key, char *arg, struct argp_state *state);

typedef struct advice_move {
    char *move;
    double value;
    uint64_t visits;
    bool proven;
} advice_move;

/* Empty (count 0) when the role has no choice. */
typedef struct advice {
    char *agent, *best, *line, *problem;
    advice_move *moves; /* as listed */
    uint32_t count, chosen;
    uint64_t playouts, nodes;
    uint32_t depth, distance;
    double value, seconds;
    bool proven, repeatable;
    lud_status status; /* why the agent had no answer */
} advice;

/* Asks for the role that decides in the walk's position. With hidden information the agent goes by
 * what the role saw on the way. `file` is that of the rules. An exit code; messages go to standard
 * error, after `title`. */
int advice_ask(const advice_options *a, const char *file, walk *w, uint32_t role, uint64_t seed,
               advice *out, const char *title);
void advice_print(const advice *a, FILE *out);
json_t *advice_json(const advice *a);
void advice_done(advice *a);

/* What the role may believe in the walk's position. NULL: no memory. */
belief *belief_of_walk(const walk *w, uint32_t role, uint64_t seed);

#endif
