#include "logic/relation.h"

#include "base/room.h"

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
    if (!take(r, (size_t)(capacity - old) * item))
        return false;
    if (!room_resize(array, (size_t)capacity * item + 1))
        return !(r->failed = r->exhausted = true);
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
    free(x->places);
    free(x->buckets);
    free(x->next);
}

void relation_done(logic_relation *r)
{
    for (uint32_t i = 0; r->codes && i < r->width; i++)
        free(r->codes[i].code);
    free(r->codes);
    free(r->rows);
    index_done(&r->whole);
    for (uint32_t i = 0; i < r->index_count + r->unfinished; i++)
        index_done(&r->indexes[i]);
    free(r->indexes);
    memset(r, 0, sizeof *r);
}

void relation_direct(logic_relation *r)
{
    r->codes = calloc(r->width + 1, sizeof *r->codes); /* without memory indexes hash */
}

/* ---- buckets ---- */

enum { CODES_MAX = 1 << 12, SPAN_MAX = 1 << 12 };
#ifdef LUDENS_STRESS
enum { BITS_MIN = 2, BITS_MORE = 0 };
#else
enum { BITS_MIN = 10, BITS_MORE = 2 /* than rows have */ };
#endif

static inline uint32_t column_of(const relation_index *x, uint32_t i) { return x->columns ? x->columns[i] : i; }

static inline uint32_t place_of_row(const relation_index *x, const logic_term *row)
{
    if (x->direct)
        return relation_place(x, row, true);
    return (x->columns ? hash_columns(row, x->columns, x->column_count) : hash_key(row, x->column_count)) &
           (x->capacity - 1);
}

/* Buckets are chains: rows whose keys only hash alike share one. */
static inline void index_link(const logic_relation *r, relation_index *x, uint32_t row, uint32_t place)
{
    relation_bucket *b = &x->buckets[place];
    bool fresh = b->stamp != r->stamp;
    x->next[row] = fresh ? 0 : b->head;
    *b = (relation_bucket){row + 1, r->stamp};
    x->used += fresh;
}

/* How a direct index for so many rows would be laid out: bits of all columns together, or 0: too many. */
static uint32_t lay_out(const logic_relation *r, relation_index *x, uint32_t rows)
{
    uint32_t sum = 0, most = BITS_MIN;
    if (!r->codes || x->column_count > DIRECT_COLUMNS)
        return 0;
    while (most < 26 && UINT32_C(1) << (most - BITS_MORE) < rows)
        most++;
    for (uint32_t i = 0; i < x->column_count; i++) {
        const relation_codes *c = &r->codes[column_of(x, i)];
        if (c->full)
            return 0;
        x->parts[i] = (relation_part){.low = c->low, .span = c->span, .column = column_of(x, i), .bits = 1};
        while (UINT32_C(1) << x->parts[i].bits < c->count)
            x->parts[i].bits++;
        sum += x->parts[i].bits;
    }
    return sum <= most ? sum : 0;
}

static bool make_places(logic_relation *r, relation_index *x)
{
    uint32_t spans = 0, above = 0, at = 0;
    for (uint32_t i = 0; i < x->column_count; i++)
        spans += x->parts[i].span;
    x->places = NULL;
    if (!take(r, spans * sizeof *x->places))
        return false;
    x->places = malloc((spans + 1) * sizeof *x->places);
    if (!x->places)
        return !(r->failed = r->exhausted = true);
    for (uint32_t i = x->column_count; i-- > 0; above += x->parts[i].bits) {
        const relation_codes *c = &r->codes[x->parts[i].column];
        x->parts[i].place = x->places + at;
        for (uint32_t k = 0; k < c->span; k++)
            x->places[at++] = c->code[k] ? (c->code[k] - UINT32_C(1)) << above : x->capacity;
    }
    return true;
}

static bool same_layout(const relation_index *x, const relation_index *y)
{
    bool same = x->direct == y->direct && x->capacity == y->capacity;
    for (uint32_t i = 0; x->direct && i < x->column_count && same; i++)
        same = x->parts[i].bits == y->parts[i].bits;
    return same;
}

/* Makes buckets for so many rows, and links those that there are. When that fails, it stays as it was. `places`: there
 * may be new codes. */
