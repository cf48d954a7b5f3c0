/* Agents: programs that choose moves, made by name for any game of ludens.h.
 *
 *     char problem[LUD_AGENT_PROBLEM];
 *     lud_agent *agent;
 *     if (lud_agent_new(game, "mcts:playouts=1000", NULL, &agent, problem, sizeof problem) != LUD_OK) ...
 *     lud_agent_begin(agent, 1, seed);
 *     lud_thought thought;
 *     lud_agent_think(agent, 1, state, NULL, &(lud_budget){.seconds = 1}, &thought);
 *     lud_apply_move(ctx, state, &thought.move);
 *
 * An agent belongs to one thread at a time, and may use others while it thinks. docs/agents.md says what there is. */
#ifndef LUDENS_AGENTS_H
#define LUDENS_AGENTS_H

#include "ludens_play.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- which there are ------------------------------------------------------------------ */

typedef struct lud_agent_parameter {
    const char *name, *summary;
    double standard, min, max;
} lud_agent_parameter;

typedef struct lud_agent_kind {
    const char *name, *summary;
    const lud_agent_parameter *parameters; /* beside those of all agents: seconds, playouts, nodes, slip */
    uint32_t parameter_count;
    const char *text; /* the name of a parameter that is a text and comes last, or NULL */
    const char *text_summary;
    bool text_needed;
    bool follows; /* has to be told of the game from its start (lud_agent_begin, lud_agent_step) */
} lud_agent_kind;

LUD_API uint32_t lud_agent_kind_count(void);
/* All NULL and 0 where there is none. */
LUD_API lud_agent_kind lud_agent_kind_at(uint32_t index);

/* ---- what a role may believe ---------------------------------------------------------- */

/* In games that hide something: a sample of states that agree with all that a role did and saw. A particle filter; each
 * step draws the others' moves at random for states of the sample, and keeps those in which the role sees what it saw.
 * When none is left, histories are drawn anew from the start. Both are bounded: then the sample holds states that do
 * not agree, and is not sound, until a later step finds some that do. */
typedef struct lud_belief lud_belief;

/* What a role is told of a step besides: that the game is over, or goes on, and whether it decides now. */
typedef enum lud_after { LUD_AFTER_OVER, LUD_AFTER_WAITS, LUD_AFTER_DECIDES } lud_after;

/* Of the start of the game, with so many states (0: 200). NULL: out of memory, or the game cannot start. */
LUD_API lud_belief *lud_belief_new(const lud_game *game, uint32_t role, uint32_t particles, uint64_t seed);
LUD_API void lud_belief_free(lud_belief *belief);
/* A step of the game: the role made the move `own` (its text; NULL: it did not decide) and then saw `percept`, as
 * lud_percept_text writes it. LUD_ERR_ILLEGAL: no move can have that text. */
LUD_API lud_status lud_belief_step(lud_belief *belief, const char *own, const char *percept, lud_after after);
/* At least 1, and at most as many as wanted; states may come several times. */
LUD_API uint32_t lud_belief_count(const lud_belief *belief);
LUD_API const void *lud_belief_state(const lud_belief *belief, uint32_t index);
/* Whether all of the sample agrees with what was seen. */
LUD_API bool lud_belief_sound(const lud_belief *belief);

/* ---- thinking ------------------------------------------------------------------------- */

typedef struct lud_agent lud_agent;

enum { LUD_AGENT_PROBLEM = 400 /* bytes for a text that says what is wrong */ };

/* Whether a text describes an agent, whatever the game: "NAME" or "NAME:key=value,key=value". False: `problem` says in
 * words what is wrong with it. */
LUD_API bool lud_agent_check(const char *description, char *problem, size_t size);
/* Makes an agent from such a text. Else *made is NULL and `problem` says why: LUD_ERR_ARGUMENT
 * (no such agent or parameter, or it does not play this game), LUD_ERR_MEMORY. The game must live as long. `file`: of
 * the rules, where evaluations are looked for; may be NULL. Agents that are programs of their own are started now, but
 * not for games of texts that stand alone (lud_options.alone). */
LUD_API lud_status lud_agent_new(const lud_game *game, const char *description, const char *file, lud_agent **made,
                                 char *problem, size_t size);
LUD_API void lud_agent_free(lud_agent *agent);
/* A new game of this role, for agents that remember; a step of it; its end (scores NULL: it was broken off). Optional
 * for all but external programs. moves: [role] texts, NULL: did not decide; NULL as a whole in games of hidden
 * information. own: the move of the agent's role, or NULL. False: lud_agent_problem. */
LUD_API bool lud_agent_begin(lud_agent *agent, uint32_t role, uint64_t seed);
LUD_API bool lud_agent_step(lud_agent *agent, const char *const *moves, const char *own, const char *percept);
LUD_API void lud_agent_end(lud_agent *agent, const double *scores);

/* How long to think: until the first of these. What the agent's description says (seconds=, playouts=, nodes=) goes
 * before all three, and all zeros leave it to the agent. Without seconds, with one thread and with the same seed an
 * agent chooses the same move. */
typedef struct lud_budget {
    double seconds;
    uint64_t playouts;
    uint64_t nodes; /* positions that a search may make */
    uint32_t depth; /* plies that a search looks ahead, where it has such a limit (alphabeta); besides those above */
    uint64_t seed;
    const lud_control *stop; /* ends the thought at once, with the best move so far (lud_interrupt); may be NULL. Unlike
                                the control of the game, which ends it with LUD_INTERRUPTED */
} lud_budget;

/* What an agent thinks of a move. */
typedef struct lud_agent_choice {
    double value; /* expected score of the role; nothing is known without visits or proof */
    uint64_t visits;
    bool proven; /* the value is certain */
} lud_agent_choice;

/* What it thought. Pointers live until the agent thinks again. */
typedef struct lud_thought {
    lud_move move;
    uint32_t chosen, count;          /* index of the move among the legal ones, */
    const lud_moves *moves;          /* which are these, */
    const lud_agent_choice *choices; /* [count] and what it thinks of each */
    double value;                    /* expected score of the role */
    bool proven;                     /* the value is certain */
    bool repeatable;                 /* the same seed and budget give the same choice */
    uint32_t distance;               /* plies to the end when proven; 0: not known */
    uint32_t depth;                  /* plies looked ahead, by searches that have one */
    uint64_t playouts, nodes;
    double seconds;   /* wall clock */
    const char *line; /* principal variation, moves separated by "; ", or empty */
} lud_thought;

/* Chooses a move of the role, which must have one to make. The role is told the state, or, where the rules hide
 * something, a belief in its place (state NULL). LUD_ERR_ARGUMENT: lud_agent_problem says why it cannot. */
LUD_API lud_status lud_agent_think(lud_agent *agent, uint32_t role, const void *state, const lud_belief *belief,
                                   const lud_budget *budget, lud_thought *thought);
/* What went wrong last, or empty. */
LUD_API const char *lud_agent_problem(const lud_agent *agent);

#ifdef __cplusplus
}
#endif

#endif
