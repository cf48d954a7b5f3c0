/* Interned strings: equal strings get equal numbers, 0, 1, 2, ... in order of first use. */
#ifndef LUDENS_BASE_INTERN_H
#define LUDENS_BASE_INTERN_H

#include "base/map.h"
#include "base/vec.h"

typedef uint32_t name_id;
#define NAME_NONE UINT32_MAX

typedef struct intern_string {
    const char *text; /* NUL terminated, lives in the arena */
    uint32_t length;
    name_id next; /* next string with the same hash */
} intern_string;

typedef struct intern {
    arena *arena;
    map by_hash;
    VEC(intern_string) strings;
} intern;

void intern_init(intern *in, arena *a);
name_id intern_add(intern *in, const char *text, size_t length);
/* The same with a blank for each tab and line end: of a quoted name, which is shown on a line. */
name_id intern_on_line(intern *in, const char *text, size_t length);
name_id intern_cstr(intern *in, const char *text);
name_id intern_printf(intern *in, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* NAME_NONE when the string was never interned. */
name_id intern_find(const intern *in, const char *text, size_t length);
static inline const char *intern_text(const intern *in, name_id id) { return vec_at(&in->strings, id).text; }

#endif
