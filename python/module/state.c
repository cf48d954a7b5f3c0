/* States: positions of games, their moves, and random numbers. */
#include "module.h"

#include <stdlib.h>
#include <string.h>

/* Refuses to go on while another thread is within a call for this state, which has let go of the interpreter. */
#define ENTER(s)                                                                                                       \
    do {                                                                                                               \
        if ((s)->busy)                                                                                                 \
            return raise_busy("state");                                                                                \
    } while (0)

state_object *state_new(game_object *game)
{
    state_object *s = PyObject_New(state_object, types.state);
    if (!s)
        return NULL;
    s->game = (game_object *)Py_NewRef((PyObject *)game);
    s->moves = NULL;
    s->history = NULL;
    s->listed = -1;
    s->mover = MOVER_UNKNOWN;
    s->busy = false;
    s->bytes = calloc(1, game->size + 1);
    if (s->bytes)
        return s;
    Py_DECREF(OBJECT(s));
    PyErr_NoMemory();
    return NULL;
}

PyObject *state_of(game_object *game, const void *bytes)
{
    state_object *s = state_new(game);
    if (s)
        memcpy(s->bytes, bytes, game->size);
    return (PyObject *)s;
}

static void dealloc(state_object *self)
{
    PyTypeObject *type = Py_TYPE(OBJECT(self));
    lud_moves_free(self->moves);
    free(self->bytes);
    Py_XDECREF(self->history);
    Py_DECREF(OBJECT(self->game));
    PyObject_Free(self);
    Py_DECREF(OBJECT(type));
}

static PyObject *percept_object(lud_context *ctx, uint32_t role)
{
    const size_t length = lud_percept_text(ctx, role, NULL, 0);
    char *text = length < SIZE_MAX - 1 ? malloc(length + 1) : NULL;
    if (!text)
        return PyErr_NoMemory();
    lud_percept_text(ctx, role, text, length + 1);
    PyObject *object = text_object(text);
    free(text);
    return object;
}

bool state_remember(state_object *s, lud_context *ctx, PyObject *moves)
{
    const uint32_t roles = s->game->info.roles;
    PyObject *percepts = moves ? PyTuple_New(roles) : NULL;
    for (uint32_t r = 1; percepts && r <= roles; r++) {
        PyObject *seen = percept_object(ctx, r);
        if (!seen || PyTuple_SetItem(percepts, r - 1, seen) < 0)
            Py_CLEAR(percepts);
    }
    PyObject *before = s->history ? s->history : Py_None;
    PyObject *step = percepts ? PyTuple_Pack(3, before, moves, percepts) : NULL;
    Py_XDECREF(percepts);
    Py_XDECREF(moves);
    if (!step)
        return false;
    Py_XDECREF(s->history);
    s->history = step;
    return true;
}

/* ---- who decides ---- */

static PyObject *role_name(const game_object *game, uint32_t role)
{
    return text_object(lud_role_name(game->game, role));
}

static PyObject *get_movers(state_object *self, void *closure)
{
    (void)closure;
    ENTER(self);
    PyObject *list = PyList_New(0);
    const uint64_t movers = lud_movers(self->game->game, self->bytes);
    for (uint32_t r = 0; list && r <= self->game->info.roles; r++) {
        PyObject *name = movers >> r & 1 ? role_name(self->game, r) : NULL;
        if (name && PyList_Append(list, name) < 0)
            Py_CLEAR(list);
        Py_XDECREF(name);
    }
    PyObject *tuple = list && !PyErr_Occurred() ? PyList_AsTuple(list) : NULL;
    Py_XDECREF(list);
    return tuple;
}

static PyObject *get_mover(state_object *self, void *closure)
{
    (void)closure;
    ENTER(self);
    if (!state_find_mover(self))
        return NULL;
    if (self->mover == NOBODY_ALONE)
        Py_RETURN_NONE;
    return role_name(self->game, (uint32_t)self->mover);
}

/* ---- moves ---- */

