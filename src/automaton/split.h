/* Moves divided into their tags. */
#ifndef LUDENS_AUTOMATON_SPLIT_H
#define LUDENS_AUTOMATON_SPLIT_H

#include "automaton/ir.h"

/* Makes a decision of each tag of a player's move but the last: what may be chosen is what some move goes on with, so
 * that nobody gets stuck within a move, and whole moves are what they were (Kowalski, Mika, Pawlik, Sutowicz, Szykula
 * and Winands, "Split Moves for Monte-Carlo Tree Search", 2022). The variable ir_game.partial says which positions lie
 * within a move. Moves of chance and of the keeper stay as they are. After ir_game_finish; false, reported: the players
 * decide at once. */
bool ir_split(ir_game *g, arena *scratch);

#endif
