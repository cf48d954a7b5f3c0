#include "session/puzzle.h"

#include "agents/solver.h"
#include "session/memory.h"
#include "session/output.h"
#include "session/save.h"

#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 4 * PUZZLE_MOVES_MAX, NODES_MAX = 100000, PLIES_BACK = 6 };

bool puzzle_suits(const lud_game *game, failure *p)
{
    lud_info info;
    lud_game_info(game, &info);
    const char *why = lud_moves_open(game) ? "any set of actions may be a move here"
                      : info.roles != 2    ? info.roles == 1 ? "this one has one player" : "this one has more players"
                      : info.chance        ? "chance decides in this one"
                      : info.hidden        ? "players of this one do not see everything"
                      : info.simultaneous  ? "players of this one may decide at the same time"
                                           : NULL;
    if (!why)
        return true;
    return failure_set(p, FAILURE_INPUT,
                       "puzzles are made of games for two in turns, with nothing hidden and no chance; %s", why);
}

/* ---- forced wins ---- */

struct puzzle_search {
    const lud_game *game;
    lud_context *ctx;
    uint32_t roles;
    size_t size;
    uint64_t nodes, limit;
    solver_turn turns[DEPTH_MAX];     /* [depth] */
    unsigned char *states[DEPTH_MAX]; /* after a move */
    double *scores;
};

puzzle_search *puzzle_search_new(const lud_game *game, lud_context *ctx)
{
    lud_info info;
    lud_game_info(game, &info);
    puzzle_search *s = mem_alloc(sizeof *s);
    s->game = game;
    s->ctx = ctx;
    s->roles = info.roles;
    s->size = lud_state_size(game);
    s->limit = NODES_MAX;
    s->scores = mem_alloc((info.roles + 1) * sizeof *s->scores);
    return s;
}

/* What a depth needs is made when it is first reached. */
static bool open_depth(puzzle_search *s, uint32_t depth)
{
    solver_turn *t = &s->turns[depth];
    if (depth >= DEPTH_MAX || t->lists)
        return depth < DEPTH_MAX;
    t->lists = mem_alloc((s->roles + 1) * sizeof *t->lists);
    for (uint32_t r = 0; r <= s->roles; r++)
        if (!(t->lists[r] = lud_moves_new()))
            mem_no_memory();
    s->states[depth] = mem_alloc(s->size);
    return true;
}

void puzzle_search_free(puzzle_search *s)
{
    if (!s)
        return;
    for (uint32_t d = 0; d < DEPTH_MAX && s->turns[d].lists; d++) {
        for (uint32_t r = 0; r <= s->roles; r++)
            lud_moves_free(s->turns[d].lists[r]);
        free(s->turns[d].lists);
        free(s->states[d]);
    }
    free(s->scores);
    free(s);
}

static bool has_won(puzzle_search *s, const void *state, uint32_t role)
{
    double low, high;
    lud_scores(s->game, state, s->scores);
    if (lud_score_bounds(s->game, role, &low, &high) && s->scores[role - 1] < high)
        return false;
    for (uint32_t r = 1; r <= s->roles; r++)
        if (r != role && s->scores[r - 1] >= s->scores[role - 1])
            return false;
    return true;
}

/* One side has to find one move, the other one must have none. */
static puzzle_answer search(puzzle_search *s, const void *state, uint32_t role, uint32_t moves, uint32_t depth)
{
    if (lud_terminal(s->game, state))
        return has_won(s, state, role) ? PUZZLE_YES : PUZZLE_NO;
    if (moves == 0 || !open_depth(s, depth))
        return PUZZLE_NO;
    solver_turn *t = &s->turns[depth];
    if (s->nodes++ >= s->limit || solver_list(s->game, s->ctx, state, s->roles, t) != LUD_OK)
        return PUZZLE_GIVEN_UP;
    bool own = t->role == role;
    for (uint32_t i = 0; i < t->count; i++) {
        memcpy(s->states[depth], state, s->size);
        if (solver_apply(s->ctx, s->states[depth], s->roles, t, i) != LUD_OK)
            return PUZZLE_GIVEN_UP;
        puzzle_answer a = search(s, s->states[depth], role, moves - own, depth + 1);
        if (a == PUZZLE_GIVEN_UP || (a == PUZZLE_YES) == own)
            return a;
    }
    return own ? PUZZLE_NO : PUZZLE_YES;
}

