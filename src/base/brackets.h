/* Which bracket is to blame when they do not match: the one that the lines' indentation says was meant otherwise. */
#ifndef LUDENS_BASE_BRACKETS_H
#define LUDENS_BASE_BRACKETS_H

#include "base/source.h"

typedef struct bracket {
    uint32_t at; /* in the text */
    char sign;   /* one of ( ) [ ] { } */
} bracket;

typedef struct bracket_fault {
    bool extra;       /* it closes too much; else it is never closed */
    uint32_t bracket; /* index */
    uint32_t next;    /* offset of the line's first bracket that shows it; UINT32_MAX: the end of the text */
} bracket_fault;

/* Brackets in the order of the text, which do not match. What begins a line stands deeper than the line of a bracket
 * around it; a bracket that closes at the beginning of a line not less deep. False: the lines are not indented so
 * that this explains as many brackets as are missing. */
bool brackets_fault(const src_text *text, const bracket *brackets, uint32_t count, arena *scratch, bracket_fault *out);

#endif
