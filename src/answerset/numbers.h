/* Atoms that states and moves name by number: more of shared.c. */
#ifndef LUDENS_ANSWERSET_NUMBERS_H
#define LUDENS_ANSWERSET_NUMBERS_H

#include "answerset/game.h"

/* Reads an action from the front of a text: do(..) as it is, any other term T as do(T). 0: it is
 * none, or out of memory. */
uint32_t as_shared_action(as_shared *s, const char *text, size_t length, size_t *used);
bool as_shared_is_action(as_shared *s, uint32_t number);
/* Names of cells and of what is in them; they live as long as the game. */
const char *as_shared_site_name(as_shared *s, uint32_t row, uint32_t column);
const char *as_shared_site_content(as_shared *s, const uint32_t *atoms, uint32_t count, int32_t row, int32_t column);

#endif
