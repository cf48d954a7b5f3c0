/* Networks to WebAssembly, for pages, where there is no C compiler: straight-line code for the gates of each part of
 * the schedule, as emit_network.h writes it in C. Who has an engine for modules says so to `native_engine`. */
#ifndef LUDENS_NATIVE_EMIT_MODULE_H
#define LUDENS_NATIVE_EMIT_MODULE_H

#include "circuit/eval.h"

enum { MODULE_PARTS = NET_REST }; /* the rest is of use for single games only */

typedef void module_part(void *values);

typedef struct native_module {
    unsigned char *bytes; /* to be freed */
    size_t size;
} native_module;

/* A module (WebAssembly 1.0 with 128-bit vectors) that imports the memory "e"."m" and exports the functions "0", "1",
 * "2" of the parts, each taking the address of the values of 512 games for each gate. NULL bytes: the network is too
 * large, or there is no memory. */
native_module native_network_module(const net_network *n, const net_schedule *s);

/* Makes functions of a module, and gives them up. */
typedef struct module_engine {
    bool (*open)(const native_module *module, module_part *parts[MODULE_PARTS]);
    void (*close)(module_part *const parts[MODULE_PARTS]);
} module_engine;

/* NULL, but on a page; set before games are loaded. */
extern const module_engine *native_engine;

#endif
