#include "app/stats.h"

#include <math.h>
#include <stdlib.h>

interval stats_wilson(uint64_t hits, uint64_t trials)
{
    const double z = 1.959963984540054;
    if (trials == 0)
        return (interval){0, 1};
    double n = (double)trials, p = (double)hits / n;
    double center = (p + z * z / (2 * n)) / (1 + z * z / n);
    double half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    return (interval){fmax(0, center - half), fmin(1, center + half)};
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double stats_quantile(double *values, size_t count, double quantile)
{
    if (count == 0)
        return 0;
    qsort(values, count, sizeof *values, compare);
    double place = quantile * (double)(count - 1);
    size_t below = (size_t)place, above = below + 1 < count ? below + 1 : below;
    return values[below] + (place - (double)below) * (values[above] - values[below]);
}
