/* The module ludens._ludens: what its files share. Written against the stable ABI of Python 3.11. */
#ifndef LUDENS_MODULE_H
#define LUDENS_MODULE_H

#define Py_LIMITED_API 0x030B0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "ludens.h"
#include "ludens_agents.h"

#include <jansson.h>

/* ---- types and exceptions: set up once by PyInit__ludens ------------------------------ */

enum { GAME_CONTEXTS = 8 };

/* Everything is used with the lock of the interpreter held; a context is taken out while a call goes on without it. */
typedef struct game_object {
    PyObject_HEAD lud_game *game;
    lud_control *control; /* Ctrl-C ends what this game does */
    lud_info info;        /* as it was when it was loaded */
    size_t size;          /* of a state */
    lud_options options;  /* it was loaded with, whose texts are of `kept` */
    PyObject *kept;
    PyObject *path, *source, *roles, *diagnostics; /* source: bytes, or NULL until somebody asks (game_source) */
    lud_context *contexts[GAME_CONTEXTS];
    int context_count;
} game_object;

typedef struct state_object {
    PyObject_HEAD game_object *game;
    unsigned char *bytes;
    lud_moves *moves; /* last listed, or NULL */
    int listed;       /* of which role in this position; -1: of none */
    PyObject
        *history; /* in games that hide something: (what was before or None, moves, percepts), the moves by role
                     from chance on (texts, None: did not decide; of the start none), the percepts from role 1 on */
    int mover;    /* of this position: a role, NOBODY_ALONE, or MOVER_UNKNOWN yet */
    bool busy;
} state_object;
enum { NOBODY_ALONE = -1, MOVER_UNKNOWN = -2 };

typedef struct module_types {
    PyTypeObject *game, *state, *random, *batch, *agent, *session, *array;
    PyTypeObject *diagnostic, *thought, *choice, *solution, *match; /* tuples with names */
    PyObject *error, *rules_error, *play_error, *illegal_move, *no_network;
} module_types;
extern module_types types;

PyTypeObject *game_type(void);
PyTypeObject *state_type(void);
PyTypeObject *random_type(void);
PyTypeObject *batch_type(void);
PyTypeObject *agent_type(void);
PyTypeObject *session_type(void);
PyTypeObject *array_type(void);

/* ---- errors (errors.c); all return NULL ----------------------------------------------- */

PyObject *raise_diags(lud_diags *diags, const char *what);
PyObject *raise_status(lud_context *ctx, lud_status status);
PyObject *raise_busy(const char *what);
PyObject *diagnostics_tuple(lud_diags *diags);

/* ---- values (values.c) ---------------------------------------------------------------- */

/* Texts of rules are UTF-8; what is not becomes U+FFFD. */
/* For "O&": numbers that must not wrap. */
int to_uint32(PyObject *number, void *at);
int to_uint64(PyObject *number, void *at); /* an unsigned long long */
enum { STATE_SUM = 8 /* bytes behind a state's own, see state_sum */ };
void state_sum(const game_object *game, const void *bytes, char sum[STATE_SUM]);
PyObject *text_object(const char *text);
PyObject *text_or_none(const char *text);
/* The text of a move, of a feature.. by a function that follows the convention of lud_move_text. */
PyObject *move_object(const lud_game *game, lud_move move);
/* Takes the value over. */
PyObject *json_object_of(json_t *value);
/* {name: score} */
PyObject *scores_object(const game_object *game, const double *scores);
/* A new tuple with names; steals the values, of which a NULL ends it all. */
PyObject *named_tuple(PyTypeObject *type, Py_ssize_t count, PyObject *const *values);
/* PyModule_AddFunctions and the like want plain functions. */
#define METHOD(f) ((PyCFunction)(void (*)(void))(f))
#define OBJECT(x) ((PyObject *)(x))

/* ---- what may take long (run.c) ------------------------------------------------------- */

/* Runs in a thread of its own, without the lock of the interpreter, until it is done. Signals are answered meanwhile:
 * if that raises, the control is interrupted, and taken back at the end. False: an exception is set; memory, too. */
bool run_long(lud_control *control, void (*run)(void *), void *arg);

/* ---- games and states ----------------------------------------------------------------- */

/* NULL: out of memory, and that is raised. */
lud_context *context_take(game_object *game);
void context_give(game_object *game, lud_context *ctx);
/* A number or a name. False: an exception is set. */
bool role_of(const game_object *game, PyObject *role, uint32_t *number);
/* The text of the rules (borrowed bytes), or NULL. */
PyObject *game_source(game_object *game);
state_object *state_new(game_object *game);
/* Adds a step to the history; `moves` is stolen. The context has just made it. False: an exception is set. */
bool state_remember(state_object *s, lud_context *ctx, PyObject *moves);
/* A copy of these bytes, without a history. */
PyObject *state_of(game_object *game, const void *bytes);
/* moves.c; false: an exception is set. Lists the moves of a role that decides, unless they are listed; finds who
 * decides alone (which may be nobody); makes a move, or those of {role: move}, where indices are of the lists of
 * `named`, the same position. */
bool state_list(state_object *s, uint32_t role);
bool state_find_mover(state_object *s);
bool state_make(state_object *s, state_object *named, PyObject *given);
/* The role that decides alone, see get_mover; NOBODY_ALONE: an exception is set. */
int state_mover(state_object *s);
/* `role`: an object or NULL, for the one that decides alone. False: an exception is set. */
bool state_role(state_object *s, PyObject *role, uint32_t *number);

PyObject *module_load(PyObject *self, PyObject *args, PyObject *kwargs);
PyObject *module_loads(PyObject *self, PyObject *args, PyObject *kwargs);
PyObject *module_format(PyObject *self, PyObject *args, PyObject *kwargs);
PyObject *module_library(PyObject *self, PyObject *none);
PyObject *module_library_text(PyObject *self, PyObject *name);

/* Methods of games and states that live elsewhere (analysis.c, match.c, picture.c). */
PyObject *game_run(game_object *self, PyObject *args, PyObject *kwargs);
PyObject *game_analyse(game_object *self, PyObject *args, PyObject *kwargs);
PyObject *state_solve(state_object *self, PyObject *args, PyObject *kwargs);
PyObject *state_perft(state_object *self, PyObject *args, PyObject *kwargs);
PyObject *state_text(state_object *self);
PyObject *state_picture(state_object *self, PyObject *none);
PyObject *module_match(PyObject *self, PyObject *args, PyObject *kwargs);
PyObject *module_agents(PyObject *self, PyObject *none);

/* ---- random numbers ------------------------------------------------------------------- */

typedef struct random_object {
    PyObject_HEAD lud_rng rng;
} random_object;
/* Of a `random` argument: an object of this type; else an exception is set. */
lud_rng *random_of(PyObject *object);

/* ---- memory that others may look at (array.c) ----------------------------------------- */

/* A memoryview of `memory`, which belongs to `owner`. format: of the module struct. */
PyObject *array_view(PyObject *owner, void *memory, const char *format, Py_ssize_t item, int dimensions,
                     const Py_ssize_t *shape);

#endif
