/* How a game works, found by playing it: for each kind of piece where it begins and how it goes, shown from one site;
 * what takes what; and where the rules say how it ends. */
#include "base/clock.h"
#include "session/effect.h"
#include "session/memory.h"
#include "session/operations.h"
#include "session/output.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { KINDS_MAX = 64, STEPS_MAX = 512, SITES_MAX = 1024, PLIES_MAX = 300, PLACES_MAX = 64 };
static const double SECONDS = 0.6, SECONDS_MAX = 30, NEAR = 0.02;

/* A way to go: by so much to the right and up. */
typedef struct stride {
    double x, y;
    uint32_t seen, taking; /* how often, and how often it took something */
    double first_x, first_y;
    bool columns, rows; /* it was made from more than one of them */
} stride;

typedef struct kind {
    char piece[PIECE_TEXT];
    uint32_t board, begins;             /* how many there are at the beginning */
    uint32_t moves, places, over, away; /* and of those that took: where they went, between, elsewhere */
    stride strides[STEPS_MAX];
    uint32_t stride_count;
    uint32_t from[SITES_MAX]; /* [site] how often it went away from there */
} kind;

typedef struct works {
    const session *s;
    lud_context *ctx;
    lud_moves **lists; /* [role] */
    lud_move *joint;
    unsigned char *state;
    kind *kinds;
    uint32_t count;
    uint64_t games, plies;
    bool flat[2]; /* the first board has but one column, but one row */
    double until;
} works;

static kind *kind_of(works *w, const char *piece, uint32_t board)
{
    for (uint32_t i = 0; i < w->count; i++)
        if (w->kinds[i].board == board && strcmp(w->kinds[i].piece, piece) == 0)
            return &w->kinds[i];
    if (w->count == KINDS_MAX)
        return NULL;
    kind *k = &w->kinds[w->count++];
    memset(k, 0, sizeof *k);
    memcpy(k->piece, piece, sizeof k->piece);
    k->board = board;
    return k;
}

/* Where pictures show a site; neighbours of hexes are as far from each other in all directions. */
static void place_of(const sight *s, lud_site_name at, double *x, double *y)
{
    if (s->facts.count) {
        const fact_board *b = &s->facts.boards[at.board];
        uint32_t width = (uint32_t)(b->max_x - b->min_x + 1);
        *x = at.site % width;
        *y = at.site / width;
        return;
    }
    lud_location p = lud_site_location(s->game, at.board, at.site);
    *x = p.x;
    *y = p.y;
}

static void note_stride(kind *k, double x, double y, double from_x, double from_y, bool takes)
{
    uint32_t i = 0;
    while (i < k->stride_count && (fabs(k->strides[i].x - x) > NEAR || fabs(k->strides[i].y - y) > NEAR))
        i++;
    if (i == STEPS_MAX)
        return;
    stride *s = &k->strides[i];
    if (i == k->stride_count)
        k->strides[k->stride_count++] = (stride){.x = x, .y = y, .first_x = from_x, .first_y = from_y};
    s->columns |= fabs(s->first_x - from_x) > NEAR;
    s->rows |= fabs(s->first_y - from_y) > NEAR;
    s->seen++;
    s->taking += takes;
}

static bool between(const sight *s, const effect *e, lud_site_name at)
{
    double ax, ay, bx, by, x, y;
    place_of(s, e->from, &ax, &ay);
    place_of(s, e->to, &bx, &by);
    place_of(s, at, &x, &y);
    return fabs(hypot(x - ax, y - ay) + hypot(bx - x, by - y) - hypot(bx - ax, by - ay)) < NEAR;
}

static void note_effect(works *w, const sight *before, const effect *e)
{
    kind *k = e->moved || e->placed ? kind_of(w, e->piece, e->to.board) : NULL;
    if (!k)
        return;
    bool on_it = false;
    for (uint32_t i = 0; i < e->taken_count; i++) {
        bool here = e->taken[i].board == e->to.board && e->taken[i].site == e->to.site;
        on_it |= here;
        if (!here && e->moved && between(before, e, e->taken[i]))
            k->over++;
        else if (!here)
            k->away++;
    }
    if (e->placed) {
        k->places++;
        return;
    }
    double ax, ay, bx, by;
    k->moves++;
    place_of(before, e->from, &ax, &ay);
    place_of(before, e->to, &bx, &by);
    if (e->from.site < SITES_MAX) {
        k->from[e->from.site]++;
        note_stride(k, bx - ax, by - ay, ax, ay, on_it || e->taken_count);
    }
}

