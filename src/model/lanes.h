/* A network that plays hundreds of games side by side: rule sheets', and that of an automaton which could be unrolled.
 */
#ifndef LUDENS_MODEL_LANES_H
#define LUDENS_MODEL_LANES_H

#include "circuit/slices.h"
#include "model/backend.h"
#include "native/emit_module.h"

/* What the network's parts are in the game. */
typedef struct lanes_meaning {
    /* The facts of a state, a bit each; false: the network does not know it. */
    bool (*facts)(const lud_game *game, const void *state, uint64_t *facts);
    /* Writes the state of facts; goals[role]: number of the goal when the game is over, else NULL. */
    void (*state)(const lud_game *game, const uint64_t *facts, const uint32_t *goals, void *state);
    lud_move (*move)(const lud_game *game, uint32_t move);
    double (*score)(const lud_game *game, uint32_t goal); /* may be LOGIC_NONE */
} lanes_meaning;

typedef struct lanes_model {
    const lanes_meaning *meaning;
    const net_network *net;
    const net_schedule *schedule;
    uint32_t fact_words;
    const uint32_t *role_of;  /* [role of the network] in the game: 0 is chance */
    const uint32_t *net_role; /* [role of the game], or LOGIC_NONE */
    const uint32_t *idle;     /* [role of the network] the move of a role that does not decide, or LOGIC_NONE; NULL: all
                                 decide always */
    const char *stuck;        /* what to say when a role has no legal move */
    backend backend;
    module_part *module[MODULE_PARTS]; /* the same where there is an engine for modules; tried at the first use */
    bool module_tried, module_open;
} lanes_model;

/* The parts in C, unless for the interpreter, and its compiler. False: out of memory. */
bool lanes_open(lanes_model *m, lud_backend choice, uint64_t start, lud_game *game, arena *a);
void lanes_close(lanes_model *m);
/* What a thread plays with; the best functions that there are now. NULL: out of memory. */
slices *lanes_slices(const lanes_model *m);
void lanes_use(lanes_model *m, slices *x);
/* The network to play so many games with as the options want them; NULL: there is none. */
lanes_model *lanes_for(const lud_game *game, uint64_t playouts, const lud_playout_options *options);
/* lud_playouts_from on it, so many games in all. LUD_ERR_ARGUMENT: a state is not the network's. */
lud_status lanes_playouts(lud_context *ctx, lanes_model *m, const void *const *states, uint32_t positions, lud_rng *rng,
                          uint64_t count, playout_done done, void *user);

#endif
