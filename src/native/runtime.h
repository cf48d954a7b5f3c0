/* What every emitted unit begins with, after automaton/compiled.h: reading and writing states, moves,
 * integers, sets. Real C, compiled as such by tests/unit/test_runtime.c and tests/emitted; its text is
 * part of the units, which are cached by a hash of all they consist of. */
#ifndef LUDENS_NATIVE_RUNTIME_H
#define LUDENS_NATIVE_RUNTIME_H

#include "automaton/compiled.h"

#define UNUSED __attribute__((unused))
#define COLD   __attribute__((cold)) /* made small rather than fast, and quickly compiled */
/* Where there is much code it matters how soon it is there. */
#if defined __GNUC__ && !defined __clang__ && defined __OPTIMIZE__
#define SOON __attribute__((optimize("O1")))
#else
#define SOON
#endif
#define L8(p)    (*(const unsigned char *)(p))
#define S8(p, v) (*(unsigned char *)(p) = (unsigned char)(v))
UNUSED static inline int L16(const unsigned char *p)
{
    uint16_t v;
    memcpy(&v, p, 2);
    return v;
}
UNUSED static inline int L32(const unsigned char *p)
{
    uint32_t v;
    memcpy(&v, p, 4);
    return (int)v;
}
UNUSED static inline void S16(unsigned char *p, int v)
{
    uint16_t w = (uint16_t)v;
    memcpy(p, &w, 2);
}
UNUSED static inline void S32(unsigned char *p, int v)
{
    uint32_t w = (uint32_t)v;
    memcpy(p, &w, 4);
}

/* Something is out of the ordinary: no function goes deeper from now on. */
UNUSED static void halt(native_frame *x)
{
    x->stop = 1;
    x->depth_max = 0;
}

/* The place of the bit that has so many before it, in one word that has it, and in several. */
UNUSED static inline uint32_t bit_of(uint64_t word, uint32_t i)
{
#if defined __BMI2__
    return (uint32_t)__builtin_ctzll(__builtin_ia32_pdep_di(UINT64_C(1) << i, word));
#else
    while (i--)
        word &= word - 1;
    return (uint32_t)__builtin_ctzll(word);
#endif
}

UNUSED static inline uint32_t nth_bit(const uint64_t *words, uint32_t i)
{
    uint32_t base = 0, count;
    for (; i >= (count = (uint32_t)__builtin_popcountll(*words)); words++) {
        i -= count;
        base += 64;
    }
    return base + bit_of(*words, i);
}

/* A piece of work: 1 when it is one too many. */
UNUSED static int spent(native_frame *x)
{
    if (x->more(x->host))
        return 0;
    halt(x);
    x->ticks = 0;
    return 1;
}
UNUSED static inline int tick(native_frame *x) { return x->ticks-- == 0 && spent(x); }

/* ---- integers: what does not fit is a fault, which is for the interpreter to report ---- */

UNUSED static int fault(native_frame *x, int v)
{
    halt(x);
    return v;
}

/* For cells that hold an integer less the low end of its range. */
UNUSED static inline int wrap(int a, int b) { return (int)((uint32_t)a + (uint32_t)b); }

/* ---- reals: always finite, and 0 has no sign ---- */

UNUSED static inline double load_real(const unsigned char *p)
{
    double r;
    memcpy(&r, p, sizeof r);
    return r;
}
UNUSED static inline void store_real(unsigned char *p, double r) { memcpy(p, &r, sizeof r); }
UNUSED static inline double finite_real(native_frame *x, double r)
{
    if (!(r - r <= 0)) {
        fault(x, 0);
        return 0;
    }
    return r + 0.0;
}
/* Not 0.0 - r: gcc 12 makes -0.0 of it where it knows that r is no -0.0. */
UNUSED static inline double negated_real(double r) { return r > 0 || r < 0 ? -r : 0.0; }
UNUSED static inline int hash_real(int seed, double r) { return hash_cells(seed, (const unsigned char *)&r, 2, 4, 0); }
UNUSED static inline int equal_reals(double a, double b) { return a >= b && a <= b; }

/* ---- integers ---- */

