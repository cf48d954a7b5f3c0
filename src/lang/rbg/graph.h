/* The rules as a nondeterministic automaton over actions, before they become edges of the machine. */
#ifndef LUDENS_LANG_RBG_GRAPH_H
#define LUDENS_LANG_RBG_GRAPH_H

#include "lang/rbg/relation.h"

typedef enum rbg_action {
    RBG_SKIP,
    RBG_MOVE,   /* along a table: vertex -> vertex or none */
    RBG_AT,     /* a check of the vertex: those that the table maps to themselves */
    RBG_CHOOSE, /* any vertex of a set */
    RBG_RELATE, /* any vertex related to this one */
    RBG_ON,
    RBG_OFF,
    RBG_ASSIGN,
    RBG_COMPARE,
    RBG_SWITCH,
    RBG_SOME,
    RBG_NO /* a check: `index` is the number of its body */
} rbg_action;

typedef struct rbg_edge {
    uint32_t from, to;
    rbg_action action;
    uint32_t index;               /* modifiers: their number in the rules; checks: their body */
    const rbg_rule *rule;         /* what it stems from */
    const uint32_t *table;        /* [vertex] of moves and checks of the vertex */
    const rbg_relation *relation; /* of the first row of it: a choice's set; all rows: related */
} rbg_edge;

typedef struct rbg_body {
    uint32_t start, finish;
} rbg_body;

typedef struct rbg_graph {
    rbg_file *f;
    arena *arena;
    rbg_relations relations;
    uint32_t nodes, start, finish;
    VEC(rbg_edge) edges;
    VEC(rbg_body) bodies;
    map body_of;               /* number of a rule -> body */
    const uint32_t **shifts;   /* [direction] its table, or NULL */
    uint32_t *places;          /* [vertex] its number on the board, line by line */
    uint32_t modifiers;        /* so many were numbered */
    uint32_t checks;           /* bodies around the place that is being built */
    uint32_t *out_start, *out; /* edges by their start, in order */
} rbg_graph;

/* False after a report: the rules are too large. */
bool rbg_graph_make(rbg_graph *g, rbg_file *f, arena *a);

#endif
