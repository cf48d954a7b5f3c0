#include "base/text.h"
#include "lang/lang.h"
#include "lang/zrf/lower.h"

static zrf_game *parse(const lang_input *in, zrf_file *f)
{
    *f = (zrf_file){.arena = in->scratch,
                    .names = in->names,
                    .text = in->source,
                    .sink = in->sink,
                    .max_nesting = in->limits->max_nesting};
    zrf_expand(f);
    const zrf_form *form = f->failed ? NULL : zrf_choose(f, in->variant);
    return form ? zrf_read_game(f, form) : NULL;
}

static ir_game *lower(const lang_input *in, zrf_game *z)
{
    zrf_lowering x = {.z = z, .arena = in->scratch};
    x.g = ir_game_new(in->keep, in->names, in->source, in->sink);
    x.g->high_level = true;
    if (!zrf_declare(&x) || !irb_builtins(x.g))
        return NULL;
    irb_any_keeper(x.g);
    return zrf_lower(&x) ? x.g : NULL;
}

/* What macros expand to and all that the lowering notes goes before the passes need memory. */
static void *read(const lang_input *in)
{
    zrf_file f;
    lang_input own = *in;
    own.scratch = arena_child(in->scratch);
    zrf_game *z = parse(&own, &f);
    ir_game *g = z ? lower(&own, z) : NULL;
    arena_done(own.scratch);
    return g && ir_game_finish(g, false) ? g : NULL;
}

/* The games and variants of the file. */
static const char *describe(const lang_input *in)
{
    arena *a = in->scratch;
    text_buffer out = {0};
    intern names;
    zrf_file f = {.arena = a,
                  .names = &names,
                  .text = in->source,
                  .sink = in->sink,
                  .max_nesting = in->limits->max_nesting};
    intern_init(&names, a);
    zrf_expand(&f);
    const zrf_form *usual = f.failed ? NULL : zrf_choose(&f, NULL);
    text_adds(a, &out, "{\"variants\": [");
    for (uint32_t i = 0, n = 0; i < f.forms.count; i++) {
        const zrf_form *form = &f.forms.data[i];
        if (form->separator)
            continue;
        text_adds(a, &out,
                  arena_printf(a, "%s{\"number\": %u, \"kind\": \"%s\", \"usual\": %s, \"title\": ",
                               n ? ", " : "", n, form->variant ? "variant" : "game",
                               usual && usual->form == form->form ? "true" : "false"));
        text_add_json(a, &out, form->title);
        text_adds(a, &out, "}");
        n++;
    }
    text_adds(a, &out, "]}");
    return usual ? out.data : NULL;
}

const lang_functions lang_zrf = {
    .read = read, .format = zrf_format, .describe = describe, .decode = zrf_decode};
