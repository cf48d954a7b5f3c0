/* What plays on from one node, for rounds.h. It does exactly what model/automaton/play.c does, draw for draw, and hands
 * over to it wherever it cannot. It needs
 *     STATE, END, KEEPER                       size of a state, a node, a number of roles[]
 *     HIDDEN                                   tags are hidden
 *     copy_state                               what has to be put back
 *     PLAYER(s)                                who is to move, as a number of roles[]
 *     roles, kinds, widths                     [player] [node] [node]
 *     WEIGHTED                                 moves of chance have weights: it is not for us
 *     TOGETHER, follows                        players decide at once; [node] those who do so with the one before
 *     ASKING                                   some sets ask
 *     TRACKS                                   x->cells is kept up to date by moves
 *     look, do_set                             makes x->cells; lists a node's sets of moves, and draws one
 *     do_list, do_open, do_draw, do_match, do_apply, do_step      the game's functions */
#ifndef LUDENS_NATIVE_PLAYER_H
#define LUDENS_NATIVE_PLAYER_H

#include "native/words.h"

/* What is known of a node: bits of kinds[]. STOPS: what begins there can stop half-way; REPEATS: a move may be listed
 * several times, and if it is, that is not for us; COUNTS: do_open says what to
 * draw from; SEARCHES: some moves are found by searching; SETS: do_set draws; WRITES: the step may change x->cells;
 * ASKS: of some sets it shows when a move is made whether it is one; LOOSE: moves leave x->cells out of date; SURE: who
 * is to move is known; GOES_ON: the keeper can be to move behind the step. */
enum {
    STEPS = 1,
    MAKES = 2,
    DRAWS = 4,
    STOPS = 8,
    TELLS = 16,
    REPEATS = 32,
    COUNTS = 64,
    SEARCHES = 128,
    SETS = 256,
    WRITES = 512,
    ASKS = 1024,
    LOOSE = 2048,
    SURE = 4096,
    GOES_ON = 8192
};

static inline void begin(native_frame *x)
{
    x->stop = 0;
    x->depth_max = x->depth_room;
    x->spent = 0;
    x->search = new_search(x);
}

/* Makes a step or a move; where that can stop, the state is put back then. */
static inline int change(native_frame *x, native_playout *y, native_function f, uint32_t node, int stops)
{
    if (!stops)
        return f(x, node) && !x->stop;
    copy_state(y->saved, x->s);
    begin(x);
    if (f(x, node) && !x->stop)
        return 1;
    copy_state(x->s, y->saved);
    x->fresh = 0;
    return 0;
}

/* Before paths are followed that may write boards. */
static inline void about_to_write(native_frame *x, int what)
{
    if (what & LOOSE)
        x->fresh = 0;
    else if (TRACKS && !x->fresh)
        look(x, x->s);
}

static inline int make_move(native_frame *x, native_playout *y, uint32_t node, int what)
{
    x->legal = 1;
    about_to_write(x, what);
    const int made = change(x, y, do_apply, node, what & STOPS);
    x->legal = 0;
    return made;
}

/* Makes the move if it is one, which several paths may make if it is shared; what is known of cells stays true if not.
 * -1: not for us. */
static inline int ask_move(native_frame *x, native_playout *y, uint32_t node, int what, int shared)
{
    const uint32_t fresh = x->fresh;
    int made;
    about_to_write(x, what);
    if (shared) {
        copy_state(y->saved, x->s);
        x->r = y->results;
        x->first = y->results + STATE;
        x->paths = 0;
        begin(x);
        do_match(x, node);
        if (x->stop || x->paths > 1)
            copy_state(x->s, y->saved);
        if (x->paths == 1 && !x->stop)
            memcpy(x->s, x->first, STATE);
        x->fresh &= !x->stop && x->paths == 0;
        made = x->stop || x->paths > 1 ? -1 : (int)x->paths;
    } else {
        made = change(x, y, do_apply, node, what & STOPS);
        made = !made && x->stop ? -1 : made;
    }
    if (what & LOOSE)
        x->fresh = made > 0 ? 0 : fresh;
    return made;
}

static inline __attribute__((always_inline)) int keeper_step(native_frame *x, native_playout *y, uint32_t node,
                                                             int what)
{
    if (what & TELLS)
        x->told = 0;
    if (what & WRITES)
        x->fresh = 0;
    if (!(what & STEPS) || y->steps++ > y->max_plies || !change(x, y, do_step, node, what & STOPS))
        return 0;
    if (HIDDEN && (what & TELLS))
        x->perceive(x->host, x->t, x->told);
    return 1;
}

/* What a move led to is settled: it counts. */
static inline void settled(native_playout *y, int goes_on)
{
    y->plies += (uint64_t)(y->moved & !goes_on);
    y->turns += (uint64_t)(y->moved & y->turn);
    y->moved = 0;
    y->steps = 0;
}

