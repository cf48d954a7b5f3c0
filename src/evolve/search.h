/* A run: candidates are made, tested in processes, and taken in in the order of their numbers. What is made depends on
 * what was taken in some numbers before, and on nothing else: a seed gives the same run with any number of processes,
 * and one that is begun again goes on as if it had never ended. */
#ifndef LUDENS_EVOLVE_SEARCH_H
#define LUDENS_EVOLVE_SEARCH_H

#include "evolve/archive.h"
#include "evolve/records.h"
#include "ludens_vary.h"

enum { AHEAD = 32 /* candidates that are made before the first of them is taken in; so many processes make sense */ };

typedef struct search_text {
    char *name, *text;
} search_text;

/* What a run consists of: the games it begins with, games that are only learnt from, criteria, seed. */
typedef struct search_plan {
    search_text *from, *learn;
    uint32_t from_count, learn_count;
    char *criteria; /* text of the file; NULL: the standard ones */
    uint64_t seed;
} search_plan;

json_t *search_plan_json(const search_plan *p);
/* To be freed with search_plan_done. False: it is no plan. */
bool search_plan_read(search_plan *p, const json_t *from);
void search_plan_done(search_plan *p);

typedef struct search search;

/* Takes in what the store has. NULL after a message; *code is then the exit code. */
search *search_new(const search_plan *plan, records *s, int *code);
void search_free(search *s);

/* The best games so far, and what became of the candidates. */
typedef struct search_state {
    uint64_t done, playable, passed, kept, lost;
    uint32_t kinds;
    const member *best[3]; /* or NULL */
} search_state;
search_state search_now(const search *s);

typedef struct search_run {
    uint64_t total;      /* candidates in all, those of earlier runs included */
    uint32_t processes;  /* at most AHEAD */
    double seconds;      /* that a candidate may take in its process */
    const char *command; /* of a process (jobs.h) */
    bool (*progress)(void *user, const search_state *now, uint64_t total); /* false stops */
    void *user;
} search_run;

/* An exit code, after a message where something is wrong. */
int search_go_on(search *s, const search_run *run);
/* What a process does with a unit's line: the line that it answers, to be freed. */
char *search_work(const char *line);
/* What a run came to: docs/json.md. */
json_t *search_summary(const search *s);

#endif
