/* Moves as stretches of words, one after the other: what machines list that have no list of their own. */
#ifndef LUDENS_MODEL_MOVE_LIST_H
#define LUDENS_MODEL_MOVE_LIST_H

#include "model/machine.h"

typedef struct move_list {
    uint32_t *words, *ends; /* move i is words [ends[i - 1], ends[i]) */
    uint32_t count, capacity, word_capacity;
} move_list;

/* For machine_ops.moves_init; every move weighs as much. */
bool move_list_init(lud_moves *moves);
/* False: no memory. */
bool move_list_add(move_list *l, const uint32_t *words, uint32_t count);

#endif