puzzle_answer puzzle_wins(puzzle_search *s, const void *state, uint32_t role, uint32_t moves)
{
    s->nodes = 0;
    return search(s, state, role, moves, 1);
}

/* The moves that the role needs after a move of somebody: 0, where the game is won; UINT32_MAX: not known, or not
 * within `most`. */
static uint32_t needed(puzzle_search *s, const void *state, uint32_t role, uint32_t most)
{
    for (uint32_t k = 0; k <= most; k++) {
        puzzle_answer a = puzzle_wins(s, state, role, k);
        if (a != PUZZLE_NO)
            return a == PUZZLE_YES ? k : UINT32_MAX;
    }
    return UINT32_MAX;
}

bool puzzle_force(puzzle_search *s, const void *state, uint32_t role, uint32_t moves, uint32_t *list, uint32_t *count)
{
    uint32_t longest = 0;
    *count = 0;
    if (moves == 0 || !open_depth(s, 0) || lud_terminal(s->game, state) ||
        solver_list(s->game, s->ctx, state, s->roles, &s->turns[0]) != LUD_OK)
        return false;
    const solver_turn *t = &s->turns[0];
    for (uint32_t i = 0; i < t->count; i++) {
        memcpy(s->states[0], state, s->size);
        if (solver_apply(s->ctx, s->states[0], s->roles, t, i) != LUD_OK)
            return false;
        if (t->role == role) {
            puzzle_answer a = puzzle_wins(s, s->states[0], role, moves - 1);
            if (a == PUZZLE_GIVEN_UP)
                return false;
            if (a == PUZZLE_YES)
                list[(*count)++] = i;
            continue;
        }
        uint32_t k = needed(s, s->states[0], role, moves);
        if (i == 0 || k > longest) {
            longest = k;
            list[0] = i;
            *count = 1;
        }
    }
    return true;
}

/* Exact text of a move of who has a choice, as puzzle_force has listed it. */
static char *forced_text(const puzzle_search *s, const walk *w, uint32_t index)
{
    const solver_turn *t = &s->turns[0];
    return walk_text(w, lud_moves_at(t->lists[t->role], index));
}

/* Room for the moves of the state. */
static uint32_t *room_for_moves(puzzle_search *s, const void *state)
{
    bool fine = open_depth(s, 0) && !lud_terminal(s->game, state) &&
                solver_list(s->game, s->ctx, state, s->roles, &s->turns[0]) == LUD_OK;
    return mem_alloc(((fine ? s->turns[0].count : 0) + 1) * sizeof(uint32_t));
}

json_t *puzzle_force_json(puzzle_search *s, walk *w, uint32_t role, uint32_t moves)
{
    uint32_t *list = room_for_moves(s, w->state), count;
    json_t *texts = NULL;
    if (puzzle_force(s, w->state, role, moves, list, &count)) {
        texts = json_array();
        for (uint32_t i = 0; i < count; i++) {
            char *text = forced_text(s, w, list[i]);
            json_array_append_new(texts, json_text(text));
            free(text);
        }
    }
    free(list);
    return texts;
}

/* ---- positions ---- */

struct puzzle_hunt {
    puzzle_options o;
    walk w;
    puzzle_search *search;
    uint64_t games;
    uint64_t *seen; /* hashes of the puzzles so far */
    uint32_t seen_count, seen_capacity;
    uint32_t role, choices;
};

puzzle_hunt *puzzle_hunt_new(const lud_game *game, const puzzle_options *o)
{
    puzzle_hunt *h = mem_alloc(sizeof *h);
    h->o = *o;
    walk_init(&h->w, game);
    h->search = puzzle_search_new(game, h->w.ctx);
    return h;
}

void puzzle_hunt_free(puzzle_hunt *h)
{
    if (!h)
        return;
    puzzle_search_free(h->search);
    walk_done(&h->w);
    free(h->seen);
    free(h);
}

uint64_t puzzle_hunt_games(const puzzle_hunt *h) { return h->games; }
walk *puzzle_hunt_walk(puzzle_hunt *h) { return &h->w; }
const puzzle_options *puzzle_hunt_options(const puzzle_hunt *h) { return &h->o; }

