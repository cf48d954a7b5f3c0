/* Compiled games: emitting, compiling, caching, loading. */
#ifndef LUDENS_NATIVE_NATIVE_H
#define LUDENS_NATIVE_NATIVE_H

#include "automaton/compiled.h"
#include "base/control.h"

#include <stdbool.h>

/* A unit (native/emit.h) on its way to machine code: taken from the cache, or compiled by the
 * system compiler in the background. Belongs to one game and may be used by all its threads at
 * once; what comes of it is published by one atomic store. */
typedef struct native_build native_build;

/* The unit must live as long. NULL: out of memory. */
native_build *native_build_new(const char *unit, double seconds, const lud_control *control);
/* Ends a compiler that still runs. Nothing may use the functions any more. */
void native_build_free(native_build *b);

/* Looks into the cache, the first time it is called. True when the functions are there. */
bool native_build_cached(native_build *b);
/* Starts the compiler, unless it was started or the functions are there; then looks, without
 * waiting, whether it is done. Does nothing while another thread is at it. */
void native_build_push(native_build *b);
/* The same, and waits until the functions are there or it is known why they never will be. */
bool native_build_wait(native_build *b);

/* NULL as long as they are not there. Cheap. */
const native_game *native_build_functions(const native_build *b);
/* Why they never will be, or NULL. Lives as long as the build. */
const char *native_build_why(const native_build *b);
/* Seconds by the clock on the wall that the compiler took for the functions; 0: none are there. */
double native_build_seconds(const native_build *b);

#endif
