/* Calls that may take long, in threads of their own, so that Ctrl-C is answered. */
#include "module.h"

#include "session/memory.h"

#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <time.h>

enum { LOOK_EVERY = 50000000 /* ns between looks at signals */ };

typedef struct job {
    void (*run)(void *);
    void *arg;
    bool done, no_memory;
    pthread_mutex_t lock;
    pthread_cond_t changed;
} job;

/* What is around the engine jumps where memory ends. */
static void run_guarded(job *j)
{
    jmp_buf ended;
    jmp_buf *before = memory_catch(&ended);
    if (setjmp(ended))
        j->no_memory = true;
    else
        j->run(j->arg);
    memory_catch(before);
}

static void *thread_main(void *arg)
{
    job *j = arg;
    run_guarded(j);
    pthread_mutex_lock(&j->lock);
    j->done = true;
    pthread_cond_signal(&j->changed);
    pthread_mutex_unlock(&j->lock);
    return NULL;
}

static bool wait_a_little(job *j)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += LOOK_EVERY;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&j->lock);
    for (int code = 0; !j->done && code != ETIMEDOUT;)
        code = pthread_cond_timedwait(&j->changed, &j->lock, &until);
    const bool done = j->done;
    pthread_mutex_unlock(&j->lock);
    return done;
}

bool run_long(lud_control *control, void (*run)(void *), void *arg)
{
    job j = {.run = run, .arg = arg, .lock = PTHREAD_MUTEX_INITIALIZER};
    pthread_t thread;
    pthread_condattr_t monotonic;
    bool interrupted = false, done = false;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&j.changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    if (pthread_create(&thread, NULL, thread_main, &j) != 0) {
        PyErr_NoMemory();
        return false;
    }
    while (!done) {
        Py_BEGIN_ALLOW_THREADS;
        done = wait_a_little(&j);
        Py_END_ALLOW_THREADS;
        if (!done && !interrupted && PyErr_CheckSignals() < 0) {
            interrupted = true;
            lud_interrupt(control);
        }
    }
    pthread_join(thread, NULL);
    pthread_cond_destroy(&j.changed);
    if (interrupted) {
        lud_resume(control);
        return false;
    }
    if (j.no_memory)
        PyErr_NoMemory();
    return !j.no_memory;
}
