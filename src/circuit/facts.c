#include "circuit/facts.h"

#include <string.h>

enum { CAPACITY_MIN = 16 };

static bool take(fact_table *t, size_t bytes)
{
    if (t->budget && *t->budget < bytes)
        return !(t->failed = true);
    if (t->budget)
        *t->budget -= bytes;
    return true;
}

static bool grow(fact_table *t, void *array, size_t item, uint32_t old, uint32_t capacity)
{
    void **place = array;
    if (!take(t, (size_t)(capacity - old) * item))
        return false;
    void *p = realloc(*place, (size_t)capacity * item + 1);
    if (!p)
        return !(t->failed = t->exhausted = true);
    *place = p;
    return true;
}

static inline uint32_t hash_key(const rl_term *key, uint32_t count)
{
    uint64_t h = count + 1;
    for (uint32_t i = 0; i < count; i++)
        h = (h ^ key[i]) * UINT64_C(0x9fb21c651e98df25), h ^= h >> 29;
#ifdef LUDENS_STRESS
    return (uint32_t)(h >> 32) & 7;
#else
    return (uint32_t)(h >> 32);
#endif
}

static inline uint32_t hash_columns(const rl_term *row, const uint32_t *columns, uint32_t count)
{
    uint64_t h = count + 1;
    for (uint32_t i = 0; i < count; i++)
        h = (h ^ row[columns[i]]) * UINT64_C(0x9fb21c651e98df25), h ^= h >> 29;
#ifdef LUDENS_STRESS
    return (uint32_t)(h >> 32) & 7;
#else
    return (uint32_t)(h >> 32);
#endif
}

void facts_init(fact_table *t, uint32_t width, uint64_t *budget)
{
    *t = (fact_table){.width = width, .budget = budget, .stamp = 1};
}

static void index_done(fact_index *x)
{
    free(x->heads);
    free(x->stamps);
    free(x->next);
}

void facts_done(fact_table *t)
{
    free(t->rows);
    index_done(&t->whole);
    for (uint32_t i = 0; i < t->index_count; i++)
        index_done(&t->indexes[i]);
    free(t->indexes);
    memset(t, 0, sizeof *t);
}

/* Buckets are chains: rows whose keys only hash alike share one. */
static void index_link(const fact_table *t, fact_index *x, uint32_t row, uint32_t hash)
{
    uint32_t at = hash & (x->capacity - 1);
    bool fresh = x->stamps[at] != t->stamp;
    x->next[row] = fresh ? 0 : x->heads[at];
    x->heads[at] = row + 1;
    x->stamps[at] = t->stamp;
    x->used += fresh;
}

static uint32_t row_hash(const fact_table *t, const fact_index *x, uint32_t row)
{
    const rl_term *r = facts_row(t, row);
    return x->columns ? hash_columns(r, x->columns, x->column_count) : hash_key(r, t->width);
}

/* Room for `rows` rows; rebuilt when the buckets get crowded. When that fails, it stays as it was. */
static bool index_fit(fact_table *t, fact_index *x, uint32_t old_rows, uint32_t rows)
{
    if (!grow(t, &x->next, sizeof *x->next, old_rows, rows))
        return false;
    uint32_t capacity = x->capacity ? x->capacity : CAPACITY_MIN;
    while (capacity < rows)
        capacity *= 2;
    if (capacity == x->capacity)
        return true;
    if (!take(t, (size_t)(capacity - x->capacity) * 8))
        return false;
    uint32_t *heads = malloc((size_t)capacity * sizeof *heads);
    uint32_t *stamps = calloc(capacity, sizeof *stamps);
    if (!heads || !stamps) {
        free(heads);
        free(stamps);
        return !(t->failed = t->exhausted = true);
    }
    free(x->heads);
    free(x->stamps);
    x->heads = heads;
    x->stamps = stamps;
    x->capacity = capacity;
    x->used = 0;
    for (uint32_t i = 0; i < t->count; i++)
        index_link(t, x, i, row_hash(t, x, i));
    return true;
}

