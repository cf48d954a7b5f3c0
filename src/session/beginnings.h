/* Small games to begin with, one for each language and extension that people write: for `ludens new`, and for the
 * editor of the page. */
#ifndef LUDENS_SESSION_BEGINNINGS_H
#define LUDENS_SESSION_BEGINNINGS_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

typedef struct beginning {
    const char *language, *extension; /* "gdl", ".kif" */
    const char *text;                 /* NAME stands for the title of the game */
    size_t length;
} beginning;

uint32_t beginnings_count(void);
const beginning *beginnings_at(uint32_t index);
/* Of a language, or else of a file by its extension; NULL: there is none. */
const beginning *beginnings_find(const char *file, const char *language);
/* With this title; to be freed. */
char *beginnings_text(const beginning *b, const char *title);
/* All of them, a list of objects: language, extension, name of a file, text. */
json_t *beginnings_json(const char *title);

#endif
