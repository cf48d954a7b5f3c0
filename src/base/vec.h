/* Growing arrays in an arena: `VEC(type) name;` then vec_push(arena, &name, item), vec_at(&name, i). */
#ifndef LUDENS_BASE_VEC_H
#define LUDENS_BASE_VEC_H

#include "base/arena.h"

#include <assert.h>
#include <string.h>

#define VEC(type)                                                                                                      \
    struct {                                                                                                           \
        type *data;                                                                                                    \
        uint32_t count, capacity;                                                                                      \
    }

typedef VEC(uint32_t) vec_u32;

/* An item, which may be assigned to. The index is evaluated twice where asserts are on. */
#ifdef NDEBUG
#define vec_at(v, i) ((v)->data[i])
#else
#define vec_at(v, i) (*(assert((uint32_t)(i) < (v)->count), &(v)->data[i]))
#endif

/* An item of a list that has its count beside it: item_at(node, items, count, i) is node->items[i]. */
#ifdef NDEBUG
#define item_at(x, items, n, i) ((x)->items[i])
#else
#define item_at(x, items, n, i) (*(assert((uint32_t)(i) < (x)->n), &(x)->items[i]))
#endif

#define vec_reserve(a, v, n)                                                                                           \
    do {                                                                                                               \
        if ((n) > (v)->capacity) {                                                                                     \
            uint32_t vec_cap_ = (v)->capacity ? (v)->capacity * 2 : 8;                                                 \
            if (vec_cap_ < (n))                                                                                        \
                vec_cap_ = (n);                                                                                        \
            (v)->data = arena_grow((a), (v)->data, sizeof *(v)->data * (v)->count, sizeof *(v)->data * vec_cap_);      \
            (v)->capacity = vec_cap_;                                                                                  \
        }                                                                                                              \
    } while (0)

#define vec_push(a, v, item)                                                                                           \
    do {                                                                                                               \
        vec_reserve((a), (v), (v)->count + 1);                                                                         \
        (v)->data[(v)->count++] = (item);                                                                              \
    } while (0)

/* All items of another one. */
#define vec_append(a, v, w)                                                                                            \
    do {                                                                                                               \
        vec_reserve((a), (v), (v)->count + (w)->count);                                                                \
        if ((w)->count)                                                                                                \
            memcpy((v)->data + (v)->count, (w)->data, (w)->count * sizeof *(v)->data);                                 \
        (v)->count += (w)->count;                                                                                      \
    } while (0)

#endif
