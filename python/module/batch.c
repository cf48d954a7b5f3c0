/* Many games step by step. */
#include "module.h"

#include <stdlib.h>
#include <string.h>

enum { LISTED_WIDTH = 256, NOBODY = -1 };

/* Rows: one a lane, or one a lane and role where several roles may decide at once. */
typedef struct batch_object {
    PyObject_HEAD game_object *game;
    lud_game *other; /* the same rules loaded for a network, where the game itself was not; or NULL */
    lud_batch *batch;
    uint32_t lanes, roles, columns, rows; /* rows of a lane */
    bool numbered, reset, busy;
    bool masked;              /* somebody looks at the masks, which steps therefore keep */
    unsigned char *mask;      /* [lane][row][column] */
    signed char *movers;      /* [lane]: who decides; NOBODY: the lane has ended, or several do */
    unsigned char *ended;     /* [lane] by the last step */
    double *rewards;          /* [lane][role - 1] */
    uint64_t *bits;           /* scratch: masks of a role */
    int32_t *actions;         /* scratch: [lane][row] */
    float *features, *others; /* [lane][feature], made when first asked for */
} batch_object;

/* The load that the batch plays: words of moves are its. */
static const lud_game *played(const batch_object *b) { return b->other ? b->other : b->game->game; }

/* Which row of a lane is the role's, in the games where that differs. */
static uint32_t row_of(const batch_object *b, uint32_t lane, uint32_t role)
{
    return b->rows > 1 ? lane * b->rows + role - 1 : lane;
}

/* ---- what there is to see ---- */

/* The only role that decides; of several the one with a choice, since rules may let others make a move that is none
 * (`noop` of GDL), and a player where nobody has one. */
static signed char mover_of(const batch_object *b, uint32_t lane)
{
    const uint64_t movers = lud_batch_movers(b->batch, lane);
    if (!(movers & (movers - 1)))
        return (signed char)(movers ? __builtin_ctzll(movers) : NOBODY);
    for (uint32_t r = 0; b->rows == 1 && r <= b->roles; r++)
        if (movers >> r & 1 && lud_batch_count(b->batch, lane, r) > 1)
            return (signed char)r;
    return (signed char)(b->rows == 1 ? __builtin_ctzll(movers & ~UINT64_C(1)) : NOBODY);
}

/* Bits become bytes, eight at a time: byte i of the product keeps bit i, and is made 0 or 1. */
static inline void spread(unsigned char *to, const uint64_t *bits, uint32_t count)
{
    for (uint32_t i = 0; i < count; i += 8) {
        const uint64_t byte = bits[i / 64] >> i % 64 & 0xff;
        uint64_t eight = (byte * UINT64_C(0x0101010101010101)) & UINT64_C(0x8040201008040201);
        eight = (eight + UINT64_C(0x7f7f7f7f7f7f7f7f)) >> 7 & UINT64_C(0x0101010101010101);
        if (count - i >= 8) /* so that no function is called */
            memcpy(to + i, &eight, 8);
        else
            memcpy(to + i, &eight, count - i);
    }
}

/* Roles that decide are those with a legal action; where nobody has one and the lane goes on, it is chance (see).
 * `words` of bits a lane: a constant where there is one, which most games have. */
__attribute__((always_inline)) static inline void see_role(batch_object *b, uint32_t role, uint32_t words)
{
    const uint32_t actions = lud_batch_actions(b->batch, role);
    for (uint32_t l = 0; l < b->lanes; l++) {
        const uint64_t *bits = b->bits + (size_t)l * words;
        uint64_t any = 0, choice = 0;
        for (uint32_t w = 0; w < words; w++) {
            choice |= (bits[w] & (bits[w] - 1)) | (any ? bits[w] : 0);
            any |= bits[w];
        }
        if (!any)
            continue;
        unsigned char *row = b->mask + (size_t)row_of(b, l, role ? role : 1) * b->columns;
        const bool others = b->rows == 1 && b->movers[l] > 0; /* have a move, too, which may be none */
        if (role == 0) {
            if (choice && b->rows == 1) {
                b->movers[l] = 0;
                memset(row, 0, b->columns);
            }
        } else if (choice || !others) {
            if (others)
                memset(row, 0, b->columns);
            if (b->rows == 1)
                b->movers[l] = (signed char)role;
            spread(row, bits, actions);
        }
    }
}

