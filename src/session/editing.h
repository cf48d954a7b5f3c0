/* What editors ask of names in rules: outlines, definitions, uses, and other names that leave the game as it is. */
#ifndef LUDENS_SESSION_EDITING_H
#define LUDENS_SESSION_EDITING_H

#include "ludens.h"

#include <jansson.h>

/* Answers of a session; places are lines and columns from 1, columns in characters. `name` says the language. */
json_t *editing_symbols(const char *text, size_t length, const char *name);
/* What the name at a byte is, where it is defined and used: {"name", "kind", "definition", "places"}; kind and
 * definition are null where this text does not define it. null: there is no name. */
json_t *editing_name(const char *text, size_t length, const char *name, size_t at);

/* The text with the name at a byte called otherwise, to be freed. A text that could be loaded still can, and has as
 * many moves at the beginning and after one, and the same random games. NULL: *problem, to be freed, says why not. */
char *editing_rename(const lud_options *load, const char *text, size_t length, const char *name, size_t at,
                     const char *to, char **problem);

#endif
