/* Values that change by differential equations. */
#ifndef LUDENS_STRUCTURES_FLOW_H
#define LUDENS_STRUCTURES_FLOW_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

/* The derivatives at a time; false stops the whole. */
typedef bool flow_slope(void *user, double time, const double *values, double *slopes);
/* Whether the values are allowed. */
typedef bool flow_allowed(void *user, double time, const double *values);

typedef struct flow {
    uint32_t count;
    flow_slope *slope;
    flow_allowed *allowed; /* or NULL: all are */
    void *user;
    double tolerance; /* of a step, absolute and relative; 0: 1e-11 */
    uint64_t max_steps;
} flow;

typedef enum flow_end { FLOW_DONE, FLOW_STOPPED, FLOW_FAILED } flow_end;

/* From time 0 to `time`, or to the last moment at which the values are allowed (STOPPED: *reached
 * says when). FAILED: the slope said no, or more steps would be needed than there may be. */
flow_end flow_run(const flow *f, double *values, double time, double *reached, arena *scratch);

#endif
