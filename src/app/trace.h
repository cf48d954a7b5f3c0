/* How a game came to a fault of its rules: the moves before it, and the command that goes there.
 * What every command says of a fault besides the diagnostic itself. */
#ifndef LUDENS_APP_TRACE_H
#define LUDENS_APP_TRACE_H

#include "app/options.h"
#include "app/walk.h"

#include <jansson.h>

typedef struct trace {
    char **steps; /* each as `--after` takes it */
    uint32_t count, capacity;
} trace;

void trace_clear(trace *t);
void trace_done(trace *t);
/* The moves of a walk, with the one that failed if it was the last thing tried. */
void trace_walk(trace *t, const walk *w);
/* Plays random games from the walk's position, whose moves come first: stream `number` of the seed, then
 * others, until one ends with this status. True: `t` leads to it, and the walk's context has the fault. */
bool trace_search(trace *t, walk *w, const options *o, uint64_t number, lud_status status);

/* "= after: ..", "= step there: .." */
void trace_print(const trace *t, const options *o, const char *path, FILE *out);
char *trace_text(const trace *t, const options *o, const char *path); /* the same, to be freed */
/* Sets "after", a list, and "command". */
void trace_json(const trace *t, const options *o, const char *path, json_t *into);

/* A diagnostic as an object (docs/json.md), without notes. */
json_t *diagnostic_json(lud_diagnostic d);
/* What went wrong in the walk's last call: the diagnostic and the moves, on standard error; the exit code. */
int trace_report(const options *o, walk *w, lud_status status, const char *path);
/* For a fault that an agent met in its search, from the walk's position on: shows it with the moves when
 * random games meet it, too. */
int trace_report_from(const options *o, walk *w, lud_status status, const char *path);
/* Makes the moves of a trial, as far as that goes; the status of the start. */
lud_status trace_follow(walk *w, const json_t *moves);
bool trace_is_fault(lud_status status); /* of the rules */
/* The same as JSON: the diagnostic's keys, "after", "command". */
json_t *trace_fault_json(const options *o, walk *w, const trace *t, const char *path);

#endif
