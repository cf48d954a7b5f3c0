/* The builder: the one way front ends make an automaton.
 *
 * Order of calls: ir_game_new; types, constants and variables (a constant or variable must be
 * declared before a value or expression refers to it; types may be declared at any time);
 * nodes and edges; ir_game_finish, which adds the built-ins that are missing, checks the
 * whole game (reporting to the sink) and numbers the symbols.
 *
 * All memory comes from the arena of the game; running out of it jumps (base/arena.h). Every
 * call takes the span of source text it stems from. */
#ifndef LUDENS_AUTOMATON_BUILD_H
#define LUDENS_AUTOMATON_BUILD_H

#include "automaton/ir.h"

ir_game *ir_game_new(arena *a, intern *names, const src_text *source, diag_sink *sink);

/* Declares PlayerOrSystem, goals, ... (spec of RG, section 4), when absent, and looks them up.
 * Front ends call it after the declarations of the source and before building edges, since
 * edges refer to g->player and friends. False when Player or Score are missing or a
 * built-in has another type (reported). */
bool irb_builtins(ir_game *g);
/* True when there were no errors. Warnings are reported as well if `warn`. */
bool ir_game_finish(ir_game *g, bool warn);

/* types */
ir_sym irb_symbol(ir_game *g, name_id name);
void irb_symbol_place(ir_game *g, ir_sym s, int32_t x, int32_t y); /* board coordinates */
ir_type irb_set_type(ir_game *g, const ir_sym *symbols, uint32_t count, src_span at);
ir_type irb_int_type(ir_game *g, int32_t low, int32_t high, src_span at);
ir_type irb_real_type(ir_game *g, src_span at);
ir_type irb_arrow_type(ir_game *g, ir_type key, ir_type value, src_span at);
ir_type irb_named_type(ir_game *g, name_id name, src_span at);
/* Reports a duplicate and returns false. */
bool irb_typedef(ir_game *g, name_id name, ir_type type, src_span at);

/* values */
ir_value irb_value_symbol(ir_game *g, ir_sym s, src_span at);
ir_value irb_value_int(ir_game *g, int32_t i, src_span at);
ir_value irb_value_real(ir_game *g, double value, src_span at); /* finite */
ir_value irb_value_const(ir_game *g, ir_const c, src_span at);
/* The entries are copied. A missing default or duplicate keys are reported by the check. */
ir_value irb_value_map(ir_game *g, const ir_value_entry *entries, uint32_t count, src_span at);

/* declarations: IR_NONE, and a report, when the name is taken */
ir_const irb_constant(ir_game *g, name_id name, ir_type type, ir_value value, src_span at);
ir_var irb_variable(ir_game *g, name_id name, ir_type type, ir_value initial, src_span at);
ir_const irb_find_constant(const ir_game *g, name_id name); /* IR_NONE */
/* Whether a symbol, type, constant or variable is called so; a name that none has: the hint, or with a number behind
 * it. */
bool irb_is_named(const ir_game *g, name_id name);
name_id irb_unused_name(ir_game *g, const char *hint);
ir_var irb_find_variable(const ir_game *g, name_id name); /* IR_NONE */

/* expressions */
ir_expr irb_expr_symbol(ir_game *g, ir_sym s, src_span at);
ir_expr irb_expr_int(ir_game *g, int32_t i, src_span at);
ir_expr irb_expr_real(ir_game *g, double value, src_span at); /* finite */
ir_expr irb_expr_const(ir_game *g, ir_const c, src_span at);
ir_expr irb_expr_var(ir_game *g, ir_var v, src_span at);
ir_expr irb_expr_cast(ir_game *g, ir_type t, ir_expr e, src_span at);
ir_expr irb_expr_index(ir_game *g, ir_expr table, ir_expr key, src_span at);
ir_expr irb_expr_reach(ir_game *g, ir_node from, ir_node to, src_span at);
/* Any other operation; operands that it does not have are IR_NONE. */
ir_expr irb_expr(ir_game *g, ir_op op, ir_expr a, ir_expr b, ir_expr c, src_span at);

/* nodes: "begin" and "end" are fixed names */
ir_node irb_node(ir_game *g, name_id name, src_span at);           /* finds or makes */
ir_node irb_fresh_node(ir_game *g, const char *hint, src_span at); /* a name not used yet */

/* edges */
void irb_skip(ir_game *g, ir_node from, ir_node to, src_span at);
void irb_assign(ir_game *g, ir_node from, ir_node to, ir_expr target, ir_expr value, src_span at);
void irb_choose(ir_game *g, ir_node from, ir_node to, ir_expr target, ir_type type, ir_expr condition_or_none,
                src_span at);
void irb_check(ir_game *g, ir_node from, ir_node to, ir_expr condition, src_span at);
void irb_tag(ir_game *g, ir_node from, ir_node to, ir_expr value, src_span at);

/* pragmas */
void irb_disjoint(ir_game *g, ir_node node, const ir_node *targets, uint32_t count, bool exhaustive);
/* Whichever word of the keeper is found first is taken: by the rules of the language all lead to the same
 * in the end, though their steps may differ. The pragma `@anyKeeper` in text. */
void irb_any_keeper(ir_game *g);
/* Players who decide one after the other, without a step of the keeper in between, decide at once. The pragma
 * `@simultaneous` in text. */
void irb_simultaneous(ir_game *g);
/* A path of chance is as likely as the number that this variable holds at its end says (weight.h). The pragma `@weight
 * name` in text. */
void irb_weight(ir_game *g, ir_var v);
/* Promises that tags tell what a player's move does to the variable: two paths with equal tags that meet have
 * left the same in it. */
void irb_told(ir_game *g, ir_var v);
void irb_pragma(ir_game *g, const char *text, bool about_nodes, src_span at);

#endif