static void see_numbered(batch_object *b, uint32_t role)
{
    const uint32_t words = (lud_batch_actions(b->batch, role) + 63) / 64;
    if (words)
        lud_batch_masks(b->batch, role, b->bits);
    if (words == 1)
        see_role(b, role, 1);
    else if (words)
        see_role(b, role, words);
}

/* False: a lane has more moves than there are columns; an exception is set. */
static bool see_listed(batch_object *b)
{
    for (uint32_t l = 0; l < b->lanes; l++)
        for (uint32_t r = 1; r <= b->roles; r++) {
            if (b->rows > 1 ? !(lud_batch_movers(b->batch, l) >> r & 1) : b->movers[l] != (signed char)r)
                continue;
            const uint32_t count = lud_batch_count(b->batch, l, r);
            if (count > b->columns) {
                PyErr_Format(types.error, "lane %u has %u moves, the batch %u columns for them (width=)", (unsigned)l,
                             (unsigned)count, (unsigned)b->columns);
                return false;
            }
            memset(b->mask + (size_t)row_of(b, l, r) * b->columns, 1, count);
        }
    return true;
}

/* Who decides, and with which actions where that is looked at. With the lock of the interpreter. */
static bool see(batch_object *b)
{
    const uint64_t *ended = lud_batch_ended(b->batch);
    const bool by_mask = b->masked && b->numbered && b->rows == 1;
    memset(b->movers, 0, b->lanes);
    for (uint32_t w = 0; by_mask && w < (b->lanes + 63) / 64; w++)
        for (uint64_t bits = ended[w]; bits; bits &= bits - 1)
            b->movers[64 * w + (uint32_t)__builtin_ctzll(bits)] = NOBODY;
    for (uint32_t l = 0; !by_mask && l < b->lanes; l++)
        b->movers[l] = mover_of(b, l);
    if (!b->masked)
        return true;
    memset(b->mask, 0, (size_t)b->lanes * b->rows * b->columns);
    for (uint32_t r = 1; b->numbered && r <= b->roles; r++)
        see_numbered(b, r);
    if (b->numbered && b->game->info.chance)
        see_numbered(b, 0);
    return b->numbered || see_listed(b);
}

/* Begins to look at masks. */
static bool look_at_mask(batch_object *b)
{
    if (b->masked)
        return true;
    b->masked = true;
    return see(b);
}

/* ---- making one ---- */

static bool make_room(batch_object *b)
{
    uint32_t words = 1;
    for (uint32_t r = 0; r <= b->roles; r++) {
        const uint32_t actions = lud_batch_actions(b->batch, r);
        words = (actions + 63) / 64 > words ? (actions + 63) / 64 : words;
        b->columns = b->numbered && r && actions > b->columns ? actions : b->columns;
    }
    const size_t rows = (size_t)b->lanes * b->rows;
    b->mask = calloc(rows, b->columns);
    b->movers = calloc(b->lanes, sizeof *b->movers);
    b->ended = calloc(b->lanes, 1);
    b->rewards = calloc((size_t)b->lanes * b->roles + 1, sizeof *b->rewards);
    b->bits = calloc((size_t)b->lanes * words, sizeof *b->bits);
    b->actions = calloc(rows, sizeof *b->actions);
    return b->mask && b->movers && b->ended && b->rewards && b->bits && b->actions;
}

typedef struct making {
    const game_object *game;
    const char *path, *text; /* of the rules, or NULL: they are not loaded anew */
    size_t length;
    uint32_t lanes;
    uint64_t seed;
    lud_batch *batch;
    lud_game *other;
} making;

/* Games are only loaded for a network where that is likely to pay for random play. Numbers of moves need one. */
static void make(void *arg)
{
    making *m = arg;
    m->batch = lud_batch_new(m->game->game, m->lanes, m->seed);
    if (!m->batch || lud_batch_network(m->batch) || !m->text)
        return;
    lud_options options = m->game->options;
    options.network = LUD_NETWORK_ALWAYS;
    m->other = lud_load_text(m->text, m->length, m->path, &options, NULL);
    lud_batch *fresh = m->other ? lud_batch_new(m->other, m->lanes, m->seed) : NULL;
    if (fresh) {
        lud_batch_free(m->batch);
        m->batch = fresh;
    }
}

