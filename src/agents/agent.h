/* Agents: programs that choose moves. They know a game through ludens.h alone. One folder and one
 * line of agents.def each. */
#ifndef LUDENS_AGENTS_AGENT_H
#define LUDENS_AGENTS_AGENT_H

#include "agents/belief.h"
#include "ludens.h"

#include <stdatomic.h>

/* What an agent may go by. */
typedef struct agent_sight {
    uint32_t role;
    const void *state;    /* where the game stands, or NULL when the role does not know, */
    const belief *belief; /* then states that agree with what it saw */
} agent_sight;

/* How long to think: until the first of these. Without a deadline and with the same seed an agent
 * chooses the same move. */
typedef struct agent_budget {
    double deadline;   /* of agent_clock; 0: none */
    uint64_t playouts; /* 0: what the parameters of the agent say */
    uint64_t seed;
    const atomic_bool *stop; /* set by another thread; may be NULL */
} agent_budget;

/* What an agent thinks of a move. */
typedef struct agent_choice {
    double value; /* mean score of the role */
    uint64_t visits;
} agent_choice;

typedef struct agent_parameter {
    const char *name, *summary;
    double standard, min, max;
} agent_parameter;

enum { AGENT_PARAMETERS = 8 };

typedef struct agent agent;
typedef struct agent_kind {
    const char *name, *summary;
    agent_parameter parameters[AGENT_PARAMETERS]; /* up to the first without a name */
    bool (*create)(agent *a);                     /* NULL: nothing to do */
    /* Chooses among a->moves, which are listed. There are two at least. */
    lud_status (*think)(agent *a, const agent_sight *sight, const agent_budget *budget,
                        uint32_t *chosen);
    void (*destroy)(agent *a);
} agent_kind;

/* An agent for one game and one thread. */
struct agent {
    const agent_kind *kind;
    const lud_game *game;
    double parameters[AGENT_PARAMETERS];
    lud_context *ctx;
    lud_moves *moves;      /* legal in the position last thought about */
    agent_choice *choices; /* [move] */
    uint32_t choice_capacity;
    uint64_t playouts; /* of the last think */
    void *own;
};

uint32_t agent_kind_count(void);
const agent_kind *agent_kind_at(uint32_t index);
/* Reads "NAME" or "NAME:key=value,key=value". NULL: `problem` says in words what is wrong;
 * `values` gets all parameters. */
const agent_kind *agent_find(const char *text, double *values, char *problem, size_t size);

/* NULL when out of memory. The kind and the parameters are those of agent_find. */
agent *agent_new(const agent_kind *kind, const double *values, const lud_game *game);
void agent_free(agent *a);
/* Chooses a move of the role, which must have one to make. The words of the move live until the
 * agent thinks again; a->moves, a->choices and a->playouts tell what it thought. */
lud_status agent_think(agent *a, const agent_sight *sight, const agent_budget *budget,
                       lud_move *move);

/* Seconds of a clock that is never set. */
double agent_clock(void);
/* Whether the budget is used up. */
bool agent_late(const agent_budget *budget);

#define AGENT(name) extern const agent_kind agent_##name;
#include "agents/agents.def"
#undef AGENT

#endif
