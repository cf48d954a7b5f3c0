/* Rules as nested loops over tables (semi-naive evaluation: Bancilhon 1986; Ullman, "Principles
 * of Database and Knowledge-Base Systems", 1988). */
#ifndef LUDENS_CIRCUIT_JOINS_H
#define LUDENS_CIRCUIT_JOINS_H

#include "base/agenda.h"
#include "circuit/facts.h"
#include "circuit/flat.h"

typedef enum join_kind {
    JOIN_ATOM,     /* for every row that fits */
    JOIN_ABSENT,   /* if no row fits */
    JOIN_DISTINCT, /* if the terms differ */
    JOIN_EQUAL     /* if the second term, which may bind variables, is the first */
} join_kind;

typedef struct join_step {
    join_kind kind;
    uint32_t literal; /* of the body */
    uint32_t predicate;
    bool whole;
    const rl_term *args;
    uint32_t width;
    bool complete;           /* all columns are bound: one row at most */
    uint32_t index;          /* or RL_NONE: all rows */
    const uint32_t *columns; /* bound ones */
    uint32_t column_count;
    const uint32_t *binds; /* variables bound here */
    uint32_t bind_count;
} join_step;

typedef struct join_plan {
    const flat_rule *rule;
    uint32_t number; /* of the rule */
    uint32_t delta;  /* literal that only meets what was added last, or RL_NONE */
    const join_step *steps;
    uint32_t count;
} join_plan;

/* Tables and terms a join works on, and how far each table is to be seen. */
typedef struct join_tables {
    flat_program *program;
    rl_terms *terms;
    fact_table *tables; /* [predicate] */
    uint32_t *old;      /* [predicate] rows before the last round */
    uint32_t *now;      /* [predicate] rows at the beginning of this round */
    bool relaxed;       /* negation of what depends on the state or on moves is left out */
    arena *arena;
    uint64_t steps;     /* rows tried so far */
    uint64_t max_steps; /* 0: no limit */
    bool failed;        /* that limit was hit, memory is full, or terms grow without end */
} join_tables;

/* Called with the terms of the rule's variables and, for each positive literal of the body, its
 * row. False stops the join. */
typedef bool (*join_fire)(void *user, const join_plan *plan, const rl_term *values,
                          const uint32_t *rows);

/* `like`: an earlier plan of the rule, or NULL; a long rule takes over its order. */
join_plan *join_make(join_tables *t, uint32_t rule, uint32_t delta, const join_plan *like);
/* Whether there are rows that a plan with a delta has not met before. */
static inline bool join_has_news(const join_tables *t, const join_plan *plan)
{
    const flat_literal *l = &plan->rule->body[plan->delta];
    return l->whole || t->now[l->predicate] > t->old[l->predicate];
}
/* False when stopped or failed. */
bool join_run(join_tables *t, const join_plan *plan, join_fire fire, void *user);
/* The term with its variables replaced. */
rl_term join_build(join_tables *t, rl_term term, const rl_term *values);
/* Row of a literal's atom into `row`, and its predicate: RL_NONE when no such atom can hold. */
uint32_t join_atom(join_tables *t, const flat_literal *l, const rl_term *values, rl_term *row);

/* Whether the ground term has the form of the pattern; binds variables whose value is RL_NONE. */
bool join_match(const rl_terms *terms, rl_term pattern, rl_term ground, rl_term *values);
/* Whether all variables of the term are bound. */
bool join_bound(const rl_terms *terms, rl_term term, const bool *bound);
/* Marks the variables of the term as bound; `fresh` gets those that were not. */
void join_collect(const rl_terms *terms, rl_term term, bool *bound, vec_u32 *fresh, arena *a);
/* [variable] the literals of the body in which it occurs: those whose cost changes when it is bound. */
typedef vec_u32 *join_users;
join_users join_users_of(const rl_terms *terms, const flat_rule *r, arena *a);

enum { JOIN_WIDTH_MAX = 256, OWN_ORDER_MAX = 64 };

#endif
