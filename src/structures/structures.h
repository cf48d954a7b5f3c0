/* Relational structures, first-order logic over them, and rules that rewrite them: the machine of Toss, and what its
 * front end reads texts into.
 *
 * Formulas and terms are trees of rs_node, whose variables are numbered by slots of one frame per definition. A
 * rs_structure is a value, on which logic.h evaluates and rewrite.h applies rules; play.h plays a game so. */
#ifndef LUDENS_STRUCTURES_STRUCTURES_H
#define LUDENS_STRUCTURES_STRUCTURES_H

#include "base/diag.h"
#include "base/intern.h"
#include "base/map.h"
#include "base/source.h"
#include "base/vec.h"

enum { RS_NONE = UINT32_MAX, RS_ARITY_MAX = 16, RS_SLOTS_MAX = 512, RS_DEPTH_MAX = 500, RS_PARAMETERS_MAX = 4 };

/* ---- logic ---- */

typedef enum rs_op {
    RS_TRUE,
    RS_FALSE,
    RS_ATOM,    /* name(slots), a relation of the structure or one defined */
    RS_SAME,    /* two elements are one */
    RS_COMPARE, /* two terms */
    RS_NOT,
    RS_AND,
    RS_OR,
    RS_XOR,
    RS_IMPLIES,
    RS_IFF,
    RS_EX,
    RS_ALL, /* slots; kids[0] */
    RS_LFP,
    RS_GFP,       /* name(slots) = kids[0] */
    RS_TC,        /* slots: two; bound: how many steps, or RS_NONE */
    RS_LET,       /* name(slots) = kids[0] in kids[1] */
    RS_NUMBER,    /* terms from here */
    RS_INDICATOR, /* 1 when the formula kids[0] holds, else 0 */
    RS_VALUE,     /* of the function `name` at slots[0] */
    RS_PARAMETER, /* :name */
    RS_SUM,       /* slots; kids[0]: formula, kids[1]: term */
    RS_ADD,
    RS_SUB,
    RS_MUL,
    RS_DIV,
    RS_POW,
    RS_NEG
} rs_op;

typedef enum rs_sign { RS_EQ, RS_NE, RS_LT, RS_LE, RS_GT, RS_GE } rs_sign;

typedef struct rs_node rs_node;

/* How assignments to some variables are found: one after the other, each followed by the conjuncts that can be
 * decided then. */
typedef struct rs_plan {
    const uint32_t *order; /* slots */
    uint32_t count;
    const rs_node **conjuncts; /* [conjunct_count] sorted by level */
    uint32_t *levels;          /* [conjunct_count] 0: before the first variable */
    uint32_t conjunct_count;
} rs_plan;

typedef struct rs_definition rs_definition;
struct rs_node {
    rs_op op;
    rs_sign sign;
    name_id name;
    const name_id *variables; /* as written; slots once they are resolved */
    uint32_t *slots;
    uint32_t count; /* of both */
    rs_node **kids;
    uint32_t kid_count;
    uint32_t bound;
    double number;
    const rs_definition *definition; /* atoms of defined relations */
    const rs_node *local;            /* atoms of lfp, gfp and let: that node */
    rs_plan *plan;                   /* of quantifiers and sums */
    bool closed;                     /* fixed points: they depend on nothing but their own variables */
    src_span span;
    uint32_t serial; /* of lfp, gfp: their number */
    uint32_t depth;  /* how many nodes are below each other, itself counted; definitions are not opened */
};
#define rs_kid(n, i) item_at(n, kids, kid_count, i)

/* REL name(parameters) = body, with a frame of its own: the parameters are its first slots. */
struct rs_definition {
    name_id name;
    const name_id *parameters;
    uint32_t count, slots;
    rs_node *body;
    const src_text *text; /* that it is from */
    src_span span;
    uint8_t state;  /* of the search for cycles */
    uint32_t depth; /* of the body with all definitions opened */
};

/* A formula or term on its own. */
typedef struct rs_query {
    rs_node *root;
    bool term;
    VEC(name_id) free; /* in the order of first occurrence, the parameters before */
    vec_u32 free_slots;
    uint32_t slots;
    rs_plan *plan; /* of a formula: how to find all that satisfies it */
} rs_query;

/* ---- structures ---- */

typedef struct rs_relation {
    name_id name;
    uint32_t arity;
    vec_u32 tuples; /* one after the other */
    map index;      /* the tuple as a number -> its place */
    src_span span;
} rs_relation;

typedef struct rs_function {
    name_id name;
    VEC(double) values; /* [element] */
    VEC(bool) given;
} rs_function;

/* name(parameters) = formula, to be computed once in a structure that was read. */
typedef struct rs_stored {
    name_id name;
    const name_id *parameters;
    uint32_t count;
    rs_query formula;
    src_span span;
} rs_stored;

typedef struct rs_mention {
    name_id element;
    src_span span;
} rs_mention;

typedef VEC(rs_mention) rs_mentions;

