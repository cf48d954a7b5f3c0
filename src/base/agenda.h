/* What is still to be done, the cheapest first: a heap of numbers whose costs can change. With it the conditions
 * of a rule are put in order in time that goes with the length of the rule. */
#ifndef LUDENS_BASE_AGENDA_H
#define LUDENS_BASE_AGENDA_H

#include "base/arena.h"

enum { AGENDA_DONE = UINT32_MAX };

typedef struct agenda {
    double *costs;  /* [item] */
    uint32_t *heap; /* items, left of them */
    uint32_t *at;   /* [item] its place in the heap; AGENDA_DONE: not in it */
    uint32_t left;
} agenda;

/* For items [0, count), none of them in it. */
void agenda_init(agenda *a, arena *memory, uint32_t count);
/* Puts an item in, or changes what it costs. Equal costs: the smaller number is first. */
void agenda_set(agenda *a, uint32_t item, double cost);
/* Takes out the cheapest; there must be one. */
uint32_t agenda_next(agenda *a);
static inline bool agenda_has(const agenda *a, uint32_t item) { return a->at[item] != AGENDA_DONE; }

#endif
