/* The moves of a decision as sets (plan_strands.c): paths of one shape differ in what one scalar is chosen to be, the
 * *lane*. A strand is such a shape: the set of lanes whose path can be passed follows from the position by a few
 * operations on sets, and tags, writes and what comes next are functions of the lane. Where strands say all of a
 * decision, moves are counted and drawn without a path being followed (vm_strands.c, native/emit_strands.c). */
#ifndef LUDENS_AUTOMATON_STRANDS_H
#define LUDENS_AUTOMATON_STRANDS_H

#include "automaton/ir.h"

enum {
    STRAND_WORDS = 8,
    STRAND_LANES_MAX = 64 * STRAND_WORDS,
    STRAND_VALUES_MAX = 64, /* that a cell may hold, as stored */
    STRAND_TAGS_MAX = 24,
    STRAND_CONDITIONS_MAX = 2,
    STRANDS_MAX = 384,    /* of a case */
    STRANDS_MANY = 48,    /* those of one shape stand together then */
    STRANDS_BUNDLED = 12, /* of more some are bundles */
    STRAND_BOARDS_MAX = 8,
    STRAND_WRITES_MAX = 64, /* of a strand */
    PLAN_CASES_MAX = 8,
    STRAND_ASKED_MAX = 3,
    STRAND_TOLD_MAX = 12, /* writes of a move that is tried so: of more, its path is as fast */
    STRAND_KNOWN_MAX = 6, /* scalars that a search depends on */
    STRAND_VARIANTS_MAX = 8,
    STRAND_LEVELS_MAX = 8,
    STRAND_DEPTH_MAX = 4,  /* of levels */
    STRAND_ENTERED_MAX = 6 /* that many unfinished moves are all gone on with, to be counted; of more one is drawn */
};

/* Bit i: lane i. */
typedef struct strand_set {
    uint64_t words[STRAND_WORDS];
} strand_set;

/* A map of bytes that strands look at: the first `cells` ones, which hold less than `values`. Values that no strand
 * tells apart are in one class. */
typedef struct strand_board {
    ir_var variable;
    uint32_t offset, cells, values, classes;
    uint8_t class_of[STRAND_VALUES_MAX];
} strand_board;

/* Of some lanes: cell number lane + shift, or one cell for all of them. */
typedef struct strand_piece {
    bool fixed;
    int32_t shift; /* fixed: the cell */
    strand_set lanes;
} strand_piece;

/* Lanes that follow from what one place of the state holds, as a number: lanes[number * words ..]; none from `count`
 * on. */
typedef struct strand_number {
    ir_var variable; /* the scalar that is the place, or IR_NONE: a cell */
    uint32_t offset;
    uint8_t width;
    uint32_t count, words;
    const uint64_t *lanes;
} strand_number;

/* Lanes whose cell of the board holds one of the values (bits, as stored); or those of a number, or of a search. */
typedef struct strand_literal {
    const strand_number *number;        /* or NULL */
    const struct strand_search *search; /* or NULL */
    uint32_t board;
    uint64_t values;
    const strand_piece *pieces;
    uint32_t piece_count;
} strand_literal;

/* Lanes that pass a check: some whatever the position, the others by one of the literals. */
typedef struct strand_clause {
    strand_set always;
    const strand_literal *literals;
    uint32_t literal_count;
} strand_clause;

/* number, number + lane, or table[lane]. */
typedef struct strand_function {
    int32_t number;
    bool moves;
    const int32_t *table; /* or NULL */
} strand_function;

/* A value as stored, into a cell of `width` bytes: at offset + width * at(lane). Values are read before anything is
 * written. */
typedef struct strand_write {
    uint32_t offset;
    uint8_t width;
    strand_function at, value;
    uint32_t from; /* what the state holds at from + width * value(lane) is copied instead; or IR_NONE */
} strand_write;

/* Lanes at which a strand before this one makes the same move, if it has the lane and `shift`. */
typedef struct strand_twin {
    uint32_t strand;
    int32_t shift; /* 0 where there are several words of lanes */
    strand_set lanes;
} strand_twin;

/* What a scalar holds. */
typedef struct strand_scalar {
    ir_var variable;
    strand_function value;
} strand_scalar;

/* A search that has to succeed, or to fail, once some of the writes are made: with these scalars, others are as the
 * state has them. */
typedef struct strand_ask {
    uint32_t reach; /* number of the reachability */
    bool holds;
    uint32_t writes;
    const strand_scalar *scalars;
    uint32_t scalar_count;
} strand_ask;

/* What a strand that is several in one does, by what a cell holds that one of its clauses asks for. */
typedef struct strand_variant {
    uint64_t values;
    const struct strand *strand;
} strand_variant;

/* A tag that says what the state holds at the place, which no function of the lane tells, is written as STRAND_HELD;
 * `base` is added to what is stored. */
#define STRAND_HELD INT32_MIN
typedef struct strand_held {
    uint32_t offset, base;
    uint8_t width;
} strand_held;

