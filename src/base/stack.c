#define _GNU_SOURCE /* pthread_getattr_np */
#include "base/stack.h"

#include <pthread.h>

/* Where it is not known: of the first thread in a sandbox, which cannot read the map of its memory. That thread has
 * megabytes; others are known everywhere. */
enum { LEAST = 1 << 20 };

#ifdef __EMSCRIPTEN__
#include <emscripten/stack.h>

/* Calls also take the stack of the browser's engine, which is about a megabyte. */
size_t stack_room(void)
{
    enum { ENGINE = 3 << 18 };
    size_t room = emscripten_stack_get_free();
    return room < ENGINE ? room : ENGINE;
}
#else
size_t stack_room(void)
{
    pthread_attr_t a;
    void *lowest = NULL;
    size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &a) != 0)
        return LEAST;
    const char *here = __builtin_frame_address(0);
    size_t room = LEAST;
    if (pthread_attr_getstack(&a, &lowest, &size) == 0 && lowest && here > (const char *)lowest)
        room = (size_t)(here - (const char *)lowest);
    pthread_attr_destroy(&a);
    return room;
}
#endif

uint32_t stack_depth(uint32_t limit, size_t frame)
{
    size_t fit = stack_room() / 2 / frame;
    return fit < limit ? (uint32_t)fit : limit;
}
