#include "circuit/live.h"

#include "circuit/sample.h"

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
        at[vec_at(p, i).from + 2]++;
    for (uint32_t i = 0; i < count; i++)
        at[i + 2] += at[i + 1];
    for (uint32_t i = 0; i < p->count; i++)
        out[at[vec_at(p, i).from + 1]++] = vec_at(p, i).to;
    *start = at;
    return out;
}

/* Targets of each gate, without those it guards. */
static void find_targets(live_plan *l, const bool *used, arena *a)
{
    const net_network *n = l->n;
    arena *scratch = arena_child(a);
    pair_list targets = {0};
    uint32_t gates = n->gates.count, *start, *arm = ARENA_ARRAY(a, uint32_t, gates + 2);
    for (uint32_t g = 0; g < gates; g++)
        for (uint32_t i = 0; used[g] && i < vec_at(&n->gates, g).count; i++) {
            net_signal in = vec_at(&n->inputs, vec_at(&n->gates, g).first + i);
            if (in != l->guard[g])
                vec_push(scratch, &targets, ((pair){in >> 1, 4 * g + (l->component_of[g] ? 2 : 0) + (in & 1)}));
        }
    for (uint32_t g = 0; g < gates; g++)
        if (l->guard[g] != LOGIC_NONE)
            arm[(l->guard[g] >> 1) + 1]++;
    for (uint32_t g = 0; g < gates; g++)
        arm[g + 1] += arm[g];
    l->targets = group(&targets, gates, &start, a);
    l->start = start;
    l->arm_start = arm;
    arena_done(scratch);
}

/* ---- guards ---- */

enum { GUARD_INPUTS = 8, GUARD_TARGETS = 4 };

typedef struct heating {
    const net_network *n;
    uint32_t *heat;      /* [gate] flips */
    unsigned char *last; /* [gate] */
} heating;

static void count_flips(void *user, const unsigned char *values)
{
    heating *h = user;
    for (uint32_t g = 0; g < h->n->gates.count; g++) { /* what is done is taken back after each step */
        h->heat[g] += vec_at(&h->n->gates, g).kind == NET_DOES ? 2u * values[g] : values[g] != h->last[g];
        h->last[g] = values[g];
    }
}

static void find_guards(live_plan *l, const net_schedule *s, const bool *used, arena *a)
{
    const net_network *n = l->n;
    uint32_t gates = n->gates.count, *guard = ARENA_ARRAY(a, uint32_t, gates + 1);
    arena *scratch = arena_child(a);
    uint32_t *heat = ARENA_ARRAY(scratch, uint32_t, gates + 1);
    uint32_t *targets = ARENA_ARRAY(scratch, uint32_t, gates + 1);
    memset(guard, 0xff, sizeof *guard * (gates + 1));
    l->guard = guard;
    heating h = {n, heat, ARENA_ARRAY(scratch, unsigned char, gates + 1)};
    net_sample(n, s, count_flips, &h, scratch);
    for (uint32_t g = 0; g < gates; g++)
        for (uint32_t i = 0; used[g] && i < vec_at(&n->gates, g).count; i++)
            targets[vec_at(&n->inputs, vec_at(&n->gates, g).first + i) >> 1]++;
    for (uint32_t g = 0; g < gates; g++) {
        const net_gate *gate = &vec_at(&n->gates, g);
        const net_signal *in = n->inputs.data + gate->first;
        if (!used[g] || gate->kind != NET_AND || l->component_of[g] || gate->count < 2 || gate->count > GUARD_INPUTS)
            continue;
        uint32_t hottest = 0, coldest = 0;
        for (uint32_t i = 1; i < gate->count; i++) {
            hottest = heat[in[i] >> 1] > heat[in[hottest] >> 1] ? i : hottest;
            coldest = heat[in[i] >> 1] < heat[in[coldest] >> 1] ? i : coldest;
        }
        if (targets[in[hottest] >> 1] >= GUARD_TARGETS && heat[in[hottest] >> 1] > 2 * heat[in[coldest] >> 1])
            guard[g] = in[hottest];
    }
    arena_done(scratch);
}

/* ---- plans ---- */

