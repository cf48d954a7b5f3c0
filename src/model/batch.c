#include "model/batch.h"

#include "model/lanes.h"

#include <stdlib.h>
#include <string.h>

enum { LANES_MAX = 1 << 24, MANY_LANES = 512, MANY_GAMES = 65536 };

static lanes_model *network_for(const lud_game *game, uint32_t lanes)
{
    if (game->info.hidden) /* what roles know is no part of a lane */
        return NULL;
    return lanes_for(game, lanes < MANY_LANES || lanes > MANY_GAMES ? lanes : MANY_GAMES, NULL);
}

lud_batch *lud_batch_new(const lud_game *game, uint32_t lanes, uint64_t seed)
{
    lud_batch *b = lanes > 0 && lanes <= LANES_MAX ? calloc(1, sizeof *b) : NULL;
    if (!b)
        return NULL;
    *b = (lud_batch){.game = game, .lanes = lanes, .words = (lanes + 63) / 64, .seed = seed};
    b->ctx = lud_context_new(game);
    b->ended = calloc(b->words, sizeof *b->ended);
    b->all = calloc(b->words, sizeof *b->all);
    b->status = calloc(lanes, 1);
    b->start = calloc(1, game->state_size + 1);
    b->indices = calloc(lud_feature_count(game) + 1, sizeof *b->indices);
    b->values = calloc(lud_feature_count(game) + 1, sizeof *b->values);
    lanes_model *network = network_for(game, lanes);
    bool fine = b->ctx && b->ended && b->all && b->status && b->start && b->indices && b->values &&
                (network ? batch_lanes(b, network) : batch_loop(b));
    for (uint32_t l = 0; fine && l < lanes; l++)
        b->all[l / 64] |= UINT64_C(1) << l % 64;
    if (fine && lud_batch_reset(b, NULL, NULL) == LUD_OK)
        return b;
    lud_batch_free(b);
    return NULL;
}

void lud_batch_free(lud_batch *b)
{
    if (!b)
        return;
    if (b->ops)
        b->ops->free(b);
    lud_context_free(b->ctx);
    free(b->ended);
    free(b->all);
    free(b->status);
    free(b->start);
    free(b->indices);
    free(b->values);
    free(b);
}

uint32_t lud_batch_lanes(const lud_batch *b) { return b->lanes; }
bool lud_batch_network(const lud_batch *b) { return b->ops == &batch_lanes_ops; }
const uint64_t *lud_batch_ended(const lud_batch *b) { return b->ended; }

lud_status lud_batch_status(const lud_batch *b, uint32_t lane)
{
    return lane < b->lanes ? (lud_status)b->status[lane] : LUD_ERR_ARGUMENT;
}

lud_status lud_batch_reset(lud_batch *b, const uint64_t *which, const void *state)
{
    lud_status s = state ? LUD_OK : lud_start(b->ctx, b->start);
    if (s == LUD_OK)
        s = b->ops->set(b, which ? which : b->all, state ? state : b->start);
    for (uint32_t l = 0; s == LUD_OK && l < b->lanes; l++)
        if (!which || batch_has(which, l))
            b->status[l] = LUD_OK;
    return s;
}

lud_status lud_batch_step(lud_batch *b) { return machine_stopped(b->ctx) ? LUD_INTERRUPTED : b->ops->step(b); }

/* Whether the lane goes on. */
static bool goes_on(const lud_batch *b, uint32_t lane) { return lane < b->lanes && !batch_has(b->ended, lane); }

uint64_t lud_batch_movers(const lud_batch *b, uint32_t lane) { return goes_on(b, lane) ? b->ops->movers(b, lane) : 0; }

static bool decides(const lud_batch *b, uint32_t lane, uint32_t role)
{
    return role <= b->game->roles && lud_batch_movers(b, lane) >> role & 1;
}

uint32_t lud_batch_count(lud_batch *b, uint32_t lane, uint32_t role)
{
    return decides(b, lane, role) ? b->ops->count(b, lane, role) : 0;
}

lud_move lud_batch_move(lud_batch *b, uint32_t lane, uint32_t role, uint32_t index)
{
    return index < lud_batch_count(b, lane, role) ? b->ops->move(b, lane, role, index) : (lud_move){NULL, 0, 0};
}

lud_status lud_batch_choose(lud_batch *b, uint32_t lane, uint32_t role, uint32_t index)
{
    return index < lud_batch_count(b, lane, role) ? b->ops->choose(b, lane, role, index) : LUD_ERR_ARGUMENT;
}

uint32_t lud_batch_actions(const lud_batch *b, uint32_t role)
{
    return lud_batch_network(b) && role <= b->game->roles ? batch_lanes_actions(b, role) : 0;
}

lud_move lud_batch_action(const lud_batch *b, uint32_t role, uint32_t action)
{
    return action < lud_batch_actions(b, role) ? batch_lanes_action(b, role, action) : (lud_move){NULL, 0, 0};
}

void lud_batch_masks(lud_batch *b, uint32_t role, uint64_t *masks)
{
    if (lud_batch_actions(b, role))
        batch_lanes_masks(b, role, masks);
}

lud_status lud_batch_act(lud_batch *b, uint32_t lane, uint32_t role, uint32_t action)
{
    if (lane >= b->lanes || action >= lud_batch_actions(b, role))
        return LUD_ERR_ARGUMENT;
    return decides(b, lane, role) ? batch_lanes_act(b, lane, role, action) : LUD_ERR_ILLEGAL;
}

void lud_batch_scores(lud_batch *b, uint32_t lane, double *scores)
{
    memset(scores, 0, b->game->roles * sizeof *scores);
    if (lane < b->lanes && batch_has(b->ended, lane) && b->status[lane] == LUD_OK)
        b->ops->scores(b, lane, scores);
}

void lud_batch_state(lud_batch *b, uint32_t lane, void *state)
{
    if (lane < b->lanes)
        b->ops->state(b, lane, state);
}

void lud_batch_features(lud_batch *b, uint32_t role, float *vectors)
{
    const uint32_t count = lud_feature_count(b->game);
    memset(vectors, 0, (size_t)b->lanes * count * sizeof *vectors);
    for (uint32_t l = 0; l < b->lanes; l++) {
        float *vector = vectors + (size_t)l * count;
        b->ops->state(b, l, b->start);
        const uint32_t active = lud_features_active(b->game, b->start, role, b->indices, b->values);
        for (uint32_t i = 0; i < active; i++)
            vector[b->indices[i]] = b->values[i];
    }
}
