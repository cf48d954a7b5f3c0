#include "circuit/gates.h"
#include "circuit/passes/passes.h"

#include <string.h>

typedef struct rewriter {
    const net_network *from;
    gate_maker gates;
    net_rewriting *how;
    net_signal *now;  /* [gate of from] its signal, LOGIC_NONE: not yet known */
    bool *wanted;     /* [gate of from] */
    uint32_t *inside; /* [gate of from] of a component */
    uint32_t *uses;   /* [gate of from] gates and outputs that take it */
    vec_u32 inputs, stack;
    arena *scratch;
} rewriter;

static net_signal moved(const rewriter *w, net_signal s) { return w->now[s >> 1] ^ (s & 1); }

/* Marks what a signal depends on. */
static void want(rewriter *w, net_signal s)
{
    vec_push(w->scratch, &w->stack, s >> 1);
    while (w->stack.count) {
        uint32_t g = w->stack.data[--w->stack.count];
        if (w->wanted[g])
            continue;
        w->wanted[g] = true;
        for (uint32_t i = 0; i < vec_at(&w->from->gates, g).count; i++)
            vec_push(w->scratch, &w->stack, vec_at(&w->from->inputs, vec_at(&w->from->gates, g).first + i) >> 1);
    }
}

/* Components are taken as a whole. */
static void want_components(rewriter *w)
{
    const net_network *n = w->from;
    for (uint32_t i = n->components.count; i-- > 0;) {
        bool any = false;
        for (uint32_t g = vec_at(&n->components, i).first; g < vec_at(&n->components, i).end; g++)
            any |= w->wanted[g];
        for (uint32_t g = vec_at(&n->components, i).first; any && g < vec_at(&n->components, i).end; g++)
            want(w, 2 * g);
    }
}

/* ---- gates ---- */

/* Whether the and becomes part of the one gate that takes it. */
static bool dissolves(const rewriter *w, net_signal s)
{
    uint32_t g = s >> 1;
    return w->how->flatten && !(s & 1) && vec_at(&w->from->gates, g).kind == NET_AND && w->uses[g] == 1 &&
           !w->inside[g];
}

static void collect(rewriter *w, const net_gate *gate)
{
    for (uint32_t i = 0; i < gate->count; i++) {
        net_signal in = vec_at(&w->from->inputs, gate->first + i);
        if (gate->kind == NET_AND && dissolves(w, in)) {
            w->how->flattened++;
            collect(w, &vec_at(&w->from->gates, in >> 1));
        } else {
            vec_push(w->scratch, &w->inputs, moved(w, in));
        }
    }
}

/* Gates of a component may take each other, so they are made first. */
static void rewrite_component(rewriter *w, net_component c)
{
    const net_network *from = w->from;
    net_network *to = w->gates.n;
    net_component made = {.first = to->gates.count};
    for (uint32_t g = c.first; g < c.end; g++)
        w->now[g] = 2 * gates_add(&w->gates, vec_at(&from->gates, g).kind, NULL, 0);
    for (uint32_t g = c.first; g < c.end; g++) {
        const net_gate *old = &vec_at(&from->gates, g);
        net_gate *gate = &vec_at(&to->gates, w->now[g] >> 1);
        gate->first = to->inputs.count;
        for (uint32_t i = 0; i < old->count; i++) {
            vec_push(w->gates.a, &to->inputs, moved(w, vec_at(&from->inputs, old->first + i)));
            gate->count++;
        }
    }
    made.end = to->gates.count;
    vec_push(w->gates.a, &to->components, made);
}

/* The and that takes this gate alone, and will have it as a part. */
static void find_takers(rewriter *w, bool *taken)
{
    const net_network *n = w->from;
    for (uint32_t g = 0; g < n->gates.count; g++)
        for (uint32_t i = 0; vec_at(&n->gates, g).kind == NET_AND && !w->inside[g] && i < vec_at(&n->gates, g).count;
             i++) {
            net_signal in = vec_at(&n->inputs, vec_at(&n->gates, g).first + i);
            taken[in >> 1] |= dissolves(w, in);
        }
}

static void rewrite_gates(rewriter *w, const bool *taken)
{
    const net_network *from = w->from;
    uint32_t component = 0;
    for (uint32_t g = 0; g < from->gates.count; g++) {
        const net_gate *old = &vec_at(&from->gates, g);
        while (component < from->components.count && vec_at(&from->components, component).end <= g)
            component++;
        if (w->now[g] != LOGIC_NONE || !w->wanted[g] || taken[g])
            continue;
        if (w->inside[g]) {
            rewrite_component(w, vec_at(&from->components, component));
            continue;
        }
        w->inputs.count = 0;
        collect(w, old);
        w->now[g] = old->kind == NET_OR ? gates_or(&w->gates, w->inputs.data, w->inputs.count)
                                        : gates_and(&w->gates, w->inputs.data, w->inputs.count);
    }
}

