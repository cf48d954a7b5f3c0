/* Learning an evaluation by self-play. Everything follows from the seed. */
#include "agents/evaluation.h"
#include "agents/joint.h"
#include "base/room.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES_EACH = 24, STANDARD_PLIES = 2000, GREEDY_MOVES = 64 };

/* A position: features of one role's vector without those of the role itself, and results. */
typedef struct sample {
    size_t first; /* in the pools */
    uint32_t count, role;
    float target;
    uint64_t game;
} sample;

typedef struct trainer {
    evaluation *e;
    const evaluation_training *how;
    lud_context *ctx;
    joint joint;
    lud_moves *moves;
    lud_rng rng;
    unsigned char *state, *next, *kept; /* kept: states of one game that are learnt from */
    size_t size;
    sample *samples;
    size_t sample_count, sample_capacity;
    uint32_t *indices;
    float *values;
    size_t pool, pool_capacity;
    uint64_t game, stride; /* games that are no multiples of it are left out */
    float *gradients;      /* sums of squares, of Adagrad */
    double *scores;
} trainer;

static void trainer_done(trainer *t)
{
    joint_done(&t->joint);
    lud_context_free(t->ctx);
    lud_moves_free(t->moves);
    free(t->state);
    free(t->next);
    free(t->kept);
    free(t->samples);
    free(t->indices);
    free(t->values);
    free(t->gradients);
    free(t->scores);
}

static bool trainer_init(trainer *t, evaluation *e, const evaluation_training *how)
{
    *t = (trainer){.e = e, .how = how, .size = lud_state_size(e->game)};
    t->ctx = lud_context_new(e->game);
    t->moves = lud_moves_new();
    t->state = calloc(1, t->size);
    t->next = calloc(1, t->size);
    t->kept = calloc(SAMPLES_EACH, t->size);
    t->gradients = calloc((size_t)e->roles * (e->features + 1) + 1, sizeof *t->gradients);
    t->scores = calloc(e->roles + 1, sizeof *t->scores);
    return t->ctx && t->moves && t->state && t->next && t->kept && t->gradients && t->scores &&
           joint_init(&t->joint, e->game, t->ctx);
}

/* ---- samples ---- */

static size_t memory_used(const trainer *t)
{
    return t->sample_count * sizeof *t->samples + t->pool * (sizeof *t->indices + sizeof *t->values);
}

/* Drops every second game that is remembered. */
static void thin(trainer *t)
{
    size_t kept = 0, pool = 0;
    t->stride *= 2;
    for (size_t i = 0; i < t->sample_count; i++) {
        sample s = t->samples[i];
        if (s.game % t->stride)
            continue;
        memmove(t->indices + pool, t->indices + s.first, s.count * sizeof *t->indices);
        memmove(t->values + pool, t->values + s.first, s.count * sizeof *t->values);
        s.first = pool;
        pool += s.count;
        t->samples[kept++] = s;
    }
    t->sample_count = kept;
    t->pool = pool;
}

static bool make_room(trainer *t, uint32_t features)
{
    if (t->sample_count == t->sample_capacity) {
        size_t capacity = t->sample_capacity + t->sample_capacity / 2 + 1024;
        if (!ROOM_OF(t->samples, capacity))
            return false;
        t->sample_capacity = capacity;
    }
    if (t->pool + features > t->pool_capacity) {
        size_t capacity = (t->pool + features) + (t->pool + features) / 2;
        if (!ROOM_OF(t->indices, capacity) || !ROOM_OF(t->values, capacity))
            return false;
        t->pool_capacity = capacity;
    }
    return true;
}

static bool add_samples(trainer *t, const void *state)
{
    evaluation *e = t->e;
    for (uint32_t role = 1; role <= e->roles; role++) {
        uint32_t count = lud_features_active(e->game, state, role, e->indices, e->values);
        if (!make_room(t, count))
            return false;
        double target = (t->scores[role - 1] - e->low[role - 1]) * e->scale[role - 1];
        target = target < 0 ? 0 : target > 1 ? 1 : target;
        t->samples[t->sample_count++] = (sample){t->pool, count, role, (float)target, t->game};
        memcpy(t->indices + t->pool, e->indices, count * sizeof *e->indices);
        memcpy(t->values + t->pool, e->values, count * sizeof *e->values);
        t->pool += count;
    }
    return true;
}

/* ---- games ---- */

static uint32_t only_mover(uint64_t movers)
{
    return movers && !(movers & (movers - 1)) ? (uint32_t)__builtin_ctzll(movers) : 64;
}

