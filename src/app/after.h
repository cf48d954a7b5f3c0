/* Positions that are given by the moves before them: `--after "move; move"`. */
#ifndef LUDENS_APP_AFTER_H
#define LUDENS_APP_AFTER_H

#include "app/options.h"
#include "app/walk.h"

/* Goes to the start and makes the moves (NULL: none). An exit code; messages go to standard error.
 */
int walk_after(const options *o, walk *w, const char *after);

#endif
