/* Many playouts on several threads. Every playout has its own stream of random numbers and its
 * own place in the result, so that threads only change how long it takes. */
#include "base/clock.h"
#include "model/lanes.h"

#include "base/map.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BLOCK = 16384 }; /* games side by side: their number decides what they draw */
enum { OUTCOMES_MAX = 4096, OUTCOMES_KEPT = 64, CHUNK_MAX = MACHINE_PORTION, CHUNKS = 8, THREADS_MAX = 256 };

/* Sums over playouts. Scores and lengths are whole numbers or halves in practice, so that sums
 * in doubles are exact and do not depend on the order. */
typedef struct tally {
    double sum, squares, min, max;
    uint64_t count;
} tally;

typedef struct outcome_row {
    uint64_t playouts, first; /* first: lowest playout number, for a stable order */
} outcome_row;

typedef struct run_job run_job;

typedef struct worker {
    run_job *job;
    pthread_t thread;
    lud_context *ctx;
    unsigned char *state;
    double *scores;
    tally plies, turns, branching, *score;
    uint64_t *wins, draws, done, moves, turn_count;
    double *outcome_scores;
    outcome_row outcomes[OUTCOMES_MAX];
    uint32_t outcome_count;
    uint64_t next, end, played; /* of the portion; since the last report */
    double cpu;
    lud_status fault;
    uint64_t fault_playout;
    char *fault_text;
    bool started, main;
} worker;

struct run_job {
    bool best_known; /* of one role: the best score there can be */
    double best;
    const lud_game *game;
    const lud_run_options *options;
    const unsigned char *start;
    lanes_model *lanes; /* or NULL: one game after the other */
    uint64_t chunk;     /* playouts that a thread takes at a time */
    _Atomic uint64_t next, done;
    atomic_bool stop;
};

static void add(tally *t, double x)
{
    t->min = t->count == 0 || x < t->min ? x : t->min;
    t->max = t->count == 0 || x > t->max ? x : t->max;
    t->sum += x;
    t->squares += x * x;
    t->count++;
}

static void merge(tally *into, const tally *t)
{
    if (t->count == 0)
        return;
    into->min = into->count == 0 || t->min < into->min ? t->min : into->min;
    into->max = into->count == 0 || t->max > into->max ? t->max : into->max;
    into->sum += t->sum;
    into->squares += t->squares;
    into->count += t->count;
}

static lud_statistic statistic(const tally *t)
{
    if (t->count == 0)
        return (lud_statistic){0, 0, 0, 0};
    double n = (double)t->count, mean = t->sum / n;
    double variance = t->count > 1 ? (t->squares - t->sum * mean) / (n - 1) : 0;
    return (lud_statistic){mean, variance > 0 ? sqrt(variance) : 0, t->min, t->max};
}

/* `times` times a number. */
static tally same(double x, uint64_t times) { return (tally){x * (double)times, x * x * (double)times, x, x, times}; }

/* Each role's score, and who has won. */
static void count_scores(worker *w, const double *scores, uint64_t times)
{
    uint32_t roles = w->job->game->roles, best = 0, at_top = 0;
    for (uint32_t i = 0; i < roles; i++) {
        const tally t = same(scores[i], times);
        merge(&w->score[i], &t);
        best = scores[i] > scores[best] ? i : best;
    }
    for (uint32_t i = 0; i < roles; i++)
        at_top += scores[i] == scores[best];
    if (roles == 1) /* nobody to be better than: won is the best score there can be */
        w->wins[0] += w->job->best_known && scores[0] >= w->job->best ? times : 0;
    else if (at_top == 1)
        w->wins[best] += times;
    else
        w->draws += times;
}

static bool equal(const double *a, const double *b, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (a[i] < b[i] || a[i] > b[i])
            return false;
    return true;
}

/* False: there is no room for one more. */
static bool add_outcome(worker *w, const double *scores, uint64_t playout, uint64_t times)
{
    uint32_t roles = w->job->game->roles, i = 0;
    while (i < w->outcome_count && !equal(w->outcome_scores + (size_t)i * roles, scores, roles))
        i++;
    if (i == OUTCOMES_MAX)
        return false;
    if (i == w->outcome_count) {
        memcpy(w->outcome_scores + (size_t)i * roles, scores, roles * sizeof *scores);
        w->outcomes[w->outcome_count++] = (outcome_row){0, playout};
    }
    w->outcomes[i].playouts += times;
    if (playout < w->outcomes[i].first)
        w->outcomes[i].first = playout;
    return true;
}

