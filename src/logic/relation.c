#include "logic/relation.h"

#include <stdlib.h>
#include <string.h>

enum { CAPACITY_MIN = 16 };

static bool take(logic_relation *r, size_t bytes)
{
    if (r->budget && *r->budget < bytes)
        return !(r->failed = true);
    if (r->budget)
        *r->budget -= bytes;
    return true;
}

static bool grow(logic_relation *r, void *array, size_t item, uint32_t old, uint32_t capacity)
{
    void **place = array;
    if (!take(r, (size_t)(capacity - old) * item))
        return false;
    void *p = realloc(*place, (size_t)capacity * item + 1);
    if (!p)
        return !(r->failed = r->exhausted = true);
    *place = p;
    arena_work(r->looks, capacity); /* the system has moved it */
    return true;
}

/* A sum of products (Dietzfelbinger, "Universal hashing and k-wise independent random variables via
 * integer arithmetic without primes", 1996): the multiplications do not wait for each other. */
static const uint64_t factors[] = {UINT64_C(0xf2a74de452e6b439), UINT64_C(0x6513270e269e0d37),
                                   UINT64_C(0x0c5c7fd0a6a3a451), UINT64_C(0xd23f0824128b2f33),
                                   UINT64_C(0x1818e811892f902b), UINT64_C(0x9531985d5d9dc9f9),
                                   UINT64_C(0xe8e25d940ed90475), UINT64_C(0x36f675cc81e74ef5)};
enum { FACTORS = sizeof factors / sizeof *factors };

static inline uint64_t hash_part(uint64_t h, uint32_t position, logic_term t)
{
    if (position && position % FACTORS == 0) /* again from the first one: what there is must not be like it */
        h = (h ^ h >> 31) * factors[1];
    return h + (t + UINT64_C(1)) * factors[position % FACTORS];
}

static inline uint32_t hash_end(uint64_t h)
{
    h ^= h >> 29;
    h *= UINT64_C(0x9fb21c651e98df25);
#ifdef LUDENS_STRESS
    return (uint32_t)(h >> 32) & 7;
#else
    return (uint32_t)(h >> 32);
#endif
}

static inline uint32_t hash_key(const logic_term *key, uint32_t count)
{
    uint64_t h = 0;
    for (uint32_t i = 0; i < count; i++)
        h = hash_part(h, i, key[i]);
    return hash_end(h);
}

static inline uint32_t hash_columns(const logic_term *row, const uint32_t *columns, uint32_t count)
{
    uint64_t h = 0;
    for (uint32_t i = 0; i < count; i++)
        h = hash_part(h, i, row[columns[i]]);
    return hash_end(h);
}

void relation_init(logic_relation *r, uint32_t width, uint64_t *budget, arena *looks)
{
    *r = (logic_relation){.width = width, .budget = budget, .looks = looks, .stamp = 1};
}

static void index_done(relation_index *x)
{
    free(x->buckets);
    free(x->next);
}

void relation_done(logic_relation *r)
{
    free(r->rows);
    index_done(&r->whole);
    for (uint32_t i = 0; i < r->index_count + r->unfinished; i++)
        index_done(&r->indexes[i]);
    free(r->indexes);
    memset(r, 0, sizeof *r);
}

/* Buckets are chains: rows whose keys only hash alike share one. */
static inline void index_link(const logic_relation *r, relation_index *x, uint32_t row, uint32_t hash)
{
    relation_bucket *b = &x->buckets[hash & (x->capacity - 1)];
    bool fresh = b->stamp != r->stamp;
    x->next[row] = fresh ? 0 : b->head;
    *b = (relation_bucket){row + 1, r->stamp};
    x->used += fresh;
}

static inline uint32_t row_hash(const logic_relation *r, const relation_index *x, uint32_t row)
{
    const logic_term *t = relation_row(r, row);
    return x->columns ? hash_columns(t, x->columns, x->column_count) : hash_key(t, r->width);
}

/* Room for `rows` rows; rebuilt when the buckets get crowded. When that fails, it stays as it was.
 */
static bool index_fit(logic_relation *r, relation_index *x, uint32_t old_rows, uint32_t rows)
{
    if (!grow(r, &x->next, sizeof *x->next, old_rows, rows))
        return false;
    uint32_t capacity = x->capacity ? x->capacity : CAPACITY_MIN;
    while (capacity < rows)
        capacity *= 2;
    if (capacity == x->capacity)
        return true;
    if (!take(r, (size_t)(capacity - x->capacity) * sizeof *x->buckets))
        return false;
    relation_bucket *buckets = calloc(capacity, sizeof *buckets);
    if (!buckets)
        return !(r->failed = r->exhausted = true);
    free(x->buckets);
    x->buckets = buckets;
    x->capacity = capacity;
    x->used = 0;
    bool failed = r->failed;
    r->failed = true; /* if it is cut short */
    arena_work(r->looks, capacity);
    for (uint32_t i = 0; i < r->count; i++) {
        arena_work(r->looks, 1);
        index_link(r, x, i, row_hash(r, x, i));
    }
    r->failed = failed;
    return true;
}

