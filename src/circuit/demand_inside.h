/* What the parts of the evaluation on demand share. */
#ifndef LUDENS_CIRCUIT_DEMAND_INSIDE_H
#define LUDENS_CIRCUIT_DEMAND_INSIDE_H

#include "circuit/demand.h"

/* What to do with a column of a row, or with a part of a question. */
typedef enum dm_op_kind {
    DM_SAME,  /* is this term */
    DM_EQUAL, /* is the value of this variable */
    DM_BIND,  /* becomes the value of this variable */
    DM_MATCH  /* has the form of this term */
} dm_op_kind;

typedef struct dm_op {
    dm_op_kind kind;
    uint32_t column, what;
} dm_op;

typedef struct dm_ops {
    const dm_op *data;
    uint32_t count;
    const uint32_t *open; /* variables that DM_MATCH binds: without a value before */
    uint32_t open_count;
} dm_ops;

typedef enum dm_step_kind {
    DM_ROWS,     /* for every row that fits */
    DM_FIND,     /* if there is the row */
    DM_ABSENT,   /* if there is no such row */
    DM_NONE,     /* if no row fits */
    DM_DISTINCT, /* if the terms differ */
    DM_UNIFY     /* if the second term, which may bind variables, is the first */
} dm_step_kind;

typedef struct dm_goal dm_goal;
typedef struct dm_step {
    dm_step_kind kind;
    const flat_literal *literal;
    const rl_term *args;     /* of the literal, or turned */
    fact_table *table;       /* whose rows they are */
    dm_goal *goal;           /* to be asked before; NULL: the table is complete */
    uint32_t index;          /* of the table, or RL_NONE: all rows */
    const uint32_t *columns; /* bound ones: the question */
    uint32_t column_count;
    dm_ops ops;
} dm_step;

typedef struct dm_plan {
    const flat_rule *rule;
    dm_ops head; /* on the question */
    bool filter; /* the head may not answer the question */
    const dm_step *steps;
    uint32_t count;
} dm_plan;

/* A question's state. */
typedef struct dm_call {
    uint32_t depth; /* while it is being answered; else 0 */
    uint32_t low;   /* not complete: depth of the question it waits for */
    uint64_t round; /* it was last answered in */
    bool complete;
} dm_call;

/* A predicate with some columns given. */
struct dm_goal {
    uint32_t predicate, width;
    const uint32_t *columns; /* given */
    uint32_t column_count;
    bool all; /* all columns: one answer ends the search */
    solve_phase phase;
    uint64_t epoch; /* of its phase, when it was last asked */
    bool planned;
    VEC(const dm_plan *) plans;
    fact_table calls; /* questions asked: given columns */
    dm_call *states;  /* [call] */
    uint32_t state_capacity;
    fact_table answers; /* rows of all columns */
    uint32_t index;     /* of the answers by given columns, or RL_NONE */
};

typedef struct dm_open {
    dm_goal *goal;
    uint32_t call;
} dm_open;

typedef struct dm_block {
    struct dm_block *next;
    uint32_t words[];
} dm_block;

struct demand {
    flat_program *program;
    rl_terms *terms;
    arena *arena;
    solver s; /* its tables: what holds, what is done, small static predicates */
    uint64_t limit, budget; /* bytes of the tables: in all, left */
    bool *asked;            /* [predicate] on demand */
    VEC(dm_goal *) * goals; /* [predicate] */
    uint64_t epochs[SOLVE_PHASES];
    uint32_t depth, max_depth, low;
    bool busy;
    bool waited; /* some answer came from a question that is not complete */
    uint64_t round, rounds, found, work;
    VEC(dm_open) open; /* answered, but not complete */
    dm_block *first_block, *block;
    uint32_t used; /* words of the block */
    demand_status status;
};

/* The goal, made if there is none yet. */
dm_goal *dm_goal_of(demand *d, uint32_t predicate, const uint32_t *columns, uint32_t count);
void dm_make_plans(demand *d, dm_goal *g);

#endif
