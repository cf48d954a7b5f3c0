/* The circuit: a boolean network over what can hold and what can be done, with a transition
 * function; the propositional network of Schkufza, Love, Genesereth (2008).
 *
 * A signal is a gate's number times two, plus one when negated. Gate 0 is true. Gates are ands of
 * any number of signals (or is not-and-not) and come after their inputs, but for components:
 * ranges of gates that depend on each other without negation, whose least solution is meant. */
#ifndef LUDENS_CIRCUIT_NETWORK_H
#define LUDENS_CIRCUIT_NETWORK_H

#include "logic/terms.h"

typedef uint32_t net_signal;
#define NET_TRUE  0u
#define NET_FALSE 1u

typedef enum net_kind { NET_CONSTANT, NET_FACT, NET_DOES, NET_AND, NET_OR } net_kind;

typedef struct net_gate {
    net_kind kind;
    uint32_t first, count; /* inputs: net_network.inputs[first ..]; NET_FACT, NET_DOES: number */
} net_gate;

typedef struct net_fact {
    logic_term term;
    const char *text;
    bool initial;
    net_signal next;
} net_fact;

typedef struct net_move {
    logic_term term;
    const char *text;
    net_signal legal;
    uint32_t gate; /* NET_DOES */
} net_move;

typedef struct net_valued { /* a goal or a percept */
    logic_term term;
    const char *text;
    int32_t value; /* goal: the integer, or -1 */
    net_signal signal;
} net_valued;

typedef struct net_role {
    logic_term term;
    const char *name;
    uint32_t first_move, move_count; /* of net_network.moves, sorted by text */
    uint32_t first_goal, goal_count;
    uint32_t first_percept, percept_count;
} net_role;

typedef struct net_component {
    uint32_t first, end; /* gates */
} net_component;

typedef struct net_network net_network;
struct net_network {
    VEC(net_gate) gates;
    VEC(net_signal) inputs;
    VEC(net_fact) facts;
    VEC(net_move) moves;
    VEC(net_valued) goals, percepts;
    VEC(net_role) roles; /* in text order */
    VEC(net_component) components;
    net_signal terminal;
    uint32_t random; /* role that is chance, or LOGIC_NONE */
    bool sees;
};

/* What is done while a network is built (passes.def), and how often it was. */
typedef struct net_building {
    bool choices, constants, share;
    uint32_t joined, folded, shared;
} net_building;

/* [gate] number of its component + 1, or 0 (check.c). */
uint32_t *net_component_of(const net_network *n, arena *a);
/* Signals of facts, moves, goals and percepts: all outputs but the end (check.c). */
void net_each_output(const net_network *n, void (*visit)(void *user, net_signal *s), void *user);

/* subgames.c: the part of each fact, [fact], from 0; facts and moves of different parts have no influence on
 * each other, but for when the game ends. Their number. */
uint32_t net_find_subgames(const net_network *n, uint32_t *part_of, arena *a);

struct grounding;
/* The network of a grounded program, in arena `a`, with its texts in another. NULL after a report
 * (no role, ...). */
net_network *net_build(struct grounding *g, net_building *how, arena *a, arena *texts);

#endif