static PyObject *moves(state_object *self, PyObject *args)
{
    PyObject *role = NULL;
    uint32_t r;
    ENTER(self);
    if (!PyArg_ParseTuple(args, "|O", &role))
        return NULL;
    if (!lud_movers(self->game->game, self->bytes))
        return PyList_New(0);
    if (!state_role(self, role, &r) || !state_list(self, r))
        return NULL;
    const uint32_t count = lud_moves_count(self->moves);
    PyObject *list = PyList_New(count);
    for (uint32_t i = 0; list && i < count; i++)
        if (PyList_SetItem(list, i, move_object(self->game->game, lud_moves_at(self->moves, i))) < 0 ||
            PyErr_Occurred())
            Py_CLEAR(list);
    return list;
}

static PyObject *count_moves(state_object *self, PyObject *args)
{
    PyObject *role = NULL;
    uint32_t r;
    ENTER(self);
    if (!PyArg_ParseTuple(args, "|O", &role))
        return NULL;
    if (!lud_movers(self->game->game, self->bytes))
        return PyLong_FromLong(0);
    return state_role(self, role, &r) && state_list(self, r) ? PyLong_FromUnsignedLong(lud_moves_count(self->moves))
                                                             : NULL;
}

static PyObject *chance(state_object *self, PyObject *none)
{
    (void)none;
    ENTER(self);
    if (!state_list(self, 0))
        return NULL;
    PyObject *list = PyList_New(0);
    const double total = (double)lud_moves_weight(self->moves);
    for (uint32_t i = 0; list && i < lud_moves_count(self->moves); i++) {
        const lud_move m = lud_moves_at(self->moves, i);
        PyObject *pair = Py_BuildValue("(Nd)", move_object(self->game->game, m), (double)m.weight / total);
        if (!pair || PyList_Append(list, pair) < 0)
            Py_CLEAR(list);
        Py_XDECREF(pair);
    }
    return list;
}

