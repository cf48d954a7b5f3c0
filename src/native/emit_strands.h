/* Inside of emit_strands.c and emit_strand_words.c. */
#ifndef LUDENS_NATIVE_EMIT_STRANDS_H
#define LUDENS_NATIVE_EMIT_STRANDS_H

#include "native/emit_inside.h"

enum { STRAND_PLACES_MAX = STRANDS_MAX * (STRAND_WORDS + 8), VECTOR_WORDS = 8, GROUP_VECTORS = 4, GROUPED_MAX = 500 };

/* The words of all strands that can have lanes, in order: m0, m1, ..; of many, those that are not empty, in
 * sets[filled], and which they are, in at[filled]. */
typedef struct set_words {
    uint32_t count;
    uint32_t strand[STRAND_PLACES_MAX]; /* IR_NONE: the place is empty */
    uint32_t word[STRAND_PLACES_MAX];
    bool vectors[STRAND_PLACES_MAX / VECTOR_WORDS]; /* [place / VECTOR_WORDS] strands of one shape */
    bool plain;                                     /* the word is the strand's number */
    bool many;                                      /* so many that loops over them are better than a line each */
    bool grouped;                                   /* of many, which are only drawn from: as drawing.h says */
    bool by_lane;                                   /* all lanes but one are left out later */
} set_words;

enum { UNIONS_MAX = 64 };

