/* Games that are saved while they are played: trials without an end (docs/json.md). */
#ifndef LUDENS_SESSION_SAVE_H
#define LUDENS_SESSION_SAVE_H

#include "session/failure.h"
#include "session/seat.h"
#include "session/setup.h"
#include "session/walk.h"

#include <jansson.h>

/* The moves so far as a list of {role, move, way}, and a whole trial; it takes `players` over. */
json_t *save_moves(const walk *w);
json_t *save_trial(const walk *w, json_t *players, const setup *with, const char *game, uint64_t rules_hash);
/* Writes the moves so far and who plays; the file is replaced at once or not at all. False: the
 * failure says why. */
bool save_write(const walk *w, const seat *seats, const setup *with, const char *game, uint64_t rules_hash,
                const char *path, failure *p);
/* Reads a saved game, or any trial of one line; `path` names it. NULL: the failure says why. */
json_t *save_read(const char *text, size_t length, const char *path, failure *p);
/* The rules file it names. */
const char *save_game(const json_t *saved);
/* Makes its moves, from the start. */
bool save_replay(const json_t *saved, walk *w, failure *p);
/* Whether these are the rules that the game was played by. */
bool save_same_rules(const json_t *saved, uint64_t rules_hash);
/* Who played a role, or NULL. */
const char *save_player(const json_t *saved, const char *role);

#endif
