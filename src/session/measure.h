/* What kind of game this is, as JSON: for `ludens analyse --json` and for pages. */
#ifndef LUDENS_SESSION_MEASURE_H
#define LUDENS_SESSION_MEASURE_H

#include "analysis/measures.h"

#include <jansson.h>

/* All of an analysis (docs/json.md); `name` is the game's. */
json_t *measures_json(const lud_game *game, const analysis *a, const analysis_options *how, const char *name);

#endif
