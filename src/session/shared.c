/* A game whose seats belong to different people: each decides for its own role, sees what that role may see, and chance
 * and forced moves are made by themselves. Moves of several who decide at once are kept until all are there. */
#include "session/failure.h"
#include "session/memory.h"
#include "session/operations.h"
#include "session/output.h"
#include "session/position.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SETTLED_MAX = 10000 };

struct shared_game {
    char **pending; /* [role] moves that wait for those of others; NULL: none */
    uint32_t roles;
    int resigned;   /* role, or -1 */
    lud_rng rng;    /* of chance */
    json_t *labels; /* [ply - 1][role]: moves as people write them, null where it made none; or NULL */
};

void shared_done(session *s)
{
    for (uint32_t r = 0; s->shared && r <= s->shared->roles; r++)
        free(s->shared->pending[r]);
    if (s->shared) {
        free(s->shared->pending);
        json_decref(s->shared->labels);
    }
    free(s->shared);
    s->shared = NULL;
}

static struct shared_game *shared_of(session *s)
{
    if (!s->shared) {
        s->shared = mem_alloc(sizeof *s->shared);
        *s->shared = (struct shared_game){.roles = s->w.roles, .resigned = -1};
        s->shared->pending = mem_alloc((s->w.roles + 1) * sizeof *s->shared->pending);
        memset(s->shared->pending, 0, (s->w.roles + 1) * sizeof *s->shared->pending);
        lud_rng_seed(&s->shared->rng, s->seed, 1);
    }
    return s->shared;
}

/* Sets the joint move where everybody has decided: who has one move among others makes it, and then chance is drawn,
 * once: what was seen in between changes nothing. */
static bool all_decided(session *s, struct shared_game *t, lud_status *status)
{
    walk *w = &s->w;
    for (uint32_t role = 1; role <= w->roles; role++) {
        lud_moves *moves;
        if (!walk_decides(w, role))
            continue;
        *status = walk_list(w, role, &moves);
        if (*status != LUD_OK)
            return false;
        int at = t->pending[role]                                            ? walk_find(w, role, t->pending[role])
                 : lud_moves_count(moves) == 1 && walk_mover(w) != (int)role ? 0
                                                                             : -1;
        if (at < 0)
            return false;
        w->joint[role] = walk_at(w, role, at);
    }
    if (walk_decides(w, 0))
        *status = walk_choose(w, 0, true, &t->rng, &w->joint[0]);
    return *status == LUD_OK;
}

/* Makes moves as long as nobody is waited for. */
static lud_status settle(session *s, uint32_t way)
{
    struct shared_game *t = shared_of(s);
    lud_status status = LUD_OK;
    for (int n = 0; n < SETTLED_MAX && !walk_terminal(&s->w) && all_decided(s, t, &status); n++, way = 0) {
        status = walk_apply(&s->w, way);
        if (status != LUD_OK)
            return status;
        for (uint32_t r = 0; r <= t->roles; r++) {
            free(t->pending[r]);
            t->pending[r] = NULL;
        }
    }
    return status;
}

static int role_at(const session *s, const json_t *request)
{
    const char *as = json_string_value(json_object_get(request, "as"));
    int role = as && *as ? lud_role_find(s->game, as) : -1;
    return role > 0 ? role : -1;
}

/* The label of a move that was made; each ply is written once. */
static const json_t *label_of(session *s, uint32_t ply, uint32_t role)
{
    struct shared_game *t = shared_of(s);
    walk *w = &s->w;
    if (!t->labels)
        t->labels = json_array();
    for (uint32_t at; (at = (uint32_t)json_array_size(t->labels) + 1) <= ply;) {
        json_t *row = json_array();
        for (uint32_t r = 0; r <= w->roles; r++) {
            const char *move = walk_own(w, r, at);
            char *text =
                move ? notation_made(session_notation(s), w, w->history + (size_t)(at - 1) * w->size, r, move) : NULL;
            json_array_append_new(row, json_text(text));
            free(text);
        }
        json_array_append_new(t->labels, row);
    }
    return json_array_get(json_array_get(t->labels, ply - 1), role);
}

