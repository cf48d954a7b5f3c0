/* Nested Monte Carlo search (Cazenave, "Nested Monte-Carlo Search", 2009) for one player: at each
 * step of a game every move is judged by a search of the level below, level 0 being a random game;
 * the best sequence found so far is followed. Within the budget it is begun again and again. */
#include "agents/agent.h"
#include "agents/joint.h"
#include "base/room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEVEL, PLAYOUTS, STANDARD_PLAYOUTS = 1000, LEVELS_MAX = 6, PLIES_MAX = 4096 };

/* The words of a sequence of moves: for each a count and the words. */
typedef struct sequence {
    uint32_t *words;
    size_t length, capacity;
    uint32_t plies;
    double score;
} sequence;

typedef struct nested_level {
    unsigned char *start, *now, *next;
    lud_moves *moves;
    sequence best, line;
} nested_level;

typedef struct nested {
    nested_level levels[LEVELS_MAX + 1];
    joint joint;
    lud_rng rng;
    const agent_budget *budget;
    uint64_t limit;
    bool failed; /* no memory */
    double high;
    bool bounded;
    sequence plan; /* what is left of the best sequence after the last choice, */
    uint64_t next; /* and the hash of the state it goes on from */
} nested;

static bool add_move(sequence *s, lud_move move)
{
    if (!ROOM_FOR(s->words, s->capacity, s->length + move.count + 1))
        return false;
    s->words[s->length++] = move.count;
    if (move.count)
        memcpy(s->words + s->length, move.words, move.count * sizeof *move.words);
    s->length += move.count;
    s->plies++;
    return true;
}

static bool copy(sequence *to, const sequence *from)
{
    to->length = to->plies = 0;
    if (!ROOM_FOR(to->words, to->capacity, from->length))
        return false;
    if (from->length)
        memcpy(to->words, from->words, from->length * sizeof *from->words);
    to->length = from->length;
    to->plies = from->plies;
    to->score = from->score;
    return true;
}

/* Whether a step of the game went well. */
static bool made(nested *n, lud_status status)
{
    n->failed |= status == LUD_ERR_MEMORY;
    return status == LUD_OK;
}

static void destroy(agent *a)
{
    nested *n = a->own;
    if (!n)
        return;
    for (int i = 0; i <= LEVELS_MAX; i++) {
        nested_level *l = &n->levels[i];
        free(l->start);
        free(l->now);
        free(l->next);
        lud_moves_free(l->moves);
        free(l->best.words);
        free(l->line.words);
    }
    free(n->plan.words);
    joint_done(&n->joint);
    free(n);
}

static bool refuses(agent *a, const lud_info *info)
{
    const char *why = info->roles != 1 ? "this one has several players"
                      : info->hidden   ? "this one has hidden information"
                      : info->chance   ? "this one has chance"
                                       : NULL;
    if (why)
        snprintf(a->problem, sizeof a->problem, "nested plays one-player games with perfect information: %s", why);
    return why != NULL;
}

static bool create(agent *a)
{
    size_t size = lud_state_size(a->game);
    double low;
    nested *n = a->own = calloc(1, sizeof *n);
    if (!n)
        return false;
    for (int i = 0; i <= LEVELS_MAX; i++) {
        nested_level *l = &n->levels[i];
        l->start = calloc(1, size);
        l->now = calloc(1, size);
        l->next = calloc(1, size);
        l->moves = lud_moves_new();
        if (!l->start || !l->now || !l->next || !l->moves)
            return false;
    }
    n->bounded = lud_score_bounds(a->game, 1, &low, &n->high);
    return joint_init(&n->joint, a->game, a->ctx);
}

static bool over(const agent *a)
{
    const nested *n = a->own;
    return n->failed || (n->limit && a->playouts >= n->limit) || agent_late(n->budget);
}

static double score_of(const agent *a, const void *state)
{
    double score;
    lud_scores(a->game, state, &score);
    return score;
}

/* A random game from `now` of the level; moves are added to its line. */
static double random_game(agent *a, nested_level *l)
{
    nested *n = a->own;
    a->playouts++;
    while (!lud_terminal(a->game, l->now) && l->line.plies < PLIES_MAX) {
        lud_move move;
        if (!made(n, lud_draw_move(a->ctx, l->now, 1, &n->rng, &move)))
            return -1e300; /* the rules fail: not a way to go */
        if (!add_move(&l->line, move)) {
            n->failed = true;
            return -1e300;
        }
        lud_move step[2] = {{0}, move};
        step[1].words = l->line.words + l->line.length - move.count;
        if (!made(n, lud_apply(a->ctx, l->now, step)))
            return -1e300;
    }
    return score_of(a, l->now);
}

