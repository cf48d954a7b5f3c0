/* Inside of the emitter of C: what its files share. See emit.h. */
#ifndef LUDENS_NATIVE_EMIT_INSIDE_H
#define LUDENS_NATIVE_EMIT_INSIDE_H

#include "base/bitset.h"
#include "native/emit.h"

/* Kinds of functions. Listing, drawing, reachabilities and `every` leave the state as it was;
 * applying a move and steps of the keeper leave it as the path made it. */
typedef enum emit_kind {
    EMIT_LIST,  /* write out each move */
    EMIT_DRAW,  /* follow one path at random */
    EMIT_APPLY, /* follow the path of a move known to have one */
    EMIT_STEP,  /* follow the keeper's only path */
    EMIT_MATCH, /* follow all paths of a move, and compare what they lead to */
    EMIT_STEPS, /* the same for the keeper */
    EMIT_ALL,   /* follow all paths, as the exact count wants them, and hand over each */
    EMIT_REACH, /* find one path */
    EMIT_KINDS
} emit_kind;

typedef struct native_source native_source;

typedef struct text {
    char *data;
    size_t length, capacity;
    arena *own; /* holds the data; freed when they move */
} text;

/* Tags of a path before a place: always the same number, or not. */
#define TAGS_VARY    UINT32_MAX
#define TAGS_UNKNOWN (UINT32_MAX - 1)
/* Nested choices that try more than this many ways count their work. */
#define TICK_PRODUCT 65536.0
enum {
    BLOCKS_MAX = 40, /* deeper blocks become functions: compilers limit braces to 256 */
    COPY_MAX = 4096,
    TAGS_BOUND_MAX = 240, /* no path has more, or room has to be checked */
    TAGS_LOCAL_MAX = 24,  /* held in variables by one function */
    TAGS_FIXED_MAX = 8    /* handed over as parameters; more go through memory */
};
#ifdef LUDENS_STRESS
enum { SCALARS_MAX = 0 };
#else
enum { SCALARS_MAX = 16384 }; /* the same of scalars, of all functions of a program */
#endif

/* What a decision point's programs are like, for the function that plays. */
typedef struct emit_decision {
    bool keeper, others; /* who can be to move: the system itself, anyone else */
    bool sure;           /* it is certain who is: the system itself, or a player */
    bool goes_on;        /* the system itself can be to move behind its step */
    bool listed, drawn, applied, stepped;
    bool counts;        /* what is drawn from is counted first */
    bool repeats;       /* a move may be listed several times */
    bool order_matters; /* configurations that differ in goals or visible count as one, the one that is met first */
    bool sets;          /* moves are drawn and listed as sets */
    bool asks;          /* some of them are made to see whether they are moves */
    bool lists;         /* all moves are listed as sets */
    bool writes_boards; /* steps write what the sets are made of */
    bool untracked;     /* moves do */
    bool can_stop;      /* making a move or a step can end out of the ordinary */
    bool copied;        /* the function that plays has a copy for it, */
    bool own;           /* as part of rounds */
    size_t set_bytes;   /* of C that draws a set; */
    size_t step_bytes;  /* of the function of steps that begins here, SIZE_MAX: it may call itself */
    const char *step;   /* the call that makes a step of the keeper */
    uint32_t stride;    /* tags of every move, or TAGS_VARY */
    double width;
    bitset reaches; /* called while a move or step is made */
} emit_decision;

typedef struct reach_signature {
    bool known;
    vec_u32 parameters; /* scalar variables whose value is handed over */
    bool can_stop;
    bool holds_tried;
    ir_var holds_for; /* there is a function for all values of this scalar */
    size_t bytes;     /* of its C */
    bool supported;   /* there is a function that says what its answer depends on */
} reach_signature;

/* A scalar that holds a value. */
enum { EMIT_GIVEN_MAX = 6 };
typedef struct emit_given {
    ir_var variable;
    int32_t value;
} emit_given;
/* Scalars that have one value while tables are made: one more, or IR_NONE. */
typedef struct emit_fixed {
    ir_var bound;
    int32_t bound_value;
    emit_given given[EMIT_GIVEN_MAX];
    uint32_t given_count;
} emit_fixed;

