/* From a game to an automaton. A fluent is a relation that some rule changes; all others are constant tables. Unary
 * fluents that exclude each other are the pieces of one board. Quantifiers over fluents become reachabilities, whose
 * variables are taken one after the other along tables. */
#ifndef LUDENS_LANG_TOSS_LOWER_H
#define LUDENS_LANG_TOSS_LOWER_H

#include "kit/game.h"
#include "kit/symbols.h"
#include "structures/logic.h"

/* A relation that some rule changes. */
typedef struct toss_fluent {
    name_id name;
    uint32_t arity;
    bool piece; /* one of the pieces of the board */
    ir_sym symbol;
    ir_var variable; /* no piece: element -> .. -> Bool */
} toss_fluent;

/* Where the variables of one search are. Definitions that are opened on the way get slots of their own. */
typedef struct toss_env {
    ir_var of[RS_SLOTS_MAX];     /* [slot], IR_NONE: not bound */
    ir_var wanted[RS_SLOTS_MAX]; /* [slot] the variable to bind it to, IR_NONE: any */
    uint32_t next;               /* first slot that nothing uses */
} toss_env;

typedef struct toss_conjunct {
    const rs_node *node;
    toss_env *env;
    bool negated;
} toss_conjunct;

typedef VEC(toss_conjunct) toss_conjuncts;

typedef struct toss_static { /* a formula that nothing changes, as a table */
    uint32_t slots[2], count;
    const bool *holds;  /* [first * elements + second] */
    uint32_t degree[2]; /* most partners of an element, forwards and backwards */
} toss_static;

/* The search for what a definition says, which all that ask for it share: its parameters are variables of their own. */
typedef struct toss_shared {
    const rs_definition *definition;
    ir_node from, to;
    ir_var *parameters;
} toss_shared;

typedef struct toss_numbers toss_numbers;

/* A function whose values rules change: integers of which there are finitely many, or reals. */
typedef struct toss_valued {
    name_id name;
    double low, high;
    const toss_numbers *numbers;
    ir_var variable; /* element -> number, or real */
    bool real;
} toss_valued;

/* What `pre` says of a value. */
typedef struct toss_bound {
    name_id function;
    uint32_t slot;
    double low, high;
} toss_bound;

typedef VEC(const rs_node *) toss_guards; /* sentences, or their negations */

typedef struct toss_lowering {
    rs_game *f;
    ir_game *g;
    kit_code *k;
    arena *arena, *scratch;
    rs_structure *s;
    uint32_t count;              /* elements, those that may come too */
    uint32_t given;              /* of START */
    bool makes, deletes, copies; /* what some rule does with elements */
    name_id present;             /* the relation of those that are there; NAME_NONE: all are */
    uint64_t max_steps;
    bool failed;

    ir_sym *elements, nowhere, zero, one, none;
    name_id element_type, element_or_none, bool_type, piece_type;
    VEC(toss_fluent) fluents;
    map fluent_by_name, made; /* made: hash of what a variable holds -> it */
    ir_var board;             /* IR_NONE: no pieces */
    VEC(ir_var) pool;         /* variables for elements */
    uint32_t used;            /* of the pool, at this place */
    uint32_t most;            /* of the pool, in this rule */
    VEC(toss_valued) valued;
    bool real_scores;          /* payoffs are reals */
    VEC(toss_bound) bounds;    /* of the rule whose updates are looked at */
    VEC(ir_var *) kept_images; /* [player who moves at once with others] */
    vec_u32 kept_rules;
    ir_var *played; /* [rule] IR_NONE: nothing asks for it */
    VEC(toss_static *) tables;
    map table_by_node, table_by_atom, static_by_name;
    ir_sym *rules, *players;
    VEC(toss_shared) shared;
    map shared_by_definition;
    VEC(const toss_numbers *) numbers; /* that sums go through */
    map searches; /* rules and what is known -> where it is found out whether they can be applied */
} toss_lowering;
#define toss_element(x, i) item_at(x, elements, count, i)