live_plan *live_plan_make(const net_network *n, const net_schedule *s, arena *a)
{
    live_plan *l = ARENA_NEW(a, live_plan);
    arena *scratch = arena_child(a);
    uint32_t gates = n->gates.count, facts = n->facts.count, moves = n->moves.count;
    bool *used = ARENA_ARRAY(scratch, bool, gates + 1);
    uint32_t *start;
    pair_list outputs = {0};
    l->n = n;
    l->goals = s->gates[NET_REST] > GOALS_MAX;
    for (int part = 0; part < NET_PARTS; part++)
        for (uint32_t i = 0; part != NET_GOALS && (part != NET_REST || l->goals) && i < s->steps[part].count; i++)
            for (uint32_t g = vec_at(&s->steps[part], i).first; g < vec_at(&s->steps[part], i).end; g++)
                used[g] = true;
    l->component_of = net_component_of(n, a);
    find_guards(l, s, used, a);
    find_targets(l, used, a);
    for (uint32_t i = 0; i < facts; i++)
        vec_push(scratch, &outputs, ((pair){vec_at(&n->facts, i).next >> 1, i}));
    for (uint32_t i = 0; i < moves; i++)
        vec_push(scratch, &outputs, ((pair){vec_at(&n->moves, i).legal >> 1, facts + i}));
    vec_push(scratch, &outputs, ((pair){n->terminal >> 1, facts + moves}));
    l->outputs = group(&outputs, gates, &start, a);
    l->out_start = start;
    l->outside = facts + moves + 1;
    arena_done(scratch);
    return l;
}

static net_signal signal_of(const net_network *n, uint32_t output)
{
    uint32_t facts = n->facts.count, moves = n->moves.count;
    return output < facts           ? vec_at(&n->facts, output).next
           : output < facts + moves ? vec_at(&n->moves, output - facts).legal
                                    : n->terminal;
}

static void arm(live *l, uint32_t gate, live_gate *guard)
{
    l->place[gate] = guard->armed_end;
    l->armed[guard->armed_end++] = gate;
}

static void disarm(live *l, uint32_t gate, live_gate *guard)
{
    uint32_t last = l->armed[--guard->armed_end];
    l->armed[l->place[gate]] = last;
    l->place[last] = l->place[gate];
}

bool live_init(live *l, const live_plan *plan, unsigned char *values)
{
    const net_network *n = plan->n;
    uint32_t gates = n->gates.count;
    *l = (live){.plan = plan, .values = values};
    l->gates = calloc(gates + 1, sizeof *l->gates);
    l->out = calloc(plan->outside / 64 + 1, sizeof *l->out);
    l->words = gates / 4096 + 1;
    l->waiting = calloc(64 * l->words, sizeof *l->waiting);
    l->full = calloc(l->words, sizeof *l->full);
    l->before = malloc(gates + 1);
    l->dirty = calloc(n->components.count / 32 + 1, sizeof *l->dirty);
    l->armed = calloc(plan->arm_start[gates] + 1, sizeof *l->armed);
    l->place = calloc(gates + 1, sizeof *l->place);
    if (!l->gates || !l->out || !l->waiting || !l->full || !l->dirty || !l->before || !l->armed || !l->place)
        return false;
    for (uint32_t g = 0; g < gates; g++) {
        live_gate gate = {plan->start[g],
                          plan->start[g + 1],
                          plan->out_start[g],
                          plan->out_start[g + 1],
                          plan->arm_start[g],
                          plan->arm_start[g],
                          0,
                          plan->guard[g],
                          values[g],
                          plan->start[g] != plan->start[g + 1] || plan->arm_start[g] != plan->arm_start[g + 1]};
        for (uint32_t i = 0; i < vec_at(&n->gates, g).count; i++) {
            net_signal in = vec_at(&n->inputs, vec_at(&n->gates, g).first + i);
            gate.falses += in != plan->guard[g] && !net_value(values, in);
        }
        l->gates[g] = gate;
    }
    for (uint32_t g = 0; g < gates; g++)
        if (plan->guard[g] != LOGIC_NONE && l->gates[g].falses == 0)
            arm(l, g, &l->gates[plan->guard[g] >> 1]);
    for (uint32_t i = 0; i < plan->outside; i++)
        l->out[i / 64] |= (uint64_t)net_value(values, signal_of(n, i)) << i % 64;
    return true;
}

