/* Plays games to their ends (player.h), several side by side. A round is a decision whose moves are sets, all of them
 * made as soon as they are drawn, and what the keeper makes of it: code of its own, in which nothing is asked that is
 * known beforehand. Units include it last; it needs
 *     DECISIONS(F), KEEPER_STEPS(F)            F(node, kind) for the few nodes of rounds; kind: bits of player.h, of
 *                                              decisions STOPS (drawing can stop half-way) and SURE alone;
 *     NEXT_DECISIONS(F), NEXT_STEPS(F)         the same for use within them;
 *     NODES(F)                                 the same for a few others that are met most
 *     OWN_<node>(list), OWN_<node>             of nodes of rounds: draws a move and makes it; the keeper's step
 *     BESIDE                                   games that may be played side by side; 1: there are no rounds */
#ifndef LUDENS_NATIVE_ROUNDS_H
#define LUDENS_NATIVE_ROUNDS_H

#include "native/player.h"

/* Counts the decisions of rounds so far, and how many there may be before anything else is looked at; 0: none. */
static inline uint64_t count_rounds(native_frame *x, native_playout *y)
{
    const uint64_t made = y->rounds - y->left;
    x->ticks -= made < x->ticks ? (uint32_t)made : x->ticks; /* what steps do may count, too */
    y->plies += made;
    y->turns += made;
    y->left = y->plies >= y->max_plies ? 0 : y->max_plies - y->plies;
    y->left = y->rounds = y->left < x->ticks ? y->left : x->ticks;
    return y->left;
}

static __attribute__((noinline)) uint64_t new_rounds(native_frame *x, native_playout *y)
{
    count_rounds(x, y);
    settled(y, 0);
    return count_rounds(x, y);
}

/* Leaves rounds; if the keeper is to move, what the last decision led to is not settled. */
static __attribute__((noinline)) void leave_rounds(native_frame *x, native_playout *y)
{
    const int made = y->left != y->rounds && L32(x->s) != END && roles[PLAYER(x->s)] == KEEPER;
    count_rounds(x, y);
    y->left = y->rounds = 0;
    if (made) {
        y->plies--;
        y->turns--;
        y->moved = y->turn = 1;
    }
}

/* Before a move is drawn and made. 0: it is not for us. */
UNUSED static inline __attribute__((always_inline)) int
before_move(native_frame *x, native_playout *y, unsigned char *s, uint64_t *random, int what, int list)
{
    if ((!(what & SURE) && roles[PLAYER(s)] <= 0) || (y->left == 0 && new_rounds(x, y) == 0))
        return 0;
    if (!x->fresh)
        look(x, s);
    if (what & STOPS)
        keep_random(random, x);
    if (list || (what & STOPS))
        x->stop = 0;
    if (list) {
        x->w = x->words;
        x->starts[0] = x->move_count = 0;
    }
    y->steps = 0;
    y->left--; /* here, so that nothing is stored between the number of the next node and its being read again */
    return 1;
}

/* Behind it. 0: another way has to be found, with the same random numbers. */
UNUSED static inline __attribute__((always_inline)) int
behind_move(native_frame *x, native_playout *y, const uint64_t *random, int what, int list, int made)
{
    if (!made || ((list || (what & STOPS)) && x->stop)) {
        if (what & STOPS)
            memcpy(x->random, random, 4 * sizeof *random);
        y->left++;
        return 0;
    }
    if (list)
        count_choices(y, x->move_count);
    return 1;
}

/* Few other nodes have a copy, too, in which all that is known of them is decided beforehand. */
#define GO_ON(node, kind)                                                                                              \
    case node:                                                                                                         \
        if (!go_on(x, y, node, kind))                                                                                  \
            return k;                                                                                                  \
        continue;
/* What the keeper does next, if that has a copy; else another game's turn has come, if there is one. */
#define GO_DECIDE(node, kind)                                                                                          \
    case node:                                                                                                         \
        if (beside)                                                                                                    \
            continue;                                                                                                  \
        goto D##node;
#define GO_STEP(node, kind)                                                                                            \
    case node:                                                                                                         \
        goto K##node;
#define KEEP_ON                                                                                                        \
    switch (L32(s)) {                                                                                                  \
        NEXT_STEPS(GO_STEP)                                                                                            \
        NEXT_DECISIONS(GO_DECIDE)                                                                                      \
    default: continue;                                                                                                 \
    }
#define DECISION(node, kind)                                                                                           \
    case node:                                                                                                         \
        D##node : if (!before_move(x, y, s, random, kind, list)) break;                                                \
        if (!behind_move(x, y, random, kind, list, OWN_##node(list)))                                                  \
            break;                                                                                                     \
        KEEP_ON
#define STEP(node, kind)                                                                                               \
    case node:                                                                                                         \
        K##node : if (!((kind)&SURE) && roles[PLAYER(s)] != KEEPER) break;                                             \
        if ((kind)&GOES_ON && y->steps++ > y->max_plies)                                                               \
            break;                                                                                                     \
        if ((kind)&WRITES)                                                                                             \
            x->fresh = 0;                                                                                              \
        if ((kind)&TELLS)                                                                                              \
            x->told = 0;                                                                                               \
        if ((kind)&STOPS ? !change(x, y, do_step, node, 1) : !OWN_##node)                                              \
            break;                                                                                                     \
        KEEP_ON

static inline __attribute__((always_inline)) uint32_t play(native_frame *const *const games,
                                                           native_playout *const *const counts, const uint32_t count,
                                                           const int list, const int beside)
{
    for (uint32_t k = 0;; k = beside && k + 1 < count ? k + 1 : 0) {
        native_frame *const x = games[k];
        native_playout *const y = counts[k];
        unsigned char *const restrict s = x->s;
        uint64_t random[4] = {0};
        (void)list, (void)random;
        switch (L32(s)) {
            DECISIONS(DECISION)
            KEEPER_STEPS(STEP)
        default: break;
        }
        if (y->rounds)
            leave_rounds(x, y);
        if (tick(x))
            return k;
        const uint32_t node = (uint32_t)L32(s);
        switch (node) {
        case END:
            settled(y, 0);
            if (!begin_next(x, y))
                return k;
            continue;
            NODES(GO_ON)
        default:
            if (!go_on(x, y, node, kinds[node]))
                return k;
        }
    }
}

/* Plays games side by side, so that none waits for what the last instruction of the same game finds: a round of one,
 * then of the next; or one alone. Returns which game is over, or is to be gone on with elsewhere. */
static uint32_t do_play(native_frame *const *const games, native_playout *const *const counts, const uint32_t count)
{
    if (BESIDE == 1)
        return play(games, counts, 1, 1, 0);
    if (count == 1)
        return counts[0]->enumerate ? play(games, counts, 1, 1, 0) : play(games, counts, 1, 0, 0);
    return counts[0]->enumerate ? play(games, counts, count, 1, 1) : play(games, counts, count, 0, 1);
}

#endif
