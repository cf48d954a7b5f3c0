/* Grammars that follow from a language's tables. */
#include "model/reading.h"

#include <string.h>

static const lang_functions *language_with_grammar(const char *name)
{
    lud_options options;
    lud_options_init(&options);
    for (uint32_t i = 0; i < lud_language_count(); i++) {
        options.language = lud_language_at(i).name;
        const lang_functions *f = load_language("", &options, NULL);
        if (f->grammar && (!name || strcmp(name, options.language) == 0))
            return f;
    }
    return NULL;
}

static const char *grammar_in(arena *a, const lud_grammar_request *request, uint32_t *differences, lud_diags *diags)
{
    const lang_functions *language = language_with_grammar(request->language);
    lud_options options;
    lud_options_init(&options);
    if (!language) {
        diags_add_plain(diags, "E0002", request->language, "this language has no grammar of its own making", NULL);
        return NULL;
    }
    diag_sink sink;
    diag_sink_init(&sink, a);
    options.ludemes = request->ludemes;
    lang_input in = load_input(&options, a, NULL, &sink);
    lang_grammar what = {request->library, request->symbol, request->form ? request->form : "text", NULL, 0};
    if (request->compare)
        what.compare = source_new(a, request->compare_name, request->compare, request->compare_length);
    const char *text = language->grammar(&in, &what);
    diags_take(diags, &sink);
    if (differences)
        *differences = what.differences;
    return text;
}

char *lud_grammar(const lud_grammar_request *request, uint32_t *differences, lud_diags *diags)
{
    arena a;
    jmp_buf failure;
    arena_init(&a, (size_t)1 << 30);
    a.on_failure = &failure;
    char *out = NULL;
    bool failed = setjmp(failure);
    const char *text = failed ? NULL : grammar_in(&a, request, differences, diags);
    if (text)
        out = strdup(text);
    if (failed || (text && !out))
        diags_add_plain(diags, "E0005", "", "out of memory while deriving the grammar", NULL);
    arena_done(&a);
    return out;
}
