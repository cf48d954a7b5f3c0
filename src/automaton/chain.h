/* Tables that are followed from value to value: `v = T[v]`, round after round, comes to an end. Loops that do so need
 * no memory of where they have been (plan_loops.c), if they do not go on from the end itself. */
#ifndef LUDENS_AUTOMATON_CHAIN_H
#define LUDENS_AUTOMATON_CHAIN_H

#include "automaton/ir.h"

/* The table of v = T[v], or IR_NONE. It may be part of a larger one, under keys that are known. */
ir_value chain_table(const ir_game *g, const ir_edge_data *e, ir_var *v);
/* Whether T leads from all values of the integer v but one to less, as tables of chains do; how many values the
 * longest chain has. */
bool chain_falls(const ir_game *g, ir_value table, ir_var v, arena *scratch, int32_t *stop, uint32_t *longest);
/* The same of symbols, which have no order: from all of them but one the table leads on, and never back. */
bool chain_leads(const ir_game *g, ir_value table, ir_var v, arena *scratch, ir_sym *stop, uint32_t *longest);

#endif
