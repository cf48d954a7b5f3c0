/* Which moves a role has, who decides alone, and moves that somebody names. */
#include "module.h"

#include <stdlib.h>
#include <string.h>

bool state_list(state_object *s, uint32_t role)
{
    lud_status status;
    if (s->listed == (int)role)
        return true;
    if (!(lud_movers(s->game->game, s->bytes) >> role & 1)) {
        PyErr_Format(types.play_error, "%s does not decide here", lud_role_name(s->game->game, role));
        return false;
    }
    if (!s->moves && !(s->moves = lud_moves_new()))
        return PyErr_NoMemory() != NULL;
    lud_context *ctx = context_take(s->game);
    if (!ctx)
        return false;
    s->busy = true;
    s->listed = -1;
    Py_BEGIN_ALLOW_THREADS;
    status = lud_moves_list(ctx, s->bytes, role, s->moves);
    Py_END_ALLOW_THREADS;
    s->busy = false;
    if (status != LUD_OK)
        raise_status(ctx, status);
    else
        s->listed = (int)role;
    context_give(s->game, ctx);
    return status == LUD_OK;
}

bool state_find_mover(state_object *s)
{
    const uint64_t movers = lud_movers(s->game->game, s->bytes);
    int with_choice = 0;
    if (s->mover != MOVER_UNKNOWN)
        return true;
    s->mover = movers ? __builtin_ctzll(movers & ~UINT64_C(1) ? movers & ~UINT64_C(1) : movers) : NOBODY_ALONE;
    for (uint32_t r = 0; movers & (movers - 1) && r <= s->game->info.roles; r++) {
        if (!(movers >> r & 1))
            continue;
        if (!state_list(s, r)) {
            s->mover = MOVER_UNKNOWN;
            return false;
        }
        if (lud_moves_count(s->moves) > 1)
            s->mover = with_choice++ ? NOBODY_ALONE : (int)r;
    }
    return true;
}

int state_mover(state_object *s)
{
    if (state_find_mover(s) && s->mover == NOBODY_ALONE)
        PyErr_SetString(types.play_error, lud_movers(s->game->game, s->bytes) ? "several roles decide at once: name one"
                                                                              : "the game is over");
    return s->mover >= 0 ? s->mover : NOBODY_ALONE;
}

bool state_role(state_object *s, PyObject *role, uint32_t *number)
{
    if (role && role != Py_None)
        return role_of(s->game, role, number);
    const int mover = state_mover(s);
    *number = (uint32_t)mover;
    return mover >= 0;
}

/* ---- moves that are named ---- */

enum { WORDS_NEAR = 64 };

/* A move that somebody named: an index among the legal ones, or a text. */
typedef struct chosen {
    lud_move move;
    uint32_t near[WORDS_NEAR], *far;
} chosen;

static PyObject *no_such_move(const state_object *s, uint32_t role, PyObject *move)
{
    return PyErr_Format(types.illegal_move, "%R is no legal move of %s here", move, lud_role_name(s->game->game, role));
}

/* A move of the list, which may be used for another role before this one is made. */
static bool choose_listed(const state_object *s, uint32_t index, chosen *c)
{
    const lud_move listed = lud_moves_at(s->moves, index);
    c->far = malloc((listed.count + 1) * sizeof *c->far);
    if (!c->far)
        return PyErr_NoMemory() != NULL;
    if (listed.count)
        memcpy(c->far, listed.words, listed.count * sizeof *c->far);
    c->move = (lud_move){c->far, listed.count, listed.weight};
    return true;
}

/* False: an exception is set. */
static bool choose(state_object *s, uint32_t role, PyObject *move, chosen *c)
{
    c->far = NULL;
    if (PyLong_Check(move)) {
        const long index = PyLong_AsLong(move);
        if (PyErr_Occurred() || !state_list(s, role))
            return false;
        if (index < 0 || (unsigned long)index >= lud_moves_count(s->moves))
            return no_such_move(s, role, move) != NULL;
        return choose_listed(s, (uint32_t)index, c);
    }
    Py_ssize_t length = 0;
    const char *text = PyUnicode_Check(move) ? PyUnicode_AsUTF8AndSize(move, &length) : NULL;
    if (text && strlen(text) != (size_t)length)
        return no_such_move(s, role, move) != NULL;
    if (!text) {
        if (!PyErr_Occurred())
            PyErr_SetString(PyExc_TypeError, "a move is a text, or its index in State.moves()");
        return false;
    }
    uint32_t count = 0, *words = c->near;
    lud_status status = lud_move_parse(s->game->game, text, words, WORDS_NEAR, &count);
    if (status == LUD_OK && count > WORDS_NEAR) {
        words = c->far = malloc(count * sizeof *words);
        if (!words)
            return PyErr_NoMemory() != NULL;
        status = lud_move_parse(s->game->game, text, words, count, &count);
    }
    if (status != LUD_OK)
        return status == LUD_ERR_MEMORY ? PyErr_NoMemory() != NULL : no_such_move(s, role, move) != NULL;
    c->move = (lud_move){words, count, 0};
    return true;
}

