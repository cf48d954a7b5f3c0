#include "circuit/slices_inside.h"

#include "base/map.h"

#include <stdlib.h>
#include <string.h>

slices *slices_new(const net_network *n, const net_schedule *s)
{
    slices *x = aligned_alloc(sizeof(lanes), (sizeof *x + sizeof(lanes) - 1) / sizeof(lanes) * sizeof(lanes));
    if (!x)
        return NULL;
    memset(x, 0, sizeof *x);
    x->n = n;
    x->s = s;
    uint32_t most = 1;
    for (uint32_t i = 0; i < n->roles.count; i++)
        most = vec_at(&n->roles, i).move_count > most ? vec_at(&n->roles, i).move_count : most;
    x->values = aligned_alloc(sizeof(lanes), (n->gates.count + 1) * sizeof(lanes));
    x->next = aligned_alloc(sizeof(lanes), (n->facts.count + 1) * sizeof(lanes));
    x->candidate = aligned_alloc(sizeof(lanes), most * sizeof(lanes));
    x->which = calloc(most, sizeof *x->which);
    x->goals = calloc(n->roles.count + 1, sizeof *x->goals);
    x->said = aligned_alloc(sizeof(lanes), (n->roles.count + 1) * sizeof(lanes));
    x->chosen = calloc((size_t)n->roles.count * SLICE_LANES + 1, sizeof *x->chosen);
    x->idle = LOGIC_NONE;
    if (!x->values || !x->next || !x->candidate || !x->which || !x->goals || !x->said || !x->chosen) {
        slices_free(x);
        return NULL;
    }
    memset(x->values, 0, (n->gates.count + 1) * sizeof(lanes));
    memset(&x->values[0], 0xff, sizeof(lanes));
    memset(x->said, 0, (n->roles.count + 1) * sizeof(lanes));
    return x;
}

void slices_use(slices *x, void (*const *parts)(void *values)) { x->parts = parts; }

void slices_free(slices *x)
{
    if (!x)
        return;
    free(x->values);
    free(x->next);
    free(x->candidate);
    free(x->which);
    free(x->goals);
    free(x->said);
    free(x->chosen);
    free(x);
}

/* Which goal a role reaches in a lane; LOGIC_NONE: not exactly one. */
uint32_t slices_goal(const slices *x, uint32_t lane, uint32_t role)
{
    const net_role *r = &vec_at(&x->n->roles, role);
    uint32_t found = 0, goal = LOGIC_NONE;
    for (uint32_t g = r->first_goal; g < r->first_goal + r->goal_count; g++) {
        const net_signal s = vec_at(&x->n->goals, g).signal;
        if (((x->values[s >> 1][lane / 64] >> lane % 64) ^ s) & 1)
            goal = found++ == 0 ? g : LOGIC_NONE;
    }
    return goal;
}

void slices_idle(slices *x, uint32_t move) { x->idle = move; }

/* One more decision of chance in these lanes. */
HOT void count_chance(slices *x, lanes *carry)
{
    for (int p = 0; p < 32 && any(carry); p++) {
        lanes both = x->counts[p] & *carry;
        x->counts[p] ^= *carry;
        *carry = both;
    }
}

/* A lane's decisions of chance, from now on none. */
static uint32_t take_count(slices *x, uint32_t lane)
{
    const uint64_t bit = UINT64_C(1) << lane % 64;
    uint32_t count = 0;
    for (int p = 0; p < 32 && x->idle != LOGIC_NONE; p++) {
        count |= (uint32_t)(x->counts[p][lane / 64] >> lane % 64 & 1) << p;
        x->counts[p][lane / 64] &= ~bit;
    }
    return count;
}

/* Ends the games of some lanes; lanes that have another one to play stay in *active. */
static void finish(slices *x, const lanes *which, uint32_t positions, slice_end end, uint32_t step, lanes *active,
                   slice_done done, void *user)
{
    for (uint32_t w = 0; w < SLICE_WORDS; w++)
        for (uint64_t bits = (*which)[w]; bits; bits &= bits - 1) {
            uint32_t lane = 64 * w + (uint32_t)__builtin_ctzll(bits);
            for (uint32_t r = 0; end == SLICE_OVER && r < x->n->roles.count; r++)
                x->goals[r] = slices_goal(x, lane, r);
            done(user, x->at[lane], end, step - x->begun[lane], take_count(x, lane), x->goals);
            x->begun[lane] = step;
            x->at[lane] = (x->at[lane] + SLICE_LANES) % positions;
            if (--x->left[lane] == 0)
                (*active)[w] &= ~(UINT64_C(1) << lane % 64);
        }
}

/* Lanes whose game goes on for too long. */
static void overdue(const slices *x, const lanes *active, uint32_t step, uint32_t max_plies, lanes *late)
{
    *late = (lanes){0};
    for (uint32_t lane = 0; lane < SLICE_LANES; lane++)
        if ((*active)[lane / 64] >> lane % 64 & 1 && step - x->begun[lane] >= max_plies)
            (*late)[lane / 64] |= UINT64_C(1) << lane % 64;
}

