/* Who plays a role at the terminal: a person, an agent, or chance. */
#ifndef LUDENS_SESSION_SEAT_H
#define LUDENS_SESSION_SEAT_H

#include "agents/match.h"
#include "session/failure.h"
#include "session/walk.h"

#include <jansson.h>

typedef struct seat {
    bool human;
    char *who; /* "human", "random", a description of an agent */
    agent_spec spec;
    agent *agent; /* or NULL */
    match_budget budget;
    belief *belief; /* with hidden information */
    uint32_t ply;   /* up to which the agent and its belief were told */
    bool told;      /* the game was begun for it */
    uint64_t seed;
    lud_status status; /* why seat_choose failed */
} seat;

/* Reads who plays; false: the failure says why. The agent is not made yet. */
bool seat_read(seat *s, const char *who, failure *p);
/* Makes the agent of a seat. False: the failure says why. */
bool seat_open(seat *s, const walk *w, const char *file, const match_budget *standard, failure *p);
void seat_close(seat *s);
/* Chooses one of the role's moves, which are listed in the walk. What the role saw since it was
 * last asked is told first; a position that was taken back is told anew. False: the failure says why. */
bool seat_choose(seat *s, walk *w, uint32_t role, uint64_t seed, uint32_t *index, failure *p);
/* All agents with their parameters, as `ludens agents --json` writes them. */
json_t *seat_agents_json(void);

#endif
