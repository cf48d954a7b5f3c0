/* Logic programs over relations, and their evaluation: bottom up, stratum by stratum, or top down
 * with tables.
 *
 * A program is a list of rules over numbered predicates. What a predicate holds of is a relation
 * (relation.h), a set of tuples of terms (terms.h). Rules are normal: negation stands before atoms
 * only. A rule becomes a plan: its literals in an order that keeps the number of tuples to be tried
 * small, each with an index for what is bound by then (plan.c). Plans are run by one nested loop
 * (join.c), whatever asks for them:
 *
 *   logic_model    computes all that follows from the rules: semi-naive evaluation, each stratum
 *                  after those that it depends on (bottom_up.c)
 *   logic_tabling  derives what a subgoal asks for, and keeps its answers for as long as they hold
 *                  (tabling.c)
 *
 * Predicates have phases: those of LOGIC_STATIC depend on nothing that changes, those of
 * LOGIC_STATE on inputs that do, those of LOGIC_STEP on inputs that change more often. What is
 * forgotten of a phase is forgotten of the later ones. Relations are in the system's memory and
 * within a budget of bytes, all else is in an arena; where that has no more, or is told to stop,
 * evaluation jumps out of it (base/arena.h). */
#ifndef LUDENS_LOGIC_LOGIC_H
#define LUDENS_LOGIC_LOGIC_H

#include "base/source.h"
#include "logic/terms.h"

typedef struct logic_relation logic_relation; /* relation.h */

/* ---- programs ---- */

typedef enum logic_phase { LOGIC_STATIC, LOGIC_STATE, LOGIC_STEP, LOGIC_PHASES } logic_phase;

typedef struct logic_predicate {
    uint32_t width;    /* columns */
    uint32_t group;    /* predicates that one literal may be about, see `whole`; most have one of their
                          own */
    logic_phase phase; /* set for inputs and outputs; the others get theirs from the rules */
    bool input;        /* tuples come from outside */
    /* by logic_stratify */
    uint32_t stratum; /* evaluated in this order; predicates that depend on each other share one */
    bool recursive;   /* depends on itself */
} logic_predicate;

typedef enum logic_kind {
    LOGIC_HOLDS,    /* the atom holds */
    LOGIC_FAILS,    /* it does not; variables that nothing binds mean: for no term */
    LOGIC_DISTINCT, /* two terms differ */
    LOGIC_EQUAL     /* they are equal, which may bind variables of one side */
} logic_kind;

typedef struct logic_literal {
    logic_kind kind;
    uint32_t predicate;
    bool whole; /* the last argument stands for all columns from there on: which predicate of the
                   group it is, its value tells. Of heads and negated literals only */
    const logic_term *args;
    uint32_t width; /* arguments */
    src_span span;
} logic_literal;

typedef struct logic_rule {
    logic_literal head;
    const logic_literal *body;
    uint32_t body_count;
    uint32_t variables; /* numbered 0 .. variables - 1; each is bound by an atom of the body, or an
                           equation */
    src_span span;
} logic_rule;

#define body_at(r, i) item_at(r, body, body_count, i)

typedef struct logic_program logic_program;
struct logic_program {
    arena *arena;
    VEC(logic_predicate) predicates;
    VEC(logic_rule) rules;
    /* For literals that are `whole`: spreads the last term of the row over its columns, and returns
     * the predicate; LOGIC_NONE when there is none. NULL where no literal is. */
    uint32_t (*spread)(const logic_program *p, const logic_terms *terms, const logic_literal *l, logic_term *row);
    /* by logic_stratify */
    vec_u32 *rules_of; /* [predicate] rules that may derive it */
    uint32_t strata;
};

/* Which predicate depends on which, in the order of the rules. */
typedef struct logic_edge {
    uint32_t from, to; /* to depends on from */
    bool negative;
    src_span span; /* of the literal */
} logic_edge;
typedef VEC(logic_edge) logic_edges;

/* Finds strata, phases, and which predicates are recursive. A stratum that depends on its own
 * negation is evaluated as if it did not: callers look for such edges and say what they mean. */
logic_edges logic_stratify(logic_program *p);

/* Spreads columns of predicates that only ever hold functions of one form over several columns. To be done after
 * strata are found. `kept`: [predicate] callers know its columns. */
void logic_unnest(logic_program *p, logic_terms *terms, const bool *kept);

/* ---- joins ---- */

typedef enum logic_status {
    LOGIC_OK,
    LOGIC_MEMORY,  /* the budget of the relations is used up */
    LOGIC_STEPS,   /* more tuples were tried than the limit */
    LOGIC_DEPTH,   /* subgoals within subgoals, or terms within terms, without end or nearly so */
    LOGIC_NEGATION /* an atom depends on its own negation */
} logic_status;

