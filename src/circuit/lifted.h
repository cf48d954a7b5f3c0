/* Programs that are run without grounding their rules: what can hold and what can be done is
 * numbered by products of domains, one for each argument of each shape. A domain contains all terms
 * that can ever stand there, and maybe more: each rule's variables range over what their places in
 * the body allow, one place at a time. */
#ifndef LUDENS_CIRCUIT_LIFTED_H
#define LUDENS_CIRCUIT_LIFTED_H

#include "circuit/domains.h"
#include "circuit/flat.h"

typedef struct lifted_shape {
    uint32_t predicate; /* RL_TRUE or RL_DOES */
    uint32_t columns;   /* of the term: without the role */
    domain *domains;    /* [column] */
    uint64_t first, count;
} lifted_shape;

typedef struct lifted {
    flat_program *program;
    arena *arena;
    lifted_shape *facts, *moves; /* [shape] */
    uint64_t fact_count, move_count;
    vec_u32 roles; /* terms, in text order */
    bool sees;
} lifted;

enum { LIFTED_FACTS_MAX = 1 << 22 };

/* NULL: the domains are too large. */
lifted *lifted_make(flat_program *f, arena *a);
/* Number of a row; for moves the row begins with the role. LIFTED_NONE: outside of the domains. */
#define LIFTED_NONE UINT64_MAX
uint64_t lifted_number(const lifted *l, const logic_terms *terms, bool move, uint32_t shape, const logic_term *row);
/* The row of a number (for moves without the role), and its shape. */
uint32_t lifted_row(const lifted *l, logic_terms *terms, bool move, uint64_t number, logic_term *row);
/* The canonical text of a fact or move, piece by piece; and the number of a text. */
void lifted_text(const lifted *l, bool move, uint64_t number, void (*put)(void *user, const char *piece), void *user);
uint64_t lifted_parse(const lifted *l, bool move, const char *text);

#endif
