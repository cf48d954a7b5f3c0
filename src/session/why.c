/* {"op":"why"}: which condition of the rules is in the way of a move that is not legal. */
#include "base/clock.h"
#include "session/memory.h"
#include "session/operations.h"
#include "session/output.h"
#include "session/save.h"
#include "session/trace.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { PLACES_MAX = 16, CANDIDATES_MAX = 64, NAME_ROOM = 100 };
static const double SECONDS_MAX = 5;

/* The same game, loaded so that conditions can be left out, and where it stands. */
struct explained {
    lud_game *game;
    walk w;
};

void why_done(session *s)
{
    if (s->explained) {
        if (s->explained->game) {
            walk_done(&s->explained->w);
            lud_game_free(s->explained->game);
        }
        free(s->explained);
    }
    s->explained = NULL;
}

static bool load_explained(session *s)
{
    if (s->explained)
        return s->explained->game != NULL;
    s->explained = mem_alloc(sizeof *s->explained);
    lud_options load = s->with.load;
    load.explain = true;
    load.backend = LUD_BACKEND_INTERP;
    load.network = LUD_NETWORK_NEVER;
    load.passes = "none";
    s->explained->game = lud_load_text(s->rules, s->rules_length, s->path, &load, NULL);
    if (s->explained->game)
        walk_init(&s->explained->w, s->explained->game);
    return s->explained->game != NULL;
}

/* To where the session is. Ways of moves that the rules leave open may have other numbers there. */
static bool follow(session *s)
{
    walk *w = &s->explained->w;
    json_t *moves = save_moves(&s->w);
    for (uint32_t ply = 1; ply <= s->w.ply; ply++)
        if (s->w.ways[ply]) {
            json_decref(moves);
            return false;
        }
    bool fine = trace_follow(w, moves) == LUD_OK && w->ply == s->w.ply;
    json_decref(moves);
    return fine;
}

/* ---- which move is meant ---- */

typedef struct candidates {
    char *texts[CANDIDATES_MAX];
    uint32_t count;
} candidates;

static void offer(candidates *c, char *text)
{
    for (uint32_t i = 0; i < c->count; i++)
        if (strcmp(c->texts[i], text) == 0 || c->count == CANDIDATES_MAX) {
            free(text);
            return;
        }
    if (c->count < CANDIDATES_MAX)
        c->texts[c->count++] = text;
    else
        free(text);
}

static void offerf(candidates *c, const char *format, const char *a, const char *b)
{
    buffer text = {0};
    buffer_addf(&text, format, a, b);
    offer(c, text.text ? text.text : mem_strdup(""));
}

/* The rules' name of a site: as people call it, or as the rules do. NULL: there is none. */
static const char *site_name(session *s, const char *name)
{
    const notation *n = session_notation(s);
    const site_names *names;
    for (uint32_t b = 0; name && (names = notation_board(n, b)); b++)
        for (uint32_t i = 0; i < names->count; i++) {
            const char *own = lud_site_at(s->game, s->w.state, b, i).name;
            if (strcmp(names->of[i], name) == 0 || strcmp(own, name) == 0)
                return own;
        }
    return NULL;
}

static bool in_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* A legal move with other sites in it. */
static char *with_sites(const char *move, const char *const *old, const char *const *fresh, uint32_t count)
{
    buffer b = {0};
    for (const char *p = move; *p;) {
        bool begins = p == move || !in_word(p[-1]);
        uint32_t i = 0;
        for (; begins && i < count; i++)
            if (strncmp(p, old[i], strlen(old[i])) == 0 && !in_word(p[strlen(old[i])]))
                break;
        if (begins && i < count) {
            buffer_add(&b, fresh[i]);
            p += strlen(old[i]);
        } else {
            buffer_add_bytes(&b, p++, 1);
        }
    }
    return b.text ? b.text : mem_strdup("");
}

/* What moves look like here, with these sites. */
static void from_legal(session *s, uint32_t role, const char *const *sites, uint32_t count, candidates *c)
{
    lud_moves *moves;
    lud_site_name named[8];
    if (walk_list(&s->w, role, &moves) != LUD_OK)
        return;
    for (uint32_t i = 0; i < lud_moves_count(moves) && c->count < CANDIDATES_MAX; i++) {
        lud_move move = lud_moves_at(moves, i);
        uint32_t n = lud_move_sites(s->game, move, named, 8);
        const char *old[2] = {NULL, NULL};
        for (uint32_t k = 0; k < n && k < 8; k++)
            if (k == 0 || named[k].site != named[0].site)
                old[k > 0] = lud_site_at(s->game, s->w.state, named[k].board, named[k].site).name;
        if (!old[0] || (count == 2) != (old[1] != NULL))
            continue;
        char *text = walk_text(&s->w, move), *other = with_sites(text, old, sites, count);
        if (strcmp(text, other) != 0 || strcmp(old[0], sites[0]) == 0)
            offer(c, other);
        else
            free(other); /* sites do not stand alone in these texts */
        free(text);
    }
}

/* The ways in which languages write a move from one site to another, or onto one. */
static void offer_sites(session *s, uint32_t role, const char *const *sites, uint32_t count, candidates *c)
{
    if (count == 2) {
        offerf(c, "%s %s", sites[0], sites[1]);
        offerf(c, "%s%s", sites[0], sites[1]);
        offerf(c, "Mov:%s-%s", sites[0], sites[1]);
    } else {
        offer(c, mem_strdup(sites[0]));
    }
    from_legal(s, role, sites, count, c);
}

