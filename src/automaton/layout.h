/* Where values live: the dense layout of states and tables.
 *
 * A scalar is stored as its place in its symbol family (or as an integer minus the low end of
 * its range) in 1, 2 or 4 bytes. A map is an array with one cell for every key between the
 * lowest and the highest key that can ever be used to read it; nested maps are flattened,
 * the first key outermost. RG's loose typing lets a variable hold a symbol outside of its
 * declared type and lets a map be read outside of its key type (then the default is read), so
 * the extents come from a flow analysis over the whole automaton, not from the types. Maps
 * that are ever assigned to or compared with each other get the same extents.
 *
 * A real is a map of two cells of 4 bytes: its bits. So whoever moves or compares maps as bytes, puts them back or
 * hashes them does so with reals, and nobody who works on single cells meets one. */
#ifndef LUDENS_AUTOMATON_LAYOUT_H
#define LUDENS_AUTOMATON_LAYOUT_H

#include "automaton/ir.h"

typedef struct layout_key {
    bool integer;
    int32_t low, high; /* place in the family, or integer */
    uint32_t stride;   /* in cells */
    ir_type type;      /* declared, resolved */
} layout_key;

/* A variable or constant. */
typedef struct layout_slot {
    uint32_t levels; /* number of keys; 0: scalar */
    layout_key *keys;
    bool real;           /* values are reals, of two cells each, under an inner key of the machine's own */
    bool integer;        /* what the cells hold */
    uint32_t family;     /* of symbols, otherwise */
    int32_t low, high;   /* of the cells: place in the family (low is then not subtracted), or
                            integer range (cells hold value - low): what can ever be there */
    int32_t least, most; /* integers: what the type allows; beyond is a fault */
    uint8_t width;       /* bytes a cell */
    uint32_t cells;
    uint32_t offset; /* in the state or in the tables */
} layout_slot;

typedef struct layout {
    layout_slot *variables, *constants;
    uint32_t state_size;    /* bytes, a multiple of 8 */
    uint32_t variables_end; /* bytes that make up the position: node and variables */
    uint32_t work_size;     /* bytes of a copy to search on: behind the state are the variables
                               that carry nothing from move to move (ir_variable.local) */
    uint32_t observation;   /* offset of one 64-bit observation hash a player, or 0 */
    uint32_t table_size;
    unsigned char *tables;
    unsigned char *initial; /* work_size bytes; the node is 0 */
} layout;

enum { LAYOUT_STATE_MAX = 1 << 24, LAYOUT_TABLES_MAX = 1 << 28 };

/* `hidden`: keep observation hashes. False (reported) when something is too large. */
bool layout_make(ir_game *g, bool hidden, layout *out);

/* Place of a symbol in its family. */
static inline int32_t layout_code(const ir_game *g, ir_sym s)
{
    return (int32_t)(s - vec_at(&g->families, vec_at(&g->symbols, s).family).first);
}
/* The slot at the root of a chain of accesses, and the number of accesses; NULL when the
 * expression is no such chain. */
const layout_slot *layout_root(const ir_game *g, const layout *l, ir_expr e, uint32_t *depth);

/* Reads a cell as stored (1, 2 or 4 bytes, little-endian independent). */
static inline uint32_t layout_load(const void *at, uint8_t width)
{
    const unsigned char *p = at;
    if (width == 1)
        return *p;
    if (width == 2) {
        uint16_t v;
        __builtin_memcpy(&v, p, 2);
        return v;
    }
    uint32_t v;
    __builtin_memcpy(&v, p, 4);
    return v;
}
static inline void layout_store(void *at, uint8_t width, uint32_t value)
{
    if (width == 1) {
        *(unsigned char *)at = (unsigned char)value;
    } else if (width == 2) {
        uint16_t v = (uint16_t)value;
        __builtin_memcpy(at, &v, 2);
    } else {
        __builtin_memcpy(at, &value, 4);
    }
}

#endif
