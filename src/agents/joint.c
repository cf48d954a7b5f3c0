#include "agents/joint.h"

#include "base/room.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool joint_init(joint *j, const lud_game *game, lud_context *ctx)
{
    lud_info info;
    lud_game_info(game, &info);
    *j = (joint){.game = game, .ctx = ctx, .roles = info.roles};
    j->moves = calloc(info.roles + 1, sizeof *j->moves);
    j->words = calloc(info.roles + 1, sizeof *j->words);
    j->capacity = calloc(info.roles + 1, sizeof *j->capacity);
    return j->moves && j->words && j->capacity;
}

void joint_done(joint *j)
{
    for (uint32_t i = 0; j->words && i <= j->roles; i++)
        free(j->words[i]);
    free(j->words);
    free(j->moves);
    free(j->capacity);
    *j = (joint){0};
}

bool joint_keep(joint *j, uint32_t role, lud_move move)
{
    assert(role <= j->roles);
    if (!ROOM_FOR(j->words[role], j->capacity[role], move.count))
        return false;
    if (move.count)
        memcpy(j->words[role], move.words, move.count * sizeof *move.words);
    move.words = j->words[role];
    j->moves[role] = move;
    return true;
}

static lud_status draw(joint *j, const void *state, uint32_t role, lud_rng *rng)
{
    lud_move move;
    lud_status status = lud_draw_move(j->ctx, state, role, rng, &move);
    return status != LUD_OK ? status : joint_keep(j, role, move) ? LUD_OK : LUD_ERR_MEMORY;
}

lud_status joint_step(joint *j, void *state, uint32_t role, const lud_move *own, lud_rng *rng)
{
    uint64_t movers = lud_movers(j->game, state);
    for (uint32_t i = 0; i <= j->roles; i++) {
        if (!(movers >> i & 1))
            continue;
        if (own && i == role) {
            j->moves[i] = *own;
            continue;
        }
        lud_status status = draw(j, state, i, rng);
        if (status != LUD_OK)
            return status;
    }
    return lud_apply(j->ctx, state, j->moves);
}
