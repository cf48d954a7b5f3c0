/* Rule sheets as text, in either notation, with their comments. */
#ifndef LUDENS_LANG_GDL_WRITE_H
#define LUDENS_LANG_GDL_WRITE_H

#include "lang/gdl/gdl.h"

enum { GDL_WIDTH = 100, GDL_INDENT = 4 };

typedef struct gdl_writer {
    gdl_text *t;
    bool infix;
    bool own; /* in the notation of the source: names as they are spelled there */
    VEC(char) out;
    uint32_t column;
    uint32_t comment; /* next one to write */
    uint32_t last;    /* offset in the source of the end of what was written last */
    bool must_break;  /* a comment ended the line */
    bool fresh;       /* nothing stands on this line yet */
} gdl_writer;

/* The whole sheet. False when the other notation cannot say something, which is reported. */
bool gdl_write(gdl_writer *w);

/* ---- what the notations share ---- */

void gdl_put(gdl_writer *w, const char *text);
void gdl_new_line(gdl_writer *w, uint32_t indent);
/* The comments in front of an offset of the source; then goes on in a new line where a comment
 * ended one. */
void gdl_put_comments(gdl_writer *w, uint32_t before, uint32_t indent);
bool gdl_has_comment(const gdl_writer *w, const gdl_node *n);
/* A word or a variable. */
void gdl_put_leaf(gdl_writer *w, const gdl_node *n);
/* The name in front of an argument list of infix form. */
void gdl_put_head(gdl_writer *w, const gdl_node *n);

void gdl_write_prefix(gdl_writer *w, const gdl_node *form);
void gdl_write_infix(gdl_writer *w, const gdl_node *form);
/* Columns that the node takes on one line, or something larger than the limit. */
uint32_t gdl_width(gdl_writer *w, const gdl_node *n, uint32_t limit);

#endif