/* Begins the next games of some lanes. */
HOT void begin(slices *x, const lanes *which, slice_from from, lanes *holds)
{
    if (from.positions == 1) {
        restart(x, which, from.facts, holds);
        return;
    }
    const size_t words = (x->n->facts.count + 63) / 64;
    for (uint32_t w = 0; w < SLICE_WORDS; w++)
        for (uint64_t bits = (*which)[w]; bits; bits &= bits - 1) {
            const uint32_t bit = (uint32_t)__builtin_ctzll(bits);
            const uint64_t *facts = from.facts + x->at[64 * w + bit] * words;
            for (uint32_t i = 0; i < x->n->facts.count; i++)
                holds[i][w] = (holds[i][w] & ~(UINT64_C(1) << bit)) | (facts[i / 64] >> i % 64 & 1) << bit;
        }
}

HOT void play(slices *x, slice_from from, const lanes *all, uint32_t max_plies, slice_done done, void *user)
{
    const net_network *n = x->n;
    lanes active = *all;
    lanes *holds = x->values + 1; /* facts are gates 1, 2, ... */
    uint32_t due = max_plies;     /* first step in which a game can be too long */
    begin(x, &active, from, holds);
    for (uint32_t step = 0; any(&active) && !control_stopped(x->control);) {
        evaluate(x, NET_LEGAL);
        lanes over, stuck = (lanes){0};
        signal_value(x, n->terminal, &over);
        over &= active;
        if (any(&over)) {
            evaluate(x, NET_GOALS);
            finish(x, &over, from.positions, SLICE_OVER, step, &active, done, user);
            lanes again = over & active;
            begin(x, &again, from, holds);
            if (any(&again)) {
                evaluate(x, NET_LEGAL);
                lanes at_once;
                signal_value(x, n->terminal, &at_once);
                at_once &= again;
                if (any(&at_once)) /* the game is over before it begins */
                    continue;
            }
        }
        if (step >= due) {
            lanes late;
            overdue(x, &active, step, max_plies, &late);
            due = step + 1;
            finish(x, &late, from.positions, SLICE_LONG, step, &active, done, user);
            begin(x, &late, from, holds);
            if (any(&late))
                continue;
        }
        for (uint32_t i = 0; i < n->roles.count; i++) {
            lanes none;
            choose(x, i, &active, &none);
            stuck |= none;
        }
        if (x->idle != LOGIC_NONE) {
            lanes decided = active & ~x->values[vec_at(&n->moves, x->idle).gate];
            count_chance(x, &decided);
        }
        evaluate(x, NET_NEXT);
        for (uint32_t i = 0; i < n->facts.count; i++)
            signal_value(x, vec_at(&n->facts, i).next, &x->next[i]);
        memcpy(holds, x->next, n->facts.count * sizeof *holds);
        if (any(&stuck)) {
            finish(x, &stuck, from.positions, SLICE_STUCK, step, &active, done, user);
            begin(x, &stuck, from, holds);
        }
        step++;
    }
}

#if defined __x86_64__ && defined __GNUC__
__attribute__((target("avx2"))) static void play_avx2(slices *x, slice_from from, const lanes *active,
                                                      uint32_t max_plies, slice_done done, void *user)
{
    play(x, from, active, max_plies, done, user);
}
__attribute__((target("avx512f"))) static void play_avx512(slices *x, slice_from from, const lanes *active,
                                                           uint32_t max_plies, slice_done done, void *user)
{
    play(x, from, active, max_plies, done, user);
}
#endif

static void play_plain(slices *x, slice_from from, const lanes *active, uint32_t max_plies, slice_done done, void *user)
{
    play(x, from, active, max_plies, done, user);
}

void slices_seed(slices *x, uint64_t seed)
{
    for (int k = 0; k < 4; k++)
        for (int w = 0; w < SLICE_WORDS; w++)
            x->random[k][w] = hash_mix(seed += UINT64_C(0x9e3779b97f4a7c15));
}

bool slices_play(slices *x, slice_from from, uint64_t seed, uint64_t count, uint32_t max_plies,
                 const lud_control *control, slice_done done, void *user)
{
    x->control = control;
    lanes active = (lanes){0};
    for (uint32_t lane = 0; lane < SLICE_LANES; lane++) {
        x->left[lane] = count / SLICE_LANES + (lane < count % SLICE_LANES);
        x->begun[lane] = 0;
        x->at[lane] = lane % from.positions;
        if (x->left[lane])
            active[lane / 64] |= UINT64_C(1) << lane % 64;
    }
    memset(x->counts, 0, sizeof x->counts);
    slices_seed(x, seed);
#if defined __x86_64__ && defined __GNUC__
    if (__builtin_cpu_supports("avx512f"))
        play_avx512(x, from, &active, max_plies, done, user);
    else if (__builtin_cpu_supports("avx2"))
        play_avx2(x, from, &active, max_plies, done, user);
    else
#endif
        play_plain(x, from, &active, max_plies, done, user);
    return !control_stopped(control);
}
