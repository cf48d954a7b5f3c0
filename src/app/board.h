/* Boards drawn as text. */
#ifndef LUDENS_APP_BOARD_H
#define LUDENS_APP_BOARD_H

#include "ludens.h"

#include <stdio.h>

/* Short forms of what stands on sites, unambiguous, and the same for a whole game: they are
 * given when things are first met, in alphabetical order. */
typedef struct legend {
    char **contents, **shorts;
    size_t count;
} legend;

void legend_init(legend *l);
void legend_done(legend *l);

/* Draws all boards of the state with coordinates and explains the short forms. False when
 * the game has no board to draw. */
bool board_print(const lud_game *game, const void *state, legend *l, bool color, FILE *out);

#endif
