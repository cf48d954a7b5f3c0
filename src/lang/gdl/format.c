/* The canonical layout, and the other notation. */
#include "lang/gdl/write.h"

#include <string.h>

static const char *rewrite(arena *scratch, const src_text *source, const lud_limits *limits,
                           const char *to, diag_sink *sink)
{
    intern names;
    intern_init(&names, scratch);
    gdl_text t = {
        .arena = scratch, .names = &names, .source = source, .sink = sink, .limits = limits};
    if (!gdl_parse(&t))
        return NULL;
    for (uint32_t i = 0; to && i < t.top.count; i++)
        if (t.top.data[i]->kind == GDL_VARIABLE) { /* the other notation cannot say it */
            gdl_report(&t, DIAG_GDL_FORM, t.top.data[i]->span, "a variable alone is neither a rule nor a fact");
            return NULL;
        }
    gdl_writer w = {.t = &t, .infix = to ? strcmp(to, "infix") == 0 : t.infix, .own = !to};
    return gdl_write(&w) ? w.out.data : NULL;
}

const char *gdl_format(arena *scratch, const src_text *source, const lud_limits *limits,
                       diag_sink *sink)
{
    return rewrite(scratch, source, limits, NULL, sink);
}

const char *gdl_translate(arena *scratch, const src_text *source, const lud_limits *limits,
                          const char *to, diag_sink *sink)
{
    return rewrite(scratch, source, limits, to, sink);
}
