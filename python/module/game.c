/* Games. */
#include "module.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

lud_context *context_take(game_object *game)
{
    lud_context *ctx = game->context_count ? game->contexts[--game->context_count] : lud_context_new(game->game);
    if (!ctx)
        PyErr_NoMemory();
    return ctx;
}

void context_give(game_object *game, lud_context *ctx)
{
    if (ctx && game->context_count < GAME_CONTEXTS)
        game->contexts[game->context_count++] = ctx;
    else
        lud_context_free(ctx);
}

bool role_of(const game_object *game, PyObject *role, uint32_t *number)
{
    if (PyUnicode_Check(role)) {
        const char *name = PyUnicode_AsUTF8AndSize(role, NULL);
        const int found = name ? lud_role_find(game->game, name) : -1;
        if (name && found < 0)
            PyErr_Format(PyExc_ValueError, "'%s' is no role of this game", name);
        *number = (uint32_t)found;
        return found >= 0;
    }
    const unsigned long value = PyLong_AsUnsignedLong(role);
    if (PyErr_Occurred())
        return false;
    if (value > game->info.roles) {
        PyErr_Format(PyExc_ValueError, "%lu is no role of this game, which has %u", value, (unsigned)game->info.roles);
        return false;
    }
    *number = (uint32_t)value;
    return true;
}

PyObject *game_source(game_object *game)
{
    if (game->source)
        return game->source;
    PyObject *io = PyImport_ImportModule("io");
    PyObject *file = io ? PyObject_CallMethod(io, "open", "Os", game->path, "rb") : NULL;
    game->source = file ? PyObject_CallMethod(file, "read", NULL) : NULL;
    PyObject *closed = file ? PyObject_CallMethod(file, "close", NULL) : NULL;
    Py_XDECREF(closed);
    Py_XDECREF(file);
    Py_XDECREF(io);
    return game->source;
}

static void dealloc(game_object *self)
{
    PyTypeObject *type = Py_TYPE(OBJECT(self));
    while (self->context_count)
        lud_context_free(self->contexts[--self->context_count]);
    lud_game_free(self->game);
    lud_control_free(self->control);
    Py_XDECREF(self->path);
    Py_XDECREF(self->source);
    Py_XDECREF(self->roles);
    Py_XDECREF(self->diagnostics);
    Py_XDECREF(self->kept);
    PyObject_Free(self);
    Py_DECREF(OBJECT(type));
}

static PyObject *repr(game_object *self)
{
    return PyUnicode_FromFormat("<ludens.Game %U (%s), roles %R>", self->path, self->info.language, self->roles);
}

/* ---- states ---- */

static PyObject *start(game_object *self, PyObject *none)
{
    (void)none;
    lud_status status;
    state_object *s = state_new(self);
    lud_context *ctx = s ? context_take(self) : NULL;
    if (!ctx) {
        Py_XDECREF(OBJECT(s));
        return NULL;
    }
    Py_BEGIN_ALLOW_THREADS;
    status = lud_start(ctx, s->bytes);
    Py_END_ALLOW_THREADS;
    bool fine = status == LUD_OK || raise_status(ctx, status);
    if (fine && self->info.hidden)
        fine = state_remember(s, ctx, PyTuple_New(0));
    context_give(self, ctx);
    if (!fine)
        Py_CLEAR(s);
    return (PyObject *)s;
}

/* FNV-1a (Fowler, Noll, Vo) of a state, begun with its length: the library trusts states, and bytes from elsewhere must
 * be those that some State had. */
void state_sum(const game_object *game, const void *bytes, char sum[STATE_SUM])
{
    uint64_t hash = UINT64_C(14695981039346656037) ^ game->size;
    for (size_t i = 0; i < game->size; i++)
        hash = (hash ^ ((const unsigned char *)bytes)[i]) * UINT64_C(1099511628211);
    memcpy(sum, &hash, sizeof hash);
}

