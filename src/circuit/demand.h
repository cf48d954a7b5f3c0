/* Rules evaluated on demand: an atom is derived only when something asks for it, with what is known
 * of its arguments, and what was found for a question is kept for as long as it holds (top-down
 * evaluation with tables: Tamaki, Sato, "OLD Resolution with Tabulation", 1986; questions that lead
 * back to themselves are repeated until nothing new is found: Zhou, Sato, Shen, "Linear tabling
 * strategies and optimizations", 2008). Fewer atoms are looked at than when all that follows is
 * computed, most of all where rules look ahead. */
#ifndef LUDENS_CIRCUIT_DEMAND_H
#define LUDENS_CIRCUIT_DEMAND_H

#include "circuit/solve.h"

typedef struct demand demand;

typedef enum demand_status {
    DEMAND_OK,
    DEMAND_MEMORY,  /* too many atoms */
    DEMAND_DEPTH,   /* questions within questions */
    DEMAND_NEGATION /* an atom depends on its own negation */
} demand_status;

/* Terms of the program have the same numbers in `terms`; new ones are added there. Static
 * predicates are computed at once if they are small. Lives as long as the arena. */
demand *demand_new(flat_program *f, rl_terms *terms, arena *a);
/* The rows of a predicate that is not asked about: what holds, what is done, small static ones;
 * callers fill the first two. NULL for the others. */
fact_table *demand_table(demand *d, uint32_t predicate);
/* What depended on the state, or only on moves, is no longer true; empties the tables of what
 * holds or is done. */
void demand_forget(demand *d, solve_phase phase);
/* Tables together may take so many bytes from now on. */
void demand_share(demand *d, uint64_t bytes);
/* All rows of a predicate. NULL: see demand_state. */
const fact_table *demand_all(demand *d, uint32_t predicate);
demand_status demand_state(const demand *d);

#endif
