/* libclingo, for programs that are not stratified.
 *
 * It runs in a child process, because a program can hang it (grounding cannot be interrupted), take
 * all memory, or crash it. The child is made by fork when it is first needed, belongs to one client
 * and serves it until something goes wrong or it has served enough; it has limits of CPU time and
 * memory, no files but its socket, and is killed at the deadline of a request. The library is
 * loaded in the child alone, by dlopen: there is no header of it in Debian, and no need for it
 * otherwise. */
#ifndef LUDENS_ANSWERSET_CLINGO_H
#define LUDENS_ANSWERSET_CLINGO_H

#include "answerset/terms.h"
#include "ludens_answersets.h"

typedef struct clingo_client clingo_client;

typedef struct clingo_request {
    const char *text;
    size_t length;
    uint32_t models; /* at most so many answer sets, 0: all */
    uint64_t seed;
    bool project;               /* the text has #project statements: answer sets that differ in them */
    double seconds;             /* limit, of CPU and of the clock */
    uint64_t memory;            /* bytes on top of what the process has */
    const lud_control *control; /* stops waiting, or NULL */
    uint64_t max_atoms;         /* in the answer sets together */
    const char *const *names;   /* only atoms of these predicates are wanted, */
    uint32_t name_count;        /* unless it is 0 */
} clingo_request;

/* Both are called in turn: the atoms of an answer set, then its end. */
typedef struct clingo_receiver {
    void (*atom)(void *user, const char *text, size_t length);
    bool (*end)(void *user); /* false: no more */
    void *user;
} clingo_receiver;

/* `spawner`: of lud_options. NULL: out of memory. */
clingo_client *clingo_client_new(lud_solvers *spawner);
void clingo_client_free(clingo_client *c);
/* *models: how many there were (up to those wanted). Otherwise the reason, with a text. The
 * receiver must not jump. */
trap_reason clingo_solve(clingo_client *c, const clingo_request *request, const clingo_receiver *to, uint32_t *models,
                         char *text, size_t text_size);

#endif
