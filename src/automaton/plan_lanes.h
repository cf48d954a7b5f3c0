/* Inside of plan_strands.c: values that are functions of the lane (strands.h), and what checks leave of the lanes. */
#ifndef LUDENS_AUTOMATON_PLAN_LANES_H
#define LUDENS_AUTOMATON_PLAN_LANES_H

#include "automaton/plan_cells.h"

enum {
    ASKING_MIN = 4, /* strands of a case that ask: of fewer, openings say as much */
    LANE_MIN = 9,   /* choices from fewer values are alternatives */
    CLAUSES_MAX = 24,
    LITERALS_MAX = 12,
    WAYS_MAX = 64,       /* of a search inside of a decision */
    TERMS_MAX = 900,     /* of the sets of such a search, where most lanes may fail */
    TERMS_FEW = 256,     /* where what fails in one strand passes in another: asking fails seldom */
    ASKED_DEPTH_MAX = 3, /* of searches inside of searches */
    PIECES_MAX = 12,     /* of a table: more are no shifts */
    WRITES_MAX = 24,
    HEADS_MAX = 4,
    SPLITS_MAX = 16, /* values of a cell that a tag is parted by */
    SCALARS_MAX = 40,
    DEPTH_MAX = 160,
    STEPS_MAX = 20000,
    CHUNK = 1 << 16, /* bytes */
    CHUNKS_MAX = 64,
    WORK_MAX = 1 << 24, /* numbers worked out, of all decisions */
    CONTRADICTIONS_MAX = 10000
};

/* A scalar's value: one a lane, or what the state holds in `same`; IR_NONE: not known. */
typedef struct known {
    const int32_t *at;
    ir_var same;
    const struct cell_copy *copy; /* or what a cell held before the move, which is not known; or NULL */
} known;

typedef struct cell_copy {
    ir_var v;
    const int32_t *cell; /* [lane] */
} cell_copy;

typedef struct scalar {
    ir_var v;
    known value;
    bool read; /* a check told what the state holds: it is not written */
} scalar;

/* The ways of a search that were found so far, each as far as it is more than what held before. */
typedef struct lanes_ways {
    strand all[WAYS_MAX];
    uint32_t count, words;
    strand_set open; /* lanes of ways without conditions */
} lanes_ways;

/* A literal before it is told in pieces: cell numbers. */
typedef struct literal {
    strand_number number;        /* by_number: the place in the state */
    const strand_set *by_number; /* or NULL: of a board, or a search */
    const strand_search *search; /* or NULL */
    ir_var v;                    /* by_number: the scalar, or IR_NONE */
    uint32_t board;
    uint64_t values;
    const int32_t *cell; /* [lane] */
    strand_set lanes;
} literal;

typedef struct clause {
    strand_set always;
    literal *literals;
    uint32_t count;
} clause;

typedef struct cell_write {
    ir_var v;
    const int32_t *cell, *value; /* [lane]; as stored. NULL: any cell, a value that is not known */
    const cell_copy *copy;       /* it is this; or NULL */
} cell_write;

/* A search that is asked when the move is made. */
typedef struct asked {
    uint32_t reach, writes, count;
    bool holds;
    scalar scalars[STRAND_KNOWN_MAX];
} asked;

/* A node that the path of a search came to, and with what. */
typedef struct been {
    const struct been *before;
    const plan_program *x;
    ir_node node;
    ir_var lane;
    const scalar *scalars;
    uint32_t scalar_count, write_count;
} been;

/* Where a path is. */
typedef struct place {
    ir_var lane; /* who was chosen, or IR_NONE: one lane */
    strand_set lanes;
    clause *clauses[CLAUSES_MAX];
    uint32_t clause_count;
    scalar scalars[SCALARS_MAX];
    uint32_t scalar_count;
    cell_write writes[WRITES_MAX];
    uint32_t write_count;
    const int32_t *tags[STRAND_TAGS_MAX];
    uint32_t tag_count;
    uint32_t told; /* tags that say what was chosen */
    struct {
        ir_node node;
        uint32_t tags;
    } heads[HEADS_MAX]; /* nodes of cycles that the path has come to, and after how many tags first */
    uint32_t head_count;
    const been *been; /* since it is long */
    uint32_t depth;
    bool asks, vague; /* of some check nothing more is known */
    asked asked[STRAND_ASKED_MAX];
    uint32_t asked_count;
} place;

/* What an expression asks of the state: a scalar, or cells of a map. */
typedef struct unknown {
    ir_var v;
    ir_expr access; /* IR_NONE: a scalar */
    const layout_slot *s;
    const int32_t *cell;
    strand_set lanes; /* at which it is not known */
    bool several;     /* more than that is asked */
} unknown;