/* The role with a choice, where the others have none; 64: several have, or chance decides. */
static lud_status find_chooser(trainer *t, uint32_t *role)
{
    uint64_t movers = lud_movers(t->e->game, t->state);
    *role = only_mover(movers);
    if (*role == 0)
        *role = 64;
    if (*role < 64)
        return lud_moves_list(t->ctx, t->state, *role, t->moves);
    uint32_t found = 64;
    for (uint32_t r = 0; r <= t->e->roles; r++) {
        if (!(movers >> r & 1))
            continue;
        lud_status status = lud_moves_list(t->ctx, t->state, r, t->moves);
        if (status != LUD_OK)
            return status;
        if (lud_moves_count(t->moves) == 1)
            continue;
        if (found < 64 || r == 0)
            return LUD_OK;
        found = r;
    }
    *role = found;
    return found < 64 ? lud_moves_list(t->ctx, t->state, found, t->moves) : LUD_OK;
}

/* The best of the moves one ply ahead (of at most so many, drawn at random). */
static lud_status greedy_step(trainer *t, uint32_t role)
{
    uint32_t count = lud_moves_count(t->moves), best = 0, tried = count;
    double highest = -INFINITY;
    if (tried > GREEDY_MOVES)
        tried = GREEDY_MOVES;
    for (uint32_t i = 0; i < tried; i++) {
        uint32_t at = tried == count ? i : lud_rng_below(&t->rng, count);
        lud_move move = lud_moves_at(t->moves, at);
        memcpy(t->next, t->state, t->size);
        lud_status status = joint_step(&t->joint, t->next, role, &move, &t->rng);
        if (status != LUD_OK)
            continue;
        double value;
        if (lud_terminal(t->e->game, t->next)) {
            lud_scores(t->e->game, t->next, t->scores);
            value = (t->scores[role - 1] - t->e->low[role - 1]) * t->e->scale[role - 1];
            value = 2 * value - 0.5; /* certain: beyond all estimates, but for a draw */
        } else {
            value = evaluation_score(t->e, t->next, role);
        }
        if (value > highest) {
            highest = value;
            best = at;
        }
    }
    lud_move move = lud_moves_at(t->moves, best);
    return joint_step(&t->joint, t->state, role, &move, &t->rng);
}

static lud_status play_step(trainer *t, bool greedy)
{
    uint32_t role = 64;
    if (greedy && (double)(lud_rng_next(&t->rng) >> 11) * 0x1p-53 >= t->how->random) {
        lud_status status = find_chooser(t, &role);
        if (status != LUD_OK)
            return status;
    }
    return role < 64 ? greedy_step(t, role) : joint_step(&t->joint, t->state, 0, NULL, &t->rng);
}

/* Keeps positions of the game evenly, by drawing from a reservoir. */
static lud_status play_game(trainer *t, bool greedy)
{
    uint32_t most = t->how->max_plies ? t->how->max_plies : STANDARD_PLIES, ply = 0, kept = 0;
    lud_status status = lud_start(t->ctx, t->state);
    while (status == LUD_OK && !lud_terminal(t->e->game, t->state) && ply < most) {
        uint32_t at = kept < SAMPLES_EACH ? kept++ : lud_rng_below(&t->rng, ply + 1);
        if (at < SAMPLES_EACH)
            memcpy(t->kept + at * t->size, t->state, t->size);
        status = play_step(t, greedy);
        ply++;
    }
    if (status == LUD_ERR_MEMORY)
        return status;
    if (status != LUD_OK)
        return LUD_OK; /* the rules failed: nothing to learn */
    lud_scores(t->e->game, t->state, t->scores);
    for (uint32_t i = 0; i < kept; i++)
        if (!add_samples(t, t->kept + i * t->size))
            return LUD_ERR_MEMORY;
    return add_samples(t, t->state) ? LUD_OK : LUD_ERR_MEMORY;
}

/* ---- fitting ---- */

static double predict(const trainer *t, const sample *s)
{
    const float *w = t->e->weights + (size_t)(s->role - 1) * (t->e->features + 1);
    float sum = w[t->e->features];
    for (uint32_t i = 0; i < s->count; i++)
        sum += w[t->indices[s->first + i]] * t->values[s->first + i];
    return evaluation_squash((double)sum);
}

/* A step of Adagrad (Duchi, Hazan and Singer, 2011) along the gradient of the log loss. */
static void learn(trainer *t, const sample *s)
{
    size_t base = (size_t)(s->role - 1) * (t->e->features + 1);
    float *w = t->e->weights + base, *sums = t->gradients + base;
    float error = (float)predict(t, s) - s->target;
    const float rate = (float)t->how->learning_rate, decay = (float)t->how->decay;
    for (uint32_t i = 0; i <= s->count; i++) {
        uint32_t k = i < s->count ? t->indices[s->first + i] : t->e->features;
        float g = error * (i < s->count ? t->values[s->first + i] : 1) + decay * w[k];
        sums[k] += g * g;
        w[k] -= rate * g / (sqrtf(sums[k]) + 1e-6F);
    }
}

/* Every tenth sample (a whole position) is held back to measure with. */
static bool held_back(const trainer *t, size_t i) { return i / t->e->roles % 10 == 9; }

