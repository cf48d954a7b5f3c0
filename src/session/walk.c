#include "session/walk.h"

#include "session/memory.h"

#include <stdlib.h>
#include <string.h>

void walk_init(walk *w, const lud_game *game)
{
    lud_info info;
    lud_game_info(game, &info);
    memset(w, 0, sizeof *w);
    w->game = game;
    w->roles = info.roles;
    w->facts = info.facts;
    w->open = lud_moves_open(game);
    w->hidden = info.hidden;
    w->size = lud_state_size(game);
    w->state = mem_alloc(w->size);
    w->lists = mem_alloc((w->roles + 1) * sizeof *w->lists);
    w->listed = mem_alloc((w->roles + 1) * sizeof *w->listed);
    w->joint = mem_alloc((w->roles + 1) * sizeof *w->joint);
    w->typed = mem_alloc((w->roles + 1) * sizeof *w->typed);
    w->typed_count = mem_alloc((w->roles + 1) * sizeof *w->typed_count);
    w->percepts = mem_alloc((w->roles + 1) * sizeof *w->percepts);
    w->made = mem_alloc((w->roles + 1) * sizeof *w->made);
    w->ctx = lud_context_new(game);
    bool failed = !w->ctx;
    for (uint32_t role = 0; role <= w->roles; role++)
        failed |= !(w->lists[role] = lud_moves_new());
    if (failed)
        mem_no_memory();
}

static void forget_percepts(walk *w, uint32_t from)
{
    for (uint32_t role = 0; role <= w->roles && w->percepts[role]; role++)
        for (uint32_t i = from; i <= w->ply && w->capacity; i++) {
            free(w->percepts[role][i]);
            free(w->made[role][i]);
            w->percepts[role][i] = w->made[role][i] = NULL;
        }
}

void walk_done(walk *w)
{
    forget_percepts(w, 0);
    for (uint32_t role = 0; role <= w->roles; role++) {
        lud_moves_free(w->lists[role]);
        free(w->percepts[role]);
        free(w->typed[role]);
        free(w->made[role]);
    }
    free(w->typed);
    free(w->typed_count);
    free(w->made);
    free(w->ways);
    free(w->tried);
    lud_context_free(w->ctx);
    free(w->lists);
    free(w->listed);
    free(w->joint);
    free(w->percepts);
    free(w->history);
    free(w->state);
    memset(w, 0, sizeof *w);
}

static void make_room(walk *w)
{
    if (w->ply + 1 < w->capacity)
        return;
    uint32_t capacity = w->capacity ? w->capacity * 2 : 32;
    w->history = mem_grow(w->history, (size_t)capacity * w->size);
    w->ways = mem_grow(w->ways, capacity * sizeof *w->ways);
    for (uint32_t role = 0; role <= w->roles; role++) {
        w->percepts[role] = mem_grow(w->percepts[role], capacity * sizeof **w->percepts);
        memset(w->percepts[role] + w->capacity, 0, (capacity - w->capacity) * sizeof **w->percepts);
        w->made[role] = mem_grow(w->made[role], capacity * sizeof **w->made);
        memset(w->made[role] + w->capacity, 0, (capacity - w->capacity) * sizeof **w->made);
    }
    w->capacity = capacity;
}

/* Must come right after the call that made the percepts. */
static void note_percepts(walk *w)
{
    for (uint32_t role = w->facts ? 0 : 1; role <= w->roles; role++) {
        size_t length = lud_percept_text(w->ctx, role, NULL, 0);
        char *seen = mem_alloc(length + 1);
        if (lud_percept_text(w->ctx, role, seen, length + 1) != length)
            mem_no_memory();
        free(w->percepts[role][w->ply]);
        w->percepts[role][w->ply] = seen;
    }
}

static void changed(walk *w)
{
    memset(w->listed, 0, (w->roles + 1) * sizeof *w->listed);
    free(w->tried);
    w->tried = NULL;
}

lud_status walk_start(walk *w)
{
    make_room(w);
    forget_percepts(w, 0);
    w->ply = 0;
    changed(w);
    lud_status status = lud_start(w->ctx, w->state);
    if (status == LUD_OK)
        note_percepts(w);
    return status;
}

bool walk_terminal(const walk *w) { return lud_terminal(w->game, w->state); }

bool walk_decides(const walk *w, uint32_t role) { return role < 64 && lud_movers(w->game, w->state) >> role & 1; }

int walk_mover(const walk *w)
{
    uint64_t movers = lud_movers(w->game, w->state);
    if (movers == 0 || (movers & (movers - 1)) != 0)
        return -1;
    return __builtin_ctzll(movers);
}

lud_status walk_list(walk *w, uint32_t role, lud_moves **moves)
{
    *moves = w->lists[role];
    if (w->listed[role])
        return LUD_OK;
    lud_status status = lud_moves_list(w->ctx, w->state, role, w->lists[role]);
    if (w->open && role == 0 && status == LUD_LIMIT_STATES)
        status = LUD_OK; /* empty */
    w->listed[role] = status == LUD_OK;
    return status;
}

/* Takes over words that do not last. */
static void keep_words(walk *w, uint32_t role, lud_move move)
{
    uint32_t *words = mem_alloc((move.count + 1) * sizeof *words);
    if (move.count)
        memcpy(words, move.words, move.count * sizeof *words);
    free(w->typed[role]);
    w->typed[role] = words;
    w->typed_count[role] = move.count;
}

