/* Games that are saved while they are played: trials without an end (docs/json.md). */
#ifndef LUDENS_APP_SAVE_H
#define LUDENS_APP_SAVE_H

#include "app/options.h"
#include "app/seat.h"
#include "app/walk.h"

#include <jansson.h>

/* Writes the moves so far and who plays; the file is replaced at once or not at all. False after a
 * message. */
bool save_write(const walk *w, const seat *seats, const options *o, const char *game,
                uint64_t rules_hash, const char *path);
/* Reads a saved game, or any trial of one line. NULL after a message. */
json_t *save_read(const char *path, const char *title);
/* The rules file it names. */
const char *save_game(const json_t *saved);
/* Makes its moves, from the start. An exit code; messages go to standard error. */
int save_replay(const json_t *saved, walk *w, const options *o, const char *title);
/* Warns when the rules are not those that the game was played by. */
void save_check_rules(const json_t *saved, uint64_t rules_hash, const char *title);
/* Who played a role, or NULL. */
const char *save_player(const json_t *saved, const char *role);

#endif
