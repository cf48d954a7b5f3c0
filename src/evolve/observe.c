#include "evolve/observe.h"

#include "base/map.h"
#include "base/text.h"
#include "session/memory.h"

#include <math.h>
#include <stdlib.h>

enum { ROLES = 64, WORDS = 64, NO_BOARD = UINT32_MAX, HOPELESS = 5 /* first games of which none ends */ };

bool observe_empty(const char *content)
{
    static const char *const words[] = {"", "0", "e", "empty", "none", "blank", "free", "nil", "null"};
    return TEXT_AMONG(content, words);
}

typedef struct watcher {
    const lud_game *game;
    lud_context *ctx;
    lud_moves *moves;
    unsigned char *state;
    uint32_t roles, board, sites;
    char (*before)[32], (*after)[32]; /* [site] contents */
    bool *linked;                     /* [site * sites + site]; NULL: no board */
    uint32_t *stack;
    uint8_t *group;
    uint32_t words[ROLES][WORDS]; /* of the moves of a step */
    uint64_t decisions, plies, taken, choices;
} watcher;

/* ---- boards ---- */

static uint32_t main_board(const lud_game *game)
{
    uint32_t best = NO_BOARD, sites = 1;
    for (uint32_t b = 0; b < lud_board_count(game); b++) {
        lud_board board = lud_board_at(game, b);
        if (!board.aside && board.sites > sites) {
            best = b;
            sites = board.sites;
        }
    }
    return best;
}

static void read_sites(const watcher *w, char (*out)[32])
{
    for (uint32_t i = 0; i < w->sites; i++) {
        const char *content = lud_site_at(w->game, w->state, w->board, i).content;
        size_t n = strlen(content) < 31 ? strlen(content) : 31;
        memcpy(out[i], content, n);
        out[i][n] = 0;
    }
}

/* Pieces that a ply took: sites that lost theirs, or got another one, but for one whose piece only moved. */
static uint32_t count_taken(const watcher *w)
{
    uint32_t left = 0, taken = 0, moved = 0;
    for (uint32_t i = 0; i < w->sites; i++) {
        if (strcmp(w->before[i], w->after[i]) == 0 || observe_empty(w->before[i]))
            continue;
        left += observe_empty(w->after[i]);
        taken += !observe_empty(w->after[i]);
        for (uint32_t k = 0; k < w->sites && !moved && observe_empty(w->after[i]); k++)
            moved = strcmp(w->before[k], w->after[k]) != 0 && strcmp(w->after[k], w->before[i]) == 0;
    }
    return taken + left - moved;
}

/* The largest group of each content, as a share of all pieces of it. */
static double connection(const watcher *w)
{
    uint32_t all = 0, together = 0;
    memset(w->group, 0, w->sites);
    for (uint32_t first = 0; first < w->sites; first++) {
        uint32_t best = 0, count = 0;
        if (observe_empty(w->after[first]) || w->group[first] == 2)
            continue;
        for (uint32_t i = first; i < w->sites; i++) {
            uint32_t size = 0, depth = 0;
            if (strcmp(w->after[i], w->after[first]) != 0 || w->group[i])
                continue;
            w->stack[depth++] = i;
            w->group[i] = 1;
            while (depth) {
                uint32_t at = w->stack[--depth];
                size++;
                for (uint32_t k = 0; k < w->sites; k++)
                    if (w->linked[at * w->sites + k] && !w->group[k] && strcmp(w->after[k], w->after[first]) == 0) {
                        w->group[k] = 1;
                        w->stack[depth++] = k;
                    }
            }
            count += size;
            best = size > best ? size : best;
        }
        for (uint32_t i = first; i < w->sites; i++)
            w->group[i] = w->group[i] == 1 ? 2 : w->group[i];
        all += count;
        together += best;
    }
    return all ? (double)together / all : 0;
}

/* ---- games ---- */

/* One step of all who decide; random numbers are drawn in the order of the roles. */
static lud_status step(watcher *w, lud_rng *rng)
{
    lud_move joint[ROLES] = {{0}};
    uint64_t movers = lud_movers(w->game, w->state);
    for (uint32_t r = 0; r <= w->roles && r < ROLES; r++) {
        if (!(movers >> r & 1))
            continue;
        lud_status status = r ? lud_moves_list_once(w->ctx, w->state, r, w->moves) : LUD_OK;
        if (status != LUD_OK)
            return status;
        w->decisions += r > 0;
        w->choices += r ? lud_moves_count(w->moves) : 0;
        status = lud_draw_move(w->ctx, w->state, r, rng, &joint[r]);
        if (status != LUD_OK)
            return status;
        if (joint[r].count > WORDS)
            return LUD_LIMIT_TAGS;
        if (joint[r].count)
            memcpy(w->words[r], joint[r].words, joint[r].count * sizeof **w->words);
        joint[r].words = w->words[r];
    }
    return lud_apply(w->ctx, w->state, joint);
}

static lud_status play(watcher *w, uint64_t seed, uint64_t number, uint32_t most)
{
    lud_rng rng;
    lud_rng_seed(&rng, seed, number);
    lud_status status = lud_start(w->ctx, w->state);
    uint32_t plies = 0;
    bool sites = w->linked != NULL;
    if (sites)
        read_sites(w, w->after);
    for (; status == LUD_OK && !lud_terminal(w->game, w->state); plies++) {
        if (plies == most) {
            status = LUD_LIMIT_PLIES;
            break;
        }
        status = step(w, &rng);
        if (sites && status == LUD_OK) {
            char(*last)[32] = w->before;
            w->before = w->after;
            w->after = last;
            read_sites(w, w->after);
            w->taken += count_taken(w);
        }
    }
    w->plies += plies;
    return status;
}

