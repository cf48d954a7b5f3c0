/* Networks to C: straight-line code for the gates of each part of the schedule, over vectors of a
 * bit for each of 512 games. */
#ifndef LUDENS_NATIVE_EMIT_NETWORK_H
#define LUDENS_NATIVE_EMIT_NETWORK_H

#include "circuit/eval.h"

/* Whether it is not too large to be compiled in reasonable time. */
bool native_network_fits(const net_schedule *s);
/* A translation unit, in the arena. NULL: *why says what stands against it. */
const char *native_network_unit(const net_network *n, const net_schedule *s, arena *a, const char **why);

#endif
