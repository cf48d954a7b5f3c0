#ifndef LUDENS_CLI_REPLAY_SAVED_H
#define LUDENS_CLI_REPLAY_SAVED_H

#include "cli/options.h"

#include <jansson.h>

/* Replays a game that Zillions saved by the rules at `path` (NULL: those that it names); the exit code. */
int replay_saved(const options *o, const char *path, const char *file, const char *content, size_t length);
/* Writes the moves of a trial by those rules as Zillions saves them; an exit code after a report. */
int save_replayed(const options *o, const char *file, const char *rules, const json_t *moves);

#endif
