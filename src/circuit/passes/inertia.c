/* Facts that keep their first value: all are supposed to, and those whose next value is not known
 * to be that value, while the others keep theirs, are struck off until nothing changes. */
#include "circuit/passes/passes.h"

#include <string.h>

typedef enum known { NO, YES, OPEN } known;

static known value_of(const unsigned char *values, net_signal s)
{
    unsigned char v = values[s >> 1];
    return v == OPEN ? OPEN : (known)(v ^ (s & 1));
}

static known gate_value(const net_network *n, uint32_t g, const unsigned char *values)
{
    const net_gate *gate = &n->gates.data[g];
    known decided = gate->kind == NET_OR ? YES : NO, all = gate->kind == NET_OR ? NO : YES;
    for (uint32_t i = 0; i < gate->count; i++) {
        known in = value_of(values, n->inputs.data[gate->first + i]);
        if (in == decided)
            return decided;
        all = in == OPEN ? OPEN : all;
    }
    return all;
}

/* Gates of components are open unless they are known without each other. */
static void evaluate(const net_network *n, unsigned char *values)
{
    for (uint32_t i = 0; i < n->components.count; i++)
        memset(values + n->components.data[i].first, OPEN,
               n->components.data[i].end - n->components.data[i].first);
    for (uint32_t g = 0; g < n->gates.count; g++)
        if (n->gates.data[g].kind == NET_AND || n->gates.data[g].kind == NET_OR)
            values[g] = (unsigned char)gate_value(n, g, values);
}

uint32_t net_find_inert(const net_network *n, net_signal *fixed, arena *a)
{
    arena *scratch = arena_child(a);
    unsigned char *values = ARENA_ARRAY(scratch, unsigned char, n->gates.count + 1);
    uint32_t left = n->facts.count;
    for (uint32_t i = 0; i < n->facts.count; i++)
        fixed[i] = n->facts.data[i].initial ? NET_TRUE : NET_FALSE;
    for (bool changed = true; changed && left;) {
        changed = false;
        values[0] = YES;
        for (uint32_t g = 1; g < n->gates.count; g++)
            values[g] = OPEN;
        for (uint32_t i = 0; i < n->facts.count; i++)
            values[1 + i] = fixed[i] == RL_NONE ? OPEN : fixed[i] == NET_TRUE ? YES : NO;
        evaluate(n, values);
        for (uint32_t i = 0; i < n->moves.count; i++) /* what is never legal is never done */
            if (value_of(values, n->moves.data[i].legal) == NO)
                values[n->moves.data[i].gate] = NO;
        evaluate(n, values);
        for (uint32_t i = 0; i < n->facts.count; i++) {
            known next = value_of(values, n->facts.data[i].next);
            if (fixed[i] != RL_NONE && next != (fixed[i] == NET_TRUE ? YES : NO)) {
                fixed[i] = RL_NONE;
                left--;
                changed = true;
            }
        }
    }
    arena_done(scratch);
    return left;
}
