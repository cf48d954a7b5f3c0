/* What an agent thinks of a position: `moves --agent`, hints while playing. */
#ifndef LUDENS_SESSION_ADVICE_H
#define LUDENS_SESSION_ADVICE_H

#include "agents/match.h"
#include "session/failure.h"
#include "session/notation.h"
#include "session/walk.h"

#include <jansson.h>

typedef struct advice_options {
    const char *agent; /* a description, or NULL */
    match_budget budget;
} advice_options;

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
 * what the role saw on the way. `file` is that of the rules. False: the failure says why not. */
bool advice_ask(const advice_options *a, const char *file, walk *w, uint32_t role, uint64_t seed, advice *out,
                failure *p);
/* The same with moves as people write them, for advice_print; the walk is where it was asked. */
void advice_write(advice *a, notation *n, walk *w, uint32_t role);
void advice_print(const advice *a, FILE *out);
json_t *advice_json(const advice *a);
void advice_done(advice *a);

/* What the role was told after that ply. */
lud_after told_after(const walk *w, uint32_t role, uint32_t ply);
/* What the role may believe in the walk's position. NULL: no memory. */
belief *belief_of_walk(const walk *w, uint32_t role, uint64_t seed);

#endif
