/* To be preloaded: allocation number FAIL_AT fails, counted from where main begins (its first call
 * of signal). With FAIL_COUNT, the name of a file, the number of allocations is written there. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

static atomic_bool armed;
static atomic_ulong count;
static unsigned long at;

static int fails(void)
{
    if (!atomic_load(&armed) || atomic_fetch_add(&count, 1) + 1 != at)
        return 0;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size) { return fails() ? NULL : __libc_malloc(size); }
void *calloc(size_t n, size_t size) { return fails() ? NULL : __libc_calloc(n, size); }
void *realloc(void *old, size_t size) { return fails() ? NULL : __libc_realloc(old, size); }

static __sighandler_t arm(const char *name, int number, __sighandler_t handler)
{
    __sighandler_t (*next)(int, __sighandler_t);
    *(void **)&next = dlsym(RTLD_NEXT, name);
    const char *text = getenv("FAIL_AT");
    at = text ? strtoul(text, NULL, 10) : 0;
    atomic_store(&armed, 1);
    return next(number, handler);
}

/* Which of them it is depends on feature macros. */
__sighandler_t signal(int number, __sighandler_t handler) { return arm("signal", number, handler); }
__sighandler_t __sysv_signal(int number, __sighandler_t handler) { return arm("__sysv_signal", number, handler); }

__attribute__((destructor)) static void tell(void)
{
    const char *path = getenv("FAIL_COUNT");
    unsigned long n = atomic_load(&count);
    atomic_store(&armed, 0);
    FILE *f = path ? fopen(path, "w") : NULL;
    if (f) {
        fprintf(f, "%lu\n", n);
        fclose(f);
    }
}
