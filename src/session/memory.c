#include "session/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Allocations have no context to ask; these are set at the beginning of a program and of a request.
 */
static void (*on_end)(void);
static _Thread_local jmp_buf *caught;

void memory_on_end(void (*end)(void)) { on_end = end; }

jmp_buf *memory_catch(jmp_buf *where)
{
    jmp_buf *before = caught;
    caught = where;
    return before;
}

void mem_no_memory(void)
{
    if (caught)
        longjmp(*caught, 1);
    if (on_end)
        on_end();
    abort();
}

static void *must(void *memory)
{
    if (!memory)
        mem_no_memory();
    return memory;
}

void *mem_alloc(size_t size) { return must(calloc(1, size ? size : 1)); }

void *mem_raw(size_t size) { return must(malloc(size ? size : 1)); }

void *mem_grow(void *old, size_t size) { return must(realloc(old, size ? size : 1)); }

char *mem_strndup(const char *piece, size_t length)
{
    char *copy = mem_alloc(length + 1);
    memcpy(copy, piece, length);
    return copy;
}

char *mem_strdup(const char *piece) { return mem_strndup(piece, strlen(piece)); }

void buffer_add_bytes(buffer *t, const char *piece, size_t length)
{
    if (t->length + length + 1 > t->capacity) {
        t->capacity = (t->length + length + 1) * 2;
        t->text = mem_grow(t->text, t->capacity);
    }
    memcpy(t->text + t->length, piece, length);
    t->length += length;
    t->text[t->length] = 0;
}

void buffer_add(buffer *t, const char *piece) { buffer_add_bytes(t, piece, strlen(piece)); }

void buffer_addf(buffer *t, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (length > 0) {
        char *piece = mem_alloc((size_t)length + 1);
        vsnprintf(piece, (size_t)length + 1, format, again);
        buffer_add_bytes(t, piece, (size_t)length);
        free(piece);
    }
    va_end(again);
}

void buffer_clear(buffer *t)
{
    t->length = 0;
    if (t->text)
        t->text[0] = 0;
}

void buffer_done(buffer *t)
{
    free(t->text);
    memset(t, 0, sizeof *t);
}

const char *buffer_get(const buffer *t) { return t->text ? t->text : ""; }
