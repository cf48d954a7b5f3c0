/* Random games, and what their moves teach. */
#include "agents/mcts/mcts.h"

#include "base/room.h"

#include <stdlib.h>
#include <string.h>

void note_step(worker *w, uint32_t role, uint32_t key)
{
    if (!ROOM_FOR(w->notes, w->note_capacity, w->note_count + 1)) {
        w->status = LUD_ERR_MEMORY;
        return;
    }
    w->notes[w->note_count++] = (step_note){role, key};
}

/* Move by move, so that they are known. */
static lud_status play_noting(worker *w)
{
    search *s = w->search;
    for (uint32_t ply = 0; !lud_terminal(s->game, w->state); ply++) {
        uint64_t movers = lud_movers(s->game, w->state);
        if (ply == 100000)
            return LUD_LIMIT_PLIES;
        for (uint32_t role = 0; role <= s->roles; role++) {
            lud_move move;
            if (!(movers >> role & 1))
                continue;
            lud_status status = lud_draw_move(w->ctx, w->state, role, &w->rng, &move);
            if (status != LUD_OK)
                return status;
            if (role)
                note_step(w, role, move_key(role, move));
            if (!worker_keep(w, role, move))
                return LUD_ERR_MEMORY;
        }
        lud_status status = lud_apply(w->ctx, w->state, w->joint.moves);
        if (status != LUD_OK)
            return status;
    }
    return LUD_OK;
}

void played(worker *w, lud_status status)
{
    if (worker_made(w, status) || status == LUD_LIMIT_PLIES)
        scaled_scores(w->search, w->state, w->scores);
    else
        for (uint32_t r = 0; r < w->search->roles; r++)
            w->scores[r] = 0.5;
}

bool playout(worker *w)
{
    lud_status status = w->search->set.record ? play_noting(w) : lud_playout(w->ctx, w->state, &w->rng, NULL, NULL);
    played(w, status);
    return status == LUD_OK || status == LUD_LIMIT_PLIES;
}

static uint64_t *mark_of(worker *w, uint32_t key) { return &w->marks[key & (HISTORY - 1)]; }

/* All moves as first: a result counts for every move of a node that its role made later on. */
void learn_rave(worker *w)
{
    uint32_t seen = w->note_count;
    w->mark++;
    for (uint32_t i = w->path_length; i-- > 0;) {
        const visit *v = &w->path[i];
        const arm *a = &node_arms(v->node)[v->arm];
        while (seen > v->note) {
            seen--;
            *mark_of(w, w->notes[seen].key) = (uint64_t)w->mark << 32 | w->notes[seen].key;
        }
        if (a->role == 0 || a->count == 1 || v->node->kind == NODE_JOINT)
            continue;
        const uint32_t *keys = node_keys(v->node) + a->first;
        rating *r = node_ratings(v->node) + a->first;
        for (uint32_t k = 0; k < a->count; k++)
            if (*mark_of(w, keys[k]) == ((uint64_t)w->mark << 32 | keys[k])) {
                add_float(&r[k].sum, (float)w->scores[a->role - 1]);
                add_float(&r[k].visits, 1);
            }
    }
}

void learn_history_of(worker *w, const visit *v, const arm *a)
{
    if (w->search->terms.history > 0 && a->count > 1)
        learn_history(w->search, node_keys(v->node)[v->edge], w->scores[a->role - 1]);
}
