/* Columns and rows of things that lie somewhere: the distinct values of their coordinates, and
 * which of those one is. */
#ifndef LUDENS_BASE_RANKS_H
#define LUDENS_BASE_RANKS_H

#include <stddef.h>
#include <stdint.h>

/* Sorts the values and keeps those that are more than `same` above the one kept before; their
 * number. */
uint32_t rank_values(double *values, uint32_t count, double same);

/* The index of the last value that is not above, of values as rank_values leaves them. */
uint32_t rank_of(const double *values, uint32_t count, double value);

#endif
