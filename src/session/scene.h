/* What stands on boards: what their maps say, and tokens on it. */
#ifndef LUDENS_SESSION_SCENE_H
#define LUDENS_SESSION_SCENE_H

#include "ludens.h"

#include <stdbool.h>

/* Words for nothing on a site. */
bool scene_is_empty(const char *content);
/* [site] from the bottom of a stack, parts separated by strokes; to be freed by scene_contents_done. */
char **scene_contents(const lud_game *game, const void *state, uint32_t board);
void scene_contents_done(char **contents, uint32_t sites);

#endif
