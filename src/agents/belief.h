/* What a player with incomplete knowledge may believe: a sample of states whose histories agree
 * with all it did and saw.
 *
 * The sample is a particle filter. Each step draws the others' moves at random for states of the
 * sample and keeps those in which the role sees what it saw. When none is left, histories are drawn
 * anew from the start, with backtracking. Both are bounded: after that the sample holds states that
 * do not agree, and says so, until a later step finds some that do. */
#ifndef LUDENS_AGENTS_BELIEF_H
#define LUDENS_AGENTS_BELIEF_H

#include "ludens.h"

typedef struct belief belief;

typedef struct belief_options {
    uint32_t particles; /* states wanted; 0: 200 */
    uint64_t tries;     /* joint moves tried in a step; 0: 100 for each particle */
    uint64_t seed;
} belief_options;

/* Of the start of the game. NULL when out of memory, or when the game cannot start. */
belief *belief_new(const lud_game *game, uint32_t role, const belief_options *options);
void belief_free(belief *b);
/* What a role is told besides: that the game is over, or goes on, and whether it decides now. */
typedef enum belief_after { BELIEF_OVER, BELIEF_WAITS, BELIEF_DECIDES } belief_after;
static inline belief_after belief_now(const lud_game *game, const void *state, uint32_t role)
{
    return lud_terminal(game, state)             ? BELIEF_OVER
           : lud_movers(game, state) >> role & 1 ? BELIEF_DECIDES
                                                 : BELIEF_WAITS;
}
/* A step of the game: the role made the move `own` (its text; NULL: it did not decide) and then saw
 * `percept`, written as lud_percept_text does (rule sheets: in any order), and `after`. `deadline` is of
 * CLOCK_MONOTONIC, in seconds; 0: none. LUD_ERR_ILLEGAL: no move can have that text. */
lud_status belief_step(belief *b, const char *own, const char *percept, belief_after after, double deadline);
/* At least 1, and at most as many as wanted. */
uint32_t belief_count(const belief *b);
const void *belief_state(const belief *b, uint32_t index);
const void *belief_draw(const belief *b, lud_rng *rng);
/* Whether all of the sample agrees with what was seen. */
bool belief_sound(const belief *b);

#endif
