/* Automaton to C: one translation unit a game.
 *
 * Every program of the plan (automaton/plan.h) has its counterpart: nodes become nested
 * blocks, or functions where paths meet or turn back; a choice is a loop; a check an `if`; an
 * assignment keeps the old value in a local variable and puts it back when the path is
 * given up. Drawing a random path is a program of its own, made from the same plan as listing. */
#ifndef LUDENS_NATIVE_EMIT_H
#define LUDENS_NATIVE_EMIT_H

#include "automaton/plan.h"

/* Bytes of C that a compiler may be asked for in passing, and where somebody wants native code:
 * hundreds of megabytes take it minutes, and gigabytes. */
enum { NATIVE_TEXT = 48 << 20, NATIVE_TEXT_WANTED = 192 << 20 };

/* For moves of at most `tags_max` tags; where there may be more, functions look. In the arena of
 * the game. NULL when some limit is met (*why says which). */
const char *native_unit(const plan *p, uint32_t tags_max, size_t text_max, const char **why);

#endif
