/* Allocation for the command line: running out ends the program with EXIT_ENVIRONMENT, which
 * is fine here and would not be in the library. */
#ifndef LUDENS_APP_MEMORY_H
#define LUDENS_APP_MEMORY_H

#include <stddef.h>

_Noreturn void app_no_memory(void);
void *app_alloc(size_t size); /* zeroed, freed with free */
void *app_raw(size_t size);   /* not zeroed */
void *app_grow(void *old, size_t size);
char *app_strdup(const char *text);
char *app_strndup(const char *text, size_t length);

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
