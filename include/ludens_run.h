/* Part of ludens.h: random numbers, playouts, many games step by step, lockstep, perft. */
#ifndef LUDENS_RUN_H
#define LUDENS_RUN_H

#include "ludens_play.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- random numbers and playouts ------------------------------------------------------ */

/* xoshiro256** (Blackman and Vigna 2018), seeded by splitmix64: 2^64 streams a seed. */
typedef struct lud_rng {
    uint64_t state[4];
} lud_rng;
LUD_API void lud_rng_seed(lud_rng *rng, uint64_t seed, uint64_t stream);
LUD_API uint64_t lud_rng_next(lud_rng *rng);
LUD_API uint32_t lud_rng_below(lud_rng *rng, uint32_t bound); /* uniform in [0, bound) */

/* Draws one of the legal moves of a role that decides now, each with the same probability (chance:
 * by its weights), without listing them all where that pays. The words live until the next call of this context
 * that lists, draws or plays out. weight is 0 when the ways were not counted. */
LUD_API lud_status lud_draw_move(lud_context *ctx, const void *state, uint32_t role, lud_rng *rng, lud_move *move);

typedef struct lud_playout_options {
    bool enumerate;        /* list all legal moves at every decision */
    bool count_duplicates; /* draw as the RG reference does: each way of making a move weighs
                              the same (otherwise each distinct move does) */
    /* Called with the move of every role that decides (bit r of movers: joint[r]) before it is made.
     * May be NULL; the games are the same with it. Only lud_playout calls it. */
    void (*watch)(void *user, uint64_t movers, const lud_move *joint);
    void *user;
    uint64_t planned; /* lud_playouts: it is one of several calls for so many games in all, which then decide on a
                         network; 0: only one */
} lud_playout_options;

typedef struct lud_playout_result {
    uint32_t plies;         /* decisions of players and chance */
    uint32_t turns;         /* decisions of players alone */
    uint64_t choices;       /* sum over the players' decisions of the number of legal moves;
                               0 when they were not listed */
    double choices_squared; /* sum of the squares, */
    uint32_t choices_min, choices_max;
} lud_playout_result;

/* Plays uniformly random moves to the end; `state` ends as the final state, or where max_plies
 * stopped it; after any other error it is as it was. Chance follows
 * its probabilities. options and result may be NULL. */
LUD_API lud_status lud_playout(lud_context *ctx, void *state, lud_rng *rng, const lud_playout_options *options,
                               lud_playout_result *result);

/* Makes a joint move of `from` and plays on as lud_playout does: the same as lud_apply and then lud_playout in a copy,
 * and the same random numbers, but faster. `state` gets what lud_playout would leave; it may be `from`. result->plies,
 * which may not be NULL, counts what is played behind the move: 0, where the move ends the game. *made: the move was
 * made; if not, the status says why, and `state` is as it was. What roles see of the move is not kept
 * (lud_percept_text). */
LUD_API lud_status lud_playout_after(lud_context *ctx, const void *from, const lud_move *joint, void *state,
                                     lud_rng *rng, lud_playout_result *result, bool *made);

/* `count` random games from one state, on a network side by side (lud_network), or one after the other; the latter also
 * when the options ask for more than games, and for states that cannot come about in the game. `done` is called for
 * each game, in any order: its status, its length, the scores of the players. Random numbers come from rng. A game on a
 * network that comes to a fault of the rules has the status LUD_ERR_STUCK, without its place. */
LUD_API lud_status lud_playouts(
    lud_context *ctx, const void *state, lud_rng *rng, uint64_t count, const lud_playout_options *options,
    void (*done)(void *user, lud_status status, const lud_playout_result *result, const double *scores), void *user);

/* The same from several states, `each` games from each; `done` is also given the number of the state. */
LUD_API lud_status lud_playouts_from(lud_context *ctx, const void *const *states, uint32_t positions, lud_rng *rng,
                                     uint64_t each, const lud_playout_options *options,
                                     void (*done)(void *user, uint32_t position, lud_status status,
                                                  const lud_playout_result *result, const double *scores),
                                     void *user);

/* Whether so many games are played on a network (lud_network), which is made now if need be. May be called by any
 * thread. */
LUD_API bool lud_network_ready(const lud_game *game, uint64_t playouts);

/* ---- many games step by step ---------------------------------------------------------- */

