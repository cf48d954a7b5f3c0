/* Random games and perft of answer-set games. */
#include "model/answerset/answerset.h"

#include "base/rng.h"
#include "base/room.h"

#include <stdlib.h>
#include <string.h>

/* Each answer set of nature is as likely as any other. */
static lud_status random_step(answerset_runner *r, as_state *s, const uint32_t *actions, uint32_t count, lud_rng *rng,
                              const lud_playout_options *options)
{
    const as_game *g = answerset_of(r->game);
    uint32_t ways = 1;
    as_draw(rng, g->draws, r->draws);
    if (options->watch) {
        answerset_draw_words(r->draws, g->draws->count, r->words);
        lud_move joint[2] = {{r->words, 2 * g->draws->count + 1, 1}, {actions, count, 1}};
        options->watch(options->user, g->random ? 3 : 2, joint);
    }
    if (answerset_of(r->game)->solves[AS_DO_NATURE].native)
        return answerset_step(r, s, actions, count, r->draws, 0, &ways);
    as_state *before = malloc(as_state_size(answerset_of(r->game)));
    if (!before)
        return LUD_ERR_MEMORY;
    memcpy(before, s, as_state_size(answerset_of(r->game)));
    lud_status status = answerset_step(r, s, actions, count, r->draws, 0, &ways);
    uint32_t way = status == LUD_OK && ways > 1 ? rng_below(rng, ways) : 0;
    if (way) {
        memcpy(s, before, as_state_size(answerset_of(r->game)));
        status = answerset_step(r, s, actions, count, r->draws, way, &ways);
    }
    free(before);
    return status;
}

lud_status answerset_playout(lud_context *ctx, void *state, lud_rng *rng, const lud_playout_options *options,
                             lud_playout_result *result)
{
    const as_game *g = answerset_of(ctx->game);
    answerset_runner *r = ctx->runner;
    as_state *s = state;
    size_t size = as_state_size(g);
    lud_status status = LUD_OK;
    uint32_t moves = g->candidates.count + 1;
    *result = (lud_playout_result){.choices_min = moves, .choices_max = moves};
    memcpy(ctx->state, state, size);
    while (status == LUD_OK && s->verdict == AS_RUNNING) {
        if (result->plies >= ctx->game->limits.max_plies) {
            status = LUD_LIMIT_PLIES;
            break;
        }
        uint32_t chosen = rng_below(rng, moves);
        status = random_step(r, s, chosen < g->candidates.count ? &g->candidate_numbers[chosen] : NULL,
                             chosen < g->candidates.count, rng, options);
        if (status != LUD_OK)
            break;
        result->plies++;
        result->turns++;
        if (options->enumerate) {
            result->choices += moves;
            result->choices_squared += (double)moves * moves;
        }
    }
    if (status != LUD_OK && status != LUD_LIMIT_PLIES)
        memcpy(state, ctx->state, size);
    return status;
}

/* ---- perft ---- */

typedef struct counting {
    lud_context *ctx;
    uint32_t depth;
    uint64_t *counts;
    const lud_perft_options *options;
    size_t size;
} counting;

typedef struct outcomes { /* different positions after a move */
    unsigned char *states;
    uint64_t count, capacity;
} outcomes;

static lud_status add_outcome(outcomes *o, const void *state, size_t size, uint64_t most)
{
    for (uint64_t i = 0; i < o->count; i++)
        if (memcmp(o->states + i * size, state, size) == 0)
            return LUD_OK;
    if (o->count == most)
        return LUD_LIMIT_STATES;
    if (o->count == o->capacity) {
        uint64_t capacity = o->capacity ? 2 * o->capacity : 4;
        if (!ROOM_OF(o->states, capacity * size))
            return LUD_ERR_MEMORY;
        o->capacity = capacity;
    }
    memcpy(o->states + o->count++ * size, state, size);
    return LUD_OK;
}

/* All positions that a move of the player leads to. */
static lud_status find_outcomes(const counting *c, const void *state, const uint32_t *actions, uint32_t count,
                                outcomes *o)
{
    const as_game *g = answerset_of(c->ctx->game);
    answerset_runner *r = c->ctx->runner;
    uint64_t total = answerset_outcomes(g), most = c->ctx->game->limits.max_states;
    lud_status status = total > most ? LUD_LIMIT_STATES : LUD_OK;
    unsigned char *next = malloc(c->size);
    o->count = 0;
    for (uint64_t i = 0; i < total && status == LUD_OK && next; i++) {
        uint32_t ways = 1;
        for (uint32_t way = 0; way < ways && status == LUD_OK; way++) {
            memcpy(next, state, c->size);
            answerset_outcome(g, i, r->draws);
            status = answerset_step(r, (as_state *)(void *)next, actions, count, r->draws, way, &ways);
            if (status == LUD_OK && r->run->more_ways)
                status = LUD_LIMIT_STATES;
            ((as_state *)(void *)next)->knowledge = 0; /* outcomes are positions, not what is known of them */
            if (status == LUD_OK)
                status = add_outcome(o, next, c->size, most);
        }
    }
    free(next);
    return next ? status : LUD_ERR_MEMORY;
}

static lud_status count_below(const counting *c, const void *state, uint32_t depth);

static lud_status count_move(const counting *c, const void *state, uint32_t depth, uint32_t index)
{
    const as_game *g = answerset_of(c->ctx->game);
    bool none = index == g->candidates.count;
    outcomes o = {0};
    lud_status status = find_outcomes(c, state, none ? NULL : &g->candidate_numbers[index], !none, &o);
    uint64_t before = c->counts[c->depth];
    for (uint64_t i = 0; i < o.count && status == LUD_OK; i++) {
        c->counts[depth + 1]++;
        status = count_below(c, o.states + i * c->size, depth + 1);
    }
    free(o.states);
    if (depth == 0 && status == LUD_OK && c->options->divide) {
        char text[512];
        lud_move move = {none ? NULL : &g->candidate_numbers[index], !none, 1};
        c->ctx->game->ops->move_text(c->ctx->game, move, text, sizeof text);
        c->options->divide(c->options->user, text, c->counts[c->depth] - before);
    }
    return status;
}

static lud_status count_below(const counting *c, const void *state, uint32_t depth)
{
    const as_game *g = answerset_of(c->ctx->game);
    if (depth == c->depth || ((const as_state *)state)->verdict != AS_RUNNING)
        return LUD_OK;
    lud_status status = LUD_OK;
    for (uint32_t i = 0; i <= g->candidates.count && status == LUD_OK; i++) {
        status = count_move(c, state, depth, i);
        if (depth == 0 && c->options->progress &&
            !c->options->progress(c->options->user, i + 1, g->candidates.count + 1))
            break;
    }
    return status;
}

lud_status answerset_perft(lud_context *ctx, const void *state, uint32_t depth, const lud_perft_options *options,
                           uint64_t *counts)
{
    counting c = {ctx, depth, counts, options, as_state_size(answerset_of(ctx->game))};
    unsigned char *first = calloc(1, c.size);
    lud_status status = first ? LUD_OK : LUD_ERR_MEMORY;
    if (first && state)
        memcpy(first, state, c.size);
    else if (first)
        status = ctx->game->ops->start(ctx, first);
    counts[0] = 1;
    if (status == LUD_OK)
        status = count_below(&c, first, 0);
    free(first);
    return status;
}
