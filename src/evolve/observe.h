/* Random games of a candidate, looked at ply by ply. */
#ifndef LUDENS_EVOLVE_OBSERVE_H
#define LUDENS_EVOLVE_OBSERVE_H

#include "ludens.h"

typedef struct observed {
    uint64_t games, ended, draws, wins[64];
    double plies, choice, captures, connection; /* means; of games, decisions, plies, games that ended */
    lud_status fault;                           /* of the first game that failed, or LUD_OK */
} observed;

/* Game i draws from stream i of the seed, and is stopped after so many plies; where none of the first five ends, there
 * are no more. LUD_ERR_MEMORY, LUD_INTERRUPTED, or
 * LUD_OK: what a game came to stands in the result. */
lud_status observe_games(const lud_game *game, uint64_t seed, uint64_t games, uint32_t plies, observed *out);
/* The digest of all moves of a random game, and of how it ended: game `number` of the seed, from `start`. */
uint64_t observe_digest(lud_context *ctx, const lud_game *game, const void *start, void *state, uint64_t seed,
                        uint64_t number);
/* Whether a site with this content is empty, as rules call it. */
bool observe_empty(const char *content);

#endif
