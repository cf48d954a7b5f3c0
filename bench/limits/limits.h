/* Ceilings of `ludens bench`: random playouts of single games in C written by hand, with the
 * rules of the games in games/hrg and the same uniform choice of moves. Each comes in two forms:
 * `list` writes out every legal move at each turn and picks one, as a search agent would;
 * `sample` draws a legal move without a list. */
#ifndef LUDENS_BENCH_LIMITS_H
#define LUDENS_BENCH_LIMITS_H

#include "ludens.h"

/* Plays one random game to the end. Returns the number of moves, passes included; *winner
 * becomes 1 (who began) or 2, or 0 for a draw. */
typedef uint32_t limit_playout(lud_rng *rng, uint32_t *winner);

typedef struct limit {
    limit_playout *list, *sample;
} limit;

/* The ceiling of the game that a file of this name holds ("hex.hrg"); nulls when there is none.
 * Names are all that is looked at: a game of another size under one of them is compared with
 * the wrong ceiling. */
limit limit_find(const char *file_name);

limit tic_tac_toe_limit(void);
limit connect_four_limit(void); /* its list form is the unit of all speeds */
limit breakthrough_limit(void);
limit hex_limit(void);
limit gomoku_limit(void);       /* five or more in a line win */
limit gomoku_exact_limit(void); /* six or more do not */
limit reversi_limit(void);

#endif
