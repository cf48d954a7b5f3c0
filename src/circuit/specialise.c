#include "circuit/specialise.h"

#include "circuit/gates.h"
#include "circuit/sample.h"

#include <string.h>

typedef struct rewriting {
    const net_network *from;
    gate_maker gates;
    net_signal *now; /* [gate of from] its signal, RL_NONE: not yet known */
    arena *scratch;
} rewriting;

static net_signal moved(const rewriting *w, net_signal s) { return w->now[s >> 1] ^ (s & 1); }

/* A component as a whole: its gates may take each other, so they are made first. */
static void rewrite_component(rewriting *w, net_component c)
{
    const net_network *from = w->from;
    net_network *to = w->gates.n;
    net_component made = {.first = to->gates.count};
    for (uint32_t g = c.first; g < c.end; g++)
        w->now[g] = 2 * gates_add(&w->gates, from->gates.data[g].kind, NULL, 0);
    for (uint32_t g = c.first; g < c.end; g++) {
        const net_gate *old = &from->gates.data[g];
        net_gate *gate = &to->gates.data[w->now[g] >> 1];
        gate->first = to->inputs.count;
        for (uint32_t i = 0; i < old->count; i++) {
            vec_push(w->gates.a, &to->inputs, moved(w, from->inputs.data[old->first + i]));
            gate->count++;
        }
    }
    made.end = to->gates.count;
    vec_push(w->gates.a, &to->components, made);
}

/* Gates from `first` on, in order; those nothing asks for are left out. */
static void rewrite_gates(rewriting *w, const bool *wanted)
{
    const net_network *from = w->from;
    vec_u32 inputs = {0};
    uint32_t component = 0;
    for (uint32_t g = 0; g < from->gates.count; g++) {
        const net_gate *old = &from->gates.data[g];
        while (component < from->components.count && from->components.data[component].end <= g)
            component++;
        bool inside = component < from->components.count && from->components.data[component].first <= g;
        if (w->now[g] != RL_NONE || !wanted[g])
            continue;
        if (inside) {
            rewrite_component(w, from->components.data[component]);
            continue;
        }
        inputs.count = 0;
        for (uint32_t i = 0; i < old->count; i++)
            vec_push(w->scratch, &inputs, moved(w, from->inputs.data[old->first + i]));
        w->now[g] = old->kind == NET_OR ? gates_or(&w->gates, inputs.data, inputs.count)
                                        : gates_and(&w->gates, inputs.data, inputs.count);
    }
}

/* Marks what a signal depends on. Gates come after their inputs, but for components. */
static void want(const net_network *n, net_signal s, bool *wanted, vec_u32 *stack, arena *a)
{
    vec_push(a, stack, s >> 1);
    while (stack->count) {
        uint32_t g = stack->data[--stack->count];
        if (wanted[g])
            continue;
        wanted[g] = true;
        for (uint32_t i = 0; i < n->gates.data[g].count; i++)
            vec_push(a, stack, n->inputs.data[n->gates.data[g].first + i] >> 1);
    }
}

static void want_components(const net_network *n, bool *wanted, vec_u32 *stack, arena *a)
{
    for (uint32_t i = 0; i < n->components.count; i++)
        for (uint32_t g = n->components.data[i].first; g < n->components.data[i].end; g++)
            if (wanted[g])
                for (uint32_t k = n->components.data[i].first; k < n->components.data[i].end; k++)
                    want(n, 2 * k, wanted, stack, a);
}

/* Moves that are never legal are never made; a role with one move left makes it. */
static void settle_moves(rewriting *w)
{
    const net_network *n = w->from;
    for (uint32_t r = 0; r < n->roles.count; r++) {
        const net_role *who = &n->roles.data[r];
        uint32_t open = 0, last = 0;
        for (uint32_t i = who->first_move; i < who->first_move + who->move_count; i++)
            if (moved(w, n->moves.data[i].legal) != NET_FALSE) {
                open++;
                last = i;
            } else {
                w->now[n->moves.data[i].gate] = NET_FALSE;
            }
        if (open == 1)
            w->now[n->moves.data[last].gate] = NET_TRUE;
    }
}