static PyObject *no_network(const game_object *game, const lud_game *tried)
{
    lud_info info;
    lud_game_info(tried ? tried : game->game, &info);
    const char *why = info.network_note                            ? info.network_note
                      : info.hidden                                ? "what roles know is no part of a network"
                      : game->options.network == LUD_NETWORK_NEVER ? "it was loaded with network='never'"
                                                                   : "its rules are not made into one";
    return PyErr_Format(types.no_network,
                        "the moves of this game have no numbers, as it is not played on a network: %s. With "
                        "actions='listed' an action is an index into the list of legal moves",
                        why);
}

static PyObject *new_batch(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"game", "lanes", "seed", "actions", "auto_reset", "width", NULL};
    PyObject *game;
    const char *actions = "numbered";
    unsigned long long seed = 1;
    unsigned lanes, width = LISTED_WIDTH;
    int reset = 1;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O!O&|$O&spO&", names, types.game, &game, to_uint32, &lanes,
                                     to_uint64, &seed, &actions, &reset, to_uint32, &width))
        return NULL;
    const bool numbered = strcmp(actions, "numbered") == 0;
    if (!numbered && strcmp(actions, "listed") != 0)
        return PyErr_Format(PyExc_ValueError, "actions must be 'numbered' or 'listed', not '%s'", actions);
    if (lanes == 0 || lanes > 1 << 24 || width == 0 || width > 1 << 20)
        return PyErr_Format(PyExc_ValueError, "lanes must be from 1 to 2^24, width from 1 to 2^20");
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    batch_object *b = (batch_object *)allocate(type, 0);
    if (!b)
        return NULL;
    b->game = (game_object *)Py_NewRef(game);
    making m = {.game = b->game, .lanes = lanes, .seed = seed};
    char *text;
    Py_ssize_t length;
    PyObject *source =
        numbered && b->game->options.network == LUD_NETWORK_AUTO && !b->game->info.hidden ? game_source(b->game) : NULL;
    if (source && PyBytes_AsStringAndSize(source, &text, &length) == 0) {
        m.text = text;
        m.length = (size_t)length;
        m.path = PyUnicode_AsUTF8AndSize(b->game->path, NULL);
    }
    if (PyErr_Occurred()) {
        Py_DECREF(OBJECT(b));
        return NULL;
    }
    const bool made = run_long(b->game->control, make, &m);
    b->other = m.other;
    if (made) {
        b->batch = m.batch;
        b->lanes = lanes;
        b->roles = b->game->info.roles;
        b->rows = b->game->info.simultaneous ? b->roles : 1;
        b->numbered = numbered;
        b->columns = numbered ? 0 : width;
        b->reset = reset;
        if (b->batch && numbered && !lud_batch_network(b->batch))
            no_network(b->game, b->other);
        else if (!b->batch || !make_room(b))
            PyErr_NoMemory();
        else
            see(b);
    } else {
        lud_batch_free(m.batch);
    }
    if (!PyErr_Occurred())
        return (PyObject *)b;
    Py_DECREF(OBJECT(b));
    return NULL;
}

static void dealloc(batch_object *self)
{
    PyTypeObject *type = Py_TYPE(OBJECT(self));
    lud_batch_free(self->batch);
    lud_game_free(self->other);
    free(self->mask);
    free(self->movers);
    free(self->ended);
    free(self->rewards);
    free(self->bits);
    free(self->actions);
    free(self->features);
    free(self->others);
    Py_XDECREF(OBJECT(self->game));
    PyObject_Free(self);
    Py_DECREF(OBJECT(type));
}

/* ---- steps ---- */

#define ENTER(b)                                                                                                       \
    do {                                                                                                               \
        if ((b)->busy)                                                                                                 \
            return raise_busy("batch");                                                                                \
    } while (0)

/* Numbers of 4 or 8 bytes in a row, one a row of the batch. False: an exception is set; where it is no TypeError, the
 * object has no such memory. */
