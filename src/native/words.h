/* Sets as words: cells that hold a value, moves that are sets (emit_strands.c). Units include it behind runtime.h. */
#ifndef LUDENS_NATIVE_WORDS_H
#define LUDENS_NATIVE_WORDS_H

#include "native/runtime.h"

/* Bit i: p[i] == v. */
UNUSED static inline uint64_t equal64(const unsigned char *p, int v)
{
#if defined __AVX512BW__
    typedef char vector __attribute__((vector_size(64)));
    vector a;
    memcpy(&a, p, 64);
    return (uint64_t)__builtin_ia32_cmpb512_mask(a, (vector){0} + (char)v, 0, ~UINT64_C(0));
#elif defined __AVX2__
    typedef char vector __attribute__((vector_size(32)));
    const vector all = (vector){0} + (char)v;
    vector a, b;
    memcpy(&a, p, 32);
    memcpy(&b, p + 32, 32);
    const uint32_t low = (uint32_t)__builtin_ia32_pmovmskb256((vector)(a == all));
    const uint32_t high = (uint32_t)__builtin_ia32_pmovmskb256((vector)(b == all));
    return (uint64_t)high << 32 | low;
#elif defined __SSE2__
    typedef char vector __attribute__((vector_size(16)));
    const vector all = (vector){0} + (char)v;
    uint64_t bits = 0;
    for (int i = 0; i < 4; i++) {
        vector a;
        memcpy(&a, p + 16 * i, 16);
        bits |= (uint64_t)(uint16_t)__builtin_ia32_pmovmskb128((vector)(a == all)) << 16 * i;
    }
    return bits;
#else
    uint64_t bits = 0;
    for (int i = 0; i < 64; i++)
        bits |= (uint64_t)(p[i] == v) << i;
    return bits;
#endif
}

/* The same of a value that may be no byte: then there are none. */
UNUSED static inline uint64_t equal64_if(const unsigned char *p, int v)
{
    return (unsigned)v > 255 ? 0 : equal64(p, v);
}

/* A word of the set of cells that hold the value, as it is kept (emit_strands.c). */
UNUSED static inline uint64_t kept_cells(const native_frame *x, uint32_t first, uint32_t values, uint32_t words,
                                         uint32_t word, int value)
{
    return (uint32_t)value < values ? x->cells[first + (uint32_t)value * words + word] : 0;
}

/* A cell of one class becomes one of another. */
UNUSED static inline void move_cell(native_frame *x, uint32_t first, uint32_t words, uint32_t cell, int from, int to)
{
    uint64_t *const at = x->cells + first + cell / 64, bit = UINT64_C(1) << (cell & 63);
    at[(uint32_t)from * words] &= ~bit;
    at[(uint32_t)to * words] |= bit;
}

/* Whether a cell is of the class whose cells these are. Where cells can be of few classes that is said of each of them,
 * whatever the cell was of: neither what it held nor an address that depends on it is waited for, and the next look at
 * the sets comes soon. */
UNUSED static inline void put_cell(native_frame *x, uint32_t first, uint32_t many, uint32_t cell, int is)
{
    uint64_t *const at = x->cells + first + (many ? cell / 64 : 0);
    *at = (*at & ~(UINT64_C(1) << (cell & 63))) | (uint64_t)(is != 0) << (cell & 63);
}

/* Eight words: of one value, and turned to the right (left: by what is missing to 64). */
typedef uint64_t words8 __attribute__((vector_size(64)));
#define ALL8(a) ((words8){0} + (a))
#if defined __AVX512F__ && !defined __clang__ /* which finds that by itself */
typedef long long turned8 __attribute__((vector_size(64)));
#define TURN8(a, right, left)                                                                                          \
    ((words8)__builtin_ia32_prorvq512_mask((turned8)ALL8(a), (turned8)(right), (turned8){0}, 0xff))
#else
#define TURN8(a, right, left) (ALL8(a) >> (right) | ALL8(a) << (left))
#endif

/* Words of a vector by their numbers. */
#if defined __clang__ || __GNUC__ >= 12
#define PICK8(a, ...) __builtin_shufflevector(a, a, __VA_ARGS__)
#else
#define PICK8(a, ...) __builtin_shuffle(a, (words8){__VA_ARGS__})
#endif

/* What the function of a level is asked for (emit_levels.c): how many moves there are; to list all; to make number k;
 * to draw one and make it. */
