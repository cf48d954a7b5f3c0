/* Exact solutions of games of perfect information.
 *
 * Two ways. `table` lists all positions that can be reached and works backwards from the ends
 * (retrograde analysis; Stroehlein 1970, Thompson 1986): any number of roles, chance, positions
 * that repeat. `proof` is for two roles and games too large for that: for each result in question
 * it asks whether it can be forced, by proof-number search; then, as far as that does not take much
 * longer, whether it can be forced within 1, 2, 3, ... plies, which tells the distance. */
#ifndef LUDENS_AGENTS_SOLVER_H
#define LUDENS_AGENTS_SOLVER_H

#include "agents/agent.h"

typedef struct solver_options {
    uint64_t states; /* most positions to list; 0: by the memory. Beyond, proofs */
    size_t memory;   /* bytes */
    uint64_t nodes;  /* most positions to look at in proofs; 0: no limit */
    double deadline; /* of agent_clock; 0: none */
    const atomic_bool *stop;
    const lud_control *control;
    bool no_table, no_proof;                                      /* ways not to be tried */
    bool (*progress)(void *user, uint64_t nodes, uint32_t depth); /* may be NULL; false stops */
    void *user;
} solver_options;

typedef struct solver_move {
    bool known;
    double value;      /* score of the role that decides, with best play */
    uint32_t distance; /* plies to the end from before the move */
} solver_move;

typedef struct solution {
    bool solved;
    bool endless;       /* all was listed, but neither side can force an end */
    const char *method; /* "table" or "proof" */
    uint32_t role;      /* who decides */
    double *scores;     /* [role - 1] with best play; expected ones with chance */
    uint32_t distance;  /* plies to the end: the shortest way for who does well, the longest else */
    bool exact;         /* the distance is that; else it is the length of a proof, the way may be shorter */
    uint32_t count;     /* moves of `role`, */
    solver_move *moves;
    uint32_t best;               /* index */
    uint64_t states, nodes;      /* listed; looked at */
    uint32_t depth;              /* proofs: plies that were searched */
    double low, high;            /* not solved: bounds of the score of `role` */
    char problem[AGENT_PROBLEM]; /* why not solved */
} solution;

/* LUD_OK also when it was not solved. LUD_ERR_ARGUMENT: not a game for this (solution.problem).
 * `moves` are the legal moves of the role that decides, as listed. */
lud_status solver_solve(const lud_game *game, lud_context *ctx, const void *state, const solver_options *options,
                        solution *s);
void solution_done(solution *s);

/* Why a search ended before its work was done: "out of time" or "interrupted". */
bool solver_interrupted(const solver_options *o);
const char *solver_stopped(const solver_options *o);

/* The two ways. */
lud_status solver_table(const lud_game *game, lud_context *ctx, const void *state, const solver_options *options,
                        solution *s);
lud_status solver_proof(const lud_game *game, lud_context *ctx, const void *state, const solver_options *options,
                        solution *s);

/* ---- shared: who has a choice ---- */

typedef struct solver_turn {
    uint32_t role; /* with a choice; 0: chance. When none has: any that decides */
    uint32_t count;
    lud_moves **lists; /* [role] */
    uint64_t movers;
} solver_turn;
/* Lists the moves of all that decide. LUD_ERR_ARGUMENT: several have a choice. */
lud_status solver_list(const lud_game *game, lud_context *ctx, const void *state, uint32_t roles, solver_turn *t);
/* Makes move `index` of the role with a choice. */
lud_status solver_apply(lud_context *ctx, void *state, uint32_t roles, const solver_turn *t, uint32_t index);

#endif