/* How much of the stack is in use. */
typedef struct lanes_mark {
    uint32_t chunk, used;
} lanes_mark;

/* Where the paths that are followed end, and go on. */
typedef struct lanes_exit {
    ir_node target;
    const struct place *before; /* what is true again then; NULL: nothing follows */
    const plan_program *x;      /* where it goes on, at node `to` */
    ir_node to;
    lanes_ways *ways; /* where they are kept; or NULL */
    bool asks;        /* they may ask */
    const struct lanes_exit *outer;
} lanes_exit;

typedef struct finder {
    plan *p;
    const plan_program *x;
    const lanes_exit *exit; /* of a search; NULL: moves are followed to their end */
    bool by_levels;         /* or to where a level begins */
    bool in_level;          /* paths begin there */
    uint32_t cut;           /* that is behind so many tags that say what was chosen, if not 0 */
    ir_node level_nodes[STRAND_LEVELS_MAX];
    uint32_t level_count;
    int8_t *chooses;                     /* [reachability] whether it chooses from many values: 1, -1; 0: not known */
    VEC(const strand_search *) searches; /* that were found; equal ones share their ways */
    uint32_t asked_depth;
    bool filters; /* the check that is made is the only way on */
    arena *a;
    ir_node node;   /* the decision, or IR_NONE: a search begins */
    uint32_t lanes; /* the most that a choice has */
    ir_var cases[STRAND_CONDITIONS_MAX];
    int32_t values[STRAND_CONDITIONS_MAX];
    uint32_t case_count, all_cases;
    int64_t lane_min;            /* choices from fewer values are no lanes */
    ir_var needed;               /* as one more case, or IR_NONE */
    ir_var wanted;               /* as the lane of a search, or IR_NONE */
    strand_place held;           /* of a search: the cell that holds the lane of this case; count 0: none does */
    bool has_none;               /* some way of the search has no lane */
    const ir_edge_data *entry;   /* of a search: what is always written before it, or NULL */
    const strand_held *held_tag; /* what tags that are STRAND_HELD say, or NULL */
    uint32_t held_lanes;         /* that a cell would have, more than there are; or 0 */
    bool trying;                 /* for now what is `tried` holds `trial` */
    unknown tried;
    int32_t trial;
    bool failed;
    bool single; /* no two paths make the same move */
    bool twins;  /* two may */
    strand all[STRANDS_MAX];
    uint32_t count, words, steps;
    unsigned char *chunks[CHUNKS_MAX]; /* a stack of what paths need */
    lanes_mark top;
    bool full;
    bool small;              /* a choice from less than LANE_MIN values is the lane */
    uint32_t contradictions; /* looked for */
} finder;

/* Zeroed memory of a path, at most CHUNK bytes; it is given back when x->top is put back. Past the limit nothing is
 * claimed. */
void *lanes_room(finder *x, size_t size);
#define LANES_NEW(x, type)      ((type *)lanes_room((x), sizeof(type)))
#define LANES_ARRAY(x, type, n) ((type *)lanes_room((x), sizeof(type) * (size_t)(n)))
/* Nothing is claimed. False. */
bool lanes_fail(finder *x);
/* An array with the value for each lane. */
int32_t *lanes_each(finder *x, int32_t value);
known lanes_scalar(finder *x, const place *at, ir_var v);
/* One value a lane, of those that are left; NULL: failed. */
const int32_t *lanes_value(finder *x, place *at, ir_expr e);
/* Cell of the map under keys that are functions of the lane; NULL: failed. */
const int32_t *lanes_cell(finder *x, place *at, const layout_slot *s, const ir_expr *keys, uint32_t count);
bool lanes_set_scalar(finder *x, place *at, scalar s);
/* What a cell holds, as stored: what was written last, what a check has left, or what it holds for ever; false: not
 * known. */