static PyObject *from_bytes(game_object *self, PyObject *data)
{
    Py_buffer view;
    if (!self->info.portable)
        return PyErr_Format(types.error, "states of this game mean nothing to another load of it: keep the moves");
    if (self->info.hidden)
        return PyErr_Format(types.error, "states of this game do not tell what its roles saw: keep the moves");
    if (PyObject_GetBuffer(data, &view, PyBUF_SIMPLE) < 0)
        return NULL;
    PyObject *state = NULL;
    char sum[STATE_SUM];
    if ((size_t)view.len == self->size + STATE_SUM)
        state_sum(self, view.buf, sum);
    if ((size_t)view.len != self->size + STATE_SUM)
        PyErr_Format(PyExc_ValueError, "a state of this game has %zu bytes, not %zd", self->size + STATE_SUM, view.len);
    else if (memcmp((const char *)view.buf + self->size, sum, STATE_SUM) != 0)
        PyErr_SetString(PyExc_ValueError, "these bytes are no state of this game, or have been changed");
    else
        state = state_of(self, view.buf);
    PyBuffer_Release(&view);
    return state;
}

/* ---- what there is to know ---- */

static PyObject *score_bounds(game_object *self, PyObject *role)
{
    uint32_t r;
    double low, high;
    if (!role_of(self, role, &r))
        return NULL;
    lud_score_bounds(self->game, r, &low, &high);
    return Py_BuildValue("(dd)", low, high);
}

static PyObject *feature_names(game_object *self, PyObject *none)
{
    (void)none;
    const uint32_t count = lud_feature_count(self->game);
    PyObject *names = PyList_New(count);
    for (uint32_t i = 0; names && i < count; i++) {
        char text[1000];
        lud_feature_name(self->game, i, text, sizeof text);
        if (PyList_SetItem(names, i, text_object(text)) < 0)
            Py_CLEAR(names);
    }
    return names;
}

static PyObject *translate(game_object *self, PyObject *form)
{
    const char *to = PyUnicode_AsUTF8AndSize(form, NULL);
    lud_diags *diags = to ? lud_diags_new() : NULL;
    if (!diags)
        return to ? PyErr_NoMemory() : NULL;
    char *text = lud_translate(self->game, to, diags);
    PyObject *result = text ? text_object(text) : raise_diags(diags, to);
    lud_free(text);
    lud_diags_free(diags);
    return result;
}

static PyObject *info(game_object *self, PyObject *none)
{
    (void)none;
    lud_info i;
    lud_game_info(self->game, &i);
    return Py_BuildValue("{s:s,s:s,s:s,s:s,s:z,s:O,s:O,s:O,s:O,s:n,s:I,s:O,s:z,s:d,s:d}", "name", i.name, "language",
                         i.language, "machine", i.machine, "backend", i.backend, "backend_note", i.backend_note,
                         "chance", i.chance ? Py_True : Py_False, "hidden", i.hidden ? Py_True : Py_False,
                         "simultaneous", i.simultaneous ? Py_True : Py_False, "portable",
                         i.portable ? Py_True : Py_False, "state_bytes", (Py_ssize_t)i.state_bytes, "features",
                         lud_feature_count(self->game), "network", i.network ? Py_True : Py_False, "network_note",
                         i.network_note, "load_ms", i.load_ms, "network_ms", i.network_ms);
}

static PyObject *wait_native(game_object *self, PyObject *none)
{
    (void)none;
    bool native;
    Py_BEGIN_ALLOW_THREADS;
    native = lud_native_wait(self->game);
    Py_END_ALLOW_THREADS;
    return PyBool_FromLong(native);
}