/* Moves that are never legal are never made; a role with one move left makes it. */
static void settle_moves(rewriter *w)
{
    const net_network *n = w->from;
    for (uint32_t r = 0; r < n->roles.count; r++) {
        const net_role *who = &vec_at(&n->roles, r);
        uint32_t open = 0, last = 0;
        for (uint32_t i = who->first_move; i < who->first_move + who->move_count; i++)
            if (moved(w, vec_at(&n->moves, i).legal) != NET_FALSE) {
                open++;
                last = i;
            } else {
                w->now[vec_at(&n->moves, i).gate] = NET_FALSE;
            }
        if (open == 1)
            w->now[vec_at(&n->moves, last).gate] = NET_TRUE;
    }
}

/* ---- the whole ---- */

static void count_output(void *user, net_signal *s) { ((rewriter *)user)->uses[*s >> 1]++; }
static void want_output(void *user, net_signal *s) { want(user, *s); }
static void move_output(void *user, net_signal *s) { *s = moved(user, *s); }

static void count_uses(rewriter *w)
{
    const net_network *n = w->from;
    for (uint32_t i = 0; i < n->inputs.count; i++)
        w->uses[vec_at(&n->inputs, i) >> 1]++;
    net_each_output(n, count_output, w);
    w->uses[n->terminal >> 1]++;
}

static void copy_inputs(rewriter *w, net_network *to)
{
    const net_network *n = w->from;
    w->now[0] = NET_TRUE;
    for (uint32_t g = 1; g < n->gates.count; g++) { /* inputs keep their numbers */
        const net_gate *gate = &vec_at(&n->gates, g);
        if (gate->kind != NET_FACT && gate->kind != NET_DOES)
            break;
        w->now[g] = 2 * gates_add(&w->gates, gate->kind, NULL, 0);
        vec_at(&to->gates, g).first = gate->first;
    }
    for (uint32_t i = 0; w->how->fixed && i < n->facts.count; i++)
        if (w->how->fixed[i] != LOGIC_NONE)
            w->now[1 + i] = w->how->fixed[i];
}

static void copy_outputs(rewriter *w, net_network *to, arena *a)
{
    const net_network *n = w->from;
    vec_append(a, &to->facts, &n->facts);
    vec_append(a, &to->moves, &n->moves);
    vec_append(a, &to->goals, &n->goals);
    vec_append(a, &to->percepts, &n->percepts);
    vec_append(a, &to->roles, &n->roles);
    net_each_output(to, move_output, w);
    to->terminal = moved(w, n->terminal);
    to->random = n->random;
    to->sees = n->sees;
}

net_network *net_rewrite(const net_network *n, net_rewriting *how, arena *a)
{
    arena *scratch = arena_child(a);
    uint32_t gates = n->gates.count;
    net_network *to = ARENA_NEW(a, net_network);
    rewriter w = {.from = n,
                  .how = how,
                  .scratch = scratch,
                  .now = ARENA_ARRAY(scratch, net_signal, gates + 1),
                  .wanted = ARENA_ARRAY(scratch, bool, gates + 1),
                  .inside = net_component_of(n, scratch),
                  .uses = ARENA_ARRAY(scratch, uint32_t, gates + 1)};
    bool *taken = ARENA_ARRAY(scratch, bool, gates + 1);
    memset(w.now, 0xff, sizeof *w.now * gates);
    gates_begin(&w.gates, to, a, scratch);
    w.gates.fold = how->fold;
    w.gates.share = how->share;
    count_uses(&w);
    find_takers(&w, taken);
    copy_inputs(&w, to);
    want(&w, n->terminal);
    for (uint32_t i = 0; i < n->moves.count; i++)
        want(&w, vec_at(&n->moves, i).legal);
    want_components(&w);
    rewrite_gates(&w, taken);
    if (how->one_move)
        settle_moves(&w);
    net_each_output(n, want_output, &w);
    want_components(&w);
    rewrite_gates(&w, taken);
    copy_outputs(&w, to, a);
    for (uint32_t g = 0; g < gates; g++)
        how->dropped += w.now[g] == LOGIC_NONE && !taken[g];
    how->folded += w.gates.folded;
    how->shared += w.gates.shared;
    arena_done(scratch);
    return to;
}

net_network *net_pass_flatten(const net_network *n, net_rewriting *how, uint32_t *changes, arena *a)
{
    how->flatten = true;
    net_network *to = net_rewrite(n, how, a);
    *changes = how->flattened;
    return to;
}

net_network *net_pass_unreachable(const net_network *n, net_rewriting *how, uint32_t *changes, arena *a)
{
    net_network *to = net_rewrite(n, how, a);
    *changes = how->dropped;
    return to;
}
