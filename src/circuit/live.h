/* A network whose values are kept up to date: when inputs change, only what depends on them is
 * looked at again (forward dead reckoning by counters of inputs that are false). */
#ifndef LUDENS_CIRCUIT_LIVE_H
#define LUDENS_CIRCUIT_LIVE_H

#include "circuit/eval.h"

/* What is the same for all threads. */
typedef struct live_plan {
    const net_network *n;
    const uint32_t *start; /* [gate] first of its targets; start[gates] is the end */
    const uint32_t *targets; /* 4 * gate, + 2 in a component, + 1 when it takes the negation */
    const uint32_t *out_start; /* [gate] first of its outputs */
    const uint32_t *outputs;   /* number of a fact whose next value it is, or facts + number of a move
                                  that is legal, or facts + moves: the end */
    const uint32_t *component_of; /* [gate] + 1, or 0 */
    bool goals;       /* goals are kept up to date, too: there are too many gates to look at them all
                         whenever a game ends */
    uint32_t outside; /* number of outputs: facts, moves, the end */
} live_plan;

typedef struct live {
    const live_plan *plan;
    unsigned char *values; /* [gate] */
    uint32_t *falses;      /* [gate] inputs that are false */
    uint64_t *out;         /* bits of the outputs */
    unsigned char *told;   /* [gate] value its targets know */
    unsigned char *before; /* scratch: values of a component */
    uint64_t *waiting;     /* a bit for each gate that flipped; taken up in their order, so that every
                              gate is looked at after all of its inputs */
    uint32_t first, words; /* first word that can have a bit */
    uint32_t *dirty;       /* components that have to be solved again, a bit each */
    bool any_dirty;
} live;

live_plan *live_plan_make(const net_network *n, const net_schedule *s, arena *a);
/* `values` belongs to the caller and holds a whole evaluation's values. False: out of memory. */
bool live_init(live *l, const live_plan *plan, unsigned char *values);
void live_done(live *l);
/* Flips an input; live_settle then makes everything agree. */
void live_flip(live *l, uint32_t gate);
void live_settle(live *l);
static inline bool live_out(const live *l, uint32_t output) { return l->out[output / 64] >> output % 64 & 1; }

#endif