/* Where no table of the rules leads from site to site, those are neighbours that are nearest to each other. */
static void link_nearest(watcher *w)
{
    double least = INFINITY;
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t a = 0; a < w->sites; a++)
            for (uint32_t b = 0; b < a; b++) {
                lud_location p = lud_site_location(w->game, w->board, a), q = lud_site_location(w->game, w->board, b);
                double d = hypot(p.x - q.x, p.y - q.y);
                if (pass)
                    w->linked[a * w->sites + b] = w->linked[b * w->sites + a] = d < 1.1 * least;
                else if (d > 1e-6)
                    least = fmin(least, d);
            }
}

static bool watcher_init(watcher *w, const lud_game *game)
{
    lud_info info;
    lud_game_info(game, &info);
    *w = (watcher){.game = game, .roles = info.roles, .board = main_board(game)};
    w->ctx = lud_context_new(game);
    w->moves = lud_moves_new();
    w->state = mem_alloc(lud_state_size(game) + 8);
    if (w->board == NO_BOARD)
        return w->ctx && w->moves;
    w->sites = lud_board_at(game, w->board).sites;
    w->before = mem_alloc(w->sites * sizeof *w->before);
    w->after = mem_alloc(w->sites * sizeof *w->after);
    w->stack = mem_alloc(w->sites * sizeof *w->stack);
    w->group = mem_alloc(w->sites);
    w->linked = mem_alloc((size_t)w->sites * w->sites);
    bool any = false;
    for (uint32_t a = 0; a < w->sites; a++)
        for (uint32_t b = 0; b < a; b++) {
            bool linked = lud_site_linked(game, w->board, a, b);
            w->linked[a * w->sites + b] = w->linked[b * w->sites + a] = linked;
            any |= linked;
        }
    if (!any)
        link_nearest(w);
    return w->ctx && w->moves;
}

static void watcher_done(watcher *w)
{
    lud_context_free(w->ctx);
    lud_moves_free(w->moves);
    free(w->state);
    free(w->before);
    free(w->after);
    free(w->stack);
    free(w->group);
    free(w->linked);
}

static void add_result(const watcher *w, observed *out)
{
    double scores[ROLES], best = 0;
    uint32_t top = 0, winner = 0;
    lud_scores(w->game, w->state, scores);
    for (uint32_t r = 0; r < w->roles && r < ROLES; r++)
        if (!r || scores[r] > best) {
            best = scores[r];
            winner = r;
        }
    for (uint32_t r = 0; r < w->roles && r < ROLES; r++)
        top += scores[r] >= best;
    out->draws += top != 1;
    out->wins[winner] += top == 1;
}

lud_status observe_games(const lud_game *game, uint64_t seed, uint64_t games, uint32_t plies, observed *out)
{
    watcher w;
    *out = (observed){.games = games};
    lud_status status = watcher_init(&w, game) ? LUD_OK : LUD_ERR_MEMORY;
    double together = 0;
    for (uint64_t i = 0; i < out->games && status == LUD_OK && out->fault == LUD_OK; i++) {
        lud_status how = play(&w, seed, i, plies);
        if (how == LUD_ERR_MEMORY || how == LUD_INTERRUPTED)
            status = how;
        else if (how != LUD_OK && how != LUD_LIMIT_PLIES)
            out->fault = how;
        else if (how == LUD_OK) {
            out->ended++;
            add_result(&w, out);
            together += w.linked && w.plies ? connection(&w) : 0;
        }
        if (i + 1 == HOPELESS && !out->ended)
            out->games = HOPELESS;
    }
    out->plies = out->games ? (double)w.plies / (double)out->games : 0;
    out->choice = w.decisions ? (double)w.choices / (double)w.decisions : 0;
    out->captures = w.plies ? (double)w.taken / (double)w.plies : 0;
    out->connection = out->ended ? together / (double)out->ended : 0;
    watcher_done(&w);
    return status;
}

/* ---- digests ---- */

typedef struct digest {
    const lud_game *game;
    uint64_t hash;
} digest;

static void add_move(void *user, uint64_t movers, const lud_move *joint)
{
    digest *d = user;
    for (uint32_t r = 0; r < ROLES && movers >> r; r++) {
        char text[400];
        size_t n = movers >> r & 1 ? lud_move_text(d->game, joint[r], text, sizeof text) : 0;
        d->hash = hash_fnv(d->hash ^ r, text, n < sizeof text ? n : sizeof text);
    }
}

uint64_t observe_digest(lud_context *ctx, const lud_game *game, const void *start, void *state, uint64_t seed,
                        uint64_t number)
{
    lud_rng rng;
    digest d = {game, HASH_FNV};
    double scores[ROLES] = {0};
    lud_rng_seed(&rng, seed, number);
    memcpy(state, start, lud_state_size(game));
    lud_status status = lud_playout(ctx, state, &rng, &(lud_playout_options){.watch = add_move, .user = &d}, NULL);
    lud_scores(game, state, scores);
    return hash_fnv(d.hash ^ (uint64_t)status, scores, sizeof scores);
}
