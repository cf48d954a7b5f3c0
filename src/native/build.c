#include "base/clock.h"
#include "native/native.h"

#include "native/cache.h"
#include "native/compiler.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef enum build_stage { BUILD_NEW, BUILD_LOOKED, BUILD_RUNS, BUILD_READY, BUILD_FAILED } build_stage;

struct native_build {
    pthread_mutex_t lock; /* of all but the atomics */
    _Atomic(const native_game *) functions;
    _Atomic(const char *) why; /* the text below, or NULL */
    _Atomic double seconds;
    const char *unit;
    build_stage stage;
    void *handle;
    compiler cc;
    cache_place place;
    cache_work work;
    compilation run;
    double started, most; /* seconds of the compiler */
    const lud_control *control;
    char text[CACHE_WHY];
};

native_build *native_build_new(const char *unit, double seconds, const lud_control *control)
{
    native_build *b = calloc(1, sizeof *b);
    if (b && pthread_mutex_init(&b->lock, NULL) != 0) {
        free(b);
        return NULL;
    }
    if (b) {
        b->unit = unit;
        b->most = seconds;
        b->control = control;
    }
    return b;
}

void native_build_free(native_build *b)
{
    if (!b)
        return;
    if (b->stage == BUILD_RUNS)
        compiler_stop(&b->run);
    if (b->handle)
        dlclose(b->handle);
    pthread_mutex_destroy(&b->lock);
    free(b);
}

const native_game *native_build_functions(const native_build *b)
{
    return atomic_load_explicit(&b->functions, memory_order_acquire);
}

const char *native_build_why(const native_build *b) { return atomic_load_explicit(&b->why, memory_order_acquire); }

double native_build_seconds(const native_build *b) { return atomic_load(&b->seconds); }

/* ---- stages; the lock is held ---- */

static void failed(native_build *b)
{
    b->stage = BUILD_FAILED;
    atomic_store_explicit(&b->why, b->text, memory_order_release);
}

static void take(native_build *b)
{
    const native_game *functions = NULL;
    double seconds = 0;
    b->handle = cache_load(&b->place, &functions, &seconds);
    if (!b->handle)
        return;
    atomic_store(&b->seconds, seconds);
    b->stage = BUILD_READY;
    atomic_store_explicit(&b->functions, functions, memory_order_release);
}

static void look(native_build *b)
{
    if (b->stage != BUILD_NEW)
        return;
    b->stage = BUILD_LOOKED;
    compiler_find(&b->cc);
    if (!cache_find(&b->place, b->unit, b->cc.salt, b->text))
        failed(b);
    else
        take(b);
}

static void start(native_build *b)
{
    if (b->stage != BUILD_LOOKED)
        return;
    if (!*b->cc.path) {
        snprintf(b->text, sizeof b->text, "there is no compiler `%s`", b->cc.words[0]);
        failed(b);
    } else if (!cache_begin(&b->place, b->unit, &b->work, b->text)) {
        failed(b);
    } else if (!compiler_start(&b->cc, b->work.folder, b->work.source, b->work.object, b->work.lock, &b->run)) {
        snprintf(b->text, sizeof b->text, "the compiler `%s` cannot be started", b->cc.words[0]);
        failed(b);
    } else {
        b->started = clock_wall();
        b->stage = BUILD_RUNS;
    }
}

static void too_slow(native_build *b)
{
    compiler_stop(&b->run);
    snprintf(b->text, sizeof b->text, "the compiler `%s` took more than %g s", b->cc.words[0], b->most);
    failed(b);
}

enum { LOOK_MS = 50 }; /* between two looks at the control */

static void finish(native_build *b, bool wait)
{
    if (b->stage != BUILD_RUNS)
        return;
    compiler_result result = compiler_result_of(&b->run, 0);
    while (result == COMPILER_RUNS && wait && clock_wall() - b->started < b->most && !control_stopped(b->control))
        result = compiler_result_of(&b->run, LOOK_MS);
    if (result == COMPILER_RUNS) {
        if (clock_wall() - b->started >= b->most)
            too_slow(b);
        return;
    }
    bool kept = result == COMPILER_DONE && cache_keep(&b->place, &b->work, clock_wall() - b->started);
    compiler_stop(&b->run);
    b->stage = BUILD_LOOKED;
    if (kept)
        take(b);
    if (b->stage == BUILD_READY)
        return;
    if (result == COMPILER_FAILED)
        snprintf(b->text, sizeof b->text, "the compiler `%s` failed", b->cc.words[0]);
    else
        snprintf(b->text, sizeof b->text, "the compiled game cannot be %s", kept ? "loaded" : "kept");
    failed(b);
}

/* ---- from outside ---- */

bool native_build_cached(native_build *b)
{
    pthread_mutex_lock(&b->lock);
    look(b);
    pthread_mutex_unlock(&b->lock);
    return native_build_functions(b);
}

void native_build_push(native_build *b)
{
    if (pthread_mutex_trylock(&b->lock) != 0)
        return;
    look(b);
    start(b);
    finish(b, false);
    pthread_mutex_unlock(&b->lock);
}

bool native_build_wait(native_build *b)
{
    pthread_mutex_lock(&b->lock);
    look(b);
    start(b);
    finish(b, true);
    pthread_mutex_unlock(&b->lock);
    return native_build_functions(b);
}
