/* Deduction puzzles: sites get values instead of pieces. What stands on a site is one more than its
 * value once that is decided, and nothing before; beside it is kept which values are still
 * possible. */
#ifndef LUDENS_LANG_LUDII_LOWER_PUZZLE_H
#define LUDENS_LANG_LUDII_LOWER_PUZZLE_H

#include "lang/ludii/lower/lower.h"

/* Reads what the equipment says of a puzzle, if the game is one; its sites of other types are shown
 * with the value 0. */
void lu_find_puzzle(lu *x);
/* The variables, when the values at the beginning are known. */
void lu_start_puzzle(lu *x);
/* In puzzles (from) and (to) that are compared mean the values there; true while one of them is
 * open. */
bool lu_compares_values(lu *x, const ludii_value *v);
kit_cond lu_compare_values(lu *x, const ludii_value *v, ir_op op);

#endif