bool lanes_cell_value(const finder *x, const place *at, ir_var v, const int32_t *cell, uint32_t lane, int32_t *out);
/* Whether the path may have written the cell. */
bool lanes_is_written(const place *at, ir_var v, const int32_t *cell, uint32_t lane);
/* Leaves the lanes for which the condition is as it should be. */
bool lanes_assume(finder *x, place *at, ir_expr e, bool holds);
/* The entry of a scalar that was assigned or read, or NULL. */
const scalar *lanes_scalar_at(const place *at, ir_var v);
/* A scalar that is asked for its value becomes a case, if it can; then everything is done again. False. */
bool lanes_need(finder *x, ir_var v);
/* What an expression asks of the state that is not known, into *out (`s` NULL: nothing). False: failed. */
bool lanes_find_unknown(finder *x, place *at, ir_expr e, unknown *out);
/* The one access to a map by which the expression is not known; false: there is more to it. */
bool lanes_unknown(finder *x, place *at, ir_expr e, unknown *out);
/* Leaves the lanes whose cell holds the value, as stored. */
bool lanes_hold(finder *x, place *at, const unknown *u, uint32_t value);
/* The values of a scalar of the state that tables are asked for. */
bool lanes_cases(const finder *x, ir_var v, const int32_t **values, uint32_t *count);
bool lanes_is_scalar(const plan *p, ir_expr e);
bool lanes_cover(const strand_set *a, const strand_set *b);
bool lanes_meet(const strand_set *a, const strand_set *b);
/* The state does not hold the scalar where paths begin: it carries nothing from move to move. Levels find it there. */
static inline bool lanes_is_lost(const finder *x, ir_var v)
{
    return vec_at(&x->p->g->variables, v).local && !x->in_level;
}
/* Lanes that come to a node of a search as they have come to it before find nothing that they did not find then: a way
 * round that changes nothing ends. */
void lanes_leave_rounds(finder *x, place *at, ir_node n, uint32_t here);
/* What cells hold is that much less. */
static inline int32_t lanes_base(const layout_slot *s) { return s->integer ? s->low : 0; }

/* plan_strands.c: whether all values fit into what holds them. */
bool strands_fit(const finder *x, const place *at, const layout_slot *s, const int32_t *value);
/* The edge assigns. False: nothing is claimed. */
bool strands_assign(finder *x, place *at, const ir_edge_data *e);
/* plan_entry.c: the write that always precedes a search, or NULL. */
const ir_edge_data *strands_entry(const plan *p, uint32_t number, arena *a);
/* plan_held.c: makes what a cell holds, or the scalar that an expression asks for, the lane. False: it is none, or,
 * where x->failed, nothing is claimed. */
bool strands_lane_from_cell(finder *x, place *at, ir_var v, ir_expr right);
bool strands_lane_from_scalar(finder *x, place *at, ir_expr e);
/* The scalar of the state whose value an expression is, if it has too many of them to be cases; or IR_NONE. A tag that
 * says what it holds. */
ir_var strands_large_scalar(finder *x, const place *at, ir_expr e);
bool strands_tag_held(finder *x, place *at, const ir_edge_data *e, ir_var v);
/* plan_ends.c: one strand more, for the lanes that are left; NULL: too many. */
strand *strands_new(finder *x, const place *at);
/* What has to be asked, and what is written before; false: it is not known. */
bool strands_keep_asked(finder *x, const place *at, strand *s);
bool strands_keep_clauses(finder *x, const place *at, strand *s);
/* A move is complete. `last`: the assignment of player, or NULL: what the move writes is not known. */
void strands_finish(finder *x, const place *at, const ir_edge_data *last);
/* Or goes on at a level, which begins at the node. */
void strands_go_on(finder *x, const place *at, ir_node n);

/* plan_strands.c: follows all paths from a node on. */
void strands_follow(finder *x, place *at, ir_node n);
/* Adds the lanes at which the search succeeds as it should; false: that has no form as sets. */
bool strands_search(finder *x, place *at, const ir_expr_data *d, bool holds, clause *c);
/* A search is asked when the move is made. */
void strands_ask(finder *x, place *at, const ir_expr_data *d, bool holds);
/* What all lanes from now on have in common with the one that there was. */
void strands_spread(finder *x, place *at, uint32_t lanes);

/* plan_cases.c: the node begins the next level of the path. */
bool strands_begins_level(finder *x, place *at, ir_node n);

/* plan_twins.c: makes strands one that ask and differ in one condition; parts strands that may make the same move, so
 * that each move is in one of them; false: they cannot be parted. */
void strands_join(finder *x);
bool strands_part(finder *x);
/* Which ones begin as others are, so that of a known lane each condition is asked once. */
void strands_chain(strand *all, uint32_t count);
/* Those of one shape together, so that they can be worked out as vectors. */
void strands_order(strand *all, uint32_t count);
/* The one clause in which two strands differ: both ask the same cells for one of some values; IR_NONE: there is another
 * difference. And a asks for what b asks for, too, in that clause. */
uint32_t strands_only_difference(const strand *a, const strand *b);
void strands_ask_for_both(arena *g, strand *a, const strand *b, uint32_t differs);
/* plan_bundles.c: the case as it is drawn from; NULL: as it is listed. */
const strand_case *strands_bundle(arena *g, const strand_case *c);
/* Finds the strand that passes where no other does (plan_rest.c); it becomes the last one. */
void strands_find_rest(strand *strands, uint32_t count, uint32_t words, bool known_lane);
/* Ways of a search leave the lanes at which another one asks for less. */
void strands_drop_needless(finder *x);

#endif