static PyObject *apply(state_object *self, PyObject *move)
{
    ENTER(self);
    if (!state_make(self, self, move))
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *copy(state_object *self, PyObject *none)
{
    (void)none;
    ENTER(self);
    state_object *s = (state_object *)state_of(self->game, self->bytes);
    if (s)
        s->history = Py_XNewRef(self->history);
    return (PyObject *)s;
}

static PyObject *after(state_object *self, PyObject *move)
{
    ENTER(self);
    state_object *s = (state_object *)copy(self, NULL);
    if (s && !state_make(s, self, move))
        Py_CLEAR(s);
    return (PyObject *)s;
}

/* ---- random play ---- */

static PyObject *draw(state_object *self, PyObject *args)
{
    PyObject *random, *role = NULL, *text = NULL;
    uint32_t r;
    lud_move move;
    ENTER(self);
    if (!PyArg_ParseTuple(args, "O|O", &random, &role) || !state_role(self, role, &r))
        return NULL;
    lud_rng *rng = random_of(random);
    lud_context *ctx = rng ? context_take(self->game) : NULL;
    if (!ctx)
        return NULL;
    const lud_status status = lud_draw_move(ctx, self->bytes, r, rng, &move);
    text = status == LUD_OK ? move_object(self->game->game, move) : raise_status(ctx, status);
    context_give(self->game, ctx);
    return text;
}

static PyObject *playout(state_object *self, PyObject *random)
{
    lud_playout_result result;
    lud_status status;
    ENTER(self);
    lud_rng *rng = random_of(random);
    if (self->history)
        return PyErr_Format(types.error,
                            "in a game that hides something playout() would lose what roles saw: draw() and "
                            "apply() keep it");
    lud_context *ctx = rng ? context_take(self->game) : NULL;
    if (!ctx)
        return NULL;
    lud_rng own = *rng; /* the object may be used meanwhile */
    self->busy = true;
    self->listed = -1;
    self->mover = MOVER_UNKNOWN;
    Py_BEGIN_ALLOW_THREADS;
    status = lud_playout(ctx, self->bytes, &own, NULL, &result);
    Py_END_ALLOW_THREADS;
    self->busy = false;
    *rng = own;
    PyObject *plies = status == LUD_OK ? PyLong_FromUnsignedLong(result.plies) : raise_status(ctx, status);
    context_give(self->game, ctx);
    return plies;
}

/* ---- looking ---- */

static PyObject *get_terminal(state_object *self, void *closure)
{
    (void)closure;
    ENTER(self);
    return PyBool_FromLong(lud_terminal(self->game->game, self->bytes));
}

static PyObject *get_game(state_object *self, void *closure)
{
    (void)closure;
    return Py_NewRef((PyObject *)self->game);
}

static PyObject *get_hash(state_object *self, void *closure)
{
    (void)closure;
    ENTER(self);
    return PyLong_FromUnsignedLongLong(lud_state_hash(self->game->game, self->bytes));
}

static PyObject *scores(state_object *self, PyObject *none)
{
    (void)none;
    ENTER(self);
    double *numbers = calloc(self->game->info.roles + 1, sizeof *numbers);
    if (!numbers)
        return PyErr_NoMemory();
    lud_scores(self->game->game, self->bytes, numbers);
    PyObject *all = scores_object(self->game, numbers);
    free(numbers);
    return all;
}

static PyObject *observe_hash(state_object *self, PyObject *role)
{
    uint32_t r;
    ENTER(self);
    return role_of(self->game, role, &r)
               ? PyLong_FromUnsignedLongLong(lud_observe_hash(self->game->game, self->bytes, r))
               : NULL;
}

static PyObject *percepts(state_object *self, PyObject *role)
{
    uint32_t r;
    ENTER(self);
    if (!role_of(self->game, role, &r))
        return NULL;
    if (!self->history)
        return PyErr_Format(types.error, self->game->info.hidden ? "it is not known how this state came about"
                                                                 : "nothing is hidden in this game");
    if (r == 0)
        return PyErr_Format(PyExc_ValueError, "chance sees nothing");
    PyObject *list = PyList_New(0);
    for (PyObject *step = self->history; list && step != Py_None; step = PyTuple_GetItem(step, 0))
        if (PyList_Append(list, PyTuple_GetItem(PyTuple_GetItem(step, 2), r - 1)) < 0)
            Py_CLEAR(list);
    if (list && PyList_Reverse(list) < 0)
        Py_CLEAR(list);
    return list;
}

static PyObject *features(state_object *self, PyObject *args)
{
    PyObject *role = NULL;
    uint32_t r = 1;
    ENTER(self);
    if (!PyArg_ParseTuple(args, "|O", &role))
        return NULL;
    if (role ? !state_role(self, role, &r) : !state_find_mover(self))
        return NULL;
    if (!role && self->mover > 0)
        r = (uint32_t)self->mover;
    const Py_ssize_t count = lud_feature_count(self->game->game);
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, count * (Py_ssize_t)sizeof(float));
    if (!bytes)
        return NULL;
    lud_features(self->game->game, self->bytes, r, (float *)(void *)PyBytes_AsString(bytes));
    PyObject *view = array_view(bytes, PyBytes_AsString(bytes), "f", sizeof(float), 1, &count);
    Py_DECREF(bytes);
    return view;
}

/* ---- variables ---- */

/* Maps are dicts within dicts; the facts of rules of logic are a list. */
typedef struct visit {
    PyObject *stack[64];
    int depth;
    bool failed;
} visit;

static void visit_put(visit *v, const char *key, PyObject *value)
{
    PyObject *top = v->stack[v->depth];
    PyObject *name = text_or_none(key);
    if (!value || !name || v->failed)
        v->failed = true;
    else
        v->failed = (PyList_Check(top) ? PyList_Append(top, value) : PyDict_SetItem(top, name, value)) < 0;
    Py_XDECREF(name);
    Py_XDECREF(value);
}

static void visit_begin(void *user, const char *key)
{
    visit *v = user;
    PyObject *dict = PyDict_New();
    visit_put(v, key, Py_XNewRef(dict));
    if (!dict || v->depth + 1 >= (int)(sizeof v->stack / sizeof *v->stack))
        v->failed = true;
    else
        v->stack[++v->depth] = dict;
    Py_XDECREF(dict); /* the one around it has it */
}

static void visit_value(void *user, const char *key, const char *value)
{
    visit_put(user, key, value ? text_object(value) : PyErr_NoMemory());
}

static void visit_end(void *user)
{
    visit *v = user;
    v->depth -= v->depth > 0;
}

