/* Random games by the thousand, measures, solutions, perft. */
#include "module.h"

#include "agents/solver.h"
#include "analysis/measures.h"
#include "session/measure.h"
#include "session/output.h"

#include <stdlib.h>
#include <string.h>

/* ---- random games ---- */

typedef struct running {
    const lud_game *game;
    lud_run_options options;
    lud_run_result result;
    json_t *json;
    const char *name;
} running;

static void run(void *arg)
{
    running *r = arg;
    lud_run(r->game, &r->options, &r->result);
    r->json = run_json(r->game, &r->result, r->name, r->options.seed, r->options.threads, NULL);
}

/* The name of the file, without its folder, as the program writes it. False: an exception is set. */
static bool name_of(const game_object *game, const char **name)
{
    *name = PyUnicode_AsUTF8AndSize(game->path, NULL);
    if (*name)
        *name = base_name(*name);
    return *name != NULL;
}

PyObject *game_run(game_object *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"playouts", "seed", "threads", NULL};
    unsigned long long playouts = 1000, seed = 1;
    unsigned threads = 0;
    running r = {.game = self->game};
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|O&$O&O&", names, to_uint64, &playouts, to_uint64, &seed, to_uint32,
                                     &threads) ||
        !name_of(self, &r.name))
        return NULL;
    r.options = (lud_run_options){.playouts = playouts, .seed = seed, .threads = threads};
    PyObject *result = run_long(self->control, run, &r) ? json_object_of(json_incref(r.json)) : NULL;
    json_decref(r.json);
    lud_run_result_done(&r.result);
    return result;
}

/* ---- measures ---- */

typedef struct analysing {
    const lud_game *game;
    const char *name;
    analysis_options options;
    analysis result;
    lud_status status;
    json_t *json;
} analysing;

static void analyse(void *arg)
{
    analysing *a = arg;
    a->status = analysis_run(a->game, &a->options, &a->result);
    if (a->status == LUD_OK)
        a->json = measures_json(a->game, &a->result, &a->options, a->name);
}

PyObject *game_analyse(game_object *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"games", "agent", "playouts", "seed", "duels", "seconds", NULL};
    unsigned long long games = 20, playouts = 100, seed = 1, duels = 0;
    double seconds = 0;
    const char *who = "mcts";
    analysing a = {.game = self->game};
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|O&$sO&O&O&d", names, to_uint64, &games, &who, to_uint64, &playouts,
                                     to_uint64, &seed, to_uint64, &duels, &seconds) ||
        !name_of(self, &a.name))
        return NULL;
    if (games == 0)
        return PyErr_Format(PyExc_ValueError, "at least one game is needed");
    a.options = (analysis_options){.games = games,
                                   .seed = seed,
                                   .agent = who,
                                   .budget = {.playouts = playouts},
                                   .preferred = 60,
                                   .samples = 40,
                                   .duels = duels,
                                   .strength = 4,
                                   .states = 100000,
                                   .deadline = seconds > 0 ? agent_clock() + seconds : 0};
    PyObject *result = NULL;
    if (run_long(self->control, analyse, &a)) {
        if (a.status == LUD_OK)
            result = json_object_of(json_incref(a.json));
        else
            result = a.result.problem[0] ? PyErr_Format(PyExc_ValueError, "%s", a.result.problem)
                                         : raise_status(NULL, a.status);
    }
    json_decref(a.json);
    analysis_done(&a.result);
    return result;
}

/* ---- solutions ---- */

typedef struct solving {
    const state_object *state;
    lud_context *ctx;
    solver_options options;
    solution result;
    lud_status status;
} solving;

static void solve(void *arg)
{
    solving *s = arg;
    s->status = solver_solve(s->state->game->game, s->ctx, s->state->bytes, &s->options, &s->result);
}

/* {move: (value, distance)} of the moves whose value is known; *best is the text of the best one. */
static PyObject *solved_moves(const state_object *state, lud_context *ctx, const solution *s, PyObject **best)
{
    lud_moves *moves = lud_moves_new();
    PyObject *all = moves ? PyDict_New() : PyErr_NoMemory();
    *best = NULL;
    const bool listed = all && s->count && lud_movers(state->game->game, state->bytes) >> s->role & 1 &&
                        lud_moves_list(ctx, state->bytes, s->role, moves) == LUD_OK &&
                        lud_moves_count(moves) == s->count;
    for (uint32_t i = 0; all && listed && i < s->count; i++) {
        PyObject *text = move_object(state->game->game, lud_moves_at(moves, i));
        PyObject *worth = s->moves[i].known ? Py_BuildValue("(dI)", s->moves[i].value, s->moves[i].distance) : NULL;
        if (!text || (worth && PyDict_SetItem(all, text, worth) < 0) || (!worth && PyErr_Occurred()))
            Py_CLEAR(all);
        if (text && s->solved && i == s->best)
            *best = Py_NewRef(text);
        Py_XDECREF(text);
        Py_XDECREF(worth);
    }
    if (!*best)
        *best = Py_NewRef(Py_None);
    lud_moves_free(moves);
    return all;
}