struct native_source {
    ir_game *g;
    const plan *p;
    arena *a;
    arena *strings;     /* of expressions: the one in use */
    arena *own_strings; /* the one of the function being written */
    text declarations, helpers, functions, tables, dispatch[EMIT_KINDS], opened;
    bool classes_named[STRAND_BOARDS_MAX];
    struct trials *trials[3]; /* room to find ways in (emit_ways.c) */
    bool tracks;              /* sets of cells are kept up to date on the way, for searches ask for them */
    bool search_tracks;       /* the search being written does so, too */
    bitset tables_used;
    const char *problem;
    const char **names, **table_names; /* [variable], [constant] mangled */
    uint32_t tags_max;                 /* of a move, as the limit says */
    size_t text_max;                   /* of all functions */
    bool *copied;   /* [variable] a map that steps and moves write otherwise than one cell at a time */
    bitset changed; /* scalar variables that some edge assigns */
    VEC(reach_signature) reaches;
    emit_decision *decisions;      /* [node] */
    uint32_t state_size, compared; /* bytes; leading ones that make up the position */
    uint32_t masks;                /* numbers of tables of bits */
    uint32_t remembered;           /* words of what floods remember */
    /* of the program being made */
    arena *facts;
    const plan_program *x;
    emit_kind kind;
    uint32_t program;
    bool *is_function; /* [place] */
    bool *emitted;     /* [place] */
    bool *recursive;   /* [place] lies on a cycle that is no loop */
    uint32_t *loop_of; /* [place] number of the loop it lies on, or 0: cycles without choices, written as C loops */
    uint32_t loop_count;
    bool *starts;           /* [place] moves found from here need their start written */
    bool *several;          /* [place] can be met from a decision point where several paths may make the same move */
    bool *total;            /* [place] no path from here fails */
    uint32_t *tags_before;  /* [place] */
    double *product_before; /* [place] of a function: ways that its first caller tries */
    double product;         /* ways tried since work was last counted */
    bool *branching;        /* [place] on a cycle, with several ways that go on: depth bounds nothing */
    bool ticked;            /* some function counts its work in a loop */
    bool bounded;           /* no path has more than TAGS_BOUND_MAX tags */
    bool in_state;          /* functions would be handed very many scalars: they find them in the state */
    vec_u32 pending;        /* places whose functions are still to be made */
    /* of the function being made */
    uint32_t indent, locals;
    bool varying, deep; /* it has parameters n, d */
    bool beside_along;  /* what is done where emit_along is not */
    vec_u32 parameters;
    const char *words[TAGS_LOCAL_MAX + 1]; /* C expressions of the tags so far; varying: since n */
    const char **known;                    /* [variable] C expression that holds its value, or NULL: the state does */
    ir_expr subject;                       /* an access that is taken to have a value, or IR_NONE */
    const char *subject_value;
    emit_fixed fixed;
};

#define F(...) arena_printf(n->strings, __VA_ARGS__)

/* A map so large that cells are put back one by one when a move or step ends out of the ordinary. */
enum { LARGE_MIN = 1024 };
static inline bool emit_is_large(const layout_slot *s) { return s->levels > 0 && s->cells * s->width >= LARGE_MIN; }

/* emit_text.c */
/* automaton/compiled.h, which units of every kind begin with. */
const char *native_interface_text(void);
void text_add(native_source *n, text *t, const char *s);
/* Room for so many bytes, in an arena inside of `outer`. */
void text_reserve(text *t, arena *outer, size_t capacity);
const char *text_of(const text *t);
void emit_line(native_source *n, const char *s);
/* Back to where the functions were so long. */
void emit_cut(native_source *n, size_t length);
void emit_open(native_source *n, const char *head); /* "" : a bare block */
void emit_close(native_source *n);
const char *emit_give_up(native_source *n, const char *what);
/* The source rule an edge stems from, as a comment. */
const char *emit_rule(native_source *n, const ir_edge_data *e);
/* A name as part of a comment. */
const char *emit_comment(native_source *n, const char *name);

