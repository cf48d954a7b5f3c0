/* Whether to go on. The flag is set by any thread or by a signal handler (lud_interrupt); whatever
 * may take long looks at it between two pieces of work. */
#ifndef LUDENS_BASE_CONTROL_H
#define LUDENS_BASE_CONTROL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct lud_control lud_control;

struct lud_control {
    atomic_bool stop;
};

static inline bool control_stopped(const lud_control *c)
{
    return c && atomic_load_explicit(&c->stop, memory_order_relaxed);
}

#endif
