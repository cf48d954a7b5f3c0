/* Which back end runs a machine. With LUD_BACKEND_AUTO that changes once, between two calls of a
 * context: the functions are published by the build, and each context takes them when it sees
 * them. Both back ends draw the same random numbers for the same moves, so nobody can tell. */
#ifndef LUDENS_MODEL_BACKEND_H
#define LUDENS_MODEL_BACKEND_H

#include "ludens.h"
#include "model/machine.h"
#include "native/native.h"

#include <stdatomic.h>

typedef struct backend {
    const char *unit;      /* C text, unless for the interpreter alone; NULL: cannot be made */
    const char *no_unit;   /* why not */
    native_build *build;   /* or NULL */
    uint64_t start;        /* plies after which the compiler is started by LUD_BACKEND_AUTO */
    _Atomic uint64_t work; /* plies played on the interpreter */
} backend;

/* The unit and `start` are set; limits and control are the game's. False: out of memory. */
bool backend_open(backend *b, lud_backend choice, const lud_game *game);
void backend_close(backend *b);
void backend_info(const backend *b, lud_info *info);
bool backend_wait(const backend *b);
/* NULL as long as they are not there. */
const native_game *backend_functions(const backend *b);
/* So many plies were played on the interpreter: brings native code nearer. */
void backend_worked(backend *b, uint64_t plies);
/* The text of the unit, or NULL and why there is none. */
const char *backend_text(const backend *b, const char **problem);

#endif
