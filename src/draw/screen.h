/* What the terminal that is written to can show. */
#ifndef LUDENS_DRAW_SCREEN_H
#define LUDENS_DRAW_SCREEN_H

#include <stdbool.h>
#include <stdio.h>

typedef struct screen {
    FILE *out;
    bool color;
    bool unicode; /* symbols such as chess pieces can be shown */
    int columns;  /* at least 20 */
} screen;

screen screen_of(FILE *out, bool color);

/* Writes pieces of text separated by `separator`, in lines of at most the screen's width, each of
 * which begins with `indent` blanks. Begins with *column 0; at the end the caller ends the line. */
void screen_fill(const screen *s, size_t *column, int indent, const char *separator, const char *piece);

#endif