static PyObject *get_path(game_object *self, void *closure)
{
    (void)closure;
    return Py_NewRef(self->path);
}
static PyObject *get_roles(game_object *self, void *closure)
{
    (void)closure;
    return Py_NewRef(self->roles);
}
static PyObject *get_diagnostics(game_object *self, void *closure)
{
    (void)closure;
    return Py_NewRef(self->diagnostics);
}
static PyObject *get_language(game_object *self, void *closure)
{
    (void)closure;
    return text_object(self->info.language);
}
static PyObject *get_chance(game_object *self, void *closure)
{
    (void)closure;
    return PyBool_FromLong(self->info.chance);
}
static PyObject *get_hidden(game_object *self, void *closure)
{
    (void)closure;
    return PyBool_FromLong(self->info.hidden);
}
static PyObject *get_simultaneous(game_object *self, void *closure)
{
    (void)closure;
    return PyBool_FromLong(self->info.simultaneous);
}
static PyObject *get_feature_count(game_object *self, void *closure)
{
    (void)closure;
    return PyLong_FromUnsignedLong(lud_feature_count(self->game));
}

PyTypeObject *game_type(void)
{
    static PyMethodDef methods[] = {
        {"start", METHOD(start), METH_NOARGS, "start()\n--\n\nThe State at the beginning of the game."},
        {"state", METHOD(from_bytes), METH_O,
         "state(data)\n--\n\nThe State with these bytes (bytes(state)), of this game or another load of the same "
         "rules."},
        {"score_bounds", METHOD(score_bounds), METH_O,
         "score_bounds(role)\n--\n\nThe lowest and highest score the rules can give a role; (0, 100) where they do not "
         "say."},
        {"feature_names", METHOD(feature_names), METH_NOARGS,
         "feature_names()\n--\n\nWhat the numbers of State.features() mean, 'board[a1]=white' for instance."},
        {"translate", METHOD(translate), METH_O,
         "translate(form)\n--\n\nThe game in another form: 'rg', 'automaton', 'dot', 'c', 'kif', 'infix', 'network'."},
        {"info", METHOD(info), METH_NOARGS,
         "info()\n--\n\nA dict of what is known of the game: what runs it, whether there is a network, and why not."},
        {"wait_native", METHOD(wait_native), METH_NOARGS,
         "wait_native()\n--\n\nCompile the game to native code now, and wait for that. True when it runs natively."},
        {"run", METHOD(game_run), METH_VARARGS | METH_KEYWORDS,
         "run(playouts=1000, *, seed=1, threads=0)\n--\n\nPlay random games and count: the dict of `ludens run "
         "--json`."},
        {"analyse", METHOD(game_analyse), METH_VARARGS | METH_KEYWORDS,
         "analyse(games=20, *, agent='mcts', playouts=100, seed=1, duels=0, seconds=0.0)\n--\n\n"
         "Measure the game by games of an agent with itself: the dict of `ludens analyse --json`."},
        {0}};
    static PyGetSetDef attributes[] = {
        {"path", (getter)get_path, NULL, "What the rules were loaded from.", NULL},
        {"roles", (getter)get_roles, NULL, "Names of the players; role 1 is the first. Chance is role 0, 'random'.",
         NULL},
        {"diagnostics", (getter)get_diagnostics, NULL, "Warnings of loading it, as Diagnostic.", NULL},
        {"language", (getter)get_language, NULL, "The language of its rules, 'hrg' for instance.", NULL},
        {"chance", (getter)get_chance, NULL, "Whether there are moves of chance.", NULL},
        {"hidden", (getter)get_hidden, NULL, "Whether something is hidden from a role.", NULL},
        {"simultaneous", (getter)get_simultaneous, NULL, "Whether several roles may have a choice at once.", NULL},
        {"feature_count", (getter)get_feature_count, NULL, "Numbers in State.features().", NULL},
        {0}};
    static PyType_Slot slots[] = {
        {Py_tp_dealloc, dealloc},
        {Py_tp_repr, repr},
        {Py_tp_methods, methods},
        {Py_tp_getset, attributes},
        {Py_tp_doc,
         "A game: rules that were read, checked and compiled. It does not change, and may be used by all threads.\n\n"
         "ludens.load() and its kin make one."},
        {0}};
    static PyType_Spec spec = {"ludens.Game", sizeof(game_object), 0,
                               Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
    return (PyTypeObject *)PyType_FromSpec(&spec);
}
