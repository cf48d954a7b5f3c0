/* Growing texts in an arena, ended by a NUL. */
#ifndef LUDENS_BASE_TEXT_H
#define LUDENS_BASE_TEXT_H

#include "base/vec.h"

#include <stdarg.h>
#include <string.h>

typedef VEC(char) text_buffer;

static inline void text_add(arena *a, text_buffer *b, const char *text, size_t n)
{
    vec_reserve(a, b, b->count + (uint32_t)n + 1);
    if (n)
        memcpy(b->data + b->count, text, n);
    b->count += (uint32_t)n;
    b->data[b->count] = 0; /* behind the last */
}

static inline void text_adds(arena *a, text_buffer *b, const char *text) { text_add(a, b, text, strlen(text)); }

static inline void text_addf(arena *a, text_buffer *b, const char *format, ...) __attribute__((format(printf, 3, 4)));
static inline void text_addf(arena *a, text_buffer *b, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    text_adds(a, b, arena_vprintf(a, format, args));
    va_end(args);
}

/* Of ASCII, whatever the locale. */
static inline char text_small(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

/* The value of a hexadecimal digit, or -1. */
static inline int text_hex(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : (c | 0x20) >= 'a' && (c | 0x20) <= 'f' ? (c | 0x20) - 'a' + 10 : -1;
}

/* Decodes the escapes of an address (%20) in its place; `plus`: + is a space, too. */
static inline void text_decode(char *text, bool plus)
{
    char *to = text;
    for (const char *p = text; *p; p++) {
        int high = *p == '%' ? text_hex(p[1]) : -1, low = high >= 0 ? text_hex(p[2]) : -1;
        *to++ = low >= 0 ? (char)(high * 16 + low) : plus && *p == '+' ? ' ' : *p;
        p += low >= 0 ? 2 : 0;
    }
    *to = 0;
}

/* Text as a string of JSON; without control characters but white space, as rules are. */
static inline void text_add_json(arena *a, text_buffer *b, const char *text)
{
    text_adds(a, b, "\"");
    for (const char *p = text; *p; p++) {
        if (*p == '"' || *p == '\\')
            text_adds(a, b, "\\");
        if ((unsigned char)*p < ' ')
            text_addf(a, b, "\\u%04x", *p);
        else
            text_add(a, b, p, 1);
    }
    text_adds(a, b, "\"");
}

static inline bool text_among(const char *word, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i], word) == 0)
            return true;
    return false;
}
#define TEXT_AMONG(word, list) text_among((word), (list), sizeof(list) / sizeof *(list))

/* For qsort: texts (char *) in the order of their bytes. */
static inline int text_order(const void *x, const void *y)
{
    return strcmp(*(const char *const *)x, *(const char *const *)y);
}

#endif
