/* Boards drawn as text. */
#ifndef LUDENS_APP_BOARD_H
#define LUDENS_APP_BOARD_H

#include "app/legend.h"
#include "ludens.h"

#include <stdbool.h>
#include <stdio.h>

/* Draws all boards of the state with coordinates, rows, hexes or points joined by lines, and
 * explains the short forms. What is different from `before` (NULL: nothing to compare with) is
 * marked with an asterisk. In rules of logic, facts that give two coordinates and a thing are a
 * board. False when the game has no board to draw. */
bool board_print(const lud_game *game, const void *state, const void *before, legend *l, bool color,
                 FILE *out);

#endif
