#include "circuit/slices.h"

#include "base/map.h"

#include <stdlib.h>
#include <string.h>

typedef uint64_t lanes __attribute__((vector_size(8 * SLICE_WORDS)));

struct slices {
    const net_network *n;
    const net_schedule *s;
    void (*const *parts)(void *values); /* or NULL */
    const lud_control *control;
    lanes *values;                      /* [gate] */
    lanes *next;                        /* [fact] */
    lanes *candidate;                   /* [move of the role at hand] */
    uint32_t *which;                    /* [candidate] move */
    lanes random[4];             /* xoshiro256** in every lane of words (Blackman and Vigna 2018) */
    uint32_t begun[SLICE_LANES]; /* step in which the lane's game began */
    uint64_t left[SLICE_LANES];  /* games the lane still has to play, that one included */
    int32_t *goals;
};

slices *slices_new(const net_network *n, const net_schedule *s)
{
    slices *x = aligned_alloc(sizeof(lanes),
                              (sizeof *x + sizeof(lanes) - 1) / sizeof(lanes) * sizeof(lanes));
    if (!x)
        return NULL;
    memset(x, 0, sizeof *x);
    x->n = n;
    x->s = s;
    uint32_t most = 1;
    for (uint32_t i = 0; i < n->roles.count; i++)
        most = n->roles.data[i].move_count > most ? n->roles.data[i].move_count : most;
    x->values = aligned_alloc(sizeof(lanes), (n->gates.count + 1) * sizeof(lanes));
    x->next = aligned_alloc(sizeof(lanes), (n->facts.count + 1) * sizeof(lanes));
    x->candidate = aligned_alloc(sizeof(lanes), most * sizeof(lanes));
    x->which = calloc(most, sizeof *x->which);
    x->goals = calloc(n->roles.count + 1, sizeof *x->goals);
    if (!x->values || !x->next || !x->candidate || !x->which || !x->goals) {
        slices_free(x);
        return NULL;
    }
    memset(x->values, 0, (n->gates.count + 1) * sizeof(lanes));
    memset(&x->values[0], 0xff, sizeof(lanes));
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
    free(x);
}

#define HOT static inline __attribute__((always_inline))

HOT bool any(const lanes *v)
{
    uint64_t all = 0;
    for (int i = 0; i < SLICE_WORDS; i++)
        all |= (*v)[i];
    return all != 0;
}

HOT void flip_if(lanes *v, net_signal s)
{
    if (s & 1)
        *v = ~*v;
}

HOT void gate_value(const net_network *n, uint32_t g, const lanes *values, lanes *out)
{
    const net_gate *gate = &n->gates.data[g];
    const net_signal *in = n->inputs.data + gate->first;
    bool is_or = gate->kind == NET_OR;
    lanes sum = (lanes){0};
    if (!is_or)
        sum = ~sum;
    for (uint32_t i = 0; i < gate->count; i++) {
        lanes one = values[in[i] >> 1];
        flip_if(&one, in[i]);
        sum = is_or ? sum | one : sum & one;
    }
    *out = sum;
}

HOT void evaluate(slices *x, net_part part)
{
    if (x->parts) {
        x->parts[part](x->values);
        return;
    }
    for (uint32_t k = 0; k < x->s->steps[part].count; k++) {
        net_step step = x->s->steps[part].data[k];
        if (step.end == step.first + 1) {
            gate_value(x->n, step.first, x->values, &x->values[step.first]);
            continue;
        }
        for (uint32_t g = step.first; g < step.end; g++)
            x->values[g] = (lanes){0};
        for (bool changed = true; changed;) {
            changed = false;
            for (uint32_t g = step.first; g < step.end; g++) {
                lanes now, fresh;
                gate_value(x->n, g, x->values, &now);
                fresh = now ^ x->values[g];
                changed |= any(&fresh);
                x->values[g] = now;
            }
        }
    }
}

HOT void draw_bits(slices *x, lanes *out)
{
    lanes *s = x->random, r = s[1] * 5;
    r = ((r << 7) | (r >> 57)) * 9;
    lanes k = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= k;
    s[3] = (s[3] << 45) | (s[3] >> 19);
    *out = r;
}

HOT void signal_value(const slices *x, net_signal s, lanes *out)
{
    *out = x->values[s >> 1];
    flip_if(out, s);
}

/* Moves of a role that are legal in some lane, into x->candidate and x->which. */
HOT uint32_t find_candidates(slices *x, const net_role *r, const lanes *taking_part)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < r->move_count; i++) {
        lanes legal;
        const net_move *move = &x->n->moves.data[r->first_move + i];
        signal_value(x, move->legal, &legal);
        legal &= *taking_part;
        x->values[move->gate] = (lanes){0};
        if (!any(&legal))
            continue;
        x->which[count] = r->first_move + i;
        x->candidate[count++] = legal;
    }
    return count;
}

