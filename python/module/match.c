/* Games between agents, and functions of Python as agents. */
#include "module.h"

#include "agents/match.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- functions that choose moves ---- */

typedef struct player {
    PyObject *function;
    game_object *game;
    PyObject *raised; /* what a function raised; the match ends */
    lud_rng rng;
} player;

/* Keeps the exception, and ends the match. */
static lud_status give_up(agent *a, player *p)
{
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    PyErr_NormalizeException(&type, &value, &trace);
    if (trace && value)
        PyException_SetTraceback(value, trace);
    p->raised = value;
    Py_XDECREF(type);
    Py_XDECREF(trace);
    snprintf(a->problem, sizeof a->problem, "the function raised");
    lud_interrupt(p->game->control);
    return LUD_INTERRUPTED;
}

/* The index of a legal move that an object names; -1: none. */
static int named_move(const agent *a, PyObject *move)
{
    if (PyLong_Check(move)) {
        const long index = PyLong_AsLong(move);
        return !PyErr_Occurred() && index >= 0 && (unsigned long)index < lud_moves_count(a->moves) ? (int)index : -1;
    }
    for (uint32_t i = 0; PyUnicode_Check(move) && i < lud_moves_count(a->moves); i++) {
        PyObject *text = move_object(a->game, lud_moves_at(a->moves, i));
        const bool same = text && PyUnicode_Compare(text, move) == 0;
        Py_XDECREF(text);
        if (same)
            return (int)i;
    }
    return -1;
}

static lud_status function_think(agent *a, const agent_sight *sight, const agent_budget *budget, uint32_t *chosen)
{
    player *p = a->own;
    (void)budget;
    lud_status status = LUD_OK;
    const PyGILState_STATE lock = PyGILState_Ensure();
    /* an index is one of State.moves(): lists of agents may have another order */
    lud_context *ctx = context_take(p->game);
    if (ctx)
        status =
            lud_moves_list(ctx, sight->state ? sight->state : belief_state(sight->belief, 0), sight->role, a->moves);
    context_give(p->game, ctx);
    PyObject *state = state_of(p->game, sight->state ? sight->state : belief_draw(sight->belief, &p->rng));
    PyObject *role = text_object(lud_role_name(a->game, sight->role));
    PyObject *move =
        ctx && status == LUD_OK && state && role ? PyObject_CallFunctionObjArgs(p->function, state, role, NULL) : NULL;
    const int index = move ? named_move(a, move) : -1;
    if (move && index < 0 && !PyErr_Occurred())
        PyErr_Format(types.illegal_move, "%R is no legal move of %U here", move, role);
    if (index >= 0)
        *chosen = (uint32_t)index;
    else if (PyErr_Occurred())
        status = give_up(a, p);
    Py_XDECREF(move);
    Py_XDECREF(role);
    Py_XDECREF(state);
    PyGILState_Release(lock);
    return status;
}

static const agent_kind function_kind = {.name = "function", .think = function_think, .clockless = true};

/* ---- matches ---- */

typedef struct game_played {
    match_options options;
    match_result result;
    lud_status status;
    PyObject *moves; /* [(role, move)] */
    game_object *game;
    bool failed;
} game_played;

static void play(void *arg)
{
    game_played *g = arg;
    g->status = match_play(&g->options, &g->result);
}

static void note_move(void *user, const match_decision *decision)
{
    game_played *g = user;
    const PyGILState_STATE lock = PyGILState_Ensure();
    PyObject *pair =
        Py_BuildValue("(NN)", text_object(lud_role_name(g->game->game, decision->role)), text_object(decision->move));
    g->failed |= !pair || PyList_Append(g->moves, pair) < 0;
    Py_XDECREF(pair);
    PyErr_Clear();
    PyGILState_Release(lock);
}

/* What a game was like, or NULL. */
static PyObject *game_object_of(const game_played *g)
{
    const match_result *r = &g->result;
    const bool complete = r->status == LUD_OK && !r->stopped;
    if (!complete && r->status != LUD_LIMIT_PLIES)
        return raise_status(NULL, r->status == LUD_OK ? LUD_INTERRUPTED : r->status);
    PyObject *values[] = {scores_object(g->game, r->scores),
                          PyLong_FromUnsignedLong(r->plies),
                          Py_NewRef(g->moves),
                          PyLong_FromUnsignedLongLong(g->options.seed),
                          text_or_none(r->problem[0] ? r->problem : NULL),
                          PyBool_FromLong(complete)};
    return named_tuple(types.match, sizeof values / sizeof *values, values);
}

