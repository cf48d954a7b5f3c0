/* Alpha-beta: the parts. alphabeta.c is the agent, search.c searches, table.c remembers.
 *
 * Values are those of the role to move: differences of scores, scaled so that the largest there can
 * be is VALUE_WIN, less the plies to get there; estimates stay below VALUE_ESTIMATE. */
#ifndef LUDENS_AGENTS_ALPHABETA_H
#define LUDENS_AGENTS_ALPHABETA_H

#include "agents/agent.h"
#include "agents/evaluation.h"

enum {
    VALUE_WIN = 30000,
    VALUE_CERTAIN = 20000, /* from here on it is the end of the game that counts */
    VALUE_ESTIMATE = 10000,
    VALUE_INFINITE = 32000,
    DEPTH_MAX = 128,
    KILLERS = 2,
    HISTORY_SLOTS = 1 << 14
};

typedef enum bound { BOUND_NONE, BOUND_LOWER, BOUND_UPPER, BOUND_EXACT } bound;

typedef struct slot {
    uint64_t hash;
    int16_t value;
    uint8_t depth, bound;
    uint16_t move; /* index in the list; 0xffff: none */
    uint16_t age;
} slot;

typedef struct transpositions {
    slot *slots;
    uint64_t mask;
    uint16_t age;
} transpositions;

bool transpositions_init(transpositions *t, size_t bytes);
void transpositions_done(transpositions *t);
/* Before that: the slot comes from memory in the meantime. */
static inline void transpositions_fetch(const transpositions *t, uint64_t hash)
{
    __builtin_prefetch(&t->slots[hash & t->mask]);
}
slot *transpositions_find(transpositions *t, uint64_t hash);
void transpositions_store(transpositions *t, uint64_t hash, int value, int depth, bound b, uint32_t move, uint32_t ply);
/* A stored value seen from `ply`: distances count from there. */
int transpositions_value(const slot *s, uint32_t ply);

/* What a ply of the search has. */
typedef struct level {
    unsigned char *state;
    uint64_t hash;
    lud_moves *moves, *others; /* of who has a choice; of the other role, where both move at once */
    uint32_t role;             /* who has a choice */
    int32_t *order;            /* values for sorting, index below */
    uint32_t *sorted, capacity;
    uint32_t killers[KILLERS];
    uint32_t line[DEPTH_MAX], line_length; /* principal variation, indices of moves */
} level;

typedef struct alphabeta {
    const lud_game *game;
    lud_context *ctx;
    evaluation eval;
    bool learnt;   /* there is an evaluation, */
    float *better; /* the weights of role 1 less those of role 2, and last the constants */
    bool derived;  /* the rules' own estimate is used */
    transpositions table;
    level levels[DEPTH_MAX + 1];
    uint32_t history[2][HISTORY_SLOTS];
    uint32_t quiet_plies; /* of quiescence; 0: off */
    double low[2], range;
    const agent_budget *budget;
    uint64_t nodes, limit;
    uint64_t remembered; /* positions whose value was known */
    bool stopped;
    lud_status status; /* why it cannot go on */
} alphabeta;

/* Both allocate for all levels; false: out of memory. */
bool levels_init(alphabeta *s);
void levels_done(alphabeta *s);
/* Value of the state in levels[0] at this depth, with the principal variation there; `excluded`
 * moves are not there. s->stopped: not finished. */
int search_root(alphabeta *s, int depth, int *values, uint32_t *best);
/* Lists the moves of the state of a level and finds who has a choice. False: s->status. */
bool level_list(alphabeta *s, level *l);
/* Makes a move of the level's role in the next level. */
bool level_move(alphabeta *s, level *l, level *next, uint32_t index);

#endif