static bool copy_actions(const batch_object *b, PyObject *given)
{
    Py_buffer view;
    const Py_ssize_t count = (Py_ssize_t)b->lanes * b->rows;
    if (PyObject_GetBuffer(given, &view, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) < 0)
        return false;
    const char *format = view.format ? view.format : "B";
    format += *format == '<' || *format == '@' || *format == '=';
    const bool whole =
        format[0] && !format[1] && strchr("iIlLqQ", format[0]) && (view.itemsize == 4 || view.itemsize == 8);
    const bool fits = whole && view.len == count * view.itemsize;
    if (!whole)
        PyErr_SetString(PyExc_TypeError, "actions must be whole numbers of 32 or 64 bits");
    else if (!fits)
        PyErr_Format(PyExc_ValueError, "%zd actions are needed, not %zd", count, view.len / view.itemsize);
    for (Py_ssize_t i = 0; fits && i < count; i++) {
        const int64_t a = view.itemsize == 4 ? ((const int32_t *)view.buf)[i] : ((const int64_t *)view.buf)[i];
        b->actions[i] = a < -1 || a > INT32_MAX ? INT32_MAX : (int32_t)a;
    }
    PyBuffer_Release(&view);
    return fits;
}

/* The same from any sequence. */
static bool read_actions(const batch_object *b, PyObject *given)
{
    if (PyObject_CheckBuffer(given))
        return copy_actions(b, given);
    const Py_ssize_t count = (Py_ssize_t)b->lanes * b->rows, have = PySequence_Size(given);
    if (have != count) {
        if (!PyErr_Occurred())
            PyErr_Format(PyExc_ValueError, "%zd actions are needed, not %zd", count, have);
        return false;
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *item = PySequence_GetItem(given, i);
        const long long a = item ? PyLong_AsLongLong(item) : -1;
        Py_XDECREF(item);
        if (PyErr_Occurred())
            return false;
        b->actions[i] = a < -1 || a > INT32_MAX ? INT32_MAX : (int32_t)a;
    }
    return true;
}

/* Whether all actions are legal, so that none is chosen before one is refused. */
static bool check_actions(const batch_object *b, uint32_t *lane)
{
    for (uint32_t l = 0; l < b->lanes; l++) {
        if (b->rows == 1 && b->movers[l] <= 0)
            continue; /* chance, or over */
        for (uint32_t k = 0; k < b->rows; k++) {
            const size_t row = (size_t)l * b->rows + k;
            const int32_t a = b->actions[row];
            if (a >= 0 && ((uint32_t)a >= b->columns || !b->mask[row * b->columns + (uint32_t)a]) &&
                (b->rows == 1 || lud_batch_movers(b->batch, l) >> (k + 1) & 1)) {
                *lane = l;
                return false;
            }
        }
    }
    return true;
}

static void choose(batch_object *b)
{
    for (uint32_t l = 0; l < b->lanes; l++)
        for (uint32_t k = 0; k < b->rows; k++) {
            const int32_t a = b->actions[(size_t)l * b->rows + k];
            const int role = b->rows > 1 ? (int)k + 1 : b->movers[l];
            if (a < 0 || role <= 0)
                continue;
            if (b->numbered)
                lud_batch_act(b->batch, l, (uint32_t)role, (uint32_t)a);
            else
                lud_batch_choose(b->batch, l, (uint32_t)role, (uint32_t)a);
        }
}

/* What lanes that have ended are worth, and that they begin anew. *fault: of the first that failed. */
static lud_status collect(batch_object *b, lud_status *fault)
{
    const uint64_t *ended = lud_batch_ended(b->batch);
    bool any = false;
    spread(b->ended, ended, b->lanes);
    for (uint32_t w = 0; w < (b->lanes + 63) / 64; w++)
        for (uint64_t bits = ended[w]; bits; bits &= bits - 1) {
            const uint32_t l = 64 * w + (uint32_t)__builtin_ctzll(bits);
            any = true;
            lud_batch_scores(b->batch, l, b->rewards + (size_t)l * b->roles);
            *fault = *fault == LUD_OK ? lud_batch_status(b->batch, l) : *fault;
        }
    return any && b->reset ? lud_batch_reset(b->batch, ended, NULL) : LUD_OK;
}

