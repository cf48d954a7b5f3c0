/* The random generator of every seeded thing in Ludens: xoshiro256** (Blackman, Vigna,
 * "Scrambled linear pseudorandom number generators", 2018), seeded by splitmix64; bounded
 * draws by Lemire's multiply-and-reject (2018), exactly uniform. The type and lud_rng_*
 * functions are public (ludens.h); these are the inlined forms for hot loops. */
#ifndef LUDENS_BASE_RNG_H
#define LUDENS_BASE_RNG_H

#include "ludens.h"

static inline uint64_t rng_rotl(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

static inline uint64_t rng_next(lud_rng *r)
{
    uint64_t *s = r->state, result = rng_rotl(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rng_rotl(s[3], 45);
    return result;
}

/* Uniform in [0, bound), bound > 0. */
static inline uint32_t rng_below(lud_rng *r, uint32_t bound)
{
    uint64_t m = (rng_next(r) >> 32) * bound;
    if ((uint32_t)m < bound) {
        uint32_t threshold = (0u - bound) % bound;
        while ((uint32_t)m < threshold)
            m = (rng_next(r) >> 32) * bound;
    }
    return (uint32_t)(m >> 32);
}

#endif
