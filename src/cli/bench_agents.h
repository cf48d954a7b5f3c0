/* `bench --agent`: a table of the speed of an agent in several games. */
#ifndef LUDENS_CLI_BENCH_AGENTS_H
#define LUDENS_CLI_BENCH_AGENTS_H

#include "cli/options.h"

/* For each game of the command line; `slice`: seconds of CPU time for each figure. An exit code. */
int bench_agents(const options *o, const char *who, double slice, const char *title);

#endif
