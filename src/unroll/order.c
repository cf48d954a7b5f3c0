/* The numbers of a network that is ready. */
#include "unroll/building.h"

#include <stdlib.h>
#include <string.h>

static int by_name(const void *a, const void *b)
{
    return strcmp(((const net_role *)a)->name, ((const net_role *)b)->name);
}

static int by_fact(const void *a, const void *b)
{
    return strcmp((*(const net_fact *const *)a)->text, (*(const net_fact *const *)b)->text);
}

static net_signal moved(const uint32_t *now, net_signal s) { return 2 * now[s >> 1] + (s & 1); }

static void need_gates(const net_network *n, bool *needed, vec_u32 *queue, arena *a)
{
    while (queue->count) {
        const uint32_t g = queue->data[--queue->count];
        const net_gate *gate = &vec_at(&n->gates, g);
        if (needed[g])
            continue;
        needed[g] = true;
        if (gate->kind == NET_FACT)
            vec_push(a, queue, vec_at(&n->facts, gate->first).next >> 1);
        for (uint32_t i = 0; i < gate->count && gate->kind >= NET_AND; i++)
            vec_push(a, queue, vec_at(&n->inputs, gate->first + i) >> 1);
    }
}

/* What moves, the end and goals depend on, at once or later, and what is shown. */
static bool *find_needed(building *b)
{
    unroller *x = &b->x;
    const net_network *n = x->n;
    bool *needed = ARENA_ARRAY(x->a, bool, n->gates.count + 1), more = true;
    vec_u32 queue = {0};
    vec_push(x->a, &queue, 0);
    vec_push(x->a, &queue, n->terminal >> 1);
    for (uint32_t i = 0; i < n->moves.count; i++) {
        vec_push(x->a, &queue, vec_at(&n->moves, i).legal >> 1);
        vec_push(x->a, &queue, vec_at(&n->moves, i).gate);
    }
    for (uint32_t i = 0; i < n->goals.count; i++)
        vec_push(x->a, &queue, vec_at(&n->goals, i).signal >> 1);
    for (uint32_t c = 0; c < x->cells; c++)
        for (int32_t code = b->low[c];
             b->stored[c] && code <= b->high[c] && vec_at(&x->g->variables, x->variable_of[c]).shown; code++)
            vec_push(x->a, &queue, b->gate_of[ub_code_number(b, c, code)]);
    for (uint32_t i = 0; i < n->facts.count && b->key; i++) /* whole states are asked for */
        vec_push(x->a, &queue, 1 + i);
    while (more) { /* components as a whole */
        need_gates(n, needed, &queue, x->a);
        more = false;
        for (uint32_t i = 0; i < n->components.count; i++) {
            const net_component c = vec_at(&n->components, i);
            bool any = false;
            for (uint32_t g = c.first; g < c.end; g++)
                any |= needed[g];
            for (uint32_t g = c.first; any && g < c.end; g++)
                if (!needed[g]) {
                    vec_push(x->a, &queue, g);
                    more = true;
                }
        }
    }
    return needed;
}

net_network *ub_in_order(building *b)
{
    unroller *x = &b->x;
    const net_network *n = x->n;
    net_network *out = ARENA_NEW(b->out, net_network);
    const bool *needed = find_needed(b);
    uint32_t *now = ARENA_ARRAY(x->a, uint32_t, n->gates.count + 1), fact_count = 0;
    const net_fact **facts = ARENA_ARRAY(x->a, const net_fact *, n->facts.count + 1);
    *out = (net_network){.random = LOGIC_NONE};
    for (uint32_t i = 0; i < n->facts.count; i++)
        if (needed[1 + i])
            facts[fact_count++] = &vec_at(&n->facts, i);
    qsort(facts, fact_count, sizeof *facts, by_fact);
    for (uint32_t i = 0; i < fact_count; i++)
        now[1 + (facts[i] - n->facts.data)] = 1 + i;
    uint32_t next = 1 + fact_count;
    for (uint32_t r = 0; r < n->roles.count; r++)
        vec_push(b->out, &out->roles, vec_at(&n->roles, r));
    qsort(out->roles.data, out->roles.count, sizeof *out->roles.data, by_name);
    for (uint32_t r = 0; r < out->roles.count; r++) {
        net_role *role = &vec_at(&out->roles, r);
        const uint32_t first = role->first_move, goal = role->first_goal;
        role->first_move = out->moves.count;
        role->first_goal = out->goals.count;
        for (uint32_t i = 0; i < role->move_count; i++) {
            net_move m = vec_at(&n->moves, first + i);
            now[m.gate] = next++;
            vec_push(b->out, &out->moves, m);
        }
        for (uint32_t i = 0; i < role->goal_count; i++)
            vec_push(b->out, &out->goals, vec_at(&n->goals, goal + i));
        if (b->random != LOGIC_NONE && strcmp(role->name, "random") == 0)
            out->random = r;
    }
    for (uint32_t g = 1 + n->facts.count; g < n->gates.count; g++)
        if (needed[g] && vec_at(&n->gates, g).kind != NET_DOES)
            now[g] = next++;
    for (uint32_t g = 0; g < next; g++)
        vec_push(b->out, &out->gates, (net_gate){0});
    for (uint32_t g = 0; g < n->gates.count; g++) {
        if (!needed[g])
            continue;
        const net_gate *old = &vec_at(&n->gates, g);
        net_gate *gate = &vec_at(&out->gates, now[g]);
        *gate = (net_gate){old->kind, old->kind == NET_FACT ? now[g] - 1 : out->inputs.count,
                           old->kind == NET_FACT ? 0 : old->count};
        for (uint32_t i = 0; old->kind != NET_FACT && i < old->count; i++)
            vec_push(b->out, &out->inputs, moved(now, vec_at(&n->inputs, old->first + i)));
    }
    for (uint32_t i = 0; i < fact_count; i++) {
        net_fact f = *facts[i];
        f.next = moved(now, f.next);
        vec_push(b->out, &out->facts, f);
    }
    for (uint32_t i = 0; i < out->moves.count; i++) {
        net_move *m = &vec_at(&out->moves, i);
        m->gate = now[m->gate];
        m->legal = moved(now, m->legal);
        vec_at(&out->gates, m->gate) = (net_gate){NET_DOES, i, 0};
    }
    for (uint32_t i = 0; i < out->goals.count; i++)
        vec_at(&out->goals, i).signal = moved(now, vec_at(&out->goals, i).signal);
    for (uint32_t i = 0; i < n->components.count; i++) {
        const net_component *c = &vec_at(&n->components, i);
        if (needed[c->first])
            vec_push(b->out, &out->components, ((net_component){now[c->first], now[c->end - 1] + 1}));
    }
    out->terminal = moved(now, n->terminal);
    return out;
}
