/* Passes on networks. Each can be switched off; none changes what the network says. */
#ifndef LUDENS_CIRCUIT_PASSES_PASSES_H
#define LUDENS_CIRCUIT_PASSES_PASSES_H

#include "circuit/network.h"

typedef enum net_pass_id {
#define NET_PASS(name, phase, summary) NET_PASS_##name,
#include "circuit/passes/passes.def"
#undef NET_PASS
    NET_PASS_COUNT
} net_pass_id;

typedef struct net_pass_report {
    const char *name, *summary;
    bool enabled;
    uint32_t changes;
    double ms; /* CPU time; of those that work while the network is built, 0 */
} net_pass_report;

/* `selection` as lud_options.passes, `after` as lud_options.after (both may be NULL): what comes
 * after that pass is off. False when a name is unknown: *unknown is then set. */
bool net_passes_select(net_pass_report *reports, const char *selection, const char *after, const char **unknown);
const char *net_pass_name(uint32_t index);
/* The passes that take a network and give one, in `*own`, an arena inside of `a`. That of the old
 * one is ended; *own may be NULL, the network is not ended then. */
net_network *net_passes_run(net_network *n, net_pass_report *reports, arena *a, arena **own);

/* How to write a network anew; counters are added to. */
typedef struct net_rewriting {
    const net_signal *fixed; /* [fact] NET_TRUE or NET_FALSE, or LOGIC_NONE; NULL: none */
    bool one_move;           /* a role that has one move left makes it, others never */
    bool fold, share;        /* as the passes `constants` and `share` say */
    bool flatten;            /* and gates that only one and takes go into it */
    uint32_t folded, shared, flattened, dropped;
} net_rewriting;

/* Facts, moves, goals and percepts keep their numbers, and the gates of facts and moves theirs.
 * Gates that nothing asks for are left out. */
net_network *net_rewrite(const net_network *n, net_rewriting *how, arena *a);

/* The passes of NETWORK: a new network in the arena, or NULL when there is nothing to change. `how` says what else is
 * done (fold, share) and counts it; *changes gets the pass's own count. */
typedef net_network *net_pass(const net_network *n, net_rewriting *how, uint32_t *changes, arena *a);
net_pass net_pass_inertia, net_pass_flatten, net_pass_unreachable;

#endif