static PyObject *variables(state_object *self, PyObject *none)
{
    static const lud_state_visitor visitor = {visit_begin, visit_value, visit_end};
    (void)none;
    ENTER(self);
    visit v = {.stack = {self->game->info.facts ? PyList_New(0) : PyDict_New()}};
    if (!v.stack[0])
        return NULL;
    lud_state_visit(self->game->game, self->bytes, false, &visitor, &v);
    if (!v.failed)
        return v.stack[0];
    Py_DECREF(v.stack[0]);
    return PyErr_Occurred() ? NULL : PyErr_NoMemory();
}

static PyObject *to_dict(state_object *self, PyObject *none)
{
    (void)none;
    ENTER(self);
    char hash[17];
    PyOS_snprintf(hash, sizeof hash, "%016llx", (unsigned long long)lud_state_hash(self->game->game, self->bytes));
    PyObject *movers = get_movers(self, NULL);
    PyObject *list = movers ? PySequence_List(movers) : NULL;
    Py_XDECREF(movers);
    return Py_BuildValue("{s:s,s:N,s:N,s:N,s:N}", "hash", hash, "terminal", get_terminal(self, NULL), "movers", list,
                         "scores", scores(self, NULL), "state", variables(self, NULL));
}

static PyObject *to_json(state_object *self, PyObject *none)
{
    PyObject *dict = to_dict(self, none);
    PyObject *json = dict ? PyImport_ImportModule("json") : NULL;
    PyObject *text = json ? PyObject_CallMethod(json, "dumps", "O", dict) : NULL;
    Py_XDECREF(json);
    Py_XDECREF(dict);
    return text;
}

static PyObject *svg(state_object *self, PyObject *none)
{
    (void)none;
    PyObject *module = PyImport_ImportModule("ludens._svg");
    PyObject *text = module ? PyObject_CallMethod(module, "draw", "O", self) : NULL;
    Py_XDECREF(module);
    return text;
}

/* ---- the object ---- */

static Py_hash_t hash(state_object *self)
{
    const Py_hash_t h = (Py_hash_t)lud_state_hash(self->game->game, self->bytes);
    return h == -1 ? -2 : h;
}

static PyObject *compare(state_object *self, PyObject *other, int how)
{
    if ((how != Py_EQ && how != Py_NE) || !PyObject_TypeCheck(other, types.state))
        Py_RETURN_NOTIMPLEMENTED;
    const state_object *o = (const state_object *)other;
    const bool same = self->game == o->game && memcmp(self->bytes, o->bytes, self->game->size) == 0;
    return PyBool_FromLong(same == (how == Py_EQ));
}

static PyObject *to_bytes(state_object *self, PyObject *none)
{
    (void)none;
    ENTER(self);
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(self->game->size + STATE_SUM));
    if (!bytes)
        return NULL;
    char *text = PyBytes_AsString(bytes);
    memcpy(text, self->bytes, self->game->size);
    state_sum(self->game, self->bytes, text + self->game->size);
    return bytes;
}

static PyObject *repr(state_object *self)
{
    ENTER(self);
    PyObject *movers = get_movers(self, NULL);
    PyObject *text = movers ? PyUnicode_FromFormat("<ludens.State of %U, movers %R>", self->game->path, movers) : NULL;
    Py_XDECREF(movers);
    return text;
}

#define TEXT_ROLE "role: a name or a number; by default State.mover."