/* lower_logic.c */
toss_env *toss_copy_env(toss_lowering *x, const toss_env *env);
/* The condition that the formula, whose variables are all bound, holds, or does not. */
ir_expr toss_condition(toss_lowering *x, const rs_node *n, const toss_env *env, bool negated);
/* Edges from one node to the other, along which the unbound variables take every value with which all conjuncts
 * hold. */
void toss_follow(toss_lowering *x, toss_conjuncts *all, ir_node from, ir_node to);
void toss_add_conjunct(toss_lowering *x, toss_conjuncts *all, const rs_node *n, toss_env *env, bool negated);
/* An equation of two slots; of one with itself it says nothing, but binds the variable. */
rs_node *toss_same(toss_lowering *x, uint32_t a, uint32_t b, src_span at);
ir_var toss_take_variable(toss_lowering *x);
toss_env *toss_new_env(toss_lowering *x, uint32_t slots);
/* inline.c: the body of the definition that the atom names, with the variables of the environment. */
const rs_node *toss_inline(toss_lowering *x, const rs_node *atom, toss_env *env);
/* Whether no rule changes what the formula says. */
bool toss_is_static(toss_lowering *x, const rs_node *n);
/* Names what is not supported, once. */
void toss_refuse(toss_lowering *x, src_span at, const char *what, const char *hint);
const toss_fluent *toss_find_fluent(const toss_lowering *x, name_id name);
ir_expr toss_fluent_cell(toss_lowering *x, const toss_fluent *fl, const ir_var *at_vars);

/* lower_count.c: of a comparison whose variables are bound, by counting; IR_NONE: it cannot be counted. */
ir_expr toss_count_condition(toss_lowering *x, const rs_node *n, const toss_env *env, bool negated);
/* Of a payoff: between what it is, and the edges that find out and assign the score. */
bool toss_count_range(toss_lowering *x, const rs_node *n, int32_t *low, int32_t *high);
void toss_count_score(toss_lowering *x, const rs_node *n, const toss_env *env, ir_expr goal, ir_node from, ir_node to);

/* Of updates: the same for what a value becomes. */
bool toss_measure(toss_lowering *x, const rs_node *n, double *low, double *high);
void toss_count_value(toss_lowering *x, const rs_node *n, const toss_env *env, ir_node from, ir_node to);
ir_expr toss_counted_value(toss_lowering *x, const rs_node *n, const toss_numbers *as);
/* The term has no variables, and nothing changes it. */
bool toss_fixed_number(toss_lowering *x, const rs_node *n, double *value);
const toss_numbers *toss_numbers_of(toss_lowering *x, int32_t low, int32_t high);
ir_type toss_numbers_type(toss_lowering *x, const toss_numbers *n);
ir_sym toss_number_symbol(const toss_numbers *n, double value);

/* lower_real.c: whether a term can be a real of the automaton. */
bool toss_is_real(toss_lowering *x, const rs_node *n);
/* A comparison of such terms whose variables are bound; IR_NONE: they are none. */
ir_expr toss_real_condition(toss_lowering *x, const rs_node *n, const toss_env *env, bool negated);
/* Edges that find out the value of such a term and assign it. */
void toss_assign_real(toss_lowering *x, const rs_node *n, const toss_env *env, ir_expr target, ir_node from,
                      ir_node to);
/* A variable that keeps the value of this term. */
ir_var toss_real_result(toss_lowering *x, const rs_node *n);
/* The values of a function at first. */
ir_value toss_real_values(toss_lowering *x, name_id function);

/* A loop of v over all elements, in order: from -> first .. last -> first or to. */
void toss_loop(toss_lowering *x, ir_var v, ir_node from, ir_node first, ir_node last, ir_node to);

/* lower_fixed.c: `tc`; `lfp` and `gfp` (IR_NONE: too large), and atoms of their relations inside of them */
enum { TOSS_CELLS_MAX = 1 << 16 }; /* of a relation that changes */
ir_expr toss_closure_condition(toss_lowering *x, const rs_node *n, const toss_env *env, bool negated);
ir_expr toss_fixed_condition(toss_lowering *x, const rs_node *n, const toss_env *env, bool negated);
ir_expr toss_local_condition(toss_lowering *x, const rs_node *atom, const toss_env *env, bool negated);

