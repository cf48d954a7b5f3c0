/* Players who decide at once. In text they do so one after the other: where the move of a player
 * leads straight to the decision of another, without a step of the keeper in between, both are made
 * in the position before the first of them (pragma `@simultaneous`). What each says has to be kept
 * in variables that the others do not look at. */
#ifndef LUDENS_AUTOMATON_SIMULTANEOUS_H
#define LUDENS_AUTOMATON_SIMULTANEOUS_H

#include "automaton/ir.h"

/* Of a decision point. */
typedef struct ir_partner {
    ir_sym role;  /* who decides, IR_NONE: not known, or several */
    ir_node next; /* where the one decides who does so at once, IR_NONE: nobody */
    bool mixed;   /* some moves lead there, and others elsewhere */
    bool follows; /* it is `next` of another */
} ir_partner;

/* [node] */
ir_partner *ir_partners(const ir_game *g, const ir_graph *graph, arena *a);
/* Reports what keeps players from deciding at once. */
void ir_check_simultaneous(ir_game *g, diag_sink *sink);

#endif
