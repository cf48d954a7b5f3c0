/* Facts that keep their first value: all are supposed to, and those whose next value is not known
 * to be that value, while the others keep theirs, are struck off until nothing changes. */
#include "circuit/passes/passes.h"

#include "circuit/ternary.h"

/* Facts that have their first value for ever: [fact] that signal, or RL_NONE. Their number. */
static uint32_t find_inert(const net_network *n, net_signal *fixed, arena *a)
{
    arena *scratch = arena_child(a);
    unsigned char *values = ARENA_ARRAY(scratch, unsigned char, n->gates.count + 1);
    uint32_t left = n->facts.count;
    for (uint32_t i = 0; i < n->facts.count; i++)
        fixed[i] = n->facts.data[i].initial ? NET_TRUE : NET_FALSE;
    for (bool changed = true; changed && left;) {
        changed = false;
        for (uint32_t g = 1; g < n->gates.count; g++)
            values[g] = OPEN;
        for (uint32_t i = 0; i < n->facts.count; i++)
            values[1 + i] = fixed[i] == RL_NONE ? OPEN : fixed[i] == NET_TRUE ? YES : NO;
        net_evaluate_known(n, values);
        for (uint32_t i = 0; i < n->moves.count; i++) /* what is never legal is never done */
            if (net_known(values, n->moves.data[i].legal) == NO)
                values[n->moves.data[i].gate] = NO;
        net_evaluate_known(n, values);
        for (uint32_t i = 0; i < n->facts.count; i++) {
            known next = net_known(values, n->facts.data[i].next);
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

net_network *net_pass_inertia(const net_network *n, net_rewriting *how, uint32_t *changes, arena *a)
{
    net_signal *fixed = ARENA_ARRAY(a, net_signal, n->facts.count + 1);
    *changes = find_inert(n, fixed, a);
    how->fixed = fixed;
    return *changes ? net_rewrite(n, how, a) : NULL;
}