/* States side by side ("lanes", numbered from 0), that are moved on together: on a network of the game a step costs one
 * pass over it for 512 of them, elsewhere it is a loop over states. Either way the functions promise the same:
 *
 *     lud_batch *batch = lud_batch_new(game, 4096, 1);
 *     lud_batch_reset(batch, NULL, NULL);
 *     for (;;) {
 *         for each lane that you care about: lud_batch_count, lud_batch_move, lud_batch_choose
 *         lud_batch_step(batch);                        the others make random moves
 *         const uint64_t *ended = lud_batch_ended(batch);
 *         for each lane in it: lud_batch_scores
 *         lud_batch_reset(batch, ended, NULL);          they begin anew
 *     }
 *
 * A batch belongs to one thread at a time; the game must live as long. Sets of lanes are bits: lane l is bit l % 64 of
 * word l / 64, (lanes + 63) / 64 words. Nothing is allocated once all functions were used a few times. The order of
 * moves in a lane's list is the batch's own. */
typedef struct lud_batch lud_batch;

/* All lanes at the beginning of the game, as lud_batch_reset(batch, NULL, NULL) puts them. Which moves are drawn
 * follows from the seed (and from whether there is a network: lud_network, for as many games as lanes, at least 65536
 * when there are 512 lanes or more). NULL: out of memory, no lanes, or more than 2^24. */
LUD_API lud_batch *lud_batch_new(const lud_game *game, uint32_t lanes, uint64_t seed);
LUD_API void lud_batch_free(lud_batch *batch);
LUD_API uint32_t lud_batch_lanes(const lud_batch *batch);
/* Whether they are on a network. */
LUD_API bool lud_batch_network(const lud_batch *batch);

/* Puts a state (NULL: the beginning of the game) into a set of lanes (NULL: all). On errors the lanes are as they were:
 * those of lud_start; LUD_ERR_ARGUMENT for a state that cannot come about in the game, where the batch is on a network.
 */
LUD_API lud_status lud_batch_reset(lud_batch *batch, const uint64_t *which, const void *state);
/* Moves all lanes on that have not ended: each role that decides makes the move that was chosen, or one drawn as
 * lud_draw_move does. Lanes whose step fails stay where they are and end (lud_batch_status). LUD_INTERRUPTED,
 * LUD_ERR_MEMORY: some lanes may have moved on, others not. */
LUD_API lud_status lud_batch_step(lud_batch *batch);
/* The lanes that have ended, by the rules or by a failed step, until they are reset. Lives until the next call for the
 * batch. */
LUD_API const uint64_t *lud_batch_ended(const lud_batch *batch);
/* LUD_OK, or why the lane's last step failed. */
LUD_API lud_status lud_batch_status(const lud_batch *batch, uint32_t lane);

/* As lud_movers; 0 for lanes that have ended or do not exist. */
LUD_API uint64_t lud_batch_movers(const lud_batch *batch, uint32_t lane);
/* How many legal moves a role has in a lane; 0 when it does not decide there, or when listing them fails
 * (lud_batch_step then fails there, too). */
LUD_API uint32_t lud_batch_count(lud_batch *batch, uint32_t lane, uint32_t role);
/* Move `index` of them, {NULL, 0, 0} when there is none. The words live until the next step or reset, or until another
 * lane or role is asked for. weight is 0 where ways are not counted. */
LUD_API lud_move lud_batch_move(lud_batch *batch, uint32_t lane, uint32_t role, uint32_t index);
/* Chooses that move for the next step; the last choice counts. LUD_ERR_ARGUMENT when there is none. */
LUD_API lud_status lud_batch_choose(lud_batch *batch, uint32_t lane, uint32_t role, uint32_t index);

/* On a network the moves that a role can ever have are numbered from 0: their number (0 elsewhere), and what they are.
 * The numbers are the same in every batch of the game. That a role does not decide has a number, too: no words, never
 * legal. */
LUD_API uint32_t lud_batch_actions(const lud_batch *batch, uint32_t role);
LUD_API lud_move lud_batch_action(const lud_batch *batch, uint32_t role, uint32_t action);
/* The legal ones as bits: masks[lane * words + a / 64] for all lanes, words = (lud_batch_actions + 63) / 64. Of roles
 * that do not decide, and of lanes that have ended, none. Does nothing where there are no numbers. */
LUD_API void lud_batch_masks(lud_batch *batch, uint32_t role, uint64_t *masks);
/* Chooses by number. LUD_ERR_ILLEGAL when it is not legal there. */
LUD_API lud_status lud_batch_act(lud_batch *batch, uint32_t lane, uint32_t role, uint32_t action);

/* As lud_scores, of lanes that have ended by the rules; zeros for others. */
LUD_API void lud_batch_scores(lud_batch *batch, uint32_t lane, double *scores);
/* The state of a lane. On the network of an automaton, variables that nothing which follows depends on hold what they
 * held at the beginning. */
LUD_API void lud_batch_state(lud_batch *batch, uint32_t lane, void *state);
/* As lud_features of lud_batch_state for all lanes: lud_feature_count numbers each, one lane behind the other. */
LUD_API void lud_batch_features(lud_batch *batch, uint32_t role, float *vectors);

