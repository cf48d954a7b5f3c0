/* A run in a database of SQLite: each candidate is a row that is written in one transaction when its turn has come, so
 * that a program that is killed has lost only candidates that were not over. */
#ifndef LUDENS_EVOLVE_RECORDS_H
#define LUDENS_EVOLVE_RECORDS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct records records;

/* A candidate and what became of it. Texts belong to whoever made the row. */
typedef struct record {
    uint64_t unit;
    int64_t parent, other;              /* units, or -1 */
    const char *told;                   /* how it was made */
    uint64_t made, hash;                /* of what was tried, and of what was left of it */
    const char *text, *stage, *verdict; /* "kept", "failed", "twin", "known" or "lost" */
    const char *why, *name;
    double score;
    bool playable;
    const char *values, *checks; /* JSON */
} record;

/* Opens the file, or makes it with this description. NULL after a message; *code is then the exit code. `make`: whether
 * there may be none yet. */
records *records_open(const char *path, bool make, int *code);
void records_close(records *s);
/* What a run consists of: an object; NULL: the file is new. To be freed. */
json_t *records_description(records *s);
/* False after a message. */
bool records_describe(records *s, const json_t *description);
bool records_add(records *s, const record *r);
/* Candidates in the order of their numbers, from `first` on; `call` may stop by returning false. False after a
 * message. */
bool records_each(records *s, uint64_t first, bool (*call)(void *user, const record *r), void *user);
/* One candidate; false: there is none of that number. */
bool records_one(records *s, uint64_t unit, void (*call)(void *user, const record *r), void *user);
uint64_t records_count(records *s);

#endif
