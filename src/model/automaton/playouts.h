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
    /* of several: what is its own */
    lud_rng own_rng;
    vm_moves own_moves; /* but the context's, of the first */
} automaton_game;

void automaton_begin(automaton_game *a, const void *state, size_t size, const lud_playout_options *options);
/* By the interpreter, until someone decides again. */
lud_status automaton_play_on(lud_context *ctx, automaton_game *a, const lud_playout_options *options);
lud_playout_result automaton_result(const automaton_game *a);

#endif
