/* The games that come with the program, inside of it: they are there wherever it runs. */
#ifndef LUDENS_SESSION_LIBRARY_H
#define LUDENS_SESSION_LIBRARY_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

typedef struct library_game {
    const char *name; /* "hrg/chess.hrg" */
    const char *text;
    size_t length;
} library_game;

uint32_t library_count(void);
/* In the order of their names. */
const library_game *library_at(uint32_t index);
/* By name, or by what follows the folder when only one game is called so; NULL: there is none. */
const library_game *library_find(const char *name);
/* What is known of a game: title, language, players and more (games/index.tsv), its family, and a line for those who
 * choose (games/lines.tsv); `game` and `title` alone where they say nothing. */
json_t *library_json(const library_game *g);
/* "Nine mens morris" of "lud/nine-mens-morris.lud"; to be freed. */
char *library_title(const char *name);

#endif
