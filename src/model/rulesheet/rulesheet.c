#include "model/rulesheet/rulesheet.h"

#include "base/map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- states ---- */

bool rulesheet_terminal(const lud_game *game, const void *state) { return rulesheet_over(rulesheet_of(game), state); }

uint64_t rulesheet_movers(const lud_game *game, const void *state)
{
    uint64_t all = (UINT64_C(2) << game->roles) - 2;
    return rulesheet_terminal(game, state) ? 0 : rulesheet_of(game)->random == LOGIC_NONE ? all : all | 1;
}

void rulesheet_scores(const lud_game *game, const void *state, double *out)
{
    const rulesheet *s = rulesheet_of(game);
    int32_t goals[JOINT_ROLES_MAX] = {0};
    rulesheet_runner *r = rulesheet_over(s, state) ? NULL : rulesheet_take_spare(game);
    memcpy(goals + 1, (const unsigned char *)state + s->scores, game->roles * sizeof *goals);
    if (r) {
        if (s->evaluator->load(r, state) == LUD_OK)
            s->evaluator->goals(r, goals);
        rulesheet_give_spare(game, r);
    }
    for (uint32_t i = 1; i <= game->roles; i++)
        out[i - 1] = goals[i] == GOAL_NONE ? 0 : goals[i];
}

/* Without what the roles know: positions are equal when the same facts hold. */
uint64_t rulesheet_hash(const lud_game *game, const void *state)
{
    return hash_bytes(state, rulesheet_of(game)->fact_words * sizeof(uint64_t), 0);
}

uint64_t rulesheet_observe(const lud_game *game, const void *state, uint32_t role)
{
    const rulesheet *s = rulesheet_of(game);
    uint64_t h;
    if (!s->sees || s->net_role[role] == LOGIC_NONE)
        return rulesheet_hash(game, state);
    memcpy(&h, (const unsigned char *)state + s->knowledge + 8 * s->net_role[role], sizeof h);
    return h;
}

uint32_t rulesheet_features(const lud_game *game, const void *state, uint32_t *indices, float *values)
{
    uint32_t count = 0;
    for (uint32_t w = 0; w < rulesheet_of(game)->fact_words && game->ops->features->count(game); w++)
        for (uint64_t bits = ((const uint64_t *)state)[w]; bits; bits &= bits - 1) {
            indices[count] = 64 * w + (uint32_t)__builtin_ctzll(bits);
            values[count++] = 1;
        }
    return count;
}

/* ---- playing ---- */

lud_status rulesheet_stuck(rulesheet_runner *r, uint32_t who)
{
    uint32_t role = rulesheet_of(r->game)->role_of[who];
    snprintf(r->message, sizeof r->message, "`%.80s` has no legal move, yet the game is not over",
             r->game->role_names[role]);
    r->span = game_legal_span(r->game, role);
    return r->status = LUD_ERR_STUCK;
}

machine_fault rulesheet_fault(const lud_context *ctx)
{
    const rulesheet_runner *r = ctx->runner;
    const char *hint = r->status == LUD_ERR_STUCK ? "a role that has nothing to do needs a move like `noop`" : NULL;
    return (machine_fault){r->status, ctx->game->source, r->span, r->message, hint};
}

lud_status rulesheet_draw(lud_context *ctx, const void *state, uint32_t role, lud_rng *rng, lud_move *move)
{
    const rulesheet *s = rulesheet_of(ctx->game);
    rulesheet_runner *r = ctx->runner;
    uint32_t who = s->net_role[role], count;
    lud_status status = s->evaluator->load(r, state);
    if (status == LUD_OK)
        status = s->evaluator->choose(r, who, rng, &count);
    if (status == LUD_OK)
        *move = s->evaluator->chosen(r, who, r->drawn);
    return status;
}

static void show_moves(const rulesheet_runner *r, const lud_playout_options *options)
{
    const rulesheet *s = rulesheet_of(r->game);
    uint32_t words[JOINT_ROLES_MAX][MOVE_WORDS_MAX];
    lud_move joint[JOINT_ROLES_MAX];
    uint64_t movers = 0;
    for (uint32_t i = 0; i < s->roles; i++) {
        joint[s->role_of[i]] = s->evaluator->chosen(r, i, words[i]);
        movers |= UINT64_C(1) << s->role_of[i];
    }
    options->watch(options->user, movers, joint);
}

