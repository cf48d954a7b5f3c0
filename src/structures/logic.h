/* The value of formulas and terms in a structure (the reference of the language, section 2). */
#ifndef LUDENS_STRUCTURES_LOGIC_H
#define LUDENS_STRUCTURES_LOGIC_H

#include "structures/structures.h"

typedef struct rs_logic {
    rs_game *f;
    const rs_structure *s;
    arena *scratch;
    uint64_t steps, max_steps; /* parts of formulas looked at */
    const char *problem;       /* NULL; what went wrong, and where: all answers are void then */
    diag_code code;
    src_span where;
    rs_relation **fixed;            /* [serial] fixed points that are known already */
    const rs_parameter *parameters; /* of the move; `low` is what was chosen */
    uint32_t parameter_count;
    const name_id *names; /* for elements that rules make: the first that is free; NULL: names made of theirs */
    uint32_t name_count;
} rs_logic;

void rs_logic_init(rs_logic *l, rs_game *f, const rs_structure *s, arena *scratch, uint64_t max_steps);
/* frame: [slots] elements; those of free variables are set. */
bool rs_true(rs_logic *l, const rs_node *formula, uint32_t *frame);
double rs_number(rs_logic *l, const rs_node *term, uint32_t *frame);
/* Reports the problem. */
void rs_logic_report(const rs_logic *l);

/* Calls for every assignment that satisfies the plan; false ends the search. */
typedef bool rs_found(void *user, const uint32_t *frame);
bool rs_search(rs_logic *l, const rs_plan *plan, uint32_t *frame, rs_found *found, void *user);

/* Computes the relations that the structure's `with` defines, in place. False after a report. */
bool rs_store(rs_game *f, rs_structure *s, uint64_t max_steps);

#endif
