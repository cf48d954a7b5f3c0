/* All positions, from the ends backwards. */
#include "agents/solver.h"

#include "base/room.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct position {
    uint32_t first, count; /* successors, in `next` */
    uint32_t open;         /* successors not solved yet */
    uint32_t distance;
    uint16_t role;
    bool solved, terminal;
} position;

typedef struct lister {
    const lud_game *game;
    lud_context *ctx;
    const solver_options *o;
    uint32_t roles;
    size_t size;
    unsigned char *states;
    position *positions;
    double *scores; /* [position * roles + role - 1] */
    uint32_t count, capacity;
    uint32_t *table, mask; /* of positions, +1 */
    uint32_t *next;        /* successors */
    float *chances;        /* [successor] of chance */
    uint32_t next_count, next_capacity;
    uint32_t *before, *before_first; /* predecessors */
    double *high;                    /* [role - 1] */
    bool bounded, puzzle;            /* puzzle: one role, no chance */
} lister;

static void lister_done(lister *l)
{
    free(l->states);
    free(l->positions);
    free(l->scores);
    free(l->table);
    free(l->next);
    free(l->chances);
    free(l->before);
    free(l->before_first);
    free(l->high);
}

static bool grow(lister *l)
{
    uint32_t capacity = l->capacity ? l->capacity * 2 : 1024;
    bool fine = ROOM_OF(l->states, (size_t)capacity * l->size) && ROOM_OF(l->positions, capacity) &&
                ROOM_OF(l->scores, (size_t)capacity * l->roles);
    uint32_t *table = calloc((size_t)capacity * 2, sizeof *table);
    if (!fine || !table) {
        free(table);
        return false;
    }
    free(l->table);
    l->table = table;
    l->mask = capacity * 2 - 1;
    l->capacity = capacity;
    for (uint32_t i = 0; i < l->count; i++) {
        uint32_t at = (uint32_t)lud_state_hash(l->game, l->states + i * l->size) & l->mask;
        while (l->table[at])
            at = (at + 1) & l->mask;
        l->table[at] = i + 1;
    }
    return true;
}

/* The number of a state, which may be new; UINT32_MAX: no memory. */
static uint32_t number_of(lister *l, const void *state)
{
    if (l->count == l->capacity && !grow(l))
        return UINT32_MAX;
    uint32_t at = (uint32_t)lud_state_hash(l->game, state) & l->mask;
    for (; l->table[at]; at = (at + 1) & l->mask)
        if (memcmp(l->states + (size_t)(l->table[at] - 1) * l->size, state, l->size) == 0)
            return l->table[at] - 1;
    l->table[at] = l->count + 1;
    memcpy(l->states + (size_t)l->count * l->size, state, l->size);
    l->positions[l->count] = (position){0};
    return l->count++;
}

static bool add_next(lister *l, uint32_t to, float chance)
{
    if (l->next_count == l->next_capacity) {
        uint32_t capacity = l->next_capacity ? l->next_capacity * 2 : 4096;
        if (!ROOM_OF(l->next, capacity) || !ROOM_OF(l->chances, capacity))
            return false;
        l->next_capacity = capacity;
    }
    l->chances[l->next_count] = chance;
    l->next[l->next_count++] = to;
    return true;
}

static size_t memory_used(const lister *l)
{
    size_t each = l->size + sizeof(position) + l->roles * sizeof(double) + 2 * sizeof(uint32_t);
    return (size_t)l->capacity * each + (size_t)l->next_capacity * 3 * sizeof(uint32_t);
}

static lud_status expand(lister *l, uint32_t at, solver_turn *t, unsigned char *state)
{
    memcpy(state, l->states + (size_t)at * l->size, l->size);
    l->positions[at].first = l->next_count;
    if (lud_terminal(l->game, state)) {
        l->positions[at].terminal = true;
        lud_scores(l->game, state, l->scores + (size_t)at * l->roles);
        return LUD_OK;
    }
    lud_status status = solver_list(l->game, l->ctx, state, l->roles, t);
    if (status != LUD_OK)
        return status;
    double weight = t->role ? 1 : (double)lud_moves_weight(t->lists[0]);
    for (uint32_t i = 0; i < t->count; i++) {
        memcpy(state, l->states + (size_t)at * l->size, l->size);
        double w = t->role ? 1 : lud_moves_at(t->lists[0], i).weight;
        status = solver_apply(l->ctx, state, l->roles, t, i);
        if (status != LUD_OK)
            return status;
        uint32_t to = number_of(l, state);
        if (to == UINT32_MAX || !add_next(l, to, (float)(w / weight)))
            return LUD_ERR_MEMORY;
    }
    l->positions[at].role = (uint16_t)t->role;
    l->positions[at].count = l->positions[at].open = t->count;
    return LUD_OK;
}

