#include "session/measure.h"

#include "analysis/stats.h"
#include "session/memory.h"
#include "session/operations.h"
#include "session/output.h"
#include "session/position.h"

#include <math.h>
#include <string.h>

static json_t *statistic_json(const lud_statistic *s)
{
    return json_pack("{sf sf sf sf}", "mean", s->mean, "sd", s->sd, "min", s->min, "max", s->max);
}

static json_t *spread_json(const spread *s)
{
    return s->count ? statistic_json(&(lud_statistic){s->mean, s->sd, s->min, s->max}) : json_null();
}

static json_t *by_ply_json(const analysis *a)
{
    json_t *list = json_array();
    for (uint32_t n = 0; n < a->by_ply.depths; n++)
        json_array_append_new(
            list, json_pack("{si so so so sI}", "ply", (int)n, "branching", json_finite(a->by_ply.branching[n]), "lead",
                            json_finite(a->by_ply.lead[n]), "lead_sd", json_finite(a->by_ply.lead_sd[n]), "games",
                            (json_int_t)a->by_ply.games[n]));
    return list;
}

json_t *measures_json(const lud_game *game, const analysis *a, const analysis_options *how, const char *name)
{
    measure list[MEASURES];
    json_t *measures = json_object(), *wins = json_object(), *scores = json_object();
    json_t *space = json_array(), *types = json_array(), *lengths = json_array();
    measures_list(a, list);
    for (int i = 0; i < MEASURES; i++)
        json_object_set_new(measures, list[i].key, json_finite(list[i].value));
    for (uint32_t r = 0; r < a->roles; r++) {
        json_object_set_new(wins, lud_role_name(game, r + 1), json_rate(a->wins[r], a->finished));
        json_object_set_new(scores, lud_role_name(game, r + 1), json_real(a->mean_scores[r]));
    }
    for (uint32_t d = 0; a->space.known && d <= a->space.depth; d++)
        json_array_append_new(space, json_whole(a->space.positions[d]));
    for (uint32_t i = 0; i < a->type_count; i++)
        json_array_append_new(types, json_pack("{so sI sf}", "type", json_text(a->types[i].name), "count",
                                               (json_int_t)a->types[i].count, "share",
                                               (double)a->types[i].count / (double)a->decisions));
    for (uint64_t i = 0; i < a->length_count; i++)
        json_array_append_new(lengths, json_integer(a->lengths[i]));
    json_t *all = json_pack("{so so ss so sI sI sI sI sb so so so so so so}", "game", json_text(name), "seed",
                            json_whole(how->seed), "agent", how->agent, "playouts", json_whole(how->budget.playouts),
                            "games", (json_int_t)a->games, "finished", (json_int_t)a->finished, "timeouts",
                            (json_int_t)a->timeouts, "faults", (json_int_t)a->faults, "repeatable", a->repeatable,
                            "measures", measures, "wins", wins, "draws", json_rate(a->draws, a->finished), "scores",
                            scores, "plies", spread_json(&a->plies), "turns", spread_json(&a->turns));
    json_object_set_new(all, "branching", spread_json(&a->branching));
    json_object_set_new(all, "estimates", json_string(a->searched ? "search" : "playouts"));
    json_object_set_new(all, "state_space", space);
    json_object_set_new(all, "state_space_complete", json_boolean(a->space.complete));
    json_object_set_new(all, "thinking",
                        a->duel.games ? json_pack("{sI si so so}", "games", (json_int_t)a->duel.games, "strength",
                                                  (int)how->strength, "wins", json_rate(a->duel.wins, a->duel.games),
                                                  "draws", json_rate(a->duel.draws, a->duel.games))
                                      : json_null());
    json_object_set_new(all, "move_types", types);
    json_object_set_new(all, "sites_changed",
                        a->board ? json_pack("[I,I,I,I]", (json_int_t)a->changed[0], (json_int_t)a->changed[1],
                                             (json_int_t)a->changed[2], (json_int_t)a->changed[3])
                                 : json_null());
    json_object_set_new(all, "lengths", lengths);
    json_object_set_new(all, "by_ply", by_ply_json(a));
    return all;
}

/* ---- {"op":"analyse"} ---- */

enum {
    GAMES_MAX = 10000,
    PLAYOUTS_MAX = 100000,
    STATES = 20000,
    SAMPLES = 20,
    PREFERRED = 60,
    PLIES_MAX = 2000,
    THOUGHTS = 4
};
static const double SECONDS_MAX = 60;

