/* Automata as text and as graphs. */
#ifndef LUDENS_AUTOMATON_PRINT_H
#define LUDENS_AUTOMATON_PRINT_H

#include "automaton/ir.h"

/* The automaton's own text. For automata inside of the RG subset it is an RG file. */
const char *ir_print(const ir_game *g, arena *a);
/* What keeps the automaton from being an RG file, or NULL. */
const char *ir_beyond_rg(const ir_game *g, arena *a);
/* The same game with what RG has, where that can be said (plain.c). In the arena. */
const ir_game *ir_plain(const ir_game *g, arena *a);
/* A Graphviz digraph. */
const char *ir_print_dot(const ir_game *g, arena *a);

#endif
