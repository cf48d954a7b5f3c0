#include "model/backend.h"

bool backend_open(backend *b, lud_backend choice, const lud_game *game)
{
    if (!b->unit)
        return true;
    b->build = native_build_new(b->unit, game->limits.max_compile_seconds, game->control);
    if (!b->build)
        return false;
    if (choice == LUD_BACKEND_NATIVE)
        native_build_wait(b->build);
    else
        native_build_cached(b->build);
    return true;
}

void backend_close(backend *b)
{
    native_build_free(b->build);
    b->build = NULL;
}

void backend_info(const backend *b, lud_info *info)
{
    info->backend = backend_functions(b) ? "native" : "interp";
    if (b->build || b->no_unit)
        info->backend_note = b->build ? native_build_why(b->build) : b->no_unit;
    info->native_ms = b->build ? 1000 * native_build_seconds(b->build) : 0;
}

bool backend_wait(const backend *b) { return b->build && native_build_wait(b->build); }

const native_game *backend_functions(const backend *b) { return b->build ? native_build_functions(b->build) : NULL; }

void backend_worked(backend *b, uint64_t plies)
{
    if (!b->build)
        return;
    uint64_t all = atomic_fetch_add_explicit(&b->work, plies, memory_order_relaxed);
    if (all >= b->start && !native_build_why(b->build))
        native_build_push(b->build);
}

const char *backend_text(const backend *b, const char **problem)
{
    *problem = b->no_unit ? b->no_unit : "the game was loaded for the interpreter";
    return b->unit;
}
