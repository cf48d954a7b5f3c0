/* Stratified programs, compiled to joins over indexed relations and evaluated bottom up.
 *
 * A `solve` is the compiled form, which never changes; a `solver` is what one thread evaluates it
 * with. Rules that depend on nothing that changes are evaluated once, when the solver is made;
 * copies of it start from there. */
#ifndef LUDENS_ANSWERSET_SOLVE_H
#define LUDENS_ANSWERSET_SOLVE_H

#include "answerset/rules.h"

/* A predicate whose atoms come from outside: with this pattern, or (NULL) any. */
typedef struct solve_input {
    functor functor;
    const expr *pattern;
} solve_input;
typedef VEC(solve_input) solve_inputs;
#define NO_INPUTS (&(const solve_inputs){0})

typedef enum pattern_kind {
    PATTERN_ANY,
    PATTERN_BIND,
    PATTERN_SLOT, /* equal to a slot */
    PATTERN_TERM, /* equal to a term */
    PATTERN_EXPR, /* equal to the value of an expression */
    PATTERN_FUNCTION,
    PATTERN_LINEAR, /* m*X+n, binds X */
    PATTERN_NEGATED /* -X, binds X */
} pattern_kind;

typedef struct pattern pattern;
struct pattern {
    pattern_kind kind;
    uint32_t slot;
    term value;
    functor functor;
    int32_t m, n;
    const expr *expr;
    uint32_t count;
    pattern *args;
};

typedef enum step_kind {
    STEP_SCAN,  /* each row of a relation, */
    STEP_DELTA, /* each that is new since the last round, */
    STEP_PROBE, /* each with the key of an index */
    STEP_TEST,  /* an atom whose arguments are all known */
    STEP_COMPARE,
    STEP_MATCH, /* the value of an expression with a pattern */
    STEP_RANGE,
    STEP_NONE, /* the steps inside find nothing */
    STEP_SOME, /* they find something */
    STEP_AGGREGATE,
    STEP_FAIL,
    STEP_ONCE,   /* the head is known from here on: one proof is enough */
    STEP_EMIT,   /* derives the head */
    STEP_FOUND,  /* ends the steps of STEP_NONE, STEP_SOME */
    STEP_COLLECT /* ends those of an element: adds its tuple */
} step_kind;

typedef struct step step;
typedef struct step_element {
    step *steps;
} step_element;

struct step {
    step_kind kind;
    bool negated;         /* STEP_TEST */
    bool stop;            /* STEP_EMIT: after STEP_ONCE */
    bool undefined_holds; /* STEP_COMPARE, STEP_TEST */
    uint32_t relation;    /* STEP_EMIT: RELATION_NONE for constraints */
    uint32_t index;
    functor functor;
    uint32_t count;
    pattern *patterns;        /* [count]: of the columns */
    const expr **values;      /* arguments to compute: STEP_TEST, STEP_EMIT, STEP_ONCE, STEP_COLLECT; key
                                 of STEP_PROBE */
    const expr *left, *right; /* STEP_COMPARE; STEP_MATCH: right; STEP_RANGE: bounds */
    syn_relation compare;
    /* aggregates */
    syn_function function;
    step **elements;
    uint32_t element_count;
    const expr *guards[2];
    pattern *guard_patterns[2]; /* to match the value with, or NULL: compare it */
    syn_relation guard_relations[2];
    term tag; /* STEP_COLLECT of set aggregates: what the kind of literal is */
    step *inside;
    const rule *rule;
};

enum { RELATION_NONE = UINT32_MAX };

typedef enum column_mode { COLUMN_FREE, COLUMN_VALUE, COLUMN_FUNCTOR } column_mode;

typedef struct index_spec {
    uint32_t relation;
    unsigned char *modes; /* [arity] */
    uint32_t next;        /* of the same relation + 1, or 0 */
} index_spec;

typedef struct relation_spec {
    functor functor;
    uint32_t arity;
    uint32_t opposite; /* that of the strongly negated predicate, or RELATION_NONE */
    bool shown;
    bool input;
    uint32_t first_index; /* + 1; 0: none */
} relation_spec;

