/* The workspace in a web worker: a request is a string, and so is the reply. */
#include "native/emit_module.h"
#include "session/workspace.h"

#include <emscripten.h>

#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

/* There are no processes in a browser: who wants one is told so. */
int posix_spawnp(pid_t *restrict pid, const char *restrict program, const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *restrict how, char *const *restrict arguments,
                 char *const *restrict environment)
{
    (void)pid, (void)program, (void)actions, (void)how, (void)arguments, (void)environment;
    return ENOSYS;
}

int prctl(int operation, ...)
{
    (void)operation;
    errno = ENOSYS;
    return -1;
}

/* Functions of a module, into the table that C calls through; the first of them, or 0. */
EM_JS(int, open_module, (const unsigned char *bytes, int size, int parts), {
    try {
        const module = new WebAssembly.Module(HEAPU8.slice(bytes, bytes + size));
        const made = new WebAssembly.Instance(module, {e : {m : wasmMemory}}).exports, first = wasmTable.length;
        wasmTable.grow(parts);
        for (let i = 0; i < parts; i++)
            wasmTable.set(first + i, made[i]);
        return first;
    } catch (e) {
        return 0;
    }
});

EM_JS(void, close_module, (int first, int parts), {
    for (let i = 0; i < parts; i++)
        wasmTable.set(first + i, null);
});

static bool open_parts(const native_module *module, module_part *parts[MODULE_PARTS])
{
    int first = open_module(module->bytes, (int)module->size, MODULE_PARTS);
    for (int i = 0; first && i < MODULE_PARTS; i++)
        parts[i] = (module_part *)(intptr_t)(first + i);
    return first != 0;
}

static void close_parts(module_part *const parts[MODULE_PARTS]) { close_module((int)(intptr_t)parts[0], MODULE_PARTS); }

static const module_engine engine = {open_parts, close_parts};

workspace *page_open(void);
char *page_ask(workspace *s, const char *line);

workspace *page_open(void)
{
    setup with = {.seed = 1};
    native_engine = &engine;
    lud_options_init(&with.load);
    with.load.backend = LUD_BACKEND_INTERP;
    with.load.limits.max_memory = UINT64_C(1) << 30;
    return workspace_open(&with);
}

/* To be freed; NULL: no memory for even that. */
char *page_ask(workspace *s, const char *line) { return workspace_request(s, line, strlen(line)); }
