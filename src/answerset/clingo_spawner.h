/* A process that starts the children of libclingo for another one, which has given that up (base/sandbox.h). It is
 * forked while that may still be done; over a socket it is asked for a child, answers with the socket of the child, and
 * ends it again. */
#ifndef LUDENS_ANSWERSET_CLINGO_SPAWNER_H
#define LUDENS_ANSWERSET_CLINGO_SPAWNER_H

#include "ludens_answersets.h"

#include <sys/types.h>

/* The child's process and our end of its socket. False: errno. One thread at a time; the functions see to that. */
bool clingo_spawn(lud_solvers *s, pid_t *pid, int *socket);
/* Ends the child, whose socket is closed already, by force unless it is about to end: its status as of waitpid. */
int clingo_reap(lud_solvers *s, pid_t pid, bool kill_it);
/* Whether it has ended; then it is gone. */
bool clingo_ended(lud_solvers *s, pid_t pid);

#endif