typedef struct rs_structure {
    arena *arena;
    VEC(name_id) elements;
    map element_by_name;
    VEC(rs_relation) relations;
    map relation_by_name;
    VEC(rs_function) functions;
    map function_by_name;
    VEC(rs_stored) stored;
    bool pictured;        /* coordinates come from a board picture */
    uint32_t listed;      /* the first elements, those before the `|` */
    rs_mentions unlisted; /* elements that tuples mention and the list before them lacks */
    src_span span;
} rs_structure;

/* ---- rules and games ---- */

typedef struct rs_pair { /* to <- from, or a name that is wanted or not */
    name_id to, from;
    bool unwanted;
    src_span span;
} rs_pair;

typedef VEC(rs_pair) rs_pairs;

typedef struct rs_update {
    name_id function, element;
    rs_query value;
    src_span span;
} rs_update;

typedef VEC(rs_update) rs_updates;

typedef struct rs_rule {
    name_id name;
    rs_structure left, right;
    rs_pairs emb, with, before;
    bool mapped; /* `with` was given */
    bool has_pre, has_post;
    rs_query pre, post;
    rs_updates updates;
    rs_updates dynamics; /* :function(element)' = value, of elements of the right side that replace others */
    bool has_inv;
    rs_query inv; /* of the right side */
    src_span span;
    /* found by rs_check_rule */
    uint32_t *replaced; /* [right element] left element, or RS_NONE: created */
} rs_rule;

typedef struct rs_parameter { /* low == high: there is nothing to choose */
    name_id name;
    double low, high;
} rs_parameter;

typedef struct rs_move {
    name_id rule;
    VEC(rs_parameter) parameters; /* `t`: how long the rule takes */
    uint32_t target, rule_index;
    src_span span;
} rs_move;

typedef struct rs_seat {
    name_id player;
    uint32_t player_index;
    rs_query payoff;
    bool has_payoff;
    VEC(rs_move) moves;
    src_span span;
} rs_seat;
typedef VEC(rs_seat) vec_seats;

typedef struct rs_location {
    uint32_t number;
    vec_seats seats;
    rs_pairs universal;
    src_span span;
} rs_location;

typedef struct rs_game {
    arena *arena;
    intern *names;
    const src_text *text;
    diag_sink *sink;
    uint32_t max_nesting;
    rs_pairs players; /* to: the name */
    VEC(rs_definition *) definitions;
    map definition_by_name, rule_by_name, arity_by_name; /* arity_by_name: of every relation of the file */
    VEC(rs_rule) rules;
    VEC(rs_location) locations;
    bool has_start;
    rs_structure start;
    uint32_t fixed_points; /* that there are */
    uint32_t capacity;     /* DATA capacity: elements that there may be at once; 0: not said */
} rs_game;

/* ---- structure.c ---- */
const char *rs_text(const rs_game *f, name_id name);
diag *rs_error(rs_game *f, diag_code code, src_span span, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void rs_structure_init(rs_structure *s, arena *a);
void rs_structure_copy(rs_structure *to, const rs_structure *from, arena *a);
uint32_t rs_element(rs_structure *s, name_id name); /* finds or adds */
uint32_t rs_find_element(const rs_structure *s, name_id name);
rs_relation *rs_add_relation(rs_structure *s, name_id name, uint32_t arity);
/* Whether the rule matches all tuples of the relation, those outside of it too. */
bool rs_is_embedded(const rs_rule *r, name_id relation);
rs_relation *rs_find_relation(const rs_structure *s, name_id name);
bool rs_holds(const rs_structure *s, const rs_relation *r, const uint32_t *tuple);
void rs_add_tuple(rs_structure *s, rs_relation *r, const uint32_t *tuple);
rs_function *rs_add_function(rs_structure *s, name_id name);
void rs_set_value(rs_structure *s, rs_function *fn, uint32_t element, double value);
double rs_value(const rs_structure *s, name_id function, uint32_t element);
/* Whether the rule deletes an element, or makes one: new, or a copy of another. */
bool rs_rule_deletes(const rs_rule *r);
bool rs_rule_makes(const rs_rule *r);
/* The right element that has the place of the left one, RS_NONE: it is deleted. */
uint32_t rs_heir(const rs_rule *r, uint32_t left);
/* Elements that there may be at once in a game, and their names: those of START, then n1, n2, .. */
uint32_t rs_capacity(const rs_game *f);
name_id *rs_element_names(const rs_game *f, uint32_t capacity, arena *a);
/* Column and row of a cell of the picture, from 1 on; false: it is none. */
bool rs_place(const rs_game *f, const rs_structure *s, uint32_t element, int32_t *x, int32_t *y);

/* ---- resolve.c, plan.c, check.c ---- */
/* Numbers the variables of a formula; `parameters` come first and are the only ones that may be free, unless
 * `open`: then all others are added to q->free. */
bool rs_resolve(rs_game *f, rs_query *q, const name_id *parameters, uint32_t count, bool open);
/* Of `ex` and `Sum`: what satisfies it; of `all`: what does not. */
rs_plan *rs_plan_quantifier(rs_game *f, const rs_node *n);
rs_plan *rs_make_plan(rs_game *f, const rs_node *body, const uint32_t *slots, uint32_t count);
bool rs_check_definitions(rs_game *f);
bool rs_check_rule(rs_game *f, rs_rule *r);
bool rs_check_game(rs_game *f);

#endif
