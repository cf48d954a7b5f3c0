/* A game of Toss as its rules say it, on structures: what no automaton says (numbers that change,
 * elements that come and go, several players at once) is played so. A state is a block of bytes:
 * which elements there are, a bit for each tuple, a number for each value. */
#ifndef LUDENS_STRUCTURES_PLAY_H
#define LUDENS_STRUCTURES_PLAY_H

#include "structures/logic.h"

/* Choices of an interval of parameters: so many points, the ends among them. */
enum { RS_POINTS = 5 };

/* What a state begins with. */
typedef struct rs_head {
    uint64_t movers; /* bits 1.. of the players who decide; 0: it is over */
    uint32_t location, elements;
} rs_head;

typedef struct rs_space { /* of a relation or function in the state */
    name_id name;
    uint32_t arity; /* 0: a function */
    size_t offset, size;
} rs_space;

/* Everything of its own, names too, so that a thread can play with one. */
typedef struct rs_play {
    arena *arena;   /* lives as long as this */
    arena *scratch; /* of one call */
    rs_game f;
    uint32_t capacity; /* elements */
    name_id *names;    /* [slot] */
    map slot_by_name;
    VEC(rs_space) spaces;
    size_t size, scores, alive, played;
    uint64_t max_steps;
    const char *problem; /* of the last call */
    diag_code code;
    src_span where;
    bool full; /* it was that there is no room for another element */
} rs_play;

/* A move: the rule, its parameters as two words each, then the slots of the left elements. */
typedef struct rs_choice {
    const uint32_t *words;
    uint32_t count;
} rs_choice;
typedef VEC(rs_choice) rs_choices;

/* Of a game that was read, in its arena. NULL after a report: it cannot be played. */
rs_play *rs_play_new(const rs_game *f, uint64_t max_steps);
/* All that can go wrong sets `problem`; false then. */
bool rs_play_start(rs_play *p, void *state);
bool rs_play_list(rs_play *p, const void *state, uint32_t player, rs_choices *out);
/* chosen[player]: of those who decide. *legal: whether these are moves. */
bool rs_play_apply(rs_play *p, void *state, const rs_choice *chosen, bool *legal);

static inline const rs_head *rs_head_of(const void *state) { return state; }
static inline const double *rs_scores(const rs_play *p, const void *state)
{
    return (const double *)(const void *)((const char *)state + p->scores);
}
/* The structure that the state is, in the scratch arena. */
rs_structure *rs_play_structure(rs_play *p, const void *state);

#endif
