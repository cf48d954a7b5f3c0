/* A few random games on a network, the same ones each time, to learn what usually happens. */
#ifndef LUDENS_CIRCUIT_SAMPLE_H
#define LUDENS_CIRCUIT_SAMPLE_H

#include "circuit/eval.h"

/* values[gate] after a step's moves are made, before the state changes. */
typedef void (*sample_visitor)(void *user, const unsigned char *values);
/* Some hundred steps at most, fewer for large networks. */
void net_sample(const net_network *n, const net_schedule *s, sample_visitor visit, void *user, arena *a);

#endif