/* ---- games ---- */

/* *chooser: the only role that had a choice, or the only one that decides; -1: there are several. */
static bool draw_joint(works *w, uint64_t movers, lud_rng *rng, int *chooser)
{
    uint32_t choosers = 0;
    *chooser = movers & (movers - 1) ? -1 : __builtin_ctzll(movers);
    for (uint32_t role = 0; role <= w->s->w.roles; role++) {
        if (!(movers >> role & 1))
            continue;
        if (lud_moves_list(w->ctx, w->state, role, w->lists[role]) != LUD_OK || !lud_moves_count(w->lists[role]))
            return false;
        if (lud_moves_count(w->lists[role]) > 1 && choosers++ == 0)
            *chooser = (int)role;
        w->joint[role] = lud_moves_at(w->lists[role], walk_draw(w->lists[role], role == 0, rng));
    }
    if (choosers > 1)
        *chooser = -1;
    return true;
}

/* One ply at random. False: the game is over, or stuck. */
static bool ply(works *w, sight *before, lud_rng *rng)
{
    uint64_t movers = lud_movers(w->s->game, w->state);
    int role;
    if (!movers || !draw_joint(w, movers, rng, &role))
        return false;
    bool alone = role >= 0;
    lud_site_name named[SITES_OF_MOVE];
    char *text = alone ? walk_text(&w->s->w, w->joint[role]) : NULL;
    uint32_t count = alone ? sight_of_move(before, w->joint[role], text, named) : 0;
    free(text);
    if (lud_apply(w->ctx, w->state, w->joint) != LUD_OK)
        return false;
    sight after;
    effect e;
    sight_take(&after, w->s->game, w->state);
    if (alone && role > 0 && sight_alike(before, &after)) {
        effect_find(before, &after, named, count, &e);
        note_effect(w, before, &e);
    }
    sight_done(before);
    *before = after;
    return true;
}

static void play(works *w, uint64_t seed, uint64_t stream)
{
    lud_rng rng;
    sight seen;
    lud_rng_seed(&rng, seed, stream);
    if (lud_start(w->ctx, w->state) != LUD_OK)
        return;
    sight_take(&seen, w->s->game, w->state);
    uint32_t n = 0;
    while (n < PLIES_MAX && clock_thread() < w->until && ply(w, &seen, &rng))
        n++;
    sight_done(&seen);
    w->games++;
    w->plies += n;
}

/* ---- what was found ---- */

/* Ways that were gone from one column or row alone are special: two steps of pawns, castling. */
static bool usual(const works *w, const stride *s) { return (s->columns || w->flat[0]) && (s->rows || w->flat[1]); }

static int site_at(const sight *s, uint32_t board, double x, double y)
{
    for (uint32_t i = 0; i < s->sites[board]; i++) {
        double sx, sy;
        place_of(s, (lud_site_name){board, i}, &sx, &sy);
        if (fabs(sx - x) < NEAR && fabs(sy - y) < NEAR)
            return (int)i;
    }
    return -1;
}

/* The site from which most ways lead to sites; of those the one that is nearest to the middle. */
static int best_site(const works *w, const sight *s, const kind *k)
{
    double mx = 0, my = 0, x, y, best_distance = INFINITY;
    int best = -1;
    uint32_t most = 0, sites = s->sites[k->board];
    for (uint32_t i = 0; i < sites; i++) {
        place_of(s, (lud_site_name){k->board, i}, &x, &y);
        mx += x / sites;
        my += y / sites;
    }
    for (uint32_t i = 0; i < sites && i < SITES_MAX; i++) {
        uint32_t n = 0;
        place_of(s, (lud_site_name){k->board, i}, &x, &y);
        for (uint32_t t = 0; k->from[i] && t < k->stride_count; t++)
            n += usual(w, &k->strides[t]) && site_at(s, k->board, x + k->strides[t].x, y + k->strides[t].y) >= 0;
        double distance = hypot(x - mx, y - my);
        if (k->from[i] && (n > most || best < 0 || (n == most && distance < best_distance))) {
            most = n;
            best = (int)i;
            best_distance = distance;
        }
    }
    return best;
}