/* Many playouts. Playout i draws from stream i of the seed, or blocks of them do,
 * so that the result does not depend on the number of threads. */
typedef struct lud_run_options {
    uint64_t playouts;
    uint64_t seed;
    uint32_t threads; /* 0: one a core */
    lud_playout_options playout;
    /* Called now and then from one thread, may be NULL; returning false stops the run. */
    bool (*progress)(void *user, uint64_t done, uint64_t total);
    void *user;
} lud_run_options;

typedef struct lud_statistic {
    double mean, sd, min, max;
} lud_statistic;

typedef struct lud_run_result {
    uint64_t playouts;
    bool network; /* they were played side by side (lud_network); a run that comes to a fault then is made again without
                   */
    double cpu_seconds; /* summed over the threads */
    double seconds;     /* wall clock */
    uint64_t moves;     /* decisions of players and chance */
    uint64_t turns;     /* decisions of players alone */
    lud_statistic plies, turns_per_game;
    lud_statistic branching; /* legal moves per player's decision; zeros when not listed */
    lud_statistic *scores;   /* [role - 1] */
    uint64_t *wins;          /* [role - 1]: alone at the top score; one role: at the best score there is */
    uint64_t draws;          /* several players at the top score (all of them: roles > 1) */
    uint32_t outcome_count;  /* distinct score lists, at most 64 kept, most frequent first */
    double *outcome_scores;  /* [outcome * roles + role - 1] */
    uint64_t *outcome_playouts;
    lud_status fault; /* of the first playout (lowest number) that failed, else LUD_OK */
    uint64_t fault_playout;
    char *fault_text; /* rendered, or NULL */
} lud_run_result;

/* LUD_OK when every playout ended properly; else the fault's status (result is filled in as
 * far as it goes). The result is freed by lud_run_result_done in every case. */
LUD_API lud_status lud_run(const lud_game *game, const lud_run_options *options, lud_run_result *result);
LUD_API void lud_run_result_done(lud_run_result *result);

/* ---- lockstep ------------------------------------------------------------------------- */

/* Two loads of the same rules, on two back ends for instance, side by side: random games in which
 * both are asked the same at each position, and must answer the same. That is: lists of moves
 * (texts, order, ways), states after moves (bytes), who decides, terminal, scores, what roles
 * observe, faults, moves drawn at random, and whole playouts. Games of logic rules, whose back ends
 * write states in their own ways, are compared by the texts of facts, moves, goals and percepts. A
 * limit that only one side hits is no difference: limits count work. */
typedef struct lud_lockstep_options {
    uint64_t playouts;
    uint64_t seed;      /* game i plays by stream i of it */
    uint32_t max_plies; /* of a game; 0: as the game's limits say, for logic rules 2000 at most */
    uint32_t tries;     /* moves made at each position, spread over the list; 0: 48. Not for logic rules */
    /* As in lud_run_options. */
    bool (*progress)(void *user, uint64_t done, uint64_t total);
    void *user;
} lud_lockstep_options;

typedef struct lud_lockstep_result {
    uint64_t playouts, plies, moves; /* compared: games, moves of these, moves tried in all */
    uint64_t faults;                 /* games that ended by the same fault on both, or by a limit */
    bool differ;
    uint64_t playout; /* where they differ, */
    uint32_t ply;
    char *text;              /* and in what: the source line, the values on both sides, the moves before;
                                to be freed with lud_free. NULL when they do not differ */
    uint64_t interpreted[2]; /* searches of each that native code left to the interpreter */
} lud_lockstep_result;

/* Stops at the first difference, which is no error: LUD_OK. LUD_ERR_ARGUMENT when the games are
 * too different to begin with, roles or size of a state. */
LUD_API lud_status lud_lockstep(const lud_game *a, const lud_game *b, const lud_lockstep_options *options,
                                lud_lockstep_result *result);

/* ---- perft ---------------------------------------------------------------------------- */

typedef struct lud_perft_options {
    bool count_duplicates; /* as the RG reference counts: moves by paths, not by text */
    /* Called for each first move (divide) with the leaves below it, may be NULL. */
    void (*divide)(void *user, const char *move, uint64_t leaves);
    void *user;
    /* As in lud_run_options; done and total count first moves. */
    bool (*progress)(void *user, uint64_t done, uint64_t total);
} lud_perft_options;

/* counts[d] for d = 0..depth: number of leaves at depth d. Steps of the system are free;
 * chance is one ply and its outcomes merge by resulting state; games that ended earlier
 * count 0. Rules as in the RG reference. `state` may be NULL: from the very start, before the
 * system's first steps, which a count of duplicates follows in all their ways. */
LUD_API lud_status lud_perft(lud_context *ctx, const void *state, uint32_t depth, const lud_perft_options *options,
                             uint64_t *counts);

#ifdef __cplusplus
}
#endif

#endif
