/* What the hand-written playouts share: the generator inlined, choosing from bit sets, and
 * building each playout twice, for any processor and for those with BMI2. */
#ifndef LUDENS_BENCH_PLAYOUT_H
#define LUDENS_BENCH_PLAYOUT_H

#include "base/rng.h"
#include "limits/limits.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* The digit of the highest weight of fraction / 2^64 in base `bound`; the rest stays in
 * *fraction. One random word serves for several draws while the product of their bounds stays
 * far below 2^64: the bias of a draw is at most that product over 2^64. */
ALWAYS_INLINE uint32_t draw_digit(uint64_t *fraction, uint32_t bound)
{
    unsigned __int128 product = (unsigned __int128)*fraction * bound;
    *fraction = (uint64_t)product;
    return (uint32_t)(product >> 64);
}

/* Uniform in [0, bound) but for a bias below 2^-32, which no test could see. */
ALWAYS_INLINE uint32_t draw(lud_rng *rng, uint32_t bound)
{
    uint64_t fraction = rng_next(rng);
    return draw_digit(&fraction, bound);
}

/* Element number `k` of a set, counted from 0, as a bit. With BMI2 one instruction; written as
 * assembly since the intrinsic could not be inlined into code that is built for both. */
ALWAYS_INLINE uint64_t nth_bit(uint64_t set, uint32_t k, bool bmi2)
{
#if defined(__x86_64__)
    if (bmi2) {
        uint64_t bit;
        __asm__("pdep %2, %1, %0" : "=r"(bit) : "r"(UINT64_C(1) << k), "r"(set));
        return bit;
    }
#endif
    (void)bmi2;
    for (; k; k--)
        set &= set - 1;
    return set & -set;
}

/* Writes the elements of a set, each plus `base`; returns where the list ends. */
ALWAYS_INLINE uint8_t *list_bits(uint8_t *end, uint64_t set, uint32_t base)
{
    for (; set; set &= set - 1)
        *end++ = (uint8_t)(base + (uint32_t)__builtin_ctzll(set));
    return end;
}

/* Defines NAME_limit from an inlined play(rng, winner, list, bmi2), whose last two arguments are
 * constants in each of the four functions made of it. */
#if defined(__x86_64__)
#define LIMIT_FAST_TARGET __attribute__((target("bmi,bmi2,popcnt,lzcnt")))
#define LIMIT_HAS_FAST    (__builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt"))
#else
#define LIMIT_FAST_TARGET
#define LIMIT_HAS_FAST false
#endif
#define LIMIT_FORM(function, play, list, bmi2)                                                                         \
    static uint32_t function(lud_rng *rng, uint32_t *winner)                                                           \
    {                                                                                                                  \
        lud_rng own = *rng; /* in registers */                                                                         \
        uint32_t plies = play(&own, winner, list, bmi2);                                                               \
        *rng = own;                                                                                                    \
        return plies;                                                                                                  \
    }
#define LIMIT_DEFINE(name, play)                                                                                       \
    LIMIT_FORM(name##_list, play, true, false)                                                                         \
    LIMIT_FORM(name##_sample, play, false, false)                                                                      \
    LIMIT_FAST_TARGET LIMIT_FORM(name##_list_fast, play, true, true) LIMIT_FAST_TARGET LIMIT_FORM(                     \
        name##_sample_fast, play, false, true) limit name##_limit(void)                                                \
    {                                                                                                                  \
        if (LIMIT_HAS_FAST)                                                                                            \
            return (limit){name##_list_fast, name##_sample_fast};                                                      \
        return (limit){name##_list, name##_sample};                                                                    \
    }

#endif
