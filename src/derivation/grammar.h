/* Context-free grammars whose derivations can be drawn at random and changed: types, productions, and how often which
 * part was met where.
 *
 * A language's adaptor makes the grammar from its own tables. The trees over it (tree.h) are those of strongly typed
 * genetic programming (Montana, "Strongly Typed Genetic Programming", Evolutionary Computation 3(2), 1995), the counts
 * those of grammatically biased search (Whigham, "Grammatically-based Genetic Programming", 1995): what stands where
 * is drawn as it was met in games that people made. */
#ifndef LUDENS_DERIVATION_GRAMMAR_H
#define LUDENS_DERIVATION_GRAMMAR_H

#include "base/bitset.h"
#include "base/intern.h"

enum { DV_NONE = UINT32_MAX, DV_LENGTHS = 16 };

typedef enum dv_kind {
    DV_FORM, /* slots between fixed texts */
    DV_LIST, /* any number of parts of one slot */
    DV_WORD, /* a fixed text */
    DV_INTEGER,
    DV_REAL,
    DV_TEXT /* a name or a text in quotes */
} dv_kind;

/* What a text at a place is to the whole. */
typedef enum dv_role {
    DV_PLAIN,
    DV_TITLE,   /* of the game: another one makes no other game */
    DV_DECLARES /* a name, which other texts refer to; names of DV_DECLARES, DV_DECLARES + 1 .. are told apart */
} dv_role;

typedef struct dv_choice {
    const char *before, *behind; /* texts around the part */
    uint32_t type;
} dv_choice;

typedef struct dv_slot {
    const dv_choice *choices;
    uint32_t count;
    bool optional;
    uint32_t role; /* of the texts that fill it */
} dv_slot;

typedef struct dv_production {
    dv_kind kind;
    const char *name;
    const char *open, *gap, *close; /* of forms and lists; the whole text of words is `open` */
    const dv_slot *slots;           /* lists: the one of their elements */
    uint32_t count;
    uint32_t least; /* elements of a list */
    bool spaced;    /* a gap stands in front of the first part, too */
    bool unordered; /* the order in the lists that are parts of the form means nothing */
    uint32_t cost;  /* nodes of the smallest tree */
} dv_production;

typedef struct dv_type {
    const char *name;
    vec_u32 productions;
    bitset admits; /* the same as a set */
    uint32_t cost;
} dv_type;

/* A part that was met: choice of the slot, production, and for literals the text. */
typedef struct dv_habit {
    uint32_t choice, production;
    name_id text;
    uint32_t count;
} dv_habit;

/* What was met in a slot of a production. */
typedef struct dv_habits {
    VEC(dv_habit) list;
    uint32_t total, absent;
    uint32_t lengths[DV_LENGTHS + 1], lists; /* of lists that stood there */
} dv_habits;

/* A text that was met, of a kind of literals. */
typedef struct dv_word {
    uint32_t production;
    name_id text;
} dv_word;

/* A name that a game declares. */
typedef struct dv_name {
    name_id text;
    uint32_t role, index; /* among those of the role */
} dv_name;
typedef VEC(dv_name) dv_names;

typedef struct dv_grammar {
    arena *arena;
    intern *names; /* texts of literals */
    VEC(dv_type) types;
    VEC(dv_production) productions;
    uint32_t root; /* type of a whole game */
    VEC(dv_habits) habits;
    VEC(dv_word) words;
    dv_names declared; /* by games that were met */
    map habits_of;     /* of a context (dv_context) -> number in `habits` */
    bool closed;       /* what is read adds no productions: it is a tree of these, or none */
    void *language;    /* the adaptor's own */
} dv_grammar;

void dv_grammar_init(dv_grammar *g, arena *a, intern *names);
uint32_t dv_type_add(dv_grammar *g, const char *name);
uint32_t dv_production_add(dv_grammar *g, dv_production p);
/* The type can be written as the production says. */
void dv_admit(dv_grammar *g, uint32_t type, uint32_t production);
/* Once all of that is there: costs and sets. */
void dv_grammar_finish(dv_grammar *g);

static inline const dv_production *dv_production_at(const dv_grammar *g, uint32_t p)
{
    return &vec_at(&g->productions, p);
}
/* A choice of the slot whose type admits the production; DV_NONE when there is none. */
uint32_t dv_slot_admits(const dv_grammar *g, const dv_slot *s, uint32_t production);

/* A slot of a production; of elements of a list, the slot that the list stands in: an argument of `and` is another
 * place than one of `or`, though both are lists of conditions. */
typedef struct dv_context {
    uint32_t production, slot;
    bool element;
} dv_context;
/* NULL: nothing was met there. */
const dv_habits *dv_habits_at(const dv_grammar *g, dv_context c);
dv_habits *dv_habits_make(dv_grammar *g, dv_context c);

#endif
