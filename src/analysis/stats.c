#include "analysis/stats.h"

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

interval stats_mean(double sum, double squares, uint64_t count)
{
    /* the 0.975 quantile for 1, 2, ... degrees of freedom */
    static const double quantiles[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
                                       2.201,  2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
                                       2.080,  2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042};
    double n = (double)count, mean = count ? sum / n : 0;
    if (count < 2)
        return (interval){mean, mean};
    double variance = (squares - sum * mean) / (n - 1);
    uint64_t last = sizeof quantiles / sizeof *quantiles;
    double t = count - 1 <= last ? quantiles[count - 2] : 1.96 + 2.4 / (n - 1);
    double error = t * sqrt(variance > 0 ? variance / n : 0);
    return (interval){mean - error, mean + error};
}

interval stats_mean_within(double sum, double squares, uint64_t count, double low, double high)
{
    interval i = stats_mean(sum, squares, count);
    return (interval){fmax(low, i.low), fmin(high, i.high)};
}
