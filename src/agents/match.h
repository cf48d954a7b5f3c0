/* One game between agents, led by a referee who knows all. Each agent is told what its role may
 * know: the state when the rules hide nothing, else states that agree with what the role saw. */
#ifndef LUDENS_AGENTS_MATCH_H
#define LUDENS_AGENTS_MATCH_H

#include "agents/agent.h"

/* How long an agent may think about a move; zeros: as its parameters say. */
typedef struct match_budget {
    double seconds;
    uint64_t playouts, nodes;
} match_budget;

typedef struct match match;

/* A decision, as the watcher is told after the move was made. */
typedef struct match_decision {
    uint32_t ply, role; /* ply: of the move, from 1 */
    const char *move;
    const agent *thinker; /* who chose among several moves, with what it thought; or NULL */
    uint32_t moves;       /* legal ones */
} match_decision;

typedef struct match_options {
    const lud_game *game;
    agent **players;             /* [role - 1] */
    const match_budget *budgets; /* [role - 1] */
    uint64_t seed;               /* of chance, and from it of each agent's thoughts */
    uint32_t max_plies;          /* 0: 100,000 */
    uint32_t particles;          /* of beliefs; 0: as belief.h says */
    const atomic_bool *stop;     /* or NULL */
    /* After each decision, in the order of the roles; the state is the one after the step. All may
     * be NULL. */
    void (*decided)(void *user, const match_decision *decision);
    void (*stepped)(void *user, const void *state);
    void *user;
} match_options;

/* What an agent did in a game. */
typedef struct match_work {
    uint64_t thoughts, playouts, nodes;
    double seconds, slowest;
    uint32_t errors; /* failures to name a move: a random one was made */
    bool repeatable; /* as far as this agent goes */
} match_work;

typedef struct match_result {
    lud_status status; /* LUD_OK: the game ended; LUD_LIMIT_PLIES; a fault of the rules */
    bool stopped;
    uint32_t plies;
    double *scores;              /* [role - 1] */
    match_work *works;           /* [role - 1] */
    char problem[AGENT_PROBLEM]; /* the last failure of an agent, or empty */
} match_result;

/* LUD_ERR_MEMORY, or LUD_OK with the result filled in (match_result_done frees it in every case).
 */
lud_status match_play(const match_options *options, match_result *result);
void match_result_done(match_result *result);

#endif
