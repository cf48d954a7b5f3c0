/* What a player with incomplete knowledge may believe (lud_belief of ludens_agents.h), with all there is to set. Where
 * no state of the sample is left, histories are drawn anew with backtracking. */
#ifndef LUDENS_AGENTS_BELIEF_H
#define LUDENS_AGENTS_BELIEF_H

#include "ludens.h"
#include "ludens_agents.h"

typedef struct lud_belief belief;

typedef struct belief_options {
    uint32_t particles; /* states wanted; 0: 200 */
    uint64_t tries;     /* joint moves tried in a step; 0: 100 for each particle */
    uint64_t seed;
} belief_options;

/* Of the start of the game. NULL when out of memory, or when the game cannot start. */
belief *belief_new(const lud_game *game, uint32_t role, const belief_options *options);
void belief_free(belief *b);
static inline lud_after belief_now(const lud_game *game, const void *state, uint32_t role)
{
    return lud_terminal(game, state)             ? LUD_AFTER_OVER
           : lud_movers(game, state) >> role & 1 ? LUD_AFTER_DECIDES
                                                 : LUD_AFTER_WAITS;
}
/* A step of the game: the role made the move `own` (its text; NULL: it did not decide) and then saw
 * `percept`, written as lud_percept_text does (rule sheets: in any order), and `after`. `deadline` is of
 * CLOCK_MONOTONIC, in seconds; 0: none. LUD_ERR_ILLEGAL: no move can have that text. */
lud_status belief_step(belief *b, const char *own, const char *percept, lud_after after, double deadline);
/* At least 1, and at most as many as wanted. */
uint32_t belief_count(const belief *b);
const void *belief_state(const belief *b, uint32_t index);
const void *belief_draw(const belief *b, lud_rng *rng);
/* Whether all of the sample agrees with what was seen. */
bool belief_sound(const belief *b);

#endif
