/* Parts of the rules that only move about the board are relations between vertices. */
#ifndef LUDENS_LANG_RBG_RELATION_H
#define LUDENS_LANG_RBG_RELATION_H

#include "lang/rbg/rbg.h"

#include "base/bitset.h"

/* A bit for every pair of vertices: rows of `words` words. */
typedef struct rbg_relation {
    uint32_t size, words;
    uint64_t *bits;
} rbg_relation;

typedef struct rbg_relations {
    const rbg_file *f;
    arena *arena;
    map kinds;  /* number of a rule -> 1: only shifts, 2: something else */
    map places; /* number of a rule -> index into list */
    VEC(const rbg_relation *) list;
    bool off; /* the board is too large */
} rbg_relations;

static inline uint64_t *rbg_row(const rbg_relation *r, uint32_t from) { return r->bits + (size_t)from * r->words; }
static inline bool rbg_related(const rbg_relation *r, uint32_t from, uint32_t to)
{
    return rbg_row(r, from)[to / 64] >> (to % 64) & 1;
}

void rbg_relations_init(rbg_relations *x, const rbg_file *f, arena *a);
/* Whether the rule consists of shifts, and checks of such, alone. */
bool rbg_only_shifts(rbg_relations *x, const rbg_rule *r);
/* The relation of such a rule; NULL on boards that are too large. */
const rbg_relation *rbg_relation_of(rbg_relations *x, const rbg_rule *r);
/* One after the other; a may be NULL: nothing yet. */
const rbg_relation *rbg_compose(rbg_relations *x, const rbg_relation *a, const rbg_relation *b);

#endif
