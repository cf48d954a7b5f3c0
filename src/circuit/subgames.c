/* Parts of a game that only meet in its end and its goals (factoring: Cox, Schkufza, Madsen,
 * Genesereth, "Factoring general games using propositional automata", 2009): facts and moves are of
 * one part when one takes part in deciding the other. */
#include "circuit/network.h"

#include <string.h>

typedef struct joining {
    const net_network *n;
    uint32_t *leader; /* [fact, then move] */
    uint32_t *seen;   /* [gate] mark of the output that met it last */
    vec_u32 stack;
    arena *a;
} joining;

static uint32_t find(joining *x, uint32_t i)
{
    while (x->leader[i] != i)
        i = x->leader[i] = x->leader[x->leader[i]];
    return i;
}

static void unite(joining *x, uint32_t i, uint32_t k)
{
    i = find(x, i);
    k = find(x, k);
    x->leader[i < k ? k : i] = i < k ? i : k;
}

/* Joins all that the signal depends on with `who`. */
static void join_cone(joining *x, net_signal s, uint32_t who)
{
    const net_network *n = x->n;
    vec_push(x->a, &x->stack, s >> 1);
    while (x->stack.count) {
        uint32_t g = x->stack.data[--x->stack.count];
        const net_gate *gate = &vec_at(&n->gates, g);
        if (x->seen[g] == who + 1)
            continue;
        x->seen[g] = who + 1;
        if (gate->kind == NET_FACT)
            unite(x, who, gate->first);
        else if (gate->kind == NET_DOES)
            unite(x, who, n->facts.count + gate->first);
        for (uint32_t i = 0; gate->kind != NET_FACT && gate->kind != NET_DOES && i < gate->count; i++)
            vec_push(x->a, &x->stack, vec_at(&n->inputs, gate->first + i) >> 1);
    }
}

/* Cones of many outputs over many gates would take long to walk: then all is one part. */
enum { WALK_MAX = 1 << 26 };

uint32_t net_find_subgames(const net_network *n, uint32_t *part_of, arena *a)
{
    arena *scratch = arena_child(a);
    uint32_t facts = n->facts.count, all = facts + n->moves.count, parts = 0;
    joining x = {
        n, ARENA_ARRAY(scratch, uint32_t, all + 1), ARENA_ARRAY(scratch, uint32_t, n->gates.count + 1), {0}, scratch};
    memset(part_of, 0, facts * sizeof *part_of);
    if ((uint64_t)all * n->gates.count > WALK_MAX) {
        arena_done(scratch);
        return facts > 0;
    }
    for (uint32_t i = 0; i < all; i++)
        x.leader[i] = i;
    for (uint32_t i = 0; i < facts; i++)
        join_cone(&x, vec_at(&n->facts, i).next, i);
    for (uint32_t i = 0; i < n->moves.count; i++)
        join_cone(&x, vec_at(&n->moves, i).legal, facts + i);
    for (uint32_t i = 0; i < facts; i++) {
        uint32_t leader = find(&x, i);
        part_of[i] = leader == i ? parts++ : part_of[leader];
    }
    arena_done(scratch);
    return parts;
}
