/* Principal variation search (Marsland and Campbell, 1982; "NegaScout", Reinefeld, 1983). */
#include "agents/alphabeta/alphabeta.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool levels_init(alphabeta *s)
{
    size_t size = lud_state_size(s->game);
    for (uint32_t i = 0; i <= DEPTH_MAX; i++) {
        level *l = &s->levels[i];
        l->state = calloc(1, size);
        l->moves = lud_moves_new();
        l->others = lud_moves_new();
        if (!l->state || !l->moves || !l->others)
            return false;
    }
    return true;
}

void levels_done(alphabeta *s)
{
    for (uint32_t i = 0; i <= DEPTH_MAX; i++) {
        level *l = &s->levels[i];
        free(l->state);
        lud_moves_free(l->moves);
        lud_moves_free(l->others);
        free(l->order);
        free(l->sorted);
    }
}

/* ---- moves ---- */

static uint32_t alphabeta_key(uint32_t role, lud_move move)
{
    uint64_t h = role;
    for (uint32_t i = 0; i < move.count; i++)
        h = (h + move.words[i] + 1) * UINT64_C(0x9e3779b97f4a7c15) ^ h >> 29;
    return (uint32_t)(h >> 32) ^ (uint32_t)h;
}

static bool fail(alphabeta *s, lud_status status)
{
    s->status = status;
    s->stopped = true;
    return false;
}

bool level_list(alphabeta *s, level *l)
{
    uint64_t movers = lud_movers(s->game, l->state);
    l->role = movers >> 1 & 1 ? 1 : 2;
    if (movers & 1)
        return fail(s, LUD_ERR_ARGUMENT); /* chance */
    lud_status status = lud_moves_list_once(s->ctx, l->state, l->role, l->moves);
    if (status != LUD_OK)
        return fail(s, status);
    if ((movers & 6) == 6) {
        status = lud_moves_list_once(s->ctx, l->state, 2, l->others);
        if (status != LUD_OK)
            return fail(s, status);
        bool first = lud_moves_count(l->moves) > 1, second = lud_moves_count(l->others) > 1;
        if (first && second)
            return fail(s, LUD_ERR_ARGUMENT); /* both at once */
        if (second) {
            lud_moves *swap = l->moves;
            l->moves = l->others;
            l->others = swap;
            l->role = 2;
        }
    }
    uint32_t count = lud_moves_count(l->moves);
    if (count > l->capacity) {
        free(l->order);
        free(l->sorted);
        l->order = calloc(count, sizeof *l->order);
        l->sorted = calloc(count, sizeof *l->sorted);
        l->capacity = l->order && l->sorted ? count : 0;
        if (!l->capacity)
            return fail(s, LUD_ERR_MEMORY);
    }
    return true;
}

bool level_move(alphabeta *s, level *l, level *next, uint32_t index)
{
    lud_move joint[3] = {{0}};
    joint[l->role] = lud_moves_at(l->moves, index);
    if (lud_moves_count(l->others) > 0)
        joint[3 - l->role] = lud_moves_at(l->others, 0);
    memcpy(next->state, l->state, lud_state_size(s->game));
    lud_status status = lud_apply(s->ctx, next->state, joint);
    return status == LUD_OK || fail(s, status);
}

/* The move of the table first, then killers (Akl and Newborn, 1977), then by the history heuristic
 * (Schaeffer, 1989). */
static void sort_moves(alphabeta *s, level *l, uint32_t first)
{
    uint32_t count = lud_moves_count(l->moves);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t key = alphabeta_key(l->role, lud_moves_at(l->moves, i));
        int32_t value = (int32_t)s->history[l->role - 1][key & (HISTORY_SLOTS - 1)];
        for (int k = 0; k < KILLERS; k++)
            if (l->killers[k] == key)
                value = INT32_MAX - 1 - k;
        l->order[i] = i == first ? INT32_MAX : value;
        uint32_t at = i;
        for (; at > 0 && l->order[l->sorted[at - 1]] < l->order[i]; at--)
            l->sorted[at] = l->sorted[at - 1];
        l->sorted[at] = i;
    }
}

static void learn_cut(alphabeta *s, level *l, uint32_t index, int depth)
{
    uint32_t key = alphabeta_key(l->role, lud_moves_at(l->moves, index));
    uint32_t *h = &s->history[l->role - 1][key & (HISTORY_SLOTS - 1)];
    *h += (uint32_t)(depth * depth);
    if (*h > UINT32_C(1) << 28)
        for (uint32_t i = 0; i < 2 * HISTORY_SLOTS; i++)
            s->history[i / HISTORY_SLOTS][i % HISTORY_SLOTS] /= 2;
    if (l->killers[0] != key) {
        l->killers[1] = l->killers[0];
        l->killers[0] = key;
    }
}