/* With the scores in w->scores, which are counted at the end, by outcome; of outcomes that have no room at once. */
static void count_result(worker *w, uint64_t playout, const lud_playout_result *r)
{
    add(&w->plies, r->plies);
    add(&w->turns, r->turns);
    w->moves += r->plies;
    w->turn_count += r->turns;
    if (r->choices > 0)
        merge(&w->branching,
              &(tally){(double)r->choices, r->choices_squared, r->choices_min, r->choices_max, r->turns});
    if (!add_outcome(w, w->scores, playout, 1))
        count_scores(w, w->scores, 1);
    w->done++;
}

static void note_fault(worker *w, uint64_t playout, lud_status s)
{
    if (w->fault != LUD_OK && playout >= w->fault_playout)
        return;
    w->fault = s;
    w->fault_playout = playout;
    w->ctx->status = s;
    w->ctx->said = w->job->lanes ? w->job->lanes->stuck : NULL;
    free(w->fault_text);
    w->fault_text = strdup(lud_fault_text(w->ctx, false));
}

static bool play_one(worker *w, uint64_t playout)
{
    const run_job *job = w->job;
    lud_rng rng;
    lud_playout_result r = {0};
    lud_rng_seed(&rng, job->options->seed, playout);
    memcpy(w->state, job->start, job->game->state_size);
    lud_status s = lud_playout(w->ctx, w->state, &rng, &job->options->playout, &r);
    if (s == LUD_OK) {
        lud_scores(job->game, w->state, w->scores);
        count_result(w, playout, &r);
        return true;
    }
    if (s != LUD_INTERRUPTED)
        note_fault(w, playout, s);
    return false;
}

/* Where many games are played side by side: a block of playouts, drawing from the stream of its
 * first. Which of its games is which does not matter. */
typedef struct block {
    worker *w;
    uint64_t first;
    bool fine;
} block;

static void count_one(void *user, uint32_t from, lud_status status, const lud_playout_result *result,
                      const double *scores)
{
    block *b = user;
    (void)from;
    if (status != LUD_OK) {
        b->fine = false;
        note_fault(b->w, b->first, status);
        return;
    }
    memcpy(b->w->scores, scores, b->w->job->game->roles * sizeof *scores);
    count_result(b->w, b->first, result);
}

static bool play_block(worker *w, uint64_t from, uint64_t to)
{
    const run_job *job = w->job;
    lud_rng rng;
    block b = {w, from, true};
    const void *start = job->start;
    lud_rng_seed(&rng, job->options->seed, from);
    lud_status s = lanes_playouts(w->ctx, job->lanes, &start, 1, &rng, to - from, count_one, &b);
    if (s != LUD_OK && s != LUD_INTERRUPTED)
        note_fault(w, from, s);
    return s == LUD_OK && b.fine;
}

/* The next portion. */
static bool take(worker *w)
{
    run_job *job = w->job;
    if (atomic_load(&job->stop))
        return false;
    w->next = atomic_fetch_add(&job->next, job->chunk);
    if (w->next >= job->options->playouts)
        return false;
    const uint64_t left = job->options->playouts - w->next;
    w->end = w->next + (job->chunk < left ? job->chunk : left);
    return true;
}

/* So many playouts more are done. */
static void report(worker *w, uint64_t count)
{
    run_job *job = w->job;
    uint64_t done = atomic_fetch_add(&job->done, count) + count;
    if (w->main && job->options->progress && !job->options->progress(job->options->user, done, job->options->playouts))
        atomic_store(&job->stop, true);
}

/* Machines that play several at a time ask for the next ones. */
static uint32_t next_playouts(void *user, uint64_t *first)
{
    worker *w = user;
    report(w, w->played);
    w->played = 0;
    if (!take(w))
        return 0;
    *first = w->next;
    return (uint32_t)(w->end - w->next);
}

static void playout_played(void *user, uint64_t number, lud_status status, const lud_playout_result *result,
                           const void *state)
{
    worker *w = user;
    w->played++;
    if (playout_status(w->ctx, status, state) == LUD_OK) {
        lud_scores(w->job->game, state, w->scores);
        count_result(w, number, result);
        return;
    }
    if (status != LUD_INTERRUPTED)
        note_fault(w, number, status);
    atomic_store(&w->job->stop, true); /* lower numbers are all handed out: the lowest fault is found */
}

