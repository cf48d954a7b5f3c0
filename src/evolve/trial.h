/* The tests of one candidate, cheap ones first: a function of its rules, a seed and the criteria alone, so that it can
 * run anywhere and again. */
#ifndef LUDENS_EVOLVE_TRIAL_H
#define LUDENS_EVOLVE_TRIAL_H

#include "evolve/criteria.h"

#include <jansson.h>

/* What is asked, as an object: "name" (of a file, whose extension says the language), "text", "seed" (a string), and
 * what comes of it:
 *
 *     "stage"     the test that it failed: load, random, thinking; or "measures": it passed all
 *     "passed"    whether it did
 *     "why"       what was wrong, or ""
 *     "playable"  its random games end, both sides win some, nobody is ever without a move
 *     "text"      the rules without dead parts
 *     "dropped"   how many those were
 *     "values"    measures and behaviours, by key
 *     "checks"    what each test saw: [test, what, value, lowest, highest, passed] */
json_t *trial_run(const json_t *unit, const criteria *c);

#endif
