/* Hundreds of random games at once: every gate holds one bit for each game, so that one pass over
 * the network moves all of them on. Each role's move is drawn exactly uniformly among its legal
 * ones. */
#ifndef LUDENS_CIRCUIT_SLICES_H
#define LUDENS_CIRCUIT_SLICES_H

#include "base/control.h"
#include "circuit/eval.h"

enum { SLICE_WORDS = 8, SLICE_LANES = 64 * SLICE_WORDS };

typedef struct slices slices;

/* How a game ended. */
typedef enum slice_end { SLICE_OVER, SLICE_STUCK, SLICE_LONG } slice_end;

/* Called for each game: the position it began at, steps, those in which chance decides (slices_idle), and
 * goals[role of the network]: the number of the goal it reached, or LOGIC_NONE where that is not exactly one. */
typedef void (*slice_done)(void *user, uint32_t position, slice_end end, uint32_t plies, uint32_t chance,
                           const uint32_t *goals);

slices *slices_new(const net_network *n, const net_schedule *s); /* NULL: out of memory */
void slices_free(slices *x);
/* Compiled functions that compute the parts, on the values of SLICE_LANES games for each gate;
 * those of NET_REST are not used. NULL: the parts are interpreted. */
void slices_use(slices *x, void (*const *parts)(void *values));
/* Where games begin: facts of so many positions (a bit each, as words), one behind the other. */
typedef struct slice_from {
    const uint64_t *facts;
    uint32_t positions;
} slice_from;

/* Plays `count` games, as many from each position but for one; every lane plays its share, so that short games are not
 * favoured. The same seed gives the same games. False: the control, which may be NULL, said stop. */
bool slices_play(slices *x, slice_from from, uint64_t seed, uint64_t count, uint32_t max_plies,
                 const lud_control *control, slice_done done, void *user);
/* The move that chance makes when it does not decide: then games are told how often it did. */
void slices_idle(slices *x, uint32_t move);

/* ---- step by step (slices_step.c) ---- */

void slices_seed(slices *x, uint64_t seed); /* of the moves that are drawn */
/* Puts a state into a lane. */
void slices_set(slices *x, uint32_t lane, const uint64_t *facts);
/* Computes legal moves and ends of all lanes, and goals if asked for. */
void slices_look(slices *x, bool goals);
/* The lanes in which a signal that was computed is true, one bit each. */
void slices_bits(const slices *x, net_signal s, uint64_t *bits);
/* Whether a fact holds in a lane. */
bool slices_holds(const slices *x, uint32_t lane, uint32_t fact);
/* Legal moves of a role: masks[lane * words + i / 64], a bit for each of its moves; words are enough for these. */
void slices_legal(const slices *x, uint32_t role, uint32_t words, uint64_t *masks);
/* The number of the goal that a role reaches; LOGIC_NONE: not exactly one. */
uint32_t slices_goal(const slices *x, uint32_t lane, uint32_t role);
/* The move of a role for the next step. */
void slices_choose(slices *x, uint32_t lane, uint32_t role, uint32_t move);
/* Moves the lanes of `active` on, by the moves chosen and, where there is none, by drawn ones; those that have no legal
 * move stay as they are, and are told. Nothing is computed of the states that come. */
void slices_step(slices *x, const uint64_t *active, uint64_t *stuck);

#endif
