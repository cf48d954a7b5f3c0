/* Moves as stretches of words, one after the other: what machines list that have no list of their own. */
#ifndef LUDENS_MODEL_MOVE_LIST_H
#define LUDENS_MODEL_MOVE_LIST_H

#include "model/machine.h"

typedef struct move_list {
    uint32_t *words, *ends; /* move i is words [ends[i - 1], ends[i]) */
    uint32_t count, capacity, word_capacity;
} move_list;

/* For machine_ops.lists; every move weighs as much. */
extern const list_kind move_list_kind;
/* False: no memory. */
bool move_list_add(move_list *l, const uint32_t *words, uint32_t count);

#endif
