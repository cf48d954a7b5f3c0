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

/* Called for each game: goals[role of the network] or INT32_MIN where there is not exactly one. */
typedef void (*slice_done)(void *user, slice_end end, uint32_t plies, const int32_t *goals);

slices *slices_new(const net_network *n, const net_schedule *s); /* NULL: out of memory */
void slices_free(slices *x);
/* Compiled functions that compute the parts, on the values of SLICE_LANES games for each gate;
 * those of NET_REST are not used. NULL: the parts are interpreted. */
void slices_use(slices *x, void (*const *parts)(void *values));
/* Plays `count` games from the facts given (a bit each, as words); every lane plays its share, so
 * that short games are not favoured. The same seed gives the same games. */
/* False: the control, which may be NULL, said stop. */
bool slices_play(slices *x, const uint64_t *facts, uint64_t seed, uint64_t count,
                 uint32_t max_plies, const lud_control *control, slice_done done, void *user);

#endif