static void *work(void *user)
{
    worker *w = user;
    run_job *job = w->job;
    const machine_playouts all = {job->options->seed, &job->options->playout, next_playouts, playout_played, w};
    double before = clock_thread();
    if (!job->lanes && job->game->ops->playouts && !job->options->playout.watch) {
        job->game->ops->playouts(w->ctx, job->start, &all);
        report(w, w->played);
        w->cpu = clock_thread() - before;
        return NULL;
    }
    while (take(w)) {
        if (job->lanes && !play_block(w, w->next, w->end))
            atomic_store(&job->stop, true);
        for (uint64_t i = w->next; i < w->end && !job->lanes; i++)
            if (!play_one(w, i)) /* lower numbers are all handed out: the lowest fault is found */
                atomic_store(&job->stop, true);
        report(w, w->end - w->next);
    }
    w->cpu = clock_thread() - before;
    return NULL;
}

static bool worker_init(worker *w, run_job *job)
{
    uint32_t roles = job->game->roles;
    w->job = job;
    w->ctx = lud_context_new(job->game);
    w->state = malloc(job->game->state_size + 1);
    w->scores = calloc(roles + 1, sizeof *w->scores);
    w->score = calloc(roles + 1, sizeof *w->score);
    w->wins = calloc(roles + 1, sizeof *w->wins);
    w->outcome_scores = calloc((size_t)OUTCOMES_MAX * (roles + 1), sizeof *w->outcome_scores);
    return w->ctx && w->state && w->scores && w->score && w->wins && w->outcome_scores;
}

static void worker_done(worker *w)
{
    lud_context_free(w->ctx);
    free(w->state);
    free(w->scores);
    free(w->score);
    free(w->wins);
    free(w->outcome_scores);
    free(w->fault_text);
}

static bool keep_outcomes(const worker *w, uint32_t roles, lud_run_result *result)
{
    bool *taken = calloc(w->outcome_count + 1, sizeof *taken);
    result->outcome_scores = calloc((size_t)OUTCOMES_KEPT * (roles + 1), sizeof(double));
    result->outcome_playouts = calloc(OUTCOMES_KEPT, sizeof(uint64_t));
    while (taken && result->outcome_scores && result->outcome_playouts && result->outcome_count < OUTCOMES_KEPT &&
           result->outcome_count < w->outcome_count) {
        uint32_t best = UINT32_MAX;
        for (uint32_t i = 0; i < w->outcome_count; i++) {
            const outcome_row *o = &w->outcomes[i];
            const outcome_row *b = &w->outcomes[best == UINT32_MAX ? 0 : best];
            if (!taken[i] && (best == UINT32_MAX || o->playouts > b->playouts ||
                              (o->playouts == b->playouts && o->first < b->first)))
                best = i;
        }
        taken[best] = true;
        memcpy(result->outcome_scores + (size_t)result->outcome_count * roles, w->outcome_scores + (size_t)best * roles,
               roles * sizeof(double));
        result->outcome_playouts[result->outcome_count++] = w->outcomes[best].playouts;
    }
    bool kept = taken && result->outcome_scores && result->outcome_playouts;
    free(taken);
    return kept;
}

static bool collect(worker *all, uint32_t threads, lud_run_result *result)
{
    worker *sum = &all[0];
    uint32_t roles = sum->job->game->roles;
    for (uint32_t t = 0; t < threads; t++) {
        worker *w = &all[t];
        result->cpu_seconds += w->cpu;
        if (w->fault != LUD_OK && (result->fault == LUD_OK || w->fault_playout < result->fault_playout)) {
            result->fault = w->fault;
            result->fault_playout = w->fault_playout;
            free(result->fault_text);
            result->fault_text = w->fault_text;
            w->fault_text = NULL;
        }
        for (uint32_t i = 0; i < w->outcome_count; i++)
            count_scores(w, w->outcome_scores + (size_t)i * roles, w->outcomes[i].playouts);
        if (w == sum)
            continue;
        merge(&sum->plies, &w->plies);
        merge(&sum->turns, &w->turns);
        merge(&sum->branching, &w->branching);
        for (uint32_t i = 0; i < roles; i++) {
            merge(&sum->score[i], &w->score[i]);
            sum->wins[i] += w->wins[i];
        }
        sum->draws += w->draws;
        sum->done += w->done;
        sum->moves += w->moves;
        sum->turn_count += w->turn_count;
        for (uint32_t i = 0; i < w->outcome_count; i++)
            add_outcome(sum, w->outcome_scores + (size_t)i * roles, w->outcomes[i].first, w->outcomes[i].playouts);
    }
    result->playouts = sum->done;
    result->moves = sum->moves;
    result->turns = sum->turn_count;
    result->plies = statistic(&sum->plies);
    result->turns_per_game = statistic(&sum->turns);
    result->branching = statistic(&sum->branching);
    result->draws = sum->draws;
    result->scores = calloc(roles + 1, sizeof *result->scores);
    result->wins = calloc(roles + 1, sizeof *result->wins);
    if (!result->scores || !result->wins) {
        free(result->scores);
        free(result->wins);
        result->scores = NULL;
        result->wins = NULL;
        return false;
    }
    for (uint32_t i = 0; i < roles; i++) {
        result->scores[i] = statistic(&sum->score[i]);
        result->wins[i] = sum->wins[i];
    }
    return keep_outcomes(sum, roles, result);
}

