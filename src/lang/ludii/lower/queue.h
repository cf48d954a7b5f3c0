/* Effects that are written down, and made when all of them are found. */
#ifndef LUDENS_LANG_LUDII_LOWER_QUEUE_H
#define LUDENS_LANG_LUDII_LOWER_QUEUE_H

#include "lang/ludii/lower/lower.h"

typedef enum lu_queued { LU_Q_MOVE, LU_Q_REMOVE, LU_Q_SET_STATE, LU_Q_SET_VALUE } lu_queued;
enum { LU_QUEUED = 4 };
typedef struct lu_queue {
    ir_var part[LU_QUEUED], count; /* what it is, and its numbers */
} lu_queue;

/* Whether an effect can be written down; things that are no effects can. */
bool lu_waits(const lu *x, const ludii_value *v);
bool lu_may_queue(const lu *x, const ludii_value *effect);
bool lu_may_queue_all(const lu *x, const ludii_value *list); /* but for a <Then> */
void lu_begin_queue(lu *x);
void lu_queue_up(lu *x, lu_queued what, kit_num a, kit_num b, kit_num c);
void lu_run_queue(lu *x);

#endif