static bool make_room(fact_table *t)
{
    uint32_t old = t->capacity, capacity = old ? old * 2 : CAPACITY_MIN;
    if (capacity < old || !grow(t, &t->rows, sizeof *t->rows * t->width, old, capacity) ||
        !index_fit(t, &t->whole, old, capacity))
        return !(t->failed = true);
    for (uint32_t i = 0; i < t->index_count; i++)
        if (!index_fit(t, &t->indexes[i], old, capacity))
            return false;
    t->capacity = capacity;
    return true;
}

void facts_truncate(fact_table *t, uint32_t count)
{
    if (count >= t->count)
        return;
    t->count = count;
    if (count == 0)
        t->failed = t->exhausted = false;
    if (++t->stamp == 0) {
        t->stamp = 1;
        for (uint32_t i = 0; i <= t->index_count && t->capacity; i++) {
            fact_index *x = i ? &t->indexes[i - 1] : &t->whole;
            memset(x->stamps, 0, x->capacity * sizeof *x->stamps);
        }
    }
    for (uint32_t i = 0; i <= t->index_count; i++) {
        fact_index *x = i ? &t->indexes[i - 1] : &t->whole;
        x->used = 0;
        for (uint32_t r = 0; r < count; r++)
            index_link(t, x, r, row_hash(t, x, r));
    }
}

uint32_t facts_index(fact_table *t, const uint32_t *columns, uint32_t column_count, arena *a)
{
    for (uint32_t i = 0; i < t->index_count; i++)
        if (t->indexes[i].column_count == column_count &&
            memcmp(t->indexes[i].columns, columns, column_count * sizeof *columns) == 0)
            return i;
    fact_index *indexes = realloc(t->indexes, (t->index_count + 1) * sizeof *indexes);
    if (!indexes) {
        t->failed = t->exhausted = true;
        return RL_NONE;
    }
    t->indexes = indexes;
    uint32_t *copy = ARENA_ARRAY(a, uint32_t, column_count + 1);
    memcpy(copy, columns, column_count * sizeof *copy);
    t->indexes[t->index_count] = (fact_index){.columns = copy, .column_count = column_count};
    if (t->capacity && !index_fit(t, &t->indexes[t->index_count], 0, t->capacity)) {
        index_done(&t->indexes[t->index_count]);
        return RL_NONE;
    }
    return t->index_count++;
}

uint32_t facts_find(const fact_table *t, const rl_term *tuple)
{
    const fact_index *x = &t->whole;
    if (!x->capacity)
        return 0;
    uint32_t at = hash_key(tuple, t->width) & (x->capacity - 1);
    for (uint32_t r = x->stamps[at] == t->stamp ? x->heads[at] : 0; r; r = x->next[r - 1])
        if (t->width == 0 || memcmp(facts_row(t, r - 1), tuple, t->width * sizeof *tuple) == 0)
            return r;
    return 0;
}

bool facts_add(fact_table *t, const rl_term *tuple, uint32_t *row)
{
    uint32_t found = facts_find(t, tuple);
    if (found) {
        *row = found - 1;
        return false;
    }
    *row = t->count;
    if (t->count == t->capacity && !make_room(t))
        return false;
    if (t->width)
        memcpy(t->rows + (size_t)t->count * t->width, tuple, t->width * sizeof *tuple);
    t->count++;
    index_link(t, &t->whole, *row, hash_key(tuple, t->width));
    for (uint32_t i = 0; i < t->index_count; i++)
        index_link(t, &t->indexes[i], *row, row_hash(t, &t->indexes[i], *row));
    return true;
}

uint32_t facts_first(const fact_table *t, uint32_t index, const rl_term *key)
{
    const fact_index *x = &t->indexes[index];
    if (!x->capacity)
        return 0;
    uint32_t at = hash_key(key, x->column_count) & (x->capacity - 1);
    return x->stamps[at] == t->stamp ? x->heads[at] : 0;
}