static uint32_t thread_count(const lud_run_options *options)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    uint64_t n = options->threads ? options->threads : cores > 0 ? (uint64_t)cores : 1;
    n = n > options->playouts ? options->playouts : n;
    return n < 1 ? 1 : n > THREADS_MAX ? THREADS_MAX : (uint32_t)n;
}

/* Few playouts are handed out in small portions, or threads would wait for the last one. */
static uint64_t chunk_size(uint64_t playouts, uint32_t threads)
{
    uint64_t size = playouts / threads / CHUNKS;
    return size < 1 ? 1 : size > CHUNK_MAX ? CHUNK_MAX : size;
}

static lud_status start_state(const lud_game *game, unsigned char *state, lud_run_result *result)
{
    lud_context *ctx = lud_context_new(game);
    if (!ctx)
        return LUD_ERR_MEMORY;
    lud_status s = lud_start(ctx, state);
    if (s != LUD_OK) {
        result->fault = s;
        result->fault_text = strdup(lud_fault_text(ctx, false));
    }
    lud_context_free(ctx);
    return s;
}

static lud_status run(const lud_game *game, const lud_run_options *options, lanes_model *lanes, lud_run_result *result)
{
    memset(result, 0, sizeof *result);
    uint32_t threads = thread_count(options), ready = 0;
    unsigned char *state = calloc(1, game->state_size + 1);
    worker *all = calloc(threads, sizeof *all);
    run_job job = {.game = game,
                   .options = options,
                   .start = state,
                   .lanes = lanes,
                   .chunk = lanes ? BLOCK : chunk_size(options->playouts, threads)};
    double worst;
    job.best_known = game->roles == 1 && lud_score_bounds(game, 1, &worst, &job.best);
    lud_status s = state && all ? start_state(game, state, result) : LUD_ERR_MEMORY;
    while (s == LUD_OK && ready < threads && worker_init(&all[ready], &job))
        ready++;
    if (s == LUD_OK && ready < threads)
        s = LUD_ERR_MEMORY;
    if (s == LUD_OK) {
        double before = clock_wall();
        for (uint32_t t = 1; t < threads; t++)
            all[t].started = pthread_create(&all[t].thread, NULL, work, &all[t]) == 0;
        all[0].main = true;
        work(&all[0]);
        for (uint32_t t = 1; t < threads; t++)
            if (all[t].started)
                pthread_join(all[t].thread, NULL);
        result->seconds = clock_wall() - before;
        result->network = lanes != NULL;
        s = collect(all, threads, result) ? result->fault : LUD_ERR_MEMORY;
    }
    if ((s == LUD_OK && result->playouts < options->playouts && control_stopped(game->control)) ||
        (s != LUD_OK && result->fault == LUD_OK && control_stopped(game->control)))
        s = LUD_INTERRUPTED;
    for (uint32_t t = 0; all && t < threads; t++)
        worker_done(&all[t]);
    free(all);
    free(state);
    return s;
}

lud_status lud_run(const lud_game *game, const lud_run_options *options, lud_run_result *result)
{
    lanes_model *lanes = lanes_for(game, options->playouts, &options->playout);
    lud_status s = run(game, options, lanes, result);
    if (!lanes || game->info.facts || result->fault == LUD_OK)
        return s;
    lud_run_result_done(result); /* the network of an automaton does not know what is wrong, and where */
    return run(game, options, NULL, result);
}

void lud_run_result_done(lud_run_result *result)
{
    free(result->scores);
    free(result->wins);
    free(result->outcome_scores);
    free(result->outcome_playouts);
    free(result->fault_text);
    memset(result, 0, sizeof *result);
}