static PyObject *play_one(game_object *game, player *players, const match_options *how)
{
    game_played g = {.options = *how, .moves = PyList_New(0), .game = game};
    PyObject *result = NULL;
    g.options.user = &g;
    g.options.decided = note_move;
    const bool fine = g.moves && run_long(game->control, play, &g);
    for (uint32_t r = 0; r < game->info.roles; r++)
        if (players[r].raised) {
            lud_resume(game->control);
            if (!PyErr_Occurred())
                PyErr_SetObject((PyObject *)Py_TYPE(players[r].raised), players[r].raised);
            Py_CLEAR(players[r].raised);
        }
    if (fine && !PyErr_Occurred())
        result = g.status != LUD_OK || g.failed ? PyErr_NoMemory() : game_object_of(&g);
    match_result_done(&g.result);
    Py_XDECREF(g.moves);
    return result;
}

/* False: an exception is set. */
static bool seat(game_object *game, PyObject *who, const char *file, match_budget *budget, agent **a, player *p)
{
    agent_spec spec = {.kind = &function_kind};
    char problem[AGENT_PROBLEM];
    *p = (player){.function = who, .game = game};
    lud_rng_seed(&p->rng, 1, 0);
    if (PyUnicode_Check(who)) {
        const char *text = PyUnicode_AsUTF8AndSize(who, NULL);
        if (!text)
            return false;
        if (!agent_find(text, &spec, problem, sizeof problem)) {
            PyErr_SetString(PyExc_ValueError, problem);
            return false;
        }
    } else if (!PyCallable_Check(who)) {
        PyErr_SetString(PyExc_TypeError, "a player is the description of an agent, or a function");
        return false;
    }
    spec.file = file;
    const lud_status status = agent_new(&spec, game->game, a, problem, sizeof problem);
    if (status != LUD_OK) {
        PyErr_SetString(status == LUD_ERR_MEMORY ? PyExc_MemoryError : PyExc_ValueError, problem);
        return false;
    }
    if (spec.kind == &function_kind)
        (*a)->own = p;
    if (spec.seconds > 0 || spec.playouts || spec.nodes)
        *budget = (match_budget){spec.seconds, spec.playouts, spec.nodes};
    else if (agent_parameter_of(*a, "playouts") > 0)
        *budget = (match_budget){0, 0, 0};
    return true;
}

PyObject *module_match(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"game",     "players", "games",     "seed", "seconds",
                            "playouts", "nodes",   "max_plies", "file", NULL};
    PyObject *game_, *players_, *results = NULL;
    unsigned long long games = 1, seed = 1, playouts = 0, nodes = 0;
    double seconds = 0;
    unsigned max_plies = 0;
    const char *file = NULL;
    (void)self;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O!O|$O&O&dO&O&O&z", names, types.game, &game_, &players_, to_uint64,
                                     &games, to_uint64, &seed, &seconds, to_uint64, &playouts, to_uint64, &nodes,
                                     to_uint32, &max_plies, &file))
        return NULL;
    game_object *game = (game_object *)game_;
    const uint32_t roles = game->info.roles;
    PyObject *who = PySequence_Tuple(players_);
    if (!who)
        return NULL;
    if (PyTuple_Size(who) != roles) {
        Py_DECREF(who);
        return PyErr_Format(PyExc_ValueError, "this game has %u roles, %zd players were named", (unsigned)roles,
                            PySequence_Size(players_));
    }
    agent **agents = calloc(roles + 1, sizeof *agents);
    player *players = calloc(roles + 1, sizeof *players);
    match_budget *budgets = calloc(roles + 1, sizeof *budgets);
    bool fine = agents && players && budgets;
    if (!fine)
        PyErr_NoMemory();
    for (uint32_t r = 0; fine && r < roles; r++) {
        budgets[r] = (match_budget){seconds, playouts, nodes};
        fine = seat(game, PyTuple_GetItem(who, r), file, &budgets[r], &agents[r], &players[r]);
    }
    results = fine ? PyList_New(0) : NULL;
    match_options how = {.game = game->game, .players = agents, .budgets = budgets, .max_plies = max_plies};
    for (uint64_t i = 0; results && i < games; i++) {
        how.seed = seed + i;
        PyObject *one = play_one(game, players, &how);
        if (!one || PyList_Append(results, one) < 0)
            Py_CLEAR(results);
        Py_XDECREF(one);
    }
    for (uint32_t r = 0; agents && r < roles; r++)
        agent_free(agents[r]);
    free(agents);
    free(players);
    free(budgets);
    Py_DECREF(who);
    return results;
}
