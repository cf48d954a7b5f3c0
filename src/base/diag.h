/* Diagnostics: what is wrong with a rules file, where, and what to do about it.
 *
 * Every diagnostic has a stable code, stated once in diag.def. The sink never prints; the
 * one renderer (diag_render) makes the text that people see. */
#ifndef LUDENS_BASE_DIAG_H
#define LUDENS_BASE_DIAG_H

#include "base/nearest.h"
#include "base/source.h"

typedef enum diag_severity { DIAG_NOTE, DIAG_WARNING, DIAG_ERROR } diag_severity;

typedef enum diag_code {
#define DIAG(code, number, severity, summary) DIAG_##code,
#include "base/diag.def"
#undef DIAG
    DIAG_COUNT
} diag_code;

typedef struct diag diag;
struct diag {
    diag_severity severity;
    diag_code code;
    const src_text *source; /* NULL: no place to point at */
    src_span span;
    const char *message;
    const char *hint;  /* or NULL */
    const char *fix;   /* what to write in its place, or NULL */
    const char *check; /* name that other tools give this check, or NULL; lives forever */
    diag *notes;       /* "the other place concerned", in order */
    diag *next;
};

typedef struct diag_sink {
    arena *arena;
    diag *first, *last;
    uint32_t count, errors, warnings;
    uint32_t max_errors; /* after that many, further ones are only counted (0: 100) */
} diag_sink;

void diag_sink_init(diag_sink *sink, arena *a);
/* Severity comes from diag.def. Returns a diagnostic to hang notes and a hint on (never
 * NULL, even when the limit on their number is passed). */
diag *diag_report(diag_sink *sink, diag_code code, const src_text *source, src_span span, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
void diag_add_note(diag_sink *sink, diag *d, const src_text *source, src_span span, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/* A warning that turns out to be why nothing can be done; it keeps its place among the others. */
void diag_promote(diag_sink *sink, diag *d, diag_code code);
void diag_set_hint(diag_sink *sink, diag *d, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* "did you mean" as its hint, and as what to write in place of what it points at. */
void diag_hint_mean(diag_sink *sink, diag *d, const char *meant);
/* The same, if there is a diagnostic; false: nothing is near. */
bool diag_hint_near(diag_sink *sink, diag *d, const suggestion *s);

const char *diag_code_text(diag_code code); /* "E0101", "W0103" */

/* Text as printed: message line, source line, carets, notes, hint. `color` adds ANSI
 * colours. The text lives in the arena given. */
const char *diag_render(arena *a, const diag *d, bool color);

#endif