static PyObject *step(batch_object *self, PyObject *args)
{
    PyObject *actions = Py_None;
    uint32_t lane;
    bool legal = true;
    lud_status status = LUD_OK, fault = LUD_OK;
    ENTER(self);
    if (!PyArg_ParseTuple(args, "|O", &actions))
        return NULL;
    if (actions != Py_None) {
        if (!read_actions(self, actions))
            return NULL;
        if (!look_at_mask(self))
            return NULL;
    }
    self->busy = true;
    Py_BEGIN_ALLOW_THREADS;
    if (actions != Py_None && (legal = check_actions(self, &lane)))
        choose(self);
    if (legal) {
        memset(self->rewards, 0, (size_t)self->lanes * self->roles * sizeof *self->rewards);
        status = lud_batch_step(self->batch);
        if (status == LUD_OK)
            status = collect(self, &fault);
    }
    Py_END_ALLOW_THREADS;
    const bool seen = legal && see(self);
    self->busy = false;
    if (!legal)
        return PyErr_Format(types.illegal_move, "the action of lane %u is not legal", (unsigned)lane);
    if (status != LUD_OK || fault != LUD_OK)
        return raise_status(NULL, status != LUD_OK ? status : fault);
    if (!seen)
        return NULL;
    Py_RETURN_NONE;
}

/* A set of lanes from a sequence of truths; NULL: an exception is set. */
static uint64_t *read_lanes(const batch_object *b, PyObject *which)
{
    uint64_t *set = calloc((b->lanes + 63) / 64, sizeof *set);
    if (!set)
        PyErr_NoMemory();
    else if (PySequence_Size(which) != (Py_ssize_t)b->lanes && !PyErr_Occurred())
        PyErr_Format(PyExc_ValueError, "a truth for each of %u lanes is needed", (unsigned)b->lanes);
    for (uint32_t l = 0; !PyErr_Occurred() && l < b->lanes; l++) {
        PyObject *item = PySequence_GetItem(which, l);
        if (item && PyObject_IsTrue(item) == 1)
            set[l / 64] |= UINT64_C(1) << l % 64;
        Py_XDECREF(item);
    }
    if (!PyErr_Occurred())
        return set;
    free(set);
    return NULL;
}

static PyObject *reset(batch_object *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"which", "state", NULL};
    PyObject *which = Py_None, *state = Py_None;
    uint64_t *set = NULL;
    ENTER(self);
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|OO", names, &which, &state))
        return NULL;
    if (state != Py_None && (!PyObject_TypeCheck(state, types.state) || ((state_object *)state)->game != self->game))
        return PyErr_Format(PyExc_TypeError, "state must be a State of the same game");
    if (which != Py_None && !(set = read_lanes(self, which)))
        return NULL;
    const lud_status status =
        lud_batch_reset(self->batch, set, state == Py_None ? NULL : ((state_object *)state)->bytes);
    free(set);
    if (status != LUD_OK)
        return raise_status(NULL, status);
    if (!see(self))
        return NULL;
    Py_RETURN_NONE;
}

/* ---- looking ---- */

static PyObject *get_mask(batch_object *self, void *closure)
{
    (void)closure;
    ENTER(self);
    if (!look_at_mask(self))
        return NULL;
    const Py_ssize_t flat[] = {self->lanes, self->columns}, deep[] = {self->lanes, self->rows, self->columns};
    return array_view((PyObject *)self, self->mask, "?", 1, self->rows > 1 ? 3 : 2, self->rows > 1 ? deep : flat);
}

static PyObject *get_movers(batch_object *self, void *closure)
{
    (void)closure;
    return array_view((PyObject *)self, self->movers, "b", 1, 1, &(Py_ssize_t){self->lanes});
}

static PyObject *get_ended(batch_object *self, void *closure)
{
    (void)closure;
    return array_view((PyObject *)self, self->ended, "?", 1, 1, &(Py_ssize_t){self->lanes});
}

static PyObject *get_rewards(batch_object *self, void *closure)
{
    (void)closure;
    return array_view((PyObject *)self, self->rewards, "d", sizeof(double), 2,
                      (const Py_ssize_t[]){self->lanes, self->roles});
}

