/* How many playouts a second an agent makes, against listed random games on the same back end. */
#ifndef LUDENS_APP_BENCH_AGENT_H
#define LUDENS_APP_BENCH_AGENT_H

#include "app/options.h"

/* For each game: playouts per second of CPU time of the agent, thinking at the first position at
 * which somebody has a choice, and of `run --enumerate`; also of the agent with two threads.
 * `slice`: seconds of CPU time for each. An exit code. */
int bench_agent(const options *o, const char *who, double slice, const char *title);

#endif