UNUSED static inline int add(native_frame *x, int a, int b)
{
    int r;
    return __builtin_add_overflow(a, b, &r) ? fault(x, 0) : r;
}
UNUSED static inline int subtract(native_frame *x, int a, int b)
{
    int r;
    return __builtin_sub_overflow(a, b, &r) ? fault(x, 0) : r;
}
UNUSED static inline int multiply(native_frame *x, int a, int b)
{
    int r;
    return __builtin_mul_overflow(a, b, &r) ? fault(x, 0) : r;
}
UNUSED static inline int divide(native_frame *x, int a, int b)
{
    return b == 0 || (a == INT32_MIN && b == -1) ? fault(x, 0) : a / b;
}
/* Never negative. */
UNUSED static inline int rest(int a, int b)
{
    const int64_t divisor = b < 0 ? -(int64_t)b : b, r = a % divisor;
    return (int)(r < 0 ? r + divisor : r);
}
UNUSED static inline int modulo(native_frame *x, int a, int b) { return b == 0 ? fault(x, 0) : rest(a, b); }
UNUSED static inline int in_range(native_frame *x, int v, int low, int high)
{
    return v < low || v > high ? fault(x, low) : v;
}

/* Maps are equal when the cells under declared keys are. */
UNUSED static inline int equal_cells(const unsigned char *a, const unsigned char *b, const int *cells, int count,
                                     int width)
{
    for (int i = 0; i < count; i++)
        if (memcmp(a + (long)cells[i] * width, b + (long)cells[i] * width, (size_t)width) != 0)
            return 0;
    return 1;
}

/* The first of the keys at which a map holds the value. */
UNUSED static inline int first_key(native_frame *x, const unsigned char *p, int width, const int *cells, int count,
                                   int low, int value)
{
    for (int i = 0; i < count; i++) {
        const unsigned char *const c = p + (long)cells[i] * width;
        if ((width == 1 ? L8(c) : width == 2 ? L16(c) : L32(c)) == value)
            return cells[i] + low;
    }
    return fault(x, low);
}

/* ---- moves ---- */

/* A complete move: n words of it went through memory, k follow where this points to. */
UNUSED static inline uint32_t *room(native_frame *x, uint32_t n, uint32_t k)
{
    uint32_t *const w = x->w;
    if (w + n > x->w_end || x->move_count + 1 >= x->move_room) {
        halt(x);
        return x->words;
    }
    for (uint32_t i = 0; i < n; i += 8) /* both have room behind */
        memcpy(w + i, x->t + i, 8 * sizeof *w);
    x->w = w + n + k;
    x->starts[++x->move_count] = (uint32_t)(x->w - x->words);
    return w + n;
}

/* Complete moves of fixed numbers of words, written out if c: without a branch, for c is
 * hard to foretell. With s: where each begins is noted, too. */
#define PUSH(n, parameters, write)                                                                                     \
    UNUSED static inline void push##n parameters                                                                       \
    {                                                                                                                  \
        uint32_t *const w = x->w;                                                                                      \
        if (w >= x->w_end) {                                                                                           \
            halt(x);                                                                                                   \
            return;                                                                                                    \
        }                                                                                                              \
        write;                                                                                                         \
        x->w = w + (c ? n : 0);                                                                                        \
    }                                                                                                                  \
    UNUSED static inline void push##n##s parameters                                                                    \
    {                                                                                                                  \
        uint32_t *const w = x->w;                                                                                      \
        if (w >= x->w_end || x->move_count + 1 >= x->move_room) {                                                      \
            halt(x);                                                                                                   \
            return;                                                                                                    \
        }                                                                                                              \
        write;                                                                                                         \
        x->w = w + (c ? n : 0);                                                                                        \
        x->move_count += c != 0;                                                                                       \
        x->starts[x->move_count] = (uint32_t)(x->w - x->words);                                                        \
    }
