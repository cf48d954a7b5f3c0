/* Documents that an editor has open: their text, and places in it. */
#ifndef LUDENS_LSP_DOCUMENT_H
#define LUDENS_LSP_DOCUMENT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct document {
    char *uri, *path; /* path: its name in diagnostics, from the address */
    char *text;
    size_t length;
    size_t seen, seen_line, seen_units; /* the place that was asked last, so that others behind it are near */
    struct document *next;
} document;

typedef struct documents {
    document *first;
} documents;

document *documents_find(const documents *d, const char *uri);
/* Opens it, or changes its text. */
document *documents_set(documents *d, const char *uri, const char *text, size_t length);
void documents_drop(documents *d, const char *uri);
void documents_done(documents *d);

/* A position {line, character} of a place given as lines and columns from 1, in characters; the
 * protocol counts from 0 and in UTF-16 code units. */
json_t *document_position(const document *d, uint32_t line, uint32_t column);
/* The same of a byte. */
json_t *document_place(document *d, size_t at);
/* The byte at a position of the protocol. */
size_t document_offset(const document *d, const json_t *position);

#endif
