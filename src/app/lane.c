#include "app/lane.h"

#include "app/memory.h"
#include "app/progress.h"

#include <stdlib.h>
#include <string.h>

void lane_init(lane *l, const char *name, const lud_game *game, limit_playout *play, bool enumerate,
               uint64_t seed, uint32_t rounds)
{
    memset(l, 0, sizeof *l);
    l->name = name;
    l->game = game;
    l->play = play;
    l->enumerate = enumerate;
    l->batch = 1;
    l->playouts = app_alloc(rounds * sizeof *l->playouts);
    l->moves = app_alloc(rounds * sizeof *l->moves);
    for (int r = 0; r < LANE_RATIOS; r++)
        l->ratios[r] = app_alloc(rounds * sizeof *l->ratios[r]);
    lud_rng_seed(&l->rng, seed, 0);
    if (!game)
        return;
    l->start = app_alloc(lud_state_size(game));
    l->state = app_alloc(lud_state_size(game));
    l->ctx = lud_context_new(game);
    l->status = l->ctx ? lud_start(l->ctx, l->start) : LUD_ERR_MEMORY;
}

void lane_done(lane *l)
{
    lud_context_free(l->ctx);
    free(l->start);
    free(l->state);
    free(l->playouts);
    free(l->moves);
    for (int r = 0; r < LANE_RATIOS; r++)
        free(l->ratios[r]);
}

const char *lane_mode(const lane *l) { return l->enumerate ? "list" : "sample"; }

const char *lane_backend(const lane *l)
{
    lud_info info;
    if (!l->game)
        return "c";
    lud_game_info(l->game, &info);
    return info.backend;
}

/* One playout; its number of moves. */
static uint32_t play_once(lane *l)
{
    uint32_t winner;
    if (!l->game)
        return l->play(&l->rng, &winner);
    lud_playout_options how = {.enumerate = l->enumerate};
    lud_playout_result result = {0};
    memcpy(l->state, l->start, lud_state_size(l->game));
    l->status = lud_playout(l->ctx, l->state, &l->rng, &how, &result);
    return result.plies;
}

void lane_measure(lane *l, uint32_t round, double slice)
{
    uint64_t playouts = 0, moves = 0;
    double started = clock_cpu(), spent = 0;
    while (spent < slice && l->status == LUD_OK) {
        for (uint64_t i = 0; i < l->batch && l->status == LUD_OK; i++) {
            moves += play_once(l);
            playouts++;
        }
        spent = clock_cpu() - started;
        if (spent < slice / 20)
            l->batch *= 2;
    }
    l->playouts[round] = spent > 0 ? (double)playouts / spent : 0;
    l->moves[round] = spent > 0 ? (double)moves / spent : 0;
}

void lane_compare(lane *l, uint32_t round)
{
    for (int r = 0; r < LANE_RATIOS; r++) {
        double other = l->peers[r] ? l->peers[r]->playouts[round] : 0;
        l->ratios[r][round] = other > 0 ? l->playouts[round] / other : 0;
    }
}