static bool may_go_on(const lister *l, uint32_t at)
{
    const solver_options *o = l->o;
    if (at % 256)
        return true;
    return !solver_interrupted(o) && !(o->deadline > 0 && agent_clock() > o->deadline) &&
           !(o->progress && !o->progress(o->user, l->count, 0));
}

/* LUD_LIMIT_STATES when there are too many, LUD_LIMIT_STEPS when it was stopped. */
static lud_status list_all(lister *l, solver_turn *t)
{
    unsigned char *state = malloc(l->size);
    lud_status status = state ? LUD_OK : LUD_ERR_MEMORY;
    for (uint32_t at = 0; at < l->count && status == LUD_OK; at++) {
        if (!may_go_on(l, at))
            status = LUD_LIMIT_STEPS;
        else if ((l->o->states && l->count > l->o->states) || memory_used(l) > l->o->memory ||
                 l->count > UINT32_MAX / 4)
            status = LUD_LIMIT_STATES;
        else
            status = expand(l, at, t, state);
        /* breadth first: a puzzle is solved by the first end that brings the most */
        if (status == LUD_OK && l->puzzle && l->positions[at].terminal && l->scores[at] >= l->high[0])
            break;
    }
    free(state);
    return status;
}

/* ---- backwards ---- */

static bool find_before(lister *l)
{
    l->before_first = calloc((size_t)l->count + 2, sizeof *l->before_first);
    l->before = calloc((size_t)l->next_count + 1, sizeof *l->before);
    if (!l->before_first || !l->before)
        return false;
    for (uint32_t i = 0; i < l->next_count; i++)
        l->before_first[l->next[i] + 2]++;
    for (uint32_t i = 2; i < l->count + 2; i++)
        l->before_first[i] += l->before_first[i - 1];
    for (uint32_t at = 0; at < l->count; at++) {
        const position *p = &l->positions[at];
        for (uint32_t i = p->first; i < p->first + p->count; i++)
            l->before[l->before_first[l->next[i] + 1]++] = at;
    }
    return true;
}

static double *scores_of(const lister *l, uint32_t at) { return l->scores + (size_t)at * l->roles; }

/* Whether the first successor is to be preferred by the role: more, then sooner if it is the most
 * there is, else later. */
static bool better(const lister *l, uint32_t role, uint32_t a, uint32_t b)
{
    double x = scores_of(l, a)[role - 1], y = scores_of(l, b)[role - 1];
    if (fabs(x - y) > 1e-9)
        return x > y;
    uint32_t d = l->positions[a].distance, e = l->positions[b].distance;
    return l->bounded && x >= l->high[role - 1] ? d < e : d > e;
}

static uint32_t best_next(const lister *l, uint32_t at)
{
    const position *p = &l->positions[at];
    uint32_t best = UINT32_MAX;
    for (uint32_t i = p->first; i < p->first + p->count; i++)
        if (l->positions[l->next[i]].solved && (best == UINT32_MAX || better(l, p->role, l->next[i], best)))
            best = l->next[i];
    return best;
}

static void solve_chance(lister *l, uint32_t at)
{
    position *p = &l->positions[at];
    double *scores = scores_of(l, at);
    memset(scores, 0, l->roles * sizeof *scores);
    for (uint32_t i = p->first; i < p->first + p->count; i++) {
        for (uint32_t r = 0; r < l->roles; r++)
            scores[r] += (double)l->chances[i] * scores_of(l, l->next[i])[r];
        uint32_t d = l->positions[l->next[i]].distance + 1;
        p->distance = d > p->distance ? d : p->distance;
    }
}

