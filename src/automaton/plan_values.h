/* Inside of plan_cells.c and plan_values.c. */
#ifndef LUDENS_AUTOMATON_PLAN_VALUES_H
#define LUDENS_AUTOMATON_PLAN_VALUES_H

#include "automaton/plan_cells.h"

enum {
    WORDS = PLAN_VALUES_MAX / 64,
    CONTEXTS_MAX = 4,
    SCALARS_MAX = 3,    /* in a check that takes values away */
    ROOM_MAX = 1 << 19, /* words of all sets */
    PRODUCT_MAX = 1 << 12,
    WORK_MAX = 1 << 21 /* values looked at */
};

/* Of base..base + PLAN_VALUES_MAX - 1; any: nothing is known. */
typedef struct values {
    bool any;
    int32_t base;
    uint64_t words[WORDS];
} values;

typedef struct truth {
    bool yes, no; /* it may hold, it may fail */
} truth;

/* Values of each variable but the context with which a check can hold; those of an only one with which it cannot, as
 * long as no more is known of maps that it reads. Without such a variable bit 0 says it. */
typedef struct passing {
    uint64_t passed[SCALARS_MAX][WORDS], failed[WORDS];
} passing;

typedef struct cell_finder {
    plan *p;
    arena *a;
    plan_cells *out;
    uint32_t *first; /* [variable] of a scalar: its first word in a row, or IR_NONE */
    uint32_t row_words;
    bool *queued;
    uint32_t lowest;  /* no place below is queued */
    passing **passes; /* [edge * contexts + context] */
    vec_u32 *readers; /* [variable] edges that read the map */
    bool constants;   /* maps of the state are taken to hold nothing */
    bool failed;
    uint32_t work;
} cell_finder;

static inline void set_bit(uint64_t *words, uint32_t i) { words[i / 64] |= UINT64_C(1) << i % 64; }
static inline bool has_bit(const uint64_t *words, uint32_t i) { return words[i / 64] >> i % 64 & 1; }

static inline int32_t base_of(const layout_slot *s) { return s->integer ? s->low : 0; }
static inline int64_t values_of_slot(const layout_slot *s)
{
    return (s->integer ? (int64_t)s->high - s->low : s->high) + 1;
}

static inline uint32_t set_words(const layout_slot *s) { return (uint32_t)((values_of_slot(s) + 63) / 64); }

static inline bool is_followed(const layout_slot *s)
{
    return s->levels == 0 && !s->real && values_of_slot(s) <= PLAN_VALUES_MAX;
}

static inline bool is_board(const layout_slot *s)
{
    return s->levels > 0 && !s->real && s->cells <= PLAN_VALUES_MAX && values_of_slot(s) <= PLAN_VALUES_MAX;
}

values values_all(const layout_slot *s);
/* Adds a value; what lies too far from the base makes all unknown. */
void values_add(values *v, int32_t n);
values values_of(cell_finder *x, const uint64_t *row, ir_expr e);
/* Cells that an access to a map of the state can mean, bits of `cells`; false: they cannot be told. */
bool values_find_cells(cell_finder *x, const uint64_t *row, ir_expr access, uint64_t *cells);
/* Leaves the values under which the check can hold; false: there are none. */
bool values_refine(cell_finder *x, uint64_t *row, uint32_t edge, uint32_t context, ir_expr e);

#define EACH_VALUE(v, n)                                                                                               \
    for (uint32_t n##_w = 0; n##_w < WORDS; n##_w++)                                                                   \
        for (uint64_t n##_left = (v)->words[n##_w]; n##_left; n##_left &= n##_left - 1)                                \
            for (int32_t n##_once = 1, n = (v)->base + (int32_t)(64 * n##_w) + __builtin_ctzll(n##_left); n##_once;    \
                 n##_once = 0)

#endif
