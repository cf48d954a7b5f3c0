/* {"op":"match"}: one game between agents, from the start; the session's own position stays. */
#include "agents/match.h"
#include "base/clock.h"
#include "session/memory.h"
#include "session/operations.h"
#include "session/output.h"

#include <stdlib.h>
#include <string.h>

static const double SECONDS_MAX = 10, GAME_SECONDS = 45;

typedef struct duel {
    const lud_game *game;
    json_t *moves;
    double deadline;
    atomic_bool stop;
} duel;

static void note_move(void *user, const match_decision *d)
{
    duel *u = user;
    json_array_append_new(
        u->moves, json_pack("{so so}", "role", json_text(lud_role_name(u->game, d->role)), "move", json_text(d->move)));
}

static void watch_time(void *user, const void *state)
{
    duel *u = user;
    (void)state;
    if (clock_wall() > u->deadline)
        atomic_store(&u->stop, true);
}

/* The agent of a role; NULL: the error says why. */
static agent *make_player(session *s, const json_t *agents, uint32_t role, json_t **error)
{
    char problem[AGENT_PROBLEM];
    agent_spec spec;
    const char *name = lud_role_name(s->game, role), *who = json_string_value(json_object_get(agents, name));
    agent *player = NULL;
    lud_status made = LUD_ERR_ARGUMENT;
    if (!who)
        snprintf(problem, sizeof problem, "\"agents\" must name an agent of %.100s", name);
    else if (agent_find(who, &spec, problem, sizeof problem)) {
        spec.file = s->path;
        if (spec.kind->program && !s->with.load.trust)
            snprintf(problem, sizeof problem, "external agents are programs of their own, and may not be started here");
        else
            made = agent_new(&spec, s->game, &player, problem, sizeof problem);
    }
    if (!player)
        *error = session_error(made == LUD_ERR_MEMORY ? "memory" : "agent", problem);
    return player;
}

static bool read_request(const json_t *request, match_budget *b, uint64_t *seed, json_t **error)
{
    const json_t *seconds = json_object_get(request, "seconds"), *playouts = json_object_get(request, "playouts"),
                 *given = json_object_get(request, "seed");
    double limit = seconds ? json_number_value(seconds) : playouts ? 0 : 0.1;
    if ((seconds && (!json_is_number(seconds) || !(limit > 0) || limit > SECONDS_MAX)) ||
        (playouts && (!json_is_integer(playouts) || json_integer_value(playouts) <= 0)) ||
        (given && !session_read_seed(given, seed))) {
        *error = session_error("type", "\"seconds\" must be a number up to 10, \"playouts\" a whole "
                                       "number from 1, \"seed\" one from 0");
        return false;
    }
    *b = (match_budget){.seconds = limit, .playouts = (uint64_t)json_integer_value(playouts)};
    return true;
}

static json_t *works_json(const session *s, const match_result *r)
{
    json_t *works = json_object();
    for (uint32_t role = 1; role <= s->w.roles; role++) {
        const match_work *w = &r->works[role - 1];
        json_object_set_new(works, lud_role_name(s->game, role),
                            json_pack("{sI sf sI si}", "playouts", (json_int_t)w->playouts, "seconds", w->seconds,
                                      "nodes", (json_int_t)w->nodes, "errors", (int)w->errors));
    }
    return works;
}

static json_t *play(session *s, agent **players, const match_budget *budget, uint64_t seed)
{
    duel u = {.game = s->game, .moves = json_array(), .deadline = clock_wall() + GAME_SECONDS};
    match_budget *budgets = mem_alloc((s->w.roles + 1) * sizeof *budgets);
    for (uint32_t i = 0; i < s->w.roles; i++)
        budgets[i] = *budget;
    match_options options = {.game = s->game,
                             .players = players,
                             .budgets = budgets,
                             .seed = seed,
                             .max_plies = s->with.load.limits.max_plies,
                             .stop = &u.stop,
                             .decided = note_move,
                             .stepped = watch_time,
                             .user = &u};
    match_result r;
    lud_status status = match_play(&options, &r);
    status = status == LUD_OK ? r.status : status;
    json_t *scores = json_object();
    for (uint32_t role = 1; role <= s->w.roles && status == LUD_OK && !r.stopped; role++)
        json_object_set_new(scores, lud_role_name(s->game, role), json_real(r.scores[role - 1]));
    json_t *reply = r.stopped ? session_error("limit_time", "the game took longer than 45 seconds")
                    : status != LUD_OK && status != LUD_LIMIT_PLIES
                        ? session_error(session_status(status), lud_status_text(status))
                        : json_pack("{sb si sO so so so}", "ok", 1, "plies", (int)r.plies, "moves", u.moves, "scores",
                                    status == LUD_OK ? json_incref(scores) : json_null(), "agents", works_json(s, &r),
                                    "problem", *r.problem ? json_text(r.problem) : json_null());
    json_decref(scores);
    json_decref(u.moves);
    match_result_done(&r);
    free(budgets);
    return reply;
}

json_t *session_match(session *s, const json_t *request)
{
    json_t *error = NULL;
    match_budget budget;
    uint64_t seed = s->seed;
    if (!read_request(request, &budget, &seed, &error))
        return error;
    agent **players = mem_alloc((s->w.roles + 1) * sizeof *players);
    for (uint32_t role = 1; role <= s->w.roles && !error; role++)
        players[role - 1] = make_player(s, json_object_get(request, "agents"), role, &error);
    json_t *reply = error ? error : play(s, players, &budget, seed);
    for (uint32_t i = 0; i < s->w.roles; i++)
        agent_free(players[i]);
    free(players);
    return reply;
}
