/* Agents of the library. */
#include "module.h"

#include <stdlib.h>
#include <string.h>

typedef struct agent_object {
    PyObject_HEAD game_object *game;
    lud_agent *agent;
    PyObject *description;
    lud_control *stop;
    lud_belief *belief; /* of the last thought, in games that hide something, */
    PyObject *told;     /* up to which step of a history it was told, */
    uint32_t role;      /* of this role */
    bool busy;
} agent_object;

typedef struct thinking {
    agent_object *self;
    const char *description, *file;
    char problem[LUD_AGENT_PROBLEM];
    uint32_t role;
    const void *state;
    lud_budget budget;
    lud_thought thought;
    lud_status status;
} thinking;

static void make(void *arg)
{
    thinking *t = arg;
    t->status =
        lud_agent_new(t->self->game->game, t->description, t->file, &t->self->agent, t->problem, sizeof t->problem);
}

static void think(void *arg)
{
    thinking *t = arg;
    t->status = lud_agent_think(t->self->agent, t->role, t->state, t->self->belief, &t->budget, &t->thought);
}

static PyObject *new_agent(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"game", "description", "file", NULL};
    PyObject *game;
    thinking t = {0};
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O!s|$z", names, types.game, &game, &t.description, &t.file))
        return NULL;
    for (uint32_t i = 0; i < lud_agent_kind_count(); i++) {
        const lud_agent_kind k = lud_agent_kind_at(i);
        const size_t length = strlen(k.name);
        if (k.follows && strncmp(t.description, k.name, length) == 0 && strchr(":", t.description[length]))
            return PyErr_Format(PyExc_ValueError, "%s follows a game from its start: match() plays with it", k.name);
    }
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    agent_object *a = t.self = (agent_object *)allocate(type, 0);
    if (!a)
        return NULL;
    a->game = (game_object *)Py_NewRef(game);
    a->stop = lud_control_new();
    a->description = text_object(t.description);
    if (a->stop && a->description && run_long(a->game->control, make, &t) && t.status != LUD_OK) {
        if (t.status == LUD_ERR_MEMORY)
            PyErr_NoMemory();
        else
            PyErr_SetString(PyExc_ValueError, t.problem);
    }
    if (a->agent && !PyErr_Occurred())
        return (PyObject *)a;
    Py_DECREF(OBJECT(a));
    return NULL;
}

static void dealloc(agent_object *self)
{
    PyTypeObject *type = Py_TYPE(OBJECT(self));
    lud_agent_free(self->agent);
    lud_belief_free(self->belief);
    lud_control_free(self->stop);
    Py_XDECREF(self->told);
    Py_XDECREF(self->description);
    Py_XDECREF(OBJECT(self->game));
    PyObject_Free(self);
    Py_DECREF(OBJECT(type));
}

static PyObject *repr(agent_object *self) { return PyUnicode_FromFormat("<ludens.Agent %U>", self->description); }

/* ---- what the role may believe ---- */

/* The steps of a history behind `told` (NULL: all), oldest first: a new list. *continued: `told` was met. */
static PyObject *steps_behind(PyObject *history, PyObject *told, bool *continued)
{
    PyObject *list = PyList_New(0), *step = history;
    for (; list && step != Py_None && step != told; step = PyTuple_GetItem(step, 0))
        if (PyList_Append(list, step) < 0)
            Py_CLEAR(list);
    *continued = told && step == told;
    if (list && PyList_Reverse(list) < 0)
        Py_CLEAR(list);
    return list;
}

static const char *text_at(PyObject *tuple, Py_ssize_t index)
{
    PyObject *text = PyTuple_GetItem(tuple, index);
    return text == Py_None ? NULL : PyUnicode_AsUTF8AndSize(text, NULL);
}

/* Tells a step; `next`: the one behind it, or NULL, where it led to the state itself. */
static bool tell(agent_object *a, const state_object *state, PyObject *step, PyObject *next)
{
    const char *own = text_at(PyTuple_GetItem(step, 1), a->role),
               *percept = text_at(PyTuple_GetItem(step, 2), a->role - 1);
    lud_after after;
    if (next)
        after = text_at(PyTuple_GetItem(next, 1), a->role) ? LUD_AFTER_DECIDES : LUD_AFTER_WAITS;
    else
        after = lud_terminal(a->game->game, state->bytes)                ? LUD_AFTER_OVER
                : lud_movers(a->game->game, state->bytes) >> a->role & 1 ? LUD_AFTER_DECIDES
                                                                         : LUD_AFTER_WAITS;
    return percept && lud_belief_step(a->belief, own, percept, after) != LUD_ERR_MEMORY &&
           lud_agent_step(a->agent, NULL, own, percept);
}

