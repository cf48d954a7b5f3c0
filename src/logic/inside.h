/* What plans are made of: shared by the parts that make and run them. */
#ifndef LUDENS_LOGIC_INSIDE_H
#define LUDENS_LOGIC_INSIDE_H

#include "logic/logic.h"
#include "logic/relation.h"

/* Where a term comes from: a slot of the values, which has a variable or a constant, or what is built from slots. */
typedef struct logic_value {
    bool built;
    uint32_t what; /* the slot; the pattern */
} logic_value;

/* What to do with a column of a tuple. */
typedef enum logic_op_kind {
    OP_EQUAL, /* is the value of this slot */
    OP_BIND,  /* becomes the value of this variable */
    OP_MATCH  /* has the form of this term */
} logic_op_kind;

typedef struct logic_op {
    logic_op_kind kind;
    uint32_t column, what;
} logic_op;

typedef struct logic_ops {
    const logic_op *data; /* what compares with known slots, then what binds variables, then the others */
    uint32_t known, binds, count;
    const uint32_t *open; /* variables that OP_MATCH binds: without a value before */
    uint32_t open_count;
} logic_ops;

typedef enum logic_step_kind {
    STEP_ROWS,     /* for every row that fits */
    STEP_ANSWERS,  /* the same, of a subgoal */
    STEP_FIND,     /* if there is the row */
    STEP_ABSENT,   /* if there is no such row */
    STEP_NONE,     /* if no row fits */
    STEP_DISTINCT, /* if the terms differ */
    STEP_EQUAL     /* if the second term, which may bind variables, is the first */
} logic_step_kind;

typedef struct logic_subgoal logic_subgoal;

typedef struct logic_step {
    logic_step_kind kind;
    bool indexed;
    uint32_t literal; /* of the body */
    uint32_t predicate;
    logic_relation *relation; /* whose rows they are */
    logic_subgoal *subgoal;   /* to be asked before; NULL: the relation is complete */
    uint32_t index;           /* of the relation, if indexed; else all rows */
    const logic_value *key;   /* what is bound of the columns; STEP_FIND and STEP_ABSENT: all; the two terms */
    uint32_t key_count;
    bool builds; /* some of it is built */
    logic_ops ops;
    /* Where to look for other rows, a step + 1, or 0: nowhere */
    uint32_t back;    /* after some rows: the step before with rows */
    uint32_t culprit; /* without any: the last one that binds a variable of the literal */
} logic_step;

/* A column of a key that is this term, or like an earlier column. */
typedef struct logic_key_test {
    uint32_t column;
    bool like;
    uint32_t what;
} logic_key_test;

enum { ASKED_COLUMNS = 16 /* most of a question that is handed on */ };

/* A row that must be there, or an answer, made of columns of a key and of constants. */
typedef struct logic_key_find {
    const logic_relation *relation;
    logic_subgoal *subgoal;
    const logic_term *terms; /* [column] a constant, */
    const uint32_t *columns; /* or LOGIC_NONE: that of the key */
} logic_key_find;

struct logic_plan {
    const logic_rule *rule;
    uint32_t number, delta;
    const logic_step *steps;
    uint32_t count;
    uint32_t again; /* after an instance: the last step, + 1, from which others can follow */
    uint32_t words; /* on the stack of values: slots, rows, frames */
    uint32_t slots; /* of variables, then of constants */
    vec_u32 constants;
    bool unbound;                /* a step reads variables that have no value */
    logic_ops head;              /* top down: on the key of the subgoal */
    const logic_key_test *tests; /* that fail if the head does, */
    uint32_t test_count;         /* without any value; */
    const logic_key_find *finds; /* and so do these, */
    uint32_t first;              /* the first steps; */
    bool asks;                   /* of all columns: behind them nothing is left but one question with all columns */
    const logic_value *tuple;    /* of the head, unless it is whole */
};

/* The rows that a step still has. */
typedef struct logic_frame {
    uint32_t cursor, from, to;
    uint32_t taken; /* the row at the cursor was taken; of answers: some was */
} logic_frame;

/* ---- the stack of values ---- */

enum { BLOCK_WORDS = 1 << 16 };
typedef struct logic_block {
    struct logic_block *next;
    uint32_t words[];
} logic_block;

typedef struct logic_mark {
    logic_block *block;
    uint32_t used;
} logic_mark;

static inline logic_mark join_mark(const logic_join *x) { return (logic_mark){x->block, x->used}; }
static inline void join_release(logic_join *x, logic_mark m)
{
    x->block = m.block;
    x->used = m.used;
}
uint32_t *join_next_block(logic_join *x, uint32_t words);
static inline uint32_t *join_take(logic_join *x, uint32_t words)
{
    if (x->used + words > BLOCK_WORDS)
        return join_next_block(x, words);
    x->used += words;
    return x->block->words + x->used - words;
}

void join_init(logic_join *x, const logic_program *p, logic_terms *terms, arena *a);
static inline bool join_fail(logic_join *x, logic_status why)
{
    if (x->status == LOGIC_OK)
        x->status = why;
    return false;
}
logic_term join_build(logic_join *x, logic_term pattern, const logic_term *values);
static inline logic_term join_value(logic_join *x, logic_value v, const logic_term *values)
{
    return v.built ? join_build(x, v.what, values) : values[v.what];
}
/* Runs a plan of a subgoal with this key. */
bool join_run_subgoal(logic_join *x, const logic_plan *p, const logic_term *key, logic_fire fire, void *user);

/* Plan of a rule for a subgoal. */
logic_plan *plan_subgoal(logic_join *x, const logic_subgoal *g, uint32_t rule);

/* ---- subgoals ---- */

typedef struct logic_call { /* what a subgoal asks for, with its key */
    uint32_t depth;         /* while it is being answered; else 0 */
    uint32_t low;           /* not complete: depth of the call it waits for */
    uint64_t round;         /* it was last answered in */
    uint32_t first, last;   /* answers + 1; of all columns: 1, there is one */
    bool complete;
} logic_call;

/* A predicate with some columns given. */
struct logic_subgoal {
    uint32_t predicate, width;
    const uint32_t *columns; /* given */
    uint32_t column_count;
    bool all; /* all columns: one answer ends the search */
    bool recursive, planned;
    bool tested;              /* all plans test keys */
    bool plain;               /* of all columns, and no head is whole: calls need not be kept, */
    bool bare;                /* and are not, for hardly any came again */
    uint32_t asked, answered; /* of late: questions, and calls made for them */
    logic_phase phase;
    uint64_t epoch; /* of its phase, when it was last asked for */
    VEC(const logic_plan *) plans;
    logic_relation keys; /* that were asked for */
    logic_call *calls;   /* [key] */
    uint32_t call_capacity;
    logic_relation answers;
    uint32_t *next; /* [answer] the next one of its call + 1 */
    uint32_t next_capacity;
};

logic_subgoal *tabling_subgoal(struct logic_tabling *t, uint32_t predicate, const uint32_t *columns, uint32_t count);
/* Answers as far as can be: the call, and whether it is complete. It may move when others are
 * asked. */
const logic_call *tabling_ask(struct logic_tabling *t, logic_subgoal *g, const logic_term *key, bool *complete);

#endif
