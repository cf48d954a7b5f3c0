/* Networks as text: their own form, which lang/network reads, and Graphviz. */
#ifndef LUDENS_CIRCUIT_PRINT_H
#define LUDENS_CIRCUIT_PRINT_H

#include "circuit/network.h"

/* In the arena. */
const char *net_text(const net_network *n, arena *a);
/* A graph of what facts, moves, goals and the end come from; parts of the game that do not
 * influence each other stand apart. */
const char *net_graph(const net_network *n, arena *a);

#endif
