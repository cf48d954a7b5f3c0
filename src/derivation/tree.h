/* Derivations of a grammar as trees: texts of them, hashes that know equal games, distances. */
#ifndef LUDENS_DERIVATION_TREE_H
#define LUDENS_DERIVATION_TREE_H

#include "base/text.h"
#include "derivation/grammar.h"

typedef struct dv_node dv_node;
struct dv_node {
    uint32_t production;
    uint32_t choice; /* of the slot that it fills */
    name_id text;    /* of literals, else NAME_NONE */
    uint32_t count;
    dv_node **items; /* forms: [slot], NULL where one is left out; lists: the elements */
};

/* Where a node is. */
typedef struct dv_place {
    dv_node *parent;     /* NULL: the root */
    uint32_t index;      /* among the parent's items */
    const dv_slot *slot; /* that it fills */
    dv_context context;
    uint32_t depth;
} dv_place;

dv_node *dv_node_new(const dv_grammar *g, arena *a, uint32_t production, uint32_t items);
dv_node *dv_copy(const dv_node *n, arena *a);
uint32_t dv_size(const dv_node *n);
/* Calls back for all nodes in preorder, the root without a slot; false stops. */
void dv_walk(const dv_grammar *g, dv_node *root, bool (*each)(void *user, dv_node *n, const dv_place *p), void *user);
/* Whether all nodes are what their slots admit, and nothing is left out that has to be there. */
bool dv_well_typed(const dv_grammar *g, const dv_node *root);

/* The text, on one line. */
const char *dv_text(const dv_grammar *g, arena *a, const dv_node *n);
/* Equal for trees that differ in the title, in names that the game gives to what is its own, or in an order that means
 * nothing. */
uint64_t dv_hash(const dv_grammar *g, const dv_node *root);
/* Counts what stands where in the tree. */
void dv_learn(dv_grammar *g, const dv_node *root);

/* ---- names ---- */

/* The names that a tree declares, in their order. */
void dv_declared(const dv_grammar *g, arena *a, const dv_node *root, dv_names *out);
/* Makes texts that name what is not there any more name something that is: what had the same number in one of the
 * trees they came from (`known`: what those declare), or in a game that was met. A name that is declared twice gets
 * another one. */
void dv_repair_names(const dv_grammar *g, arena *a, dv_node *root, const dv_names *known);

/* ---- distance.c ---- */

/* The fewest nodes that have to be put in, taken out or renamed to make one tree of the other (Zhang, Shasha, "Simple
 * fast algorithms for the editing distance between trees and related problems", SIAM J. Comput. 18(6), 1989). Titles
 * and names that a game gives are no differences. */
uint32_t dv_distance(const dv_grammar *g, arena *scratch, const dv_node *x, const dv_node *y);

#endif