enum { PLANES_MAX = 32 };

/* A number for each lane, uniform below that lane's n > 0: bit `p` of them is a plane. Random bits
 * as long as the lane's n - 1 are drawn until they make no more than that. `last` gets n - 1. */
HOT void draw_numbers(slices *x, const lanes *n, const lanes *lively, lanes *last, lanes *drawn,
                      int planes)
{
    lanes borrow = *lively, left = *lively, mask = (lanes){0};
    int top = 0; /* planes in use */
    for (int p = 0; p < planes; p++) {
        last[p] = n[p] ^ borrow;
        borrow &= ~n[p];
        drawn[p] = (lanes){0};
        if (any(&last[p]))
            top = p + 1;
    }
    while (any(&left)) {
        lanes fresh[PLANES_MAX], less = (lanes){0}, same = left;
        mask = (lanes){0};
        for (int p = top; p-- > 0;) {
            lanes bits;
            draw_bits(x, &bits);
            mask |= last[p];
            fresh[p] = bits & mask;
            less |= same & ~fresh[p] & last[p];
            same &= ~(fresh[p] ^ last[p]);
        }
        less |= same;
        left &= ~less;
        for (int p = 0; p < top; p++)
            drawn[p] |= fresh[p] & less;
    }
}

/* Counts the candidates of each lane, draws a number below that, and lets each candidate take one
 * off it: whom it cannot be taken from is chosen. */
HOT void choose_among(slices *x, uint32_t count, const lanes *taking_part, lanes *none,
                      const int planes)
{
    lanes n[PLANES_MAX], last[PLANES_MAX], drawn[PLANES_MAX], lively = (lanes){0};
    for (int p = 0; p < planes; p++)
        n[p] = (lanes){0};
    for (uint32_t i = 0; i < count; i++) {
        lanes carry = x->candidate[i];
        for (int p = 0; p < planes; p++) {
            lanes both = n[p] & carry;
            n[p] ^= carry;
            carry = both;
        }
    }
    for (int p = 0; p < planes; p++)
        lively |= n[p];
    *none = *taking_part & ~lively;
    draw_numbers(x, n, &lively, last, drawn, planes);
    for (uint32_t i = 0; i < count;
         i++) { /* below zero all planes are set: too many to come down again */
        lanes borrow = x->candidate[i];
        for (int p = 0; p < planes; p++) {
            lanes before = drawn[p];
            drawn[p] = before ^ borrow;
            borrow &= ~before;
        }
        x->values[x->n->moves.data[x->which[i]].gate] = borrow;
    }
}

/* Sets the inputs of one legal move in each lane that takes part, each as likely; *none gets the
 * lanes without any. */
HOT void choose(slices *x, uint32_t role, const lanes *taking_part, lanes *none)
{
    const net_role *r = &x->n->roles.data[role];
    uint32_t count = find_candidates(x, r, taking_part);
    int planes = 32 - __builtin_clz(count | 1);
    switch (planes) { /* known numbers of planes stay in registers */
    case 1: choose_among(x, count, taking_part, none, 1); break;
    case 2: choose_among(x, count, taking_part, none, 2); break;
    case 3: choose_among(x, count, taking_part, none, 3); break;
    case 4: choose_among(x, count, taking_part, none, 4); break;
    case 5: choose_among(x, count, taking_part, none, 5); break;
    case 6: choose_among(x, count, taking_part, none, 6); break;
    case 7: choose_among(x, count, taking_part, none, 7); break;
    case 8: choose_among(x, count, taking_part, none, 8); break;
    default: choose_among(x, count, taking_part, none, planes);
    }
}

static void goals_of_lane(slices *x, uint32_t lane)
{
    const net_network *n = x->n;
    for (uint32_t i = 0; i < n->roles.count; i++) {
        const net_role *r = &n->roles.data[i];
        uint32_t found = 0;
        x->goals[i] = INT32_MIN;
        for (uint32_t g = r->first_goal; g < r->first_goal + r->goal_count; g++) {
            const net_valued *v = &n->goals.data[g];
            if (((x->values[v->signal >> 1][lane / 64] >> lane % 64) ^ v->signal) & 1)
                x->goals[i] = found++ == 0 && v->value >= 0 ? v->value : INT32_MIN;
        }
    }
}

