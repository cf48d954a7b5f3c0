#include "circuit/live.h"

#include <stdlib.h>
#include <string.h>

enum { GOALS_MAX = 2000 };

typedef struct pair {
    uint32_t from, to;
} pair;
typedef VEC(pair) pair_list;

/* Lists by their first part, in the order they came. */
static uint32_t *group(const pair_list *p, uint32_t count, uint32_t **start, arena *a)
{
    uint32_t *out = ARENA_ARRAY(a, uint32_t, p->count + 1), *at = ARENA_ARRAY(a, uint32_t, count + 2);
    for (uint32_t i = 0; i < p->count; i++)
        at[p->data[i].from + 2]++;
    for (uint32_t i = 0; i < count; i++)
        at[i + 2] += at[i + 1];
    for (uint32_t i = 0; i < p->count; i++)
        out[at[p->data[i].from + 1]++] = p->data[i].to;
    *start = at;
    return out;
}

live_plan *live_plan_make(const net_network *n, const net_schedule *s, arena *a)
{
    live_plan *l = ARENA_NEW(a, live_plan);
    arena *scratch = arena_child(a);
    uint32_t gates = n->gates.count, facts = n->facts.count, moves = n->moves.count;
    bool *used = ARENA_ARRAY(scratch, bool, gates + 1);
    uint32_t *component_of = ARENA_ARRAY(a, uint32_t, gates + 1), *start;
    pair_list targets = {0}, outputs = {0};
    l->goals = s->gates[NET_REST] > GOALS_MAX;
    for (int part = 0; part < NET_PARTS; part++)
        for (uint32_t i = 0; part != NET_GOALS && (part != NET_REST || l->goals) && i < s->steps[part].count; i++)
            for (uint32_t g = s->steps[part].data[i].first; g < s->steps[part].data[i].end; g++)
                used[g] = true;
    for (uint32_t i = 0; i < n->components.count; i++)
        for (uint32_t g = n->components.data[i].first; g < n->components.data[i].end; g++)
            component_of[g] = i + 1;
    for (uint32_t g = 0; g < gates; g++)
        for (uint32_t i = 0; used[g] && i < n->gates.data[g].count; i++) {
            net_signal in = n->inputs.data[n->gates.data[g].first + i];
            vec_push(scratch, &targets, ((pair){in >> 1, 4 * g + (component_of[g] ? 2 : 0) + (in & 1)}));
        }
    for (uint32_t i = 0; i < facts; i++)
        vec_push(scratch, &outputs, ((pair){n->facts.data[i].next >> 1, i}));
    for (uint32_t i = 0; i < moves; i++)
        vec_push(scratch, &outputs, ((pair){n->moves.data[i].legal >> 1, facts + i}));
    vec_push(scratch, &outputs, ((pair){n->terminal >> 1, facts + moves}));
    l->n = n;
    l->targets = group(&targets, gates, &start, a);
    l->start = start;
    l->outputs = group(&outputs, gates, &start, a);
    l->out_start = start;
    l->component_of = component_of;
    l->outside = facts + moves + 1;
    arena_done(scratch);
    return l;
}

static net_signal signal_of(const net_network *n, uint32_t output)
{
    uint32_t facts = n->facts.count, moves = n->moves.count;
    return output < facts           ? n->facts.data[output].next
           : output < facts + moves ? n->moves.data[output - facts].legal
                                    : n->terminal;
}

bool live_init(live *l, const live_plan *plan, unsigned char *values)
{
    const net_network *n = plan->n;
    *l = (live){.plan = plan, .values = values};
    l->falses = calloc(n->gates.count + 1, sizeof *l->falses);
    l->out = calloc(plan->outside / 64 + 1, sizeof *l->out);
    l->words = l->first = n->gates.count / 64 + 1;
    l->waiting = calloc(l->words, sizeof *l->waiting);
    l->told = malloc(n->gates.count + 1);
    l->before = malloc(n->gates.count + 1);
    l->dirty = calloc(n->components.count / 32 + 1, sizeof *l->dirty);
    if (!l->falses || !l->out || !l->waiting || !l->dirty || !l->told || !l->before)
        return false;
    memcpy(l->told, values, n->gates.count);
    for (uint32_t g = 0; g < n->gates.count; g++)
        for (uint32_t i = 0; i < n->gates.data[g].count; i++)
            l->falses[g] += !net_value(values, n->inputs.data[n->gates.data[g].first + i]);
    for (uint32_t i = 0; i < plan->outside; i++)
        l->out[i / 64] |= (uint64_t)net_value(values, signal_of(n, i)) << i % 64;
    return true;
}

