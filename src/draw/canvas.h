/* A sheet of characters on which boards are drawn. */
#ifndef LUDENS_DRAW_CANVAS_H
#define LUDENS_DRAW_CANVAS_H

#include "draw/screen.h"

typedef enum ink { INK_PLAIN, INK_DIM, INK_MARKED } ink;

typedef struct canvas_cell {
    char *text; /* what begins here, or NULL */
    ink ink;
} canvas_cell;

typedef struct canvas {
    int width, height;  /* characters */
    canvas_cell *cells; /* [row * width + column] */
} canvas;

void canvas_init(canvas *c, int width, int height);
void canvas_done(canvas *c);
/* Puts a text where it begins; what is outside of the sheet is left out. */
void canvas_put(canvas *c, int column, int row, const char *text, ink how);
/* Puts a text so that it ends before column `end`. */
void canvas_put_right(canvas *c, int end, int row, const char *text, ink how);
bool canvas_free_at(const canvas *c, int column, int row);
/* Writes the sheet. One that is wider than the screen is cut into strips from left to right, never
 * inside of a text; each strip begins with the first `labels` columns of the sheet. */
void canvas_print(const canvas *c, const screen *s, int labels);

#endif