/* Ends the games of some lanes; lanes that have another one to play stay in *active. */
static void finish(slices *x, const lanes *which, slice_end end, uint32_t step, lanes *active,
                   slice_done done, void *user)
{
    for (uint32_t w = 0; w < SLICE_WORDS; w++)
        for (uint64_t bits = (*which)[w]; bits; bits &= bits - 1) {
            uint32_t lane = 64 * w + (uint32_t)__builtin_ctzll(bits);
            if (end == SLICE_OVER)
                goals_of_lane(x, lane);
            done(user, end, step - x->begun[lane], x->goals);
            x->begun[lane] = step;
            if (--x->left[lane] == 0)
                (*active)[w] &= ~(UINT64_C(1) << lane % 64);
        }
}

/* Lanes whose game goes on for too long. */
static void overdue(const slices *x, const lanes *active, uint32_t step, uint32_t max_plies,
                    lanes *late)
{
    *late = (lanes){0};
    for (uint32_t lane = 0; lane < SLICE_LANES; lane++)
        if ((*active)[lane / 64] >> lane % 64 & 1 && step - x->begun[lane] >= max_plies)
            (*late)[lane / 64] |= UINT64_C(1) << lane % 64;
}

HOT void restart(slices *x, const lanes *which, const uint64_t *facts, lanes *values)
{
    for (uint32_t i = 0; i < x->n->facts.count; i++) {
        if (facts[i / 64] >> i % 64 & 1)
            values[i] |= *which;
        else
            values[i] &= ~*which;
    }
}

HOT void play(slices *x, const uint64_t *facts, const lanes *all, uint32_t max_plies,
              slice_done done, void *user)
{
    const net_network *n = x->n;
    lanes active = *all;
    lanes *holds = x->values + 1; /* facts are gates 1, 2, ... */
    uint32_t due = max_plies;     /* first step in which a game can be too long */
    restart(x, &active, facts, holds);
    for (uint32_t step = 0; any(&active) && !control_stopped(x->control);) {
        evaluate(x, NET_LEGAL);
        lanes over, stuck = (lanes){0};
        signal_value(x, n->terminal, &over);
        over &= active;
        if (any(&over)) {
            evaluate(x, NET_GOALS);
            finish(x, &over, SLICE_OVER, step, &active, done, user);
            lanes again = over & active;
            restart(x, &again, facts, holds);
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
            finish(x, &late, SLICE_LONG, step, &active, done, user);
            restart(x, &late, facts, holds);
            if (any(&late))
                continue;
        }
        for (uint32_t i = 0; i < n->roles.count; i++) {
            lanes none;
            choose(x, i, &active, &none);
            stuck |= none;
        }
        evaluate(x, NET_NEXT);
        for (uint32_t i = 0; i < n->facts.count; i++)
            signal_value(x, n->facts.data[i].next, &x->next[i]);
        memcpy(holds, x->next, n->facts.count * sizeof *holds);
        if (any(&stuck)) {
            finish(x, &stuck, SLICE_STUCK, step, &active, done, user);
            restart(x, &stuck, facts, holds);
        }
        step++;
    }
}

#if defined __x86_64__ && defined __GNUC__
__attribute__((target("avx2"))) static void play_avx2(slices *x, const uint64_t *facts,
                                                      const lanes *active, uint32_t max_plies,
                                                      slice_done done, void *user)
{
    play(x, facts, active, max_plies, done, user);
}
__attribute__((target("avx512f"))) static void play_avx512(slices *x, const uint64_t *facts,
                                                           const lanes *active, uint32_t max_plies,
                                                           slice_done done, void *user)
{
    play(x, facts, active, max_plies, done, user);
}
#endif

static void play_plain(slices *x, const uint64_t *facts, const lanes *active, uint32_t max_plies,
                       slice_done done, void *user)
{
    play(x, facts, active, max_plies, done, user);
}

bool slices_play(slices *x, const uint64_t *facts, uint64_t seed, uint64_t count,
                 uint32_t max_plies, const lud_control *control, slice_done done, void *user)
{
    x->control = control;
    lanes active = (lanes){0};
    uint64_t mix = seed;
    for (uint32_t lane = 0; lane < SLICE_LANES; lane++) {
        x->left[lane] = count / SLICE_LANES + (lane < count % SLICE_LANES);
        x->begun[lane] = 0;
        if (x->left[lane])
            active[lane / 64] |= UINT64_C(1) << lane % 64;
    }
    for (int k = 0; k < 4; k++)
        for (int w = 0; w < SLICE_WORDS; w++)
            x->random[k][w] = hash_mix(mix += UINT64_C(0x9e3779b97f4a7c15));
#if defined __x86_64__ && defined __GNUC__
    if (__builtin_cpu_supports("avx512f"))
        play_avx512(x, facts, &active, max_plies, done, user);
    else if (__builtin_cpu_supports("avx2"))
        play_avx2(x, facts, &active, max_plies, done, user);
    else
#endif
        play_plain(x, facts, &active, max_plies, done, user);
    return !control_stopped(control);
}
