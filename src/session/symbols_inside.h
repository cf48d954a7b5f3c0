/* What symbols.c and the languages' rules of definition share. */
#ifndef LUDENS_SESSION_SYMBOLS_INSIDE_H
#define LUDENS_SESSION_SYMBOLS_INSIDE_H

#include "session/symbols.h"

typedef struct symbol_language {
    const char *name, *endings; /* of files, with blanks between them */
    const char *comment;        /* until the end of the line */
    const char *letters;        /* of words, besides letters, digits and _ */
    const char *marks;          /* what variables begin with */
    char ends;   /* of declarations: a sign, '\n' for a line that begins at the margin, '(' for lists, '#' before one */
    bool blocks; /* slash-star comments */
    bool variables;  /* words with a capital are variables of their declaration */
    bool capitals;   /* names with a capital are of another sort: a value becomes a variable of patterns */
    bool any_case;   /* names are equal whatever the case, with or without quotes */
    bool owners;     /* pieces are also named with the number of their owner */
    bool free_names; /* what nothing defines belongs to its declaration */
    void (*declare)(symbols *s, size_t i); /* what has to be known before; or NULL */
    void (*define)(symbols *s, size_t i);  /* notes what is defined at a word or string */
} symbol_language;

const symbol_language *symbol_language_of(const char *name);
/* A name is defined here, for the whole text or for its declaration alone. */
void symbol_defines(symbols *s, size_t i, const char *kind, bool local);
bool symbol_is(const symbols *s, size_t i, const char *word);

#endif