/* The best sequence from `start` of the level goes to its `best`. */
static void search(agent *a, uint32_t level)
{
    nested *n = a->own;
    nested_level *l = &n->levels[level];
    size_t size = lud_state_size(a->game), at = 0;
    l->line.length = l->line.plies = 0;
    l->best.length = l->best.plies = 0;
    l->best.score = -1e300;
    memcpy(l->now, l->start, size);
    if (level == 0) {
        l->line.score = random_game(a, l);
        n->failed |= !copy(&l->best, &l->line);
        return;
    }
    while (!lud_terminal(a->game, l->now) && l->line.plies < PLIES_MAX && !over(a)) {
        nested_level *below = l - 1;
        if (!made(n, lud_moves_list(a->ctx, l->now, 1, l->moves)))
            break;
        a->nodes++;
        for (uint32_t i = 0; i < lud_moves_count(l->moves) && !over(a); i++) {
            lud_move step[2] = {{0}, lud_moves_at(l->moves, i)};
            memcpy(below->start, l->now, size);
            if (!made(n, lud_apply(a->ctx, below->start, step)))
                continue;
            search(a, level - 1);
            if (below->best.score <= l->best.score)
                continue;
            /* what was played so far, this move, and what came below */
            n->failed |= !copy(&l->best, &l->line) || !add_move(&l->best, step[1]);
            for (size_t k = 0; k < below->best.length && !n->failed; k += below->best.words[k] + 1)
                n->failed |= !add_move(&l->best, (lud_move){below->best.words + k + 1, below->best.words[k], 0});
            l->best.score = below->best.score;
            if (n->bounded && l->best.score >= n->high)
                return;
        }
        at = l->line.length;
        if (at >= l->best.length)
            break;
        lud_move step[2] = {{0}, {l->best.words + at + 1, l->best.words[at], 0}};
        if (n->failed || !add_move(&l->line, step[1]) || !made(n, lud_apply(a->ctx, l->now, step)))
            break;
    }
    if (lud_terminal(a->game, l->now) && l->line.plies > 0 && score_of(a, l->now) > l->best.score) {
        n->failed |= !copy(&l->best, &l->line);
        l->best.score = score_of(a, l->now);
    }
}

/* What is left of the best sequence is kept for the next choice. */
static void make_plan(agent *a, const void *state, const sequence *best)
{
    nested *n = a->own;
    nested_level *l = &n->levels[0];
    n->plan.length = n->plan.plies = 0;
    if (best->plies == 0)
        return;
    lud_move step[2] = {{0}, {best->words + 1, best->words[0], 0}};
    memcpy(l->now, state, lud_state_size(a->game));
    if (!made(n, lud_apply(a->ctx, l->now, step)) || !copy(&n->plan, best))
        return;
    size_t first = best->words[0] + 1;
    n->plan.length -= first;
    n->plan.plies--;
    memmove(n->plan.words, n->plan.words + first, n->plan.length * sizeof *n->plan.words);
    n->next = lud_state_hash(a->game, l->now);
}

static bool begin(agent *a, uint32_t role, uint64_t seed)
{
    nested *n = a->own;
    (void)role, (void)seed;
    n->plan.length = n->plan.plies = 0;
    return true;
}

/* The best sequence of the game so far is kept and bettered. */
static lud_status think(agent *a, const agent_sight *sight, const agent_budget *budget, uint32_t *chosen)
{
    nested *n = a->own;
    uint32_t level = (uint32_t)a->parameters[LEVEL];
    sequence best = {.score = -1e300};
    lud_rng_seed(&n->rng, budget->seed, 0);
    n->budget = budget;
    n->failed = false;
    n->limit = budget->playouts ? budget->playouts : (uint64_t)a->parameters[PLAYOUTS];
    if (!n->limit && budget->deadline <= 0)
        n->limit = budget->nodes ? budget->nodes : STANDARD_PLAYOUTS;
    if (n->plan.plies && n->next == lud_state_hash(a->game, sight->state))
        n->failed |= !copy(&best, &n->plan);
    while (!over(a) && !(n->bounded && best.score >= n->high)) {
        uint64_t played = a->playouts;
        memcpy(n->levels[level].start, sight->state, lud_state_size(a->game));
        search(a, level);
        a->playouts += a->playouts == played; /* near the end there may be nothing to play out */
        if (n->levels[level].best.score > best.score)
            n->failed |= !copy(&best, &n->levels[level].best);
    }
    a->depth = best.plies;
    make_plan(a, sight->state, &best);
    a->value = best.score;
    a->proven = n->bounded && best.score >= n->high;
    a->distance = a->proven ? best.plies : 0;
    for (uint32_t i = 0; best.plies && i < lud_moves_count(a->moves); i++) {
        lud_move move = lud_moves_at(a->moves, i);
        if (move.count == best.words[0] &&
            (!move.count || memcmp(move.words, best.words + 1, move.count * sizeof *move.words) == 0)) {
            *chosen = i;
            a->choices[i] = (agent_choice){best.score, a->playouts, a->proven};
        }
    }
    for (size_t k = 0; a->explain && k < best.length; k += best.words[k] + 1)
        agent_line_add(a, (lud_move){best.words + k + 1, best.words[k], 0});
    free(best.words);
    return n->failed ? LUD_ERR_MEMORY : LUD_OK;
}

const agent_kind agent_nested = {
    .name = "nested",
    .summary = "nested Monte Carlo search, for puzzles of one player",
    .parameters =
        {
            [LEVEL] = {"level", "nesting: 1 judges each move by a random game", 2, 1, LEVELS_MAX},
            [PLAYOUTS] = {"playouts", "random games for a move; 0: as many as the clock allows", 0, 0, 1e12},
        },
    .refuses = refuses,
    .create = create,
    .begin = begin,
    .think = think,
    .destroy = destroy,
};
