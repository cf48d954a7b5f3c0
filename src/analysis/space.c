#include "analysis/space.h"

#include "base/room.h"

#include <stdlib.h>
#include <string.h>

enum { JOINT_MAX = 4096 };

typedef struct space {
    const lud_game *game;
    lud_context *ctx;
    uint32_t roles;
    size_t size;
    unsigned char *states;
    uint64_t count, capacity;
    uint64_t *table, mask; /* of positions, +1 */
    lud_moves **lists;     /* [role] */
    unsigned char *state;
} space;

static bool grow(space *s)
{
    uint64_t capacity = s->capacity ? s->capacity * 2 : 1024;
    bool fine = ROOM_OF(s->states, capacity * s->size);
    uint64_t *table = calloc(capacity * 2, sizeof *table);
    if (!fine || !table) {
        free(table);
        return false;
    }
    free(s->table);
    s->table = table;
    s->mask = capacity * 2 - 1;
    s->capacity = capacity;
    for (uint64_t i = 0; i < s->count; i++) {
        uint64_t at = lud_state_hash(s->game, s->states + i * s->size) & s->mask;
        while (s->table[at])
            at = (at + 1) & s->mask;
        s->table[at] = i + 1;
    }
    return true;
}

static bool enter(space *s, const void *state)
{
    if (s->count == s->capacity && !grow(s))
        return false;
    uint64_t at = lud_state_hash(s->game, state) & s->mask;
    for (; s->table[at]; at = (at + 1) & s->mask)
        if (memcmp(s->states + (s->table[at] - 1) * s->size, state, s->size) == 0)
            return true;
    s->table[at] = s->count + 1;
    memcpy(s->states + s->count++ * s->size, state, s->size);
    return true;
}

/* All joint moves of a position. LUD_LIMIT_STATES: too many. */
static lud_status expand(space *s, uint64_t number)
{
    uint32_t picks[64] = {0}, role;
    uint64_t movers = lud_movers(s->game, s->states + number * s->size), product = 1;
    for (role = 0; role <= s->roles; role++) {
        if (!(movers >> role & 1))
            continue;
        lud_status status = lud_moves_list(s->ctx, s->states + number * s->size, role, s->lists[role]);
        if (status != LUD_OK)
            return status == LUD_ERR_MEMORY ? status : LUD_OK; /* the rules fail here */
        product *= lud_moves_count(s->lists[role]);
        if (product > JOINT_MAX && movers & (movers - 1))
            return LUD_LIMIT_STATES;
    }
    do {
        lud_move joint[64];
        for (role = 0; role <= s->roles; role++)
            if (movers >> role & 1)
                joint[role] = lud_moves_at(s->lists[role], picks[role]);
        memcpy(s->state, s->states + number * s->size, s->size);
        if (lud_apply(s->ctx, s->state, joint) == LUD_OK && !enter(s, s->state))
            return LUD_ERR_MEMORY;
        for (role = 0; role <= s->roles; role++) {
            if (!(movers >> role & 1))
                continue;
            if (++picks[role] < lud_moves_count(s->lists[role]))
                break;
            picks[role] = 0;
        }
    } while (role <= s->roles);
    return LUD_OK;
}

static lud_status list_depths(space *s, const analysis_options *o, analysis *a)
{
    uint64_t first = 0, end = 1;
    uint32_t most = o->depth && o->depth < ANALYSIS_DEPTHS - 1 ? o->depth : ANALYSIS_DEPTHS - 1;
    a->space.positions[0] = 1;
    a->space.known = true;
    for (uint32_t depth = 0; depth < most && first < end; depth++) {
        for (; first < end; first++) {
            if (lud_terminal(s->game, s->states + first * s->size))
                continue;
            lud_status status = expand(s, first);
            if (status == LUD_ERR_MEMORY || status == LUD_LIMIT_STATES)
                return status;
            if (s->count > o->states || (o->stop && atomic_load(o->stop)) || analysis_late(o))
                return LUD_LIMIT_STATES;
        }
        end = s->count;
        if (end > first) {
            a->space.positions[depth + 1] = end - first;
            a->space.depth = depth + 1;
        }
    }
    a->space.complete = first == end && a->space.depth < most;
    return LUD_OK;
}

lud_status space_grow(const lud_game *game, const analysis_options *o, analysis *a)
{
    space s = {.game = game, .roles = a->roles, .size = lud_state_size(game)};
    s.ctx = lud_context_new(game);
    s.state = calloc(1, s.size);
    s.lists = calloc(a->roles + 1, sizeof *s.lists);
    lud_status status = s.ctx && s.state && s.lists ? LUD_OK : LUD_ERR_MEMORY;
    for (uint32_t i = 0; i <= a->roles && status == LUD_OK; i++)
        status = (s.lists[i] = lud_moves_new()) ? LUD_OK : LUD_ERR_MEMORY;
    if (status == LUD_OK && lud_start(s.ctx, s.state) == LUD_OK)
        status = enter(&s, s.state) ? list_depths(&s, o, a) : LUD_ERR_MEMORY;
    for (uint32_t i = 0; s.lists && i <= a->roles; i++)
        lud_moves_free(s.lists[i]);
    free(s.lists);
    free(s.state);
    free(s.states);
    free(s.table);
    lud_context_free(s.ctx);
    return status == LUD_ERR_MEMORY ? status : LUD_OK;
}
