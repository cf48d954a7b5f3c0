/* From trees back to constructors. */
#ifndef LUDENS_LANG_LUDII_MATCH_H
#define LUDENS_LANG_LUDII_MATCH_H

#include "lang/ludii/library.h"
#include "lang/ludii/ludii.h"

/* A node as what it was matched with. */
typedef struct ludii_value ludii_value;
struct ludii_value {
    const ludii_node *node;
    uint32_t type;                   /* number in lib->types */
    uint32_t class;                  /* of instances of classes; LIB_NONE for literals, words and arrays */
    uint32_t form;                   /* number in lib->forms; LIB_NONE for all but instances by a constructor */
    uint32_t count;                  /* of items: slots of the form, or elements of the array */
    const ludii_value *const *items; /* NULL for slots that stay empty */
};

typedef struct ludii_memo {
    uint32_t type, next;
    const ludii_value *value;
} ludii_memo;

typedef struct ludii_matcher {
    ludii_file *f;
    const lib *l;
    uint32_t *memo_of; /* [node] first of its memos, or 0 */
    VEC(ludii_memo) memos;
    bitset blamed; /* nodes that were reported: they fit everywhere, so that others are looked at */
} ludii_matcher;

/* The game as an instance of the library's root; NULL after reports. */
const ludii_value *ludii_match(ludii_file *f, const lib *l, const ludii_node *game);
/* The same for any type; `reports` is how many errors are looked for. */
const ludii_value *ludii_match_as(ludii_file *f, const lib *l, const ludii_node *node, uint32_t type, uint32_t reports);

/* read.c: reads the library that the game is written for, and matches it; NULL after reports. */
const ludii_value *ludii_read(ludii_file *f, lib *l);

/* ---- of match.c, for the explanations ---- */

/* One constructor tried on the arguments of a list. */
typedef struct ludii_attempt {
    ludii_matcher *m;
    const lib_form *form;
    const ludii_node *const *arguments;
    uint32_t count;
    bitset failed; /* argument * LIB_MAX_SLOTS + slot: nothing fits from there on; without words for few arguments */
    uint64_t few[LIB_MAX_SLOTS + 1]; /* [slot] bit set of arguments: the same for fewer than 64 */
    const ludii_value *values[LIB_MAX_SLOTS];
    uint32_t furthest; /* argument that was reached */
    uint32_t tried;    /* bit set of slots that it was tried in; bit `form->count`: behind the last one */
} ludii_attempt;

bool ludii_try(ludii_matcher *m, const ludii_node *n, const lib_form *form, ludii_attempt *a);
/* Whether decimal digits, with a sign or without, are an integer of 32 bits, which all integers of ludemes are. */
bool ludii_fits_int(const char *digits);
const ludii_value *ludii_fit(ludii_matcher *m, const ludii_node *n, uint32_t type);
const ludii_value *ludii_fit_choice(ludii_matcher *m, const ludii_node *n, const lib_choice *c);
/* The first argument of a constructor: behind the keyword, if it has one. */
uint32_t ludii_first_argument(const lib *l, const lib_form *form);

/* explain.c: reports why the node is none of the type, and which node is to blame. */
const ludii_node *ludii_explain(ludii_matcher *m, const ludii_node *n, uint32_t type);

#endif
