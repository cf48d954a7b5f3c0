#include "base/arena.h"

#include "base/clock.h"
#include "base/control.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct arena_block {
    arena_block *next;
    size_t size, used;
};

typedef struct arena_deferred {
    struct arena_deferred *next;
    void (*done)(void *object);
    void *object;
} arena_deferred;

enum { BLOCK_MIN = 1 << 14, BLOCK_MAX = 1 << 20, ALIGN = 16, LOOK_BYTES = 1 << 24 /* copied between two looks */ };
#define HEADER ((sizeof(arena_block) + ALIGN - 1) & ~(size_t)(ALIGN - 1))

void arena_init(arena *a, size_t limit)
{
    memset(a, 0, sizeof *a);
    a->limit = limit;
    a->root = a;
}

arena *arena_child(arena *outer)
{
    arena *a = ARENA_NEW(outer, arena);
    a->root = outer->root;
    a->parent = outer;
    a->next = outer->child;
    outer->child = a;
    return a;
}

void arena_defer(arena *a, void (*done)(void *object), void *object)
{
    arena_deferred *d = ARENA_NEW(a, arena_deferred);
    *d = (arena_deferred){a->deferred, done, object};
    a->deferred = d;
}

void arena_done(arena *a)
{
    while (a->child)
        arena_done(a->child);
    for (; a->deferred; a->deferred = a->deferred->next)
        a->deferred->done(a->deferred->object);
    for (arena_block *b = a->blocks, *next; b; b = next) {
        next = b->next;
        a->root->used -= b->size;
        free(b);
    }
    a->blocks = NULL;
    if (a->parent) {
        arena **link = &a->parent->child;
        while (*link != a)
            link = &(*link)->next;
        *link = a->next;
        a->parent = NULL;
    }
}

static arena_block *new_block(arena *a, size_t size);

void arena_empty(arena *a)
{
    size_t total = 0;
    while (a->child)
        arena_done(a->child);
    for (; a->deferred; a->deferred = a->deferred->next)
        a->deferred->done(a->deferred->object);
    if (a->blocks && !a->blocks->next) {
        memset((char *)a->blocks + HEADER, 0, a->blocks->used);
        a->blocks->used = 0;
        return;
    }
    for (arena_block *b = a->blocks, *next; b; b = next) {
        next = b->next;
        total += b->size;
        a->root->used -= b->size;
        free(b);
    }
    a->blocks = NULL;
    if (total)
        new_block(a, total);
}

static void arena_fail(arena *a)
{
    if (a->root->on_failure)
        longjmp(*a->root->on_failure, 1);
    abort(); /* a missing entry point is a bug of ours, not of the input */
}

void arena_no_memory(arena *a)
{
    arena_fail(a);
    abort();
}

void arena_look(arena *root)
{
    root->work = 0;
    if (!root->on_failure) /* nobody would catch the jump: whoever works looks itself */
        return;
    root->stopped = control_stopped(root->control);
    root->late = !root->stopped && root->deadline > 0 && clock_thread() > root->deadline;
    if (root->stopped || root->late)
        arena_fail(root);
}

static arena_block *new_block(arena *a, size_t size)
{
    arena *root = a->root;
    size_t want = a->blocks ? a->blocks->size * 2 : BLOCK_MIN;
    if (want > BLOCK_MAX)
        want = BLOCK_MAX;
    if (want < size)
        want = size;
    if (want > SIZE_MAX - HEADER || (root->limit && root->used + want > root->limit)) {
        want = size; /* near the limit: exactly what is needed, if that still fits */
        if (want > SIZE_MAX - HEADER || (root->limit && root->used + want > root->limit)) {
            root->limited = true;
            arena_fail(a);
        }
    }
    arena_block *b = calloc(1, HEADER + want);
    if (!b)
        arena_fail(a);
    b->size = want;
    b->next = a->blocks;
    a->blocks = b;
    a->root->used += want;
    return b;
}

void *arena_alloc(arena *a, size_t size)
{
    if (size > SIZE_MAX / 2)
        arena_fail(a);
    size = (size + ALIGN - 1) & ~(size_t)(ALIGN - 1);
    arena_work(a, 1 + (uint32_t)(size / ARENA_UNIT < ARENA_WORK ? size / ARENA_UNIT : ARENA_WORK));
    arena_block *b = a->blocks;
    if (!b || b->size - b->used < size)
        b = new_block(a, size);
    void *p = (char *)b + HEADER + b->used;
    b->used += size;
    return p;
}

void *arena_grow(arena *a, void *old, size_t old_size, size_t new_size)
{
    char *p = arena_alloc(a, new_size);
    for (size_t copied = 0, part; copied < old_size; copied += part) {
        if (copied)
            arena_look(a->root);
        part = old_size - copied < LOOK_BYTES ? old_size - copied : LOOK_BYTES;
        memcpy(p + copied, (const char *)old + copied, part);
    }
    return p;
}

char *arena_strndup(arena *a, const char *text, size_t length)
{
    char *p = arena_alloc(a, length + 1);
    if (length)
        memcpy(p, text, length);
    return p;
}

char *arena_vprintf(arena *a, const char *format, va_list args)
{
    char small[512]; /* most are: printed once */
    va_list copy;
    va_copy(copy, args);
    int n = vsnprintf(small, sizeof small, format, copy);
    va_end(copy);
    if (n < (int)sizeof small)
        return arena_strndup(a, small, n < 0 ? 0 : (size_t)n);
    char *p = arena_alloc(a, (size_t)n + 1);
    vsnprintf(p, (size_t)n + 1, format, args);
    return p;
}

char *arena_printf(arena *a, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *p = arena_vprintf(a, format, args);
    va_end(args);
    return p;
}