typedef struct joint_choice {
    chosen *by_role; /* [roles + 1] */
    lud_move *moves;
    uint32_t roles;
} joint_choice;

static void joint_done(joint_choice *j)
{
    for (uint32_t r = 0; j->by_role && r <= j->roles; r++)
        free(j->by_role[r].far);
    free(j->by_role);
    free(j->moves);
}

/* Who is not named makes the only move there is. False: an exception is set. */
static bool joint_complete(state_object *s, uint64_t movers, uint64_t named, joint_choice *j)
{
    for (uint32_t r = 0; r <= j->roles; r++) {
        if (!(movers >> r & 1))
            continue;
        if (!(named >> r & 1)) {
            if (!state_list(s, r))
                return false;
            if (lud_moves_count(s->moves) != 1) {
                PyErr_Format(types.illegal_move, "%s has a choice, too: a dict names a move for each",
                             lud_role_name(s->game->game, r));
                return false;
            }
            if (!choose_listed(s, 0, &j->by_role[r]))
                return false;
        }
        j->moves[r] = j->by_role[r].move;
    }
    return true;
}

/* The moves of all that decide, from one move or from {role: move}. False: an exception is set. */
static bool joint_read(state_object *s, PyObject *given, joint_choice *j)
{
    const uint64_t movers = lud_movers(s->game->game, s->bytes);
    PyObject *key, *move;
    Py_ssize_t at = 0;
    uint32_t role;
    uint64_t named = 0;
    *j = (joint_choice){.roles = s->game->info.roles};
    j->by_role = calloc(j->roles + 1, sizeof *j->by_role);
    j->moves = calloc(j->roles + 1, sizeof *j->moves);
    if (!j->by_role || !j->moves)
        return PyErr_NoMemory() != NULL;
    if (!movers) {
        PyErr_SetString(types.play_error, "the game is over");
        return false;
    }
    if (PyDict_Check(given)) {
        while (PyDict_Next(given, &at, &key, &move)) {
            if (!role_of(s->game, key, &role))
                return false;
            if (!(movers >> role & 1)) {
                PyErr_Format(types.illegal_move, "%R does not decide here", key);
                return false;
            }
            if (!(named >> role & 1) && !choose(s, role, move, &j->by_role[role]))
                return false;
            named |= UINT64_C(1) << role;
        }
    } else {
        const int mover = state_mover(s);
        if (mover < 0 || !choose(s, (uint32_t)mover, given, &j->by_role[mover]))
            return false;
        named = UINT64_C(1) << mover;
    }
    return joint_complete(s, movers, named, j);
}

/* The moves as texts by role, for the history. */
static PyObject *joint_texts(const state_object *s, uint64_t movers, const joint_choice *j)
{
    PyObject *texts = PyTuple_New(j->roles + 1);
    for (uint32_t r = 0; texts && r <= j->roles; r++) {
        PyObject *text = movers >> r & 1 ? move_object(s->game->game, j->moves[r]) : Py_NewRef(Py_None);
        if (!text || PyTuple_SetItem(texts, r, text) < 0)
            Py_CLEAR(texts);
    }
    return texts;
}

bool state_make(state_object *s, state_object *named, PyObject *given)
{
    joint_choice j;
    lud_status status = LUD_OK;
    bool fine = joint_read(named, given, &j);
    PyObject *texts = fine && s->history ? joint_texts(s, lud_movers(s->game->game, s->bytes), &j) : NULL;
    fine = fine && (texts || !s->history);
    lud_context *ctx = fine ? context_take(s->game) : NULL;
    if (ctx) {
        s->busy = true;
        s->listed = -1;
        s->mover = MOVER_UNKNOWN;
        Py_BEGIN_ALLOW_THREADS;
        status = lud_apply(ctx, s->bytes, j.moves);
        Py_END_ALLOW_THREADS;
        s->busy = false;
        if (status == LUD_ERR_ILLEGAL)
            PyErr_Format(types.illegal_move, "%R is no legal move here", given);
        fine = status == LUD_OK || raise_status(ctx, status);
        if (fine && texts) {
            fine = state_remember(s, ctx, texts);
            texts = NULL;
        }
        context_give(s->game, ctx);
    }
    Py_XDECREF(texts);
    joint_done(&j);
    return fine && ctx;
}