/* With nothing hidden, vectors of two roles differ in the numbers that say who looks; else each has its own. */
static void see_features(batch_object *b, uint32_t role)
{
    const uint32_t count = lud_feature_count(b->game->game);
    if (role || !b->game->info.hidden) {
        lud_batch_features(b->batch, role ? role : 1, b->features);
        for (uint32_t l = 0; role == 0 && l < b->lanes; l++)
            for (uint32_t r = 1; b->movers[l] > 0 && r <= b->roles; r++)
                b->features[(size_t)l * count + r - 1] = b->movers[l] == (signed char)r;
        return;
    }
    for (uint32_t r = b->roles; r >= 1; r--) {
        lud_batch_features(b->batch, r, b->others);
        for (uint32_t l = 0; l < b->lanes; l++)
            if (r == b->roles || b->movers[l] == (signed char)r)
                memcpy(b->features + (size_t)l * count, b->others + (size_t)l * count, count * sizeof *b->others);
    }
}

static PyObject *features(batch_object *self, PyObject *args)
{
    PyObject *role = Py_None;
    uint32_t r = 0;
    ENTER(self);
    if (!PyArg_ParseTuple(args, "|O", &role) || (role != Py_None && !role_of(self->game, role, &r)))
        return NULL;
    if (role != Py_None && r == 0)
        return PyErr_Format(PyExc_ValueError, "chance has no view");
    const size_t count = lud_feature_count(self->game->game);
    if (!self->features) {
        self->others = self->game->info.hidden ? malloc(self->lanes * count * sizeof *self->others + 1) : NULL;
        self->features = malloc(self->lanes * count * sizeof *self->features + 1);
        if (!self->features || (!self->others && self->game->info.hidden)) {
            free(self->features);
            self->features = NULL;
            return PyErr_NoMemory();
        }
    }
    self->busy = true;
    Py_BEGIN_ALLOW_THREADS;
    see_features(self, r);
    Py_END_ALLOW_THREADS;
    self->busy = false;
    return array_view((PyObject *)self, self->features, "f", sizeof(float), 2,
                      (const Py_ssize_t[]){self->lanes, (Py_ssize_t)count});
}

/* An argument that is a lane. */
static bool lane_of(const batch_object *b, unsigned lane)
{
    if (lane < b->lanes)
        return true;
    PyErr_Format(PyExc_IndexError, "there are %u lanes", (unsigned)b->lanes);
    return false;
}

static PyObject *lane_state(batch_object *self, PyObject *number)
{
    ENTER(self);
    const unsigned long lane = PyLong_AsUnsignedLong(number);
    if (PyErr_Occurred() || !lane_of(self, lane > UINT32_MAX ? UINT32_MAX : (unsigned)lane))
        return NULL;
    state_object *s = state_new(self->game);
    if (s)
        lud_batch_state(self->batch, (uint32_t)lane, s->bytes);
    return (PyObject *)s;
}

static PyObject *lane_move(batch_object *self, PyObject *args)
{
    unsigned lane, action;
    PyObject *role = Py_None;
    ENTER(self);
    if (!PyArg_ParseTuple(args, "O&O&|O", to_uint32, &lane, to_uint32, &action, &role) || !lane_of(self, lane))
        return NULL;
    uint32_t r = (uint32_t)self->movers[lane];
    if (role != Py_None ? !role_of(self->game, role, &r) : self->movers[lane] < 0)
        return PyErr_Occurred() ? NULL : PyErr_Format(types.play_error, "nobody decides alone in this lane");
    const bool there =
        action < (self->numbered ? lud_batch_actions(self->batch, r) : lud_batch_count(self->batch, lane, r));
    if (!there)
        return PyErr_Format(types.illegal_move, "there is no action %u", action);
    return move_object(played(self), self->numbered ? lud_batch_action(self->batch, r, action)
                                                    : lud_batch_move(self->batch, lane, r, action));
}

static PyObject *action_names(batch_object *self, PyObject *role)
{
    uint32_t r;
    if (!self->numbered)
        return PyErr_Format(types.no_network, "actions are indices of lists in this batch: move() names them");
    if (!role_of(self->game, role, &r))
        return NULL;
    const uint32_t count = lud_batch_actions(self->batch, r);
    PyObject *list = PyList_New(count);
    for (uint32_t a = 0; list && a < count; a++) {
        const lud_move m = lud_batch_action(self->batch, r, a);
        PyObject *text = m.words ? move_object(played(self), m) : Py_NewRef(Py_None);
        if (!text || PyList_SetItem(list, a, text) < 0)
            Py_CLEAR(list);
    }
    return list;
}

