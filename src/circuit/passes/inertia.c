/* Facts that keep their first value: all are supposed to, and those whose next value is not known
 * to be that value, while the others keep theirs, are struck off until nothing changes.
 *
 * What is known only ever becomes open, each gate once: one walk along the outputs serves for all
 * rounds, with a count per gate of the inputs that decide it (as in Dowling and Gallier, 1984). */
#include "circuit/passes/passes.h"

#include "circuit/ternary.h"

/* Items by the gate they hang on: those of gate g are items[start[g]] up to start[g + 1]. */
typedef struct gate_lists {
    uint32_t *start, *items;
} gate_lists;

typedef struct inertia {
    const net_network *n;
    arena *arena;
    unsigned char *values;            /* [gate] known */
    uint32_t *deciding;               /* [gate] inputs that decide it: false ones of an `and`, true ones of an `or` */
    bool *recursive;                  /* [gate] in a component: inputs that come later count as open */
    gate_lists outputs, facts, moves; /* outputs: gate * 2, + 1 for a negated input; facts by their next value; moves
                                         by their legality */
    net_signal *fixed;                /* [fact] its value for ever, or LOGIC_NONE */
    vec_u32 opened;                   /* signals that were true until then */
    uint32_t left;
} inertia;

/* ---- what hangs on a gate ---- */

typedef void pair_visitor(void *user, uint32_t gate, uint32_t item);

static void visit_outputs(const inertia *i, pair_visitor *visit, void *user)
{
    const net_network *n = i->n;
    for (uint32_t g = 0; g < n->gates.count; g++) {
        const net_gate *gate = &vec_at(&n->gates, g);
        bool logic = gate->kind == NET_AND || gate->kind == NET_OR;
        for (uint32_t k = 0; logic && k < gate->count; k++) {
            net_signal in = vec_at(&n->inputs, gate->first + k);
            if (!i->recursive[g] || in >> 1 < g)
                visit(user, in >> 1, g << 1 | (in & 1));
        }
    }
}

static void visit_facts(const inertia *i, pair_visitor *visit, void *user)
{
    for (uint32_t f = 0; f < i->n->facts.count; f++)
        visit(user, vec_at(&i->n->facts, f).next >> 1, f);
}

static void visit_moves(const inertia *i, pair_visitor *visit, void *user)
{
    for (uint32_t m = 0; m < i->n->moves.count; m++)
        visit(user, vec_at(&i->n->moves, m).legal >> 1, m);
}

static void count_pair(void *user, uint32_t gate, uint32_t item)
{
    (void)item;
    ((gate_lists *)user)->start[gate]++;
}

static void put_pair(void *user, uint32_t gate, uint32_t item)
{
    gate_lists *l = user;
    l->items[--l->start[gate]] = item;
}

/* Counts, sums up, fills from the back: the starts are right in the end. */
static gate_lists make_lists(const inertia *i, void (*visit_all)(const inertia *, pair_visitor *, void *))
{
    uint32_t gates = i->n->gates.count;
    gate_lists l = {ARENA_ARRAY(i->arena, uint32_t, gates + 1), NULL};
    visit_all(i, count_pair, &l);
    for (uint32_t g = 0; g < gates; g++)
        l.start[g + 1] += l.start[g];
    l.items = ARENA_ARRAY(i->arena, uint32_t, l.start[gates] + 1);
    visit_all(i, put_pair, &l);
    return l;
}

/* ---- opening ---- */

static known deciding_value(const net_gate *gate) { return gate->kind == NET_OR ? YES : NO; }

static void open_gate(inertia *i, uint32_t gate)
{
    if (i->values[gate] == OPEN)
        return;
    vec_push(i->arena, &i->opened, gate << 1 | (i->values[gate] == NO));
    i->values[gate] = OPEN;
}

static void strike(inertia *i, uint32_t fact)
{
    if (i->fixed[fact] == LOGIC_NONE)
        return;
    i->fixed[fact] = LOGIC_NONE;
    i->left--;
    open_gate(i, 1 + fact);
}

