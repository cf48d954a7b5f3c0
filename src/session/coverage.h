/* Which lines of rules random games reach. */
#ifndef LUDENS_SESSION_COVERAGE_H
#define LUDENS_SESSION_COVERAGE_H

#include "ludens.h"

#include <jansson.h>

enum { COVERAGE_PLIES_MAX = 1000 /* of one game */ };

/* {"playouts", "lines", "places"}: how many games were played, at most `playouts`, none begun after so many seconds of
 * CPU time; lines where nothing was reached, in order, though something could be; and how many places there are. NULL:
 * it is not known how such rules run, or `diags` says why they cannot. */
json_t *coverage_json(const lud_options *load, const char *text, size_t length, const char *name, uint64_t playouts,
                      uint64_t seed, double seconds, lud_diags *diags);

#endif