/* emit_tables.c: what the unit says of the game's data */
/* Names for variables and constants: only letters, digits and `_`, each once, to be put behind a prefix. */
void emit_names(native_source *n);
const char *emit_table(native_source *n, uint32_t constant);
/* Offsets of variables, who sees what, and the constants that were used. */
void emit_tables(native_source *n);

/* emit_facts.c: what is known of a program's nodes before its functions are written */
void emit_find_facts(native_source *n);
void emit_find_movers(native_source *n);
bool emit_wanted(const native_source *n, ir_node node);

/* emit_expr.c */
/* What a choice chooses from, as values: symbols by their index in the family, integers as they are. */
plan_domain emit_domain(const native_source *n, const ir_edge_data *e);
const char *emit_number(native_source *n, int32_t v);
/* A map, or a real, which lies in memory like one (layout.h). */
static inline bool emit_is_map(const native_source *n, ir_expr e)
{
    const ir_type_kind kind = plan_type_of(n->p, e)->kind;
    return kind == IR_TYPE_ARROW || kind == IR_TYPE_REAL;
}
/* The value of a real, as a double. */
const char *emit_real(native_source *n, ir_expr e);
const char *emit_value(native_source *n, ir_expr e);
const char *emit_condition(native_source *n, ir_expr e);
/* Index in cells of a chain of accesses as a C expression, or (empty) only *fixed. */
const char *emit_place(native_source *n, const layout_slot *s, const ir_expr *keys, uint32_t count, int64_t *fixed);
/* The same as one expression; of a variable, in bytes from the start of the state. */
const char *emit_cell(native_source *n, const layout_slot *s, const ir_expr *keys, uint32_t count);
const char *emit_offset(native_source *n, ir_var v, const ir_expr *keys, uint32_t count);
/* Number of the variable or constant at the root of a chain. */
uint32_t emit_root(native_source *n, ir_expr e);
/* No reachability inside, and no fault: may be asked in any order, any number of times. */
bool emit_simple(const native_source *n, ir_expr e);
const char *emit_variable(native_source *n, ir_var v); /* a scalar's value */
/* A value as cells of the slot hold it. */
const char *emit_stored(native_source *n, const layout_slot *s, const char *value);
reach_signature *emit_reach_signature(native_source *n, uint32_t number);

/* emit_mask.c: conditions on one scalar, asked of many values at once */
typedef struct emit_mask {
    const plan_domain *d;
    ir_var v;
    const char *word; /* C expression of the number of the word of 64 values, or NULL: one word */
} emit_mask;
/* C expression of a word with bit i set when the condition holds for value low + 64 * word + i,
 * or NULL. Bits beyond the domain are not to be relied on. */
const char *emit_mask_of(native_source *n, const emit_mask *m, ir_expr e);
/* The bits that belong to the domain; NULL when all do. */
const char *emit_mask_domain(native_source *n, const emit_mask *m);
bool emit_mentions(const native_source *n, ir_expr e, ir_var v);

enum {
    EMIT_VALUES_MAX = 512, /* larger domains are walked one by one */
    EMIT_SHIFTS_MAX = 3,
    EMIT_SINGLES_MAX = 3
};
/* A set of values of the scalar: bit i for value low + i. */
typedef struct emit_bits {
    uint64_t words[EMIT_VALUES_MAX / 64];
} emit_bits;
const char *emit_literal(native_source *n, const emit_mask *m, const emit_bits *b);
/* Value of an expression of constants and the scalar, as stored in cells. */
typedef enum emit_evaluation {
    EVALUATED,
    NEVER, /* the scalar cannot have that value here: a table has no such key */
    NOT_CONSTANT
} emit_evaluation;
emit_evaluation emit_evaluate(native_source *n, ir_expr e, ir_var v, int32_t value, int32_t *out);
/* A function of the scalar, given by tables: value + number for some values, else number. */
typedef struct emit_piece {
    bool shift;
    int32_t number;
    emit_bits values;
} emit_piece;
typedef struct emit_pieces {
    emit_piece data[EMIT_SHIFTS_MAX + EMIT_SINGLES_MAX];
    uint32_t count;
} emit_pieces;
bool emit_find_pieces(native_source *n, const emit_mask *m, ir_expr key, emit_pieces *l);