/* False: the game did not end in time, or the rules are at fault. */
static bool random_game(puzzle_hunt *h)
{
    walk *w = &h->w;
    lud_rng rng;
    lud_rng_seed(&rng, h->o.seed, h->games);
    bool fine = walk_start(w) == LUD_OK;
    while (fine && !walk_terminal(w)) {
        for (uint32_t role = 0; role <= w->roles && fine; role++)
            if (walk_decides(w, role))
                fine = walk_choose(w, role, false, &rng, &w->joint[role]) == LUD_OK;
        fine = fine && w->ply < h->o.max_plies && walk_apply(w, 0) == LUD_OK;
    }
    return fine;
}

/* Won in so many moves and no fewer, by one first move of several. */
static bool is_puzzle(puzzle_hunt *h)
{
    puzzle_search *s = h->search;
    const void *state = h->w.state;
    uint32_t *list = room_for_moves(s, state), count = 0;
    uint32_t role = s->turns[0].role;
    h->choices = s->turns[0].count;
    bool fits = role >= 1 && h->choices > 1 && puzzle_wins(s, state, role, h->o.win_in - 1) == PUZZLE_NO &&
                puzzle_wins(s, state, role, h->o.win_in) == PUZZLE_YES &&
                puzzle_force(s, state, role, h->o.win_in, list, &count) && count == 1;
    free(list);
    h->role = role;
    return fits;
}

static bool is_new(puzzle_hunt *h)
{
    uint64_t hash = lud_state_hash(h->w.game, h->w.state);
    for (uint32_t i = 0; i < h->seen_count; i++)
        if (h->seen[i] == hash)
            return false;
    MEM_ROOM(h->seen, h->seen_count, h->seen_capacity);
    h->seen[h->seen_count++] = hash;
    return true;
}

bool puzzle_hunt_step(puzzle_hunt *h)
{
    bool ended = random_game(h);
    h->games++;
    if (!ended)
        return false;
    uint32_t back = 2 * h->o.win_in + PLIES_BACK, least = h->w.ply > back ? h->w.ply - back : 0;
    while (h->w.ply > least && walk_undo(&h->w))
        if (is_puzzle(h))
            return is_new(h);
    return false;
}

/* The moves of the solution as a list, and in one text. */
static void add_solution(puzzle_hunt *h, notation *n, json_t *reply)
{
    walk *w = &h->w;
    unsigned char *state = mem_alloc(w->size);
    json_t *moves = json_array();
    buffer line = {0};
    memcpy(state, w->state, w->size);
    for (uint32_t left = h->o.win_in; !lud_terminal(w->game, state);) {
        uint32_t *list = room_for_moves(h->search, state), count = 0, first = 0;
        bool own = h->search->turns[0].role == h->role, fine = false;
        for (uint32_t k = 1; k <= left && !count; k++) /* the fastest win */
            fine = puzzle_force(h->search, state, h->role, own ? k : left, list, &count);
        first = list[0];
        free(list);
        if (!fine || !count)
            break;
        char *text = forced_text(h->search, w, first);
        json_array_append_new(moves,
                              json_pack("{so so}", "role", json_text(lud_role_name(w->game, h->search->turns[0].role)),
                                        "move", json_text(text)));
        buffer_addf(&line, "%s%s", line.length ? "; " : "", text);
        free(text);
        if (solver_apply(w->ctx, state, w->roles, &h->search->turns[0], first) != LUD_OK)
            break;
        left -= own;
        if (left == 0)
            break;
    }
    char *label = notation_line(n, w, buffer_get(&line));
    json_object_set_new(reply, "solution", moves);
    json_object_set_new(reply, "solution_label", json_text(label));
    free(label);
    buffer_done(&line);
    free(state);
}

json_t *puzzle_json(puzzle_hunt *h, notation *n)
{
    walk *w = &h->w;
    json_t *labels = notation_history(n, w);
    json_t *reply =
        json_pack("{so si si so so sI}", "role", json_text(lud_role_name(w->game, h->role)), "win_in", h->o.win_in,
                  "choices", h->choices, "moves", save_moves(w), "labels", labels, "game", (json_int_t)(h->games - 1));
    add_solution(h, n, reply);
    return reply;
}
