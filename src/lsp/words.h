/* What there is to say of words: ludemes with their help and examples, from the tables of the class
 * grammar; words of the document itself in every language. */
#ifndef LUDENS_LSP_WORDS_H
#define LUDENS_LSP_WORDS_H

#include "lsp/document.h"

#include <stdbool.h>

/* The grammar of a document's language as `ludens grammar --json` writes it; NULL: its words follow
 * from no table. */
json_t *words_grammar(const char *path);
/* Items to complete the word at a byte with: those of the grammar, then words of the document. */
json_t *words_complete(const document *d, const json_t *grammar, size_t at);
/* What the word at a byte means, as Markdown; NULL: nothing is known. */
json_t *words_hover(const document *d, const json_t *grammar, size_t at);

#endif
