/* Many sets of moves from which one move is only to be drawn, as vectors of eight words: how many bits there are up to
 * each vector is counted for four vectors at once, in fields of sixteen bits, and nothing is sorted out before it is
 * drawn. Other machines than those that count the bits of eight words at once keep the words that are not empty
 * (put_words of words.h). */
#ifndef LUDENS_NATIVE_DRAWING_H
#define LUDENS_NATIVE_DRAWING_H

#include "native/words.h"

#if defined __AVX512VPOPCNTDQ__ && defined __AVX512BW__ && (defined __clang__ || __GNUC__ >= 12)
#define DRAWS_BY_GROUPS 1

typedef long long counts8 __attribute__((vector_size(64)));
#if defined __clang__ && defined __has_builtin && !__has_builtin(__builtin_ia32_vpopcntq_512)
#define COUNT8(v) ((words8)__builtin_elementwise_popcount(v))
#elif defined __clang__
#define COUNT8(v) ((words8)__builtin_ia32_vpopcntq_512((counts8)(v)))
#else
#define COUNT8(v) ((words8)__builtin_ia32_vpopcountq_v8di((counts8)(v)))
#endif

/* Vector i, of a group of four whose counts are kept together. */
#define DRAW_PUT(group, i, v) (sets8[i] = (v), group += COUNT8(v) << 16 * ((i)&3))

#define FOUR_FIELDS UINT64_C(0x0001000100010001)
/* Counts of the four vectors of a group, each with those before it in the group. */
UNUSED static inline __attribute__((always_inline)) uint64_t group_ends(const words8 *counts)
{
    words8 sum = *counts;
    sum += PICK8(sum, 4, 5, 6, 7, 0, 1, 2, 3);
    sum += PICK8(sum, 2, 3, 0, 1, 6, 7, 4, 5);
    return (sum[0] + sum[1]) * FOUR_FIELDS;
}

/* How many of the four numbers are not more than k; all are less than 2^15. */
UNUSED static inline uint32_t fields_to(uint64_t fields, uint32_t k)
{
    const uint64_t high = FOUR_FIELDS << 15;
    return (uint32_t)__builtin_popcountll((k * FOUR_FIELDS + high - fields) & high);
}

/* Which of the words has bit number *k of all, which becomes its number in that word. */
UNUSED static inline __attribute__((always_inline)) uint32_t word_of8(const words8 *words, uint32_t *k)
{
    const words8 counts = COUNT8(*words), none = {0};
    words8 ends = counts;
    ends += __builtin_shufflevector(ends, none, 8, 0, 1, 2, 3, 4, 5, 6);
    ends += __builtin_shufflevector(ends, none, 8, 8, 0, 1, 2, 3, 4, 5);
    ends += __builtin_shufflevector(ends, none, 8, 8, 8, 8, 0, 1, 2, 3);
    const words8 before = ends - counts;
    const uint8_t passed =
        (uint8_t)__builtin_ia32_cmpq512_mask((counts8)ends, (counts8)(none + *k), 2 /* not more */, 0xff);
    const uint32_t word = (uint32_t)__builtin_popcount(passed);
    uint64_t all[8];
    memcpy(all, &before, sizeof all);
    *k -= (uint32_t)all[word];
    return word;
}
#else
#define DRAWS_BY_GROUPS 0
#define DRAW_PUT(group, i, v)                                                                                          \
    do {                                                                                                               \
        const words8 eight = v;                                                                                        \
        filled = put_words(sets, at, filled, &eight, 8 * (i));                                                         \
    } while (0)
#endif

#endif
