/* Allocation for what is around the engine. Running out of memory jumps to the request of a session
 * that is being answered (memory_catch), and else calls what the program gave to memory_on_end. */
#ifndef LUDENS_SESSION_MEMORY_H
#define LUDENS_SESSION_MEMORY_H

#include <setjmp.h>
#include <stddef.h>

_Noreturn void mem_no_memory(void);
/* What a program does when its memory has ended; it must not return. Without it: abort. */
void memory_on_end(void (*end)(void));
/* From now on running out in this thread jumps there (NULL: no more). Returns what was set before. */
jmp_buf *memory_catch(jmp_buf *where);
void *mem_alloc(size_t size); /* zeroed, freed with free */
void *mem_raw(size_t size);   /* not zeroed */
void *mem_grow(void *old, size_t size);
/* Room for one more item. */
#define MEM_ROOM(items, count, capacity)                                                                               \
    do {                                                                                                               \
        if ((count) == (capacity)) {                                                                                   \
            (capacity) = 2 * (capacity) + 32;                                                                          \
            (items) = mem_grow((items), (capacity) * sizeof *(items));                                                 \
        }                                                                                                              \
    } while (0)
char *mem_strdup(const char *text);
char *mem_strndup(const char *text, size_t length);

/* A string that grows; `text` is NULL until something is added. */
typedef struct buffer {
    char *text;
    size_t length, capacity;
} buffer;

void buffer_add(buffer *t, const char *piece);
void buffer_add_bytes(buffer *t, const char *piece, size_t length);
void buffer_addf(buffer *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void buffer_clear(buffer *t);
void buffer_done(buffer *t);
/* Never NULL. */
const char *buffer_get(const buffer *t);

#endif
