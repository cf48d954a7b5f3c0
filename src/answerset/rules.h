/* Rules ready for evaluation: constants replaced, pools unfolded, intervals and arithmetic taken
 * out of the atoms, variables numbered. */
#ifndef LUDENS_ANSWERSET_RULES_H
#define LUDENS_ANSWERSET_RULES_H

#include "answerset/syntax.h"
#include "answerset/terms.h"

typedef enum expr_kind {
    EXPR_TERM,
    EXPR_VARIABLE,
    EXPR_DRAW,
    EXPR_FUNCTION,
    EXPR_BINARY,
    EXPR_UNARY,
    EXPR_UNDEFINED
} expr_kind;

typedef struct expr expr;
struct expr {
    expr_kind kind;
    syn_operator op;
    term value;        /* EXPR_TERM */
    uint32_t variable; /* EXPR_VARIABLE: its slot; EXPR_DRAW: its number */
    functor functor;   /* EXPR_FUNCTION */
    uint32_t count;
    expr **args;
    const syn_term *from; /* where it was written */
};

typedef enum lit_kind {
    LIT_ATOM,
    LIT_COMPARE, /* left relation right */
    LIT_RANGE,   /* left (a pattern) in low..high */
    LIT_FALSE,
    LIT_CONDITIONAL, /* one element: for all instances of the conditions, the head */
    LIT_AGGREGATE
} lit_kind;

typedef struct lit lit;

typedef struct lit_element {
    lit *head;    /* conditional literals and elements of set aggregates; or NULL */
    expr **tuple; /* of other aggregates */
    uint32_t tuple_count;
    lit **conditions;
    uint32_t condition_count;
} lit_element;

struct lit {
    lit_kind kind;
    uint8_t nots;
    expr *atom; /* LIT_ATOM: EXPR_FUNCTION, or EXPR_TERM when ground */
    syn_relation relation, right_relation;
    expr *left, *right; /* sides of a comparison; guards of an aggregate or NULL; LIT_RANGE: left */
    expr *low, *high;   /* LIT_RANGE */
    syn_function function;
    lit_element *elements;
    uint32_t element_count;
    bool undefined;       /* part of it has no value, whatever the variables are */
    bool undefined_holds; /* what is not defined counts as true (inside of a negated condition) */
    const src_text *source;
    src_span span;
};

typedef enum head_kind { HEAD_NONE, HEAD_ATOM, HEAD_SHOW } head_kind;

typedef struct rule rule;
struct rule {
    head_kind kind;
    expr *head; /* HEAD_ATOM: as in lit; HEAD_SHOW: any */
    lit **body;
    uint32_t body_count;
    expr **needs; /* further terms whose variables must be bound */
    uint32_t need_count;
    uint32_t globals; /* variables [0, globals) occur outside of elements */
    uint32_t variables;
    const char **variable_names; /* NULL for those made here */
    const syn_term **variable_from;
    bool fact; /* a ground head and no body */
    const syn_statement *from;
    rule *next;
};

typedef struct signature {
    functor functor;
    src_span span;
} signature;

/* What a solve is made of. */
typedef struct rule_set {
    arena *arena;
    terms *terms; /* constants are made here */
    const intern *names;
    rule *first, *last;
    uint32_t count;
    VEC(signature) shown; /* #show p/n. */
    bool hides;           /* there is one, or `#show.` */
    bool choices;         /* choice, disjunction or others that need a real evaluator */
    const char *why;      /* a short reason for that */
    const syn_statement *why_at;
    VEC(signature) defined;
    rule *others; /* the bodies of choices and the like, as constraints */
} rule_set;

/* What reads programs: the front end, which the machine calls again for levels and strategies that
 * come later, and for the rules it adds itself. */
typedef struct as_reader {
    /* Reads all statements of a part; reports what is wrong and reads on. */
    void (*parse)(arena *a, intern *names, syn_part *part, uint32_t max_nesting, diag_sink *sink);
    /* Makes rules of the statements of all parts. Reports redefined and cyclic constants and unsafe
     * variables. False after errors. */
    bool (*rules)(rule_set *set, arena *a, terms *t, const intern *names, syn_part *const *parts, uint32_t count,
                  diag_sink *sink);
} as_reader;

/* Whether the expression has the form m*X+n of one variable; what its value determines. */
bool expr_linear(const terms *t, const expr *e, uint32_t *variable, int32_t *m, int32_t *n);
/* Marks variables that the value of the expression determines, if the others are known. */
void expr_bound_by(const terms *t, const expr *e, bool *variables);
void expr_variables(const expr *e, bool *variables);
bool expr_known(const expr *e, const bool *known);
/* Whether a term can match, going by what is written in the expression alone. */
bool expr_may_match(const terms *t, const expr *e, term x);
functor expr_functor(const terms *t, const expr *e);
/* Whether it has a random number (NULL has none); of a condition, outside of its elements. */
bool expr_draws(const expr *e);
bool lit_draws(const lit *l);

/* The value of an operation on numbers with 32 bits, or false when there is none. */
bool number_operation(syn_operator op, int32_t x, int32_t y, int32_t *value);

#endif
