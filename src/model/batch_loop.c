/* States side by side, one after the other. */
#include "model/batch.h"

#include "base/room.h"

#include <stdlib.h>
#include <string.h>

/* A move that was chosen; what it says lives in words of its own. */
typedef struct chosen {
    uint32_t *words, count, capacity;
    bool set;
} chosen;

typedef struct loop {
    unsigned char *states, *copy;
    chosen *chosen; /* [lane * (roles + 1) + role] */
    chosen *drawn;  /* [role] */
    lud_move *joint;
    lud_moves *moves; /* of lane and role */
    uint32_t lane, role;
    bool listed;
    lud_rng rng;
} loop;

static unsigned char *state_at(const lud_batch *b, uint32_t lane)
{
    return ((loop *)b->own)->states + (size_t)lane * b->game->state_size;
}

static void note_end(lud_batch *b, uint32_t lane)
{
    const uint64_t bit = UINT64_C(1) << lane % 64;
    if (b->status[lane] != LUD_OK || lud_terminal(b->game, state_at(b, lane)))
        b->ended[lane / 64] |= bit;
    else
        b->ended[lane / 64] &= ~bit;
}

static void forget(lud_batch *b, uint32_t lane)
{
    loop *x = b->own;
    for (uint32_t r = 0; r <= b->game->roles; r++)
        x->chosen[(size_t)lane * (b->game->roles + 1) + r].set = false;
}

static lud_status set(lud_batch *b, const uint64_t *which, const void *state)
{
    ((loop *)b->own)->listed = false;
    for (uint32_t l = 0; l < b->lanes; l++)
        if (batch_has(which, l)) {
            memcpy(state_at(b, l), state, b->game->state_size);
            b->status[l] = LUD_OK;
            forget(b, l);
            note_end(b, l);
        }
    return LUD_OK;
}

static bool keep(chosen *c, lud_move move)
{
    if (!ROOM_FOR(c->words, c->capacity, move.count))
        return false;
    if (move.count)
        memcpy(c->words, move.words, move.count * sizeof *move.words);
    c->count = move.count;
    c->set = true;
    return true;
}

/* Where a move can be made in several ways, any of them. */
static lud_status make(lud_batch *b, unsigned char *state)
{
    loop *x = b->own;
    uint32_t ways = 1;
    memcpy(x->copy, state, b->game->state_size);
    lud_status s = lud_apply_joint_way(b->ctx, state, x->joint, 0, &ways);
    const uint32_t way = s == LUD_OK && ways > 1 ? lud_rng_below(&x->rng, ways) : 0;
    if (way > 0) {
        memcpy(state, x->copy, b->game->state_size);
        s = lud_apply_joint_way(b->ctx, state, x->joint, way, NULL);
    }
    return s;
}

static lud_status step_lane(lud_batch *b, uint32_t lane)
{
    loop *x = b->own;
    unsigned char *state = state_at(b, lane);
    const uint64_t movers = lud_movers(b->game, state);
    for (uint32_t r = 0; r <= b->game->roles; r++) {
        chosen *c = &x->chosen[(size_t)lane * (b->game->roles + 1) + r];
        lud_move move;
        if (!(movers >> r & 1))
            continue;
        if (!c->set) {
            lud_status s = lud_draw_move(b->ctx, state, r, &x->rng, &move);
            if (s != LUD_OK)
                return s;
            c = &x->drawn[r];
            if (!keep(c, move))
                return LUD_ERR_MEMORY;
        }
        x->joint[r] = (lud_move){c->words, c->count, 1};
    }
    return make(b, state);
}

static lud_status step(lud_batch *b)
{
    ((loop *)b->own)->listed = false;
    for (uint32_t l = 0; l < b->lanes; l++) {
        if (batch_has(b->ended, l))
            continue;
        lud_status s = step_lane(b, l);
        if (s == LUD_INTERRUPTED || s == LUD_ERR_MEMORY)
            return s;
        b->status[l] = (unsigned char)s;
        forget(b, l);
        note_end(b, l);
    }
    return LUD_OK;
}

static uint64_t movers(const lud_batch *b, uint32_t lane) { return lud_movers(b->game, state_at(b, lane)); }

static uint32_t count(lud_batch *b, uint32_t lane, uint32_t role)
{
    loop *x = b->own;
    if (!x->listed || x->lane != lane || x->role != role)
        x->listed = lud_moves_list(b->ctx, state_at(b, lane), role, x->moves) == LUD_OK;
    x->lane = lane;
    x->role = role;
    return x->listed ? lud_moves_count(x->moves) : 0;
}

static lud_move move(lud_batch *b, uint32_t lane, uint32_t role, uint32_t index)
{
    (void)lane, (void)role;
    return lud_moves_at(((loop *)b->own)->moves, index);
}

static lud_status choose(lud_batch *b, uint32_t lane, uint32_t role, uint32_t index)
{
    loop *x = b->own;
    chosen *c = &x->chosen[(size_t)lane * (b->game->roles + 1) + role];
    return keep(c, lud_moves_at(x->moves, index)) ? LUD_OK : LUD_ERR_MEMORY;
}

static void scores(lud_batch *b, uint32_t lane, double *out) { lud_scores(b->game, state_at(b, lane), out); }

static void state(lud_batch *b, uint32_t lane, void *out) { memcpy(out, state_at(b, lane), b->game->state_size); }

static void free_loop(lud_batch *b)
{
    loop *x = b->own;
    if (!x)
        return;
    for (size_t i = 0; x->chosen && i < (size_t)b->lanes * (b->game->roles + 1); i++)
        free(x->chosen[i].words);
    for (uint32_t r = 0; x->drawn && r <= b->game->roles; r++)
        free(x->drawn[r].words);
    free(x->states);
    free(x->copy);
    free(x->chosen);
    free(x->drawn);
    free(x->joint);
    lud_moves_free(x->moves);
    free(x);
}

static const batch_ops ops = {set, step, movers, count, move, choose, scores, state, free_loop};

bool batch_loop(lud_batch *b)
{
    loop *x = b->own = calloc(1, sizeof *x);
    const uint32_t roles = b->game->roles + 1;
    b->ops = &ops;
    if (!x)
        return false;
    x->states = calloc(b->lanes, b->game->state_size);
    x->copy = calloc(1, b->game->state_size + 1);
    x->chosen = calloc((size_t)b->lanes * roles, sizeof *x->chosen);
    x->drawn = calloc(roles, sizeof *x->drawn);
    x->joint = calloc(roles, sizeof *x->joint);
    x->moves = lud_moves_new();
    lud_rng_seed(&x->rng, b->seed, 0);
    return x->states && x->copy && x->chosen && x->drawn && x->joint && x->moves;
}
