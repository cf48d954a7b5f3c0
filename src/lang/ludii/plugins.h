/* Ludemes of plug-ins beside those of a library. */
#ifndef LUDENS_LANG_LUDII_PLUGINS_H
#define LUDENS_LANG_LUDII_PLUGINS_H

#include "lang/ludii/library.h"
#include "lang/ludii/ludii.h"

/* The library with the packages of plug-ins: shared objects, paths with colons between them. They stay loaded as long
 * as the arena. NULL after a report. */
const ludeme_library *plugins_add(const ludeme_library *base, const char *paths, arena *a, diag_sink *sink);

/* appended.c: where the C code behind a game begins, at its first line with `#include`; the length of a text without.
 */
uint32_t appended_start(const src_text *text);
/* Compiles it; the path of the shared object, which is removed with the arena. NULL after reports. */
const char *appended_compile(ludii_file *f);

#endif
