#include "lang/hrg/world.h"

#include <string.h>

diag *hrg_error(hrg_world *w, diag_code code, src_span at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *message = arena_vprintf(w->src->sink->arena, format, args);
    va_end(args);
    return diag_report(w->src->sink, code, w->src->text, at, "%s", message);
}

void hrg_too_large(hrg_world *w, src_span at, const char *format, ...)
{
    if (w->exhausted)
        return;
    w->exhausted = true;
    va_list args;
    va_start(args, format);
    const char *message = arena_vprintf(w->src->sink->arena, format, args);
    va_end(args);
    diag_report(w->src->sink, DIAG_TOO_LARGE, w->src->text, at, "%s", message);
}

static void duplicate(hrg_world *w, const char *what, hrg_name name, src_span first)
{
    diag *d = hrg_error(w, DIAG_DUPLICATE, name.span, "%s `%s` is declared twice", what, hrg_text(w, name.id));
    diag_add_note(w->src->sink, d, w->src->text, first, "first declared here");
}

#define DECLARE(vec, table, what)                                                                                      \
    for (uint32_t i = 0; i < (vec).count; i++) {                                                                       \
        hrg_name n = vec_at(&(vec), i).name;                                                                           \
        uint32_t before = hrg_find(&(table), n.id);                                                                    \
        if (before == HRG_NONE)                                                                                        \
            map_put(&(table), n.id, i);                                                                                \
        else                                                                                                           \
            duplicate(w, what, n, vec_at(&(vec), before).name.span);                                                   \
    }

void hrg_declare(hrg_world *w)
{
    hrg_file *f = w->file;
    map domains;
    map_init(&domains, w->arena);
    map_init(&w->function_by_name, w->arena);
    map_init(&w->variable_by_name, w->arena);
    map_init(&w->graph_by_name, w->arena);
    DECLARE(f->domains, domains, "domain")
    DECLARE(f->functions, w->function_by_name, "function")
    DECLARE(f->variables, w->variable_by_name, "variable")
    DECLARE(f->graphs, w->graph_by_name, "graph")
    for (uint32_t i = 0; i < f->variables.count; i++) {
        hrg_name n = vec_at(&f->variables, i).name;
        uint32_t function = hrg_find(&w->function_by_name, n.id);
        if (function != HRG_NONE)
            duplicate(w, "variable", n, vec_at(&f->functions, function).name.span);
    }
}

void hrg_suggest(hrg_world *w, diag *d, name_id word, unsigned what, const name_id *extra, uint32_t extra_count)
{
    /* Edit distance is quadratic in the words and is taken against all of them. */
    enum { MAX_WORD = 64, MAX_SYMBOLS = 20000 };
    if (vec_at(&w->src->names->strings, word).length > MAX_WORD)
        return;
    suggestion s;
    suggest_init(&s, hrg_raw(w, word));
    for (uint32_t i = 0; i < extra_count; i++)
        suggest_offer(&s, hrg_raw(w, extra[i]));
    const hrg_file *f = w->file;
    for (uint32_t i = 0; what & HRG_SUGGEST_FUNCTIONS && i < f->functions.count; i++)
        suggest_offer(&s, hrg_raw(w, vec_at(&f->functions, i).name.id));
    for (uint32_t i = 0; what & HRG_SUGGEST_VARIABLES && i < f->variables.count; i++)
        suggest_offer(&s, hrg_raw(w, vec_at(&f->variables, i).name.id));
    for (uint32_t i = 0; what & HRG_SUGGEST_GRAPHS && i < f->graphs.count; i++)
        suggest_offer(&s, hrg_raw(w, vec_at(&f->graphs, i).name.id));
    for (uint32_t i = 0; what & HRG_SUGGEST_TYPES && i < w->sets.count; i++)
        if (vec_at(&w->sets, i).name.id != NAME_NONE)
            suggest_offer(&s, hrg_raw(w, vec_at(&w->sets, i).name.id));
    uint32_t seen = 0;
    for (uint32_t i = 0; what & HRG_SUGGEST_SYMBOLS && i < w->symbols.capacity; i++)
        if (w->symbols.entries[i].used && seen++ < MAX_SYMBOLS)
            suggest_offer(&s, hrg_raw(w, (name_id)w->symbols.entries[i].key));
    diag_hint_near(w->src->sink, d, &s);
}
