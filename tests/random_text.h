/* Random numbers and text for those who write random games. */
#ifndef LUDENS_TEST_RANDOM_TEXT_H
#define LUDENS_TEST_RANDOM_TEXT_H

#include "ludens.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { RANDOM_TEXT = 1 << 16 };

typedef struct writing {
    lud_rng rng;
    char text[RANDOM_TEXT];
    size_t length;
    unsigned features;    /* what games may be made of */
    unsigned fresh;       /* names of bound variables so far */
    int definitions;      /* that may be used */
    uint32_t node, count; /* of the edge that is written; of nodes */
    bool loops;           /* edges lead back; then the keeper is not asked in between, to end some time */
} writing;

static inline uint32_t below(writing *w, uint32_t n) { return (uint32_t)lud_rng_below(&w->rng, n); }

static inline void put(writing *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
static inline void put(writing *w, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(w->text + w->length, RANDOM_TEXT - w->length, format, args);
    va_end(args);
    w->length += (size_t)n;
    if (n < 0 || w->length >= RANDOM_TEXT)
        abort();
}

#endif
