#include "session/save.h"

#include "session/memory.h"
#include "session/output.h"
#include "session/position.h"
#include "session/replace.h"
#include "session/trial.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

json_t *save_moves(const walk *w)
{
    json_t *list = json_array();
    for (uint32_t ply = 1; ply <= w->ply; ply++) {
        json_t *last = NULL;
        for (uint32_t role = 0; role <= w->roles; role++) {
            const char *move = walk_own(w, role, ply);
            if (!move)
                continue;
            last = json_pack("{so so}", "role", json_text(lud_role_name(w->game, role)), "move", json_text(move));
            json_array_append_new(list, last);
        }
        if (last && w->ways[ply] > 0)
            json_object_set_new(last, "way", json_integer(w->ways[ply]));
    }
    return list;
}

/* To be freed. */
static char *absolute_path(const char *path)
{
    char folder[4096];
    buffer whole = {0};
    if (path[0] != '/' && getcwd(folder, sizeof folder))
        buffer_addf(&whole, "%s/", folder);
    buffer_add(&whole, path);
    return whole.text;
}

json_t *save_trial(const walk *w, json_t *players, const setup *with, const char *game, uint64_t rules_hash)
{
    trial_head head = {.game = w->game,
                       .file = game,
                       .load = &with->load,
                       .rules_hash = rules_hash,
                       .seed = with->seed,
                       .plies = w->ply};
    json_t *trial = trial_json(&head, save_moves(w), walk_terminal(w) ? position_scores_json(w) : NULL);
    json_object_set_new(trial, "players", players);
    json_t *level = position_level_json(w);
    if (level)
        json_object_set_new(trial, "level", level);
    return trial;
}

bool save_write(const walk *w, const seat *seats, const setup *with, const char *game, uint64_t rules_hash,
                const char *path, failure *p)
{
    json_t *players = json_array();
    for (uint32_t role = 1; role <= w->roles; role++)
        json_array_append_new(players, json_pack("{so so}", "role", json_text(lud_role_name(w->game, role)), "player",
                                                 json_text(seats[role].who)));
    char *whole = absolute_path(game); /* so that it is found from another folder, too */
    json_t *trial = save_trial(w, players, with, whole, rules_hash);
    replacement r;
    bool fine =
        replace_begin(&r, path) && replace_end(&r, json_dumpf(trial, r.out, 0) == 0 && fputc('\n', r.out) != EOF);
    if (!fine)
        failure_set(p, FAILURE_ENVIRONMENT, "cannot write %s: %s", path, strerror(errno));
    json_decref(trial);
    free(whole);
    return fine;
}

json_t *save_read(const char *text, size_t length, const char *path, failure *p)
{
    json_error_t error;
    json_t *saved = json_loadb(text, length, 0, &error);
    if (!saved) {
        failure_set(p, FAILURE_INPUT, "%s:%d:%d: not a saved game: %s", path, error.line, error.column,
                    json_problem(&error));
        return NULL;
    }
    if (json_integer_value(json_object_get(saved, "trial")) != TRIAL_VERSION ||
        !json_is_array(json_object_get(saved, "moves")) || !save_game(saved)) {
        failure_set(p, FAILURE_INPUT, "%s is not a saved game (keys trial, game, moves)", path);
        json_decref(saved);
        return NULL;
    }
    return saved;
}

const char *save_game(const json_t *saved) { return json_string_value(json_object_get(saved, "game")); }

bool save_same_rules(const json_t *saved, uint64_t rules_hash)
{
    json_t *now = json_hash(rules_hash);
    const json_t *then = json_object_get(saved, "rules_hash");
    bool same = !then || json_equal(now, then);
    json_decref(now);
    return same;
}

const char *save_player(const json_t *saved, const char *role)
{
    size_t i;
    json_t *entry;
    json_array_foreach (json_object_get(saved, "players"), i, entry) {
        const char *name = json_string_value(json_object_get(entry, "role"));
        if (name && strcmp(name, role) == 0)
            return json_string_value(json_object_get(entry, "player"));
    }
    return NULL;
}

static bool refuse(const walk *w, failure *p, const char *what)
{
    return failure_set(p, FAILURE_INPUT, "the saved game goes wrong at ply %u: %s", w->ply + 1, what);
}

/* The moves of one ply: of all roles that decide, in order. */
static bool replay_ply(const json_t *moves, size_t *at, walk *w, failure *p)
{
    uint32_t way = 0;
    for (uint32_t role = 0; role <= w->roles; role++) {
        lud_moves *list;
        if (!walk_decides(w, role))
            continue;
        const json_t *entry = json_array_get(moves, *at);
        const char *who = json_string_value(json_object_get(entry, "role"));
        const char *move = json_string_value(json_object_get(entry, "move"));
        if (!who || !move || strcmp(who, lud_role_name(w->game, role)) != 0)
            return refuse(w, p, "the move of another role was expected");
        lud_status status = walk_list(w, role, &list);
        if (status != LUD_OK)
            return failure_status(p, status);
        int found = walk_find(w, role, move);
        if (found < 0) {
            char *message = position_illegal(w, role, move);
            refuse(w, p, message);
            free(message);
            return false;
        }
        w->joint[role] = lud_moves_at(list, (uint32_t)found);
        const json_t *chosen = json_object_get(entry, "way");
        if (chosen &&
            (!json_is_integer(chosen) || json_integer_value(chosen) < 0 || json_integer_value(chosen) >= UINT32_MAX))
            return refuse(w, p, "\"way\" must be a whole number from 0");
        way = chosen ? (uint32_t)json_integer_value(chosen) : way;
        ++*at;
    }
    if (way >= walk_ways(w))
        return refuse(w, p, "the move cannot be made in so many ways");
    return failure_status(p, walk_apply(w, way));
}

bool save_replay(const json_t *saved, walk *w, failure *p)
{
    const json_t *moves = json_object_get(saved, "moves");
    bool fine = true;
    for (size_t at = 0; at < json_array_size(moves) && fine;) {
        if (walk_terminal(w))
            return refuse(w, p, "the game is over already");
        fine = replay_ply(moves, &at, w, p);
    }
    return fine;
}
