/* A game of Toss as its rules say it, on structures: what no automaton says (numbers that change,
 * elements that come and go, several players at once) is played so. A state is a block of bytes:
 * which elements there are, a bit for each tuple, a number for each value. */
#ifndef LUDENS_LANG_TOSS_PLAY_H
#define LUDENS_LANG_TOSS_PLAY_H

#include "lang/toss/logic.h"

/* Choices of an interval of parameters: so many points, the ends among them. */
enum { TOSS_POINTS = 5 };

/* What a state begins with. */
typedef struct toss_head {
    uint64_t movers; /* bits 1.. of the players who decide; 0: it is over */
    uint32_t location, elements;
} toss_head;

typedef struct toss_space { /* of a relation or function in the state */
    name_id name;
    uint32_t arity; /* 0: a function */
    size_t offset, size;
} toss_space;

/* Everything of its own, names too, so that a thread can play with one. */
typedef struct toss_play {
    arena *arena;   /* lives as long as this */
    arena *scratch; /* of one call */
    toss_file f;
    uint32_t capacity; /* elements */
    name_id *names;    /* [slot] */
    map slot_by_name;
    VEC(toss_space) spaces;
    size_t size, scores, alive, played;
    uint64_t max_steps;
    const char *problem; /* of the last call */
    diag_code code;
    src_span where;
    bool full; /* it was that there is no room for another element */
} toss_play;

/* A move: the rule, its parameters as two words each, then the slots of the left elements. */
typedef struct toss_choice {
    const uint32_t *words;
    uint32_t count;
} toss_choice;
typedef VEC(toss_choice) toss_choices;

/* Reads the rules, which have been read before without a report. NULL: they are refused now, with a
 * report. */
toss_play *toss_play_new(arena *a, intern *names, const src_text *source, diag_sink *sink, uint32_t max_nesting,
                         uint64_t max_steps);
/* All that can go wrong sets `problem`; false then. */
bool toss_play_start(toss_play *p, void *state);
bool toss_play_list(toss_play *p, const void *state, uint32_t player, toss_choices *out);
/* chosen[player]: of those who decide. *legal: whether these are moves. */
bool toss_play_apply(toss_play *p, void *state, const toss_choice *chosen, bool *legal);

static inline const toss_head *toss_head_of(const void *state) { return state; }
static inline const double *toss_scores(const toss_play *p, const void *state)
{
    return (const double *)(const void *)((const char *)state + p->scores);
}
/* The structure that the state is, in the scratch arena. */
toss_structure *toss_play_structure(toss_play *p, const void *state);

#endif
