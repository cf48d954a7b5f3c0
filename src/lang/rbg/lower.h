/* What the files that make the machine's types and edges share. */
#ifndef LUDENS_LANG_RBG_LOWER_H
#define LUDENS_LANG_RBG_LOWER_H

#include "kit/game.h"
#include "kit/symbols.h"
#include "lang/rbg/sure.h"

/* A set of numbers as a type. */
typedef struct rbg_number_type {
    rbg_domain domain;
    name_id name;
} rbg_number_type;

/* As what the rules are run. */
typedef enum rbg_context {
    RBG_KEEPER, /* the words of the keeper: no tags */
    RBG_PLAYER, /* of players: modifiers are tags */
    RBG_AHEAD,  /* is there a word? Ends before its switch */
    RBG_CHECK,  /* inside of a check */
    RBG_CONTEXTS
} rbg_context;

/* The game ends here where no word can be found. */
typedef struct rbg_over {
    ir_node from;
    ir_expr word;
    src_span span;
} rbg_over;

typedef struct rbg_lowering {
    rbg_file *f;
    ir_game *g;
    kit_code *k;
    arena *arena;
    const rbg_graph *graph;
    rbg_numbers *numbers;
    const rbg_sure *sure;

    ir_sym *vertices, *pieces, *players;
    ir_sym nowhere;
    name_id vertex_type, vertex_or_none, piece_type, player_type, bool_type;
    ir_var board, coord, count, before; /* count, before: IR_NONE when not needed */
    ir_var *tallies; /* [piece] counted when it is asked for; NULL: `count` has them, or nobody asks */
    ir_sym first;    /* vertex of the board, and the constants that count on from there */
    ir_const behind, number_of;
    map counted; /* number of a rule -> where the search begins that counts for it; it ends at the next node */
    ir_var *variables;
    VEC(rbg_number_type) number_types;
    map number_type_by_hash;
    map symbols; /* name -> symbol */

    ir_node *nodes;    /* [node * contexts + context], IR_NONE: not met */
    ir_node *deciders; /* [node * (players + 1) + player, last the keeper] */
    vec_u32 queue;     /* node * contexts + context */
    VEC(rbg_over) overs;
    ir_node done; /* of RBG_AHEAD */
    bool ends;    /* an edge leads to the end */
} rbg_lowering;

/* declare.c */
void rbg_declare_game(rbg_lowering *x);
ir_sym rbg_symbol(rbg_lowering *x, const char *name);
/* arith.c */
name_id rbg_number_type_of(rbg_lowering *x, const rbg_domain *d);
ir_sym rbg_number_symbol(rbg_lowering *x, int64_t number);
/* The expression as a value of the machine. */
ir_expr rbg_lower_arith(rbg_lowering *x, const rbg_arith *a);
/* Edges for a condition (an expression that is 1 or 0) between two nodes. */
void rbg_lower_condition(rbg_lowering *x, const rbg_arith *a, ir_node from, ir_node to);
/* next[n]: what n becomes by adding `step`, within 0 to the number of vertices. */
ir_const rbg_step_constant(rbg_lowering *x, int step);

/* counts.c */
void rbg_declare_counts(rbg_lowering *x);
ir_expr rbg_count_expr(rbg_lowering *x, uint32_t piece);
/* Edges for a comparison between two nodes. */
void rbg_lower_comparison(rbg_lowering *x, const rbg_rule *r, ir_node from, ir_node to);

/* lower.c */
void rbg_lower(rbg_lowering *x);
ir_expr rbg_variable_expr(rbg_lowering *x, rbg_arith_kind kind, uint32_t index);

#endif
