/* Networks for a part of the states: those in which one fact of a group holds and the others do
 * not, as with whose turn it is. Each has fewer gates, and moves that nobody can make then are no
 * longer looked at. */
#ifndef LUDENS_CIRCUIT_PASSES_CONTROL_H
#define LUDENS_CIRCUIT_PASSES_CONTROL_H

#include "circuit/eval.h"
#include "circuit/passes/passes.h"

enum { CONTROL_MAX = 8 };

/* Facts of which exactly one holds, as far as some random games show: whoever uses them has to look
 * whether it is so in the state at hand. None: count 0. */
typedef struct net_control {
    uint32_t facts[CONTROL_MAX];
    uint32_t count;
} net_control;

net_control net_find_control(const net_network *n, const net_schedule *s, arena *a);

/* The network when the fact `facts[holds]` of the group is the one that holds; folded, shared and
 * flattened like others. A role that has one move only is taken to make it, so the network counts
 * for states that are not terminal or are only looked at for legal moves, goals and the end. */
net_network *net_specialise(const net_network *n, const net_control *control, uint32_t holds, const net_rewriting *like,
                            arena *a);

#endif
