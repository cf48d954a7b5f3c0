#include "lang/lang.h"
#include "lang/zrf/lower.h"

static zrf_game *parse(const lang_input *in, zrf_file *f)
{
    *f = (zrf_file){.arena = in->scratch, .names = in->names, .text = in->source, .sink = in->sink, .max_nesting = in->limits->max_nesting};
    zrf_expand(f);
    const zrf_form *form = f->failed ? NULL : zrf_choose(f, in->variant);
    return form ? zrf_read_game(f, form) : NULL;
}

static void *read(const lang_input *in)
{
    zrf_file f;
    zrf_game *z = parse(in, &f);
    if (!z)
        return NULL;
    zrf_lowering x = {.z = z, .arena = in->scratch};
    x.g = ir_game_new(in->keep, in->names, in->source, in->sink);
    x.g->high_level = true;
    if (!zrf_declare(&x) || !irb_builtins(x.g))
        return NULL;
    irb_any_keeper(x.g);
    return zrf_lower(&x) && ir_game_finish(x.g, false) ? x.g : NULL;
}

const lang_functions lang_zrf = {.read = read, .decode = zrf_decode};
