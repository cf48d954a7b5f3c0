/* Sessions of people: each one a process of its own (`ludens session`), so that rules that eat
 * memory, loop or crash end as a message in their own session. A process that ends is started again
 * and brought to where it was. */
#ifndef LUDENS_SERVE_DESK_H
#define LUDENS_SERVE_DESK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct desk_options {
    const char *command;    /* of the shell: runs a studio on standard input and output */
    uint32_t sessions;      /* at once */
    double idle_seconds;    /* until a session without requests is closed */
    double request_seconds; /* after which the process is ended */
} desk_options;

typedef struct desk_counts {
    uint64_t opened, requests, failures, restarts;
    uint32_t open;
} desk_counts;

enum { DESK_ID = 32 /* characters */ };

typedef struct desk desk;

desk *desk_new(const desk_options *o); /* NULL: no memory */
/* From now on nothing is taken; all waiting requests are answered before it returns. */
void desk_stop(desk *d);
/* After desk_stop, when nobody can ask any more. */
void desk_free(desk *d);
/* False: there are too many, or there is no memory. */
bool desk_open(desk *d, char id[DESK_ID + 1]);
/* Hands a request to a session; `answer` gets the reply, a line of JSON, from another thread and
 * once. False: there is no such session, and nothing will be answered. The line is copied. */
bool desk_ask(desk *d, const char *id, const char *line, size_t length,
              void (*answer)(void *user, const char *reply), void *user);
/* What it was working on is ended, too. False: there is no such session. */
bool desk_close(desk *d, const char *id);
/* Closes what has been idle for too long; called now and then. */
void desk_tick(desk *d);
void desk_count(desk *d, desk_counts *counts);

#endif
