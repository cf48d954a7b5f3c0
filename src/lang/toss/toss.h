/* Toss: relational structures, first-order logic over them, rules that rewrite them.
 *
 * A text becomes a toss_file; its formulas and terms are trees of toss_node, whose variables are numbered by slots
 * of one frame per definition. toss_structure is a structure as a value, on which logic.h evaluates and rewrite.h
 * applies rules; lower.h makes the automaton of a game. */
#ifndef LUDENS_LANG_TOSS_TOSS_H
#define LUDENS_LANG_TOSS_TOSS_H

#include "base/diag.h"
#include "base/intern.h"
#include "base/map.h"
#include "base/source.h"
#include "base/vec.h"

enum {
    TOSS_NONE = UINT32_MAX,
    TOSS_ARITY_MAX = 16,
    TOSS_SLOTS_MAX = 512,
    TOSS_DEPTH_MAX = 500,
    TOSS_PARAMETERS_MAX = 4
};

/* ---- tokens ---- */

typedef enum toss_token_kind {
#define TOSS_TOKEN(name, text) TOSS_T_##name,
#include "lang/toss/tokens.def"
#undef TOSS_TOKEN
    TOSS_TOKEN_COUNT
} toss_token_kind;

typedef struct toss_token {
    toss_token_kind kind;
    name_id name; /* words: the name. Numbers and strings: their text, strings without quotes */
    double number;
    src_span span;
} toss_token;

typedef VEC(toss_token) toss_tokens;

/* ---- logic ---- */

typedef enum toss_op {
    TOSS_TRUE,
    TOSS_FALSE,
    TOSS_ATOM,    /* name(slots), a relation of the structure or one defined */
    TOSS_SAME,    /* two elements are one */
    TOSS_COMPARE, /* two terms */
    TOSS_NOT,
    TOSS_AND,
    TOSS_OR,
    TOSS_XOR,
    TOSS_IMPLIES,
    TOSS_IFF,
    TOSS_EX,
    TOSS_ALL, /* slots; kids[0] */
    TOSS_LFP,
    TOSS_GFP,       /* name(slots) = kids[0] */
    TOSS_TC,        /* slots: two; bound: how many steps, or TOSS_NONE */
    TOSS_LET,       /* name(slots) = kids[0] in kids[1] */
    TOSS_NUMBER,    /* terms from here */
    TOSS_INDICATOR, /* 1 when the formula kids[0] holds, else 0 */
    TOSS_VALUE,     /* of the function `name` at slots[0] */
    TOSS_PARAMETER, /* :name */
    TOSS_SUM,       /* slots; kids[0]: formula, kids[1]: term */
    TOSS_ADD,
    TOSS_SUB,
    TOSS_MUL,
    TOSS_DIV,
    TOSS_POW,
    TOSS_NEG
} toss_op;

typedef enum toss_sign { TOSS_EQ, TOSS_NE, TOSS_LT, TOSS_LE, TOSS_GT, TOSS_GE } toss_sign;

typedef struct toss_node toss_node;

/* How assignments to some variables are found: one after the other, each followed by the conjuncts that can be
 * decided then. */
typedef struct toss_plan {
    const uint32_t *order; /* slots */
    uint32_t count;
    const toss_node **conjuncts; /* [conjunct_count] sorted by level */
    uint32_t *levels;            /* [conjunct_count] 0: before the first variable */
    uint32_t conjunct_count;
} toss_plan;

typedef struct toss_definition toss_definition;
struct toss_node {
    toss_op op;
    toss_sign sign;
    name_id name;
    const name_id *variables; /* as written; slots once they are resolved */
    uint32_t *slots;
    uint32_t count; /* of both */
    toss_node **kids;
    uint32_t kid_count;
    uint32_t bound;
    double number;
    const toss_definition *definition; /* atoms of defined relations */
    const toss_node *local;            /* atoms of lfp, gfp and let: that node */
    toss_plan *plan;                   /* of quantifiers and sums */
    bool closed;                       /* fixed points: they depend on nothing but their own variables */
    src_span span;
    uint32_t serial; /* of lfp, gfp: their number */
    uint32_t depth;  /* how many nodes are below each other, itself counted; definitions are not opened */
};

/* REL name(parameters) = body, with a frame of its own: the parameters are its first slots. */
struct toss_definition {
    name_id name;
    const name_id *parameters;
    uint32_t count, slots;
    toss_node *body;
    const src_text *text; /* that it is from */
    src_span span;
    uint8_t state;  /* of the search for cycles */
    uint32_t depth; /* of the body with all definitions opened */
};

/* A formula or term on its own. */
typedef struct toss_query {
    toss_node *root;
    bool term;
    VEC(name_id) free; /* in the order of first occurrence, the parameters before */
    vec_u32 free_slots;
    uint32_t slots;
    toss_plan *plan; /* of a formula: how to find all that satisfies it */
} toss_query;

/* ---- structures ---- */

typedef struct toss_relation {
    name_id name;
    uint32_t arity;
    vec_u32 tuples; /* one after the other */
    map index;      /* the tuple as a number -> its place */
    src_span span;
} toss_relation;

typedef struct toss_function {
    name_id name;
    VEC(double) values; /* [element] */
    VEC(bool) given;
} toss_function;

/* name(parameters) = formula, to be computed once in a structure that was read. */
typedef struct toss_stored {
    name_id name;
    const name_id *parameters;
    uint32_t count;
    toss_query formula;
    src_span span;
} toss_stored;

typedef struct toss_mention {
    name_id element;
    src_span span;
} toss_mention;

typedef VEC(toss_mention) toss_mentions;