net_network *net_specialise(const net_network *n, const net_control *control, uint32_t holds, arena *a)
{
    arena *scratch = arena_child(a);
    net_network *to = ARENA_NEW(a, net_network);
    rewriting w = {.from = n, .scratch = scratch};
    bool *wanted = ARENA_ARRAY(scratch, bool, n->gates.count + 1);
    vec_u32 stack = {0};
    to->random = n->random;
    to->sees = n->sees;
    w.now = ARENA_ARRAY(scratch, net_signal, n->gates.count + 1);
    memset(w.now, 0xff, sizeof *w.now * n->gates.count);
    gates_begin(&w.gates, to, a, scratch);
    w.now[0] = NET_TRUE;
    for (uint32_t g = 1; g < n->gates.count; g++) { /* inputs keep their numbers */
        net_kind kind = n->gates.data[g].kind;
        if (kind != NET_FACT && kind != NET_DOES)
            break;
        w.now[g] = 2 * gates_add(&w.gates, kind, NULL, 0);
        to->gates.data[g].first = n->gates.data[g].first;
    }
    for (uint32_t i = 0; i < control->count; i++)
        w.now[1 + control->facts[i]] = i == holds ? NET_TRUE : NET_FALSE;
    want(n, n->terminal, wanted, &stack, scratch);
    for (uint32_t i = 0; i < n->moves.count; i++)
        want(n, n->moves.data[i].legal, wanted, &stack, scratch);
    want_components(n, wanted, &stack, scratch);
    rewrite_gates(&w, wanted);
    settle_moves(&w);
    for (uint32_t i = 0; i < n->facts.count; i++)
        want(n, n->facts.data[i].next, wanted, &stack, scratch);
    for (uint32_t i = 0; i < n->goals.count; i++)
        want(n, n->goals.data[i].signal, wanted, &stack, scratch);
    for (uint32_t i = 0; i < n->percepts.count; i++)
        want(n, n->percepts.data[i].signal, wanted, &stack, scratch);
    want_components(n, wanted, &stack, scratch);
    rewrite_gates(&w, wanted);
    for (uint32_t i = 0; i < n->facts.count; i++) {
        net_fact f = n->facts.data[i];
        f.next = moved(&w, f.next);
        vec_push(a, &to->facts, f);
    }
    for (uint32_t i = 0; i < n->moves.count; i++) {
        net_move m = n->moves.data[i];
        m.legal = moved(&w, m.legal);
        vec_push(a, &to->moves, m);
    }
    for (uint32_t i = 0; i < n->goals.count; i++) {
        net_valued v = n->goals.data[i];
        v.signal = moved(&w, v.signal);
        vec_push(a, &to->goals, v);
    }
    for (uint32_t i = 0; i < n->percepts.count; i++) {
        net_valued v = n->percepts.data[i];
        v.signal = moved(&w, v.signal);
        vec_push(a, &to->percepts, v);
    }
    for (uint32_t i = 0; i < n->roles.count; i++)
        vec_push(a, &to->roles, n->roles.data[i]);
    to->terminal = moved(&w, n->terminal);
    arena_done(scratch);
    return to;
}

/* ---- which facts ---- */

typedef struct watching {
    const net_network *n;
    uint32_t *group; /* [fact] number of its group */
    uint32_t *held;  /* [group] facts of it that hold now */
    uint32_t groups;
    bool *fits; /* [group] exactly one held in all states so far */
} watching;

static void watch(void *user, const unsigned char *values)
{
    watching *w = user;
    memset(w->held, 0, w->groups * sizeof *w->held);
    for (uint32_t i = 0; i < w->n->facts.count; i++)
        w->held[w->group[i]] += values[1 + i];
    for (uint32_t g = 0; g < w->groups; g++)
        w->fits[g] &= w->held[g] == 1;
}

/* Facts are sorted by text: those of one function follow one another. */
static size_t head_length(const char *text) { return *text == '(' ? strcspn(text, " ") : strlen(text); }

net_control net_find_control(const net_network *n, const net_schedule *s, arena *a)
{
    arena *scratch = arena_child(a);
    uint32_t facts = n->facts.count;
    watching w = {.n = n, .group = ARENA_ARRAY(scratch, uint32_t, facts + 1),
                  .held = ARENA_ARRAY(scratch, uint32_t, facts + 1),
                  .fits = ARENA_ARRAY(scratch, bool, facts + 1)};
    uint32_t *size = ARENA_ARRAY(scratch, uint32_t, facts + 1);
    uint32_t *targets = ARENA_ARRAY(scratch, uint32_t, facts + 1); /* [group] gates that take its facts */
    for (uint32_t i = 0; i < facts; i++) {
        const char *text = n->facts.data[i].text, *before = i ? n->facts.data[i - 1].text : "";
        size_t length = head_length(text);
        bool same = i && head_length(before) == length && strncmp(text, before, length) == 0;
        w.groups += !same;
        w.group[i] = w.groups - 1;
        size[w.groups - 1]++;
    }
    for (uint32_t g = 0; g < w.groups; g++)
        w.fits[g] = size[g] > 1 && size[g] <= CONTROL_MAX;
    for (uint32_t i = 0; i < n->inputs.count; i++) {
        uint32_t g = n->inputs.data[i] >> 1;
        if (n->gates.data[g].kind == NET_FACT)
            targets[w.group[n->gates.data[g].first]]++;
    }
    net_sample(n, s, watch, &w, scratch);
    uint32_t best = RL_NONE, most = 15;
    for (uint32_t g = 0; g < w.groups; g++)
        if (w.fits[g] && targets[g] > most) {
            best = g;
            most = targets[g];
        }
    net_control control = {.count = 0};
    for (uint32_t i = 0; i < facts && best != RL_NONE; i++)
        if (w.group[i] == best)
            control.facts[control.count++] = i;
    arena_done(scratch);
    return control;
}
