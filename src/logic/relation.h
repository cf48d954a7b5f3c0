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

typedef struct relation_index {
    const uint32_t *columns; /* that are looked up, ascending; NULL: all */
    uint32_t column_count;
    relation_bucket *buckets;
    uint32_t capacity;
    uint32_t *next; /* [row] older row of the bucket + 1 */
    uint32_t used;  /* buckets in use */
} relation_index;

typedef struct logic_relation {
    uint32_t width;
    logic_term *rows;
    uint32_t count, capacity; /* rows */
    relation_index whole;     /* finds equal rows */
    relation_index *indexes;
    uint32_t index_count;
    bool unfinished;  /* an index behind the last one, whose making was cut short */
    uint32_t stamp;   /* of what the indexes hold now: clearing takes no time */
    bool failed;      /* out of memory, or of the budget */
    bool exhausted;   /* it was the system's memory */
    uint64_t *budget; /* bytes that may still be taken, shared; NULL: no limit */
    arena *looks;     /* counts the work of a large one */
} logic_relation;

/* Memory comes from the system, not from an arena: relations are cleared and filled again. The arena is where
 * work is counted: a jump from there leaves the relation failed, until it is cleared. */
void relation_init(logic_relation *r, uint32_t width, uint64_t *budget, arena *looks);
void relation_done(logic_relation *r);
void relation_clear(logic_relation *r);
/* Number of an index on these columns (ascending), made if there is none yet. LOGIC_NONE when there
 * is no memory for it: all rows have to be looked at, and the relation has failed. */
uint32_t relation_index_on(logic_relation *r, const uint32_t *columns, uint32_t column_count, arena *a);
/* True when the tuple is new. `*row` gets its number in either case. */
bool relation_add(logic_relation *r, const logic_term *tuple, uint32_t *row);
/* Row + 1, or 0. */
uint32_t relation_find(const logic_relation *r, const logic_term *tuple);
/* Newest row + 1 of those whose columns may equal the key: callers compare. Then follow next. */
uint32_t relation_first(const logic_relation *r, uint32_t index, const logic_term *key);
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