static bool make_room(logic_relation *r)
{
    uint32_t old = r->capacity, capacity = old ? old * 2 : CAPACITY_MIN;
    if (capacity < old || !grow(r, &r->rows, sizeof *r->rows * r->width, old, capacity) ||
        !index_fit(r, &r->whole, old, capacity))
        return !(r->failed = true);
    for (uint32_t i = 0; i < r->index_count; i++)
        if (!index_fit(r, &r->indexes[i], old, capacity))
            return false;
    r->capacity = capacity;
    return true;
}

void relation_clear(logic_relation *r)
{
    r->failed = r->exhausted = false;
    if (r->count == 0)
        return;
    r->count = 0;
    bool wraps = ++r->stamp == 0;
    if (wraps)
        r->stamp = 1;
    for (uint32_t i = 0; i <= r->index_count; i++) {
        relation_index *x = i ? &r->indexes[i - 1] : &r->whole;
        x->used = 0;
        for (uint32_t k = 0; wraps && k < x->capacity; k++)
            x->buckets[k].stamp = 0;
    }
}

uint32_t relation_index_on(logic_relation *r, const uint32_t *columns, uint32_t column_count, arena *a)
{
    for (uint32_t i = 0; i < r->index_count; i++)
        if (r->indexes[i].column_count == column_count &&
            memcmp(r->indexes[i].columns, columns, column_count * sizeof *columns) == 0)
            return i;
    if (r->unfinished)
        index_done(&r->indexes[r->index_count]);
    r->unfinished = false;
    relation_index *indexes = realloc(r->indexes, (r->index_count + 1) * sizeof *indexes);
    if (!indexes) {
        r->failed = r->exhausted = true;
        return LOGIC_NONE;
    }
    r->indexes = indexes;
    uint32_t *copy = ARENA_ARRAY(a, uint32_t, column_count + 1);
    memcpy(copy, columns, column_count * sizeof *copy);
    r->indexes[r->index_count] = (relation_index){.columns = copy, .column_count = column_count};
    r->unfinished = true;
    bool fits = !r->capacity || index_fit(r, &r->indexes[r->index_count], 0, r->capacity);
    r->unfinished = false;
    if (!fits) {
        index_done(&r->indexes[r->index_count]);
        return LOGIC_NONE;
    }
    return r->index_count++;
}

static inline uint32_t find(const logic_relation *r, const logic_term *tuple, uint32_t hash)
{
    const relation_index *x = &r->whole;
    const relation_bucket *b = &x->buckets[hash & (x->capacity - 1)];
    for (uint32_t row = b->stamp == r->stamp ? b->head : 0; row; row = x->next[row - 1]) {
        const logic_term *other = r->rows + (size_t)(row - 1) * r->width;
        uint32_t i = 0;
        while (i < r->width && other[i] == tuple[i])
            i++;
        if (i == r->width)
            return row;
    }
    return 0;
}

uint32_t relation_find(const logic_relation *r, const logic_term *tuple)
{
    return r->count ? find(r, tuple, hash_key(tuple, r->width)) : 0;
}

bool relation_add(logic_relation *r, const logic_term *tuple, uint32_t *row)
{
    uint32_t hash = hash_key(tuple, r->width), found = r->count ? find(r, tuple, hash) : 0;
    if (found) {
        *row = found - 1;
        return false;
    }
    *row = r->count;
    if (r->count == r->capacity && !make_room(r))
        return false;
    logic_term *to = r->rows + (size_t)r->count * r->width;
    for (uint32_t i = 0; i < r->width; i++)
        to[i] = tuple[i];
    r->count++;
    index_link(r, &r->whole, *row, hash);
    for (uint32_t i = 0; i < r->index_count; i++)
        index_link(r, &r->indexes[i], *row, row_hash(r, &r->indexes[i], *row));
    return true;
}

uint32_t relation_first(const logic_relation *r, uint32_t index, const logic_term *key)
{
    const relation_index *x = &r->indexes[index];
    if (!x->capacity)
        return 0;
    const relation_bucket *b = &x->buckets[hash_key(key, x->column_count) & (x->capacity - 1)];
    return b->stamp == r->stamp ? b->head : 0;
}
