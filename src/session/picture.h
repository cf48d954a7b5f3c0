/* A small picture of a position, as JSON that the page draws: what boards look like, and what stands on them. */
#ifndef LUDENS_SESSION_PICTURE_H
#define LUDENS_SESSION_PICTURE_H

#include <jansson.h>

#include "ludens.h"

/* {roles, edges, boards: [{name, shape, lines, at: [x, y, ...], outlines}], words, contents: [[place in words, ...]]}.
 * `header` is the comment at the top of the rules. */
json_t *picture_json(const lud_game *game, const void *state, const char *header);
/* {side: role}, see about_edges. */
json_t *picture_edges(const lud_game *game, const char *header);

#endif
