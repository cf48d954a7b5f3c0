/* From constructors to the grammar: Browne's eight steps. */
#ifndef LUDENS_LANG_LUDII_GRAMMAR_H
#define LUDENS_LANG_LUDII_GRAMMAR_H

#include "lang/ludii/library.h"

/* One alternative of a rule: a constructor, a class that is listed, a literal or a word. */
typedef struct grammar_alternative {
    const char *text;
    const char *key;   /* what alternatives that are no constructors are sorted by */
    const ludeme *row; /* of constructors */
    uint32_t class;    /* that is listed, or LIB_NONE */
    uint32_t form;     /* number of the constructor's form, or LIB_NONE */
} grammar_alternative;

typedef struct grammar_rule {
    uint32_t class;
    bool used; /* from the root, and not empty */
    VEC(grammar_alternative) right;
} grammar_rule;

typedef struct grammar {
    const lib *l;
    arena *arena;
    grammar_rule *rules; /* [class] */
    vec_u32 order;       /* classes as they are printed */
} grammar;

void grammar_derive(grammar *g, const lib *l, arena *a);
const char *grammar_type_text(const lib *l, arena *a, uint32_t type);
const char *grammar_choice_text(const lib *l, arena *a, const lib_choice *c);
/* A constructor as a rule shows it. */
const char *grammar_form_text(const lib *l, arena *a, uint32_t class, const lib_slot *slots, uint32_t count);

/* grammar_write.c: all rules, or that of one symbol (NULL after a report) as text, json or html. */
const char *grammar_write(const grammar *g, const char *form, const char *symbol, diag_sink *sink);

/* grammar_compare.c: what differs from the grammar in a text, as text. */
const char *grammar_compare(const grammar *g, const src_text *other, uint32_t *differences);

/* coverage.c: a game a line for each constructor and each of its arguments: the row, the argument (none first; `=` in
 * front of one that has to be there, `~` of one that changes nothing), the instance and the game, with tabs between
 * them. */
const char *coverage_games(const lib *l, arena *a);

/* example.c: a shortest text that makes an instance of the class, or by the form; NULL when there is none. */
typedef struct examples {
    const lib *l;
    arena *arena;
    uint32_t *class_cost, *form_cost; /* words; UINT32_MAX: none */
    uint32_t *class_form;             /* the cheapest form of a class or of one below it, or LIB_NONE: a value */
    uint32_t *class_value;            /* class whose first value it is */
} examples;
void examples_find(examples *e, const lib *l, arena *a);
const char *example_of_class(const examples *e, uint32_t class);
const char *example_of_form(const examples *e, uint32_t form);

#endif
