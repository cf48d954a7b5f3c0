/* What machines share whose roles all move at once. */
#ifndef LUDENS_MODEL_RULESHEET_JOINT_H
#define LUDENS_MODEL_RULESHEET_JOINT_H

#include "model/machine.h"

/* The list behind a lud_moves. */
typedef struct joint_list {
    uint32_t *words;
    uint32_t count, capacity; /* moves */
    uint32_t width;           /* words of a move */
} joint_list;

enum { JOINT_ROLES_MAX = 64 };

extern const list_kind joint_list_kind;
/* Room for so many; false: out of memory. */
bool joint_list_room(joint_list *list, uint32_t count, uint32_t width);

#endif
