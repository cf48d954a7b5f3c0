/* Fixed-size bit sets in 64-bit words. */
#ifndef LUDENS_BASE_BITSET_H
#define LUDENS_BASE_BITSET_H

#include "base/arena.h"

#include <assert.h>
#include <stdbool.h>

typedef struct bitset {
    uint64_t *words;
    uint32_t bits;
} bitset;

static inline bitset bitset_new(arena *a, uint32_t bits)
{
    bitset s = {ARENA_ARRAY(a, uint64_t, (bits + 63) / 64 + 1), bits};
    return s;
}
static inline bool bitset_has(const bitset *s, uint32_t i)
{
    assert(i < s->bits);
    return s->words[i / 64] >> (i % 64) & 1;
}
static inline void bitset_add(bitset *s, uint32_t i)
{
    assert(i < s->bits);
    s->words[i / 64] |= UINT64_C(1) << (i % 64);
}
static inline void bitset_remove(bitset *s, uint32_t i)
{
    assert(i < s->bits);
    s->words[i / 64] &= ~(UINT64_C(1) << (i % 64));
}
/* True when the element was not in the set before. */
static inline bool bitset_insert(bitset *s, uint32_t i)
{
    bool fresh = !bitset_has(s, i);
    bitset_add(s, i);
    return fresh;
}
/* into |= from; true when that changed anything. Both of the same size. */
static inline bool bitset_unite(bitset *into, const bitset *from)
{
    uint64_t changed = 0;
    assert(into->bits == from->bits);
    for (uint32_t i = 0; i < (into->bits + 63) / 64; i++) {
        uint64_t merged = into->words[i] | from->words[i];
        changed |= merged ^ into->words[i];
        into->words[i] = merged;
    }
    return changed != 0;
}

#endif
