/* A progress bar on standard error, drawn only when that is a terminal. */
#ifndef LUDENS_CLI_PROGRESS_H
#define LUDENS_CLI_PROGRESS_H

#include "cli/interrupt.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct progress {
    bool shown; /* whether to draw at all */
    bool drawn; /* something is on the line */
    const char *label;
    const char *note; /* shown behind the bar, or NULL */
    double started, last;
    double deadline; /* seconds after the start to stop at; 0: none */
} progress;

void progress_start(progress *p, const char *label, bool wanted);
/* Draws at most ten times a second. False when the deadline has passed or the command is to stop. Fits the callbacks
 * of ludens.h with a progress as user data. */
bool progress_step(void *user, uint64_t done, uint64_t total);
/* Clears the line. */
void progress_end(progress *p);

#endif
