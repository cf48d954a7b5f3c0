/* The side of the child process. */
#ifndef LUDENS_ANSWERSET_CLINGO_CHILD_H
#define LUDENS_ANSWERSET_CLINGO_CHILD_H

#include <stdint.h>

/* Messages on the socket: a header and so many bytes. */
typedef struct clingo_message {
    uint32_t kind;
    uint32_t length;
} clingo_message;

enum { CLINGO_ATOM = 1, CLINGO_MODEL, CLINGO_DONE, CLINGO_FAILED, CLINGO_MISSING, CLINGO_FULL };

/* What precedes the text and the names of a request. */
typedef struct clingo_order {
    uint64_t seed, memory;
    double seconds;
    uint64_t text_length;
    uint64_t max_atoms;
    uint32_t models, project, name_count, name_bytes;
} clingo_order;

/* Closes all files but that one; the first three become /dev/null. */
void clingo_child_close_others(int keep);
/* Serves requests until the socket closes, and ends the process. */
_Noreturn void clingo_child_run(int socket);

#endif
