/* Trials: recorded games, one JSON object a line (docs/json.md). */
#ifndef LUDENS_SESSION_TRIAL_H
#define LUDENS_SESSION_TRIAL_H

#include "session/setup.h"
#include "session/walk.h"

#include <jansson.h>

/* The version of the format, in the key "trial". */
enum { TRIAL_VERSION = 1 };

/* Identifies the rules a trial was played by: FNV-1a (Fowler, Noll, Vo), 64 bits, of the
 * bytes of the rules file. */
uint64_t trial_rules_hash(const char *text, size_t length);

/* What every trial begins with. */
typedef struct trial_head {
    const lud_game *game;
    const char *file;        /* of the rules */
    const lud_options *load; /* options, ruleset and variant that were chosen are kept */
    uint64_t rules_hash, seed, number;
    uint32_t plies;
    lud_status status; /* what ended it */
} trial_head;

/* Plays a random game from the start; its moves, as trials have them, are added to the list. */
lud_status trial_play(walk *w, const setup *with, lud_rng *rng, json_t *list);
/* The trial; takes over the moves and the scores (NULL: none). */
json_t *trial_json(const trial_head *head, json_t *moves, json_t *scores);
/* Loads by the options, ruleset and variant of a trial where `load` has none of its own. What is taken lives as
 * long as the trial. */
void trial_load_options(const json_t *trial, lud_options *load);
/* Whether both are loaded alike: the same choices and the same level. */
bool trial_loads_alike(const json_t *a, const json_t *b);

#endif
