#include "lang/lang.h"
#include "lang/toss/lower.h"

static void *read(const lang_input *in)
{
    arena *scratch = in->scratch;
    toss_file f = {.arena = scratch, .names = in->names, .text = in->source, .sink = in->sink, .max_nesting = in->limits->max_nesting};
    if (!toss_parse_game(&f) || !toss_check_game(&f) || !toss_store(&f, &f.start, in->limits->max_steps))
        return NULL;
    toss_lowering x = {.f = &f, .arena = scratch, .scratch = scratch, .s = &f.start, .count = f.start.elements.count, .max_steps = in->limits->max_steps};
    x.g = ir_game_new(in->keep, in->names, in->source, in->sink);
    x.g->high_level = true;
    if (!toss_declare(&x) || !irb_builtins(x.g))
        return NULL;
    if (!toss_lower(&x))
        return NULL;
    x.g->heuristic = toss_heuristic(&x);
    return ir_game_finish(x.g, false) ? x.g : NULL;
}

const lang_functions lang_toss = {.read = read, .format = toss_format};
