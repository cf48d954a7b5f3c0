/* The front end of GDL: reader, strict checks, formatter and translators, without the machine that
 * plays. */
#include "base/arena.h"
#include "base/diag.h"
#include "base/intern.h"
#include "fuzz.h"
#include "lang/lang.h"

typedef struct attempt {
    arena arena;
    intern names;
    diag_sink sink;
    jmp_buf failure;
    lud_limits limits;
} attempt;

static void start(attempt *a)
{
    lud_options o = fuzz_options("gdl");
    a->limits = o.limits;
    arena_init(&a->arena, 64 << 20);
    intern_init(&a->names, &a->arena);
    diag_sink_init(&a->sink, &a->arena);
}

static lang_input input_of(attempt *a, const char *text, size_t length)
{
    return (lang_input){.keep = &a->arena,
                        .scratch = &a->arena,
                        .names = &a->names,
                        .source = source_new(&a->arena, "fuzz", text, length),
                        .limits = &a->limits,
                        .sink = &a->sink};
}

/* Text and length: NULs in it must not matter. */
static bool readable(const char *text, size_t length, bool strict)
{
    attempt a;
    start(&a);
    volatile bool ok = false;
    a.arena.on_failure = &a.failure;
    if (setjmp(a.failure) == 0) {
        lang_input in = input_of(&a, text, length);
        in.strict = strict;
        ok = lang_gdl.read(&in) != NULL;
        if (!ok && a.sink.errors == 0)
            abort(); /* refused without a word */
        for (const diag *d = a.sink.first; d; d = d->next)
            diag_render(&a.arena, d, false);
    }
    arena_done(&a.arena);
    return ok;
}

/* In canonical layout (form NULL) or in another notation. */
static char *rewritten(const char *text, size_t length, const char *form)
{
    attempt a;
    start(&a);
    char *volatile out = NULL;
    a.arena.on_failure = &a.failure;
    if (setjmp(a.failure) == 0) {
        lang_input in = input_of(&a, text, length);
        in.form = form;
        const char *result = form ? lang_gdl.translate(&in) : lang_gdl.format(&in);
        if (!result && a.sink.errors == 0)
            abort();
        out = result ? strdup(result) : NULL;
    }
    arena_done(&a.arena);
    return out;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data, *const forms[] = {NULL, "infix", "kif"};
    bool read = readable(text, size, false);
    readable(text, size, true);
    if (memchr(text, 0, size))
        return 0; /* such texts are refused before they come here; what is written ends at a NUL */
    for (int i = 0; i < 3; i++) {
        char *once = rewritten(text, size, forms[i]);
        char *twice = once ? rewritten(once, strlen(once), NULL) : NULL;
        if (once && (!twice || strcmp(once, twice) != 0 || (read && !readable(once, strlen(once), false))))
            abort();
        free(once);
        free(twice);
    }
    return 0;
}
