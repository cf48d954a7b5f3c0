/* Files of sections, `[name]`, and lines `key = value` in them. Lines that begin with # or ; are comments. */
#ifndef LUDENS_BASE_INI_H
#define LUDENS_BASE_INI_H

#include "base/source.h"
#include "base/vec.h"

typedef struct ini_entry {
    src_span key, value;
} ini_entry;

typedef struct ini_section {
    const src_text *source;
    src_span name; /* what is in the brackets, without blanks around it */
    VEC(ini_entry) entries;
} ini_section;

typedef struct ini_problem {
    src_span span;
    const char *message, *hint;
} ini_problem;

typedef struct ini_file {
    VEC(ini_section) sections;
    VEC(ini_problem) problems;
} ini_file;

/* Adds to what the file has. */
void ini_read(arena *a, const src_text *source, ini_file *file);
/* The text with one blank around `=`, without blanks at the ends of lines and more than one empty line. */
const char *ini_format(arena *a, const src_text *source);

/* Of `[name:base]`: the name, or the base (empty if there is none). */
src_span ini_name(const ini_section *s, bool base);
/* The last section of that name in front of another one, from `first` on; UINT32_MAX: there is none. */
uint32_t ini_section_named(const ini_file *file, uint32_t first, uint32_t end, const char *name);

#endif