/* Begins the next playout of the series where one is over; 0: there is none, or it is not for us. */
static inline int begin_next(native_frame *x, native_playout *y)
{
    native_series *const all = y->series;
    if (!all || all->next == all->end || all->count == NATIVE_SERIES_MAX || y->playout + NATIVE_PLAYOUT_STEP == 0)
        return 0;
    memcpy(all->states + (size_t)all->count * STATE, x->s, STATE);
    all->results[all->count++] =
        (native_result){y->number, y->plies, y->turns, y->choices, y->choices_min, y->choices_max, y->choices_squared};
    y->number = all->next++;
    y->playout += NATIVE_PLAYOUT_STEP;
    y->plies = y->turns = y->choices = 0;
    y->choices_min = y->choices_max = 0;
    y->choices_squared = 0;
    memcpy(x->s, all->start, STATE);
    memcpy(x->random, all->random[all->end - all->next], sizeof *all->random);
    x->told = x->first_told = 0;
    x->fresh = 0;
    begin(x);
    return 1;
}

static inline void count_choices(native_playout *y, uint32_t count)
{
    y->choices_min = y->choices == 0 || count < y->choices_min ? count : y->choices_min;
    y->choices_max = count > y->choices_max ? count : y->choices_max;
    y->choices += count;
    y->choices_squared += (double)count * (double)count;
}

/* Whether two of the moves are equal: only those are compared whose bits were met before. */
static inline int repeats(const native_frame *x, uint32_t count, uint32_t stride)
{
    uint64_t met[64] = {0};
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t *m = x->words + (stride == UINT32_MAX ? x->starts[i] : (size_t)i * stride);
        const uint32_t length = stride == UINT32_MAX ? x->starts[i + 1] - x->starts[i] : stride;
        uint32_t h = length;
        for (uint32_t j = 0; j < length; j++)
            h = (h ^ m[j]) * UINT32_C(0x9e3779b1), h ^= h >> 15;
        const uint64_t bit = UINT64_C(1) << (h & 63);
        if (met[h >> 26] & bit)
            for (uint32_t j = 0; j < i; j++) {
                const uint32_t *o = x->words + (stride == UINT32_MAX ? x->starts[j] : (size_t)j * stride);
                if ((stride != UINT32_MAX || x->starts[j + 1] - x->starts[j] == length) &&
                    memcmp(o, m, length * sizeof *m) == 0)
                    return 1;
            }
        met[h >> 26] |= bit;
    }
    return 0;
}

/* Lists the moves and draws one of them. Their number, or 0: not for us. */
static inline uint32_t pick(native_frame *x, uint32_t node, int what)
{
    x->w = x->words;
    x->move_count = 0;
    x->starts[0] = 0;
    if (!(what & SETS) || (what & ASKS))
        about_to_write(x, what);
    begin(x);
    const uint32_t stride = do_list(x, node);
    if (x->stop) {
        x->fresh = 0;
        return 0;
    }
    const uint32_t words = (uint32_t)(x->w - x->words);
    const uint32_t count = stride == UINT32_MAX ? x->move_count : words / stride;
    if (count == 0 || ((what & REPEATS) && repeats(x, count, stride)))
        return 0;
    const uint32_t i = below(x, count);
    if (stride == UINT32_MAX) {
        x->m = x->words + x->starts[i];
        x->m_count = x->starts[i + 1] - x->starts[i];
    } else {
        x->m = x->words + (size_t)i * stride;
        x->m_count = stride;
    }
    return count;
}

/* A move of several paths is drawn too often; the interpreter makes up for that. Where even without searches no second
 * path makes the move, there is none; x->first is what it leads to. */
static inline int has_one_path(native_frame *x, native_playout *y, uint32_t node)
{
    memcpy(y->saved, x->s, STATE);
    for (x->legal = 1;; x->legal = 0) {
        x->fresh = 0;
        x->r = y->results;
        x->first = y->results + STATE;
        x->paths = 0;
        begin(x);
        do_match(x, node);
        if (x->stop)
            memcpy(x->s, y->saved, STATE);
        else if (x->paths == 1)
            break;
        if (!x->legal)
            return 0;
    }
    x->legal = 0;
    return 1;
}

/* Draws one of the moves that are sets, and makes it; before that all are listed, if asked for. 0: there are none, or
 * it cannot be made; -1: of those that ask none was found; -2: not for us. */
static inline int draw_set(native_frame *x, native_playout *y, uint32_t node, int what)
{
    if (y->enumerate) {
        x->w = x->words;
        x->starts[0] = x->move_count = x->stop = 0;
    }
    if (!x->fresh)
        look(x, x->s);
    if (ASKING) {
        begin(x);
        x->tries = 0;
    }
    int drawn = do_set(x, node, y->enumerate);
    while (ASKING && drawn >= 3) {
        if (drawn == 5)
            return -1;
        x->m = x->t;
        x->m_count = x->found_tags;
        const int made = ask_move(x, y, node, what, drawn == 4);
        if (made)
            return made > 0 ? 1 : -2;
        if (!x->fresh)
            look(x, x->s);
        begin(x);
        drawn = do_set(x, node, 0);
    }
    if (x->stop)
        return 0;
    if (drawn && y->enumerate)
        count_choices(y, x->move_count);
    if (drawn != 2)
        return drawn;
    x->m = x->t;
    x->m_count = x->found_tags;
    return make_move(x, y, node, what);
}

