/* The unit of `ludens bench`: random connect four in C written by hand. How fast a machine
 * plays it is the yardstick that makes speeds of different machines comparable. */
#ifndef LUDENS_BENCH_CONNECT4_H
#define LUDENS_BENCH_CONNECT4_H

#include "ludens.h"

/* Plays one random game to the end, listing all legal moves at every turn. Returns the
 * number of moves; *winner becomes 1 or 2, or 0 for a draw. */
uint32_t connect4_playout(lud_rng *rng, uint32_t *winner);

#endif
