/* What passes share: the parts that nodes play, rebuilding expressions, conditions that exclude
 * each other, the sets of values that can be stored. */
#ifndef LUDENS_AUTOMATON_PASSES_REWRITE_H
#define LUDENS_AUTOMATON_PASSES_REWRITE_H

#include "automaton/ir.h"
#include "base/bitset.h"

/* ---- nodes ---- */

typedef struct node_roles {
    bitset decision; /* begin and what an assignment of player leads to: states are there */
    bitset start;    /* a reachability starts here */
    bitset target;   /* a reachability ends here */
    bitset promised; /* the author's @disjoint names it */
} node_roles;

/* Reachabilities count when an edge asks for them. */
node_roles nodes_roles(const ir_game *g, arena *a);
/* Only edges speak of the node, so that it can become another one or take in another one. */
bool nodes_plain(const ir_game *g, const node_roles *r, ir_node n);
/* Every node becomes name[node], in edges and reachabilities. */
void nodes_rename(ir_game *g, const ir_node *name);

/* ---- edges ---- */

void edge_to_skip(ir_edge_data *e);
/* One more edge that does or asks the same. */
void edge_copy(ir_game *g, ir_edge_data e, ir_node from, ir_node to);
/* The same effect or condition, wherever the edges lead. */
bool edges_alike(const ir_game *g, const ir_edge_data *e, const ir_edge_data *f);
static inline bool edge_writes(const ir_edge_data *e)
{
    return !e->removed && (e->label == IR_ASSIGN || e->label == IR_CHOOSE);
}

/* ---- expressions ---- */

/* Calls `change` for every part of the expression, operands before operators; what it returns
 * takes the place of the part, IR_NONE leaves it. Where the result would not be well typed
 * the expression stays. The nodes that reachabilities name are no parts. */
typedef ir_expr (*expr_change)(void *user, ir_expr e);
ir_expr expr_rewrite(ir_game *g, ir_expr e, expr_change change, void *user);
/* Both for what an edge says; true when that changed it. Tags are left alone. */
bool edge_rewrite(ir_game *g, ir_edge_data *e, expr_change change, void *user);

/* Calls `visit` for every part of an expression. */
typedef void (*expr_visit)(void *user, ir_expr e);
void expr_each(const ir_game *g, ir_expr e, expr_visit visit, void *user);

/* The expression with another static type, by a cast to a name of it where one is needed;
 * IR_NONE when there is no name or the types have nothing in common. */
ir_expr expr_typed(ir_game *g, ir_expr e, ir_type type);
/* The negation, in the form that RG can write where there is one. */
ir_expr expr_negation(ir_game *g, ir_expr e);
/* a is the negation of b. */
bool expr_negates(const ir_game *g, ir_expr a, ir_expr b);

/* The entries of a constant table[key] with one level of symbols, or NULL. */
const ir_value_data *table_access(const ir_game *g, ir_expr e, ir_expr *key);
/* The table's value at a symbol; at IR_NONE its default. */
ir_sym table_value(const ir_game *g, const ir_value_data *d, ir_sym key);

/* ---- values ---- */

/* Typing is loose: a variable may come to hold a symbol outside of its type. These never do. */
typedef struct tight_slots {
    bool *variables, *constants;
} tight_slots;

tight_slots values_tight(ir_game *g, arena *a);
/* The value of the expression, a symbol, is surely in its static type. */
bool values_within_type(ir_game *g, const tight_slots *t, ir_expr e);
bool type_has_symbol(const ir_game *g, ir_type type, ir_sym s);

/* ---- counting ways ---- */

/* The rules compare configurations by the values of all variables: a variable that is never read
 * can make two of them. This finds the edges whose assignment may go all the same when nothing
 * reads it: those inside of reachabilities, and those of searches in which no two paths make the
 * same move (`single`, found by the pass unique), unless chance moves: its results are counted by
 * their values. One entry an edge. */
bool *edges_free_to_forget(ir_game *g, const ir_graph *graph, arena *a);

/* Variables whose value can still matter, one set a node: along every path, through moves, and
 * into reachabilities. NULL when the game is too large for it. */
bitset *variables_live(ir_game *g, const ir_graph *graph, arena *a);

#endif
