/* From rules to games. */
#include "module.h"

#include "session/library.h"

#include <stdlib.h>
#include <string.h>

typedef struct loading {
    const char *path, *text; /* text: NULL for a file */
    size_t length;
    lud_options options;
    lud_diags *diags;
    lud_game *game;
    char *formatted;
} loading;

static void load(void *arg)
{
    loading *l = arg;
    l->game = l->text ? lud_load_text(l->text, l->length, l->path, &l->options, l->diags)
                      : lud_load_file(l->path, &l->options, l->diags);
}

static void format(void *arg)
{
    loading *l = arg;
    l->formatted = lud_format(l->text, l->length, l->path, &l->options, l->diags);
}

/* ---- options ---- */

/* The index of a word among some. False: an exception is set. */
static bool word_of(const char *option, const char *word, const char *const *words, int count, int *index)
{
    for (int i = 0; i < count; i++)
        if (strcmp(word, words[i]) == 0) {
            *index = i;
            return true;
        }
    PyObject *all = PyUnicode_FromString("");
    for (int i = 0; all && i < count; i++) {
        PyObject *more = PyUnicode_FromFormat("%U%s'%s'", all, i ? ", " : "", words[i]);
        Py_DECREF(all);
        all = more;
    }
    if (all)
        PyErr_Format(PyExc_ValueError, "%s must be one of %U, not '%s'", option, all, word);
    Py_XDECREF(all);
    return false;
}

typedef struct limit {
    const char *name;
    size_t at;
    char kind; /* I: 32 bits, K: 64 bits, d: double */
} limit;

static bool read_limit(lud_limits *limits, const char *name, PyObject *value)
{
#define LIMIT(name, kind)                                                                                              \
    {                                                                                                                  \
#name, offsetof(lud_limits, name), kind                                                                        \
    }
    static const limit all[] = {
        LIMIT(max_memory, 'K'),          LIMIT(max_nesting, 'I'),     LIMIT(max_tags, 'I'),
        LIMIT(max_plies, 'I'),           LIMIT(max_states, 'K'),      LIMIT(max_steps, 'K'),
        LIMIT(max_depth, 'I'),           LIMIT(max_atoms, 'K'),       LIMIT(max_solve_seconds, 'd'),
        LIMIT(max_compile_seconds, 'd'), LIMIT(max_load_seconds, 'd')};
#undef LIMIT
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        void *at = (char *)limits + all[i].at;
        if (strcmp(all[i].name, name) != 0)
            continue;
        if (all[i].kind == 'd') {
            *(double *)at = PyFloat_AsDouble(value);
            return !PyErr_Occurred();
        }
        const unsigned long long number = PyLong_AsUnsignedLongLong(value);
        if (PyErr_Occurred())
            return false;
        if (all[i].kind == 'K') {
            *(uint64_t *)at = number;
        } else if (number <= UINT32_MAX) {
            *(uint32_t *)at = (uint32_t)number;
        } else {
            PyErr_Format(PyExc_OverflowError, "limit %s has 32 bits", name);
            return false;
        }
        return true;
    }
    PyErr_Format(PyExc_ValueError, "there is no limit '%s'", name);
    return false;
}

static bool read_limits(lud_limits *limits, PyObject *dict)
{
    PyObject *key, *value;
    Py_ssize_t at = 0;
    if (dict == Py_None)
        return true;
    if (!PyDict_Check(dict)) {
        PyErr_SetString(PyExc_TypeError, "limits must be a dict");
        return false;
    }
    while (PyDict_Next(dict, &at, &key, &value)) {
        const char *name = PyUnicode_AsUTF8AndSize(key, NULL);
        if (!name || !read_limit(limits, name, value))
            return false;
    }
    return true;
}

/* 'Heading/Item' texts, one a line; a new reference. */
static PyObject *join_lines(PyObject *texts)
{
    PyObject *lines = PyUnicode_FromString("\n");
    PyObject *joined = lines ? PyUnicode_Join(lines, texts) : NULL;
    Py_XDECREF(lines);
    return joined;
}

/* Loads; `parts` gives path, text and length. The names are those of load(). */
static PyObject *load_with(loading *l, PyObject *source, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"language", "backend", "network", "variant", "ruleset", "options", "repetition",
                            "strict",   "split",   "alone",   "trust",   "limits",  NULL};
    static const char *const backends[] = {"interp", "native", "rules", "auto"},
                             *const networks[] = {"auto", "never", "always"},
                             *const repetitions[] = {"rules", "draw", "ignore"};
    const char *backend = "auto", *network = "auto", *repetition = "rules";
    PyObject *choices = NULL, *limits = Py_None, *lines = NULL, *result = NULL;
    int strict = 0, split = 0, alone = 0, trust = 0, index;
    lud_options *o = &l->options;
    lud_options_init(o);
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|$zsszzOsppppO", names, &o->language, &backend, &network,
                                     &o->variant, &o->ruleset, &choices, &repetition, &strict, &split, &alone, &trust,
                                     &limits))
        return NULL;
    if (!word_of("backend", backend, backends, 4, &index))
        return NULL;
    o->backend = (lud_backend)index;
    if (!word_of("network", network, networks, 3, &index))
        return NULL;
    o->network = (lud_network)index;
    if (!word_of("repetition", repetition, repetitions, 3, &index) || !read_limits(&o->limits, limits))
        return NULL;
    o->repetition = (lud_repetition)index;
    o->strict = strict;
    o->split = split;
    o->alone = alone;
    o->trust = trust;
    if (choices && PyObject_Length(choices) > 0) {
        lines = join_lines(choices);
        o->choices = lines ? PyUnicode_AsUTF8AndSize(lines, NULL) : NULL;
        if (!o->choices)
            goto done;
    }
    game_object *game = PyObject_New(game_object, types.game);
    if (!game)
        goto done;
    PyObject head = game->ob_base;
    *game = (game_object){.ob_base = head, .control = lud_control_new(), .path = text_object(l->path)};
    game->source = source ? Py_NewRef(source) : NULL;
    game->kept = Py_BuildValue("(NO)", kwargs ? PyDict_Copy(kwargs) : PyDict_New(), lines ? lines : Py_None);
    l->diags = lud_diags_new();
    o->control = game->control;
    if (!game->control || !l->diags)
        PyErr_NoMemory();
    else if (game->path && game->kept && run_long(game->control, load, l)) {
        game->game = l->game;
        game->diagnostics = l->game ? diagnostics_tuple(l->diags) : raise_diags(l->diags, l->path);
        result = game->diagnostics ? (PyObject *)game : NULL;
    } else {
        lud_game_free(l->game);
    }
    if (result) {
        lud_game_info(game->game, &game->info);
        game->size = lud_state_size(game->game);
        game->options = *o;
        game->roles = PyTuple_New(game->info.roles);
        for (uint32_t r = 1; game->roles && r <= game->info.roles; r++)
            PyTuple_SetItem(game->roles, r - 1, text_object(lud_role_name(game->game, r)));
    }
    if (!result || !game->roles || PyErr_Occurred()) {
        result = NULL;
        Py_DECREF(OBJECT(game));
    }
    lud_diags_free(l->diags);
