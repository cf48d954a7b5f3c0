/* Positions that are given by the moves before them: `--after "move; move"`. */
#ifndef LUDENS_SESSION_AFTER_H
#define LUDENS_SESSION_AFTER_H

#include "session/failure.h"
#include "session/walk.h"

/* Goes to the start and makes the moves (NULL: none). */
bool walk_after(walk *w, const char *after, failure *p);

#endif