/* Whole numbers from 1, and seconds. False: one of them is something else. */
static bool read_sizes(const json_t *request, analysis_options *how, double *seconds)
{
    const json_t *games = json_object_get(request, "games"), *playouts = json_object_get(request, "playouts"),
                 *limit = json_object_get(request, "seconds");
    if (games)
        how->games = (uint64_t)json_integer_value(games);
    if (playouts)
        how->budget.playouts = (uint64_t)json_integer_value(playouts);
    if (limit)
        *seconds = json_number_value(limit);
    return (!games || json_is_integer(games)) && (!playouts || json_is_integer(playouts)) &&
           (!limit || json_is_number(limit)) && how->games - 1 < GAMES_MAX && how->budget.playouts - 1 < PLAYOUTS_MAX &&
           *seconds > 0 && *seconds <= SECONDS_MAX;
}

/* What the measures are called and mean: {key: [title, unit, meaning]}. */
static json_t *titles_json(const analysis *a)
{
    measure list[MEASURES];
    json_t *titles = json_object();
    measures_list(a, list);
    for (int i = 0; i < MEASURES; i++)
        json_object_set_new(titles, list[i].key, json_pack("[sss]", list[i].title, list[i].unit, list[i].meaning));
    return titles;
}

json_t *session_analyse(session *s, const json_t *request)
{
    analysis a;
    double seconds = 20;
    const char *who = json_string_value(json_object_get(request, "agent"));
    uint32_t plies = s->with.load.limits.max_plies;
    analysis_options how = {.games = 20,
                            .seed = s->seed,
                            .agent = who ? who : "mcts",
                            .file = s->path,
                            .budget = {.playouts = 100},
                            .max_plies = plies && plies < PLIES_MAX ? plies : PLIES_MAX,
                            .preferred = PREFERRED,
                            .samples = SAMPLES,
                            .states = STATES};
    if (!read_sizes(request, &how, &seconds))
        return session_error("type",
                             "\"games\" and \"playouts\" must be whole numbers from 1, \"seconds\" a number up to 60");
    if (agent_is_program(how.agent) && !s->with.load.trust)
        return session_error("agent", "external agents are programs of their own, and may not be started here");
    how.deadline = agent_clock() + seconds;
    how.budget.seconds = seconds / THOUGHTS; /* of one that would not end in time */
    lud_status status = analysis_run(s->game, &how, &a);
    json_t *reply = status == LUD_OK && a.finished + a.timeouts + a.faults == 0
                        ? session_error("limit_time", "no game ended in this time")
                    : status == LUD_OK ? json_pack("{sb so so}", "ok", 1, "analysis",
                                                   measures_json(s->game, &a, &how, s->path), "titles", titles_json(&a))
                                       : session_error(a.problem[0] ? "agent" : session_status(status),
                                                       a.problem[0] ? a.problem : lud_status_text(status));
    analysis_done(&a);
    return reply;
}

static json_t *outcomes_json(const lud_game *game, uint32_t roles, const lud_run_result *r)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < r->outcome_count; i++)
        json_array_append_new(list, json_pack("{so sI}", "scores",
                                              scores_json(game, roles, r->outcome_scores + (size_t)i * roles), "count",
                                              (json_int_t)r->outcome_playouts[i]));
    return list;
}

json_t *run_json(const lud_game *game, const lud_run_result *r, const char *name, uint64_t seed, uint32_t threads,
                 json_t *diagnostic)
{
    lud_info info;
    lud_game_info(game, &info);
    json_t *scores = json_object(), *wins = json_object(), *fault = json_null();
    for (uint32_t role = 1; role <= info.roles && r->scores; role++) {
        json_object_set_new(scores, lud_role_name(game, role), statistic_json(&r->scores[role - 1]));
        json_object_set_new(wins, lud_role_name(game, role), json_rate(r->wins[role - 1], r->playouts));
    }
    if (r->fault != LUD_OK)
        fault = json_pack("{ss sI so so}", "code", lud_status_text(r->fault), "playout", (json_int_t)r->fault_playout,
                          "message", json_text(r->fault_text), "diagnostic", diagnostic ? diagnostic : json_null());
    return json_pack("{so so sI so si sb sf sf sf sf so so so so so so so so}", //
                     "game", json_text(name), "language", json_text(info.language), "playouts", (json_int_t)r->playouts,
                     "seed", json_whole(seed), "threads", (int)threads, "network", r->network, "cpu_seconds",
                     r->cpu_seconds, "seconds", r->seconds, "playouts_per_second",
                     run_speed(r->playouts, r->cpu_seconds), "moves_per_second", run_speed(r->moves, r->cpu_seconds),
                     "plies", statistic_json(&r->plies), "turns", statistic_json(&r->turns_per_game), "branching",
                     run_listed(r) ? statistic_json(&r->branching) : json_null(), "scores", scores, "wins", wins,
                     "draws", json_rate(r->draws, r->playouts), "outcomes", outcomes_json(game, info.roles, r), "fault",
                     fault);
}
