/* The pass manager.
 *
 *   LOOP: propagate_constants -> ... -> prune_unused_constants    until nothing changes
 *                 |  ^
 *                 v  |  back to the beginning when one that is LATE changed anything
 *   FACT and LATE, in the order of the table: disjoint, unique, join_fork_suffixes, inline_assignment,
 *   prune_unused_variables, repeat, local_variables, strands
 *
 * Passes are listed in passes.def. A pass gets a finished automaton and a scratch arena, changes
 * the automaton in place and returns how many changes it made. None changes the text of a
 * move, nor the number of ways to make one. In debug builds the check runs after each. */
#ifndef LUDENS_AUTOMATON_PASSES_PIPELINE_H
#define LUDENS_AUTOMATON_PASSES_PIPELINE_H

#include "automaton/ir.h"

typedef enum ir_pass_id {
#define IR_PASS(name, phase, summary) IR_PASS_##name,
#include "automaton/passes/passes.def"
#undef IR_PASS
    IR_PASS_COUNT
} ir_pass_id;

#define IR_PASS(name, phase, summary) uint32_t ir_pass_##name(ir_game *g, arena *scratch);
#include "automaton/passes/passes.def"
#undef IR_PASS

typedef struct ir_pass_report {
    const char *name, *summary;
    bool enabled;
    uint32_t changes;
    double ms;     /* CPU time */
    uint64_t work; /* nodes and edges it was shown, over all its runs: the same everywhere */
} ir_pass_report;

/* `selection` as lud_options.passes, `after` as lud_options.after (both may be NULL). reports
 * has room for IR_PASS_COUNT. False when a name is unknown: *unknown is then set. */
bool ir_pipeline_run(ir_game *g, const char *selection, const char *after, ir_pass_report *reports,
                     const char **unknown);
const char *ir_pass_name(uint32_t index);

#endif
