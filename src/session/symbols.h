/* Names in rules, for editors: where they are defined, where they are used, and a text in which one is called
 * otherwise. Read from the words of the text alone, so that it works while rules are being written; what declares a
 * name follows from tables (symbols.def) and a function a language. Places are bytes of the text. */
#ifndef LUDENS_SESSION_SYMBOLS_H
#define LUDENS_SESSION_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SYMBOL_WORD, SYMBOL_STRING, SYMBOL_VARIABLE, SYMBOL_NUMBER, SYMBOL_SIGN };

typedef struct symbol {
    size_t at, length; /* of strings without their quotes */
    const char *kind;  /* what is defined here ("piece"), or NULL */
    uint32_t item;     /* which declaration it stands in, from 0 */
    uint16_t depth;    /* of brackets around it */
    uint8_t token;     /* SYMBOL_.. */
    bool first;        /* of its declaration */
    bool local;        /* what is defined here is known in its declaration alone */
} symbol;

typedef struct symbols {
    const char *text; /* of the caller */
    symbol *all;
    size_t count, capacity;
    uint32_t *known; /* the first definition of each name, and those of declarations */
    size_t known_count, known_capacity;
    uint32_t *slots; /* a hash table of their names: numbers in `known` from 1, 0: free */
    size_t slot_count;
    const struct symbol_language *language; /* NULL: names of this language are not known */
} symbols;

/* `name` is the file's, whose ending says the language. Freed by symbols_done. */
symbols symbols_read(const char *text, size_t length, const char *name);
void symbols_done(symbols *s);
/* The language of a file as symbols and keywords know it, or NULL. */
const char *symbols_language(const char *name);

/* The name at a byte, or at the end of which the byte is; s->count where there is none that editors follow. */
size_t symbols_at(const symbols *s, size_t at);
/* The first place from `from` on that means the same as the name `of`; s->count where there is no more. */
size_t symbols_next(const symbols *s, size_t of, size_t from);
/* Where a name is defined first; s->count: nowhere in this text. */
size_t symbols_definition(const symbols *s, size_t of);
/* Whether a definition is the first of its name: one line of an outline. */
bool symbols_outlined(const symbols *s, size_t i);
/* The length of the part of a use that is the name: pieces of Ludii are named with the number of their owner behind it.
 */
size_t symbols_stem(const symbols *s, size_t i);

/* The text with the name `of` called `name`, to be freed; NULL: `problem` says why not. */
char *symbols_rename(const symbols *s, size_t of, const char *name, size_t length, const char **problem);

#endif
