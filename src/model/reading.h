/* Which language a text is in, and what its front end is given: of load.c, for what is made of texts without a game. */
#ifndef LUDENS_MODEL_READING_H
#define LUDENS_MODEL_READING_H

#include "lang/lang.h"
#include "model/machine.h"

/* By the options, else by the extension of the name; NULL after a report. */
const lang_functions *load_language(const char *name, const lud_options *options, lud_diags *diags);
lang_input load_input(const lud_options *options, arena *a, const src_text *source, diag_sink *sink);

#endif
