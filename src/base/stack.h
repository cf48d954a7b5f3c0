/* How much recursion the stack of this thread bears. Limits of nesting are stated for stacks of the
 * usual size; on a smaller one they are lower. */
#ifndef LUDENS_BASE_STACK_H
#define LUDENS_BASE_STACK_H

#include <stddef.h>
#include <stdint.h>

/* Bytes that are left of it; not cheap. */
size_t stack_room(void);
/* `limit`, or less where so many calls of `frame` bytes would take more than half of what is left. */
uint32_t stack_depth(uint32_t limit, size_t frame);

#endif
