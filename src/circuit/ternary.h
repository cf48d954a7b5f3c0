/* What is known of a network's values when some facts and moves are open: false, true, or open. */
#ifndef LUDENS_CIRCUIT_TERNARY_H
#define LUDENS_CIRCUIT_TERNARY_H

#include "circuit/network.h"

typedef enum known { NO, YES, OPEN } known;

static inline known net_known(const unsigned char *values, net_signal s)
{
    unsigned char v = values[s >> 1];
    return v == OPEN ? OPEN : (known)(v ^ (s & 1));
}

/* values[gate]: those of facts and moves are set, the others computed. Gates of components are open unless they are
 * known without each other. */
void net_evaluate_known(const net_network *n, unsigned char *values);

/* Whether it is proven that no two players ever have a choice at the same time: some group of facts (`control`) of
 * which exactly one holds at first has at each time one that decides which role may choose, and which of the group
 * holds next. Chance does not count as a player. */
bool net_alternates(const net_network *n, arena *a);

#endif
