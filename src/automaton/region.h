/* Regions: the part of an automaton that one kind of search walks through, with the facts
 * the code generator needs. There is one region for all searches of moves (from every
 * decision point up to the assignments of player) and one for each reachability. */
#ifndef LUDENS_AUTOMATON_REGION_H
#define LUDENS_AUTOMATON_REGION_H

#include "automaton/ir.h"
#include "base/bitset.h"

typedef struct region {
    bool moves;     /* searches of moves; else a reachability */
    ir_node target; /* of a reachability */
    uint32_t count;
    ir_node *nodes; /* the starts first, then in order of discovery */
    ir_node first;  /* the lowest of them */
    uint32_t span;
    uint32_t *places; /* [node - first], of `span`: see region_at */
    bool *useful;     /* [place] some path leads to the goal of the search */
    bool *cyclic;     /* [place] start of an edge back, over edges without tags if moves */
    bitset *assigned; /* [place] variables that can have been assigned since the start */
    bitset *live; /* [place] after region_find_live: variables whose value can still matter to this search; for moves
                     this is about which moves there are, not what they lead to */
} region;

/* The place of a node of the game in r->nodes, or IR_NONE. */
static inline uint32_t region_at(const region *r, ir_node n)
{
    return n - r->first < r->span ? r->places[n - r->first] : IR_NONE; /* below the first: wraps */
}

/* Decision points: begin and all nodes that an assignment of player leads to. */
bitset ir_decisions(const ir_game *g, arena *a);

region *region_of_moves(ir_game *g, const ir_graph *graph, arena *a);
region *region_of_reach(ir_game *g, const ir_graph *graph, ir_node from, ir_node to, arena *a);
void region_find_live(ir_game *g, const ir_graph *graph, region *r, arena *a);

/* The useful edges out of a node. */
typedef VEC(ir_edge) edge_list;
void region_out(const ir_game *g, const ir_graph *graph, const region *r, ir_node n, arena *a, edge_list *out);

/* True when an expression reads the variable, reachabilities included. */
bool ir_reads(ir_game *g, const ir_graph *graph, ir_expr e, ir_var v, arena *a);
/* Evaluation can end in a fault (integers leaving their range, division by zero). */
bool ir_can_fault(const ir_game *g, ir_expr e);
/* By their types: what the one says, an integer, always fits into what the other is. */
bool ir_int_fits(const ir_game *g, ir_expr e, ir_expr target);

#endif
