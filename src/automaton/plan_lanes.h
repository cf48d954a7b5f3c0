/* Inside of plan_strands.c: values that are functions of the lane (strands.h), and what checks leave of the lanes. */
#ifndef LUDENS_AUTOMATON_PLAN_LANES_H
#define LUDENS_AUTOMATON_PLAN_LANES_H

#include "automaton/plan.h"

enum {
    LANE_MIN = 9, /* choices from fewer values are alternatives */
    CASES_MAX = 8,
    CLAUSES_MAX = 24,
    LITERALS_MAX = 12,
    PIECES_MAX = 6, /* of a table: more are no shifts */
    WRITES_MAX = 12,
    SCALARS_MAX = 24,
    DEPTH_MAX = 96,
    STEPS_MAX = 2000,
    ROOM_MAX = 1 << 20
};

/* A scalar's value: one a lane, or what the state holds in `same`. */
typedef struct known {
    const int32_t *at;
    ir_var same;
} known;

typedef struct scalar {
    ir_var v;
    known value;
} scalar;

/* A literal before it is told in pieces: cell numbers. */
typedef struct literal {
    uint32_t board;
    uint64_t values;
    const int32_t *cell; /* [lane] */
    strand_set lanes;
} literal;

typedef struct clause {
    strand_set always;
    literal literals[LITERALS_MAX];
    uint32_t count;
} clause;

typedef struct cell_write {
    ir_var v;
    const int32_t *cell, *value; /* [lane]; as stored */
} cell_write;

/* Where a path is. */
typedef struct place {
    ir_var lane; /* who was chosen, or IR_NONE: one lane */
    strand_set lanes;
    clause *clauses[CLAUSES_MAX];
    uint32_t clause_count;
    scalar scalars[SCALARS_MAX];
    uint32_t scalar_count;
    cell_write writes[WRITES_MAX];
    uint32_t write_count;
    const int32_t *tags[STRAND_TAGS_MAX];
    uint32_t tag_count;
    uint32_t depth;
} place;

typedef struct finder {
    plan *p;
    const plan_program *x;
    arena *a;
    uint32_t lanes; /* the most that a choice has */
    ir_var cases[STRAND_CONDITIONS_MAX];
    int32_t values[STRAND_CONDITIONS_MAX];
    uint32_t case_count, all_cases;
    int64_t lane_min; /* choices from fewer values are no lanes */
    ir_var needed;    /* as one more case, or IR_NONE */
    bool failed;
    strand all[STRANDS_MAX];
    uint32_t count, words, steps;
    uint32_t room; /* numbers that arrays may still take */
    int32_t *spare;
} finder;

/* Nothing is claimed. False. */
bool lanes_fail(finder *x);
/* An array with the value for each lane. */
int32_t *lanes_each(finder *x, int32_t value);
known lanes_scalar(finder *x, const place *at, ir_var v);
/* One value a lane, of those that are left; NULL: failed. */
const int32_t *lanes_value(finder *x, place *at, ir_expr e);
/* Cell of the map under keys that are functions of the lane; NULL: failed. */
const int32_t *lanes_cell(finder *x, place *at, const layout_slot *s, const ir_expr *keys, uint32_t count);
/* Leaves the lanes for which the condition is as it should be. */
bool lanes_assume(finder *x, place *at, ir_expr e, bool holds);
/* The values of a scalar of the state that tables are asked for. */
bool lanes_cases(const finder *x, ir_var v, const int32_t **values, uint32_t *count);
bool lanes_is_scalar(const plan *p, ir_expr e);
bool lanes_cover(const strand_set *a, const strand_set *b);
bool lanes_meet(const strand_set *a, const strand_set *b);
/* What cells hold is that much less. */
static inline int32_t lanes_base(const layout_slot *s) { return s->integer ? s->low : 0; }

#endif