/* emit_sets.c: a reachability for all values of a scalar at a time; false when it is not of that
 * kind. Writes the body of the function. */
bool emit_sets(native_source *n, const plan_program *x);
/* emit_holds.c: name of an array of words with the values of v, counted from low, for which the
 * reachability holds; NULL when it is not of that kind. Writes the call. */
const char *emit_holds(native_source *n, ir_node from, ir_node to, ir_var v, int32_t low);

/* emit_openings.c: the functions open_<node> and draw_open_<node> */
void emit_openings(native_source *n, ir_node node);

/* emit_strands.c: the function set_<node>; `starts`: where moves begin is noted */
void emit_strands(native_source *n, ir_node node, bool starts);
/* emit_ways.c: returns from the function of a search where its ways are known as sets. */
void emit_ways(native_source *n, const plan_strands *p, uint32_t number);
/* What it calls for ways that ask, if any. */
void emit_way_tries(native_source *n, const plan_strands *p, uint32_t number);
/* Some search asks for the cells around a place. */
bool emit_asks_around(native_source *n);
/* The function that makes the sets of cells that hold a value. */
void emit_looking(native_source *n, text *out);
/* The lanes whose cell, which is `first` further on, holds the value, a word of 64 of them, as they are kept; NULL:
 * they are not, for those lanes that matter. */
const char *emit_kept_cells(native_source *n, ir_var v, int64_t first, const emit_bits *lanes, const char *word,
                            const char *value);
/* A statement that keeps the sets when a step writes the cell that the C expression points at; NULL: no such map.
 * Values as stored. */
const char *emit_move_cell(native_source *n, ir_var v, const char *where, const char *from, const char *to, bool alone);
/* emit_ways.c: of a search whose cases are rays, the body of the function support<number>(x, s, .., stops): 0, or 1 +
 * the number of the case in which no way passes; see emit_rays. */
void emit_support(native_source *n, const plan_strands *p);
/* What paths of the search write of boards: cells one by one, or more than that. */
enum emit_writing { EMIT_WRITES_NONE, EMIT_WRITES_CELLS, EMIT_WRITES_MAPS };
enum emit_writing emit_search_writes(const native_source *n, const plan_program *x);
bool emit_writes_board(const native_source *n, const ir_edge_data *e);
/* Sets of the map's cells are kept. */
bool emit_keeps_sets(const native_source *n, ir_var v);

/* emit_walk.c */
/* Whether scalars are kept in the state while the program runs. */
void emit_place_scalars(native_source *n);
/* A new value, in the C variable of that name, for as long as the block lasts that is open. */
void emit_hold_scalar(native_source *n, ir_var v, const char *name);
/* Where that block ends: the old one, which o<id> holds. */
void emit_keep_scalar(native_source *n, ir_var v, uint32_t id);
void emit_restore_scalar(native_source *n, ir_var v, uint32_t id);
void emit_need_function(native_source *n, uint32_t at);
void emit_pending(native_source *n);
/* Call of a place's function; parameters that the caller has not got are taken from the state. */
const char *emit_call(native_source *n, uint32_t at, uint32_t tags);
/* What follows at a node, a path being complete, an edge being passed. */
void emit_go_to(native_source *n, ir_node node, uint32_t tags);
void emit_push(native_source *n, uint32_t at, uint32_t tags, const char *condition);
void emit_under(native_source *n, const char *condition, bool simple, ir_node to, uint32_t tags);
const char *emit_tag_count(native_source *n, uint32_t tags);
void emit_hold_tag(native_source *n, const ir_edge_data *e, uint32_t tags);
const char *emit_tag_word(native_source *n, const ir_edge_data *e);
const char *emit_unless_found(const native_source *n);
void emit_edge(native_source *n, const ir_edge_data *e, uint32_t tags);
/* Edges first..last of the order: one alone, or a group of which the first that holds is taken. */
void emit_unit(native_source *n, const plan_edges *order, uint32_t first, uint32_t last, uint32_t tags);
/* Opens the block of one of a node's ways on a path that is drawn; `further` ones nest in a block of their own, to be
 * closed behind all. */
