#include "analysis/measures.h"

#include <math.h>

void measures_list(const analysis *a, measure list[MEASURES])
{
    uint32_t n = 0;
#define MEASURE(key, title, value, unit, meaning) list[n++] = (measure){key, title, unit, meaning, value};
#include "analysis/measures.def"
#undef MEASURE
}