static inline lud_status play_step(lud_context *ctx, const rulesheet *s, lud_rng *rng,
                                   const lud_playout_options *options, lud_playout_result *result)
{
    rulesheet_runner *r = ctx->runner;
    for (uint32_t i = 0; i < s->roles; i++) {
        uint32_t count;
        lud_status status = s->evaluator->choose(r, i, rng, &count);
        if (status != LUD_OK)
            return status;
        if (i != s->random)
            joint_count_choices(result, count);
    }
    if (options->watch)
        show_moves(r, options);
    return s->evaluator->step(r, ctx->state);
}

lud_status rulesheet_playout(lud_context *ctx, void *state, lud_rng *rng, const lud_playout_options *options,
                             lud_playout_result *result)
{
    const rulesheet *s = rulesheet_of(ctx->game);
    size_t size = ctx->game->state_size;
    memset(result, 0, sizeof *result);
    memcpy(ctx->state, state, size);
    lud_status status = s->evaluator->load(ctx->runner, state);
    while (status == LUD_OK && !rulesheet_over(s, ctx->state)) {
        if (machine_stopped(ctx))
            return LUD_INTERRUPTED;
        if (result->plies >= ctx->game->limits.max_plies) {
            memcpy(state, ctx->state, size);
            return LUD_LIMIT_PLIES;
        }
        status = play_step(ctx, s, rng, options, result);
        result->plies += status == LUD_OK;
        result->turns += status == LUD_OK ? ctx->game->roles : 0;
    }
    if (status == LUD_OK)
        memcpy(state, ctx->state, size);
    return status;
}

/* ---- spare runners ---- */

void *rulesheet_take_spare(const lud_game *game)
{
    rulesheet *s = game->machine;
    pthread_mutex_lock(&s->lock);
    void *runner = s->spare;
    s->spare = NULL;
    pthread_mutex_unlock(&s->lock);
    return runner ? runner : game->ops->runner_new(game);
}

void rulesheet_give_spare(const lud_game *game, void *runner)
{
    rulesheet *s = game->machine;
    pthread_mutex_lock(&s->lock);
    void *more = s->spare ? runner : NULL;
    s->spare = s->spare ? s->spare : runner;
    pthread_mutex_unlock(&s->lock);
    if (more)
        game->ops->runner_free(more);
}

void rulesheet_done(lud_game *game)
{
    rulesheet *s = game->machine;
    if (!s || !s->ready)
        return;
    if (s->spare)
        game->ops->runner_free(s->spare);
    pthread_mutex_destroy(&s->lock);
}

/* ---- setting up ---- */

bool rulesheet_set_up(lud_game *game, rulesheet *s, const rulesheet_evaluator *evaluator, const char *const *names,
                      uint32_t count, uint64_t facts, diag_sink *sink)
{
    s->evaluator = evaluator;
    s->roles = count;
    s->random = LOGIC_NONE;
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(names[i], "random") == 0)
            s->random = i;
    game->roles = count - (s->random != LOGIC_NONE);
    if (!rl_roles_fit(game->roles, game->source, sink))
        return false;
    game->role_names = ARENA_ARRAY(&game->arena, const char *, game->roles + 1);
    s->role_of = ARENA_ARRAY(&game->arena, uint32_t, count + 1);
    s->net_role = ARENA_ARRAY(&game->arena, uint32_t, game->roles + 1);
    game->role_names[0] = "random";
    s->net_role[0] = s->random;
    for (uint32_t i = 0, role = 0; i < count; i++) {
        if (i == s->random)
            continue;
        s->role_of[i] = ++role;
        s->net_role[role] = i;
        game->role_names[role] = names[i];
    }
    s->fact_words = (uint32_t)((facts + 63) / 64);
    s->flags = s->fact_words * 8;
    s->scores = s->flags + 8;
    s->knowledge = (s->scores + 4 * game->roles + 7) / 8 * 8;
    game->state_size = s->knowledge + (s->sees ? 8 * count : 0);
    game->info.chance = s->random != LOGIC_NONE;
    game->info.hidden = s->sees;
    s->ready = pthread_mutex_init(&s->lock, NULL) == 0;
    return true;
}
