/* A little statistics. */
#ifndef LUDENS_APP_STATS_H
#define LUDENS_APP_STATS_H

#include <stddef.h>
#include <stdint.h>

typedef struct interval {
    double low, high;
} interval;

/* 95 % confidence interval of a rate (Wilson, "Probable inference", 1927): it stays inside
 * [0, 1] and is sound for rates near 0 and 1, where the normal approximation is not. */
interval stats_wilson(uint64_t hits, uint64_t trials);
/* Sorts the values. Quantile by linear interpolation; 0 of no values. */
double stats_quantile(double *values, size_t count, double quantile);

#endif
