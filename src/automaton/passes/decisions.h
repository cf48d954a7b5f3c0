/* Decisions as passes look at them: which nodes steps of the keeper meet, and which moves do. */
#ifndef LUDENS_AUTOMATON_PASSES_DECISIONS_H
#define LUDENS_AUTOMATON_PASSES_DECISIONS_H

#include "automaton/passes/rewrite.h"
#include "automaton/region.h"

typedef struct decisions {
    ir_game *g;
    ir_graph graph;
    node_roles roles;
    bitset keeper, others; /* nodes that steps of the keeper, and moves, meet */
    arena *scratch;
} decisions;

decisions decisions_find(ir_game *g, arena *scratch);
/* Nothing but the keeper asks for the decision, by few edges. */
bool decisions_by_keeper(const decisions *x, ir_node n);

#endif