static bool told_to_stop(const trainer *t, uint64_t done, uint64_t total)
{
    const evaluation_training *how = t->how;
    return (how->stop && atomic_load(how->stop)) || (how->progress && !how->progress(how->user, done, total));
}

/* False: stopped, or no memory. */
static bool fit_epoch(trainer *t, size_t *order, lud_rng *rng, uint32_t epoch)
{
    enum { LOOK = 4096 };
    for (size_t i = t->sample_count; i > 1; i--) {
        size_t k = lud_rng_next(rng) % i, x = order[i - 1];
        order[i - 1] = order[k];
        order[k] = x;
        if (i % (16 * LOOK) == 0 && told_to_stop(t, epoch, t->how->epochs))
            return false;
    }
    for (size_t i = 0; i < t->sample_count; i++) {
        if (!held_back(t, order[i]))
            learn(t, &t->samples[order[i]]);
        if (i % LOOK == 0 && told_to_stop(t, epoch, t->how->epochs))
            return false;
    }
    return true;
}

static lud_status fit(trainer *t, uint64_t seed, bool *stopped)
{
    lud_rng rng;
    size_t *order = calloc(t->sample_count + 1, sizeof *order);
    lud_rng_seed(&rng, seed, 77);
    for (size_t i = 0; order && i < t->sample_count; i++)
        order[i] = i;
    memset(t->gradients, 0, ((size_t)t->e->roles * (t->e->features + 1)) * sizeof *t->gradients);
    for (uint32_t epoch = 0; order && epoch < t->how->epochs && !*stopped; epoch++)
        *stopped = !fit_epoch(t, order, &rng, epoch);
    free(order);
    return order ? LUD_OK : LUD_ERR_MEMORY;
}

static double log_loss(double p, double target)
{
    p = p < 1e-6 ? 1e-6 : p > 1 - 1e-6 ? 1 - 1e-6 : p;
    return -(target * log(p) + (1 - target) * log(1 - p));
}

static void measure(const trainer *t, evaluation_report *r)
{
    double mean = 0, count = 0;
    for (size_t i = 0; i < t->sample_count; i++)
        mean += t->samples[i].target;
    mean /= t->sample_count ? (double)t->sample_count : 1;
    r->loss = r->loss_before = 0;
    for (size_t i = 0; i < t->sample_count; i++) {
        if (!held_back(t, i))
            continue;
        r->loss += log_loss(predict(t, &t->samples[i]), t->samples[i].target);
        r->loss_before += log_loss(mean, t->samples[i].target);
        count++;
    }
    r->loss /= count > 0 ? count : 1;
    r->loss_before /= count > 0 ? count : 1;
}

/* The games of a round. */
static lud_status play_round(trainer *t, uint32_t round, evaluation_report *r)
{
    const evaluation_training *how = t->how;
    lud_status status = LUD_OK;
    t->sample_count = t->pool = 0;
    t->stride = 1;
    for (t->game = 0; t->game < how->games && status == LUD_OK && !r->stopped; t->game++) {
        if (t->game % t->stride)
            continue;
        lud_rng_seed(&t->rng, how->seed, round * how->games + t->game);
        status = play_game(t, round > 0);
        if (how->memory && memory_used(t) > how->memory)
            thin(t);
        r->games++;
        r->stopped = told_to_stop(t, round * how->games + t->game, how->rounds * how->games);
    }
    r->stride = t->stride > r->stride ? t->stride : r->stride;
    return status;
}

/* Results of random games count in the first fit alone: later ones see better play. When it is
 * stopped the weights of the last round that was finished are put back. */
lud_status evaluation_train(evaluation *e, const evaluation_training *how, evaluation_report *r)
{
    trainer t;
    size_t weights = (size_t)e->roles * (e->features + 1);
    float *finished = calloc(weights + 1, sizeof *finished);
    lud_status status = trainer_init(&t, e, how) && finished ? LUD_OK : LUD_ERR_MEMORY;
    *r = (evaluation_report){.stride = 1};
    for (uint32_t round = 0; round < how->rounds && status == LUD_OK && !r->stopped; round++) {
        memcpy(finished, e->weights, weights * sizeof *finished);
        status = play_round(&t, round, r);
        if (status == LUD_INTERRUPTED) { /* by the control of the game, as by the caller */
            r->stopped = true;
            status = LUD_OK;
        }
        r->positions += t.sample_count / (e->roles ? e->roles : 1);
        if (status == LUD_OK && !r->stopped)
            status = fit(&t, how->seed + round, &r->stopped);
        if (r->stopped)
            memcpy(e->weights, finished, weights * sizeof *finished);
        else if (status == LUD_OK)
            measure(&t, r);
        r->rounds += status == LUD_OK && !r->stopped;
    }
    free(finished);
    trainer_done(&t);
    return status;
}
