/* Hash map from 64-bit keys to 32-bit values, open addressing, in an arena. Keys that are
 * not numbers are interned first (base/intern.h) or hashed by the caller. */
#ifndef LUDENS_BASE_MAP_H
#define LUDENS_BASE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct arena arena;

typedef struct map_entry {
    uint64_t key;
    uint32_t value;
    uint32_t used;
} map_entry;

typedef struct map {
    arena *arena;
    map_entry *entries;
    uint32_t capacity, count;
} map;

void map_init(map *m, arena *a);
/* The value's place, or NULL when the key is absent. Valid until the next map_put. */
uint32_t *map_get(const map *m, uint64_t key);
/* Inserts or overwrites. */
void map_put(map *m, uint64_t key, uint32_t value);
/* Puts the key in with the value; false: it was there already, and keeps its value. */
bool map_insert(map *m, uint64_t key, uint32_t value);
static inline bool map_has(const map *m, uint64_t key) { return map_get(m, key) != NULL; }

/* 64-bit mix of one word (finaliser of splitmix64, Steele et al. 2014). */
static inline uint64_t hash_mix(uint64_t x)
{
    x ^= x >> 30;
    x *= UINT64_C(0xbf58476d1ce4e5b9);
    x ^= x >> 27;
    x *= UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

/* Hash of a byte string; the same on every platform of either byte order. */
uint64_t hash_bytes(const void *data, size_t length, uint64_t seed);

/* FNV-1a (Fowler, Noll, Vo), where a hash has to stay the same for good: begins with HASH_FNV. */
#define HASH_FNV UINT64_C(0xcbf29ce484222325)
static inline uint64_t hash_fnv(uint64_t hash, const void *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ ((const unsigned char *)bytes)[i]) * UINT64_C(0x100000001b3);
    return hash;
}

#endif
