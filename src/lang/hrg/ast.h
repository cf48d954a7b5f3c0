/* The syntax tree of HRG. Names are interned; a name that starts with an upper-case letter
 * is a pattern variable or constructor, any other a literal. */
#ifndef LUDENS_LANG_HRG_AST_H
#define LUDENS_LANG_HRG_AST_H

#include "lang/hrg/lex.h"

typedef struct hrg_name {
    name_id id;
    src_span span;
} hrg_name;

/* `X in 0..7` or `X in { a, b }` */
typedef struct hrg_range {
    hrg_name variable;
    bool numeric;
    int64_t low, high;
    const hrg_name *items;
    uint32_t count;
    src_span span;
} hrg_range;

/* ---- domains ---- */
typedef struct hrg_element {
    bool generator;
    hrg_name name;
    const hrg_name *args;
    uint32_t arg_count;
    const hrg_range *ranges;
    uint32_t range_count;
    src_span span;
} hrg_element;

typedef struct hrg_domain {
    hrg_name name;
    const hrg_element *elements;
    uint32_t count;
    src_span span;
} hrg_domain;

/* ---- types ---- */
typedef struct hrg_type hrg_type;
struct hrg_type {
    bool set; /* { a, b }, else a name */
    hrg_name name;
    const hrg_name *items;
    uint32_t count;
    const hrg_type *value; /* of an arrow, else NULL */
    src_span span;
};

/* ---- patterns ---- */
typedef enum hrg_pattern_kind { HRG_PAT_ANY, HRG_PAT_NAME, HRG_PAT_TERM } hrg_pattern_kind;
typedef struct hrg_pattern hrg_pattern;
struct hrg_pattern {
    hrg_pattern_kind kind;
    hrg_name name;
    const hrg_pattern *args;
    uint32_t count;
    src_span span;
};

/* ---- expressions ---- */
typedef enum hrg_op {
    HRG_E_ERROR, /* stands for what could not be parsed */
    HRG_E_NAME,
    HRG_E_TERM,  /* Ctor(args) */
    HRG_E_INDEX, /* args[0] [ args[1] ] */
    HRG_E_CALL,  /* args[0] ( args[1], .. ): as much as args[0] [ args[1] ].. */
    HRG_E_IF,    /* args: condition, then, else */
    HRG_E_MAP,
    HRG_E_ADD,
    HRG_E_SUB,
    HRG_E_MOD,
    HRG_E_IN,
    HRG_E_EQ,
    HRG_E_NE,
    HRG_E_LT,
    HRG_E_LE,
    HRG_E_GT,
    HRG_E_GE,
    HRG_E_AND,
    HRG_E_OR
} hrg_op;

typedef struct hrg_expr hrg_expr;
typedef struct hrg_part hrg_part;
struct hrg_expr {
    hrg_op op;
    uint32_t depth; /* of the tree below, bounded by the parser */
    hrg_name name;  /* NAME, TERM */
    hrg_expr **args;
    uint32_t count;
    hrg_expr *otherwise; /* MAP: `:e` or NULL */
    const hrg_part *parts;
    uint32_t part_count;
    src_span span;
};

/* Of expressions, patterns and values. */
#define hrg_arg(e, i) item_at(e, args, count, i)

/* pattern = value where ranges */
struct hrg_part {
    hrg_pattern key;
    hrg_expr *value;
    const hrg_range *ranges;
    uint32_t range_count;
    src_span span;
};

/* ---- functions and variables ---- */
typedef struct hrg_case {
    const hrg_pattern *patterns;
    uint32_t count;
    hrg_expr *body;
    src_span span;
} hrg_case;

typedef struct hrg_function {
    hrg_name name;
    const hrg_type *type;
    const hrg_case *cases;
    uint32_t count;
    src_span span;
} hrg_function;

typedef struct hrg_variable {
    hrg_name name;
    const hrg_type *type;
    hrg_expr *initial; /* or NULL */
    src_span span;
} hrg_variable;

/* ---- graphs ---- */
typedef struct hrg_stmt hrg_stmt;
typedef struct hrg_block {
    hrg_stmt *stmts;
    uint32_t count;
    src_span span;
} hrg_block;

typedef enum hrg_stmt_kind {
    HRG_S_ASSIGN,    /* name indices = value */
    HRG_S_CHOOSE,    /* name indices = type(*) */
    HRG_S_BRANCH,    /* blocks */
    HRG_S_BRANCH_IN, /* name in type, blocks[0] */
    HRG_S_CALL,      /* name(indices) */
    HRG_S_IF,        /* conditions[i] guards blocks[i]; one more block: else */
    HRG_S_LOOP,
    HRG_S_REPEAT_IN,
    HRG_S_REPEAT,    /* number */
    HRG_S_WHILE,     /* conditions[0] */
    HRG_S_TAG_VALUE, /* $$ name */
    HRG_S_TAG        /* $ words */
} hrg_stmt_kind;

struct hrg_stmt {
    hrg_stmt_kind kind;
    bool artificial;
    hrg_name name;
    const hrg_type *type;
    hrg_expr *value;
    hrg_expr **exprs; /* indices, arguments or conditions */
    uint32_t expr_count;
    hrg_block *blocks;
    uint32_t block_count;
    const hrg_name *words;
    uint32_t word_count;
    int64_t number;
    uint32_t set; /* BRANCH_IN, REPEAT_IN: filled in by the check */
    src_span span;
};

typedef struct hrg_param {
    hrg_name name;
    const hrg_type *type;
} hrg_param;

typedef struct hrg_graph {
    hrg_name name;
    bool reusable;
    const hrg_param *params;
    uint32_t param_count;
    hrg_block body;
    src_span span;
} hrg_graph;

/* In the order of the source. */
typedef struct hrg_file {
    VEC(hrg_domain) domains;
    VEC(hrg_function) functions;
    VEC(hrg_variable) variables;
    VEC(hrg_graph) graphs;
} hrg_file;

#endif
