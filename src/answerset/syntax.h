/* Programs in the input language of clingo 5.4, as written (Gebser et al., "Potassco User Guide",
 * version 2.2.0; checked against clingo 5.4.1). Everything lives in an arena. */
#ifndef LUDENS_ANSWERSET_SYNTAX_H
#define LUDENS_ANSWERSET_SYNTAX_H

#include "base/diag.h"
#include "base/intern.h"

typedef enum syn_term_kind {
    SYN_NUMBER,
    SYN_STRING,
    SYN_INF,
    SYN_SUP,
    SYN_VARIABLE,
    SYN_ANONYMOUS,
    SYN_FUNCTION, /* constants have no arguments, tuples no name; arguments: */
    SYN_POOL,     /* alternatives */
    SYN_BINARY,
    SYN_UNARY,
    SYN_INTERVAL,
    SYN_DRAW,    /* RANDINT(l,u), by its number in the text */
    SYN_EXTERNAL /* @f(..): undefined, since there are no scripts */
} syn_term_kind;

typedef enum syn_operator {
    SYN_XOR,
    SYN_OR,
    SYN_AND,
    SYN_ADD,
    SYN_SUB,
    SYN_MUL,
    SYN_DIV,
    SYN_MOD,
    SYN_POW,
    SYN_NEG, /* unary from here */
    SYN_NOT,
    SYN_ABS
} syn_operator;

typedef struct syn_term syn_term;
struct syn_term {
    syn_term_kind kind;
    syn_operator op;
    bool tuple;    /* a function without a name */
    bool wrapped;  /* in parentheses, so that it is no atom */
    name_id name;  /* of functions, variables, strings */
    int32_t value; /* of numbers, draws */
    uint32_t count;
    syn_term **args;
    const src_text *source;
    src_span span;
};

/* Parts of terms, rules and literals, as they are written and as they are run. */
#define arg_at(t, i)     item_at(t, args, count, i)
#define body_at(r, i)    item_at(r, body, body_count, i)
#define element_at(l, i) item_at(l, elements, element_count, i)

typedef enum syn_relation { SYN_EQ, SYN_NE, SYN_LT, SYN_LE, SYN_GT, SYN_GE } syn_relation;

typedef enum syn_literal_kind { SYN_ATOM, SYN_COMPARE, SYN_TRUTH } syn_literal_kind;
typedef struct syn_literal {
    syn_literal_kind kind;
    uint8_t nots; /* 0, 1, 2 */
    bool truth;   /* #true, #false */
    syn_relation relation;
    syn_term *atom; /* a function, or SYN_NEG of one; comparisons: the left side, */
    syn_term *right;
    const src_text *source;
    src_span span;
} syn_literal;

/* A conditional literal `literal : conditions`, or an element of an aggregate, which has a tuple.
 */
typedef struct syn_element {
    syn_literal *literal; /* or NULL */
    syn_term **tuple;
    uint32_t tuple_count;
    syn_literal **conditions;
    uint32_t condition_count;
    src_span span;
} syn_element;

typedef enum syn_function { SYN_COUNT, SYN_SUM, SYN_SUM_PLUS, SYN_MIN, SYN_MAX, SYN_SET } syn_function;

typedef enum syn_item_kind { SYN_LITERAL, SYN_CONDITIONAL, SYN_AGGREGATE } syn_item_kind;
typedef struct syn_item {
    syn_item_kind kind;
    syn_literal *literal; /* SYN_LITERAL */
    uint8_t nots;
    syn_function function;
    syn_term *left, *right; /* guards or NULL: left relation aggregate, aggregate relation right */
    syn_relation left_relation, right_relation;
    syn_element **elements; /* one for SYN_CONDITIONAL */
    uint32_t element_count;
    const src_text *source;
    src_span span;
} syn_item;

typedef enum syn_kind {
    SYN_RULE,        /* head literal or NULL (a constraint) */
    SYN_DISJUNCTION, /* elements */
    SYN_CHOICE,      /* head: an aggregate over atoms; elements */
    SYN_SHOW_ATOMS,  /* #show p/n. name, arity, negative */
    SYN_SHOW_TERM,   /* term, body */
    SYN_SHOW_NONE,
    SYN_CONST, /* name, term */
    SYN_DEFINED,
    SYN_WEAK,      /* :~ and each element of #minimize: terms, body */
    SYN_HEURISTIC, /* literal, terms, body */
    SYN_EDGE,
    SYN_PROJECT,
    SYN_EXTERNAL_ATOM,
    SYN_PROGRAM,
    SYN_OPAQUE /* theories and constraints over integers: only libclingo reads them */
} syn_kind;

typedef struct syn_statement syn_statement;
struct syn_statement {
    syn_kind kind;
    syn_literal *head;
    syn_item *choice;
    syn_element **elements;
    uint32_t element_count;
    name_id name;
    uint32_t arity;
    bool negative, override;
    syn_term **terms;
    uint32_t term_count;
    syn_item **body;
    uint32_t body_count;
    const src_text *source;
    src_span span;
    syn_statement *next;
};

/* RANDINT(low,high) in a text, in the order of draws. */
typedef struct syn_draw {
    src_span span;
    uint64_t low, high;
    bool loose; /* not where a number could stand: the text must be read anew for each draw */
} syn_draw;
typedef VEC(syn_draw) syn_draws;

/* A program: a stretch of a source text. */
typedef struct syn_part {
    const src_text *source;
    uint32_t start, end;
    const char *name; /* "nature_program" */
    bool random;      /* RANDINT is replaced in it */
    syn_draws draws;
    syn_statement *first, *last;
    bool exotic; /* holds what only libclingo reads the way clingo does */
} syn_part;

/* Makes the text the part's own, ended by a line end: errors at the end stand after the last line.
 */
void syn_part_text(arena *a, syn_part *p, const char *name, const char *text, size_t length);
/* Of names and numbers. */
static inline bool syn_is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '\'';
}

#endif
