/* What there is to say of words in rules, for editors: ludemes with their help and examples, from the tables of
 * the class grammar; words of other languages; words of the text itself in every language. Places are bytes of the
 * text. */
#ifndef LUDENS_SESSION_WORDS_H
#define LUDENS_SESSION_WORDS_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

/* The grammar of a file's language as `ludens grammar --json` writes it, kept in the object `kept`; NULL: its words
 * follow from no table. */
const json_t *words_grammar(json_t *kept, const char *path);
/* The byte at a line and a column, both from 1, columns in characters. */
size_t words_offset(const char *text, size_t length, uint64_t line, uint64_t column);
/* The other way round. `from`, which begins as zeros, makes places that are asked in their order cheap. */
typedef struct words_cursor {
    size_t at;
    uint64_t line, column; /* from 0 */
} words_cursor;
void words_place(const char *text, size_t at, words_cursor *from, uint64_t *line, uint64_t *column);
/* Items to complete the word at a byte with, as the Language Server Protocol has them: those of the grammar or of the
 * language (keywords.def), then words of the text. `name` is the file's. */
json_t *words_complete(const char *text, size_t length, const char *name, const json_t *grammar, size_t at);
/* What the word at a byte means, and where the text defines it, as Markdown, to be freed; NULL: nothing is known. */
char *words_meaning(const char *text, size_t length, const char *name, const json_t *grammar, size_t at);

#endif
