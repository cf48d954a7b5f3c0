/* Who attacks what: what the player to move can take, and what the others could take if little changed. Rules know no
 * "pass", so threats are what the opponent can take after most of the moves that concern neither the attacker nor what
 * it attacks. */
#include "base/clock.h"
#include "session/effect.h"
#include "session/memory.h"
#include "session/operations.h"
#include "session/output.h"

#include <stdlib.h>
#include <string.h>

enum { TRIED = 24, PAIRS_MAX = 512, REPLIES_MAX = 400 };
static const double SECONDS = 0.4, SECONDS_MAX = 10;

typedef struct pair {
    lud_site_name from, to;
    uint32_t seen;
} pair;

typedef struct search {
    session *s;
    sight here;
    pair pairs[PAIRS_MAX];
    uint32_t count, tried;
    unsigned char *changed[TRIED]; /* [move that was tried][site of all boards] */
    uint32_t total;                /* sites of all boards */
    double until;                  /* on the clock of the thread */
} search;

static uint32_t number_of(const search *q, lud_site_name at)
{
    uint32_t n = at.site;
    for (uint32_t b = 0; b < at.board; b++)
        n += q->here.sites[b];
    return n;
}

static bool same(lud_site_name a, lud_site_name b) { return a.board == b.board && a.site == b.site; }

static void note(search *q, lud_site_name from, lud_site_name to)
{
    uint32_t i = 0;
    while (i < q->count && !(same(q->pairs[i].from, from) && same(q->pairs[i].to, to)))
        i++;
    if (i == PAIRS_MAX)
        return;
    if (i == q->count)
        q->pairs[q->count++] = (pair){from, to, 0};
    q->pairs[i].seen++;
}

/* Notes what a move of the list takes. `before`: what was there when it was made. */
static void note_taken(search *q, const sight *before, const void *state, lud_move move, bool once[], uint32_t at)
{
    void *next = mem_alloc(q->s->w.size);
    memcpy(next, state, q->s->w.size);
    if (lud_apply_move(q->s->w.ctx, next, &move) == LUD_OK) {
        sight after;
        lud_site_name named[SITES_OF_MOVE];
        effect e;
        char *text = walk_text(&q->s->w, move);
        sight_take(&after, q->s->game, next);
        if (sight_alike(before, &after)) {
            effect_find(before, &after, named, sight_of_move(before, move, text, named), &e);
            for (uint32_t i = 0; (e.moved || e.placed) && i < e.taken_count; i++) {
                uint32_t a = number_of(q, e.from), b = number_of(q, e.taken[i]);
                if (at < TRIED && (q->changed[at][a] || q->changed[at][b]))
                    continue;
                if (!once[(size_t)a * q->total + b])
                    note(q, e.from, e.taken[i]);
                once[(size_t)a * q->total + b] = true;
            }
        }
        sight_done(&after);
        free(text);
    }
    free(next);
}

static bool late(const search *q) { return clock_thread() > q->until; }

/* All that the only mover of the state can take. */
static void note_all(search *q, const sight *before, const void *state, uint32_t at)
{
    uint64_t movers = lud_movers(q->s->game, state);
    lud_moves *moves = lud_moves_new();
    bool *once = mem_alloc((size_t)q->total * q->total);
    memset(once, 0, (size_t)q->total * q->total);
    uint32_t role = (uint32_t)(movers ? __builtin_ctzll(movers) : 0);
    if (moves && role > 0 && (movers & (movers - 1)) == 0 && lud_moves_list(q->s->w.ctx, state, role, moves) == LUD_OK)
        for (uint32_t i = 0; i < lud_moves_count(moves) && i < REPLIES_MAX && !late(q); i++)
            note_taken(q, before, state, lud_moves_at(moves, i), once, at);
    free(once);
    lud_moves_free(moves);
}

/* After a move that is tried, what the next player can take. */
static void try_move(search *q, uint32_t role, lud_move move)
{
    void *next = mem_alloc(q->s->w.size);
    memcpy(next, q->s->w.state, q->s->w.size);
    if (lud_apply_move(q->s->w.ctx, next, &move) == LUD_OK && !(lud_movers(q->s->game, next) >> role & 1)) {
        sight after;
        sight_take(&after, q->s->game, next);
        if (sight_alike(&q->here, &after)) {
            unsigned char *changed = mem_alloc(q->total + 1);
            for (uint32_t b = 0, n = 0; b < after.boards; b++)
                for (uint32_t i = 0; i < after.sites[b]; i++)
                    changed[n++] = strcmp(after.contents[b][i], q->here.contents[b][i]) != 0;
            q->changed[q->tried] = changed;
            note_all(q, &after, next, q->tried++);
        }
        sight_done(&after);
    }
    free(next);
}

static json_t *pairs_json(const search *q, bool most)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < q->count; i++) {
        const pair *p = &q->pairs[i];
        uint32_t fits = 0;
        for (uint32_t k = 0; most && k < q->tried; k++)
            fits += !q->changed[k][number_of(q, p->from)] && !q->changed[k][number_of(q, p->to)];
        if (!most || 2 * p->seen > fits)
            json_array_append_new(
                list, json_pack("{s[ii] s[ii]}", "from", p->from.board, p->from.site, "to", p->to.board, p->to.site));
    }
    return list;
}

json_t *session_threats(session *s, const json_t *request)
{
    int role = walk_mover(&s->w);
    double seconds = json_number_value(json_object_get(request, "seconds"));
    if (s->hidden || role < 1)
        return session_error("game", "threats are found where one player is to move and nothing is hidden");
    lud_moves *moves;
    lud_status status = walk_list(&s->w, (uint32_t)role, &moves);
    if (status != LUD_OK)
        return session_fault(s, status);
    seconds = seconds > 0 ? seconds < SECONDS_MAX ? seconds : SECONDS_MAX : SECONDS;
    search *q = mem_alloc(sizeof *q);
    memset(q, 0, sizeof *q);
    q->s = s;
    q->until = clock_thread() + seconds;
    sight_take(&q->here, s->game, s->w.state);
    for (uint32_t b = 0; b < q->here.boards; b++)
        q->total += q->here.sites[b];
    bool small = q->total <= 1024;
    if (small)
        note_all(q, &q->here, s->w.state, TRIED);
    json_t *own = pairs_json(q, false);
    q->count = 0;
    uint32_t count = lud_moves_count(moves), step = count / TRIED + 1;
    for (uint32_t i = 0; small && i < count && q->tried < TRIED && !late(q); i += step)
        try_move(q, (uint32_t)role, lud_moves_at(moves, i));
    json_t *reply = json_pack("{sb so so sb}", "ok", 1, "attacks", own, "threats", pairs_json(q, true), "complete",
                              small && !late(q));
    for (uint32_t k = 0; k < q->tried; k++)
        free(q->changed[k]);
    sight_done(&q->here);
    free(q);
    return reply;
}
