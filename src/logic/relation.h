/* Relations: sets of tuples of terms, with indexes by any columns that are made when they are asked
 * for. Rows are numbered in the order of insertion and never move, so that "what was added since"
 * is a range of rows. */
#ifndef LUDENS_LOGIC_RELATION_H
#define LUDENS_LOGIC_RELATION_H

#include "logic/terms.h"

/* The newest row of a bucket + 1; counts while its stamp is that of the relation. */
typedef struct relation_bucket {
    uint32_t head, stamp;
} relation_bucket;

enum { DIRECT_COLUMNS = 6 /* most of an index without hashing */ };

/* What a column adds to the number of a bucket. */
typedef struct relation_part {
    const uint32_t *place; /* [term - low], or too much: no row has it */
    uint32_t low, span, column;
    uint32_t bits;
} relation_part;

typedef struct relation_index {
    const uint32_t *columns; /* that are looked up, ascending; NULL: all */
    uint32_t column_count;
    bool direct; /* a bucket for each key there can be; else hashed */
    relation_part parts[DIRECT_COLUMNS];
    uint32_t *places; /* of all parts */
    relation_bucket *buckets;
    uint32_t capacity;
    uint32_t *next; /* [row] older row of the bucket + 1 */
    uint32_t used;  /* buckets in use */
} relation_index;

/* Small numbers for the terms of a column. */
typedef struct relation_codes {
    uint16_t *code; /* [term - low] + 1; 0: none */
    uint32_t low, span, count;
    bool full; /* not all terms have one */
} relation_codes;

typedef struct logic_relation logic_relation;
struct logic_relation {
    uint32_t width;
    logic_term *rows;
    uint32_t count, capacity; /* rows */
    relation_index whole;     /* finds equal rows */
    relation_index *indexes;
    uint32_t index_count;
    bool unfinished;       /* an index behind the last one, whose making was cut short */
    relation_codes *codes; /* [column] or NULL: all indexes hash */
    bool recoded;          /* there are new codes, for which indexes may have no place */
    uint32_t stamp;        /* of what the indexes hold now: clearing takes no time */
    bool failed;           /* out of memory, or of the budget */
    bool exhausted;        /* it was the system's memory */
    uint64_t *budget;      /* bytes that may still be taken, shared; NULL: no limit */
    arena *looks;          /* counts the work of a large one */
};

/* Memory comes from the system, not from an arena: relations are cleared and filled again. The arena is where
 * work is counted: a jump from there leaves the relation failed, until it is cleared. */
void relation_init(logic_relation *r, uint32_t width, uint64_t *budget, arena *looks);
/* Makes indexes of few different terms without hashing. To be called before the first row is added. */
void relation_direct(logic_relation *r);
void relation_done(logic_relation *r);
void relation_clear(logic_relation *r);
/* Number of an index on these columns (ascending), made if there is none yet. LOGIC_NONE when there
 * is no memory for it: all rows have to be looked at, and the relation has failed. */
uint32_t relation_index_on(logic_relation *r, const uint32_t *columns, uint32_t column_count, arena *a);
/* True when the tuple is new. `*row` gets its number in either case. */
bool relation_add(logic_relation *r, const logic_term *tuple, uint32_t *row);
/* Row + 1, or 0. */
uint32_t relation_find(const logic_relation *r, const logic_term *tuple);
/* Newest row + 1 of those whose columns may equal the key: callers compare, unless the index is direct. Then follow
 * next. */
uint32_t relation_first_hashed(const logic_relation *r, const relation_index *x, const logic_term *key);

#define RELATION_NOWHERE UINT32_MAX
/* The bucket of a key in a direct index; `row`: the key is a row. */
static inline uint32_t relation_place(const relation_index *x, const logic_term *key, bool row)
{
    uint32_t at = 0;
    for (uint32_t i = 0; i < x->column_count; i++) {
        const relation_part *p = &x->parts[i];
        uint32_t above = key[row ? p->column : i] - p->low;
        at += above < p->span ? p->place[above] : x->capacity;
    }
    return at < x->capacity ? at : RELATION_NOWHERE;
}
static inline uint32_t relation_first(const logic_relation *r, uint32_t index, const logic_term *key)
{
    const relation_index *x = &r->indexes[index];
    if (!x->direct)
        return relation_first_hashed(r, x, key);
    uint32_t place = relation_place(x, key, false);
    return place != RELATION_NOWHERE && x->buckets[place].stamp == r->stamp ? x->buckets[place].head : 0;
}
static inline uint32_t relation_next(const logic_relation *r, uint32_t index, uint32_t row)
{
    return r->indexes[index].next[row];
}
static inline const logic_term *relation_row(const logic_relation *r, uint32_t row)
{
    assert(row < r->count);
    return r->rows + (size_t)row * r->width;
}

#endif
