#include "base/map.h"

#include "base/arena.h"

#include <string.h>

void map_init(map *m, arena *a)
{
    memset(m, 0, sizeof *m);
    m->arena = a;
}

/* The stress build makes everything collide. */
static uint32_t slot(uint64_t key)
{
#ifdef LUDENS_STRESS
    return (uint32_t)key & 1;
#else
    return (uint32_t)hash_mix(key);
#endif
}

static map_entry *find(const map *m, uint64_t key)
{
    uint32_t mask = m->capacity - 1;
    for (uint32_t i = slot(key) & mask;; i = (i + 1) & mask) {
        map_entry *e = &m->entries[i];
        if (!e->used || e->key == key)
            return e;
    }
}

uint32_t *map_get(const map *m, uint64_t key)
{
    if (!m->capacity)
        return NULL;
    map_entry *e = find(m, key);
    return e->used ? &e->value : NULL;
}

enum { LOOK_ENTRIES = 1 << 18 };

static void grow(map *m)
{
    map large = *m; /* the old one stays as it is when its arena jumps */
    large.capacity = m->capacity ? m->capacity * 2 : 16;
    large.entries = ARENA_ARRAY(m->arena, map_entry, large.capacity);
    for (uint32_t i = 0; i < m->capacity; i++) {
        if (i % LOOK_ENTRIES == LOOK_ENTRIES - 1)
            arena_work(m->arena, ARENA_WORK);
        if (m->entries[i].used)
            *find(&large, m->entries[i].key) = m->entries[i];
    }
    *m = large;
}

/* The place of the key, which is taken from now on. */
static map_entry *take(map *m, uint64_t key, bool *fresh)
{
    if (m->count * 4 >= m->capacity * 3)
        grow(m);
    map_entry *e = find(m, key);
    *fresh = !e->used;
    m->count += *fresh;
    e->used = 1;
    e->key = key;
    return e;
}

void map_put(map *m, uint64_t key, uint32_t value)
{
    bool fresh;
    take(m, key, &fresh)->value = value;
}

bool map_insert(map *m, uint64_t key, uint32_t value)
{
    bool fresh;
    map_entry *e = take(m, key, &fresh);
    if (fresh)
        e->value = value;
    return fresh;
}

static inline uint64_t load64(const unsigned char *p)
{
    return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24 | (uint64_t)p[4] << 32 |
           (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 | (uint64_t)p[7] << 56;
}

static inline uint64_t hash_word(uint64_t h, uint64_t word)
{
    h = (h ^ word) * UINT64_C(0x9fb21c651e98df25);
    return h ^ h >> 32;
}

/* Of long strings two words at a time, so that one multiplication does not wait for the other. */
uint64_t hash_bytes(const void *data, size_t length, uint64_t seed)
{
    const unsigned char *p = data;
    uint64_t h = seed ^ (length * UINT64_C(0x9e3779b97f4a7c15));
    if (length >= 32) {
        uint64_t other = ~h;
        for (; length >= 16; p += 16, length -= 16) {
            h = hash_word(h, load64(p));
            other = (other ^ load64(p + 8)) * UINT64_C(0xd6e8feb86659fd93);
            other = other << 31 | other >> 33;
        }
        h = hash_word(h, other);
    }
    for (; length >= 8; p += 8, length -= 8)
        h = hash_word(h, load64(p));
    unsigned char tail[8] = {0};
    if (length) {
        memcpy(tail, p, length);
        h = (h ^ load64(tail)) * UINT64_C(0x9fb21c651e98df25);
    }
#ifdef LUDENS_STRESS
    return hash_mix(h & 3);
#else
    return hash_mix(h);
#endif
}