/* tables.c */
enum { TOSS_TABLE_MAX = 1 << 18 };
/* The table of a formula of one or two variables that nothing changes, else NULL. */
toss_static *toss_table_of(toss_lowering *x, const rs_node *n);
/* It as a map to Bool. */
ir_const toss_table_constant(toss_lowering *x, const bool *holds, uint32_t arity);
/* element -> element or nowhere: the k-th partner, forwards or backwards. */
ir_const toss_step_constant(toss_lowering *x, const toss_static *t, uint32_t k, bool back);
ir_type toss_element_map(toss_lowering *x, ir_type to);
/* The variables that the formula does not bind, in the order of their occurrence; their number. */
uint32_t toss_free_slots(const rs_node *n, uint32_t *slots);

/* declare.c */
bool toss_is_optional(const rs_game *f, name_id name); /* `_opt_Q` */
enum { TOSS_LEAVES_MAX = 8 };
bool toss_declare(toss_lowering *x);
/* The formulas `:(..)` of a payoff, and its value while those of `holds` hold. */
void toss_find_leaves(const rs_node *n, const rs_node **leaves, uint32_t *count);
bool toss_paid_by_formulas(const rs_node *n); /* not by sums */
double toss_payoff(const rs_node *n, const rs_node *const *leaves, uint32_t count, uint32_t holds, bool *fine);
ir_sym toss_score(toss_lowering *x, double score);
ir_var toss_declare_variable(toss_lowering *x, const char *hint, ir_type type, ir_value initial);

/* heuristic.c: what payoffs say of how far a player is, or NULL. After the lowering. */
const struct ir_heuristic *toss_heuristic(toss_lowering *x);

/* lower_rule.c */
toss_guards toss_common_guards(toss_lowering *x, const rs_seat *mover);
/* The paths of one rule; with tags, the name of the rule and the images in the order of L. `kept`: instead of what the
 * rule does the images are kept in these variables, for toss_lower_effect. */
void toss_lower_rule(toss_lowering *x, uint32_t index, const toss_guards *known, bool tags, const ir_var *kept,
                     ir_node from, ir_node to);
void toss_lower_effect(toss_lowering *x, uint32_t index, const ir_var *images, ir_node from, ir_node to);
/* Whether the left side is still there, `pre` or not. */
ir_expr toss_still_matched(toss_lowering *x, uint32_t index, const ir_var *images);
ir_expr toss_can_apply(toss_lowering *x, uint32_t rule, const toss_guards *known);
/* What a player chose whose rule is applied later: as many variables as a left side has elements, and the rule. */
const ir_var *toss_kept_images(toss_lowering *x, uint32_t player);
ir_var toss_kept_rule(toss_lowering *x, uint32_t player);

/* lower_elements.c */
void toss_guard_elements(toss_lowering *x); /* formulas and left sides speak of elements that are there */
ir_node toss_remove_element(toss_lowering *x, ir_var element, ir_node from);
ir_node toss_make_element(toss_lowering *x, ir_var element, ir_node from);
ir_node toss_copy_elements(toss_lowering *x, const rs_rule *r, const ir_var *left, const ir_var *right, ir_node from);
ir_node toss_fill_elements(toss_lowering *x, const rs_rule *r, const ir_var *right, ir_node from);

/* lower_values.c */
/* Finds the functions that rules change, and between what their values are. */
void toss_find_valued(toss_lowering *x);
void toss_declare_valued(toss_lowering *x);
const toss_valued *toss_find_function(const toss_lowering *x, name_id name);
/* New values: what they will be, found in the structure before; then what becomes of it. */
ir_node toss_find_updates(toss_lowering *x, const rs_rule *r, const ir_var *left, ir_node from);
ir_node toss_make_updates(toss_lowering *x, const rs_rule *r, const ir_var *right, ir_node from);
ir_node toss_clear_values(toss_lowering *x, ir_var element, ir_node from);
ir_node toss_copy_values(toss_lowering *x, ir_var from_element, ir_var to_element, ir_node from);

/* lower.c */
bool toss_lower(toss_lowering *x);

#endif
