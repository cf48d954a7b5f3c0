/* What the terminal that a command writes to can show. */
#ifndef LUDENS_CLI_SCREEN_H
#define LUDENS_CLI_SCREEN_H

#include <stdbool.h>
#include <stdio.h>

typedef struct screen {
    FILE *out;
    bool color;
    bool unicode; /* symbols such as chess pieces can be shown */
    int columns;  /* at least 20 */
} screen;

struct options;
screen screen_of(const struct options *o, FILE *out);

/* Writes pieces of text separated by `separator`, in lines of at most the screen's width, each of
 * which begins with `indent` blanks. Begins with *column 0; at the end the caller ends the line. */
void screen_fill(const screen *s, size_t *column, int indent, const char *separator, const char *piece);

#endif
