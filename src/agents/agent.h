/* Agents: programs that choose moves. They know a game through ludens.h alone. One folder and one
 * line of agents.def each. ludens_agents.h is what programs see of this. */
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

/* How long to think: until the first of these. Without a deadline, with one thread and with the
 * same seed an agent chooses the same move. */
typedef struct agent_budget {
    double deadline;   /* of agent_clock; 0: none */
    uint64_t playouts; /* 0: what the parameters of the agent say */
    uint64_t nodes;    /* positions that a search may make; 0: no limit */
    uint32_t depth;    /* plies that a search looks ahead, where it has such a limit; 0: as its parameters say */
    uint64_t seed;
    const atomic_bool *stop;    /* set by another thread; may be NULL */
    const lud_control *control; /* of the game, filled in by agent_think */
} agent_budget;

typedef lud_agent_choice agent_choice;

/* A move in the tree of a search. */
typedef struct agent_branch {
    lud_move move; /* its words live until the agent thinks again */
    uint32_t role; /* who makes it */
    uint64_t visits;
    double value; /* expected score of the role; chance has none */
    bool proven;
    bool open; /* there are moves after it in the tree */
} agent_branch;

typedef lud_agent_parameter agent_parameter;

enum { AGENT_PARAMETERS = 16, AGENT_PROBLEM = LUD_AGENT_PROBLEM };

/* A step of the game, as told to agents that follow it (agent_kind.step). */
typedef struct agent_event {
    const char *const *moves; /* [role] texts, NULL: did not decide. NULL in games of hidden information */
    const char *own;          /* the move of the agent's role, or NULL */
    const char *percept;      /* what the role saw (lud_percept_text) */
} agent_event;

typedef struct agent agent;
typedef struct agent_kind {
    const char *name, *summary;
    agent_parameter parameters[AGENT_PARAMETERS]; /* up to the first without a name */
    /* A parameter that is a text: it comes last and goes to the end of the description. */
    struct {
        const char *name, *summary;
        bool needed;
        bool bare; /* its name may be left out: what is no parameter is the text */
    } text;
    /* Says why it cannot play a game, in a->problem; NULL: plays them all. */
    bool (*refuses)(agent *a, const lud_info *info);
    bool (*create)(agent *a); /* NULL: nothing to do. False: a->problem, or no memory */
    /* Chooses among a->moves, which are listed. There are two at least, unless `forced`. */
    lud_status (*think)(agent *a, const agent_sight *sight, const agent_budget *budget, uint32_t *chosen);
    /* For agents that follow the game themselves; else NULL. False: a->problem says why. */
    bool (*begin)(agent *a, uint32_t role, uint64_t seed);
    bool (*step)(agent *a, const agent_event *event);
    void (*end)(agent *a, const double *scores);
    void (*destroy)(agent *a);
    /* Of searches that keep a tree, else NULL: how many moves it has after the moves of a path from the position last
     * thought about, and the first `capacity` of them. */
    uint32_t (*branches)(const agent *a, const char *const *path, uint32_t length, agent_branch *list,
                         uint32_t capacity);
    bool program;   /* starts one, which strangers may not */
    bool forced;    /* wants to be asked when there is a single move */
    bool clockless; /* what it does may depend on other things than seed and budget */
} agent_kind;

/* What a description says: "mcts:playouts=1000,c=0.7". */
typedef struct agent_spec {
    const agent_kind *kind;
    double values[AGENT_PARAMETERS];
    const char *text; /* the text parameter, inside of the description; or NULL */
    const char *file; /* of the rules, set by who makes the agent; may be NULL */
    /* Of all agents: "seconds=", "playouts=" and "nodes=" for a move; 0: not said. */
    double seconds;
    uint64_t playouts, nodes;
    double slip; /* "slip=", of all agents: how likely any legal move is made instead of the chosen one */
} agent_spec;

/* An agent for one game. It belongs to one thread at a time, and may use others while it thinks. */
struct agent {
    const agent_kind *kind;
    const lud_game *game;
    double parameters[AGENT_PARAMETERS];
    double slip;
    const char *text;
    const char *file;
    lud_context *ctx;
    lud_moves *moves;      /* legal in the position last thought about */
    uint32_t chosen;       /* among them */
    agent_choice *choices; /* [move] */
    uint32_t choice_capacity;
    char problem[AGENT_PROBLEM]; /* what went wrong last */
    bool explain;                /* wanted: `line` and `note` */
    /* Of the last think: */
    uint64_t playouts, nodes;
    uint32_t depth;    /* plies looked ahead, by searches that have one */
    double seconds;    /* wall clock */
    double value;      /* expected score of the role */
    bool proven;       /* the value is certain */
    uint32_t distance; /* plies to the end when proven; 0: not known */
    bool repeatable;   /* the same seed and budget give the same choice */
    char *line;        /* principal variation, moves separated by "; ", or empty */
    size_t line_size;
    void *own;
};

uint32_t agent_kind_count(void);
const agent_kind *agent_kind_at(uint32_t index);
/* Reads "NAME" or "NAME:key=value,key=value". False: `problem` says in words what is wrong. The
 * text parameter stays in `text`, which must live as long as agents made from this. */
bool agent_find(const char *text, agent_spec *spec, char *problem, size_t size);

/* Whether a description is that of an agent which starts a program. */
bool agent_is_program(const char *text);

/* Makes an agent. Else *made is NULL and `problem` is written: LUD_ERR_ARGUMENT when the agent does not play this game,
 * LUD_ERR_MEMORY. */
lud_status agent_new(const agent_spec *spec, const lud_game *game, agent **made, char *problem, size_t size);
void agent_free(agent *a);
/* A new game of this role, for agents that remember. False: a->problem. */
bool agent_begin(agent *a, uint32_t role, uint64_t seed);
bool agent_step(agent *a, const agent_event *event);
void agent_end(agent *a, const double *scores);
/* Chooses a move of the role, which must have one to make. The words of the move live until the
 * agent thinks again; a->moves, a->choices and the rest tell what it thought. LUD_ERR_ARGUMENT:
 * a->problem says why it cannot. */
lud_status agent_think(agent *a, const agent_sight *sight, const agent_budget *budget, lud_move *move);
/* Adds a move to a->line. */
void agent_line_add(agent *a, lud_move move);
double agent_parameter_of(const agent *a, const char *name);

/* Seconds of a clock that is never set. */
double agent_clock(void);
/* Whether the budget is used up, but for playouts and nodes. */
bool agent_late(const agent_budget *budget);
/* Somebody wants the thinking to end at once. */
bool agent_stopped(const agent_budget *budget);

#define AGENT(name) extern const agent_kind agent_##name;
#include "agents/agents.def"
#undef AGENT

#endif