static json_t *kind_json(const works *w, const sight *s, const kind *k)
{
    json_t *moves = json_array(), *taking = json_array();
    int centre = k->moves ? best_site(w, s, k) : -1;
    double x = 0, y = 0;
    if (centre >= 0)
        place_of(s, (lud_site_name){k->board, (uint32_t)centre}, &x, &y);
    for (uint32_t i = 0; centre >= 0 && i < k->stride_count; i++) {
        const stride *t = &k->strides[i];
        int site = usual(w, t) ? site_at(s, k->board, x + t->x, y + t->y) : -1;
        if (site >= 0 && t->seen > t->taking)
            json_array_append_new(moves, json_integer(site));
        if (site >= 0 && t->taking)
            json_array_append_new(taking, json_integer(site));
    }
    return json_pack("{so si si si si si so so sb}", "piece", json_text(k->piece), "board", (int)k->board, "begins",
                     (int)k->begins, "moved", (int)k->moves, "placed", (int)k->places, "site", centre, "moves", moves,
                     "takes", taking, "jumps", k->over > 0);
}

static json_t *places_json(const session *s)
{
    lud_place places[PLACES_MAX];
    uint32_t count = lud_score_places(s->game, places, PLACES_MAX);
    json_t *list = json_array();
    for (uint32_t i = 0; i < count && i < PLACES_MAX; i++)
        json_array_append_new(list,
                              json_pack("{si si si si}", "line", (int)places[i].line, "column", (int)places[i].column,
                                        "end_line", (int)places[i].end_line, "end_column", (int)places[i].end_column));
    return list;
}

/* What stands there at the beginning, and whether the first board is more than a row. */
static void note_beginning(works *w, const sight *s)
{
    for (uint32_t b = 0; b < s->boards; b++)
        for (uint32_t i = 0; (s->facts.count || !lud_board_at(s->game, b).aside) && i < s->sites[b]; i++) {
            char piece[PIECE_TEXT];
            effect_piece(s->game, s->contents[b][i], piece);
            kind *k = piece[0] ? kind_of(w, piece, b) : NULL;
            if (k)
                k->begins++;
        }
    w->flat[0] = w->flat[1] = true;
    double x0, y0, x, y;
    for (uint32_t i = 0; s->boards && i < s->sites[0]; i++) {
        place_of(s, (lud_site_name){0, 0}, &x0, &y0);
        place_of(s, (lud_site_name){0, i}, &x, &y);
        w->flat[0] &= fabs(x - x0) < NEAR;
        w->flat[1] &= fabs(y - y0) < NEAR;
    }
}

json_t *session_works(session *s, const json_t *request)
{
    double seconds = json_number_value(json_object_get(request, "seconds"));
    uint64_t seed = 1;
    const json_t *given = json_object_get(request, "seed");
    if (given && !session_read_seed(given, &seed))
        return session_error("type", "\"seed\" must be a whole number from 0 on");
    if (s->w.open)
        return session_error("game",
                             "how a game works is found by playing it at random, which games with open moves are not");
    seconds = seconds > 0 ? seconds < SECONDS_MAX ? seconds : SECONDS_MAX : SECONDS;
    works w = {.s = s, .ctx = lud_context_new(s->game), .until = clock_thread() + seconds};
    uint32_t roles = s->w.roles + 1;
    w.lists = mem_alloc(roles * sizeof *w.lists);
    w.joint = mem_alloc(roles * sizeof *w.joint);
    w.state = mem_alloc(s->w.size);
    w.kinds = mem_alloc(KINDS_MAX * sizeof *w.kinds);
    for (uint32_t r = 0; r < roles; r++)
        w.lists[r] = lud_moves_new();
    sight start = {0};
    json_t *kinds = json_array();
    if (w.ctx && lud_start(w.ctx, w.state) == LUD_OK) {
        sight_take(&start, s->game, w.state);
        note_beginning(&w, &start);
        while (clock_thread() < w.until)
            play(&w, seed, w.games);
        for (uint32_t i = 0; i < w.count; i++)
            json_array_append_new(kinds, kind_json(&w, &start, &w.kinds[i]));
        sight_done(&start);
    }
    for (uint32_t r = 0; r < roles; r++)
        lud_moves_free(w.lists[r]);
    lud_context_free(w.ctx);
    free(w.lists);
    free(w.joint);
    free(w.state);
    free(w.kinds);
    return json_pack("{sb so so sI sI}", "ok", 1, "kinds", kinds, "ends", places_json(s), "games", (json_int_t)w.games,
                     "plies", (json_int_t)w.plies);
}
