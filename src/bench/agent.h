/* How many playouts a second an agent makes, against listed random games on the same back end; or how many positions,
 * against the moves of these, if it plays none. */
#ifndef LUDENS_BENCH_AGENT_H
#define LUDENS_BENCH_AGENT_H

#include "agents/agent.h"

/* Per second of CPU time; `two` of two threads, times two. NAN: not measured. */
typedef struct agent_speeds {
    double listed, agent, two;
    bool positions; /* and moves, not playouts */
} agent_speeds;

/* Of the agent, thinking at the first position at which somebody has a choice, and of `run
 * --enumerate`; also of the agent with two threads. `slice`: seconds of CPU time for each. False:
 * there is nothing to measure. */
bool bench_agent(const agent_spec *spec, const lud_game *game, double slice, agent_speeds *s);

#endif
