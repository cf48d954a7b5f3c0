/* An iteration over information sets: each begins in another state that agrees with what the role
 * saw, and each role that decides on the way is met in the node of what it knows there (Cowling,
 * Powley and Whitehouse, "Information Set Monte Carlo Tree Search", 2012: the variant with an
 * observer for each role). What a role knows is lud_observe_hash; its moves depend on nothing else.
 */
#include "agents/mcts/mcts.h"

#include <string.h>

/* A move of the role in w->state. */
static bool choose(worker *w, uint32_t role, bool *fresh)
{
    search *s = w->search;
    lud_move move;
    if (role == 0)
        return worker_made(w, lud_draw_move(w->ctx, w->state, 0, &w->rng, &move)) && worker_keep(w, 0, move);
    bool made = false;
    node *n = node_of_set(w, w->state, role, &made);
    if (!n) { /* full, or the rules fail */
        *fresh = true;
        return worker_made(w, lud_draw_move(w->ctx, w->state, role, &w->rng, &move)) && worker_keep(w, role, move);
    }
    *fresh |= made;
    const arm *a = node_arms(n);
    uint32_t chosen = choose_edge(w, n, a);
    if (a->count > 1 && s->set.record)
        note_step(w, role, node_keys(n)[chosen]);
    w->joint.moves[role] = node_move(n, chosen);
    count_up(&n->visits);
    count_up(node_visits(n) + chosen);
    return path_add(w, n, 0, chosen, NULL);
}

static bool descend(worker *w)
{
    search *s = w->search;
    for (uint32_t depth = 0; depth < PATH_MAX_PLIES; depth++) {
        bool fresh = false;
        if (lud_terminal(s->game, w->state)) {
            scaled_scores(s, w->state, w->scores);
            return true;
        }
        uint64_t movers = lud_movers(s->game, w->state);
        for (uint32_t role = 0; role <= s->roles; role++)
            if (movers >> role & 1 && !choose(w, role, &fresh))
                return false;
        if (!worker_made(w, lud_apply(w->ctx, w->state, w->joint.moves)))
            return false;
        if (fresh)
            break;
    }
    return playout(w);
}

void iterate_sets(worker *w)
{
    search *s = w->search;
    memcpy(w->state, belief_draw(s->sight->belief, &w->rng), s->state_size);
    w->path_length = w->note_count = 0;
    bool fine = descend(w);
    w->deepest = w->path_length > w->deepest ? w->path_length : w->deepest;
    if (!fine || w->status == LUD_ERR_MEMORY)
        return; /* visits without a result: rare */
    w->playouts++;
    if (s->set.record)
        learn_rave(w);
    for (uint32_t i = w->path_length; i-- > 0;) {
        const visit *v = &w->path[i];
        uint32_t role = node_arms(v->node)->role;
        learn_history_of(w, v, node_arms(v->node));
        node_learn(v->node, w->scores[role - 1]);
        add_double(node_sums(v->node) + v->edge, w->scores[role - 1]);
    }
}