enum { COUNT_ALL, LIST_ALL, TAKE_ONE, DRAW_ONE };

/* ---- lists ---- */

/* Tags of moves, one move behind the other, and the lanes that are added to some of them. */
typedef int tags16 __attribute__((vector_size(64)));
typedef unsigned char bytes64 __attribute__((vector_size(64)));

/* Copies tags; up to fifteen more are read and written. */
UNUSED static inline __attribute__((always_inline)) void copy_tags(uint32_t *to, const uint32_t *from, uint32_t count)
{
    for (uint32_t i = 0; i < count; i += 16)
        memcpy(to + i, from + i, sizeof(tags16));
}

/* Writes numbers to which v is added where the mask says so; up to fifteen more are read and written. */
UNUSED static inline __attribute__((always_inline)) void put_tags(uint32_t *to, const int *numbers, const int *masks,
                                                                  uint32_t count, int v)
{
    for (uint32_t i = 0; i < count; i += 16) {
        tags16 number, mask;
        memcpy(&number, numbers + i, sizeof number);
        memcpy(&mask, masks + i, sizeof mask);
        number += mask & v;
        memcpy(to + i, &number, sizeof number);
    }
}

/* Writes a number for each word that stands for it. */
UNUSED static void put_held(uint32_t *from, const uint32_t *to, uint32_t number)
{
    for (; from < to; from++)
        *from = *from == UINT32_C(0x80000000) ? number : *from;
}

#define ROW16(f, m)                                                                                                    \
    {                                                                                                                  \
        0 f m, 1 f m, 2 f m, 3 f m, 4 f m, 5 f m, 6 f m, 7 f m, 8 f m, 9 f m, 10 f m, 11 f m, 12 f m, 13 f m, 14 f m,  \
            15 f m                                                                                                     \
    }
#define ROWS16(f)                                                                                                      \
    {                                                                                                                  \
        ROW16(f, 1), ROW16(f, 1), ROW16(f, 2), ROW16(f, 3), ROW16(f, 4), ROW16(f, 5), ROW16(f, 6), ROW16(f, 7),        \
            ROW16(f, 8), ROW16(f, 9), ROW16(f, 10), ROW16(f, 11), ROW16(f, 12), ROW16(f, 13), ROW16(f, 14),            \
            ROW16(f, 15), ROW16(f, 16)                                                                                 \
    }
/* [m][i]: of moves of m tags, which tag number i is, and whose. */
UNUSED static const tags16 TAG_OF[17] = ROWS16(%), MOVE_OF[17] = ROWS16(/);

/* The bits of a word by their numbers. */
UNUSED static const unsigned char BITS[64] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                                              16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
                                              32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
                                              48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};

#if defined __AVX512VBMI__ && defined __AVX512VBMI2__
typedef char bytes_of_machine __attribute__((vector_size(64)));

/* Elements of a by their numbers; the bytes that bits stand for, in order. */
#if defined __clang__
#define BYTES_AT(a, at) __builtin_ia32_permvarqi512((bytes_of_machine)(a), (bytes_of_machine)(at))
#define TAGS_AT(a, at)  __builtin_ia32_permvarsi512(a, at)
#else
#define BYTES_AT(a, at)                                                                                                \
    __builtin_ia32_permvarqi512_mask((bytes_of_machine)(a), (bytes_of_machine)(at), (bytes_of_machine)(at),            \
                                     ~UINT64_C(0))
#define TAGS_AT(a, at) __builtin_ia32_permvarsi512_mask(a, at, a, 0xffff)
#endif

UNUSED static inline __attribute__((always_inline)) bytes_of_machine bytes_of_bits(const unsigned char *p,
                                                                                   uint64_t bits)
{
    bytes_of_machine all;
    memcpy(&all, p, sizeof all);
    return __builtin_ia32_compressqi512_mask(all, (bytes_of_machine){0}, bits);
}
#endif

/* Writes a move of `count` tags for each bit of a word: the numbers, to which the bit's byte of `one` is added where
 * the bits of `at_one` say so, and that of `two` likewise. Up to fifteen words more are written. */