/* What plans are made for and run on. */
typedef struct logic_join {
    const logic_program *program;
    logic_terms *terms;
    arena *arena;
    logic_relation *relations;     /* [predicate] */
    uint32_t *old, *now;           /* [predicate] rows before the last round of an evaluation, and before this one */
    bool relaxed;                  /* negation of what is not static is left out */
    struct logic_tabling *tabling; /* or NULL: all relations are complete */
    const bool *tabled;            /* [predicate] asked for by subgoals */
    unsigned char *fired;          /* [rule] set once its body held; or NULL */
    uint64_t steps, max_steps;     /* tuples tried so far; 0: no limit */
    logic_status status;
    struct logic_block *first_block, *block; /* stack of values */
    uint32_t used;
} logic_join;

typedef struct logic_plan logic_plan;
/* A plan of the rule whose literal `delta` only meets what was added in the last round; LOGIC_NONE:
 * all literals meet everything. `like`: an earlier plan of the rule, or NULL; long rules take over
 * its order. `each`: every instance of the rule is wanted, not only every head. */
logic_plan *logic_plan_rule(logic_join *x, uint32_t rule, uint32_t delta, const logic_plan *like, bool each);
uint32_t logic_plan_number(const logic_plan *plan); /* of its rule */
enum { PLANS_UNIT = 16 /* plans that are asked whether they are due, as work of an arena */ };
/* Whether there are tuples that a plan with a delta has not met before. */
bool logic_plan_due(const logic_join *x, const logic_plan *plan);
/* Called with the terms of the rule's variables and, for each positive literal of the body, its
 * row. False stops. */
typedef bool (*logic_fire)(void *user, const logic_plan *plan, const logic_term *values, const uint32_t *rows);
/* False when it was stopped, or failed: see the status. */
bool logic_run(logic_join *x, const logic_plan *plan, logic_fire fire, void *user);
/* The tuple of a literal, and its predicate: LOGIC_NONE when no such atom can hold. */
uint32_t logic_atom(logic_join *x, const logic_literal *l, const logic_term *values, logic_term *row);

/* ---- bottom up ---- */

typedef struct logic_stratum {
    logic_phase phase;
    bool recursive, planned;
    vec_u32 rules, predicates, reads; /* rules whose heads are in it, predicates of these, and of the bodies */
    VEC(logic_plan *) once;           /* every rule */
    VEC(logic_plan *) deltas;         /* recursive: every rule for each literal of the stratum */
} logic_stratum;

typedef struct logic_model {
    logic_join join;
    logic_stratum *strata;
} logic_model;

/* Terms of the program have the same numbers in `terms`; new ones are added there. `budget`: bytes
 * that relations may take, counted down, or NULL. The model lives as long as the arena, which frees
 * its relations. */
void logic_model_init(logic_model *m, const logic_program *p, logic_terms *terms, uint64_t *budget, arena *a);
/* Computes all predicates of a phase from those of the phases before it and from the inputs. False:
 * a limit. */
bool logic_model_run(logic_model *m, logic_phase phase);
bool logic_model_run_stratum(logic_model *m, uint32_t stratum);

/* ---- top down ---- */

typedef struct logic_tabling logic_tabling;

/* Static predicates are computed at once if they are small. Lives as long as the arena. */
logic_tabling *logic_tabling_new(const logic_program *p, logic_terms *terms, arena *a);
/* The relation of an input or of a small static predicate; callers fill those of inputs. NULL for
 * the others. */
logic_relation *logic_tabling_relation(logic_tabling *t, uint32_t predicate);
/* What depends on inputs of the phase, or of a later one, is no longer true; empties these inputs.
 */
void logic_tabling_forget(logic_tabling *t, logic_phase phase);
/* Relations together may take so many bytes from now on. */
void logic_tabling_limit(logic_tabling *t, uint64_t bytes);
/* All tuples of a predicate. NULL: see the status. */
const logic_relation *logic_tabling_all(logic_tabling *t, uint32_t predicate);
/* Those with this term in the first column: the first one's row + 1, or 0, and for each the next one's. NULL: see the
 * status. */
const logic_relation *logic_tabling_of(logic_tabling *t, uint32_t predicate, logic_term term, uint32_t *first,
                                       const uint32_t **next);
/* From now on notes which rules' bodies held: [rule], of the caller. */
void logic_tabling_note(logic_tabling *t, unsigned char *fired);
logic_status logic_tabling_status(const logic_tabling *t);

#endif