typedef struct toss_structure {
    arena *arena;
    VEC(name_id) elements;
    map element_by_name;
    VEC(toss_relation) relations;
    map relation_by_name;
    VEC(toss_function) functions;
    map function_by_name;
    VEC(toss_stored) stored;
    bool pictured;          /* coordinates come from a board picture */
    uint32_t listed;        /* the first elements, those before the `|` */
    toss_mentions unlisted; /* elements that tuples mention and the list before them lacks */
    src_span span;
} toss_structure;

/* ---- rules and games ---- */

typedef struct toss_pair { /* to <- from, or a name that is wanted or not */
    name_id to, from;
    bool unwanted;
    src_span span;
} toss_pair;

typedef VEC(toss_pair) toss_pairs;

typedef struct toss_update {
    name_id function, element;
    toss_query value;
    src_span span;
} toss_update;

typedef VEC(toss_update) toss_updates;

typedef struct toss_rule {
    name_id name;
    toss_structure left, right;
    toss_pairs emb, with, before;
    bool mapped; /* `with` was given */
    bool has_pre, has_post;
    toss_query pre, post;
    toss_updates updates;
    toss_updates dynamics; /* :function(element)' = value, of elements of the right side that replace others */
    bool has_inv;
    toss_query inv; /* of the right side */
    src_span span;
    /* found by toss_check_rule */
    uint32_t *replaced; /* [right element] left element, or TOSS_NONE: created */
} toss_rule;

typedef struct toss_parameter { /* low == high: there is nothing to choose */
    name_id name;
    double low, high;
} toss_parameter;

typedef struct toss_move {
    name_id rule;
    VEC(toss_parameter) parameters; /* `t`: how long the rule takes */
    uint32_t target, rule_index;
    src_span span;
} toss_move;

typedef struct toss_seat {
    name_id player;
    uint32_t player_index;
    toss_query payoff;
    bool has_payoff;
    VEC(toss_move) moves;
    src_span span;
} toss_seat;
typedef VEC(toss_seat) vec_seats;

typedef struct toss_location {
    uint32_t number;
    vec_seats seats;
    toss_pairs universal;
    src_span span;
} toss_location;

typedef struct toss_file {
    arena *arena;
    intern *names;
    const src_text *text;
    diag_sink *sink;
    uint32_t max_nesting;
    toss_pairs players; /* to: the name */
    VEC(toss_definition *) definitions;
    map definition_by_name, rule_by_name, arity_by_name; /* arity_by_name: of every relation of the file */
    VEC(toss_rule) rules;
    VEC(toss_location) locations;
    bool has_start;
    toss_structure start;
    uint32_t fixed_points; /* that there are */
    uint32_t capacity;     /* DATA capacity: elements that there may be at once; 0: not said */
} toss_file;

/* ---- lex.c ---- */
void toss_lex(toss_file *f, toss_tokens *tokens);
const char *toss_token_text(toss_token_kind kind);
const char *toss_text(const toss_file *f, name_id name);
diag *toss_error(toss_file *f, diag_code code, src_span span, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* ---- structure.c ---- */
void toss_structure_init(toss_structure *s, arena *a);
void toss_structure_copy(toss_structure *to, const toss_structure *from, arena *a);
uint32_t toss_element(toss_structure *s, name_id name); /* finds or adds */
uint32_t toss_find_element(const toss_structure *s, name_id name);
toss_relation *toss_add_relation(toss_structure *s, name_id name, uint32_t arity);
toss_relation *toss_find_relation(const toss_structure *s, name_id name);
bool toss_holds(const toss_structure *s, const toss_relation *r, const uint32_t *tuple);
void toss_add_tuple(toss_structure *s, toss_relation *r, const uint32_t *tuple);
toss_function *toss_add_function(toss_structure *s, name_id name);
void toss_set_value(toss_structure *s, toss_function *fn, uint32_t element, double value);
double toss_value(const toss_structure *s, name_id function, uint32_t element);
/* Whether the rule deletes an element, or makes one: new, or a copy of another. */
bool toss_rule_deletes(const toss_rule *r);
bool toss_rule_makes(const toss_rule *r);
/* The right element that has the place of the left one, TOSS_NONE: it is deleted. */
uint32_t toss_heir(const toss_rule *r, uint32_t left);
/* Elements that there may be at once in a game, and their names: those of START, then n1, n2, .. */
uint32_t toss_capacity(const toss_file *f);
name_id *toss_element_names(const toss_file *f, uint32_t capacity, arena *a);
/* Column and row of a cell of the picture, from 1 on; false: it is none. */
bool toss_place(const toss_file *f, const toss_structure *s, uint32_t element, int32_t *x, int32_t *y);

/* ---- parse.c: whole texts. False after reports. ---- */
bool toss_parse_game(toss_file *f);
/* For the explorer: one structure, one formula or term, one rule. */
bool toss_parse_structure(toss_file *f, toss_structure *s);
bool toss_parse_query(toss_file *f, toss_query *q);
bool toss_parse_rule(toss_file *f, toss_rule *r);

/* ---- resolve.c, check.c ---- */
/* Numbers the variables of a formula; `parameters` come first and are the only ones that may be free, unless
 * `open`: then all others are added to q->free. */
bool toss_resolve(toss_file *f, toss_query *q, const name_id *parameters, uint32_t count, bool open);
/* Of `ex` and `Sum`: what satisfies it; of `all`: what does not. */
toss_plan *toss_plan_quantifier(toss_file *f, const toss_node *n);
toss_plan *toss_make_plan(toss_file *f, const toss_node *body, const uint32_t *slots, uint32_t count);
bool toss_check_definitions(toss_file *f);
bool toss_check_rule(toss_file *f, toss_rule *r);
bool toss_check_game(toss_file *f);

/* format.c: canonical layout, NULL after reports. */
struct lang_input;
const char *toss_format(const struct lang_input *in);

#endif
