/* All that can ever hold or be done, and every instance of a rule that can matter: semi-naive
 * evaluation of the program with negation of changing predicates left out. */
#ifndef LUDENS_CIRCUIT_GROUND_H
#define LUDENS_CIRCUIT_GROUND_H

#include "circuit/flat.h"

/* Instances follow one another in `words`: the rule's number, the head's row, a row for each
 * changing positive literal of the body, a row of `mentioned` for each changing negative one;
 * rows of literals with an open shape are preceded by their predicate. */
typedef struct grounding grounding;
struct grounding {
    flat_program *program;
    logic_model model;         /* rows: atoms that can hold */
    logic_relation *mentioned; /* [predicate] atoms under `not` */
    uint32_t *words;
    size_t word_count, word_capacity;
    uint64_t instances;
    uint64_t budget; /* bytes left */
    bool failed;     /* the budget is used up */
};

/* A literal that the network has to look at. */
static inline bool ground_changes(const flat_program *f, const logic_literal *l)
{
    if (l->kind != LOGIC_HOLDS && l->kind != LOGIC_FAILS)
        return false;
    return l->whole || vec_at(&f->logic.predicates, l->predicate).phase != LOGIC_STATIC;
}

/* Lives as long as the arena. Does not fit when it would take more than `budget` bytes, or too
 * long: nothing is wrong with the rules then. */
grounding *ground_make(flat_program *f, uint64_t budget, arena *a, bool *fits);

#endif