/* `a1-a3`, `a1xa3`, `a1 a3`, or `d4` alone. */
static void offer_pair(session *s, uint32_t role, const char *text, candidates *c)
{
    const char *sites[2] = {site_name(s, text), NULL};
    if (sites[0])
        offer_sites(s, role, sites, 1, c);
    for (const char *p = text; *p && !sites[1]; p++) {
        if (!strchr("-x ", *p))
            continue;
        char *first = mem_strndup(text, (size_t)(p - text));
        sites[0] = site_name(s, first);
        sites[1] = sites[0] ? site_name(s, p + 1) : NULL;
        free(first);
    }
    if (sites[1])
        offer_sites(s, role, sites, 2, c);
}

/* NULL, or the error. */
static json_t *read_move(session *s, uint32_t role, const json_t *request, candidates *c)
{
    const char *move = json_string_value(json_object_get(request, "move")),
               *from = json_string_value(json_object_get(request, "from")),
               *to = json_string_value(json_object_get(request, "to"));
    if (move) {
        notation_list l;
        notation_of_walk(session_notation(s), &s->w, role, &l);
        int found = notation_find(&l, move);
        if (found >= 0)
            offer(c, walk_text(&s->w, lud_moves_at(s->w.lists[role], (uint32_t)found)));
        notation_list_done(&l);
        offer(c, mem_strdup(move));
        offer_pair(s, role, move, c);
        return NULL;
    }
    const char *sites[2] = {site_name(s, from), to ? site_name(s, to) : NULL};
    if (!from)
        return session_error("type", "\"move\" must be a text, or \"from\" and \"to\" sites");
    if (!sites[0] || (to && !sites[1]))
        return session_error("type", "there is no site of this name");
    offer_sites(s, role, sites, to ? 2 : 1, c);
    return NULL;
}

/* ---- the answer ---- */

/* The lines of the rules that a place covers, without what stands before and behind. */
static char *quoted(const session *s, const lud_place *p)
{
    const char *at = s->rules, *end = s->rules + s->rules_length;
    for (uint32_t line = 1; line < p->line && at < end; line++)
        at = memchr(at, '\n', (size_t)(end - at)) ? (const char *)memchr(at, '\n', (size_t)(end - at)) + 1 : end;
    at += strspn(at, " \t");
    return mem_strndup(at, strcspn(at, "\r\n"));
}

static json_t *conditions_json(const session *s, const lud_place *places, uint32_t count)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < count && i < PLACES_MAX; i++) {
        char *text = quoted(s, &places[i]);
        json_array_append_new(list, json_pack("{si si si si so}", "line", places[i].line, "column", places[i].column,
                                              "end_line", places[i].end_line, "end_column", places[i].end_column,
                                              "text", json_text(text)));
        free(text);
    }
    return list;
}

static json_t *legal_reply(const char *move)
{
    return json_pack("{sb sb so s[]}", "ok", 1, "legal", 1, "move", json_text(move), "conditions");
}

static json_t *find_conditions(session *s, const candidates *c)
{
    walk *w = &s->explained->w;
    lud_place places[PLACES_MAX];
    uint32_t count = 0, known = 0;
    const char *found = NULL;
    double end = clock_wall() + SECONDS_MAX;
    for (uint32_t i = 0; i < c->count && !count && clock_wall() < end; i++) {
        uint32_t words[NAME_ROOM], length;
        if (lud_move_parse(w->game, c->texts[i], words, NAME_ROOM, &length) != LUD_OK)
            continue;
        lud_move move = {words, length, 1};
        known++;
        found = c->texts[i];
        if (lud_move_obstacles(w->ctx, w->state, &move, places, PLACES_MAX, &count) != LUD_OK)
            count = 0;
    }
    return json_pack("{sb sb so so so}", "ok", 1, "legal", 0, "move", json_text(count ? found : NULL), "conditions",
                     conditions_json(s, places, count), "reason",
                     count   ? json_null()
                     : known ? json_text("several conditions are in the way, or nothing in the rules makes such a move")
                             : json_text("no move of the rules is written so"));
}

/* Why it cannot be told of the game; NULL: it can. */
static const char *unknown_of(session *s)
{
    lud_info info;
    lud_game_info(s->game, &info);
    if (s->hidden)
        return "with hidden information the rules' conditions would tell what is hidden";
    if (strcmp(info.machine, "automaton") != 0)
        return "why a move is not legal is known of games that run on an automaton; this one does not";
    if (walk_mover(&s->w) < 1)
        return "why a move is not legal is known where one player decides alone";
    if (!load_explained(s))
        return "the rules cannot be loaded so that conditions are left out";
    return follow(s) ? NULL : "how the game came here cannot be followed with conditions left out";
}

json_t *session_why(session *s, const json_t *request)
{
    candidates c = {.count = 0};
    if (walk_terminal(&s->w))
        return session_error("terminal", "the game is over");
    const char *unknown = unknown_of(s);
    if (unknown)
        return session_error("why", unknown);
    uint32_t role = (uint32_t)walk_mover(&s->w);
    json_t *reply = read_move(s, role, request, &c);
    for (uint32_t i = 0; i < c.count && !reply; i++)
        if (walk_find(&s->w, role, c.texts[i]) >= 0)
            reply = legal_reply(c.texts[i]);
    if (!reply)
        reply = find_conditions(s, &c);
    for (uint32_t i = 0; i < c.count; i++)
        free(c.texts[i]);
    return reply;
}
