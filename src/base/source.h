/* Source text and places in it. */
#ifndef LUDENS_BASE_SOURCE_H
#define LUDENS_BASE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct arena arena;

/* A stretch of a source text: bytes [start, end). */
typedef struct src_span {
    uint32_t start, end;
} src_span;

/* The text as a whole, no place in it. */
#define SPAN_NOWHERE ((src_span){UINT32_MAX, UINT32_MAX})
static inline bool span_nowhere(src_span s) { return s.start == UINT32_MAX; }

static inline src_span span_join(src_span a, src_span b)
{
    src_span s = {a.start < b.start ? a.start : b.start, a.end > b.end ? a.end : b.end};
    return s;
}

typedef struct src_text {
    const char *name;
    const char *text; /* NUL terminated at text[length]; may also hold NULs inside */
    uint32_t length;
    uint32_t *lines; /* offset of each line's first byte */
    uint32_t line_count;
} src_text;

typedef struct position {
    uint32_t line, column; /* from 1; columns count characters, not bytes */
} position;

enum { SOURCE_MAX_BYTES = 1 << 28 };

/* Copies the text into the arena. */
src_text *source_new(arena *a, const char *name, const char *text, size_t length);
position source_position(const src_text *s, uint32_t offset);
/* Its line alone, which takes no longer on a long line. */
uint32_t source_line_number(const src_text *s, uint32_t offset);
/* The line's text without its end; *length in bytes. Lines count from 1. */
const char *source_line(const src_text *s, uint32_t line, uint32_t *length);
/* Length in bytes of the well-formed UTF-8 sequence at p, or 0. */
uint32_t utf8_length(const char *p, const char *end);
/* Decodes the sequence of known length. */
uint32_t utf8_decode(const char *p, uint32_t length);
/* The same, but 0 for what does more to a terminal than to show a character: control characters
 * (ASCII and U+0080 to U+009F) and those that change the direction of text. */
uint32_t printable_length(const char *p, const char *end);
/* Letters of any script: every code point from 0x80 on that is not white space,
 * punctuation, a symbol or a control character of the common blocks. */
bool unicode_is_letter(uint32_t code_point);
/* Bytes of the letter, digit or underscore at p, or 0. */
uint32_t identifier_length(const char *p, const char *end);

#endif
