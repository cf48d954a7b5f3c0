/* Code of the automaton, written at a cursor: a node that the next edge leaves.
 *
 * Numbers carry their bounds, and what is known while a game is read folds: an expression is made only where the
 * position decides. Conditions likewise. */
#ifndef LUDENS_KIT_CODE_H
#define LUDENS_KIT_CODE_H

#include "automaton/ir.h"
#include "ludens_ludemes.h"

typedef ludens_number kit_num;
typedef ludens_condition kit_cond;
typedef ludens_loop kit_loop;

typedef struct kit_code {
    ir_game *g;
    arena *arena; /* of the front end */
    src_span at;  /* the text that what is written stems from */
    ir_node cur;
    uint32_t tries; /* kit_try_begin without its end */
    map types, constants;
    map numbered;       /* hint of names -> the next number behind it */
    uint64_t cells;     /* of all tables */
    ir_value *integers; /* small ones, shared */
    uint32_t nodes_max; /* 250,000 unless it is changed */
    bool full;
    void (*overflow)(void *user, const char *what); /* told once what there is too much of, or NULL: it is reported */
    bool (*is_taken)(void *user, name_id name);     /* names that will be taken, or NULL */
    void *user;
} kit_code;

void kit_init(kit_code *x, arena *a, void (*overflow)(void *user, const char *what), void *user);
void kit_overflow(kit_code *x, const char *what);

/* ---- types, variables, tables ---- */

/* Integers of a range. */
ir_var kit_variable(kit_code *x, const char *name, int32_t low, int32_t high, int32_t initial);
/* One whose first value does not matter. */
ir_var kit_scratch(kit_code *x, const char *name, int32_t low, int32_t high);
/* A map of first .. last; `initial` of 0 .. last, or NULL for all zero. */
ir_var kit_array(kit_code *x, const char *name, int32_t first, int32_t last, int32_t low, int32_t high,
                 const int32_t *initial);
/* Constant maps of first .. first+count-1, and `other` elsewhere; equal ones are made once. */
ir_const kit_table(kit_code *x, int32_t first, const int32_t *values, uint32_t count, int32_t other);
ir_const kit_table2(kit_code *x, int32_t first, const int32_t *values, uint32_t count, uint32_t width, int32_t other);

/* ---- numbers ---- */

kit_num kit_known(int32_t value);
kit_num kit_read(kit_code *x, ir_var v);
ir_expr kit_expr(kit_code *x, kit_num n);
/* IR_ADD, IR_SUB, IR_MUL, IR_DIV or IR_MOD; what is divided by zero is zero. */
kit_num kit_op(kit_code *x, ir_op op, kit_num a, kit_num b);
kit_num kit_choose(kit_code *x, kit_cond c, kit_num a, kit_num b);
/* `other` where it is not within the bounds. */
kit_num kit_clamp(kit_code *x, kit_num n, int32_t low, int32_t high, int32_t other);
kit_num kit_look(kit_code *x, ir_const table, kit_num key);
kit_num kit_look2(kit_code *x, ir_const table, kit_num row, kit_num column);
kit_num kit_at(kit_code *x, ir_var map, kit_num key);

/* ---- conditions ---- */

kit_cond kit_truth(bool value);
ir_expr kit_truth_expr(kit_code *x, kit_cond c);
/* IR_EQ, IR_NE, IR_LT, IR_LE, IR_GT or IR_GE. */
kit_cond kit_compare(kit_code *x, ir_op op, kit_num a, kit_num b);
kit_cond kit_not(kit_code *x, kit_cond c);
kit_cond kit_and(kit_code *x, kit_cond a, kit_cond b);
kit_cond kit_or(kit_code *x, kit_cond a, kit_cond b);

/* ---- expressions as they are ---- */