int walk_find(walk *w, uint32_t role, const char *piece)
{
    lud_moves *moves;
    if (walk_list(w, role, &moves) != LUD_OK)
        return -1;
    size_t capacity = strlen(piece) + 3; /* words have a letter and a blank each, numbers two words */
    uint32_t *words = mem_alloc(capacity * sizeof *words), count = 0;
    int found = -1;
    bool read = lud_move_parse(w->game, piece, words, (uint32_t)capacity, &count) == LUD_OK;
    for (uint32_t i = 0; read && i < lud_moves_count(moves) && found < 0; i++) {
        lud_move move = lud_moves_at(moves, i);
        if (move.count == count && (count == 0 || memcmp(move.words, words, count * sizeof *words) == 0))
            found = (int)i;
    }
    if (read && found < 0 && w->open) {
        bool values = *piece >= '0' && *piece <= '9'; /* of chance */
        keep_words(w, role, (lud_move){words, count, 1});
        found = values == (role == 0) ? (int)lud_moves_count(moves) : -1;
    }
    free(words);
    return found;
}

lud_move walk_at(const walk *w, uint32_t role, int index)
{
    if ((uint32_t)index < lud_moves_count(w->lists[role]))
        return lud_moves_at(w->lists[role], (uint32_t)index);
    return (lud_move){w->typed[role], w->typed_count[role], 1};
}

lud_status walk_choose(walk *w, uint32_t role, bool weighted, lud_rng *rng, lud_move *move)
{
    lud_moves *moves;
    lud_status status = walk_list(w, role, &moves);
    if (status != LUD_OK)
        return status;
    if (lud_moves_count(moves)) {
        *move = lud_moves_at(moves, walk_draw(moves, role == 0 || weighted, rng));
        return LUD_OK;
    }
    status = lud_draw_move(w->ctx, w->state, role, rng, move);
    if (status == LUD_OK) {
        keep_words(w, role, *move);
        *move = walk_at(w, role, 0);
    }
    return status;
}

static lud_status apply_way(walk *w, void *state, uint32_t way, uint32_t *ways)
{
    int mover = walk_mover(w);
    if (w->open)
        return lud_apply_joint_way(w->ctx, state, w->joint, way, ways);
    if (mover >= 0)
        return lud_apply_way(w->ctx, state, &w->joint[mover], way, ways);
    *ways = 1;
    return way == 0 ? lud_apply(w->ctx, state, w->joint) : LUD_ERR_ARGUMENT;
}

uint32_t walk_ways(walk *w)
{
    uint32_t ways = 1;
    void *copy = mem_alloc(w->size);
    memcpy(copy, w->state, w->size);
    lud_status status = apply_way(w, copy, 0, &ways);
    free(copy);
    return status == LUD_OK && ways > 0 ? ways : 1;
}

/* The words of a joint move live as long as its lists, which are still there. */
static void note_moves(walk *w)
{
    uint64_t movers = lud_movers(w->game, w->history + (size_t)(w->ply - 1) * w->size);
    for (uint32_t role = 0; role <= w->roles; role++) {
        free(w->made[role][w->ply]);
        w->made[role][w->ply] = movers >> role & 1 ? walk_text(w, w->joint[role]) : NULL;
    }
}

lud_status walk_apply(walk *w, uint32_t way)
{
    uint32_t ways;
    make_room(w);
    memcpy(w->history + (size_t)w->ply * w->size, w->state, w->size);
    lud_status status = apply_way(w, w->state, way, &ways);
    free(w->tried);
    w->tried = status == LUD_OK ? NULL : walk_joint_text(w, lud_movers(w->game, w->state), w->joint);
    if (status != LUD_OK)
        return status;
    w->ply++;
    note_percepts(w);
    note_moves(w);
    w->ways[w->ply] = way;
    changed(w);
    return LUD_OK;
}

const char *walk_own(const walk *w, uint32_t role, uint32_t ply)
{
    return role <= w->roles && ply > 0 && ply <= w->ply ? w->made[role][ply] : NULL;
}

bool walk_undo(walk *w)
{
    if (w->ply == 0)
        return false;
    forget_percepts(w, w->ply);
    w->ply--;
    memcpy(w->state, w->history + (size_t)w->ply * w->size, w->size);
    changed(w);
    return true;
}

uint32_t walk_draw(const lud_moves *moves, bool weighted, lud_rng *rng)
{
    uint32_t count = lud_moves_count(moves);
    if (!weighted)
        return lud_rng_below(rng, count);
    uint64_t pick = lud_rng_below(rng, (uint32_t)lud_moves_weight(moves));
    for (uint32_t i = 0; i < count; i++) {
        uint32_t weight = lud_moves_at(moves, i).weight;
        if (pick < weight)
            return i;
        pick -= weight;
    }
    return count - 1;
}

char *walk_text(const walk *w, lud_move move)
{
    char first[128];
    size_t length = lud_move_text(w->game, move, first, sizeof first);
    char *whole = mem_alloc(length + 1);
    if (lud_move_text(w->game, move, whole, length + 1) != length)
        mem_no_memory();
    return whole;
}

char *walk_joint_text(const walk *w, uint64_t movers, const lud_move *joint)
{
    buffer b = {0};
    for (uint32_t role = 0; role <= w->roles; role++) {
        if (!(movers >> role & 1))
            continue;
        char *move = walk_text(w, joint[role]);
        buffer_addf(&b, "%s%s", b.length ? " " : "", move);
        free(move);
    }
    return b.text ? b.text : mem_strdup("");
}

const char *walk_percept(const walk *w, uint32_t role, uint32_t entry)
{
    if (role > w->roles || entry > w->ply)
        return "";
    const char *seen = w->percepts[role][entry];
    return seen ? seen : "";
}

size_t walk_term(const char **text)
{
    size_t length = 0, depth = 0;
    *text += strspn(*text, " ");
    for (const char *p = *text; *p && (depth > 0 || *p != ' '); p++, length++)
        depth += *p == '(' ? 1 : *p == ')' && depth > 0 ? (size_t)-1 : 0;
    return length;
}
