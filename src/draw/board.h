/* Boards drawn as text. */
#ifndef LUDENS_DRAW_BOARD_H
#define LUDENS_DRAW_BOARD_H

#include "draw/legend.h"
#include "draw/screen.h"
#include "ludens.h"
#include "session/about.h"

typedef struct board_view {
    const lud_game *game;
    const screen *screen;
    legend *legend;
    const about_sides *edges; /* or NULL */
    bool notes;               /* draw what rules note of sites, too, as boards of their own */
} board_view;

/* Draws all boards of the state with coordinates, rows, hexes or points joined by lines, and
 * explains the short forms. What is different from `before` (NULL: nothing to compare with) is
 * marked with an asterisk. In rules of logic, facts that give two coordinates and a thing are a
 * board. False when the game has no board to draw. */
bool board_print(const board_view *v, const void *state, const void *before);

#endif
