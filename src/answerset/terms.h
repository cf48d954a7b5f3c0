/* Ground terms of answer-set programs: numbers, constants, strings, functions, tuples. Equal terms
 * are equal numbers, so that an atom is one word and a test for it one look-up.
 *
 * A store belongs to one thread at a time. All its memory is its own; when it cannot grow it jumps
 * to the `trap` of its owner, which is set while something is evaluated. */
#ifndef LUDENS_ANSWERSET_TERMS_H
#define LUDENS_ANSWERSET_TERMS_H

#include "base/control.h"
#include "base/intern.h"

#include <assert.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Numbers of 31 bits stand for themselves (the lowest bit is set); else twice an index. */
typedef uint32_t term;
typedef uint32_t functor;
enum { TERM_NONE = 0 };

/* What can go wrong while something is evaluated. */
typedef enum trap_reason {
    TRAP_NONE,
    TRAP_MEMORY, /* the system has no more */
    TRAP_ATOMS,  /* more atoms, or terms, than the limit */
    TRAP_STEPS,  /* more steps than the limit */
    TRAP_TIME,
    TRAP_SPACE,  /* libclingo would need more memory than the limit */
    TRAP_SOLVER, /* libclingo is missing or failed; the text says how */
    TRAP_RULES,  /* what libclingo says of the rules; the text says it */
    TRAP_LATE,   /* loading took more CPU time than the limit */
    TRAP_STOPPED /* by the control */
} trap_reason;

typedef struct trap {
    jmp_buf jump;
    const lud_control *control; /* or NULL */
    double deadline;            /* of the thread's CPU time (clock_thread), while a game is loaded; 0: none */
    trap_reason reason;
    char text[600];
    /* where: the component of rules that was evaluated, or a stretch of a text; NULL: not known */
    const struct component *at;
    const struct src_text *source;
    uint32_t start, end;
} trap;

/* The first functors of every store. */
enum { FUNCTOR_NUMBER, FUNCTOR_STRING, FUNCTOR_INF, FUNCTOR_SUP, FUNCTOR_FIRST };

typedef struct functor_data {
    uint32_t name; /* index of names; "" for tuples */
    uint32_t arity;
    bool negative; /* strongly negated: -p(1) */
} functor_data;

typedef struct term_data {
    functor functor;
    uint32_t first; /* of its arguments; FUNCTOR_NUMBER: the number, FUNCTOR_STRING: the name */
} term_data;

/* Functions that were found, to find them again without hashing: of one argument by its index, of
 * two numbers below CACHE_SIDE by both. */
enum { CACHE_SIDE = 64 };
typedef struct term_cache {
    term *found;
    uint32_t size;
} term_cache;

typedef struct terms {
    trap *trap;
    term_cache *caches; /* [functor] */
    uint32_t cache_count;
    uint32_t max_terms;
    term_data *data;  /* index 0 is not used */
    uint64_t *hashes; /* of what the term is, the same in every store */
    uint32_t count, capacity;
    term *args;
    uint32_t arg_count, arg_capacity;
    uint32_t *table; /* indices, open addressing; 0: free */
    uint32_t table_size;
    functor_data *functors;
    uint32_t functor_count, functor_capacity;
    arena *texts;   /* of the two below */
    intern names;   /* 0 is "" */
    map functor_of; /* name, arity and sign -> functor */
} terms;

/* False: out of memory. */
bool terms_init(terms *t, uint32_t max_terms);
bool terms_copy(terms *to, const terms *from);
void terms_done(terms *t);
/* Forgets all terms from the given number on; functors and names stay. */
void terms_cut(terms *t, uint32_t count);

uint32_t terms_name(terms *t, const char *text, size_t length);
const char *terms_name_text(const terms *t, uint32_t name);
functor terms_functor(terms *t, uint32_t name, uint32_t arity, bool negative);
/* FUNCTOR_NUMBER (0) when there is none. */
functor terms_find_functor(const terms *t, const char *name, uint32_t arity, bool negative);

term terms_make(terms *t, functor f, const term *args);
/* TERM_NONE when it was never made. */
term terms_find(const terms *t, functor f, const term *args);
term terms_large_number(terms *t, int32_t value);
term terms_string(terms *t, const char *text, size_t length);

