#include "circuit/gates.h"

#include <stdlib.h>
#include <string.h>

void gates_begin(gate_maker *m, net_network *n, arena *a, arena *scratch)
{
    *m = (gate_maker){.n = n, .a = a, .scratch = scratch, .fold = true, .share = true};
    map_init(&m->by_hash, scratch);
    vec_reserve(a, &n->inputs, 1); /* there may be no other */
    gates_add(m, NET_CONSTANT, NULL, 0);
}

uint32_t gates_add(gate_maker *m, net_kind kind, const net_signal *inputs, uint32_t count)
{
    net_network *n = m->n;
    net_gate gate = {kind, n->inputs.count, count};
    for (uint32_t i = 0; i < count; i++)
        vec_push(m->a, &n->inputs, inputs[i]);
    vec_push(m->a, &n->gates, gate);
    vec_push(m->scratch, &m->same, LOGIC_NONE);
    return n->gates.count - 1;
}

static int by_number(const void *x, const void *y)
{
    net_signal a = *(const net_signal *)x, c = *(const net_signal *)y;
    return a < c ? -1 : a > c;
}

uint32_t gates_normalise(gate_maker *m, net_signal *inputs, uint32_t count)
{
    if (count > 1)
        qsort(inputs, count, sizeof *inputs, by_number);
    uint32_t kept = 0;
    for (uint32_t i = 0; m->fold && i < count; i++) {
        if (inputs[i] == NET_FALSE || (kept && inputs[kept - 1] == (inputs[i] ^ 1))) {
            m->folded++;
            return GATES_NEVER;
        }
        if (inputs[i] != NET_TRUE && !(kept && inputs[kept - 1] == inputs[i]))
            inputs[kept++] = inputs[i];
    }
    if (!m->fold)
        return count;
    m->folded += kept < count;
    return kept;
}

net_signal gates_and(gate_maker *m, net_signal *inputs, uint32_t count)
{
    uint32_t kept = gates_normalise(m, inputs, count);
    if (kept == GATES_NEVER)
        return NET_FALSE;
    if (kept < 2 && m->fold)
        return kept ? inputs[0] : NET_TRUE;
    if (!m->share)
        return 2 * gates_add(m, NET_AND, inputs, kept);
    uint64_t hash = hash_bytes(inputs, kept * sizeof *inputs, kept);
    const uint32_t *first = map_get(&m->by_hash, hash);
    for (uint32_t i = first ? *first : LOGIC_NONE; i != LOGIC_NONE; i = vec_at(&m->same, i)) {
        const net_gate *gate = &vec_at(&m->n->gates, i);
        if (gate->count == kept &&
            (kept == 0 || memcmp(m->n->inputs.data + gate->first, inputs, kept * sizeof *inputs) == 0)) {
            m->shared++;
            return 2 * i;
        }
    }
    uint32_t chain = first ? *first : LOGIC_NONE, gate = gates_add(m, NET_AND, inputs, kept);
    vec_at(&m->same, gate) = chain;
    map_put(&m->by_hash, hash, gate);
    return 2 * gate;
}

/* An or is a negated and of negated inputs. */
net_signal gates_or(gate_maker *m, net_signal *inputs, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        inputs[i] ^= 1;
    return gates_and(m, inputs, count) ^ 1;
}