PyTypeObject *state_type(void)
{
    static PyMethodDef methods[] = {
        {"moves", METHOD(moves), METH_VARARGS,
         "moves(role=None)\n--\n\nThe legal moves, a list of texts; empty when the game is over.\n\n" TEXT_ROLE},
        {"count_moves", METHOD(count_moves), METH_VARARGS,
         "count_moves(role=None)\n--\n\nHow many legal moves there are, without their texts. " TEXT_ROLE},
        {"chance", METHOD(chance), METH_NOARGS,
         "chance()\n--\n\nWhat chance may do where it decides: [(move, probability)]."},
        {"apply", METHOD(apply), METH_O,
         "apply(move)\n--\n\nMake a move: a text, or its index in moves(); where several decide, a dict {role: "
         "move}.\n\n"
         "Raises IllegalMove; the state is as it was then. To take it back, keep a copy()."},
        {"after", METHOD(after), METH_O, "after(move)\n--\n\nThe State after a move; this one stays as it is."},
        {"copy", METHOD(copy), METH_NOARGS, "copy()\n--\n\nThe same position, to go on from."},
        {"__copy__", METHOD(copy), METH_NOARGS, "__copy__()\n--\n\nAs copy()."},
        {"draw", METHOD(draw), METH_VARARGS,
         "draw(random, role=None)\n--\n\nA move drawn evenly among the legal ones; of chance by its probabilities."},
        {"playout", METHOD(playout), METH_O,
         "playout(random)\n--\n\nPlay random moves to the end of the game; how many it were."},
        {"scores", METHOD(scores), METH_NOARGS, "scores()\n--\n\n{role: score}; final when the game is over."},
        {"observe_hash", METHOD(observe_hash), METH_O,
         "observe_hash(role)\n--\n\nThe same number for states that a role cannot tell apart."},
        {"percepts", METHOD(percepts), METH_O,
         "percepts(role)\n--\n\nWhat a role saw at the start and of each step since, in a game that hides something."},
        {"features", METHOD(features), METH_VARARGS,
         "features(role=None)\n--\n\nThe state as a vector of game.feature_count numbers, as this role knows it: a "
         "memoryview\n"
         "of float32, that np.asarray() takes without a copy. By default of the role that decides."},
        {"variables", METHOD(variables), METH_NOARGS,
         "variables()\n--\n\nThe variables of the rules: a dict, of dicts for maps; a list of facts for rules of "
         "logic."},
        {"to_dict", METHOD(to_dict), METH_NOARGS,
         "to_dict()\n--\n\nhash, terminal, movers, scores and state (variables()) as a dict."},
        {"json", METHOD(to_json), METH_NOARGS, "json()\n--\n\nto_dict() as JSON."},
        {"picture", METHOD(state_picture), METH_NOARGS,
         "picture()\n--\n\nWhat there is to draw: boards with the places of their sites and what stands on them."},
        {"svg", METHOD(svg), METH_NOARGS, "svg()\n--\n\nThe boards as a picture; None where the game has no board."},
        {"_repr_svg_", METHOD(svg), METH_NOARGS, "_repr_svg_()\n--\n\nAs svg(), for notebooks."},
        {"solve", METHOD(state_solve), METH_VARARGS | METH_KEYWORDS,
         "solve(*, method='auto', seconds=600.0, nodes=1000000000, memory=536870912)\n--\n\n"
         "What the position is worth with best play: a Solution.\n\n"
         "For games of perfect information in which one role decides at a time, small enough. method: 'auto', 'table'\n"
         "(all positions are listed) or 'proof' (what can be forced is asked)."},
        {"perft", METHOD(state_perft), METH_VARARGS | METH_KEYWORDS,
         "perft(depth)\n--\n\nNumbers of positions 0, 1, .. depth moves away, counted with repetitions."},
        {"__bytes__", METHOD(to_bytes), METH_NOARGS, "__bytes__()\n--\n\nThe state as bytes, for Game.state()."},
        {0}};
    static PyGetSetDef attributes[] = {
        {"game", (getter)get_game, NULL, "The Game it is a state of.", NULL},
        {"terminal", (getter)get_terminal, NULL, "Whether the game is over.", NULL},
        {"movers", (getter)get_movers, NULL, "The names of the roles that decide now; chance is 'random'.", NULL},
        {"mover", (getter)get_mover, NULL,
         "The name of the role that decides alone: the only one in movers, or the only one of them with a choice\n"
         "(others may have a move that is none, as `noop` in GDL; it is made for them). None: several, or the end.",
         NULL},
        {"hash", (getter)get_hash, NULL, "64 bits, the same in every load of the game.", NULL},
        {0}};
    static PyType_Slot slots[] = {
        {Py_tp_dealloc, dealloc},
        {Py_tp_repr, repr},
        {Py_tp_str, state_text},
        {Py_tp_hash, hash},
        {Py_tp_richcompare, compare},
        {Py_tp_methods, methods},
        {Py_tp_getset, attributes},
        {Py_tp_doc, "A position of a game. Game.start() makes the first one.\n\n"
                    "States compare equal when they are the same position, and can be keys of dicts as long as nobody\n"
                    "applies moves to them. str() draws boards as text. A state is used by one thread at a time."},
        {0}};
    static PyType_Spec spec = {"ludens.State", sizeof(state_object), 0,
                               Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
    return (PyTypeObject *)PyType_FromSpec(&spec);
}
