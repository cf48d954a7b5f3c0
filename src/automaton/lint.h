/* Warnings about automata that are sound, but hardly what their author means: found by `ludens check`
 * in games of high-level languages, before any pass. */
#ifndef LUDENS_AUTOMATON_LINT_H
#define LUDENS_AUTOMATON_LINT_H

#include "automaton/ir.h"

void ir_lint(ir_game *g, arena *scratch);

/* lint_values.c: which values each scalar variable can have at each node. A forward analysis over sets of
 * symbols; checks narrow the sets, reachabilities start with what their caller has. */
typedef struct lint_values lint_values;
/* NULL when the game is too large for it. */
lint_values *lint_values_find(ir_game *g, const ir_graph *graph, arena *a);
/* Whether a scalar variable has this one value whenever the node is reached. */
bool lint_only(const lint_values *v, ir_node node, ir_var variable, ir_sym value);
/* Whether a scalar variable can ever have this value. */
bool lint_ever(const lint_values *v, ir_var variable, ir_sym value);
/* lint_keys.c: warns of keys that a map does not have, and of values that the domain of a variable does not have. */
void lint_keys(lint_values *v);

#endif
