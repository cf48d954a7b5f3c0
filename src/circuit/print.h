/* Networks as text: their own form, which lang/network reads, rule sheets, and Graphviz. */
#ifndef LUDENS_CIRCUIT_PRINT_H
#define LUDENS_CIRCUIT_PRINT_H

#include "circuit/network.h"

/* In the arena. */
const char *net_text(const net_network *n, arena *a);
/* A rule sheet of ground rules, in prefix notation (kif.c). Blanks in texts of moves make terms of them, `(move_2 e2
 * e4)`. `moves`, when not NULL, gets the way back: a line for each move, "ROLE TAB ITS TERM TAB TERM TAB TEXT". */
const char *net_kif(const net_network *n, const char **moves, arena *a);
/* A graph of what facts, moves, goals and the end come from; parts of the game that do not
 * influence each other stand apart. */
const char *net_graph(const net_network *n, arena *a);

#endif