/* A successor is solved: whether that solves the position. */
static bool solve_position(lister *l, uint32_t at, uint32_t by)
{
    position *p = &l->positions[at];
    p->open--;
    if (p->solved)
        return false;
    bool most = p->role > 0 && l->bounded && scores_of(l, by)[p->role - 1] >= l->high[p->role - 1];
    if (p->open > 0 && !most)
        return false;
    if (p->role == 0 && p->count > 1) {
        solve_chance(l, at);
    } else {
        uint32_t best = p->role ? best_next(l, at) : by;
        memcpy(scores_of(l, at), scores_of(l, best), l->roles * sizeof(double));
        p->distance = l->positions[best].distance + 1;
    }
    return p->solved = true;
}

/* Breadth first from the ends, so that the first way found to the most is the shortest. */
static bool work_backwards(lister *l)
{
    uint32_t *queue = malloc(((size_t)l->count + 1) * sizeof *queue), head = 0, tail = 0;
    if (!queue || !find_before(l)) {
        free(queue);
        return false;
    }
    for (uint32_t at = 0; at < l->count; at++)
        if (l->positions[at].terminal) {
            l->positions[at].solved = true;
            queue[tail++] = at;
        }
    while (head < tail) {
        uint32_t at = queue[head++];
        for (uint32_t i = l->before_first[at]; i < l->before_first[at + 1]; i++)
            if (solve_position(l, l->before[i], at))
                queue[tail++] = l->before[i];
    }
    free(queue);
    return true;
}

/* ---- the answer ---- */

static lud_status answer(lister *l, solution *s)
{
    const position *p = &l->positions[0];
    s->method = "table";
    s->exact = true;
    s->states = s->nodes = l->count;
    s->solved = p->solved;
    s->endless = !p->solved;
    s->role = p->role;
    s->count = p->count;
    s->distance = p->distance;
    s->moves = calloc(p->count + 1, sizeof *s->moves);
    if (!s->moves)
        return LUD_ERR_MEMORY;
    memcpy(s->scores, scores_of(l, 0), l->roles * sizeof *s->scores);
    uint32_t best = p->role && p->solved ? best_next(l, 0) : UINT32_MAX;
    for (uint32_t i = 0; i < p->count; i++) {
        uint32_t to = l->next[p->first + i];
        if (to == best && l->next[p->first + s->best] != best)
            s->best = i;
        if (l->positions[to].solved && p->role)
            s->moves[i] = (solver_move){true, scores_of(l, to)[p->role - 1], l->positions[to].distance + 1};
    }
    if (s->endless)
        snprintf(s->problem, sizeof s->problem,
                 "all %u positions were listed; play can go round in them for ever, and none can be "
                 "forced to an end",
                 l->count);
    return LUD_OK;
}

lud_status solver_table(const lud_game *game, lud_context *ctx, const void *state, const solver_options *options,
                        solution *s)
{
    lud_info info;
    lud_game_info(game, &info);
    lister l = {
        .game = game, .ctx = ctx, .o = options, .roles = info.roles, .size = lud_state_size(game), .bounded = true};
    solver_turn t = {.lists = calloc(info.roles + 1, sizeof(lud_moves *))};
    lud_status status = t.lists ? LUD_OK : LUD_ERR_MEMORY;
    for (uint32_t i = 0; i <= info.roles && status == LUD_OK; i++)
        status = (t.lists[i] = lud_moves_new()) ? LUD_OK : LUD_ERR_MEMORY;
    l.high = calloc(info.roles + 1, sizeof *l.high);
    for (uint32_t i = 0; i < info.roles && l.high; i++) {
        double low;
        l.bounded &= lud_score_bounds(game, i + 1, &low, &l.high[i]);
    }
    l.puzzle = info.roles == 1 && !info.chance && l.bounded && l.high;
    if (status == LUD_OK && (!l.high || number_of(&l, state) == UINT32_MAX))
        status = LUD_ERR_MEMORY;
    if (status == LUD_OK)
        status = list_all(&l, &t);
    if (status == LUD_OK)
        status = work_backwards(&l) ? answer(&l, s) : LUD_ERR_MEMORY;
    s->states = l.count;
    for (uint32_t i = 0; t.lists && i <= info.roles; i++)
        lud_moves_free(t.lists[i]);
    free(t.lists);
    lister_done(&l);
    return status;
}
