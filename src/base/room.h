/* Arrays that grow outside of arenas. */
#ifndef LUDENS_BASE_ROOM_H
#define LUDENS_BASE_ROOM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* `place`: of the pointer. False: there is no memory, and the array stays as it is. */
static inline bool room_resize(void *place, size_t bytes)
{
    void *items;
    memcpy(&items, place, sizeof items);
    items = realloc(items, bytes ? bytes : 1);
    if (items)
        memcpy(place, &items, sizeof items);
    return items != NULL;
}

/* So many items from now on. */
#define ROOM_OF(items, count) room_resize(&(items), (size_t)(count) * sizeof *(items))
/* At least so many: twice as many where there is less room. */
#define ROOM_FOR(items, capacity, wanted)                                                                              \
    ((wanted) <= (capacity) || (ROOM_OF(items, 2 * (size_t)(wanted) + 16) && ((capacity) = 2 * (wanted) + 16, true)))

#endif
