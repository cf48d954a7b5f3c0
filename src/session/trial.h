/* Trials: recorded games, one JSON object a line (docs/json.md). */
#ifndef LUDENS_SESSION_TRIAL_H
#define LUDENS_SESSION_TRIAL_H

#include <stddef.h>
#include <stdint.h>

/* The version of the format, in the key "trial". */
enum { TRIAL_VERSION = 1 };

/* Identifies the rules a trial was played by: FNV-1a (Fowler, Noll, Vo), 64 bits, of the
 * bytes of the rules file. */
uint64_t trial_rules_hash(const char *text, size_t length);

#endif
