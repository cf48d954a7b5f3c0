/* Numbering of symbols for dense storage. */
#ifndef LUDENS_AUTOMATON_ENCODE_H
#define LUDENS_AUTOMATON_ENCODE_H

#include "automaton/ir.h"

/* Renumbers the symbols: those that share a type, directly or through others, become one
 * family with consecutive numbers, so that a value needs only its place in the family and
 * values compared or copied between types agree. Within a family symbols are ordered so
 * that types are as gapless as a greedy insertion finds; those of a board so that ways from
 * site to site are shifts. */
void ir_encode(ir_game *g);

#endif
