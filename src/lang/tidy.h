/* Texts that are laid out anew: what the layouts of several languages share. */
#ifndef LUDENS_LANG_TIDY_H
#define LUDENS_LANG_TIDY_H

#include "base/diag.h"
#include "base/text.h"

typedef struct tidy {
    arena *arena;
    const src_text *source;
    text_buffer out;
    uint32_t column; /* in the line that is being written */
    uint32_t last;   /* offset in the source where what was copied last ends */
} tidy;

static inline void tidy_add(tidy *t, const char *text, size_t n)
{
    text_add(t->arena, &t->out, text, n);
    t->column += (uint32_t)n;
}

void tidy_copy(tidy *t, src_span span);
/* A new line, but not at the beginning of a text; `blank`: with an empty one before it. */
void tidy_line(tidy *t, uint32_t indent, bool blank);
/* The end of the line at an offset, before `to`; *shown: where the blanks at its end begin. */
uint32_t tidy_line_end(const tidy *t, uint32_t from, uint32_t to, uint32_t *shown);
/* Ends of lines between two offsets of the source. */
uint32_t tidy_newlines(const tidy *t, uint32_t from, uint32_t to);

#endif
