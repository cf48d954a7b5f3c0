#include "bench/lane.h"

#include "base/clock.h"
#include "session/memory.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE_BY_SIDE = 16384 };

void lane_init(lane *l, const char *name, const lud_game *game, limit_playout *play, bool enumerate, uint64_t seed,
               uint32_t rounds)
{
    memset(l, 0, sizeof *l);
    l->name = name;
    l->game = game;
    l->play = play;
    l->enumerate = enumerate;
    l->batch = 1;
    l->playouts = mem_alloc(rounds * sizeof *l->playouts);
    l->moves = mem_alloc(rounds * sizeof *l->moves);
    l->two_wall = mem_alloc(rounds * sizeof *l->two_wall);
    l->two_cpu = mem_alloc(rounds * sizeof *l->two_cpu);
    for (int r = 0; r < LANE_RATIOS; r++)
        l->ratios[r] = mem_alloc(rounds * sizeof *l->ratios[r]);
    lud_rng_seed(&l->rng, seed, 0);
    if (!game)
        return;
    l->start = mem_alloc(lud_state_size(game));
    l->state = mem_alloc(lud_state_size(game));
    l->ctx = lud_context_new(game);
    l->status = l->ctx ? lud_start(l->ctx, l->start) : LUD_ERR_MEMORY;
    lud_info info;
    lud_game_info(game, &info);
    if (!enumerate && info.batched)
        l->batch = SIDE_BY_SIDE; /* as `run` does: the last games of a batch play on nearly alone */
}

void lane_done(lane *l)
{
    lud_context_free(l->ctx);
    free(l->start);
    free(l->state);
    free(l->playouts);
    free(l->moves);
    free(l->two_wall);
    free(l->two_cpu);
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

static void count_moves(void *user, lud_status status, const lud_playout_result *result, const double *scores)
{
    uint64_t *moves = user;
    (void)status, (void)scores;
    *moves += result->plies;
}

/* So many playouts; the sum of their moves. */
static uint64_t play(lane *l, uint64_t count)
{
    uint64_t moves = 0;
    uint32_t winner;
    if (l->game && !l->enumerate) { /* side by side where that is possible */
        l->status = lud_playouts(l->ctx, l->start, &l->rng, count, NULL, count_moves, &moves);
        return moves;
    }
    for (uint64_t i = 0; i < count && l->status == LUD_OK; i++) {
        lud_playout_options how = {.enumerate = l->enumerate};
        lud_playout_result result = {0};
        if (!l->game) {
            moves += l->play(&l->rng, &winner);
            continue;
        }
        memcpy(l->state, l->start, lud_state_size(l->game));
        l->status = lud_playout(l->ctx, l->state, &l->rng, &how, &result);
        moves += result.plies;
    }
    return moves;
}

void lane_measure(lane *l, uint32_t round, double slice)
{
    uint64_t playouts = 0, moves = 0;
    double started = clock_process(), spent = 0;
    while (spent < slice && l->status == LUD_OK) {
        moves += play(l, l->batch);
        playouts += l->batch;
        spent = clock_process() - started;
        if (spent < slice / 20)
            l->batch *= 2;
    }
    l->playouts[round] = spent > 0 ? (double)playouts / spent : 0;
    l->moves[round] = spent > 0 ? (double)moves / spent : 0;
}

/* ---- two threads ---- */

/* One of the threads: a player of its own for the lane's game. */
typedef struct player {
    lane own;                /* with game, context, states, generator */
    double slice, wall, cpu; /* for so long; playouts/s by both clocks */
} player;

static void *play_on(void *user)
{
    player *p = user;
    uint64_t playouts = 0;
    double started = clock_wall(), cpu = clock_thread(), spent = 0;
    while (spent < p->slice && p->own.status == LUD_OK) {
        play(&p->own, p->own.batch);
        playouts += p->own.batch;
        spent = clock_wall() - started;
    }
    cpu = clock_thread() - cpu;
    p->wall = spent > 0 ? (double)playouts / spent : 0;
    p->cpu = cpu > 0 ? (double)playouts / cpu : 0;
    return NULL;
}

/* Rates of so many threads together. */
static void play_threads(lane *l, uint32_t round, uint32_t threads, double slice, player *sum)
{
    enum { MOST = 2 };
    player players[MOST];
    pthread_t ids[MOST];
    bool started[MOST] = {false};
    for (uint32_t i = 0; i < threads; i++) {
        lane_init(&players[i].own, l->name, l->game, NULL, l->enumerate, round, 1);
        lud_rng_seed(&players[i].own.rng, round, i);
        players[i].own.batch = l->batch;
        players[i].slice = slice;
    }
    for (uint32_t i = 1; i < threads; i++)
        started[i] = pthread_create(&ids[i], NULL, play_on, &players[i]) == 0;
    play_on(&players[0]);
    *sum = (player){.wall = 0};
    for (uint32_t i = 0; i < threads; i++) {
        if (started[i])
            pthread_join(ids[i], NULL);
        if (players[i].own.status != LUD_OK)
            l->status = players[i].own.status;
        sum->wall += i == 0 || started[i] ? players[i].wall : 0;
        sum->cpu += i == 0 || started[i] ? players[i].cpu : 0;
        lane_done(&players[i].own);
    }
}

void lane_scale(lane *l, uint32_t round, double slice)
{
    player one, two;
    play_threads(l, round, 1, slice, &one);
    play_threads(l, round, 2, slice, &two);
    l->two_wall[round] = one.wall > 0 ? two.wall / one.wall : 0;
    l->two_cpu[round] = one.cpu > 0 ? two.cpu / one.cpu : 0;
}

void lane_compare(lane *l, uint32_t round)
{
    for (int r = 0; r < LANE_RATIOS; r++) {
        double other = l->peers[r] ? l->peers[r]->playouts[round] : 0;
        l->ratios[r][round] = other > 0 ? l->playouts[round] / other : 0;
    }
}
