/* Playouts under way, one or several at a time. */
#ifndef LUDENS_MODEL_AUTOMATON_PLAYOUTS_H
#define LUDENS_MODEL_AUTOMATON_PLAYOUTS_H

#include "automaton/compiled.h"
#include "model/automaton/automaton.h"

/* One of them, in the working copy of the machine's state. */
typedef struct automaton_game {
    vm *m;
    vm_moves *moves;
    lud_rng *rng;
    native_playout y;
    uint64_t number;    /* of several: which */
    lud_rng own_rng;    /* and, of those that are played beside the first of a context, */
    vm_moves own_moves; /* what is theirs alone */
} automaton_game;

void automaton_begin(automaton_game *a, const void *state, size_t size, const lud_playout_options *options);
/* By the interpreter, until someone decides again. */
lud_status automaton_play_on(lud_context *ctx, automaton_game *a, const lud_playout_options *options);
lud_playout_result automaton_result(const automaton_game *a);

#endif