/* An input of the gate, which had this value, is open now. */
static void weaken(inertia *i, uint32_t gate, known before)
{
    known decided = deciding_value(&vec_at(&i->n->gates, gate));
    if (i->values[gate] != decided || (before == decided && --i->deciding[gate] == 0))
        open_gate(i, gate);
}

static void follow(inertia *i, net_signal opened)
{
    uint32_t gate = opened >> 1;
    for (uint32_t k = i->outputs.start[gate]; k < i->outputs.start[gate + 1]; k++) {
        uint32_t out = i->outputs.items[k];
        weaken(i, out >> 1, (opened & 1) == (out & 1) ? YES : NO);
    }
    for (uint32_t k = i->facts.start[gate]; k < i->facts.start[gate + 1]; k++)
        strike(i, i->facts.items[k]);
    for (uint32_t k = i->moves.start[gate]; k < i->moves.start[gate + 1]; k++)
        open_gate(i, vec_at(&i->n->moves, i->moves.items[k]).gate);
}

/* ---- the start ---- */

/* All facts keep their first value; what is never legal then is never done. */
static void suppose(inertia *i)
{
    const net_network *n = i->n;
    for (uint32_t g = 1; g < n->gates.count; g++)
        i->values[g] = OPEN;
    for (uint32_t f = 0; f < n->facts.count; f++) {
        i->fixed[f] = vec_at(&n->facts, f).initial ? NET_TRUE : NET_FALSE;
        i->values[1 + f] = vec_at(&n->facts, f).initial ? YES : NO;
    }
    net_evaluate_known(n, i->values);
    for (uint32_t m = 0; m < n->moves.count; m++)
        if (net_known(i->values, vec_at(&n->moves, m).legal) == NO)
            i->values[vec_at(&n->moves, m).gate] = NO;
    net_evaluate_known(n, i->values);
}

static void count_deciding(void *user, uint32_t gate, uint32_t item)
{
    inertia *i = user;
    known in = net_known(i->values, gate << 1 | (item & 1));
    i->deciding[item >> 1] += in == deciding_value(&vec_at(&i->n->gates, item >> 1));
}

/* Facts that have their first value for ever: [fact] that signal, or LOGIC_NONE. Their number. */
static uint32_t find_inert(const net_network *n, net_signal *fixed, arena *a)
{
    inertia i = {.n = n, .arena = arena_child(a), .fixed = fixed, .left = n->facts.count};
    i.values = ARENA_ARRAY(i.arena, unsigned char, n->gates.count + 1);
    i.deciding = ARENA_ARRAY(i.arena, uint32_t, n->gates.count + 1);
    i.recursive = ARENA_ARRAY(i.arena, bool, n->gates.count + 1);
    for (uint32_t c = 0; c < n->components.count; c++)
        for (uint32_t g = vec_at(&n->components, c).first; g < vec_at(&n->components, c).end; g++)
            i.recursive[g] = true;
    suppose(&i);
    i.outputs = make_lists(&i, visit_outputs);
    i.facts = make_lists(&i, visit_facts);
    i.moves = make_lists(&i, visit_moves);
    visit_outputs(&i, count_deciding, &i);
    for (uint32_t f = 0; f < n->facts.count; f++)
        if (net_known(i.values, vec_at(&n->facts, f).next) != (vec_at(&n->facts, f).initial ? YES : NO))
            strike(&i, f);
    for (uint32_t next = 0; next < i.opened.count && i.left; next++)
        follow(&i, vec_at(&i.opened, next));
    arena_done(i.arena);
    return i.left;
}

net_network *net_pass_inertia(const net_network *n, net_rewriting *how, uint32_t *changes, arena *a)
{
    net_signal *fixed = ARENA_ARRAY(a, net_signal, n->facts.count + 1);
    *changes = find_inert(n, fixed, a);
    how->fixed = fixed;
    return *changes ? net_rewrite(n, how, a) : NULL;
}
