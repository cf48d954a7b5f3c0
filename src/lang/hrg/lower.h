/* What the files that make edges share. */
#ifndef LUDENS_LANG_HRG_LOWER_H
#define LUDENS_LANG_HRG_LOWER_H

#include "lang/hrg/world.h"

/* Where `break()` and `continue()` go; nodes are made when first used. */
typedef struct loop_targets loop_targets;
struct loop_targets {
    ir_node *out, *again;
    const loop_targets *outer;
};

/* The one copy of a reusable graph (one more for each place its end() has to go to). */
typedef struct shared_body {
    uint32_t graph;
    ir_node stop;  /* IR_NONE: the end of the game */
    bool own_stop; /* end() goes to the end of the graph itself */
    ir_node begin, finish;
} shared_body;

typedef struct return_point {
    uint32_t graph;
    ir_node finish, after;
    ir_sym caller;
    src_span span;
} return_point;

typedef struct graph_variables {
    ir_var *params;
    ir_var caller; /* g_return of a reusable graph, made at its first call */
    name_id caller_type;
    uint32_t calls;
    VEC(ir_sym) callers;
} graph_variables;

typedef struct lowering {
    hrg_world *w;
    graph_variables *graphs;
    VEC(shared_body) shared;
    VEC(return_point) returns;
    map artificial; /* names of tags */
    vec_u32 artificial_list;
    uint32_t depth;
} lowering;

/* One copy of a graph while it is made. */
typedef struct frame {
    lowering *l;
    uint32_t index;
    const hrg_graph *graph;
    uint32_t base;      /* of the names bound in it, in w->env */
    const char *prefix; /* of its nodes */
    uint32_t counter;
    ir_node finish; /* where return() goes; IR_NONE until needed */
    ir_node stop;   /* where end() goes; IR_NONE: the end of the game */
    const loop_targets *loop;
} frame;

static inline hrg_world *frame_world(const frame *f) { return f->l->w; }

/* lower_expr.c */
ir_expr hrg_lower_expr(frame *f, const hrg_expr *e);
/* A constant, a variable or a symbol, whose text is the cursor's. */
ir_expr hrg_lower_variable(frame *f, name_id name);
/* What a name bound by branch or repeat stands for, HRG_NONE for others: a term. */
uint32_t hrg_bound_term(const frame *f, name_id name);
/* An element as the value it names: constant, variable or symbol. */
ir_expr hrg_lower_element(frame *f, uint32_t term);

/* lower_cond.c. Edges for the condition out of `from`: to *yes where it holds, to *no where
 * it does not; either may be NULL (not wanted) or IR_NONE (made when first reached). */
void hrg_lower_condition(frame *f, const hrg_expr *e, ir_node from, ir_node *yes, ir_node *no);

/* lower.c. Statements from `from` on; the node where they end or IR_NONE when they never do. */
ir_node hrg_lower_block(frame *f, const hrg_block *b, ir_node from);
ir_node hrg_fresh(frame *f, src_span at);
/* Counts an edge that stems from that text; false when there are too many. */
bool hrg_take_edge(frame *f, src_span at);
void hrg_skip(frame *f, ir_node from, ir_node to, src_span at);

/* lower_call.c */
ir_node hrg_lower_call(frame *f, const hrg_stmt *t, ir_node from);
/* Start and target for reachable(name(args)). */
void hrg_lower_reachable(frame *f, const hrg_expr *call, ir_node *start, ir_node *target);
void hrg_lower_returns(lowering *l);
void hrg_declare_graphs(lowering *l);

#endif
