/* Terms: variables, constants, and functions of terms. They are shared: equal terms have equal
 * numbers, so that a column of a tuple is a word, and a test for equality one comparison. */
#ifndef LUDENS_LOGIC_TERMS_H
#define LUDENS_LOGIC_TERMS_H

#include "base/intern.h"
#include "base/map.h"
#include "base/vec.h"

#include <assert.h>

typedef uint32_t logic_term;
#define LOGIC_NONE UINT32_MAX

typedef struct logic_term_data {
    bool variable;
    bool ground;
    uint32_t symbol;       /* name of the function or constant; number of the variable in its rule */
    uint32_t first, count; /* arguments: vec_at(&args, first ..) */
    uint32_t next;         /* in its hash chain */
    uint32_t depth;        /* of terms within it: 0 for variables and constants */
} logic_term_data;

typedef struct logic_terms {
    arena *arena;
    intern *names;
    VEC(logic_term_data) data;
    vec_u32 args;
    map by_hash;
    uint32_t deepest;
    map lists; /* constants that the text only writes as lists, (name): printed so, too */
} logic_terms;

void logic_terms_init(logic_terms *t, arena *a, intern *names);
logic_term logic_variable(logic_terms *t, uint32_t number);
/* A constant when count is 0. */
logic_term logic_function(logic_terms *t, name_id name, const logic_term *args, uint32_t count);
/* The term if it is there already, or LOGIC_NONE. */
logic_term logic_find_function(const logic_terms *t, name_id name, const logic_term *args, uint32_t count);
static inline const logic_term *logic_args(const logic_terms *t, logic_term term)
{
    assert(term < t->data.count);
    return t->args.data + vec_at(&t->data, term).first;
}
/* Terms that are deeper come from rules that build ever larger ones. */
enum { LOGIC_DEPTH_MAX = 2000 };
/* Canonical text: (f a (g b)), constants bare. In the arena given. */
const char *logic_term_text(const logic_terms *t, logic_term term, arena *a);

/* The term with its variables replaced by values; LOGIC_NONE: a variable has none. */
logic_term logic_build(logic_terms *t, logic_term pattern, const logic_term *values);
/* Whether the ground term has the form of the pattern; binds variables whose value is LOGIC_NONE.
 */
bool logic_match(const logic_terms *t, logic_term pattern, logic_term ground, logic_term *values);
/* Widest tuple. */
enum { LOGIC_WIDTH_MAX = 256 };

#endif
