/* What a run of `ludens evolve` says of one candidate. */
#ifndef LUDENS_CLI_EVOLVED_H
#define LUDENS_CLI_EVOLVED_H

#include "evolve/records.h"

/* Exit codes, after a message where something is wrong. */
int evolved_explain(records *s, const char *db, uint64_t unit, bool json);
int evolved_write(records *s, const char *db, uint64_t unit);

#endif
