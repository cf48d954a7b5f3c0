/* Searches for all values of a scalar at a time: the plan that both directions share. */
#ifndef LUDENS_NATIVE_EMIT_SETS_H
#define LUDENS_NATIVE_EMIT_SETS_H

#include "native/emit_inside.h"

enum { SETS_WORDS_MAX = 6, SETS_TEXT_MAX = 1 << 18, SETS_WIDE_MIN = 6 };
#define SUCCESS UINT32_MAX
enum { FLOOD_KEYS_MAX = 2, FLOOD_WAYS_MAX = 6 };

typedef struct part {
    const plan_program *x;
    const region *r;
    uint32_t success; /* node of the set program that the target stands for, or SUCCESS */
    uint32_t first;   /* node of place 0; place p is first + p */
    bitset changing;  /* variables assigned in this part or around it */
    bool *met;        /* [place] the search can come there */
} part;

typedef struct set_node {
    uint32_t part, place;
    ir_var v;      /* the scalar that matters, or IR_NONE */
    ir_var chosen; /* one that was just chosen and matters only for what is assigned to v next, or IR_NONE */
    uint32_t words;
    uint32_t first, count; /* edges */
    uint32_t in, turns;    /* edges that lead here, those of them that close a cycle */
    bool stored, met, left;
} set_node;

typedef struct set_edge {
    const ir_edge_data *e;
    bool certain, grouped, last, enters;
    uint32_t to;
    ir_var bound; /* e assigns, for each value from low to high of this scalar; IR_NONE: it does what it says */
    int32_t low, high;
} set_edge;

typedef struct sets {
    native_source *n;
    VEC(part) parts;
    VEC(set_node) nodes;
    VEC(set_edge) edges;
    vec_u32 behind; /* nodes, each after all that it leads to, cycles aside */
    bool cyclic, wide;
    uint32_t names;                                        /* numbers of sets */
    size_t limit;                                          /* of the text */
    emit_given constants[EMIT_GIVEN_MAX - FLOOD_KEYS_MAX]; /* scalars that hold them when the search begins */
    uint32_t constant_count;
} sets;

/* The search from a place of the program on. `around`: variables, or NULL, that count as changed by the search although
 * it does not. False when more than one scalar matters somewhere, or something has no form as a set. */
bool sets_plan(sets *z, const plan_program *x, uint32_t place, const bitset *around);
plan_domain sets_domain(const native_source *n, ir_var v);
/* Value that bit 0 of a scalar's set stands for, and words of the set; 0: too many. */
int32_t sets_low(const native_source *n, ir_var v);
uint32_t sets_words(const native_source *n, ir_var v);
/* Pieces that lead from values of v to values of x, as they lead from bits to bits. */
void sets_bits(const native_source *n, ir_var v, ir_var x, emit_pieces *f);
emit_mask sets_mask(native_source *n, const plan_domain *d, ir_var v, uint32_t words, uint32_t word);
/* C expression that is not 0 when set <letter><id> is not empty. */
const char *sets_any(native_source *n, char letter, uint32_t id, uint32_t words);
/* Some scalar that the search changes, other than v, occurs in the expression. */
bool sets_mixed(const sets *z, uint32_t node, ir_expr e, ir_var v);

/* emit_flood.c: a flood over the values of one scalar, along ways that never change and one condition that says which
 * values may be entered. The ways may depend on a few scalars that the search leaves as they are: the keys. */
typedef struct flood_ways {
    bool known;           /* or the keys never hold these values */
    emit_bits *on, *back; /* [bit] where its ways lead, and from where ways lead to it */
    emit_bits seeds, targets;
} flood_ways;
typedef struct flood {
    sets *z;
    uint32_t node, place; /* where what is met is stored, and where the search begins */
    bool single;          /* both are one node: the search begins with one value */
    ir_expr entry;        /* the condition */
    int32_t low, high;    /* values of the scalar */
    ir_var keys[FLOOD_KEYS_MAX];
    uint32_t key_count, combinations;
    flood_ways ways[FLOOD_WAYS_MAX]; /* for values of the keys, those of the last one in order for each of the others */
    uint32_t way_count;
    /* while ways are followed */
    int32_t from; /* the value where they began, or less than all: where the search begins */
    uint32_t steps;
    ir_expr blocked; /* what was no constant, or IR_NONE */
} flood;
bool sets_find_flood(sets *z, uint32_t place, flood *f);

/* emit_grown.c: answers the search from what is remembered, where it is a flood over cells that have only grown since.
 * False, and nothing is written: it is not of that kind. */
bool sets_remember(sets *z, uint32_t place);

#endif