void live_done(live *l)
{
    free(l->gates);
    free(l->out);
    free(l->waiting);
    free(l->full);
    free(l->dirty);
    free(l->before);
    free(l->armed);
    free(l->place);
    *l = (live){0};
}

static inline void flip(live *l, uint32_t gate, const live_gate *at)
{
    l->values[gate] ^= 1;
    for (uint32_t i = at->out; i < at->out_end; i++) {
        uint32_t output = l->plan->outputs[i];
        l->out[output / 64] ^= UINT64_C(1) << output % 64;
    }
    if (!at->leads)
        return;
    l->waiting[gate / 64] |= UINT64_C(1) << gate % 64;
    l->full[gate / 4096] |= UINT64_C(1) << gate / 64 % 64;
}

void live_flip(live *l, uint32_t gate) { flip(l, gate, &l->gates[gate]); }

/* All inputs but the guard have become true, or no longer are. */
static void settle_guarded(live *l, uint32_t gate, const live_gate *at)
{
    live_gate *guard = &l->gates[at->guard >> 1];
    if (at->falses == 0)
        arm(l, gate, guard);
    else
        disarm(l, gate, guard);
    if (guard->told ^ (at->guard & 1)) /* it flips again should the guard turn out to have changed */
        flip(l, gate, at);
}

/* What the flip of one gate does to those that take it. Outside of components all gates are ands:
 * they flip when the number of false inputs leaves or reaches 0. */
static inline void spread(live *l, uint32_t gate)
{
    live_gate *at = &l->gates[gate];
    bool value = l->values[gate];
    if (at->told == value)
        return; /* it flipped back meanwhile */
    at->told = value;
    l->work += 4 + at->target_end - at->target + at->armed_end - at->armed;
    const uint32_t *targets = l->plan->targets;
    for (uint32_t i = at->target, end = at->target_end; i < end; i++) {
        uint32_t t = targets[i] >> 2;
        live_gate *to = &l->gates[t];
        uint32_t before = to->falses, now = before + (value ^ (targets[i] & 1) ? (uint32_t)-1 : 1);
        to->falses = now;
        if (__builtin_expect(targets[i] & 2, 0)) {
            uint32_t component = l->plan->component_of[t] - 1;
            if (component + 1 == l->plan->component_of[gate])
                continue;
            l->dirty[component / 32] |= UINT32_C(1) << component % 32;
            l->any_dirty = true;
        } else if (before == 0 || now == 0) {
            if (to->guard == LOGIC_NONE)
                flip(l, t, to);
            else
                settle_guarded(l, t, to);
        }
    }
    for (uint32_t i = at->armed; i < at->armed_end; i++)
        flip(l, l->armed[i], &l->gates[l->armed[i]]);
}

/* Solves a component from nothing upwards and flips what came out differently. */
static void solve(live *l, uint32_t number)
{
    const net_network *n = l->plan->n;
    net_component c = vec_at(&n->components, number);
    uint32_t size = c.end - c.first;
    l->work += size;
    memcpy(l->before, l->values + c.first, size);
    memset(l->values + c.first, 0, size);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t g = c.first; g < c.end; g++) {
            const net_gate *gate = &vec_at(&n->gates, g);
            bool value = gate->kind != NET_OR;
            for (uint32_t i = 0; i < gate->count && value == (gate->kind != NET_OR); i++)
                value = net_value(l->values, vec_at(&n->inputs, gate->first + i));
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

static void sweep(live *l)
{
    for (uint32_t f = 0; f < l->words; f++)
        while (l->full[f]) {
            uint32_t w = 64 * f + (uint32_t)__builtin_ctzll(l->full[f]);
            if (!l->waiting[w]) {
                l->full[f] &= l->full[f] - 1;
                continue;
            }
            uint32_t gate = 64 * w + (uint32_t)__builtin_ctzll(l->waiting[w]);
            l->waiting[w] &= l->waiting[w] - 1;
            spread(l, gate);
        }
}

void live_settle(live *l)
{
    for (;;) {
        sweep(l);
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
