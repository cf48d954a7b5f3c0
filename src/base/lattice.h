/* Numberings under which functions between things are shifts: the sites of a board row by row. */
#ifndef LUDENS_BASE_LATTICE_H
#define LUDENS_BASE_LATTICE_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

#define LATTICE_NONE UINT32_MAX

enum { LATTICE_STEPS_MAX = 16, LATTICE_SETS_MAX = 32, LATTICE_SIZE_MAX = 1024 };

typedef struct lattice_set {
    const uint32_t *members;
    uint32_t count;
} lattice_set;

/* steps[k][i]: where function k leads from thing i, or LATTICE_NONE. */
typedef struct lattice {
    uint32_t size, count;
    const uint32_t *steps[LATTICE_STEPS_MAX];
    lattice_set sets[LATTICE_SETS_MAX]; /* the members of one had better have numbers without gaps */
    uint32_t set_count;
    const uint32_t *kinds; /* [i] things of a lower kind have lower numbers */
} lattice;

/* What several things lead to is no step; a function without steps to speak of is not added. */
void lattice_add(lattice *l, arena *a, const uint32_t *step);
/* How many steps are no shift, where each function has one, and how many gaps there are: place[i] is the number of
 * thing i. */
uint32_t lattice_cost(const lattice *l, arena *a, const uint32_t *place);
/* Numbers the things by lines along one function and, line by line, along another one, as is best; *place as it is
 * where nothing is better. What the numbers cost. */
uint32_t lattice_number(const lattice *l, arena *a, uint32_t *place);

#endif
