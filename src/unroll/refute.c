/* Signals that cannot be true together, by unit propagation (Davis, Logemann, Loveland, "A machine
 * program for theorem proving", 1962) over the gates nearest to them, and over the groups of which
 * one member holds. What is not refuted may be true. */
#include "unroll/inside.h"

enum { GATES_MAX = 1000, INPUTS_MAX = 48 };

/* 1: the signal is true, 2: false, 0: not known. */
static unsigned char known(const unroller *x, net_signal s)
{
    const unsigned char now = s >> 1 == 0 ? 1 : vec_at(&x->assumed, s >> 1);
    return s & 1 && now ? 3 - now : now;
}

/* False: it contradicts what is assumed. */
static bool assume(unroller *x, net_signal s)
{
    const unsigned char now = known(x, s);
    if (now)
        return now == 1;
    vec_at(&x->assumed, s >> 1) = s & 1 ? 2 : 1;
    vec_push(x->a, &x->trail, s);
    return true;
}

/* What the gate's value and those of its inputs say of each other. An or is an and of negations,
 * negated. */
static bool look_at(unroller *x, uint32_t g)
{
    const net_gate gate = vec_at(&x->n->gates, g);
    const net_signal flip = gate.kind == NET_OR, out = (2 * g) ^ flip;
    const unsigned char value = known(x, out);
    uint32_t open = 0;
    net_signal left = 0;
    if (gate.kind < NET_AND)
        return true;
    for (uint32_t i = 0; i < gate.count && (open < 2 || value == 1); i++) {
        const net_signal in = vec_at(&x->n->inputs, gate.first + i) ^ flip;
        if (value == 1 && !assume(x, in))
            return false;
        const unsigned char k = known(x, in);
        if (k == 2)
            return assume(x, out ^ 1);
        if (k == 0) {
            open++;
            left = in;
        }
    }
    if (value == 1 || open > 1)
        return true;
    return open == 0 ? assume(x, out) : value == 2 ? assume(x, left ^ 1) : true;
}

/* Others of its group cannot hold, and what a move needs holds. */
static bool look_at_group(unroller *x, uint32_t g)
{
    const uint32_t *member = map_get(&x->member_of, g);
    if (!member || known(x, 2 * g) != 1)
        return true;
    const u_pair m = vec_at(&x->members, *member); /* its group, and what it implies */
    const vec_u32 *all = &vec_at(&x->group_gates, m.cell);
    for (uint32_t i = 0; i < all->count; i++)
        if (all->data[i] != g && vec_at(&x->met, all->data[i]) && !assume(x, 2 * all->data[i] + 1))
            return false;
    return assume(x, m.value);
}

static void meet(unroller *x, net_signal s)
{
    const uint32_t g = s >> 1;
    if (g == 0 || vec_at(&x->met, g) || x->near.count == GATES_MAX)
        return;
    vec_at(&x->met, g) = true;
    vec_at(&x->first_user, g) = 0;
    vec_push(x->a, &x->near, g);
}

/* The gates from which the signals are made, the nearest ones, and which of them use which. */
static void find_near(unroller *x, const net_signal *all, uint32_t count)
{
    const net_network *n = x->n;
    while (x->met.count < n->gates.count) {
        vec_push(x->a, &x->met, false);
        vec_push(x->a, &x->assumed, 0);
        vec_push(x->a, &x->first_user, 0);
    }
    for (uint32_t i = 0; i < count; i++)
        meet(x, all[i]);
    for (uint32_t i = 0; i < x->near.count; i++) {
        const uint32_t g = vec_at(&x->near, i);
        const net_gate gate = vec_at(&n->gates, g);
        const uint32_t *member = gate.kind == NET_DOES ? map_get(&x->member_of, g) : NULL;
        if (member)
            meet(x, vec_at(&x->members, *member).value);
        if (gate.kind < NET_AND || gate.count > INPUTS_MAX)
            continue;
        for (uint32_t k = 0; k < gate.count; k++) {
            const uint32_t in = vec_at(&n->inputs, gate.first + k) >> 1;
            meet(x, 2 * in);
            if (!vec_at(&x->met, in))
                continue;
            vec_push(x->a, &x->users, ((u_pair){vec_at(&x->first_user, in), g}));
            vec_at(&x->first_user, in) = x->users.count;
        }
    }
}

bool u_refuted(unroller *x, const net_signal *all, uint32_t count)
{
    bool fine = true;
    find_near(x, all, count);
    for (uint32_t i = 0; i < count && fine; i++)
        fine = assume(x, all[i]);
    for (uint32_t i = 0; i < x->trail.count && fine; i++) {
        const uint32_t g = vec_at(&x->trail, i) >> 1;
        if (!vec_at(&x->met, g))
            continue;
        fine = look_at(x, g) && look_at_group(x, g);
        for (uint32_t u = vec_at(&x->first_user, g); u > 0 && fine; u = vec_at(&x->users, u - 1).cell)
            fine = look_at(x, vec_at(&x->users, u - 1).value);
    }
    for (uint32_t i = 0; i < x->trail.count; i++)
        vec_at(&x->assumed, vec_at(&x->trail, i) >> 1) = 0;
    for (uint32_t i = 0; i < x->near.count; i++)
        vec_at(&x->met, vec_at(&x->near, i)) = false;
    x->trail.count = x->near.count = x->users.count = 0;
    return !fine;
}