/* Unions of sets of cells that have names already. */
typedef struct unions {
    uint32_t count;
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

uint32_t strands_board_words(const native_source *n, uint32_t board);
/* Number of the first word of the sets of a board's cells. */
uint32_t strands_board_first(const native_source *n, uint32_t board);
uint32_t strands_board_with(const native_source *n, ir_var v);
/* The state is one of the case's, as a C expression. */
const char *strands_conditions(native_source *n, const strand_case *c);
/* Strands that write to the same places. */
bool strands_write_alike(const strand *a, const strand *b);
/* A function of strand `t` among the members at lane `v` (C expressions): number k of those that `get` gets. */
typedef const strand_function *function_getter(const strand *s, uint32_t k);
const strand_function *strands_tag_of(const strand *s, uint32_t k);
const strand_function *strands_cell_of(const strand *s, uint32_t k);
const strand_function *strands_value_of(const strand *s, uint32_t k);
const char *strands_value(native_source *n, const strand_case *c, const bool *members, function_getter *get,
                          uint32_t k);
/* Reads what strands that write alike copy; what write number k writes then. */
void strands_copies(native_source *n, const strand_case *c, const bool *members, const strand *first);
const char *strands_written(native_source *n, const strand_case *c, const bool *members, const strand *first,
                            uint32_t k);
/* One of the writes, into the C arrays p and old: where it was, and what was there; and the same put back. */
void strands_write(native_source *n, const strand_case *c, const bool *members, const strand *first, uint32_t k);
void strands_put_back(native_source *n, const strand *first, uint32_t k);
/* Numbers of groups of strands that are alike; how many there are. */
typedef bool strands_alike(const strand *a, const strand *b);
uint32_t strands_group(const strand_case *c, strands_alike *alike, uint32_t *group);
/* Members of a group; the first of them. */
const strand *strands_members(const strand_case *c, const uint32_t *group, uint32_t number, bool *members);
/* Makes move `t` at `v` and returns from the function: 1; others than those that are made leave its tags. */
void strands_make(native_source *n, const strand_case *c);
/* A cell of a board changes: the C expressions are its number, and what is stored; NULL: of no board. */
const char *strands_move_cell(native_source *n, uint32_t offset, const char *cell, const char *from, const char *to,
                              bool inside, bool alone);
/* A table of numbers inside of the function. */
void strands_table(native_source *n, const uint32_t *all, uint32_t count, const char *name);
void strands_find_words(native_source *n, const strand_case *c, set_words *out);
/* The class that all of the values are; IR_NONE: they are of several. */
uint32_t strands_only_class(const native_source *n, uint32_t board, uint64_t values);
/* The class of this value and no other; IR_NONE: there are others in it. */
uint32_t strands_class_of_one(const native_source *n, uint32_t board, uint32_t value);
/* One word of the cells that hold one of the values, as the name of a variable; 64 of them from number `from` on. */
const char *strands_cells(native_source *n, unions *u, uint32_t board, uint64_t values, uint32_t word);
const char *strands_cells_from(native_source *n, unions *u, uint32_t board, uint64_t values, int32_t from);
/* One word of the lanes that pass. */
const char *strands_word(native_source *n, unions *u, const strand *s, uint32_t w);
void strands_emit_words(native_source *n, const strand_case *c, const set_words *all);
/* Of many that are only drawn from: the C variables total, and, for number k of all, i and bit. */
void strands_count_grouped(native_source *n, const set_words *all);
void strands_find_grouped(native_source *n, const set_words *all);

/* emit_bundles.c: from u and v, a strand of a case that is drawn from (strand_case.drawn) and its lane, to t, the
 * strand of the case it was made of. */
void strands_resolve(native_source *n, const strand_case *c);

/* emit_asked.c: the function try_<name>(x, s, t, v, keep), for strands that are told: whether it is a move; it is made
 * then if it is to be kept. False: there are none. */
bool emit_asked(native_source *n, const strand_case *c, const char *name);
/* The case of a decision some of whose moves ask. */
void emit_asking_case(native_source *n, const strand_case *c, const char *name, bool some_told, set_words *all,
                      bool starts, bool lists);
/* emit_levels.c: the same function where moves are followed level by level. */
void emit_levels(native_source *n, ir_node node, bool starts);

/* emit_ways.c */
enum { WINDOWS_MAX = 6, WINDOW_WORDS_MAX = 8, TRIED_MAX = 1024, TRIED_ONCE = 256 /* whatever the lane */ };

/* Cells that hold one of the values, from number lane + first on; or from first on. */
typedef struct window {
    uint32_t board;
    uint64_t values;
    bool fixed;
    int32_t first, last;
    uint32_t word; /* of all windows */
} window;

/* Lanes at which the bits that matter are to be as they should. */
typedef struct tried {
    uint64_t care[WINDOW_WORDS_MAX], want[WINDOW_WORDS_MAX];
    strand_set lanes;
    uint32_t strand;
} tried;

/* The ways of a known lane. */
typedef struct trials {
    bool by_lane; /* windows begin where the board does, whatever the lane: each lane has ways of its own */
    bool apart;   /* so do strands */
    bool rest;    /* the last of all passes where no other does, whatever the lane; nobody has it */
    uint32_t lanes;
    window windows[WINDOWS_MAX];
    uint32_t window_count, words, count;
    bool wants_all; /* each bit that matters has to be set */
    tried all[TRIED_MAX];
} trials;

/* NULL: they have no such form, or one that costs too much. */
const trials *emit_find_trials(native_source *n, const plan_strands *p, const strand_case *c);
/* Lanes 64 w to 64 w + 63 that pass with one of the ways, as the name of a variable; NULL: shifts are better. */
const char *emit_lane_word(native_source *n, unions *u, const strand *ways, uint32_t count, uint32_t w);
/* Vectors of ways that are tried. */
uint32_t emit_trial_vectors(const trials *t);
/* Which ways pass, into sets[]: 64 of them each; with the C variable `lane`. */
void emit_trial_sets(native_source *n, const plan_strands *p, const strand_case *c, const trials *t);

/* How many values the lane that is known can have. */
uint32_t ways_lanes(const native_source *n, const plan_strands *p, const strand_case *c);
/* The lane as a number of its values, as the C variable `lane`. */
void emit_lane(native_source *n, const plan_strands *p, const strand_case *c);
/* The ways of a known lane in the cheapest form; false: following paths is better. */
bool emit_known_lane(native_source *n, const plan_strands *p, const strand_case *c);
/* The same for each value of the cell that all ask for first (emit_by_cell.c). False: nothing was written. */
bool emit_by_first(native_source *n, const plan_strands *p, const strand_case *c);

/* The literal of a clause that asks a cell at the lane, and where; NULL: there is none. False: there are several, or
 * some that ask for other things. */
bool ways_literal(const strand_clause *c, uint32_t lane, const strand_literal **found, const strand_piece **piece);

/* The board of rays, the values that let them pass, and all at which some way ends. */
typedef struct ray_facts {
    uint32_t board;
    uint64_t pass, ends;
} ray_facts;

/* Those of a case of a search on a board of one word that holds nothing of where rays begin; false: it is none. */
bool emit_find_ray_facts(native_source *n, const plan_strands *p, const strand_case *c, ray_facts *out);

/* ---- emit_support.c ---- */

/* In front of the loop over sets of moves that ask: the lanes of set j that have to be tried, as a C expression; NULL:
 * all. */
const char *emit_lanes_to_try(native_source *n, const strand_case *c);

/* ---- emit_rays.c ---- */

enum { RAY_KINDS_MAX = 16, RAY_VECTORS_MAX = 2, RAY_LANES_MAX = 256 };

/* The ways of a known lane as rays and single cells; NULL: they are something else. */
const struct rays *emit_find_rays(native_source *n, const strand_case *c, uint32_t lanes);
/* Returns from the function whether one of them passes; with the C variable `lane`. `nothing`, if not 0: returns that
 * if none passes, else 0, and adds the cells at which rays stop to *stops. */
void emit_rays(native_source *n, const struct rays *r, uint32_t nothing);
/* False: there are no rays. */
bool emit_ray_facts(const native_source *n, const struct rays *r, ray_facts *out);

/* ---- emit_lines.c ---- */

/* The windows of ways, as the C variables w0, w1, .. */
void ways_windows(native_source *n, const trials *t);
/* Ways that lie on a few lines; NULL: they do not. */
const struct lines *emit_find_lines(native_source *n, const trials *t);
/* Returns from the function whether one of them passes, on machines that take bits out of words; with the C variable
 * `lane`. */
void emit_lines(native_source *n, const struct lines *x);

/* ---- emit_list.c ---- */

enum { LIST_SOME = UINT32_MAX };

/* How the moves of a case are listed. */
typedef struct move_list {
    const strand_case *c;
    const set_words *all;
    const trials *ways; /* of a known lane, the C variable `lane`; or NULL */
    bool starts;        /* where each begins is noted */
    uint32_t before;    /* tags that there are already, in x->t; LIST_SOME: as many as the C variable `tags` says */
    /* found by list_tables */
    uint32_t id, most, stride;                       /* of the tables; tags of a strand; words of a row */
    bool shifts, even;                               /* none is a table; all strands have the same number */
    bool rows;                                       /* moves of a word are written together */
    const char *count, *one, *two, *at_one, *at_two; /* arguments of put_moves, by the C variable i */
    uint32_t ways_at;
    int32_t way_numbers[STRAND_TAGS_MAX];
    bool way_moves[STRAND_TAGS_MAX];
} move_list;

/* Finds out how; its tables, some of them inside of the function. */
void list_tables(native_source *n, move_list *l);
/* Room for so many moves (C expression): the variable w, and what list_word needs. */
void list_begin(native_source *n, const move_list *l, const char *moves);
/* Writes out the moves of a word (C expressions; the place is that of set_words, or a word of ways). Else than by rows
 * the C variable j is needed: sets[j] is the word. */
void list_word(native_source *n, const move_list *l, const char *word, const char *place);
/* Behind the last of them. */
void list_end(native_source *n, const move_list *l);
/* Tags of strand t at lane v to a C pointer; up to fifteen more are written. How many they are. */
void list_put_tags(native_source *n, const move_list *l, const char *to);
/* What tags that say what the state holds say; or NULL. And all such in the words from `from` to `to`. */
const strand_held *strands_held(const strand_case *c);
void strands_put_held(native_source *n, const strand_case *c, const char *from, const char *to);
const char *list_count_of(native_source *n, const move_list *l);
/* Strand t and lane v of a bit of sets[j], as declarations. */
void list_place_of_bit(native_source *n, const move_list *l, const char *bit);

#endif
