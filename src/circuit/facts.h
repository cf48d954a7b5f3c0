/* Tables of tuples of terms, with indexes by any set of columns. Rows are numbered in order of
 * insertion and never move, so that "what was added since" is a range of rows. */
#ifndef LUDENS_CIRCUIT_FACTS_H
#define LUDENS_CIRCUIT_FACTS_H

#include "circuit/rules.h"

#include <assert.h>

#include <stdlib.h>

typedef struct fact_index {
    const uint32_t *columns; /* columns that are looked up */
    uint32_t column_count;
    uint32_t *heads; /* hash table of the newest row of a chain + 1, stamped */
    uint32_t *stamps;
    uint32_t capacity;
    uint32_t *next; /* [row] older row of the chain + 1 */
    uint32_t used;  /* heads in use */
} fact_index;

typedef struct fact_table {
    uint32_t width;
    rl_term *rows;
    uint32_t count, capacity; /* rows */
    fact_index whole;         /* all columns: finds equal rows */
    fact_index *indexes;
    uint32_t index_count;
    uint32_t stamp;   /* of what the indexes hold now: clearing takes no time */
    bool failed;      /* out of memory, or of the budget */
    bool exhausted;   /* it was the system's memory */
    uint64_t *budget; /* bytes that may still be taken, shared; NULL: no limit */
} fact_table;

/* Memory comes from the system, not from an arena: tables are cleared and filled again. */
void facts_init(fact_table *t, uint32_t width, uint64_t *budget);
void facts_done(fact_table *t);
/* Forgets all rows from `count` on. */
void facts_truncate(fact_table *t, uint32_t count);
/* Number of an index on these columns (ascending), made if there is none yet. RL_NONE when there is no
 * memory for it: all rows have to be looked at, and the table has failed. */
uint32_t facts_index(fact_table *t, const uint32_t *columns, uint32_t column_count, arena *a);
/* True when the row is new. `*row` gets its number in either case. */
bool facts_add(fact_table *t, const rl_term *tuple, uint32_t *row);
/* Row + 1, or 0. */
uint32_t facts_find(const fact_table *t, const rl_term *tuple);
/* Newest row + 1 of those whose columns may equal the key: callers compare. Then follow next. */
uint32_t facts_first(const fact_table *t, uint32_t index, const rl_term *key);
static inline uint32_t facts_next(const fact_table *t, uint32_t index, uint32_t row)
{
    return t->indexes[index].next[row];
}
static inline const rl_term *facts_row(const fact_table *t, uint32_t row)
{
    assert(row < t->count);
    return t->rows + (size_t)row * t->width;
}

#endif
