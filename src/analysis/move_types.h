/* Kinds of moves, by their shape. */
#ifndef LUDENS_ANALYSIS_MOVE_TYPES_H
#define LUDENS_ANALYSIS_MOVE_TYPES_H

#include "analysis/measures.h"

/* Counts a move among a->types. */
void move_types_count(analysis *a, const char *move);

#endif
