/* What a walk over paths with values knows where it is: see unique_values.c. */
#ifndef LUDENS_AUTOMATON_PASSES_UNIQUE_STATE_H
#define LUDENS_AUTOMATON_PASSES_UNIQUE_STATE_H

#include "automaton/passes/unique_inside.h"

enum {
    TAGS_MAX = 24,
    DOMAIN_MAX = 64,  /* values of a cell that sets are kept of */
    LARGE_MAX = 1024, /* of larger ones it is known which value it is, or nothing */
    ATOMS_NOTED = 2   /* cells that one check is refined by */
};

/* Values: integers as they are, symbols behind them. */
#define SYMBOLS (INT64_C(1) << 40)
#define UNKNOWN INT64_MIN
#define INITIAL (INT64_MIN + 1)    /* what the state holds */
#define COPIES  (INT64_C(1) << 50) /* what the state holds in another scalar: + its number */

typedef struct table {
    int64_t low;
    uint32_t count;
    const ir_value *cells;
    ir_value standard;
} table;

/* A scalar or a cell of a map, as the state holds it. */
typedef struct atom {
    ir_var variable;
    uint64_t mask; /* values it can have here: bit i is the i-th of the type. Large: all, or 1 + the
                      place of the one */
    uint32_t size;
    bool again; /* no cell but which of a node's edges was taken, and a path came there twice */
} atom;

typedef struct fact {
    uint32_t atom;
    uint64_t mask;
} fact;

typedef struct path {
    uint32_t choices; /* which ones, as a number */
    uint32_t tag_count, fact_count;
    const int64_t *tags; /* UNKNOWN: any */
    const fact *facts;
    uint64_t key;
} path;

typedef struct walker {
    ir_game *g;
    const ir_graph *graph;
    const unique_region *r;
    arena *a;
    uint32_t *candidate, candidates; /* [variable] its number among those that tags can be made from, from 1 */
    bitset *relevant;                /* [node] those of them that some tag behind it is made from */
    int64_t *values;                 /* [variable] */
    bool *written;                   /* [variable] maps */
    map tables;                      /* value -> place in all_tables */
    VEC(table) all_tables;
    map atom_of;
    VEC(atom) atoms;
    VEC(fact) trail; /* masks before they were changed */
    VEC(fact) known; /* of the path that is at its end */
    map choice_of;   /* choices so far and the next one -> number */
    map seen;
    VEC(path) paths;
    int64_t tags[TAGS_MAX];
    uint32_t tag_count, choices, choice_count, depth, steps;
    uint64_t hash;                            /* of values, written maps and facts */
    uint32_t noted[ATOMS_NOTED], noted_count; /* cells that the last expression was not known for */
    bool opaque;                              /* and other things */
    bool chosen;                              /* some value was, on this path */
    bool failed;
    uint32_t steps_max;
    vec_u32 *part_starts; /* paths end at their first tag: where they would go on; or NULL */
    bitset part_known;
} walker;

void unique_set_value(walker *x, ir_var v, int64_t value);
/* Which scalar of the state a variable still has the value of, or IR_NONE. */
uint32_t unique_scalar_atom(walker *x, ir_var v);
/* A value, or UNKNOWN: then `noted` has the cells that it depends on, and `opaque` says whether on
 * anything else. */
int64_t unique_eval_noting(walker *x, ir_expr e);
void unique_set_mask(walker *x, uint32_t id, uint64_t mask);
/* What is known of a cell from here on, until unique_forget goes back to a mark of the trail. */
void unique_assume(walker *x, uint32_t id, uint64_t mask);
/* The cell is assumed to hold the i-th value of its type, unless it cannot. */
bool unique_may_be(walker *x, uint32_t id, uint32_t i);
void unique_forget(walker *x, uint32_t mark);
/* The condition may hold; then what it leaves of the cells that it speaks of is assumed. */
bool unique_may_hold(walker *x, ir_expr condition);

#endif
