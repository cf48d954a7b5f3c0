/* Shared libraries that are opened when a command needs them: libcurl alone brings thirty others, whose loading takes
 * longer than most commands do. */
#ifndef LUDENS_BASE_DYNLIB_H
#define LUDENS_BASE_DYNLIB_H

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

typedef struct dynlib_symbol {
    const char *name;
    void *slot; /* a pointer to a function, to be set */
} dynlib_symbol;

/* Opens the first library that there is of some names, up to NULL, for good, and sets the slots of its functions, up to
 * a name of NULL. False: there is none, or it lacks a function. */
static inline bool dynlib_load(const char *const *names, const dynlib_symbol *symbols)
{
    void *handle = NULL;
    for (; *names && !handle; names++)
        handle = dlopen(*names, RTLD_NOW | RTLD_LOCAL);
    for (; handle && symbols->name; symbols++) {
        void *function = dlsym(handle, symbols->name);
        if (!function)
            return false;
        memcpy(symbols->slot, &function, sizeof function);
    }
    return handle;
}

#endif
