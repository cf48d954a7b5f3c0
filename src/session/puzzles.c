/* {"op":"puzzle"}, in slices of time, and {"op":"force"}: who solves one is answered. */
#include "base/clock.h"
#include "session/operations.h"
#include "session/output.h"
#include "session/puzzle.h"

static const double SLICE = 0.25, SECONDS_MAX = 60;
enum { PLIES_MAX = 400 };

void puzzles_done(session *s)
{
    puzzle_hunt_free(s->hunt);
    puzzle_search_free(s->forced);
    s->hunt = NULL;
    s->forced = NULL;
}

/* NULL, or the error. */
static json_t *read_win_in(const session *s, const json_t *request, uint32_t *win_in)
{
    failure p = {0};
    const json_t *given = json_object_get(request, "win_in");
    json_int_t moves = given ? json_integer_value(given) : 2;
    if (!puzzle_suits(s->game, &p))
        return session_error("puzzle", p.text);
    if ((given && !json_is_integer(given)) || moves < 1 || moves > PUZZLE_MOVES_MAX)
        return session_error("type", "\"win_in\" must be a whole number from 1 to 8");
    *win_in = (uint32_t)moves;
    return NULL;
}

json_t *session_puzzle(session *s, const json_t *request)
{
    puzzle_options o = {.seed = s->seed};
    const json_t *seed = json_object_get(request, "seed"), *seconds = json_object_get(request, "seconds");
    double limit = seconds ? json_number_value(seconds) : SLICE;
    json_t *error = read_win_in(s, request, &o.win_in);
    if (error)
        return error;
    if ((seed && !session_read_seed(seed, &o.seed)) ||
        (seconds && (!json_is_number(seconds) || !(limit > 0) || limit > SECONDS_MAX)))
        return session_error("type", "\"seed\" must be a whole number, \"seconds\" a number up to 60");
    uint32_t plies = s->with.load.limits.max_plies;
    o.max_plies = plies && plies < PLIES_MAX ? plies : PLIES_MAX;
    const puzzle_options *before = s->hunt ? puzzle_hunt_options(s->hunt) : NULL;
    if (!before || before->seed != o.seed || before->win_in != o.win_in) {
        puzzle_hunt_free(s->hunt);
        s->hunt = NULL;
        s->hunt = puzzle_hunt_new(s->game, &o);
    }
    bool found = false;
    double begin = clock_wall();
    do
        found = puzzle_hunt_step(s->hunt);
    while (!found && clock_wall() - begin < limit);
    return json_pack("{sb sI so}", "ok", 1, "games", (json_int_t)puzzle_hunt_games(s->hunt), "puzzle",
                     found ? puzzle_json(s->hunt, session_notation(s)) : json_null());
}

json_t *session_force(session *s, const json_t *request)
{
    uint32_t win_in;
    const char *name = json_string_value(json_object_get(request, "role"));
    int role = name ? lud_role_find(s->game, name) : -1;
    json_t *error = read_win_in(s, request, &win_in);
    if (error)
        return error;
    if (role < 1)
        return session_error("role", "\"role\" must name who is to win");
    if (walk_terminal(&s->w))
        return session_error("terminal", "the game is over");
    if (!s->forced)
        s->forced = puzzle_search_new(s->game, s->w.ctx);
    json_t *moves = puzzle_force_json(s->forced, &s->w, (uint32_t)role, win_in);
    return json_pack("{sb so}", "ok", 1, "moves", moves ? moves : json_null());
}