/* Atoms that a component reads. */
typedef struct component_input {
    uint32_t relation;
    const expr *atom;
} component_input;

/* A component: rules that depend on each other, or one rule. */
typedef struct component {
    const struct rule_component *rules;
    bool repeats;       /* recursive in a way that needs all rules again in each round */
    bool afresh;        /* what there is at first is as good as new, so that recursive rules need no plan but deltas */
    VEC(step *) plans;  /* one a rule */
    VEC(step *) deltas; /* recursive: one for each rule and recursive condition */
    vec_u32 relations;  /* recursive: those that grow */
    VEC(component_input) inputs;
    bool recalled; /* what it derives follows from the inputs alone */
} component;

typedef struct solve {
    arena *arena;
    const terms *terms; /* of the game; a solver has a copy */
    rule_set rules;
    VEC(relation_spec) relations;
    VEC(index_spec) indexes;
    component *components; /* in the order of evaluation */
    uint32_t component_count;
    vec_u32 relation_of; /* [functor] + 1, for functors of the game */
    uint32_t slots;      /* most variables of a rule */
    bool hides;
    uint32_t shown_terms; /* relation of terms that `#show` adds, or RELATION_NONE */
    bool stratified;
    const char *why; /* it is not */
    const syn_statement *why_at;
    uint32_t rule_total, dynamic_rules;
} solve;

/* Compiles. `t` is the store of the game, to which constants are added. `stratified` tells whether
 * it can be evaluated here; if so, evaluator_init is to be called once with the solve, and finishes
 * it. */
void solve_make(solve *s, arena *a, terms *t, const rule_set *rules, const solve_inputs *inputs);

/* ---- evaluation ---- */

typedef struct index_data {
    uint32_t *heads, *stamps, size; /* rows of this run: buckets that are valid when stamped so */
    uint32_t *fixed, fixed_size;    /* rows that stay */
    uint32_t *next, next_capacity;  /* [row] */
} index_data;

typedef struct relation_data {
    term *rows;
    uint32_t count, capacity, fixed; /* the first `fixed` stay */
    uint32_t old, young;             /* rows [old, young) are new in this round of a recursion */
    /* recall.c: all other rows are those of a recollection of this number, */
    uint32_t recalled, component, recollection;
    bool waits; /* and are not here yet */
} relation_data;

typedef struct evaluator {
    const solve *solve;
    terms *terms; /* of the thread, shared by its solvers */
    relation_data *relations;
    index_data *indexes;
    uint32_t relation_count, index_count; /* that there is room for: at most as many are in use */
    uint32_t *truth;                      /* [term / 2]: generation in which the atom holds; UINT32_MAX: always */
    uint32_t truth_capacity, generation;
    bool never;           /* the fixed part has no answer set */
    bool failed;          /* nor has this run, for */
    const rule *violated; /* this constraint */
    const int64_t *draws;
    uint64_t steps, max_steps, look_at;
    /* of the rule that runs */
    term *slots;
    /* aggregates */
    uint32_t *seen, seen_capacity, seen_generation;
    int64_t sum;
    term best;
    struct recalls *recalls; /* or NULL */
    bool recalling;          /* in this run */
} evaluator;

/* Evaluates what never changes, then plans the rest. `samples` are typical atoms of the inputs, for
 * the planner. The trap of the store must be set; after it sprang, evaluator_done is still to be
 * called. */
void evaluator_init(evaluator *r, solve *s, terms *t, uint64_t max_steps, const term *samples, uint32_t sample_count);
/* False: out of memory. */
bool evaluator_copy(evaluator *to, const evaluator *from, terms *t);
void evaluator_done(evaluator *r);

/* A run: forget the last one, add atoms, evaluate. */
void evaluator_begin(evaluator *r);
void evaluator_add(evaluator *r, term atom);
/* Whether there is an answer set. */
bool evaluator_run(evaluator *r, const int64_t *draws);

uint32_t solve_relation(const solve *s, functor f);
bool evaluator_holds(evaluator *r, term atom);
const relation_data *evaluator_rows(evaluator *r, uint32_t relation);

#endif
