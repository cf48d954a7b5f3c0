/* Games of other dialects as games of Ludii: each row of their tables says what it means there. */
#ifndef LUDENS_LANG_LUDII_DIALECT_H
#define LUDENS_LANG_LUDII_DIALECT_H

#include "lang/ludii/match.h"

/* What a row with MEANING names. */
#define MEANING_OF(f) const char *f(dialect *d, const ludii_value *v)

typedef struct dialect_reference {
    const ludii_value *v;
    const char *role; /* #R in there, or NULL: as it is outside */
} dialect_reference;

typedef struct dialect {
    ludii_file *f;
    const lib *l;
    const ludii_value *game;
    const char *letters[26]; /* what `#A` .. `#Z` stand for, or NULL */
    VEC(dialect_reference) references;
    ludii_tokens out;
    bool itself; /* the dialect is Ludii, with further ludemes */
    void *facts; /* of the functions of the dialect */
    bool failed;
} dialect;

/* The game, matched with Ludii's ludemes in `to`; NULL after reports. */
const ludii_value *dialect_in_ludii(ludii_file *f, const lib *from, const ludii_value *game, lib *to);

/* Whether a game says anything that Ludii does not: of another dialect, or of a plug-in that says
 * what it means. */
bool dialect_needed(const lib *l, const ludii_value *game);

/* lang_functions.translate: the text of a game in Ludii, defines expanded. */
const char *dialect_translate(const lang_input *in);

/* `#1004`, which stands for any value; NULL is nothing. */
const char *dialect_refer(dialect *d, const ludii_value *v);
/* The same with another role for #R. */
const char *dialect_refer_as(dialect *d, const ludii_value *v, const char *role);
/* Reports that something cannot be played, and returns "". */
const char *dialect_refuse(dialect *d, const ludii_value *v, const char *what);

bool dialect_is(const dialect *d, const ludii_value *v, const char *class);
/* The text of a word, number or string without its quotes. */
const char *dialect_word(const dialect *d, const ludii_value *v);
bool dialect_word_is(const dialect *d, const ludii_value *v, const char *word);
/* Whether the value or anything in it is an instance of a class. */
bool dialect_mentions(const dialect *d, const ludii_value *v, const char *class);
static inline const char *dialect_letter(const dialect *d, char letter) { return d->letters[letter - 'A']; }
const char *dialect_print(dialect *d, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
