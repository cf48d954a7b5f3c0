/* Syntax tree of RG and of the automaton's own text. Lives in the scratch arena. */
#ifndef LUDENS_LANG_RG_AST_H
#define LUDENS_LANG_RG_AST_H

#include "automaton/ir.h"
#include "lang/lang.h"

typedef struct rg_name {
    name_id name;
    src_span span;
} rg_name;

typedef VEC(rg_name) rg_names;

typedef struct rg_type rg_type;
struct rg_type {
    enum { RG_TYPE_SET, RG_TYPE_NAME, RG_TYPE_ARROW, RG_TYPE_INT, RG_TYPE_REAL } kind;
    src_span span;
    rg_names elements;
    name_id name;
    rg_type *key, *value;
    int32_t low, high;
};

typedef struct rg_value rg_value;
typedef struct rg_entry {
    rg_value *key; /* NULL: default */
    rg_value *value;
    src_span span;
} rg_entry;
struct rg_value {
    enum { RG_VALUE_NAME, RG_VALUE_INT, RG_VALUE_REAL, RG_VALUE_MAP } kind;
    src_span span;
    name_id name;
    int32_t integer;
    double real;
    VEC(rg_entry) entries;
};

typedef struct rg_expr rg_expr;
struct rg_expr {
    enum {
        RG_EXPR_NAME,
        RG_EXPR_INT,
        RG_EXPR_REAL,
        RG_EXPR_CAST,
        RG_EXPR_ANY,
        RG_EXPR_INDEX,
        RG_EXPR_REACH,
        RG_EXPR_OP
    } kind;
    src_span span;
    rg_name name, other; /* reach: from and to */
    rg_type *type;       /* any */
    int32_t integer;
    double real;
    ir_op op;
    rg_expr *a, *b, *c;
};

typedef struct rg_declaration {
    rg_name name;
    rg_type *type;
    rg_value *value;
} rg_declaration;

/* What the name after a tag's dollars is; kept in the expression's `integer`. */
enum { RG_TAG_SYMBOL, RG_TAG_VARIABLE, RG_TAG_VALUE };

typedef struct rg_edge {
    rg_name from, to;
    ir_label label;
    rg_expr *target, *value;
    rg_type *type;
    src_span span;
} rg_edge;

typedef struct rg_pragma {
    const char *text;
    bool about_nodes, disjoint, exhaustive, weight; /* weight: node is the variable */
    rg_name node;
    rg_names targets;
    src_span span;
} rg_pragma;

typedef struct rg_tree {
    VEC(rg_declaration) types, constants, variables;
    VEC(rg_edge) edges;
    VEC(rg_pragma) pragmas;
} rg_tree;

typedef struct rg_input {
    arena *scratch;
    intern *names;
    const src_text *source;
    diag_sink *sink;
    uint32_t max_nesting;
    bool extended; /* the automaton's own text */
} rg_input;

/* Reports all syntax errors; the tree holds what could be read. */
rg_tree *rg_parse(const rg_input *input);
/* NULL after reported errors. */
/* The canonical layout; NULL after reports. */
const char *rg_format(const lang_input *input, bool extended);
ir_game *rg_lower(const rg_input *input, const rg_tree *tree, arena *keep);

#endif
