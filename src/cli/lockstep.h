/* `--lockstep`: a game on the interpreter and as native code, side by side. */
#ifndef LUDENS_CLI_LOCKSTEP_H
#define LUDENS_CLI_LOCKSTEP_H

#include "cli/options.h"

#include <jansson.h>

/* Plays so many random games, makes so many moves at each position (0: the standard), compares everything, prints the
 * result, or adds it to the list when there is one. Returns the exit code. */
int lockstep_game(const options *o, const char *path, uint64_t playouts, double max_seconds, uint32_t tries,
                  json_t *list);

#endif
