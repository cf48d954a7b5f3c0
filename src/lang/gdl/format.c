/* The canonical layout, and the other notation. */
#include "lang/gdl/write.h"

#include <string.h>

static const char *rewrite(const lang_input *in, const char *to)
{
    intern names;
    intern_init(&names, in->scratch);
    gdl_text t = {.arena = in->scratch, .names = &names, .source = in->source, .sink = in->sink, .limits = in->limits};
    if (!gdl_parse(&t))
        return NULL;
    for (uint32_t i = 0; to && i < t.top.count; i++)
        if (vec_at(&t.top, i)->kind == GDL_VARIABLE) { /* the other notation cannot say it */
            gdl_report(&t, DIAG_GDL_FORM, vec_at(&t.top, i)->span, "a variable alone is neither a rule nor a fact");
            return NULL;
        }
    gdl_writer w = {.t = &t, .infix = to ? strcmp(to, "infix") == 0 : t.infix, .own = !to};
    return gdl_write(&w) ? w.out.data : NULL;
}

const char *gdl_format(const lang_input *in) { return rewrite(in, NULL); }
const char *gdl_translate(const lang_input *in) { return rewrite(in, in->form); }