static PyObject *solution_object(const state_object *state, lud_context *ctx, const solution *s)
{
    PyObject *best, *moves = solved_moves(state, ctx, s, &best);
    PyObject *values[] = {PyBool_FromLong(s->solved),
                          text_or_none(lud_role_name(state->game->game, s->role)),
                          s->solved ? scores_object(state->game, s->scores) : Py_NewRef(Py_None),
                          best,
                          s->solved ? PyLong_FromUnsignedLong(s->distance) : Py_NewRef(Py_None),
                          PyBool_FromLong(s->exact),
                          moves,
                          text_or_none(s->method),
                          PyLong_FromUnsignedLongLong(s->nodes > s->states ? s->nodes : s->states),
                          text_or_none(s->problem[0] ? s->problem : NULL)};
    return named_tuple(types.solution, sizeof values / sizeof *values, values);
}

PyObject *state_solve(state_object *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"method", "seconds", "nodes", "memory", NULL};
    const char *method = "auto";
    double seconds = 600;
    unsigned long long nodes = 1000000000, memory = 512 << 20;
    if (self->busy)
        return raise_busy("state");
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|$sdO&O&", names, &method, &seconds, to_uint64, &nodes, to_uint64,
                                     &memory))
        return NULL;
    const bool by_table = strcmp(method, "table") == 0, by_proof = strcmp(method, "proof") == 0;
    if (!by_table && !by_proof && strcmp(method, "auto") != 0)
        return PyErr_Format(PyExc_ValueError, "method must be 'auto', 'table' or 'proof', not '%s'", method);
    if (lud_terminal(self->game->game, self->bytes))
        return PyErr_Format(types.play_error, "the game is over");
    solving s = {.state = self, .ctx = context_take(self->game)};
    if (!s.ctx)
        return NULL;
    s.options = (solver_options){.memory = (size_t)memory,
                                 .nodes = nodes,
                                 .states = nodes,
                                 .control = self->game->control,
                                 .deadline = seconds > 0 ? agent_clock() + seconds : 0,
                                 .no_proof = by_table,
                                 .no_table = by_proof};
    PyObject *result = NULL;
    self->busy = true;
    if (run_long(self->game->control, solve, &s)) {
        if (s.status == LUD_OK)
            result = solution_object(self, s.ctx, &s.result);
        else
            result = s.result.problem[0] ? PyErr_Format(PyExc_ValueError, "%s", s.result.problem)
                                         : raise_status(s.ctx, s.status);
    }
    self->busy = false;
    solution_done(&s.result);
    context_give(self->game, s.ctx);
    return result;
}

/* ---- perft ---- */

typedef struct counting {
    const state_object *state;
    lud_context *ctx;
    uint32_t depth;
    uint64_t *counts;
    lud_status status;
} counting;

static void count(void *arg)
{
    counting *c = arg;
    c->status = lud_perft(c->ctx, c->state->bytes, c->depth, NULL, c->counts);
}

PyObject *state_perft(state_object *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"depth", NULL};
    counting c = {.state = self};
    PyObject *list = NULL;
    if (self->busy)
        return raise_busy("state");
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O&", names, to_uint32, &c.depth))
        return NULL;
    if (c.depth > 1000)
        return PyErr_Format(PyExc_ValueError, "the depth must be from 0 to 1000");
    c.counts = calloc((size_t)c.depth + 1, sizeof *c.counts);
    c.ctx = context_take(self->game);
    if (!c.counts || !c.ctx) {
        PyErr_NoMemory();
    } else {
        self->busy = true;
        if (run_long(self->game->control, count, &c) && (c.status == LUD_OK || raise_status(c.ctx, c.status)))
            list = PyList_New(c.depth + 1);
        self->busy = false;
    }
    for (uint32_t d = 0; list && d <= c.depth; d++)
        if (PyList_SetItem(list, d, PyLong_FromUnsignedLongLong(c.counts[d])) < 0)
            Py_CLEAR(list);
    context_give(self->game, c.ctx);
    free(c.counts);
    return list;
}
