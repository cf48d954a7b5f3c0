/* A little statistics. */
#ifndef LUDENS_ANALYSIS_STATS_H
#define LUDENS_ANALYSIS_STATS_H

#include <stddef.h>
#include <stdint.h>

typedef struct interval {
    double low, high;
} interval;

/* 95 % confidence interval of a rate (Wilson, "Probable inference", 1927): it stays inside
 * [0, 1] and is sound for rates near 0 and 1, where the normal approximation is not. */
interval stats_wilson(uint64_t hits, uint64_t trials);
/* 95 % confidence interval of a mean, by Student's t, from the sum and the sum of squares of `count`
 * values (2 at least; else both ends are the mean). */
interval stats_mean(double sum, double squares, uint64_t count);
/* The same of values that lie between two bounds: so does their mean. */
interval stats_mean_within(double sum, double squares, uint64_t count, double low, double high);
/* Sorts the values. Quantile by linear interpolation; 0 of no values. */
double stats_quantile(double *values, size_t count, double quantile);

#endif
