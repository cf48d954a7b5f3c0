/* Sessions: a game driven by requests, as `ludens session` is (docs/json.md). */
#include "module.h"

#include "session/session.h"

#include <stdlib.h>
#include <string.h>

typedef struct session_object {
    PyObject_HEAD game_object *game; /* where the rules come from; it also has what the setup points to */
    setup with;
    session *session;
    bool busy;
} session_object;

typedef struct asking {
    session_object *self;
    const char *path, *text;
    size_t length;
    lud_diags *diags;
    char *reply;
} asking;

static void open_session(void *arg)
{
    asking *a = arg;
    a->self->session = session_open(&a->self->with, a->path, a->text, a->length, a->diags);
}

static void ask(void *arg)
{
    asking *a = arg;
    a->reply = session_request(a->self->session, a->text, a->length);
}

static PyObject *new_session(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"game", "seed", NULL};
    PyObject *game;
    unsigned long long seed = 1;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O!|$O&", names, types.game, &game, to_uint64, &seed))
        return NULL;
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    session_object *s = (session_object *)allocate(type, 0);
    if (!s)
        return NULL;
    s->game = (game_object *)Py_NewRef(game);
    s->with.load = s->game->options;
    s->with.seed = seed;
    char *text;
    Py_ssize_t length;
    PyObject *source = game_source(s->game);
    asking a = {.self = s, .path = PyUnicode_AsUTF8AndSize(s->game->path, NULL), .diags = lud_diags_new()};
    if (source && a.path && PyBytes_AsStringAndSize(source, &text, &length) == 0) {
        a.text = text;
        a.length = (size_t)length;
        if (run_long(s->game->control, open_session, &a) && !s->session)
            raise_diags(a.diags, a.path);
    }
    lud_diags_free(a.diags);
    if (s->session)
        return (PyObject *)s;
    Py_DECREF(OBJECT(s));
    return NULL;
}

static void dealloc(session_object *self)
{
    PyTypeObject *type = Py_TYPE(OBJECT(self));
    if (self->session)
        session_close(self->session);
    Py_XDECREF(OBJECT(self->game));
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self); /* those of classes derived from it lie elsewhere */
    Py_DECREF(OBJECT(type));
}

static PyObject *request(session_object *self, PyObject *line)
{
    asking a = {.self = self};
    Py_ssize_t length;
    if (self->busy)
        return raise_busy("session");
    a.text = PyUnicode_AsUTF8AndSize(line, &length);
    if (!a.text)
        return NULL;
    if (session_ended(self->session) || session_broken(self->session))
        return PyErr_Format(types.error, "the session has ended");
    a.length = (size_t)length;
    self->busy = true;
    const bool fine = run_long(self->game->control, ask, &a);
    self->busy = false;
    PyObject *reply = fine ? a.reply ? text_object(a.reply) : PyErr_NoMemory() : NULL;
    free(a.reply);
    return reply;
}

PyTypeObject *session_type(void)
{
    static PyMethodDef methods[] = {
        {"request_json", METHOD(request), METH_O,
         "request_json(line)\n--\n\nThe reply to a request, both as JSON texts (docs/json.md)."},
        {0}};
    static PyType_Slot slots[] = {
        {Py_tp_new, new_session},
        {Py_tp_dealloc, dealloc},
        {Py_tp_methods, methods},
        {Py_tp_doc, "Session(game, *, seed=1)\n--\n\nA session of a game that is loaded anew from its rules."},
        {0}};
    static PyType_Spec spec = {"ludens._ludens.Session", sizeof(session_object), 0,
                               Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};
    return (PyTypeObject *)PyType_FromSpec(&spec);
}