void live_done(live *l)
{
    free(l->falses);
    free(l->out);
    free(l->waiting);
    free(l->dirty);
    free(l->told);
    free(l->before);
    *l = (live){0};
}

void live_flip(live *l, uint32_t gate)
{
    const live_plan *p = l->plan;
    l->values[gate] ^= 1;
    for (uint32_t i = p->out_start[gate]; i < p->out_start[gate + 1]; i++)
        l->out[p->outputs[i] / 64] ^= UINT64_C(1) << p->outputs[i] % 64;
    l->waiting[gate / 64] |= UINT64_C(1) << gate % 64;
    l->first = gate / 64 < l->first ? gate / 64 : l->first;
}

/* What the flip of one gate does to those that take it. Outside of components all gates are ands:
 * they flip when the number of false inputs leaves or reaches 0. */
static void spread(live *l, uint32_t gate)
{
    const live_plan *p = l->plan;
    bool value = l->values[gate];
    if (l->told[gate] == value)
        return; /* it flipped back meanwhile */
    l->told[gate] = value;
    for (uint32_t i = p->start[gate], end = p->start[gate + 1]; i < end; i++) {
        uint32_t t = p->targets[i] >> 2, before = l->falses[t];
        uint32_t now = before + (value ^ (p->targets[i] & 1) ? (uint32_t)-1 : 1);
        l->falses[t] = now;
        if (p->targets[i] & 2) {
            uint32_t component = p->component_of[t] - 1;
            if (component + 1 == p->component_of[gate])
                continue;
            l->dirty[component / 32] |= UINT32_C(1) << component % 32;
            l->any_dirty = true;
        } else if (before == 0 || now == 0) {
            live_flip(l, t);
        }
    }
}

/* Solves a component from nothing upwards and flips what came out differently. */
static void solve(live *l, uint32_t number)
{
    const net_network *n = l->plan->n;
    net_component c = n->components.data[number];
    uint32_t size = c.end - c.first;
    memcpy(l->before, l->values + c.first, size);
    memset(l->values + c.first, 0, size);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t g = c.first; g < c.end; g++) {
            const net_gate *gate = &n->gates.data[g];
            bool value = gate->kind != NET_OR;
            for (uint32_t i = 0; i < gate->count && value == (gate->kind != NET_OR); i++)
                value = net_value(l->values, n->inputs.data[gate->first + i]);
            if (value && !l->values[g])
                l->values[g] = changed = true;
        }
    }
    for (uint32_t i = 0; i < size; i++)
        if (l->before[i] != l->values[c.first + i]) {
            l->values[c.first + i] ^= 1;
            live_flip(l, c.first + i);
        }
}

void live_settle(live *l)
{
    for (;;) {
        for (uint32_t w = l->first; w < l->words; w++)
            while (l->waiting[w]) {
                uint32_t gate = 64 * w + (uint32_t)__builtin_ctzll(l->waiting[w]);
                l->waiting[w] &= l->waiting[w] - 1;
                spread(l, gate);
            }
        l->first = l->words;
        if (!l->any_dirty)
            return;
        uint32_t words = l->plan->n->components.count / 32 + 1, w = 0;
        while (w < words && l->dirty[w] == 0)
            w++;
        if (w == words) {
            l->any_dirty = false;
            continue;
        }
        uint32_t bit = (uint32_t)__builtin_ctz(l->dirty[w]);
        l->dirty[w] &= ~(UINT32_C(1) << bit);
        solve(l, 32 * w + bit); /* the lowest first: the others may depend on it */
    }
}
