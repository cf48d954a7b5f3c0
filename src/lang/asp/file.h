/* A game file as its fields, in order, those nobody knows included. */
#ifndef LUDENS_LANG_ASP_FILE_H
#define LUDENS_LANG_ASP_FILE_H

#include "answerset/game.h"

typedef struct asp_field {
    const char *name;
    int program;      /* an as_program, or -1 */
    const char *text; /* of programs */
    uint32_t length;
    const char *raw; /* of others: JSON on one line */
    src_span span;   /* where the text is in the file; of JSON, the value */
    bool inside;     /* the text is a stretch of the file as it is (span) */
} asp_field;

typedef struct asp_file {
    bool json;
    const char *preamble; /* comments before the first section; in JSON the field `preamble`. Or NULL */
    VEC(asp_field) fields;
} asp_file;

extern const char *const asp_field_names[AS_PROGRAMS];
extern const char *const asp_section_names[AS_PROGRAMS];

/* False after reports. */
bool asp_read_json(asp_file *f, arena *a, const src_text *source, uint32_t max_nesting, diag_sink *sink);
bool asp_read_sections(asp_file *f, arena *a, const src_text *source, diag_sink *sink);
/* Texts in the arena. */
const char *asp_write_json(const asp_file *f, arena *a);
const char *asp_write_sections(const asp_file *f, arena *a);
/* The text of a string of JSON, or NULL when the value is none. */
const char *asp_unquote(arena *a, const char *json);
/* A text as a string of JSON, with the quotation marks. */
const char *asp_quote(arena *a, const char *text, size_t length);

#endif