done:
    Py_XDECREF(lines);
    return result;
}

PyObject *module_load(PyObject *self, PyObject *args, PyObject *kwargs)
{
    PyObject *path, *bytes, *empty = NULL, *game = NULL;
    (void)self;
    if (PyTuple_Size(args) != 1)
        return PyErr_Format(PyExc_TypeError, "load() takes one path, and options by name");
    path = PyTuple_GetItem(args, 0);
    if (!PyUnicode_FSConverter(path, &bytes))
        return NULL;
    loading l = {.path = PyBytes_AsString(bytes)};
    empty = PyTuple_New(0);
    if (l.path && empty && strcmp(l.path, "-") == 0)
        PyErr_SetString(PyExc_ValueError, "standard input is read by loads(sys.stdin.read(), language)");
    else if (l.path && empty)
        game = load_with(&l, NULL, empty, kwargs);
    Py_XDECREF(empty);
    Py_DECREF(bytes);
    return game;
}

/* Takes text, language and name out of the arguments, where load_with goes on. */
static bool text_arguments(PyObject *args, PyObject *kwargs, loading *l, PyObject **options, PyObject **source,
                           PyObject **name)
{
    PyObject *text, *language = NULL;
    *options = kwargs ? PyDict_Copy(kwargs) : PyDict_New();
    if (!*options || !PyArg_ParseTuple(args, "U|U", &text, &language) || !(*source = PyUnicode_AsUTF8String(text)))
        return false;
    *name = PyDict_GetItemString(*options, "name");
    *name = *name ? Py_NewRef(*name) : PyUnicode_FromString("<text>");
    if (*name && PyDict_GetItemString(*options, "name"))
        PyDict_DelItemString(*options, "name");
    if (language && PyDict_SetItemString(*options, "language", language) < 0)
        return false;
    char *bytes;
    Py_ssize_t length;
    l->path = *name ? PyUnicode_AsUTF8AndSize(*name, NULL) : NULL;
    if (!l->path || PyBytes_AsStringAndSize(*source, &bytes, &length) < 0)
        return false;
    l->text = bytes;
    l->length = (size_t)length;
    return true;
}

PyObject *module_loads(PyObject *self, PyObject *args, PyObject *kwargs)
{
    loading l = {0};
    PyObject *source = NULL, *name = NULL, *options = NULL, *empty = PyTuple_New(0), *game = NULL;
    (void)self;
    if (empty && text_arguments(args, kwargs, &l, &options, &source, &name))
        game = load_with(&l, source, empty, options);
    Py_XDECREF(empty);
    Py_XDECREF(source);
    Py_XDECREF(name);
    Py_XDECREF(options);
    return game;
}

PyObject *module_format(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"text", "language", "name", NULL};
    Py_ssize_t length;
    loading l = {.path = "<text>"};
    const char *language;
    (void)self;
    lud_options_init(&l.options);
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "s#s|$s", names, &l.text, &length, &language, &l.path))
        return NULL;
    lud_control *control = lud_control_new();
    PyObject *result = NULL;
    l.length = (size_t)length;
    l.options.language = language;
    l.options.control = control;
    l.diags = lud_diags_new();
    if (!control || !l.diags)
        PyErr_NoMemory();
    else if (run_long(control, format, &l))
        result = l.formatted ? text_object(l.formatted) : raise_diags(l.diags, l.path);
    lud_free(l.formatted);
    lud_diags_free(l.diags);
    lud_control_free(control);
    return result;
}

/* ---- games that come along ---- */

PyObject *module_library(PyObject *self, PyObject *none)
{
    (void)self;
    (void)none;
    PyObject *all = PyTuple_New(library_count());
    for (uint32_t i = 0; all && i < library_count(); i++)
        if (PyTuple_SetItem(all, i, text_object(library_at(i)->name)) < 0)
            Py_CLEAR(all);
    return all;
}

PyObject *module_library_text(PyObject *self, PyObject *name)
{
    (void)self;
    const char *wanted = PyUnicode_AsUTF8AndSize(name, NULL);
    const library_game *g = wanted ? library_find(wanted) : NULL;
    if (g)
        return Py_BuildValue("(ss#)", g->name, g->text, (Py_ssize_t)g->length);
    return wanted ? PyErr_Format(PyExc_KeyError, "no game of the library has this one name: '%s'", wanted) : NULL;
}
