/* Weighted chance: the variable of `@weight`.
 *
 * It holds integers or symbols that are numerals, from 1 on. A path of chance is as likely, among those that there are,
 * as what was assigned to the variable last on it says; where nothing was, as its initial value says. The variable is
 * for this alone: nothing reads it, nobody but chance assigns it, and positions do not have it. */
#ifndef LUDENS_AUTOMATON_WEIGHT_H
#define LUDENS_AUTOMATON_WEIGHT_H

#include "automaton/ir.h"

enum { IR_WEIGHT_MAX = 1000000 };

void ir_check_weight(ir_game *g, diag_sink *sink);
/* The number that a symbol stands for; 0: none. */
uint32_t ir_symbol_weight(const ir_game *g, ir_sym s);

#endif
