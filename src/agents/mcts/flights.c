/* Random games of many iterations at once, as lanes of a network.
 *
 * Iterations that come to a random game wait for it, and the next ones go down in the meantime: visits count on the way
 * down, results do not yet, so that they keep apart as threads do (a virtual loss; Chaslot, Winands and van den Herik,
 * "Parallel Monte-Carlo Tree Search", 2008). While there are few visits, few iterations go together and each gets
 * several games, whose mean counts (leaf parallelisation, in the same paper); the more there are, the more go together.
 */
#include "agents/mcts/mcts.h"

#include <stdlib.h>
#include <string.h>

enum {
    NETWORK_GAMES = 1 << 22, /* as a match makes, at least */
    ROUND_MIN = 8,
    VISITS_SHARE = 16 /* a round is no more than this part of the visits so far */
};

bool flights_wanted(const search *s)
{
    const bool plain = s->set.batch > 0 && !s->sets && !s->set.record;
    return plain && lud_network_ready(s->game, NETWORK_GAMES);
}

bool flights_init(worker *w)
{
    const search *s = w->search;
    w->flights = calloc(s->set.batch, sizeof *w->flights);
    w->leaves = calloc(s->set.batch, sizeof *w->leaves);
    for (uint32_t i = 0; w->flights && w->leaves && i < s->set.batch; i++) {
        w->flights[i].sums = calloc(s->roles + 1, sizeof(double));
        w->leaves[i] = malloc(s->state_size + 1);
        if (!w->flights[i].sums || !w->leaves[i])
            return false;
    }
    return w->flights && w->leaves;
}

void flights_done(worker *w)
{
    const uint32_t count = w->flights || w->leaves ? w->search->set.batch : 0;
    for (uint32_t i = 0; i < count; i++) {
        if (w->flights) {
            free(w->flights[i].path);
            free(w->flights[i].sums);
        }
        if (w->leaves)
            free((void *)(uintptr_t)w->leaves[i]);
    }
    free(w->flights);
    free(w->leaves);
}

static uint32_t smaller(uint64_t a, uint64_t b) { return (uint32_t)(a < b ? a : b); }

void flights_plan(worker *w)
{
    const search *s = w->search;
    const uint64_t visits = atomic_load_explicit(&node_at(s, s->root)->visits, memory_order_relaxed);
    const uint64_t claimed = atomic_load_explicit(&s->claimed, memory_order_relaxed);
    const uint64_t share = visits / VISITS_SHARE > ROUND_MIN ? visits / VISITS_SHARE : ROUND_MIN;
    const uint64_t left = s->limit == 0 ? UINT64_MAX : s->limit > claimed ? s->limit - claimed : 1;
    w->round = smaller(share, s->set.batch);
    w->each = smaller(s->set.batch / w->round, left / w->round + (left < w->round));
}

static void swap_paths(worker *w, flight *f)
{
    visit *path = w->path;
    const uint32_t length = w->path_length, capacity = w->path_capacity;
    w->path = f->path;
    w->path_length = f->path_length;
    w->path_capacity = f->path_capacity;
    *f = (flight){path, length, capacity, 0, f->sums};
}

void flights_add(worker *w)
{
    const search *s = w->search;
    flight *f = &w->flights[w->waiting];
    memset(f->sums, 0, s->roles * sizeof *f->sums);
    memcpy((void *)(uintptr_t)w->leaves[w->waiting++], w->state, s->state_size);
    swap_paths(w, f);
}

static void add_game(void *user, uint32_t number, lud_status status, const lud_playout_result *result,
                     const double *scores)
{
    worker *w = user;
    const search *s = w->search;
    flight *f = &w->flights[number];
    (void)result;
    w->playouts++;
    if (status != LUD_OK)
        return;
    f->games++;
    for (uint32_t r = 0; r < s->roles; r++)
        f->sums[r] += scores[r];
}

void flights_land(worker *w)
{
    const search *s = w->search;
    const lud_playout_options options = {.planned = s->limit > NETWORK_GAMES ? s->limit : NETWORK_GAMES};
    if (!w->waiting)
        return;
    worker_made(w, lud_playouts_from(w->ctx, w->leaves, w->waiting, &w->rng, w->each, &options, add_game, w));
    for (uint32_t i = 0; i < w->waiting; i++) {
        flight *f = &w->flights[i];
        for (uint32_t r = 0; r < s->roles; r++)
            w->scores[r] = f->games ? scaled_score(s, r, f->sums[r] / f->games) : 0.5;
        swap_paths(w, f);
        learn(w);
        swap_paths(w, f);
    }
    w->waiting = 0;
}
