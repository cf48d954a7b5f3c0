/* The grid of an answer-set game as the player sees it, drawn from facts. */
#ifndef LUDENS_DRAW_GRID_H
#define LUDENS_DRAW_GRID_H

#include <stdbool.h>
#include <stdio.h>

/* Facts one a line: the player's input and the settings of the level. `frame`: 'w' won, 'l' lost, 0
 * else. False: they describe no grid. */
bool grid_print(const char *input, const char *settings, char frame, bool color, FILE *out);

#endif
