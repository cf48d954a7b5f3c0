/* Clocks. */
#ifndef LUDENS_BASE_CLOCK_H
#define LUDENS_BASE_CLOCK_H

#include <time.h>

static inline double clock_read(clockid_t which)
{
    struct timespec t;
#ifdef __EMSCRIPTEN__ /* knows no CPU time */
    which = CLOCK_MONOTONIC;
#endif
    clock_gettime(which, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Seconds of CPU time of this thread, of the whole process, and of a clock that never goes back. */
static inline double clock_thread(void) { return clock_read(CLOCK_THREAD_CPUTIME_ID); }
static inline double clock_process(void) { return clock_read(CLOCK_PROCESS_CPUTIME_ID); }
static inline double clock_wall(void) { return clock_read(CLOCK_MONOTONIC); }

#endif