static inline bool term_small(term x) { return x & 1; }
static inline term terms_number(terms *t, int32_t value)
{
    int32_t twice = (int32_t)((uint32_t)value << 1);
    return twice / 2 == value ? (term)twice | 1 : terms_large_number(t, value);
}
static inline functor term_functor(const terms *t, term x)
{
    return term_small(x) ? FUNCTOR_NUMBER : t->data[x >> 1].functor;
}
static inline bool term_is_number(const terms *t, term x, int32_t *value)
{
    if (term_small(x)) {
        *value = (int32_t)x >> 1;
        return true;
    }
    assert(x >> 1 < t->count);
    *value = (int32_t)t->data[x >> 1].first;
    return t->data[x >> 1].functor == FUNCTOR_NUMBER;
}
static inline const term *term_args(const terms *t, term x)
{
    assert(!term_small(x) && x >> 1 < t->count);
    return t->args + t->data[x >> 1].first;
}
static inline uint32_t term_arity(const terms *t, term x)
{
    return term_small(x) ? 0 : t->functors[t->data[x >> 1].functor].arity;
}
uint64_t term_hash(const terms *t, term x);

static inline uint64_t terms_mix(uint64_t h, uint64_t x)
{
    h = (h ^ x) * UINT64_C(0x9e3779b97f4a7c15);
    return h ^ h >> 29;
}
/* Of a term in the table; `first` is that of term_data, 0 where there are arguments. */
static inline uint32_t terms_key(functor f, uint32_t first, const term *args, uint32_t arity)
{
    uint64_t h = terms_mix(f, first);
    for (uint32_t i = 0; i < arity; i++)
        h = terms_mix(h, args[i]);
    return (uint32_t)(h ^ h >> 32);
}
/* Notes that the function was found, where there is a place for it. */
void terms_cache(terms *t, functor f, const term *args, uint32_t arity, term found);
/* terms_find of a function with arguments, for the hot loops. */
static inline term terms_look(terms *t, functor f, const term *args, uint32_t arity)
{
    if (f < t->cache_count && t->caches[f].size) {
        uint32_t place = arity == 1 ? args[0] >> 1 : (args[0] >> 1) * CACHE_SIDE + (args[1] >> 1);
        bool fits = arity == 1 ? !(args[0] & 1) && place < t->caches[f].size
                               : args[0] & args[1] & 1 && (args[0] | args[1]) < 2 * CACHE_SIDE;
        if (fits && t->caches[f].found[place])
            return t->caches[f].found[place];
    }
    uint32_t mask = t->table_size - 1, at = terms_key(f, 0, args, arity) & mask;
    for (uint32_t i; (i = t->table[at]) != 0; at = (at + 1) & mask) {
        const term_data *d = &t->data[i];
        if (d->functor != f)
            continue;
        const term *other = t->args + d->first;
        uint32_t k = 0;
        while (k < arity && other[k] == args[k])
            k++;
        if (k < arity)
            continue;
        if (arity <= 2)
            terms_cache(t, f, args, arity, i << 1);
        return i << 1;
    }
    return TERM_NONE;
}

/* The order of the language (ASP-Core-2 and clingo): #inf, numbers, constants, strings, functions
 * by arity, name and arguments, #sup. Below, at or above 0. */
int term_compare(const terms *t, term x, term y);
/* The same term in another store. */
term term_import(terms *to, const terms *from, term x);
/* -x: numbers, and signs of functions (of tuples too, as in clingo); TERM_NONE for all others. */
term term_negate(terms *t, term x);

/* Text in clingo's form. Appends like snprintf: returns the length, writes what fits. */
size_t term_print(const terms *t, term x, char *buffer, size_t size);
/* The text in memory of its own, to be freed; NULL when out of memory. */
char *term_text(const terms *t, term x);

/* Marks memory trouble and jumps. */
_Noreturn void trap_spring(trap *t, trap_reason reason, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Growing arrays of the machine: *array has room for `wanted` items afterwards, else the trap
 * springs. */
void *grow_array(trap *t, void *array, uint32_t *capacity, uint32_t wanted, size_t item);
void grow_free(void *array);
/* GROW with zeros in the new items. */
#define GROW_ZEROED(trap_, array, capacity, wanted)                                                                    \
    do {                                                                                                               \
        uint32_t grown_from_ = (capacity);                                                                             \
        GROW((trap_), (array), (capacity), (wanted));                                                                  \
        if ((capacity) > grown_from_) /* there may be no array */                                                      \
            memset((array) + grown_from_, 0, ((capacity)-grown_from_) * sizeof *(array));                              \
    } while (0)
#define GROW(trap_, array, capacity, wanted)                                                                           \
    do {                                                                                                               \
        if ((wanted) > (capacity))                                                                                     \
            (array) = grow_array((trap_), (array), &(capacity), (wanted), sizeof *(array));                            \
    } while (0)

#endif
