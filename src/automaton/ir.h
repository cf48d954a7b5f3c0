/* The automaton IR: a typed finite automaton, the machine under RG, HRG and the languages
 * that compile to them. Described in docs/automaton.md.
 *
 * Everything is kept in arrays and referred to by 32-bit indices. Front ends build it through
 * build.h and never touch the arrays; passes and back ends read and change them here. */
#ifndef LUDENS_AUTOMATON_IR_H
#define LUDENS_AUTOMATON_IR_H

#include "base/bitset.h"
#include "base/diag.h"
#include "base/intern.h"
#include "base/source.h"
#include "base/vec.h"

#include <assert.h>

typedef uint32_t ir_sym, ir_type, ir_value, ir_expr, ir_node, ir_edge, ir_const, ir_var;
#define IR_NONE UINT32_MAX

enum { IR_MAX_PLAYERS = 62 }; /* movers are bits of a 64-bit word, chance is one of them */

/* ---- symbols: named values, without an owner type ---- */
typedef struct ir_symbol {
    name_id name;
    bool has_xy; /* coordinates on a board: given by the language, or from a name such as V__3_4 */
    int32_t x, y;
    /* After ir_encode: symbols that ever share a type are one family and numbered without
     * gaps; base is the number of the family's first symbol. Symbol ids are then sorted. */
    uint32_t family;
} ir_symbol;

typedef struct ir_family {
    ir_sym first;
    uint32_t count;
} ir_family;

/* ---- types ---- */
typedef enum ir_type_kind {
    IR_TYPE_SET,   /* ordered list of symbols */
    IR_TYPE_INT,   /* integers low..high */
    IR_TYPE_REAL,  /* 64-bit floating point, always finite; 0 has no sign */
    IR_TYPE_ARROW, /* total map from a set or integer type */
    IR_TYPE_NAME,  /* refers to a typedef, maybe declared later */
    IR_TYPE_BOOL   /* of conditions; never stored */
} ir_type_kind;

typedef struct ir_type_data {
    ir_type_kind kind;
    src_span span;
    const ir_sym *symbols;
    uint32_t count;
    int32_t low, high;
    ir_type key, value;
    name_id name;
} ir_type_data;

#define ir_symbol_at(t, i) item_at(t, symbols, count, i)

typedef struct ir_typedef {
    name_id name;
    ir_type type;
    src_span span;
    bool builtin; /* added, not written in the source */
} ir_typedef;

/* ---- values: literals of constants and initial values ---- */
typedef enum ir_value_kind { IR_VALUE_SYM, IR_VALUE_INT, IR_VALUE_REAL, IR_VALUE_CONST, IR_VALUE_MAP } ir_value_kind;

typedef struct ir_value_entry {
    ir_value key, value; /* key IR_NONE: the default */
    src_span span;
} ir_value_entry;

typedef struct ir_value_data {
    ir_value_kind kind;
    src_span span;
    uint32_t index; /* symbol or constant */
    int32_t integer;
    double real;
    const ir_value_entry *entries;
    uint32_t entry_count;
} ir_value_data;

#define ir_entry_at(v, i) item_at(v, entries, entry_count, i)

typedef struct ir_constant {
    name_id name;
    ir_type type;
    ir_value value;
    ir_value literal; /* what the value stands for, when it is the name of another constant */
    src_span span;
    bool removed;
} ir_constant;

typedef struct ir_variable {
    name_id name;
    ir_type type;
    ir_value initial;
    src_span span;
    bool builtin, removed;
    bool told;  /* two paths of a player with equal tags to one node leave the same in it (promised) */
    bool shown; /* positions show it: it stays, whoever reads it (view.h) */
    bool local; /* carries nothing from one move to the next (found by a pass) */
    bool note;  /* a front end keeps it beside the board: no board of its own, no piece (boards.c) */
    bool mark;  /* such a note that tells pieces apart, when few sites have it */
} ir_variable;

/* ---- expressions ---- */
typedef enum ir_op {
#define IR_OP(name, operands, text) IR_##name,
#include "automaton/ops.def"
#undef IR_OP
    IR_OP_COUNT
} ir_op;

