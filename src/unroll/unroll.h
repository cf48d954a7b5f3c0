/* From an automaton to a boolean network: symbolic execution of a decision (King, "Symbolic
 * execution and program testing", 1976). What chooses and counts on the way is concrete, what the
 * state holds is symbolic; a path that reaches the end of a decision is a ground move, legal when
 * what it checks holds; what the keeper does then follows once for all moves together. */
#ifndef LUDENS_UNROLL_UNROLL_H
#define LUDENS_UNROLL_UNROLL_H

#include "automaton/ir.h"
#include "base/vec.h"

/* Limits on the work; 0: the standard ones. */
typedef struct unroll_limits {
    uint32_t gates, moves, configurations;
} unroll_limits;

/* The text of a move from its words, in the language of the game, in the arena. */
typedef const char *unroll_text(void *user, const uint32_t *words, uint32_t count, arena *a);

/* What a fact says: a cell of the state, as bytes, holds a value; or the game is at a node, where
 * the value is that of `player`. */
typedef struct unroll_fact {
    ir_node node;           /* IR_NONE: the fact is of a cell */
    uint32_t offset, value; /* as it is stored */
    uint8_t width;          /* 0: no cell says it (the end) */
    bool last;              /* only at the end a cell holds it */
} unroll_fact;
typedef struct unroll_words {
    const uint32_t *words;
    uint32_t count;
} unroll_words;

/* What the network's parts stand for in the automaton: `term` of a fact, a move (LOGIC_NONE: `noop`)
 * and a goal is a place here. Facts of the same cell follow each other. */
typedef struct unroll_key {
    VEC(unroll_fact) facts;
    VEC(unroll_fact) constants; /* cells of which it knows what they always hold */
    VEC(unroll_words) moves;
    VEC(double) scores;
} unroll_key;

struct net_network;
/* The network of a checked automaton that passes have left, in the arena; its roles also have the
 * move `noop`, legal whenever they do not decide. `key`, when not NULL, gets what it stands for;
 * then passes have simplified it, but for what only holds of states that follow the first. NULL:
 * *why says what cannot be unrolled, *where at which place of the source. */
struct net_network *unroll_network(ir_game *g, unroll_text *text, void *user, const unroll_limits *limits,
                                   unroll_key *key, arena *a, const char **why, src_span *where);
/* The same as text (docs/circuit.md), or as a rule sheet: `moves`, when not NULL, gets what its moves mean (net_kif).
 */
const char *unroll_to_text(ir_game *g, bool rule_sheet, unroll_text *text, void *user, const char **moves, arena *a,
                           const char **why, src_span *where);

#endif