typedef struct strand {
    strand_set lanes; /* others never pass */
    const strand_clause *clauses;
    uint32_t clause_count;
    uint32_t
        begins; /* 1 + number of an earlier strand that passes at each lane where this one does, or 0; of lanes that */
    uint32_t settled; /* are known only: so many clauses are that one's */
    const strand_twin *twins;
    uint32_t twin_count;
    const strand_function *tags; /* words of the move */
    uint32_t tag_count;
    const strand_held *held; /* some of them are STRAND_HELD; or NULL. One place for all strands of a decision */
    uint32_t level; /* the move goes on there, once the writes are made: 1 + number of plan_strands.levels; or 0 */
    bool made;      /* it is known what the move writes; else it has to be applied by its tags */
    bool asks;      /* whether it is a move shows when it is applied: a search decides, or it has twins */
    bool shared;    /* twins on either side: a move may have several paths */
    bool told;      /* of one that asks: what it asks for and what it writes is known */
    bool rest; /* the last one of its case: it passes where no other does, which is what its search asks for, too */
    const strand_ask *asked;
    uint32_t asked_count;
    const strand_variant *variants;
    uint32_t variant_count; /* 0: it is one */
    uint32_t varies;        /* number of the clause */
    const strand_write *writes;
    uint32_t write_count;
    ir_node next;
    /* of a bundle (plan_bundles.c): strands that ask the same cells for other values, told apart by what a cell holds
     * that one clause asks for; each may be a bundle in turn */
    const strand_variant *parts;
    uint32_t part_count; /* 0: it is no bundle */
    uint32_t parted;     /* number of the clause */
    uint32_t number;     /* of one that is part of bundles, or could be: where it is in the case */
} strand;

/* What a search finds: lanes at which one of its ways passes, or none of them does (`holds`). Ways have clauses only.
 */
typedef struct strand_search {
    const strand *ways;
    uint32_t count, words; /* of the sets of their lanes */
    bool holds;
    bool any; /* if some lane passes, all do */
} strand_search;

/* What a scalar of the state has to hold, as stored. */
typedef struct strand_condition {
    ir_var variable;
    uint32_t offset, value;
    uint8_t width;
} strand_condition;

/* A place of the state that holds less than `count`, as stored. */
typedef struct strand_place {
    uint32_t offset, count;
    uint8_t width;
} strand_place;

/* All moves where the conditions hold. No two cases hold together. */
typedef struct strand_case {
    strand_condition conditions[STRAND_CONDITIONS_MAX];
    uint32_t condition_count;
    const strand *strands;
    uint32_t count;
    uint32_t words;                  /* of the sets of lanes */
    bool made;                       /* all of them */
    bool asks;                       /* some of them */
    bool told;                       /* all that ask are */
    bool goes_on;                    /* so do some of them */
    bool searches;                   /* some condition is a search */
    const struct strand_case *drawn; /* the same as bundles, from which one is drawn; or NULL */
    strand_place held;               /* of a search: what it holds is the only lane; count 0: there is no such place */
} strand_case;

typedef struct plan_strands {
    const strand_case *cases;
    uint32_t count;
    bool asks;  /* those of some case: moves are drawn so */
    bool lists; /* all that ask are told: moves are listed so, too */
    /* Where moves go on: one more choice, that no function of the lane tells. Strands of levels may go on in turn. All
     * are those of the decision. */
    struct plan_strands *levels;
    uint32_t level_count;
    ir_node node;   /* of a level */
    uint32_t bound; /* no level has more moves from one lane of a strand; of a decision, the most of all levels; or 0 */
    bool comes_round; /* some level goes on at itself, with a tag more: nothing bounds them */
    /* of a search, which succeeds where some strand has a lane */
    ir_var lane; /* the scalar whose value, as stored, is the only lane; or IR_NONE: all lanes are */
    bool chosen; /* some choice is the lane */
} plan_strands;

/* Both search for the same; whether it is to be found is another matter. */
bool strands_same_search(const strand_search *a, const strand_search *b);
/* Moves are followed level by level, or one lane of the state says whose they are. */
static inline bool strands_have_levels(const plan_strands *s) { return s->level_count > 0 || s->lane != IR_NONE; }
static inline bool strand_has(const strand_set *s, uint32_t lane) { return s->words[lane / 64] >> lane % 64 & 1; }
static inline void strand_add(strand_set *s, uint32_t lane) { s->words[lane / 64] |= UINT64_C(1) << lane % 64; }
static inline bool strand_is_empty(const strand_set *s)
{
    uint64_t all = 0;
    for (uint32_t w = 0; w < STRAND_WORDS; w++)
        all |= s->words[w];
    return all == 0;
}
static inline bool strand_tag_is_held(const strand_function *f)
{
    return !f->table && !f->moves && f->number == STRAND_HELD;
}
static inline int32_t strand_value(const strand_function *f, uint32_t lane)
{
    return f->table ? f->table[lane] : f->moves ? (int32_t)((uint32_t)f->number + lane) : f->number;
}

#endif