static bool index_build(logic_relation *r, relation_index *x, uint32_t rows, bool places)
{
    relation_index y = *x;
    uint32_t sum = lay_out(r, &y, rows);
    y.direct = sum > 0;
    y.capacity = y.direct ? UINT32_C(1) << sum : x->direct || !x->capacity ? CAPACITY_MIN : x->capacity;
    while (!y.direct && y.capacity < rows)
        y.capacity *= 2;
    bool same = same_layout(x, &y);
    if (same && !(y.direct && places))
        return true;
    y.places = NULL;
    if (y.direct && !make_places(r, &y))
        return false;
    if (!same) {
        bool room = y.capacity <= x->capacity || take(r, (size_t)(y.capacity - x->capacity) * sizeof *x->buckets);
        y.buckets = room ? calloc(y.capacity, sizeof *y.buckets) : NULL;
        r->failed |= !y.buckets;
        r->exhausted |= room && !y.buckets;
        if (!y.buckets) {
            free(y.places);
            return false;
        }
        free(x->buckets);
        y.used = 0;
    }
    free(x->places);
    *x = y;
    if (same)
        return true;
    bool failed = r->failed;
    r->failed = true; /* if it is cut short */
    arena_work(r->looks, x->capacity);
    for (uint32_t i = 0; i < r->count; i++) {
        arena_work(r->looks, 1);
        index_link(r, x, i, place_of_row(x, relation_row(r, i)));
    }
    r->failed = failed;
    return true;
}

/* Room for `rows` rows. */
static bool index_fit(logic_relation *r, relation_index *x, uint32_t old_rows, uint32_t rows)
{
    return grow(r, &x->next, sizeof *x->next, old_rows, rows) && index_build(r, x, rows, false);
}

/* ---- codes ---- */

static bool add_code(relation_codes *c, logic_term t)
{
    uint32_t low = c->count == 0 || t < c->low ? t : c->low, end = c->count ? c->low + c->span : t + 1;
    end = t >= end ? t + 1 : end;
    if (c->count == CODES_MAX || end - low > SPAN_MAX)
        return false;
    if (end - low > c->span) {
        uint16_t *more = calloc(end - low, sizeof *more);
        if (!more)
            return false;
        if (c->count)
            memcpy(more + (c->low - low), c->code, c->span * sizeof *more);
        free(c->code);
        *c = (relation_codes){more, low, end - low, c->count, false};
    }
    c->code[t - low] = (uint16_t)++c->count;
    return true;
}

static inline void add_codes(logic_relation *r, const logic_term *tuple)
{
    for (uint32_t i = 0; i < r->width; i++) {
        relation_codes *c = &r->codes[i];
        uint32_t above = tuple[i] - c->low;
        if (c->full || (above < c->span && c->code[above]))
            continue;
        c->full = !add_code(c, tuple[i]);
        r->recoded = true;
    }
}

/* All indexes get a place for all codes that there are. */
static bool place_codes(logic_relation *r)
{
    for (uint32_t i = 0; i <= r->index_count; i++) {
        relation_index *x = i ? &r->indexes[i - 1] : &r->whole;
        if (x->direct && !index_build(r, x, r->capacity, true))
            return false;
    }
    r->recoded = false;
    return true;
}

static bool make_room(logic_relation *r)
{
    r->whole.column_count = r->width;
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
    if (!ROOM_OF(r->indexes, r->index_count + 1)) {
        r->failed = r->exhausted = true;
        return LOGIC_NONE;
    }
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

static inline uint32_t find(const logic_relation *r, const logic_term *tuple, uint32_t place)
{
    const relation_index *x = &r->whole;
    if (place == RELATION_NOWHERE || x->buckets[place].stamp != r->stamp)
        return 0;
    uint32_t row = x->buckets[place].head;
    for (; row && !x->direct; row = x->next[row - 1]) {
        const logic_term *other = r->rows + (size_t)(row - 1) * r->width;
        uint32_t i = 0;
        while (i < r->width && other[i] == tuple[i])
            i++;
        if (i == r->width)
            return row;
    }
    return row;
}

uint32_t relation_find(const logic_relation *r, const logic_term *tuple)
{
    return r->count ? find(r, tuple, place_of_row(&r->whole, tuple)) : 0;
}

bool relation_add(logic_relation *r, const logic_term *tuple, uint32_t *row)
{
    uint32_t place = r->count ? place_of_row(&r->whole, tuple) : RELATION_NOWHERE;
    uint32_t found = find(r, tuple, place);
    if (found) {
        *row = found - 1;
        return false;
    }
    *row = r->count;
    if (r->codes)
        add_codes(r, tuple);
    bool grows = r->count == r->capacity, moves = grows || r->recoded || place == RELATION_NOWHERE;
    if ((grows && !make_room(r)) || (r->recoded && !place_codes(r)))
        return !(r->failed = true);
    logic_term *to = r->rows + (size_t)r->count * r->width;
    for (uint32_t i = 0; i < r->width; i++)
        to[i] = tuple[i];
    r->count++;
    index_link(r, &r->whole, *row, moves ? place_of_row(&r->whole, tuple) : place);
    for (uint32_t i = 0; i < r->index_count; i++)
        index_link(r, &r->indexes[i], *row, place_of_row(&r->indexes[i], tuple));
    return true;
}

uint32_t relation_first_hashed(const logic_relation *r, const relation_index *x, const logic_term *key)
{
    if (!x->capacity)
        return 0;
    const relation_bucket *b = &x->buckets[hash_key(key, x->column_count) & (x->capacity - 1)];
    return b->stamp == r->stamp ? b->head : 0;
}
