#include "base/ranks.h"

#include <stdlib.h>

static int number_order(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

uint32_t rank_values(double *values, uint32_t count, double same)
{
    uint32_t n = 0;
    if (count)
        qsort(values, count, sizeof *values, number_order);
    for (uint32_t i = 0; i < count; i++)
        if (n == 0 || values[i] - values[n - 1] > same)
            values[n++] = values[i];
    return n;
}

uint32_t rank_of(const double *values, uint32_t count, double value)
{
    uint32_t at = 0;
    while (at + 1 < count && values[at + 1] <= value)
        at++;
    return at;
}