/* Draws the number of a path. 1: a move, 2: and it is made in x->first, 0: list instead, -1: not for us. *numbers: what
 * was drawn from, if counted. */
static inline int sample(native_frame *x, native_playout *y, uint32_t node, int what, uint32_t *numbers)
{
    uint32_t n = (uint32_t)widths[node], attempts = y->attempts;
    if (is_listed(&y->no_sampling[node], y->playout))
        return 0;
    about_to_write(x, what);
    if (what & COUNTS) {
        begin(x);
        *numbers = n = do_open(x, node);
        attempts = what & SEARCHES ? NATIVE_ATTEMPTS_SEARCHED : NATIVE_ATTEMPTS_COUNTED;
        if (x->stop)
            return -1;
    }
    for (uint32_t i = 0; i < attempts && n > 0; i++) {
        begin(x);
        x->ticket = below(x, n);
        const int found = do_draw(x, node);
        if (x->stop) {
            x->fresh = 0;
            return -1;
        }
        if (found) {
            x->m = x->t;
            x->m_count = x->found_tags;
            return !(what & REPEATS) ? 1 : has_one_path(x, y, node) ? 2 : -1;
        }
    }
    if (!(what & COUNTS))
        y->no_sampling[node] = y->playout + NATIVE_LISTED_ALWAYS;
    return 0;
}

/* A word after the other: as one vector it would wait for the words that were just written. */
static inline void keep_random(uint64_t *to, const native_frame *x)
{
    for (uint32_t i = 0; i < 4; i++) {
        uint64_t word = x->random[i];
        __asm__("" : "+r"(word));
        to[i] = word;
    }
}

/* One decision. Where it cannot be made, random numbers are put back: the interpreter draws the same. */
static inline __attribute__((always_inline)) int ply(native_frame *x, native_playout *y, uint32_t node, int what,
                                                     int chance)
{
    uint64_t random[4] = {0}; /* compilers do not see that it is read only where it was written */
    uint32_t count = 0, numbers = 0;
    int drawn = 0, set = 0;
    uint32_t listed = y->no_sampling[node];
    if (what & (STOPS | COUNTS | REPEATS | ASKS))
        keep_random(random, x);
    if (ASKING && !chance && (what & ASKS) && !y->enumerate && is_listed(&y->no_sampling[node], y->playout))
        set = -1;
    if (!chance && (what & SETS) && set == 0) {
        x->stop = 0;
        set = draw_set(x, y, node, what);
        if (set > 0) {
            y->moved = 1;
            y->turn = 1;
            return 1;
        }
        if (ASKING && set == -1)
            y->no_sampling[node] = y->playout + NATIVE_ASKED_TURNS;
        if (what & (STOPS | ASKS) && (x->stop || set == -2))
            memcpy(x->random, random, sizeof random);
        if (x->stop || set == -2)
            return 0;
    }
    if (set == 0 && !y->enumerate && !y->lists && !chance && (what & DRAWS)) {
        drawn = sample(x, y, node, what, &numbers);
        if (drawn == 0 && !(what & COUNTS)) { /* is not tried again */
            keep_random(random, x);
            listed = y->no_sampling[node];
        }
    }
    if (drawn == 0)
        count = pick(x, node, what);
    if (drawn == 2) {
        x->fresh = 0;
        memcpy(x->s, x->first, STATE);
    }
    if (drawn < 0 || (drawn == 0 && count == 0) || (drawn != 2 && !make_move(x, y, node, what))) {
        if (what & (STOPS | COUNTS | REPEATS | ASKS))
            memcpy(x->random, random, sizeof random);
        if (what & (COUNTS | ASKS))
            y->no_sampling[node] = listed;
        return 0;
    }
    if (drawn == 0 && numbers && list_rather(what & SEARCHES, numbers, count))
        y->no_sampling[node] = y->playout + NATIVE_LISTED_TURNS;
    if (HIDDEN)
        x->perceive(x->host, x->m, x->m_count);
    if (count > 0 && y->enumerate && !chance)
        count_choices(y, count);
    y->moved = 1;
    y->turn = !chance;
    return 1;
}

/* Goes on from one node; 0: it is not for us. */
static inline __attribute__((always_inline)) int go_on(native_frame *x, native_playout *y, uint32_t node, int what)
{
    const int role = roles[PLAYER(x->s)];
    if (role == KEEPER)
        return keeper_step(x, y, node, what);
    if (role < 0)
        return 0;
    settled(y, TOGETHER && follows[TOGETHER ? node : 0]);
    return (what & MAKES) && !(WEIGHTED && role == 0) && y->plies < y->max_plies && ply(x, y, node, what, role == 0);
}

#endif
