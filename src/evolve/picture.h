/* A position of a game as SVG, for pages that run nothing. */
#ifndef LUDENS_EVOLVE_PICTURE_H
#define LUDENS_EVOLVE_PICTURE_H

#include "ludens.h"
#include "session/memory.h"

/* Adds the game's largest board with what stands on it after about two thirds of a random game of the seed; nothing
 * where it has no board. */
void picture_add(buffer *out, const lud_game *game, uint64_t seed);

#endif