void emit_drawn_unit(native_source *n, const plan_edges *order, uint32_t first, bool further, bool last);
/* Nothing can fail from a node on: what was written need not be put back. */
bool emit_needs_undo(const native_source *n, ir_node to);
/* Opens a block in which bytes of the state from the C variable p<id> on are kept, in a variable or by the host when
 * they are many; puts them back, unless the path was found, and closes the block. */
void emit_keep(native_source *n, uint32_t id, uint32_t bytes);
void emit_restore(native_source *n, uint32_t id, uint32_t bytes);
/* What an assignment stores, as a C expression that stops when it does not fit. */
const char *emit_right(native_source *n, const ir_edge_data *e, const layout_slot *s);
/* A whole map, into the bytes from the C variable p<id> on. */
void emit_copy_map(native_source *n, const ir_edge_data *e, uint32_t id, uint32_t bytes);
/* emit_loop.c */
void emit_loop(native_source *n, uint32_t at, uint32_t tags);
/* emit_along.c: in front of a node, what is done instead where the keeper steps along a table; a block for what is done
 * otherwise is open then, which the other function closes. False: it does nothing of the kind. */
bool emit_along(native_source *n, uint32_t at, uint32_t tags);
void emit_end_along(native_source *n, bool began);
/* emit_scan.c: in front of a place of a loop, what makes it shorter */
void emit_scan(native_source *n, uint32_t p);
/* emit_short.c: there, too, a loop of few rounds without branches */
void emit_short(native_source *n, uint32_t p);
/* emit_choose.c */
void emit_choose(native_source *n, const ir_edge_data *e, uint32_t tags);

/* Sets of cells are kept up to date where cells are written. */
static inline bool emit_tracks(const native_source *n)
{
    return n->kind == EMIT_STEP || (n->kind == EMIT_REACH && n->search_tracks) ||
           (n->tracks &&
            (n->kind == EMIT_LIST || n->kind == EMIT_DRAW || n->kind == EMIT_APPLY || n->kind == EMIT_MATCH));
}
/* Leaves the state as the path made it. */
static inline bool emit_keeps_state(const native_source *n) { return n->kind == EMIT_APPLY || n->kind == EMIT_STEP; }
/* Tags are no part of what is known of a path: reachabilities; the keeper, who only tells them. */
static inline bool emit_silent(const native_source *n)
{
    return n->kind == EMIT_STEP || n->kind == EMIT_STEPS || n->kind == EMIT_REACH;
}
/* A move is given. */
static inline bool emit_matches(const native_source *n) { return n->kind == EMIT_APPLY || n->kind == EMIT_MATCH; }
/* Tags are handed on, to be written out at the end. */
static inline bool emit_makes_words(const native_source *n)
{
    return n->kind == EMIT_LIST || n->kind == EMIT_DRAW || n->kind == EMIT_ALL;
}
/* Follows paths no further than where nothing can fail. */
static inline bool emit_stops_early(const native_source *n) { return n->kind == EMIT_LIST || n->kind == EMIT_DRAW; }
/* Goes on after a path was found. */
static inline bool emit_follows_all(const native_source *n)
{
    return n->kind == EMIT_LIST || n->kind == EMIT_MATCH || n->kind == EMIT_STEPS || n->kind == EMIT_ALL;
}

/* emit_play.c: finds the decisions and steps that have copies in the function that plays, and says so in macros */
void emit_find_own(native_source *n, text *out);
/* What that function needs to know. */
void emit_play(native_source *n, text *out);

#endif