UNUSED static inline __attribute__((always_inline)) void put_moves(uint32_t *w, uint64_t bits, const tags16 *numbers,
                                                                   uint32_t count, const unsigned char *one,
                                                                   uint32_t at_one, const unsigned char *two,
                                                                   uint32_t at_two)
{
    const tags16 takes_one = -((((tags16){0} + (int)at_one) >> TAG_OF[count]) & 1) & 255;
    const tags16 takes_two = -((((tags16){0} + (int)at_two) >> TAG_OF[count]) & 1) & 255;
#if defined __AVX512VBMI__ && defined __AVX512VBMI2__
    const uint32_t n = (uint32_t)__builtin_popcountll(bits), each = 16 / count;
    const tags16 rows = TAGS_AT(*numbers, TAG_OF[count]);
    const bytes_of_machine lanes = bytes_of_bits(one, bits), others = at_two ? bytes_of_bits(two, bits) : lanes;
    tags16 which = MOVE_OF[count];
    for (uint32_t i = 0;;) {
        tags16 out = rows + ((tags16)BYTES_AT(lanes, which) & takes_one);
        if (at_two)
            out += (tags16)BYTES_AT(others, which) & takes_two;
        memcpy(w + i * count, &out, sizeof out);
        i += each;
        if (i >= n)
            return;
        which += (int)each;
    }
#else
    for (; bits; bits &= bits - 1) {
        const uint32_t bit = (uint32_t)__builtin_ctzll(bits);
        for (uint32_t k = 0; k < count; k += 4) {
            typedef int four __attribute__((vector_size(16)));
            const size_t at = k / 4;
            four out =
                ((const four *)numbers)[at] + (((const four *)&takes_one)[at] & (int)(one == BITS ? bit : one[bit]));
            if (at_two)
                out += ((const four *)&takes_two)[at] & (int)(two == BITS ? bit : two[bit]);
            memcpy(w + k, &out, sizeof out);
        }
        w += count;
    }
#endif
}

/* Where n moves of so many tags end, the first of which begins at `from`; up to fifteen words more are written. */
UNUSED static inline __attribute__((always_inline)) void put_ends(uint32_t *ends, uint32_t n, uint32_t from,
                                                                  uint32_t count)
{
    tags16 at = (MOVE_OF[1] + 1) * (int)count + (int)from;
    for (uint32_t i = 0;;) {
        memcpy(ends + i, &at, sizeof at);
        i += 16;
        if (i >= n)
            return;
        at += 16 * (int)count;
    }
}

/* Bit i: word i is 0. */
UNUSED static inline __attribute__((always_inline)) uint32_t zero8(const words8 *words)
{
#if defined __AVX512F__
    typedef long long vector __attribute__((vector_size(64)));
    return (uint8_t)__builtin_ia32_cmpq512_mask((vector)*words, (vector){0}, 0, 0xff);
#elif defined __AVX2__
    typedef double half __attribute__((vector_size(32)));
    typedef long long numbers __attribute__((vector_size(32)));
    numbers low, high;
    memcpy(&low, words, sizeof low);
    memcpy(&high, (const char *)words + sizeof low, sizeof high);
    return (uint32_t)__builtin_ia32_movmskpd256((half)(low == 0)) |
           (uint32_t)__builtin_ia32_movmskpd256((half)(high == 0)) << 4;
#else
    uint32_t zero = 0;
    for (uint32_t i = 0; i < 8; i++)
        zero |= (uint32_t)((*words)[i] == 0) << i;
    return zero;
#endif
}

/* The highest bit of each word. */
UNUSED static inline __attribute__((always_inline)) void highest8(const words8 *words, words8 *out)
{
#if defined __AVX512CD__ && !defined __clang__
    typedef long long vector __attribute__((vector_size(64)));
    const words8 zeros = (words8)__builtin_ia32_vplzcntq_512_mask((vector)*words, (vector){0}, 0xff);
    *out = ALL8(UINT64_C(1) << 63) >> (zeros & 63) & *words;
#else
    for (int i = 0; i < 8; i++)
        (*out)[i] = (*words)[i] ? UINT64_C(1) << (63 - __builtin_clzll((*words)[i])) : 0;
#endif
}

/* 64 bits from number `at` on; one word more is read than they lie in. */
UNUSED static inline uint64_t bits_from(const uint64_t *words, uint32_t at)
{
    return words[at / 64] >> (at & 63) | words[at / 64 + 1] << 1 << (63 - (at & 63));
}

/* Appends those of the words `first`.. that are not empty, and which they are; arrays of sixteen more than there are.
 * Returns how many words there are then. */
