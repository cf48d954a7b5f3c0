#include "base/rng.h"

static uint64_t splitmix(uint64_t *x)
{
    uint64_t z = (*x += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

void lud_rng_seed(lud_rng *rng, uint64_t seed, uint64_t stream)
{
    uint64_t x = seed;
    uint64_t y = splitmix(&x) ^ stream * UINT64_C(0xd1342543de82ef95);
    for (int i = 0; i < 4; i++)
        rng->state[i] = splitmix(&y);
}

uint64_t lud_rng_next(lud_rng *rng) { return rng_next(rng); }

uint32_t lud_rng_below(lud_rng *rng, uint32_t bound) { return bound ? rng_below(rng, bound) : 0; }
