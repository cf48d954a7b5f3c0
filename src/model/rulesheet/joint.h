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

/* Counts joint moves, in terms of the machine's own functions: machine_ops.perft. */
lud_status joint_perft(lud_context *ctx, const void *state, uint32_t depth, const lud_perft_options *options,
                       uint64_t *counts);

/* A decision with n legal moves, into the statistics of a playout. */
static inline void joint_count_choices(lud_playout_result *r, uint32_t n)
{
    r->choices_min = r->choices == 0 || n < r->choices_min ? n : r->choices_min;
    r->choices_max = n > r->choices_max ? n : r->choices_max;
    r->choices += n;
    r->choices_squared += (double)n * n;
}

#endif
