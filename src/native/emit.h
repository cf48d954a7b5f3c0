/* Automaton to C: one translation unit a game.
 *
 * Every program of the interpreter (automaton/lower.c) has its counterpart: nodes become nested
 * blocks, or functions where paths meet or turn back; a choice is a loop; a check an `if`; an
 * assignment keeps the old value in a local variable and puts it back when the path is
 * given up. Drawing a random path is a fifth program, made from the same plan as listing. */
#ifndef LUDENS_NATIVE_EMIT_H
#define LUDENS_NATIVE_EMIT_H

#include "automaton/code.h"

struct lowering;

typedef struct native_source native_source;

/* To be given to lower_program as hook and user. Text grows in the arena. */
native_source *native_source_new(ir_game *g, arena *a);
void native_emit_program(void *user, struct lowering *x, uint32_t number);
/* The whole unit, when the code is complete; NULL when the game uses something that has no
 * native form yet (*why says what). */
const char *native_source_finish(native_source *n, const vm_code *code, const char **why);

#endif
