/* Games side by side, a step at a time. */
#include "circuit/slices_inside.h"

#include <string.h>

void slices_set(slices *x, uint32_t lane, const uint64_t *facts)
{
    lanes which = (lanes){0};
    which[lane / 64] = UINT64_C(1) << lane % 64;
    restart(x, &which, facts, x->values + 1);
    for (uint32_t r = 0; r < x->n->roles.count; r++)
        x->said[r] &= ~which;
}

void slices_bits(const slices *x, net_signal s, uint64_t *bits)
{
    lanes v;
    signal_value(x, s, &v);
    memcpy(bits, &v, sizeof v);
}

bool slices_holds(const slices *x, uint32_t lane, uint32_t fact)
{
    return x->values[1 + fact][lane / 64] >> lane % 64 & 1;
}

/* Bit k of word i becomes bit i of word k (Warren, "Hacker's Delight", 7-3). */
static void transpose(uint64_t *m)
{
    uint64_t mask = UINT64_C(0x00000000ffffffff);
    for (uint32_t half = 32; half; half >>= 1, mask ^= mask << half)
        for (uint32_t k = 0; k < 64; k = (k + half + 1) & ~half) {
            uint64_t swap = (m[k] >> half ^ m[k + half]) & mask;
            m[k] ^= swap << half;
            m[k + half] ^= swap;
        }
}

void slices_legal(const slices *x, uint32_t role, uint32_t words, uint64_t *masks)
{
    const net_role *r = &vec_at(&x->n->roles, role);
    for (uint32_t block = 0; block < words; block++)
        for (uint32_t w = 0; w < SLICE_WORDS; w++) {
            uint64_t m[64] = {0};
            for (uint32_t i = 64 * block; i < 64 * block + 64 && i < r->move_count; i++) {
                const net_signal s = vec_at(&x->n->moves, r->first_move + i).legal;
                m[i % 64] = x->values[s >> 1][w] ^ (s & 1 ? ~UINT64_C(0) : 0);
            }
            transpose(m);
            for (uint32_t lane = 0; lane < 64; lane++)
                masks[(size_t)(64 * w + lane) * words + block] = m[lane];
        }
}

void slices_choose(slices *x, uint32_t lane, uint32_t role, uint32_t move)
{
    x->said[role][lane / 64] |= UINT64_C(1) << lane % 64;
    x->chosen[(size_t)role * SLICE_LANES + lane] = move;
}

HOT void step(slices *x, const uint64_t *active, uint64_t *no_move)
{
    const net_network *n = x->n;
    lanes on, stuck = (lanes){0}, *holds = x->values + 1;
    memcpy(&on, active, sizeof on);
    for (uint32_t r = 0; r < n->roles.count; r++) {
        lanes drawn = on & ~x->said[r], none;
        choose(x, r, &drawn, &none);
        stuck |= none;
        for (uint32_t w = 0; w < SLICE_WORDS; w++)
            for (uint64_t bits = x->said[r][w] & on[w]; bits; bits &= bits - 1) {
                const uint32_t lane = 64 * w + (uint32_t)__builtin_ctzll(bits);
                const uint32_t move = x->chosen[(size_t)r * SLICE_LANES + lane];
                x->values[vec_at(&n->moves, move).gate][w] |= UINT64_C(1) << lane % 64;
            }
        x->said[r] = (lanes){0};
    }
    evaluate(x, NET_NEXT);
    on &= ~stuck;
    for (uint32_t i = 0; i < n->facts.count; i++)
        signal_value(x, vec_at(&n->facts, i).next, &x->next[i]);
    for (uint32_t i = 0; i < n->facts.count; i++)
        holds[i] = (x->next[i] & on) | (holds[i] & ~on);
    memcpy(no_move, &stuck, sizeof stuck);
}

HOT void look(slices *x, bool goals)
{
    evaluate(x, NET_LEGAL);
    if (goals)
        evaluate(x, NET_GOALS);
}

#if defined __x86_64__ && defined __GNUC__
__attribute__((target("avx2"))) static void step_avx2(slices *x, const uint64_t *active, uint64_t *stuck)
{
    step(x, active, stuck);
}
__attribute__((target("avx512f"))) static void step_avx512(slices *x, const uint64_t *active, uint64_t *stuck)
{
    step(x, active, stuck);
}
__attribute__((target("avx2"))) static void look_avx2(slices *x, bool goals) { look(x, goals); }
__attribute__((target("avx512f"))) static void look_avx512(slices *x, bool goals) { look(x, goals); }
#endif

void slices_step(slices *x, const uint64_t *active, uint64_t *stuck)
{
#if defined __x86_64__ && defined __GNUC__
    if (__builtin_cpu_supports("avx512f"))
        step_avx512(x, active, stuck);
    else if (__builtin_cpu_supports("avx2"))
        step_avx2(x, active, stuck);
    else
#endif
        step(x, active, stuck);
}

void slices_look(slices *x, bool goals)
{
#if defined __x86_64__ && defined __GNUC__
    if (__builtin_cpu_supports("avx512f"))
        look_avx512(x, goals);
    else if (__builtin_cpu_supports("avx2"))
        look_avx2(x, goals);
    else
#endif
        look(x, goals);
}