UNUSED static inline __attribute__((always_inline)) uint32_t put_words(uint64_t *sets, uint64_t *at, uint32_t filled,
                                                                       const words8 *words, uint32_t first)
{
#if defined __AVX512F__
    typedef long long vector __attribute__((vector_size(64)));
    const vector eight = (vector)*words, places = (vector){0, 1, 2, 3, 4, 5, 6, 7} + (long long)first;
    const uint8_t some = (uint8_t)__builtin_ia32_cmpq512_mask(eight, (vector){0}, 4, 0xff);
    const vector kept = __builtin_ia32_compressdi512_mask(eight, (vector){0}, some);
    const vector where = __builtin_ia32_compressdi512_mask(places, (vector){0}, some);
    memcpy(sets + filled, &kept, sizeof kept);
    memcpy(at + filled, &where, sizeof where);
    return filled + (uint32_t)__builtin_popcount(some);
#else
    uint32_t some = 0; /* few are not empty */
#if defined __AVX2__
    typedef double half __attribute__((vector_size(32)));
    typedef long long numbers __attribute__((vector_size(32)));
    numbers low, high;
    memcpy(&low, words, sizeof low);
    memcpy(&high, (const char *)words + sizeof low, sizeof high);
    some = (uint32_t)__builtin_ia32_movmskpd256((half)(low != 0));
    some |= (uint32_t)__builtin_ia32_movmskpd256((half)(high != 0)) << 4;
#else
    for (uint32_t i = 0; i < 8; i++)
        some |= (uint32_t)((*words)[i] != 0) << i;
#endif
    for (; some; some &= some - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(some);
        at[filled] = first + i;
        sets[filled++] = (*words)[i];
    }
    return filled;
#endif
}

/* before[i]: how many bits are in the words before. Returns those of all. */
UNUSED static inline uint32_t count_before(const uint64_t *words, uint32_t count, uint32_t *before)
{
    uint32_t total = 0;
    for (uint32_t i = 0; i < count; i++) {
        before[i] = total;
        total += (uint32_t)__builtin_popcountll(words[i]);
    }
    before[count] = total;
    return total;
}

/* The same of words with room for eight more behind, without a branch for each; sixteen numbers more are written. */
UNUSED static inline uint32_t count_filled(uint64_t *words, uint32_t count, uint32_t *before)
{
    uint32_t total = 0;
    memset(words + count, 0, 8 * sizeof *words);
    for (uint32_t i = 0; i < count + 1; i += 8)
        for (uint32_t k = i; k < i + 8; k++) {
            before[k] = total;
            total += (uint32_t)__builtin_popcountll(words[k]);
        }
    memset(before + (count + 8) / 8 * 8, 0xff, 8 * sizeof *before);
    return total;
}

/* In which of the words bit number k of all is: how many numbers before[1].. are not more. */
UNUSED static inline uint32_t word_with(const uint32_t *before, uint32_t count, uint32_t k)
{
    uint32_t j = 0;
#if defined __AVX2__
    typedef int eight __attribute__((vector_size(32)));
    typedef float bits __attribute__((vector_size(32)));
    const eight all = (eight){0} + (int)k;
    for (uint32_t i = 1; i < count; i += 8) {
        eight numbers;
        memcpy(&numbers, before + i, sizeof numbers);
        j += (uint32_t)__builtin_popcount(
            (uint32_t)__builtin_ia32_movmskps256((bits)((numbers >= 0) & (numbers <= all))));
    }
#else
    while (j + 1 < count && k >= before[j + 1])
        j++;
#endif
    return j;
}

/* See NATIVE_TRY_ALL. */
UNUSED static inline uint64_t lanes_to_try(int shift, uint64_t set)
{
    if (shift >= NATIVE_TRY_NONE)
        return shift == NATIVE_TRY_ALL ? UINT64_MAX : 0;
    return shift >= 0 ? set >> shift : set << -shift;
}

/* Drops the lowest bits of a set. */
UNUSED static inline void shift_down(uint64_t *h, int words, int bits)
{
    for (int i = 0; i < words; i++) {
        const int from = i + bits / 64;
        const uint64_t low = from < words ? h[from] : 0, high = from + 1 < words ? h[from + 1] : 0;
        h[i] = bits % 64 ? low >> bits % 64 | high << (64 - bits % 64) : low;
    }
}

#endif