/* Kinds of operations, for labels of a switch: `case IR_ANY_ORDER:`. */
/* clang-format off */
#define IR_ANY_TERM       IR_SYM: case IR_INT: case IR_CONST: case IR_VAR
#define IR_ANY_TRUTH      IR_TRUE: case IR_FALSE
#define IR_ANY_ARITHMETIC IR_ADD: case IR_SUB: case IR_MUL: case IR_DIV: case IR_MOD
#define IR_ANY_ORDER      IR_LT: case IR_LE: case IR_GT: case IR_GE
#define IR_ANY_COMPARISON IR_EQ: case IR_NE: case IR_ANY_ORDER
#define IR_ANY_CONNECTIVE IR_NOT: case IR_AND: case IR_OR
#define IR_ANY_OF_MAPS    IR_HASH: case IR_TIMES: case IR_FIRST
#define IR_ANY_REAL       IR_REAL: case IR_TO_REAL
/* clang-format on */

/* Number of operands that are expressions: the first so many of a, b and c. */
uint32_t ir_operands(ir_op op);

typedef struct ir_expr_data {
    ir_op op;
    ir_type type; /* set by the check; IR_NONE before */
    uint32_t a, b, c;
    src_span span;
} ir_expr_data;

/* The number of a literal IR_REAL. */
static inline double ir_real(const ir_expr_data *d)
{
    const uint64_t bits = (uint64_t)d->b << 32 | d->a;
    double value;
    assert(d->op == IR_REAL);
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

static inline ir_expr ir_operand(const ir_expr_data *d, uint32_t i)
{
    assert(i < ir_operands(d->op));
    return i == 0 ? d->a : i == 1 ? d->b : d->c;
}

/* ---- the automaton ---- */
typedef enum ir_label {
    IR_SKIP,
    IR_ASSIGN, /* target = value */
    IR_CHOOSE, /* target = any element of type for which value (a condition, or none) holds
                  after the assignment */
    IR_CHECK,  /* value: a condition */
    IR_TAG     /* value: a symbol, a variable or another scalar */
} ir_label;

typedef struct ir_edge_data {
    ir_node from, to;
    ir_label label;
    bool removed;
    ir_expr target, value;
    ir_type type;
    src_span span;
} ir_edge_data;

typedef struct ir_node_data {
    name_id name;
    src_span span; /* where it was first met */
    /* Facts that passes found; all false: nothing is known. They hold for searches of moves,
     * which start at a decision point and stop at assignments of player. */
    bool unique; /* no two different paths of a search bring equal configurations here */
    bool single; /* as a decision point: no two different paths make the same move */
    bool sets;   /* as a decision point: its moves are to be seen as sets (plan_strands.c) */
    bool many;   /* as a decision point: too many paths to tell them apart by values */
    bool has_repeat;
    const ir_var *repeat; /* with has_repeat: only these variables can differ between
                             configurations of one search here */
    uint32_t repeat_count;
} ir_node_data;

/* Of the edges from `node` into the `targets` at most one can be passed; tried in order, the
 * first that can be passed ends the search (@disjoint of RG: the author's promise). */
typedef struct ir_disjoint {
    ir_node node;
    const ir_node *targets;
    uint32_t count;
    bool exhaustive;
    bool proven; /* found by a pass, not promised in the source */
} ir_disjoint;

typedef struct ir_pragma {
    const char *text; /* as printed, without '@' and ';' */
    bool about_nodes; /* speaks of nodes, so it holds for the automaton as written only */
    src_span span;
} ir_pragma;

/* What the rules' own language says where a game cannot go on; each may be NULL. */
typedef struct ir_words {
    const char *no_end, *no_end_hint; /* nothing leads to the end */
    const char *stuck;                /* a hint: no legal move */
    const char *keeper;               /* the keeper has a choice */
    const char *ambiguous;            /* equal moves with different effects */
    const char *full;                 /* `#first` finds no key */
} ir_words;

/* Sites that the rules have a name for, or give to a role, by their names; for pictures. */
typedef struct ir_region {
    const char *name; /* "": none */
    const char *role; /* its name; NULL: of nobody, or everybody */
    const char *const *sites;
    uint32_t count;
    bool track; /* a way: its sites in their order */
} ir_region;

typedef struct ir_game {
    arena *arena;
    intern *names;
    const src_text *source;
    diag_sink *sink;

    VEC(ir_symbol) symbols;
    map symbol_by_name;
    VEC(ir_family) families;
    VEC(ir_type_data) types;
    VEC(ir_typedef) typedefs;
    map typedef_by_name;
    VEC(ir_value_data) values;
    VEC(ir_constant) constants;
    map constant_by_name;
    VEC(ir_variable) variables;
    map variable_by_name;
    VEC(ir_expr_data) exprs;
    VEC(ir_node_data) nodes;
    map node_by_name;
    map literal_types; /* symbol -> its one-element set type */
    VEC(ir_edge_data) edges;
    VEC(ir_disjoint) disjoints;
    VEC(ir_pragma) pragmas;

    ir_node begin, end;
    ir_var player, goals, visible;
    ir_type player_type; /* resolved Player: the roles in order */
    ir_sym keeper, random;
    bool high_level;       /* the source is no RG: hints speak of its own constructs */
    const ir_words *words; /* what is said of faults in the words of the source; or NULL */
    bool simultaneous;     /* players who decide one after the other decide at once */
    ir_var partial;        /* within a move that is split (split.h) it holds this; or IR_NONE */
    ir_sym within;
    ir_var passed;        /* the number of the condition that is left out (relax.h), or IR_NONE */
    src_span *conditions; /* where the conditions stand, by their numbers from 1 */
    uint32_t condition_count;
    ir_var weight;                        /* how likely a move of chance is (weight.h), or IR_NONE: every path alike */
    bool any_keeper;                      /* of several paths of the keeper any may be taken */
    const struct ir_view *view;           /* or NULL */
    const struct ir_heuristic *heuristic; /* or NULL */
    VEC(ir_region) regions;
    bool transformed; /* a pass changed the automaton: pragmas about nodes are stale */
} ir_game;

/* Follows names to the structural type; IR_NONE when a name is not declared. */
ir_type ir_resolve(const ir_game *g, ir_type t);
static inline const ir_type_data *ir_type_at(const ir_game *g, ir_type t)
{
    assert(t < g->types.count);
    return &vec_at(&g->types, t);
}
static inline const char *ir_name(const ir_game *g, name_id name) { return intern_text(g->names, name); }
const char *ir_symbol_name(const ir_game *g, ir_sym s);
const char *ir_node_name(const ir_game *g, ir_node n);
/* The type as text, for messages. In the game's arena. */
const char *ir_type_text(const ir_game *g, ir_type t);

/* In as few digits as needed to read back as the same number, but 15. */
enum { IR_REAL_DIGITS = 32 };
void ir_real_digits(double value, char digits[IR_REAL_DIGITS]);
/* As the text form has it, behind `#`. */
const char *ir_real_text(arena *a, double value);
/* The number that a score's name stands for: 100, minus_1, 0_point_5 (names hold no signs). False: none. */
bool ir_score_value(const char *name, double *value);

/* Variable that an assignment target writes: the root of its chain of accesses. */
ir_var ir_target_variable(const ir_game *g, ir_expr target);
bool ir_assigns_player(const ir_game *g, const ir_edge_data *e);

/* The expression without the casts around it. */
ir_expr ir_bare(const ir_game *g, ir_expr e);
/* Structural equality of expressions (positions ignored). */
bool ir_expr_equal(const ir_game *g, ir_expr a, ir_expr b);

/* Calls `visit` for each reachability in an expression (or IR_NONE). */
void ir_each_reach(const ir_game *g, ir_expr e, void (*visit)(void *user, const ir_expr_data *reach), void *user);

/* Out-edges of every node, in edge order; removed edges left out. */
typedef struct ir_graph {
    uint32_t *out_start; /* [nodes + 1] into out */
    ir_edge *out;
    uint32_t *in_start; /* [nodes + 1] into in */
    ir_edge *in;
    arena *arena;
    struct region_reads **reads; /* what searches read, kept by region.c */
} ir_graph;
ir_graph ir_graph_make(const ir_game *g, arena *a);
/* Adds to the nodes where edges lead from them on; `within_moves`: not along edges that end a move. */
void ir_spread(const ir_game *g, const ir_graph *graph, bool within_moves, bitset *nodes, arena *a);
/* Nodes that searches of moves meet; the others belong to reachabilities alone. */
bitset ir_nodes_from_begin(const ir_game *g, const ir_graph *graph, arena *a);
/* A value without the constants that stand for it; IR_NONE stays what it is. */
ir_value ir_plain_value(const ir_game *g, ir_value v);

#endif