/* ---- values ---- */

static int terminal_value(alphabeta *s, level *l, uint32_t role, uint32_t ply)
{
    double scores[2];
    lud_scores(s->game, l->state, scores);
    double difference = ((scores[0] - s->low[0]) - (scores[1] - s->low[1])) / s->range;
    int value = (int)lrint(difference * VALUE_WIN);
    value = role == 1 ? value : -value;
    /* partial wins count as estimates do: only whole ones are measured in plies */
    if (value > VALUE_WIN - 1)
        return VALUE_WIN - (int)ply;
    if (value < -(VALUE_WIN - 1))
        return -VALUE_WIN + (int)ply;
    return value * VALUE_CERTAIN / VALUE_WIN * 9 / 10;
}

/* The hyperbolic tangent, by its continued fraction: the same on every machine, and faster than those of libraries. */
static float squash(float x)
{
    const float q = x * x;
    const float y = x * (135135 + q * (17325 + q * (378 + q))) / (135135 + q * (62370 + q * (3150 + q * 28)));
    return fabsf(x) > 4.9F ? copysignf(1, x) : y;
}

static int estimate(alphabeta *s, level *l, uint32_t role)
{
    if (s->derived) { /* below the smallest result, however large */
        double by_role[2];
        lud_estimate(s->game, l->state, by_role);
        double better = (by_role[0] - by_role[1]) / s->range;
        int value = (int)lrint(better / (1 + fabs(better)) * VALUE_ESTIMATE);
        return role == 1 ? value : -value;
    }
    if (!s->learnt)
        return 0;
    float odds;
    if (lud_features_weigh(s->game, l->state, 1, s->better, &odds))
        odds += s->better[s->eval.features];
    else
        odds = (float)(evaluation_raw(&s->eval, l->state, 1) - evaluation_raw(&s->eval, l->state, 2));
    int value = (int)lrintf(squash(odds / 8) * VALUE_ESTIMATE);
    return role == 1 ? value : -value;
}

static bool out_of_budget(alphabeta *s)
{
    if (s->limit && s->nodes >= s->limit)
        s->stopped = true;
    if (s->nodes % 64 == 0 && agent_late(s->budget))
        s->stopped = true;
    return s->stopped;
}

/* ---- quiescence ----
 *
 * Games say nothing of captures: a move is loud when it changes the estimate by much. Only loud
 * moves are followed, or none (the mover may stand pat). */
enum { LOUD = VALUE_ESTIMATE / 12 };

static int quiesce(alphabeta *s, uint32_t ply, int alpha, int beta, uint32_t left)
{
    level *l = &s->levels[ply], *next = l + 1;
    int still = estimate(s, l, l->role);
    if (left == 0 || still >= beta || ply + 1 >= DEPTH_MAX)
        return still;
    alpha = still > alpha ? still : alpha;
    uint32_t role = l->role;
    for (uint32_t i = 0; i < lud_moves_count(l->moves); i++) {
        if (out_of_budget(s) || !level_move(s, l, next, i))
            return alpha;
        s->nodes++;
        int value;
        if (lud_terminal(s->game, next->state)) {
            value = terminal_value(s, next, role, ply + 1);
        } else {
            if (abs(estimate(s, next, role) - still) < LOUD)
                continue;
            if (!level_list(s, next))
                return alpha;
            bool same = next->role == role;
            value = same ? quiesce(s, ply + 1, alpha, beta, left - 1) : -quiesce(s, ply + 1, -beta, -alpha, left - 1);
        }
        if (value >= beta)
            return value;
        alpha = value > alpha ? value : alpha;
    }
    return alpha;
}

/* ---- the search ---- */

/* A position that was met on the way to it: nothing is gained by going round. */
static bool repeats(const alphabeta *s, uint32_t ply)
{
    for (uint32_t i = 0; i < ply; i++)
        if (s->levels[i].hash == s->levels[ply].hash)
            return true;
    return false;
}

static int search(alphabeta *s, uint32_t ply, uint32_t parent_role, int depth, int alpha, int beta);

/* The value of a move for the role of `l`. */
static int follow(alphabeta *s, uint32_t ply, uint32_t index, int depth, int alpha, int beta)
{
    level *l = &s->levels[ply];
    if (!level_move(s, l, l + 1, index))
        return 0;
    return search(s, ply + 1, l->role, depth - 1, alpha, beta);
}

