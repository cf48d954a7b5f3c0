/* How a game came to a fault of its rules: the moves before it, and the command that goes there.
 * What every command says of a fault besides the diagnostic itself. */
#ifndef LUDENS_SESSION_TRACE_H
#define LUDENS_SESSION_TRACE_H

#include "session/setup.h"
#include "session/walk.h"

#include <jansson.h>

typedef struct trace {
    char **steps; /* each as `--after` takes it */
    uint32_t count, capacity;
    bool whole;    /* they are a whole random game from the start: */
    uint64_t game; /* this one of the seed */
} trace;

void trace_done(trace *t);
/* The moves of a walk, with the one that failed if it was the last thing tried. */
void trace_walk(trace *t, const walk *w);
/* The moves of random game `number` from the start (where the walk is), up to its end or to what stopped it. */
lud_status trace_game(trace *t, walk *w, const setup *with, uint64_t number);
/* Plays random games from the walk's position, whose moves come first: stream `number` of the seed, then
 * others, until one ends with this status. True: `t` leads to it, and the walk's context has the fault. */
bool trace_search(trace *t, walk *w, const setup *with, uint64_t number, lud_status status);

/* "= after: ..", "= step there: .." */
void trace_print(const trace *t, const setup *with, const char *path, FILE *out);
char *trace_text(const trace *t, const setup *with, const char *path); /* the same, to be freed */
/* Sets "after", a list, and "command". */
void trace_json(const trace *t, const setup *with, const char *path, json_t *into);

/* A diagnostic as an object (docs/json.md), without notes. */
json_t *diagnostic_json(lud_diagnostic d);
/* One of several, with its notes. */
json_t *diagnostics_entry(const lud_diags *diags, uint32_t index);
/* Makes the moves of a trial, as far as that goes; the status of the start. */
lud_status trace_follow(walk *w, const json_t *moves);
bool trace_is_fault(lud_status status); /* of the rules */
/* The same as JSON: the diagnostic's keys, "after", "command". */
json_t *trace_fault_json(const setup *with, walk *w, const trace *t, const char *path);

#endif
