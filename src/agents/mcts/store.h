/* The memory of a search tree: one piece, filled from the front.
 *
 * References are 32-bit numbers of 16-byte units, so that the tree can be moved. Threads take
 * stretches of their own and fill them. When the piece is full, all threads stop, and the collector
 * keeps what is reachable from the root over positions visited often enough, moves it to the front
 * (the sliding compaction of the LISP 2 system, see Knuth, TAOCP 1, 2.5, exercise 33) and forgets
 * the rest. Only statistics in the kept parents remain of what is forgotten. */
#ifndef LUDENS_AGENTS_MCTS_STORE_H
#define LUDENS_AGENTS_MCTS_STORE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t ref; /* 0: none */

enum { UNIT = 16, STRETCH = 4096 /* units */ };

typedef enum block_kind { BLOCK_FILLER, BLOCK_NODE, BLOCK_CELL } block_kind;

/* What every block begins with. */
typedef struct block {
    uint32_t units, forward; /* forward: used by the collector */
    uint32_t kind;
    ref next; /* NODE: in its chain of the table. CELL: in its chain of the node */
} block;

/* What threads only read keeps to cache lines of its own. */
enum { CACHE_LINE = 64 };

typedef struct store {
    unsigned char *memory;
    uint32_t limit;                            /* units */
    uint32_t slots;                            /* a power of two */
    _Atomic ref *table;                        /* heads of chains of nodes by hash */
    _Alignas(CACHE_LINE) pthread_mutex_t lock; /* insertions into chains */
    _Atomic uint32_t used;
    _Atomic uint32_t entries;
} store;

/* A thread's stretch. */
typedef struct stretch {
    uint32_t top, end;
} stretch;

bool store_init(store *s, size_t bytes);
void store_done(store *s);
/* Forgets everything. */
void store_clear(store *s);
/* Ends a stretch so that the memory can be walked through. */
void store_close(store *s, stretch *t);
/* Memory for so many bytes, its block's units and kind set, the rest not. 0: full. */
ref store_take(store *s, stretch *t, size_t bytes, block_kind kind);
/* Whether a block of so many bytes could ever be kept. */
static inline bool store_fits(const store *s, size_t bytes) { return bytes / UNIT < s->limit / 8; }
/* Makes the table fit the number of entries; the callers are alone. False: out of memory. */
bool store_resize_table(store *s, uint32_t entries);

static inline void *store_at(const store *s, ref r) { return s->memory + (size_t)r * UNIT; }

#endif