/* All moves, or what the role made itself where not everybody sees everything. */
static json_t *course_json(session *s, int viewer, bool labels)
{
    json_t *course = json_array();
    for (uint32_t ply = 1; ply <= s->w.ply; ply++) {
        json_t *moves = json_array();
        for (uint32_t role = 0; role <= s->w.roles; role++) {
            const char *move = walk_own(&s->w, role, ply);
            bool seen = !s->hidden || (int)role == viewer;
            if (!move)
                continue;
            json_t *made = json_pack("[so]", lud_role_name(s->game, role), seen ? json_text(move) : json_null());
            if (labels && seen)
                json_array_append(made, (json_t *)(uintptr_t)label_of(s, ply, role));
            json_array_append_new(moves, made);
        }
        json_array_append_new(course, moves);
    }
    return course;
}

/* Who has one move while others decide, too, is not asked. */
static bool waited_for(session *s, const struct shared_game *t, uint32_t role)
{
    lud_moves *moves;
    if (!walk_decides(&s->w, role) || t->pending[role])
        return false;
    return walk_mover(&s->w) == (int)role || walk_list(&s->w, role, &moves) != LUD_OK || lud_moves_count(moves) > 1;
}

/* Where something is hidden, the story of a fault is nobody's. */
static json_t *fault_of(session *s, lud_status status)
{
    return s->hidden ? session_error("fault", "the rules are at fault in this position") : session_fault(s, status);
}

json_t *session_witness(session *s, const json_t *request)
{
    int viewer = role_at(s, request);
    if (s->w.open)
        return session_error("game", "games of answer sets have one player");
    lud_status status = settle(s, 0);
    if (status != LUD_OK)
        return fault_of(s, status);
    const struct shared_game *t = shared_of(s);
    bool labels = session_labels(request);
    json_t *asked =
        json_pack("{ss sb}", "role", viewer > 0 ? lud_role_name(s->game, (uint32_t)viewer) : "", "labels", labels);
    json_t *reply = session_look(s, asked), *waiting = json_array();
    json_decref(asked);
    for (uint32_t r = 1; r <= s->w.roles; r++)
        if (waited_for(s, t, r))
            json_array_append_new(waiting, json_text(lud_role_name(s->game, r)));
    json_object_set_new(reply, "waiting", waiting);
    json_object_set_new(reply, "course", course_json(s, viewer, labels));
    json_object_set_new(reply, "resigned",
                        t->resigned > 0 ? json_text(lud_role_name(s->game, (uint32_t)t->resigned)) : json_null());
    return reply;
}

json_t *session_decide(session *s, const json_t *request)
{
    int role = role_at(s, request);
    const char *move = json_string_value(json_object_get(request, "move"));
    uint32_t way = (uint32_t)json_integer_value(json_object_get(request, "way"));
    if (s->w.open || role < 0)
        return session_error("role", "\"as\" must be a role of a game for several");
    lud_status status = settle(s, 0);
    if (status != LUD_OK)
        return fault_of(s, status);
    struct shared_game *t = shared_of(s);
    if (t->resigned > 0 || walk_terminal(&s->w))
        return session_error("over", "the game is over");
    if (json_is_true(json_object_get(request, "resign"))) {
        t->resigned = role;
        return json_pack("{sb}", "ok", 1);
    }
    if (!walk_decides(&s->w, (uint32_t)role) || t->pending[role])
        return session_error("not_mover", "this role is not to move");
    int found = move ? walk_find(&s->w, (uint32_t)role, move) : -1;
    if (found < 0) {
        char *message = position_illegal(&s->w, (uint32_t)role, move ? move : "");
        json_t *error = session_error("illegal", message);
        free(message);
        return error;
    }
    if (walk_mover(&s->w) == role) {
        s->w.joint[role] = walk_at(&s->w, (uint32_t)role, found);
        uint32_t ways = walk_ways(&s->w);
        if (ways > 1 && !json_object_get(request, "way")) {
            char message[100];
            snprintf(message, sizeof message,
                     "the rules leave open which of %u positions this move leads to: \"way\" chooses", ways);
            return session_error("ways", message);
        }
        if (way >= ways)
            return session_error("ways", "there are not so many ways to make this move");
    } else if (way) {
        return session_error("ways", "moves of several at once have one way");
    }
    t->pending[role] = mem_strdup(move);
    uint32_t before = s->w.ply;
    status = settle(s, way);
    if (status == LUD_OK || s->w.ply > before) /* of a fault behind the decision the next look tells */
        return json_pack("{sb}", "ok", 1);
    free(t->pending[role]);
    t->pending[role] = NULL;
    return fault_of(s, status);
}
