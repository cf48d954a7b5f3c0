/* What the two halves of the pass unique share. */
#ifndef LUDENS_AUTOMATON_PASSES_UNIQUE_INSIDE_H
#define LUDENS_AUTOMATON_PASSES_UNIQUE_INSIDE_H

#include "automaton/ir.h"
#include "automaton/passes/rewrite.h"
#include "automaton/region.h"

/* The searches of moves, and which edges exclude each other. */
typedef struct unique_region {
    const ir_game *g;
    const region *r;
    const uint32_t *group; /* [edge] its disjoint group, or IR_NONE */
    tight_slots tight;
    const bool *copied; /* [variable] a map that others are assigned to as a whole */
} unique_region;

static inline bool unique_goes_on(const unique_region *u, const ir_edge_data *e)
{
    uint32_t to = region_at(u->r, e->to);
    return ir_assigns_player(u->g, e) || (to != IR_NONE && u->r->useful[to]);
}

/* unique_values.c: no two paths from the decision point make the same move. `nodes` are all that it
 * can meet; *steps grows by the work done. */
bool unique_by_values(ir_game *g, const ir_graph *graph, const unique_region *r, ir_node start, const vec_u32 *nodes,
                      uint32_t *steps, arena *a);

#endif