/* Brings the belief up to the state. False: an exception is set. */
static bool believe(agent_object *a, const state_object *state, uint32_t role, uint64_t seed)
{
    bool continued;
    if (!state->history) {
        PyErr_SetString(types.error, "it is not known how this state came about, so nobody knows what its roles saw");
        return false;
    }
    PyObject *steps = steps_behind(state->history, a->role == role ? a->told : NULL, &continued);
    if (!steps)
        return false;
    Py_ssize_t first = 0;
    bool fine = true;
    if (!continued || !a->belief) {
        lud_belief_free(a->belief);
        a->belief = lud_belief_new(a->game->game, role, 0, seed);
        a->role = role;
        fine = a->belief && lud_agent_begin(a->agent, role, seed);
        first = 1; /* the start is told by lud_belief_new */
    }
    for (Py_ssize_t i = first; fine && i < PyList_Size(steps); i++)
        fine =
            tell(a, state, PyList_GetItem(steps, i), i + 1 < PyList_Size(steps) ? PyList_GetItem(steps, i + 1) : NULL);
    Py_DECREF(steps);
    Py_XDECREF(a->told);
    a->told = fine ? Py_NewRef(state->history) : NULL;
    if (!fine && !PyErr_Occurred())
        PyErr_NoMemory();
    return fine;
}

/* ---- thinking ---- */

static PyObject *choices_tuple(const lud_game *game, const lud_thought *t)
{
    PyObject *all = PyTuple_New(t->count);
    for (uint32_t i = 0; all && i < t->count; i++) {
        const lud_agent_choice *c = &t->choices[i];
        PyObject *values[] = {move_object(game, lud_moves_at(t->moves, i)),
                              c->visits || c->proven ? PyFloat_FromDouble(c->value) : Py_NewRef(Py_None),
                              PyLong_FromUnsignedLongLong(c->visits), PyBool_FromLong(c->proven)};
        PyObject *choice = named_tuple(types.choice, 4, values);
        if (!choice || PyTuple_SetItem(all, i, choice) < 0)
            Py_CLEAR(all);
    }
    return all;
}

static PyObject *line_tuple(const char *line)
{
    PyObject *text = text_object(line), *between = PyUnicode_FromString("; ");
    PyObject *list = text && between ? *line ? PyUnicode_Split(text, between, -1) : PyList_New(0) : NULL;
    PyObject *tuple = list ? PyList_AsTuple(list) : NULL;
    Py_XDECREF(list);
    Py_XDECREF(between);
    Py_XDECREF(text);
    return tuple;
}

static PyObject *thought_object(const lud_game *game, const lud_thought *t)
{
    PyObject *values[] = {move_object(game, t->move),
                          PyFloat_FromDouble(t->value),
                          PyBool_FromLong(t->proven),
                          line_tuple(t->line),
                          choices_tuple(game, t),
                          PyLong_FromUnsignedLongLong(t->playouts),
                          PyLong_FromUnsignedLongLong(t->nodes),
                          PyLong_FromUnsignedLong(t->depth),
                          PyLong_FromUnsignedLong(t->distance),
                          PyFloat_FromDouble(t->seconds),
                          PyBool_FromLong(t->repeatable)};
    return named_tuple(types.thought, sizeof values / sizeof *values, values);
}

