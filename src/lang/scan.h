/* What lexers of several languages share. */
#ifndef LUDENS_LANG_SCAN_H
#define LUDENS_LANG_SCAN_H

#include "base/diag.h"
#include "base/vec.h"

/* Behind the mark of byte order that some editors write. */
const char *scan_begin(const src_text *text);
static inline src_span scan_span(const src_text *text, const char *from, const char *to)
{
    return (src_span){(uint32_t)(from - text->text), (uint32_t)(to - text->text)};
}
/* Where the line ends. */
const char *scan_line_end(const char *p, const char *end);
/* Behind the last character of [from, p) that is no blank. */
const char *scan_trim(const char *from, const char *p);

/* A comment, for the layout of a text: without the end of its line, and the number of the token that follows. */
typedef struct scan_comment {
    src_span span;
    uint32_t before;
} scan_comment;
typedef VEC(scan_comment) scan_comments;

/* The first of the texts from `first` up to `count` that stands at p, so longer ones stand before their prefixes: sets
 * *which and returns its length, or 0. */
uint32_t scan_sign(const char *const *texts, int first, int count, const char *p, const char *end, int *which);

/* One report for a run of bytes that begin no token, so that a binary file does not drown the reader: up to where
 * a blank stands, or `begins` says that one does. */
typedef bool scan_begins(const char *p, const char *end);
const char *scan_junk(diag_sink *sink, const src_text *text, const char *p, const char *end, scan_begins *begins,
                      diag **report);

#endif
