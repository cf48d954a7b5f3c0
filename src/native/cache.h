/* The cache of compiled games: the folder ludens in $XDG_CACHE_HOME or ~/.cache, for this user
 * alone. An object is KEY.so; one that is being made lives in a work folder of its own until it
 * is whole, so that concurrent runs cannot meet. */
#ifndef LUDENS_NATIVE_CACHE_H
#define LUDENS_NATIVE_CACHE_H

#include "automaton/compiled.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

enum { CACHE_PATH = PATH_MAX, CACHE_KEY = 33, CACHE_WHY = PATH_MAX + 200 };

typedef struct cache_place {
    char folder[CACHE_PATH];
    char object[CACHE_PATH];
    char key[CACHE_KEY]; /* hash of the unit and of what `salt` says */
} cache_place;

/* Where the object of a unit belongs. False when there is no folder that can be trusted; `why`
 * (CACHE_WHY bytes) then names it and says what is wrong. */
bool cache_find(cache_place *p, const char *unit, const char *salt, char *why);

/* Loads the object if it is there and whole: checked for owner, mode, checksum and key. Returns
 * the handle for dlclose, or NULL. `seconds` are those that the compiler took for it. */
void *cache_load(const cache_place *p, const native_game **game, double *seconds);

/* A folder for one compilation, locked as long as a descriptor of the lock is open. */
typedef struct cache_work {
    char folder[CACHE_PATH];
    char source[CACHE_PATH + 8], object[CACHE_PATH + 8];
    int lock; /* close-on-exec */
} cache_work;

/* Makes one with the unit in it, after removing those that others left behind: a folder nobody
 * holds the lock of is dead. */
bool cache_begin(const cache_place *p, const char *unit, cache_work *w, char *why);
/* Puts the finished object in its place; the folder stays. */
bool cache_keep(const cache_place *p, const cache_work *w, double seconds);

#endif
