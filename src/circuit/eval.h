/* Evaluating a network by full passes: the plainest of the evaluators, against which the others
 * are checked. */
#ifndef LUDENS_CIRCUIT_EVAL_H
#define LUDENS_CIRCUIT_EVAL_H

#include "circuit/network.h"

/* Gates in the order of evaluation, by what they are needed for. */
typedef enum net_part {
    NET_LEGAL, /* legal moves and the end: gates that depend on facts only */
    NET_GOALS, /* what goals need besides */
    NET_NEXT,  /* what the next state and percepts need besides */
    NET_REST,  /* what goals need besides the moves and the next state */
    NET_PARTS
} net_part;

typedef struct net_step { /* a gate, or a component that is iterated */
    uint32_t first, end;
} net_step;

typedef struct net_schedule {
    VEC(net_step) steps[NET_PARTS];
    uint32_t gates[NET_PARTS];
} net_schedule;

net_schedule *net_schedule_make(const net_network *n, arena *a);

/* values[gate]: 0 or 1; those of facts, moves and earlier parts are set. */
void net_evaluate(const net_network *n, const net_schedule *s, net_part part, unsigned char *values);

static inline bool net_value(const unsigned char *values, net_signal s) { return values[s >> 1] ^ (s & 1); }

#endif
