/* The model of a stratified program, predicate by predicate, stratum by stratum. */
#ifndef LUDENS_CIRCUIT_SOLVE_H
#define LUDENS_CIRCUIT_SOLVE_H

#include "circuit/joins.h"

/* What is evaluated at once. */
typedef enum solve_phase {
    SOLVE_STATIC, /* depends neither on the state nor on moves: once */
    SOLVE_STATE,  /* depends on what holds */
    SOLVE_ACTS,   /* depends on what is done, too */
    SOLVE_PHASES
} solve_phase;

typedef struct solve_group {
    solve_phase phase;
    bool recursive;
    vec_u32 rules; /* whose heads are in this stratum */
    vec_u32 predicates;
    vec_u32 reads; /* predicates of the bodies */
    bool planned;
    VEC(join_plan *) first;  /* every rule once */
    VEC(join_plan *) deltas; /* recursive: every rule for each literal of the stratum */
} solve_group;

typedef struct solver {
    join_tables t;
    solve_group *groups; /* [stratum] */
} solver;

/* `budget`: bytes the tables may take, or NULL. Tables belong to the system's memory. */
void solver_init(solver *s, flat_program *f, rl_terms *terms, uint64_t *budget, arena *a);
void solver_done(solver *s);
solve_phase solve_phase_of(const flat_predicate *p);
/* Computes all predicates of a phase from those of the phases before it, and from the rows of
 * the predicates without rules (what holds, what is done). False: a limit. */
bool solver_run(solver *s, solve_phase phase);
/* Computes the predicates of one stratum. */
bool solver_run_group(solver *s, uint32_t stratum);

#endif
