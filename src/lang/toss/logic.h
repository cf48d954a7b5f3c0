/* The value of formulas and terms in a structure (the reference of the language, section 2). */
#ifndef LUDENS_LANG_TOSS_LOGIC_H
#define LUDENS_LANG_TOSS_LOGIC_H

#include "lang/toss/toss.h"

typedef struct toss_logic {
    toss_file *f;
    const toss_structure *s;
    arena *scratch;
    uint64_t steps, max_steps; /* parts of formulas looked at */
    const char *problem;       /* NULL; what went wrong, and where: all answers are void then */
    diag_code code;
    src_span where;
    toss_relation **fixed;            /* [serial] fixed points that are known already */
    const toss_parameter *parameters; /* of the move; `low` is what was chosen */
    uint32_t parameter_count;
    const name_id *names; /* for elements that rules make: the first that is free; NULL: names made of theirs */
    uint32_t name_count;
} toss_logic;

void toss_logic_init(toss_logic *l, toss_file *f, const toss_structure *s, arena *scratch, uint64_t max_steps);
/* frame: [slots] elements; those of free variables are set. */
bool toss_true(toss_logic *l, const toss_node *formula, uint32_t *frame);
double toss_number(toss_logic *l, const toss_node *term, uint32_t *frame);
/* Reports the problem. */
void toss_logic_report(const toss_logic *l);

/* Calls for every assignment that satisfies the plan; false ends the search. */
typedef bool toss_found(void *user, const uint32_t *frame);
bool toss_search(toss_logic *l, const toss_plan *plan, uint32_t *frame, toss_found *found, void *user);

/* Computes the relations that the structure's `with` defines, in place. False after a report. */
bool toss_store(toss_file *f, toss_structure *s, uint64_t max_steps);

#endif
