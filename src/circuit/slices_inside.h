/* The lanes behind slices.h: what playing and stepping share. Functions are inlined into a copy for each instruction
 * set. */
#ifndef LUDENS_CIRCUIT_SLICES_INSIDE_H
#define LUDENS_CIRCUIT_SLICES_INSIDE_H

#include "circuit/slices.h"

typedef uint64_t lanes __attribute__((vector_size(8 * SLICE_WORDS)));

struct slices {
    const net_network *n;
    const net_schedule *s;
    void (*const *parts)(void *values); /* or NULL */
    const lud_control *control;
    lanes *values;               /* [gate] */
    lanes *next;                 /* [fact] */
    lanes *candidate;            /* [move of the role at hand] */
    uint32_t *which;             /* [candidate] move */
    lanes random[4];             /* xoshiro256** in every lane of words (Blackman and Vigna 2018) */
    uint32_t begun[SLICE_LANES]; /* step in which the lane's game began */
    uint64_t left[SLICE_LANES];  /* games the lane still has to play, that one included */
    uint32_t at[SLICE_LANES];    /* the position at which the lane's game began */
    uint32_t *goals;
    uint32_t idle;    /* chance's move when it does not decide, or LOGIC_NONE */
    lanes counts[32]; /* decisions of chance: bit `p` of their number is a plane */
    lanes *said;      /* [role] lanes whose move was chosen from outside */
    uint32_t *chosen; /* [role * SLICE_LANES + lane] that move */
};

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
    const net_gate *gate = &vec_at(&n->gates, g);
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
        net_step step = vec_at(&x->s->steps[part], k);
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
        const net_move *move = &vec_at(&x->n->moves, r->first_move + i);
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
HOT void draw_numbers(slices *x, const lanes *n, const lanes *lively, lanes *last, lanes *drawn, int planes)
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
HOT void choose_among(slices *x, uint32_t count, const lanes *taking_part, lanes *none, const int planes)
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
    for (uint32_t i = 0; i < count; i++) { /* below zero all planes are set: too many to come down again */
        lanes borrow = x->candidate[i];
        for (int p = 0; p < planes; p++) {
            lanes before = drawn[p];
            drawn[p] = before ^ borrow;
            borrow &= ~before;
        }
        x->values[vec_at(&x->n->moves, x->which[i]).gate] = borrow;
    }
}

/* Sets the inputs of one legal move in each lane that takes part, each as likely; *none gets the
 * lanes without any. */
HOT void choose(slices *x, uint32_t role, const lanes *taking_part, lanes *none)
{
    const net_role *r = &vec_at(&x->n->roles, role);
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

HOT void restart(slices *x, const lanes *which, const uint64_t *facts, lanes *values)
{
    for (uint32_t i = 0; i < x->n->facts.count; i++) {
        if (facts[i / 64] >> i % 64 & 1)
            values[i] |= *which;
        else
            values[i] &= ~*which;
    }
}

#endif