static PyObject *agent_think_about(agent_object *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"state", "role", "seconds", "playouts", "nodes", "depth", "seed", NULL};
    PyObject *state, *role = NULL;
    unsigned long long playouts = 0, nodes = 0, seed = 1;
    unsigned depth = 0;
    thinking t = {.self = self};
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O!|O$dO&O&O&O&", names, types.state, &state, &role,
                                     &t.budget.seconds, to_uint64, &playouts, to_uint64, &nodes, to_uint32, &depth,
                                     to_uint64, &seed))
        return NULL;
    state_object *s = (state_object *)state;
    if (self->busy)
        return raise_busy("agent");
    if (s->busy)
        return raise_busy("state");
    if (s->game != self->game)
        return PyErr_Format(PyExc_ValueError, "the agent was made for another game");
    if (!state_role(s, role, &t.role))
        return NULL;
    if (!(lud_movers(s->game->game, s->bytes) >> t.role & 1) || t.role == 0)
        return PyErr_Format(types.play_error, t.role ? "%s does not decide here" : "chance does not think",
                            lud_role_name(s->game->game, t.role));
    if (s->game->info.hidden && !believe(self, s, t.role, seed))
        return NULL;
    t.state = self->belief ? NULL : s->bytes;
    t.budget.playouts = playouts;
    t.budget.nodes = nodes;
    t.budget.depth = depth;
    t.budget.seed = seed;
    t.budget.stop = self->stop;
    lud_resume(self->stop);
    self->busy = s->busy = true;
    const bool fine = run_long(self->game->control, think, &t);
    self->busy = s->busy = false;
    if (!fine)
        return NULL;
    const char *problem = lud_agent_problem(self->agent);
    if (t.status == LUD_ERR_ARGUMENT && *problem)
        return PyErr_Format(types.error, "%s", problem);
    return t.status == LUD_OK ? thought_object(self->game->game, &t.thought) : raise_status(NULL, t.status);
}

static PyObject *stop(agent_object *self, PyObject *none)
{
    (void)none;
    lud_interrupt(self->stop);
    Py_RETURN_NONE;
}

PyTypeObject *agent_type(void)
{
    static PyMethodDef methods[] = {
        {"think", METHOD(agent_think_about), METH_VARARGS | METH_KEYWORDS,
         "think(state, role=None, *, seconds=0.0, playouts=0, nodes=0, depth=0, seed=1)\n--\n\n"
         "Choose a move of the role that decides: a Thought. The first limit that is reached ends it; without any the\n"
         "agent's parameters say. A new agent with the same seed, and without seconds, chooses the same move; one\n"
         "that has thought before may go on with what it knows.\n\n"
         "In games that hide something it goes by what the role saw on the way to this state."},
        {"stop", METHOD(stop), METH_NOARGS,
         "stop()\n--\n\nEnd the thought that another thread waits for, with the best move so far."},
        {0}};
    static PyType_Slot slots[] = {
        {Py_tp_new, new_agent},
        {Py_tp_dealloc, dealloc},
        {Py_tp_repr, repr},
        {Py_tp_methods, methods},
        {Py_tp_doc, "Agent(game, description, *, file=None)\n--\n\n"
                    "A program that chooses moves of a game: 'mcts', 'alphabeta:depth=6', .. (docs/agents.md).\n\n"
                    "ludens.agents() lists them. file: of the rules, beside which evaluations are looked for."},
        {0}};
    static PyType_Spec spec = {"ludens.Agent", sizeof(agent_object), 0, Py_TPFLAGS_DEFAULT, slots};
    return (PyTypeObject *)PyType_FromSpec(&spec);
}

PyObject *module_agents(PyObject *self, PyObject *none)
{
    (void)self;
    (void)none;
    PyObject *all = PyList_New(0);
    for (uint32_t i = 0; all && i < lud_agent_kind_count(); i++) {
        const lud_agent_kind k = lud_agent_kind_at(i);
        PyObject *parameters = PyList_New(0);
        for (uint32_t p = 0; parameters && p < k.parameter_count; p++) {
            const lud_agent_parameter *of = &k.parameters[p];
            PyObject *item = Py_BuildValue("{s:s,s:s,s:d,s:d,s:d}", "name", of->name, "summary", of->summary, "default",
                                           of->standard, "min", of->min, "max", of->max);
            if (!item || PyList_Append(parameters, item) < 0)
                Py_CLEAR(parameters);
            Py_XDECREF(item);
        }
        PyObject *item = parameters ? Py_BuildValue("{s:s,s:s,s:N,s:z}", "name", k.name, "summary", k.summary,
                                                    "parameters", parameters, "text", k.text)
                                    : NULL;
        if (!item || PyList_Append(all, item) < 0)
            Py_CLEAR(all);
        Py_XDECREF(item);
    }
    return all;
}
