/* Automata in which a single condition can be left out, to tell which one forbids a move. */
#ifndef LUDENS_AUTOMATON_RELAX_H
#define LUDENS_AUTOMATON_RELAX_H

#include "automaton/ir.h"

/* Gives each check, and each condition of a choice, a way past it that is open while the variable ir_game.passed holds
 * its number (from 1; 0, as at the beginning: none is open). After ir_game_finish, before any pass. False after
 * reports. */
bool ir_relax(ir_game *g);

#endif