static int follow_all(alphabeta *s, uint32_t ply, int depth, int alpha, int beta, uint32_t *best)
{
    level *l = &s->levels[ply];
    int highest = -VALUE_INFINITE;
    for (uint32_t i = 0; i < lud_moves_count(l->moves) && !s->stopped; i++) {
        uint32_t index = l->sorted[i];
        int value;
        if (i > 0 && beta - alpha > 1) {
            value = follow(s, ply, index, depth, alpha, alpha + 1);
            if (value > alpha && value < beta && !s->stopped)
                value = follow(s, ply, index, depth, alpha, beta);
        } else {
            value = follow(s, ply, index, depth, alpha, beta);
        }
        if (s->stopped)
            return highest;
        if (value > highest) {
            highest = value;
            *best = index;
            if (value > alpha && l[1].line_length < DEPTH_MAX) {
                l->line[0] = index;
                memcpy(l->line + 1, l[1].line, l[1].line_length * sizeof *l->line);
                l->line_length = l[1].line_length + 1;
            }
        }
        alpha = value > alpha ? value : alpha;
        if (alpha >= beta) {
            learn_cut(s, l, index, depth);
            break;
        }
    }
    return highest;
}

/* From the view of `parent_role`, so that a role may move twice in a row. */
static int search(alphabeta *s, uint32_t ply, uint32_t parent_role, int depth, int alpha, int beta)
{
    level *l = &s->levels[ply];
    l->line_length = 0;
    s->nodes++;
    if (out_of_budget(s))
        return 0;
    if (lud_terminal(s->game, l->state))
        return terminal_value(s, l, parent_role, ply);
    l->hash = lud_state_hash(s->game, l->state);
    if (repeats(s, ply))
        return 0;
    bool own = lud_movers(s->game, l->state) == UINT64_C(1) << parent_role;
    if (depth <= 0 || ply + 1 >= DEPTH_MAX) {
        if (s->quiet_plies == 0)
            return estimate(s, l, parent_role);
        if (!level_list(s, l))
            return 0;
        own = l->role == parent_role;
        return own ? quiesce(s, ply, alpha, beta, s->quiet_plies) : -quiesce(s, ply, -beta, -alpha, s->quiet_plies);
    }
    transpositions_fetch(&s->table, l->hash);
    if (!level_list(s, l))
        return 0;
    own = l->role == parent_role;
    int low = own ? alpha : -beta, high = own ? beta : -alpha;
    slot *known = transpositions_find(&s->table, l->hash);
    uint32_t first = known ? known->move : UINT32_MAX, best = UINT32_MAX;
    if (known && known->depth >= depth) {
        int value = transpositions_value(known, ply);
        if (known->bound == BOUND_EXACT || (known->bound == BOUND_LOWER && value >= high) ||
            (known->bound == BOUND_UPPER && value <= low)) {
            s->remembered++;
            return own ? value : -value;
        }
    }
    sort_moves(s, l, first);
    int value = follow_all(s, ply, depth, low, high, &best);
    if (s->stopped)
        return 0;
    bound b = value <= low ? BOUND_UPPER : value >= high ? BOUND_LOWER : BOUND_EXACT;
    transpositions_store(&s->table, l->hash, value, depth, b, b == BOUND_UPPER ? UINT32_MAX : best, ply);
    return own ? value : -value;
}

int search_root(alphabeta *s, int depth, int *values, uint32_t *best)
{
    level *l = &s->levels[0];
    uint32_t count = lud_moves_count(l->moves), first = *best;
    int highest = -VALUE_INFINITE;
    l->hash = lud_state_hash(s->game, l->state);
    sort_moves(s, l, first);
    for (uint32_t i = 0; i < count && !s->stopped; i++) {
        uint32_t index = l->sorted[i];
        int alpha = highest, value;
        if (i > 0) {
            value = follow(s, 0, index, depth, alpha, alpha + 1);
            if (value > alpha && !s->stopped)
                value = follow(s, 0, index, depth, alpha, VALUE_INFINITE);
        } else {
            value = follow(s, 0, index, depth, -VALUE_INFINITE, VALUE_INFINITE);
        }
        if (s->stopped)
            break;
        values[index] = value;
        if (value > highest) {
            highest = value;
            *best = index;
            l->line[0] = index;
            memcpy(l->line + 1, l[1].line, l[1].line_length * sizeof *l->line);
            l->line_length = l[1].line_length + 1;
        }
    }
    return highest;
}
