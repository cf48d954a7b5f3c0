/* Which back end runs an automaton. With LUD_BACKEND_AUTO that changes once, between two calls of a
 * context: the functions are published by the build, and each context takes them when it sees
 * them. Both back ends draw the same random numbers for the same moves, so nobody can tell. */
#include "model/automaton.h"

#include <stdlib.h>

/* Plies after which the compiler is started, and between two looks at it. A constant of plies
 * rather than of time, so that runs are alike; about 0.1 s of chess. */
enum { START_PLIES = 2000, LOOK_PLIES = 256 };

bool automaton_open_backend(automaton_model *m, lud_backend backend)
{
    if (!m->unit)
        return true;
    m->build = native_build_new(m->unit);
    if (!m->build)
        return false;
    if (backend == LUD_BACKEND_NATIVE)
        native_build_wait(m->build);
    else
        native_build_cached(m->build);
    return true;
}

void automaton_close_backend(automaton_model *m)
{
    native_build_free(m->build);
    m->build = NULL;
}

void automaton_backend_info(const lud_game *game, lud_info *info)
{
    const automaton_model *m = automaton_of(game);
    bool native = m->build && native_build_functions(m->build);
    info->backend = native ? "native" : "interp";
    if (m->build || m->no_unit)
        info->backend_note = m->build ? native_build_why(m->build) : m->no_unit;
    info->native_ms = m->build ? 1000 * native_build_seconds(m->build) : 0;
}

bool automaton_native_wait(const lud_game *game)
{
    const automaton_model *m = automaton_of(game);
    return m->build && native_build_wait(m->build);
}

void *automaton_runner_new(const lud_game *game)
{
    automaton_runner *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->model = game->machine;
    r->vm = vm_new(r->model->code, &game->limits);
    if (r->vm)
        return r;
    free(r);
    return NULL;
}

void automaton_runner_free(void *runner)
{
    vm_free(((automaton_runner *)runner)->vm);
    free(runner);
}

vm *automaton_vm(const lud_context *ctx)
{
    automaton_runner *r = ctx->runner;
    const native_game *functions =
        r->native || !r->model->build ? NULL : native_build_functions(r->model->build);
    if (functions) {
        vm_set_compiled(r->vm, functions);
        r->native = true;
    }
    return r->vm;
}

void automaton_worked(const lud_context *ctx, uint32_t plies)
{
    automaton_runner *r = ctx->runner;
    if (r->native || !r->model->build)
        return;
    r->work += plies;
    if (r->work < LOOK_PLIES)
        return;
    uint64_t all = atomic_fetch_add_explicit(&r->model->work, r->work, memory_order_relaxed);
    r->work = 0;
    if (all >= START_PLIES && !native_build_why(r->model->build))
        native_build_push(r->model->build);
}