static PyObject *get_game(batch_object *self, void *closure)
{
    (void)closure;
    return Py_NewRef((PyObject *)self->game);
}
static PyObject *get_lanes(batch_object *self, void *closure)
{
    (void)closure;
    return PyLong_FromUnsignedLong(self->lanes);
}
static PyObject *get_actions(batch_object *self, void *closure)
{
    (void)closure;
    return PyLong_FromUnsignedLong(self->columns);
}
static PyObject *get_network(batch_object *self, void *closure)
{
    (void)closure;
    return PyBool_FromLong(lud_batch_network(self->batch));
}

PyTypeObject *batch_type(void)
{
    static PyMethodDef methods[] = {
        {"step", METHOD(step), METH_VARARGS,
         "step(actions=None)\n--\n\nMove all lanes on that have not ended.\n\n"
         "actions: whole numbers of 32 or 64 bits of shape (lanes,), or (lanes, roles) where several roles may decide "
         "at\n"
         "once; -1 draws a move at random, as None does for all. Of lanes where chance decides, and of roles that do "
         "not,\n"
         "they are not looked at. Raises IllegalMove before anything is moved, PlayError after a lane came to a "
         "fault."},
        {"reset", METHOD(reset), METH_VARARGS | METH_KEYWORDS,
         "reset(which=None, state=None)\n--\n\nPut a state, or the beginning of the game, into lanes: a truth for "
         "each, or all."},
        {"features", METHOD(features), METH_VARARGS,
         "features(role=None)\n--\n\nState.features() of all lanes, float32 of shape (lanes, features), in memory that "
         "the next\n"
         "call fills anew. By default each lane as the role sees it that decides there."},
        {"state", METHOD(lane_state), METH_O, "state(lane)\n--\n\nA State as it is in a lane."},
        {"move", METHOD(lane_move), METH_VARARGS,
         "move(lane, action, role=None)\n--\n\nThe text of an action in a lane, of the role that decides there."},
        {"action_names", METHOD(action_names), METH_O,
         "action_names(role)\n--\n\nThe texts of a role's actions by number; None: that it does not decide."},
        {0}};
    static PyGetSetDef attributes[] = {
        {"game", (getter)get_game, NULL, "The Game that is played.", NULL},
        {"lanes", (getter)get_lanes, NULL, "How many games are played side by side.", NULL},
        {"actions", (getter)get_actions, NULL, "Columns of mask: actions that a role can ever have, at most.", NULL},
        {"network", (getter)get_network, NULL, "Whether they are played on a network.", NULL},
        {"mask", (getter)get_mask, NULL,
         "Which actions are legal: bool, (lanes, actions), of the role that decides; (lanes, roles, actions) where "
         "several\n"
         "roles may decide at once. A view of memory that each step fills anew.",
         NULL},
        {"movers", (getter)get_movers, NULL,
         "Who decides: int8, (lanes,): a role, 0 for chance, -1 when the lane has ended or several roles decide.",
         NULL},
        {"ended", (getter)get_ended, NULL, "Which lanes the last step ended: bool, (lanes,).", NULL},
        {"rewards", (getter)get_rewards, NULL,
         "Scores of the lanes that the last step ended, else 0: float64, (lanes, roles).", NULL},
        {0}};
    static PyType_Slot slots[] = {
        {Py_tp_new, new_batch},
        {Py_tp_dealloc, dealloc},
        {Py_tp_methods, methods},
        {Py_tp_getset, attributes},
        {Py_tp_doc,
         "Batch(game, lanes, *, seed=1, actions='numbered', auto_reset=True, width=256)\n--\n\n"
         "Many games of one kind, moved on together.\n\n"
         "actions: 'numbered': all moves a role can ever have are numbered; the game is played on a network then, and\n"
         "NoNetwork says why another one cannot be. 'listed': an action is an index into the list of legal moves, of\n"
         "which there may be `width`; for any game. auto_reset: lanes that end begin anew within the same step.\n\n"
         "mask, movers, ended, rewards and features() are memoryviews, which np.asarray() takes without a copy."},
        {0}};
    static PyType_Spec spec = {"ludens.Batch", sizeof(batch_object), 0, Py_TPFLAGS_DEFAULT, slots};
    return (PyTypeObject *)PyType_FromSpec(&spec);
}
