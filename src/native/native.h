/* Compiled games: emitting, compiling, caching, loading. */
#ifndef LUDENS_NATIVE_NATIVE_H
#define LUDENS_NATIVE_NATIVE_H

#include "automaton/compiled.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct native_library native_library;

/* Compiles a unit (native/emit.h) with the system compiler, or takes it from the cache, and loads
 * it. NULL when that is not possible; *why then says why in a few words (static text).
 * The cache is the folder ludens in $XDG_CACHE_HOME or ~/.cache, for this user alone; objects
 * are named by the hash of text, compiler and flags, written under a name of their own and
 * then renamed, and checked for owner, mode and hash before they are loaded. */
native_library *native_open(const char *unit, const char **why);
const native_game *native_functions(const native_library *library);
void native_close(native_library *library);

#endif
