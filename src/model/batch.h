/* States side by side: what those on a network and those in a loop have in common. */
#ifndef LUDENS_MODEL_BATCH_H
#define LUDENS_MODEL_BATCH_H

#include "model/machine.h"

typedef struct batch_ops {
    lud_status (*set)(lud_batch *b, const uint64_t *which, const void *state);
    lud_status (*step)(lud_batch *b);
    uint64_t (*movers)(const lud_batch *b, uint32_t lane);
    uint32_t (*count)(lud_batch *b, uint32_t lane, uint32_t role);
    lud_move (*move)(lud_batch *b, uint32_t lane, uint32_t role, uint32_t index);
    lud_status (*choose)(lud_batch *b, uint32_t lane, uint32_t role, uint32_t index);
    void (*scores)(lud_batch *b, uint32_t lane, double *scores);
    void (*state)(lud_batch *b, uint32_t lane, void *state);
    void (*free)(lud_batch *b);
} batch_ops;

struct lud_batch {
    const batch_ops *ops;
    const lud_game *game;
    lud_context *ctx;
    uint32_t lanes, words;
    uint64_t *ended, *all; /* sets of lanes */
    unsigned char *status; /* [lane] */
    unsigned char *start;  /* the state at the beginning, or scratch */
    uint64_t seed;
    uint32_t *indices; /* scratch: a vector of features */
    float *values;
    void *own;
};

static inline bool batch_has(const uint64_t *set, uint32_t lane) { return set[lane / 64] >> lane % 64 & 1; }

struct lanes_model;
/* batch_loop.c, batch_lanes.c: false: out of memory. */
bool batch_loop(lud_batch *b);
bool batch_lanes(lud_batch *b, struct lanes_model *m);

/* On networks (batch_lanes.c). */
uint32_t batch_lanes_actions(const lud_batch *b, uint32_t role);
lud_move batch_lanes_action(const lud_batch *b, uint32_t role, uint32_t action);
void batch_lanes_masks(lud_batch *b, uint32_t role, uint64_t *masks);
lud_status batch_lanes_act(lud_batch *b, uint32_t lane, uint32_t role, uint32_t action);
extern const batch_ops batch_lanes_ops;

#endif
