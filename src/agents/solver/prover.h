/* Proofs: what both kinds of search share. */
#ifndef LUDENS_AGENTS_SOLVER_PROVER_H
#define LUDENS_AGENTS_SOLVER_PROVER_H

#include "agents/solver.h"

enum { PROVER_LEVELS = 1024, PROVER_HISTORY = 1 << 16 };

typedef enum verdict { OPEN, YES, NO } verdict;

/* A move in proof-number search. */
typedef struct prover_child {
    uint64_t hash;
    uint32_t pn, dn;
    bool settled; /* the end of the game */
} prover_child;

typedef struct prover_level {
    unsigned char *state;
    solver_turn turn;
    uint32_t *order, *values, capacity;
    prover_child *children;
    uint32_t child_capacity;
    uint64_t hash;
} prover_level;

typedef struct prover {
    const lud_game *game;
    lud_context *ctx;
    const solver_options *o;
    struct prover_entry *table;
    uint64_t slots, mask; /* entries there are; those in use, less one */
    prover_level *levels;
    uint32_t *history; /* [2][PROVER_HISTORY] */
    double threshold;  /* of role 1's score less role 2's */
    double sum;        /* of both scores, always */
    double below;      /* the most below the threshold that an end brought */
    uint64_t nodes, limit, looks;
    lud_status status;
    bool cut;      /* a line was left off because of the depth */
    bool unequal;  /* an end whose scores have another sum */
    bool repeated; /* a position came back */
} prover;

/* Memory of a level; false: p->status. */
bool prover_level_make(prover *p, uint32_t ply);
/* Whether it has to stop; then p->status. */
bool prover_late(prover *p);
verdict prover_judge(prover *p, const void *state);
/* Whether the position of the level was met on the way to it. */
bool prover_repeats(const prover *p, uint32_t ply);

/* What is known of a position. */
typedef struct prover_entry {
    uint64_t hash;
    uint16_t work; /* log2 of the positions looked at */
    uint16_t used;
    union {
        struct {            /* for the threshold in question: */
            uint32_t plies; /* YES, NO: plies it takes; OPEN: searched in vain */
            uint32_t move;  /* the best to try first */
            uint16_t verdict;
        };
        struct { /* in proof-number search */
            uint32_t pn, dn;
            uint16_t length, best; /* plies, and the move */
        };
    };
} prover_entry;

/* NULL: nothing is known of it. */
prover_entry *prover_find(const prover *p, uint64_t hash);
/* Where to keep it: its own entry, a free one, or that which took least work. */
prover_entry *prover_place(const prover *p, uint64_t hash);

/* Proof numbers: usually by far the fewest positions, but the way it finds may be long. OPEN when
 * it was stopped, or when positions come back (p->repeated), which it does not deal with. */
verdict prover_pns(prover *p, const void *state, double threshold, uint32_t *plies, uint32_t *move);

#endif
