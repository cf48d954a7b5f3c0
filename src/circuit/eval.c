#include "circuit/eval.h"

#include <string.h>

typedef struct marking {
    const net_network *n;
    unsigned char *part_of; /* [gate] part + 1, or 0 */
    uint32_t *component_of; /* [gate] number + 1, or 0 */
    vec_u32 stack;
    arena *a;
} marking;

static bool is_input(net_kind k) { return k != NET_AND && k != NET_OR; }

/* Everything a signal depends on that no earlier part computes. */
static void mark(marking *m, net_signal s, net_part part)
{
    vec_push(m->a, &m->stack, s >> 1);
    while (m->stack.count > 0) {
        uint32_t g = m->stack.data[--m->stack.count];
        const net_gate *gate = &vec_at(&m->n->gates, g);
        if (is_input(gate->kind) || m->part_of[g])
            continue;
        uint32_t first = g, end = g + 1;
        if (m->component_of[g]) { /* a component is computed whole */
            first = vec_at(&m->n->components, m->component_of[g] - 1).first;
            end = vec_at(&m->n->components, m->component_of[g] - 1).end;
        }
        for (uint32_t k = first; k < end; k++)
            m->part_of[k] = (unsigned char)(part + 1);
        for (uint32_t k = first; k < end; k++)
            for (uint32_t i = 0; i < vec_at(&m->n->gates, k).count; i++)
                vec_push(m->a, &m->stack, vec_at(&m->n->inputs, vec_at(&m->n->gates, k).first + i) >> 1);
    }
}

static void take_steps(const marking *m, net_schedule *s, net_part part, arena *a)
{
    for (uint32_t g = 0; g < m->n->gates.count; g++) {
        if (m->part_of[g] != part + 1)
            continue;
        net_step step = {g, g + 1};
        if (m->component_of[g])
            step.end = vec_at(&m->n->components, m->component_of[g] - 1).end;
        vec_push(a, &s->steps[part], step);
        s->gates[part] += step.end - step.first;
        g = step.end - 1;
    }
}

net_schedule *net_schedule_make(const net_network *n, arena *a)
{
    net_schedule *s = ARENA_NEW(a, net_schedule);
    arena *scratch = arena_child(a);
    marking m = {.n = n,
                 .a = scratch,
                 .part_of = ARENA_ARRAY(scratch, unsigned char, n->gates.count),
                 .component_of = net_component_of(n, scratch)};
    mark(&m, n->terminal, NET_LEGAL);
    for (uint32_t i = 0; i < n->moves.count; i++)
        mark(&m, vec_at(&n->moves, i).legal, NET_LEGAL);
    take_steps(&m, s, NET_LEGAL, a);
    for (uint32_t i = 0; i < n->goals.count; i++)
        mark(&m, vec_at(&n->goals, i).signal, NET_GOALS);
    take_steps(&m, s, NET_GOALS, a);
    for (uint32_t g = 0; g < n->gates.count; g++) /* what both need stands in both */
        m.part_of[g] = m.part_of[g] == NET_GOALS + 1 ? 0 : m.part_of[g];
    for (uint32_t i = 0; i < n->facts.count; i++)
        mark(&m, vec_at(&n->facts, i).next, NET_NEXT);
    for (uint32_t i = 0; i < n->percepts.count; i++)
        mark(&m, vec_at(&n->percepts, i).signal, NET_NEXT);
    take_steps(&m, s, NET_NEXT, a);
    for (uint32_t i = 0; i < n->goals.count; i++)
        mark(&m, vec_at(&n->goals, i).signal, NET_REST);
    take_steps(&m, s, NET_REST, a);
    arena_done(scratch);
    return s;
}

static inline bool gate_value(const net_network *n, uint32_t g, const unsigned char *values)
{
    const net_gate *gate = &vec_at(&n->gates, g);
    const net_signal *in = n->inputs.data + gate->first;
    if (gate->kind == NET_OR) {
        for (uint32_t i = 0; i < gate->count; i++)
            if (net_value(values, in[i]))
                return true;
        return false;
    }
    for (uint32_t i = 0; i < gate->count; i++)
        if (!net_value(values, in[i]))
            return false;
    return true;
}

void net_evaluate(const net_network *n, const net_schedule *s, net_part part, unsigned char *values)
{
    for (uint32_t k = 0; k < s->steps[part].count; k++) {
        net_step step = vec_at(&s->steps[part], k);
        if (step.end == step.first + 1) {
            values[step.first] = gate_value(n, step.first, values);
            continue;
        }
        /* the least solution: from nothing upwards */
        memset(values + step.first, 0, step.end - step.first);
        for (bool changed = true; changed;) {
            changed = false;
            for (uint32_t g = step.first; g < step.end; g++)
                if (!values[g] && gate_value(n, g, values))
                    values[g] = changed = true;
        }
    }
}
