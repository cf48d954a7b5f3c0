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
/* What the index says of a game (games/index.tsv): title, language, players and more; `game` and `title` alone where
 * it says nothing. */
json_t *library_json(const library_game *g);
/* "Nine mens morris" of "lud/nine-mens-morris.lud"; to be freed. */
char *library_title(const char *name);

#endif
