/* A network whose values are kept up to date: when inputs change, only what depends on them is
 * looked at again (forward dead reckoning by counters of inputs that are false).
 *
 * Some signals change at nearly every step and go to many gates of which few can hold: what a role
 * does, whose turn it is. A gate can leave such an input out of its counter, which is then its
 * guard: while all its other inputs are true it stands in the guard's list of armed gates, and only
 * those are looked at when the guard changes. Which inputs those are some random games tell. */
#ifndef LUDENS_CIRCUIT_LIVE_H
#define LUDENS_CIRCUIT_LIVE_H

#include "circuit/eval.h"

/* What is the same for all threads. */
typedef struct live_plan {
    const net_network *n;
    const uint32_t *start;        /* [gate] first of its targets; start[gates] is the end */
    const uint32_t *targets;      /* 4 * gate, + 2 in a component, + 1 when it takes the negation */
    const uint32_t *out_start;    /* [gate] first of its outputs */
    const uint32_t *outputs;      /* number of a fact whose next value it is, or facts + number of a move
                                     that is legal, or facts + moves: the end */
    const uint32_t *component_of; /* [gate] + 1, or 0 */
    const uint32_t *guard;        /* [gate] signal that is not in its counter, or LOGIC_NONE */
    const uint32_t *arm_start;    /* [gate] room for those it guards in live.armed */
    bool goals;                   /* goals are kept up to date, too: there are too many gates to look at them all
                                     whenever a game ends */
    uint32_t outside;             /* number of outputs: facts, moves, the end */
} live_plan;

/* A gate's place in the lists, and its state: what is looked at together lies together. */
typedef struct live_gate {
    uint32_t target, target_end; /* of plan->targets */
    uint32_t out, out_end;       /* of plan->outputs */
    uint32_t armed, armed_end;   /* of live.armed: gates that only wait for this one */
    uint32_t falses;             /* inputs that are false, without the guard */
    uint32_t guard;              /* signal, or LOGIC_NONE */
    bool told;                   /* value its targets know */
    bool leads;                  /* has targets or guards: more than an output */
} live_gate;

typedef struct live {
    const live_plan *plan;
    live_gate *gates;
    unsigned char *values; /* [gate] */
    uint64_t *out;         /* bits of the outputs */
    unsigned char *before; /* scratch: values of a component */
    uint64_t *waiting;     /* a bit for each gate that flipped; taken up in their order, so that every
                              gate is looked at after all of its inputs */
    uint64_t *full;        /* a bit for each word of them that is not 0 */
    uint32_t words;        /* of `full` */
    uint32_t *armed;
    uint32_t *place; /* [gate] in `armed` */
    uint32_t *dirty; /* components that have to be solved again, a bit each */
    bool any_dirty;
    uint64_t work; /* gates looked at since the beginning */
} live;

/* `schedule` belongs to the network. */
live_plan *live_plan_make(const net_network *n, const net_schedule *s, arena *a);
/* `values` belongs to the caller and holds a whole evaluation's values. False: out of memory. */
bool live_init(live *l, const live_plan *plan, unsigned char *values);
void live_done(live *l);
/* Flips an input; live_settle then makes everything agree. */
void live_flip(live *l, uint32_t gate);
void live_settle(live *l);
static inline bool live_out(const live *l, uint32_t output) { return l->out[output / 64] >> output % 64 & 1; }

#endif