ir_expr kit_equal(kit_code *x, bool equal, ir_expr a, ir_expr b);
/* Of two operands. */
ir_expr kit_operation(kit_code *x, ir_op op, ir_expr a, ir_expr b);
ir_expr kit_if(kit_code *x, ir_expr c, ir_expr a, ir_expr b);
ir_expr kit_real(kit_code *x, double value); /* finite */
ir_expr kit_negation(kit_code *x, ir_expr e);
ir_expr kit_both(kit_code *x, ir_expr a, ir_expr b);   /* IR_NONE: true */
ir_expr kit_either(kit_code *x, ir_expr a, ir_expr b); /* IR_NONE: false */
ir_expr kit_reach(kit_code *x, ir_node from, ir_node to);

ir_sym kit_sym(kit_code *x, const char *name);
ir_sym kit_sym_named(kit_code *x, name_id name);
ir_expr kit_symbol_named(kit_code *x, name_id name);
ir_expr kit_symbol(kit_code *x, ir_sym s);
ir_expr kit_var(kit_code *x, ir_var v);
ir_expr kit_const(kit_code *x, ir_const c);
ir_expr kit_lookup(kit_code *x, ir_const table, ir_expr key);
ir_expr kit_index(kit_code *x, ir_expr map, ir_expr key);
ir_expr kit_entry(kit_code *x, ir_var map, ir_sym key);

/* ---- edges at the cursor ---- */

ir_node kit_node(kit_code *x);
ir_node kit_named_node(kit_code *x, const char *hint);
void kit_go(kit_code *x, ir_node to);
void kit_assign(kit_code *x, ir_expr target, ir_expr value);
void kit_player(kit_code *x, ir_node to, ir_sym role); /* whose turn it is there */
void kit_tag(kit_code *x, ir_expr value);
void kit_set(kit_code *x, ir_var v, kit_num n);
void kit_set_at(kit_code *x, ir_var map, kit_num key, kit_num n);
void kit_pick(kit_code *x, ir_var v, int32_t low, int32_t high);
void kit_check(kit_code *x, kit_cond c);
/* The cursor goes on where it holds; the node returned is where it does not. */
ir_node kit_branch(kit_code *x, kit_cond c);
void kit_branch_to(kit_code *x, kit_cond c, ir_node otherwise);
/* Goes on at the cursor only if the code between can be passed: an expression for it. */
typedef struct kit_try {
    ir_node outside, from;
} kit_try;
kit_try kit_try_begin(kit_code *x);
kit_cond kit_try_end(kit_code *x, kit_try t);

/* ---- edges between nodes, for what follows an automaton of its own ---- */

void kit_link(kit_code *x, ir_node from, ir_node to);
void kit_link_check(kit_code *x, ir_node from, ir_node to, ir_expr condition);
void kit_link_assign(kit_code *x, ir_node from, ir_node to, ir_expr target, ir_expr value);
/* `condition` of what is chosen, or IR_NONE. */
void kit_link_choose(kit_code *x, ir_node from, ir_node to, ir_expr target, ir_type type, ir_expr condition);
void kit_link_tag(kit_code *x, ir_node from, ir_node to, ir_expr value);
void kit_link_player(kit_code *x, ir_node from, ir_node to, ir_sym role);
/* Both ways out of a node; the nodes behind them. */
void kit_fork(kit_code *x, ir_node from, ir_expr condition, ir_node *yes, ir_node *no);
/* At most one of the ways to these nodes can be taken; `exhaustive`: exactly one. */
void kit_disjoint(kit_code *x, ir_node from, const ir_node *to, uint32_t count, bool exhaustive);
/* The node behind a new edge. */
ir_node kit_assigned(kit_code *x, ir_node from, ir_expr target, ir_expr value);
ir_node kit_checked(kit_code *x, ir_node from, ir_expr condition);
ir_node kit_tagged(kit_code *x, ir_node from, ir_expr value);

/* ---- loops ---- */

/* for v in low .. high - 1; the body goes to `next`. */
kit_loop kit_loop_begin(kit_code *x, ir_var v, kit_num low, kit_num high);
void kit_loop_end(kit_code *x, const kit_loop *l);

#endif
