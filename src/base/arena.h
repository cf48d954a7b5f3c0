/* Arena: bump allocation that is freed as a whole.
 *
 * Everything a front end or a pass makes lives in the arena of its game. An arena has a
 * byte limit; when it is passed, or the system has no more memory, the arena jumps to the
 * `on_failure` target that the API entry point set (nowhere else), so the code in between
 * needs no checks. Not thread safe: one arena, one thread at a time. */
#ifndef LUDENS_BASE_ARENA_H
#define LUDENS_BASE_ARENA_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct arena_block arena_block;
typedef struct lud_control lud_control; /* base/control.h */

typedef struct arena arena;
struct arena {
    arena_block *blocks;
    arena *root;         /* the outermost arena; itself for that one */
    arena *child, *next; /* open arenas inside of this one; its next sibling */
    arena *parent;
    struct arena_deferred *deferred;
    /* of the root only */
    size_t used;                /* bytes held, children included */
    size_t limit;               /* 0: no limit */
    bool limited;               /* it was the limit that failed, not the system */
    bool stopped;               /* it was the control that said stop */
    bool late;                  /* it was the deadline */
    const lud_control *control; /* or NULL: looked at now and then */
    double deadline;            /* on the clock of this thread's CPU time; 0: none. Looked at with the control */
    uint32_t work;              /* since then */
    jmp_buf *on_failure;
};

void arena_init(arena *a, size_t limit);
void arena_done(arena *a);
/* Frees what was allocated and keeps the room for it, in one piece: what is done again and again with the same arena
 * allocates nothing in the end. */
void arena_empty(arena *a);
/* An arena for a part of the work, to be freed early with arena_done; arena_done of the outer
 * one frees it too. It shares the outer one's limit and failure target. */
arena *arena_child(arena *outer);

/* Calls `done` when the arena is freed, before its memory goes: for what the arena does not hold,
 * and that a jump to on_failure would leave behind. The last one first. */
void arena_defer(arena *a, void (*done)(void *object), void *object);

/* The system has no more memory: jumps to on_failure. For what the arena does not hold, and to go on to an outer
 * target. */
_Noreturn void arena_no_memory(arena *a);

/* Zeroed memory, aligned for any type; never NULL (jumps to on_failure instead). */
void *arena_alloc(arena *a, size_t size);
/* Counts work, and jumps to on_failure when the control says stop or the deadline has passed. Allocations count too;
 * what works long without one calls this, where a jump can be taken. */
void arena_look(arena *root);
enum { ARENA_WORK = 1 << 12, ARENA_UNIT = 256 /* bytes that are as much work as an allocation */ };
static inline void arena_work(arena *a, uint32_t amount)
{
    if ((a->root->work += amount) >= ARENA_WORK)
        arena_look(a->root);
}
/* Like realloc for the usual case of growing; the old block stays in the arena. */
void *arena_grow(arena *a, void *old, size_t old_size, size_t new_size);
char *arena_strndup(arena *a, const char *text, size_t length);
char *arena_printf(arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
char *arena_vprintf(arena *a, const char *format, va_list args);

#define ARENA_NEW(a, type)      ((type *)arena_alloc((a), sizeof(type)))
#define ARENA_ARRAY(a, type, n) ((type *)arena_alloc((a), sizeof(type) * (size_t)(n)))

#endif
