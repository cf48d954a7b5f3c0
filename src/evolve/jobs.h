/* Units of work in processes: whatever a unit does to its process, it ends with an answer or without one. */
#ifndef LUDENS_EVOLVE_JOBS_H
#define LUDENS_EVOLVE_JOBS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct jobs jobs;

/* `count` processes of a command of the shell, which reads a line for each unit and writes one; each starts when it
 * gets its first unit. A unit that takes longer than `seconds` is ended with its process. */
jobs *jobs_new(const char *command, uint32_t count, double seconds);
void jobs_free(jobs *j);
/* Whether a process has nothing to do. */
bool jobs_idle(const jobs *j);
/* Hands a unit to a process that has nothing to do. False: no process can be started (errno). */
bool jobs_give(jobs *j, uint64_t unit, const char *line);
/* Waits up to `seconds` for an answer: false when there is none. *reply is the line, to be freed, or NULL when the
 * process ended or was ended, and *why says so. */
bool jobs_take(jobs *j, double seconds, uint64_t *unit, char **reply, const char **why);

#endif