#define W uint32_t
PUSH(0, (native_frame * x, int c), (void)w)
PUSH(1, (native_frame * x, int c, W a), w[0] = a)
PUSH(2, (native_frame * x, int c, W a, W b), (w[0] = a, w[1] = b))
PUSH(3, (native_frame * x, int c, W a, W b, W d), (w[0] = a, w[1] = b, w[2] = d))
PUSH(4, (native_frame * x, int c, W a, W b, W d, W e), (w[0] = a, w[1] = b, w[2] = d, w[3] = e))
PUSH(5, (native_frame * x, int c, W a, W b, W d, W e, W f), (w[0] = a, w[1] = b, w[2] = d, w[3] = e, w[4] = f))
PUSH(6, (native_frame * x, int c, W a, W b, W d, W e, W f, W g),
     (w[0] = a, w[1] = b, w[2] = d, w[3] = e, w[4] = f, w[5] = g))
PUSH(7, (native_frame * x, int c, W a, W b, W d, W e, W f, W g, W h),
     (w[0] = a, w[1] = b, w[2] = d, w[3] = e, w[4] = f, w[5] = g, w[6] = h))
PUSH(8, (native_frame * x, int c, W a, W b, W d, W e, W f, W g, W h, W i),
     (w[0] = a, w[1] = b, w[2] = d, w[3] = e, w[4] = f, w[5] = g, w[6] = h, w[7] = i))
#undef W

/* Room for so many words of moves, and for where each begins, if that is noted; NULL, out of the ordinary: there is
 * not. */
UNUSED static inline uint32_t *list_room(native_frame *x, uint32_t words, uint32_t moves, int starts)
{
    if (x->w + words <= x->w_end && (!starts || x->move_count + moves + 1 < x->move_room))
        return x->w;
    x->w = x->w_end;
    halt(x);
    return 0;
}

/* All paths lead to the result of the first, or this is not for us to decide. */
UNUSED static inline int compare(native_frame *x, uint32_t bytes)
{
    if (x->paths++ == 0) {
        unsigned char *const r = x->r;
        x->r = x->first;
        x->first = r;
    } else if (memcmp(x->r, x->first, bytes) != 0) {
        halt(x);
    }
    return 1;
}

/* All paths, or those of the move that is given. */
UNUSED static inline int asked(const native_frame *x, uint32_t i, uint32_t word)
{
    return !x->m || (i < x->m_count && x->m[i] == word);
}

/* A tag that is met where no move is given. */
UNUSED static inline int tell(native_frame *x, uint32_t word)
{
    if (x->told >= x->tag_room) {
        halt(x);
        return 0;
    }
    x->t[x->told++] = word;
    return 1;
}

/* A path is complete: its tags and who saw them have to be those of the first path, too. */
UNUSED static inline void compare_told(native_frame *x, const uint32_t *words, uint32_t count, int hidden)
{
    if (x->paths == 0) {
        x->first_told = count;
        memcpy(x->first_t, words, count * sizeof *words);
        if (hidden)
            memcpy(x->first_seen, x->seen, count * sizeof *x->seen);
    } else if (count != x->first_told || memcmp(words, x->first_t, count * sizeof *words) != 0 ||
               (hidden && memcmp(x->seen, x->first_seen, count * sizeof *x->seen) != 0)) {
        halt(x);
    }
}

/* ---- configurations and sets ---- */

UNUSED static inline uint32_t new_search(native_frame *x)
{
    const uint32_t search = (uint32_t)(*x->searches + 1);
    if (search == 0)
        return x->new_search(x->host);
    *x->searches += 1;
    return search;
}

UNUSED static inline int first_visit(native_frame *x, uint32_t i)
{
    if (x->stamps[i] == x->search)
        return 0;
    x->stamps[i] = x->search;
    return 1;
}

UNUSED static inline uint64_t turn(uint64_t v, int k) { return (v << k) | (v >> (64 - k)); }

/* Uniform in [0, bound): xoshiro256** and Lemire's rejection, as the engine draws. */
UNUSED static inline uint32_t below(native_frame *x, uint32_t bound)
{
    uint64_t *s = x->random, m;
    do {
        uint64_t r = turn(s[1] * 5, 7) * 9, k = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= k;
        s[3] = turn(s[3], 45);
        m = (r >> 32) * bound;
    } while ((uint32_t)m < bound && (uint32_t)m < (0u - bound) % bound);
    return (uint32_t)(m >> 32);
}

#endif
