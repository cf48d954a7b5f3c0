#include "circuit/sample.h"

#include "base/rng.h"

enum { STEPS_MAX = 300, STEPS_MIN = 20, WORK_MAX = 4 << 20 };

/* Chooses a move for each role. False when the game is over or somebody cannot move. */
static bool choose(const net_network *n, lud_rng *rng, unsigned char *values, uint32_t *legal)
{
    bool goes_on = !net_value(values, n->terminal);
    for (uint32_t r = 0; r < n->roles.count && goes_on; r++) {
        const net_role *who = &vec_at(&n->roles, r);
        uint32_t count = 0;
        for (uint32_t i = who->first_move; i < who->first_move + who->move_count; i++)
            if (net_value(values, vec_at(&n->moves, i).legal))
                legal[count++] = i;
        goes_on = count > 0;
        if (count)
            values[vec_at(&n->moves, legal[rng_below(rng, count)]).gate] = 1;
    }
    return goes_on;
}

void net_sample(const net_network *n, const net_schedule *s, sample_visitor visit, void *user, arena *a)
{
    arena *scratch = arena_child(a);
    unsigned char *values = ARENA_ARRAY(scratch, unsigned char, n->gates.count + 1);
    unsigned char *next = ARENA_ARRAY(scratch, unsigned char, n->facts.count + 1);
    uint32_t *legal = ARENA_ARRAY(scratch, uint32_t, n->moves.count + 1);
    uint32_t steps = WORK_MAX / (n->gates.count + 1);
    bool goes_on = false;
    lud_rng rng;
    lud_rng_seed(&rng, 1, 0);
    steps = steps < STEPS_MIN ? STEPS_MIN : steps > STEPS_MAX ? STEPS_MAX : steps;
    values[0] = 1;
    for (uint32_t step = 0; step < steps; step++) {
        for (uint32_t i = 0; i < n->facts.count; i++)
            values[1 + i] = goes_on ? next[i] : vec_at(&n->facts, i).initial;
        for (uint32_t i = 0; i < n->moves.count; i++)
            values[vec_at(&n->moves, i).gate] = 0;
        net_evaluate(n, s, NET_LEGAL, values);
        goes_on = choose(n, &rng, values, legal);
        net_evaluate(n, s, NET_NEXT, values);
        visit(user, values);
        for (uint32_t i = 0; i < n->facts.count; i++)
            next[i] = net_value(values, vec_at(&n->facts, i).next);
    }
    arena_done(scratch);
}
