/* The history of a game: as a trial, and from one; any position of it is reached by the moves
 * before. */
#include "session/operations.h"
#include "session/output.h"
#include "session/position.h"
#include "session/save.h"
#include "session/trial.h"

#include <stdlib.h>
#include <string.h>

static json_t *players_json(const session *s, const json_t *given)
{
    json_t *players = json_array();
    for (uint32_t role = 1; role <= s->w.roles; role++) {
        const char *name = lud_role_name(s->game, role), *who = json_string_value(json_object_get(given, name));
        json_array_append_new(players,
                              json_pack("{so so}", "role", json_text(name), "player", json_text(who ? who : "human")));
    }
    return players;
}

json_t *session_trial(session *s, const json_t *request)
{
    setup with = s->with;
    with.seed = s->seed;
    json_t *trial = save_trial(&s->w, players_json(s, json_object_get(request, "players")), &with, s->path,
                               trial_rules_hash(s->rules, s->rules_length));
    return json_pack("{sb so}", "ok", 1, "trial", trial);
}

static bool replay(session *s, const json_t *trial, failure *p)
{
    lud_status status = walk_start(&s->w);
    s->started = status == LUD_OK;
    s->start_status = status;
    return s->started ? save_replay(trial, &s->w, p) : failure_status(p, status);
}

/* How many of the moves were made after each ply. */
static json_t *ends_json(const walk *w)
{
    json_t *ends = json_array();
    uint32_t made = 0;
    for (uint32_t ply = 1; ply <= w->ply; ply++) {
        for (uint32_t role = 0; role <= w->roles; role++)
            made += walk_own(w, role, ply) != NULL;
        json_array_append_new(ends, json_integer(made));
    }
    return ends;
}

json_t *session_replay(session *s, const json_t *request)
{
    const json_t *moves = json_object_get(request, "moves"), *plies = json_object_get(request, "plies");
    failure p = {0};
    if (!json_is_array(moves))
        return session_error("type", "\"moves\" must be a list of {role, move}, as in trials");
    if (plies && (!json_is_integer(plies) || json_integer_value(plies) < 0))
        return session_error("type", "\"plies\" must be a whole number from 0");
    if (!save_same_rules(request, trial_rules_hash(s->rules, s->rules_length)))
        return session_error("trial", "these moves were made by other rules");
    json_t *level = position_level_json(&s->w);
    bool same_level = !json_object_get(request, "level") || json_equal(json_object_get(request, "level"), level);
    json_decref(level);
    if (!same_level)
        return session_error(
            "trial", "these moves were made on another level; \"new\" with its \"state\" and \"settings\" opens it");
    uint32_t way = s->way, ways = s->ways;
    json_t *open_moves = json_incref(s->open_moves);
    json_t *before = json_pack("{so}", "moves", save_moves(&s->w));
    json_t *trial = json_pack("{sO}", "moves", (json_t *)(uintptr_t)moves);
    session_forget(s);
    bool fine = replay(s, trial, &p);
    json_t *reply = NULL;
    if (!fine)
        reply = p.kind == FAILURE_FAULT ? session_fault(s, p.status) : session_error("illegal", p.text);
    failure ignored = {0};
    if (!fine && replay(s, before, &ignored)) { /* an error changes nothing */
        s->open_moves = json_incref(open_moves);
        s->ways = ways;
        s->way = way;
    }
    json_decref(open_moves);
    while (fine && plies && s->w.ply > json_integer_value(plies))
        walk_undo(&s->w);
    json_decref(before);
    json_decref(trial);
    if (!reply)
        reply = session_position(s);
    if (fine)
        json_object_set_new(reply, "ends", ends_json(&s->w));
    if (fine && session_labels(request))
        json_object_set_new(reply, "labels", notation_history(session_notation(s), &s->w));
    return reply;
}
