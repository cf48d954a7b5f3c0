/* What kind of game this is, and how random games went, as JSON: for `ludens analyse --json`, `ludens run --json` and
 * for pages. */
#ifndef LUDENS_SESSION_MEASURE_H
#define LUDENS_SESSION_MEASURE_H

#include "analysis/measures.h"

#include <jansson.h>

/* All of an analysis (docs/json.md); `name` is the game's. */
json_t *measures_json(const lud_game *game, const analysis *a, const analysis_options *how, const char *name);
/* How random games went (docs/json.md). `diagnostic`: of a fault, or NULL; it is taken. */
json_t *run_json(const lud_game *game, const lud_run_result *r, const char *name, uint64_t seed, uint32_t threads,
                 json_t *diagnostic);
/* Whether moves were counted, so that there is a branching factor. */
static inline bool run_listed(const lud_run_result *r) { return r->branching.max > 0; }
static inline double run_speed(uint64_t count, double seconds) { return seconds > 0 ? (double)count / seconds : 0; }

#endif
