/* Inside of emit_strands.c and emit_strand_words.c. */
#ifndef LUDENS_NATIVE_EMIT_STRANDS_H
#define LUDENS_NATIVE_EMIT_STRANDS_H

#include "native/emit_inside.h"

enum { STRAND_PLACES_MAX = STRANDS_MAX * (STRAND_WORDS + 8), VECTOR_WORDS = 8 };

/* The words of all strands that can have lanes, in order: m0, m1, ..; of many, those that are not empty, in
 * sets[filled], and which they are, in at[filled]. */
typedef struct set_words {
    uint32_t count;
    uint32_t strand[STRAND_PLACES_MAX]; /* IR_NONE: the place is empty */
    uint32_t word[STRAND_PLACES_MAX];
    bool vectors[STRAND_PLACES_MAX / VECTOR_WORDS]; /* [place / VECTOR_WORDS] strands of one shape */
    bool plain;                                     /* the word is the strand's number */
} set_words;

enum { UNIONS_MAX = 64 };

/* Unions of sets of cells that have names already. */
typedef struct unions {
    uint32_t count;
    bool inside; /* of a search, which may have written the board */
    struct {
        uint32_t board, word;
        uint64_t values;
    } all[UNIONS_MAX];
    uint32_t search_count; /* the same of searches */
    struct {
        const strand_search *s;
        uint32_t word, name;
    } searches[UNIONS_MAX];
} unions;

/* So many that loops over them are better than a line each. */
static inline bool strands_are_many(const set_words *all) { return all->count > STRANDS_MANY; }

uint32_t strands_board_words(const native_source *n, uint32_t board);
/* Number of the first word of the sets of a board's cells. */
uint32_t strands_board_first(const native_source *n, uint32_t board);
uint32_t strands_board_with(const native_source *n, ir_var v);
void strands_find_words(native_source *n, const strand_case *c, set_words *out);
/* One word of the cells that hold one of the values, as the name of a variable; 64 of them from number `from` on. */
const char *strands_cells(native_source *n, unions *u, uint32_t board, uint64_t values, uint32_t word);
const char *strands_cells_from(native_source *n, unions *u, uint32_t board, uint64_t values, int32_t from);
/* One word of the lanes that pass. */
const char *strands_word(native_source *n, unions *u, const strand *s, uint32_t w);
void strands_emit_words(native_source *n, const strand_case *c, const set_words *all);

#endif
