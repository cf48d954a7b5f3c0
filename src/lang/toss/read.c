#include "lang/lang.h"
#include "lang/toss/lower.h"
#include "lang/toss/toss.h"

static const ir_words words = {.full = "`DATA capacity: N` in the rules makes room for N elements",
                               .stuck = "a location without a move that can be made ends the game: is this one left by "
                                        "a rule that always applies?"};

static bool parse(const lang_input *in, diag_sink *sink, rs_game *f)
{
    *f = (rs_game){.arena = in->scratch,
                   .names = in->names,
                   .text = in->source,
                   .sink = sink,
                   .max_nesting = in->limits->max_nesting};
    return toss_parse_game(f) && rs_check_game(f) && rs_store(f, &f->start, in->limits->max_steps);
}

enum { NODES_MAX = 400000 };

static void overflow(void *user, const char *what)
{
    toss_lowering *x = user;
    rs_error(x->f, DIAG_TOO_LARGE, x->k->at, "%s", what);
    x->failed = true;
}

static ir_game *lower(const lang_input *in, rs_game *f)
{
    arena *scratch = in->scratch;
    rs_structure all; /* with the elements that may come */
    rs_structure_copy(&all, &f->start, scratch);
    toss_lowering x = {.f = f,
                       .arena = scratch,
                       .scratch = scratch,
                       .s = &all,
                       .count = rs_capacity(f),
                       .given = f->start.elements.count,
                       .max_steps = in->limits->max_steps};
    const name_id *names = rs_element_names(f, x.count, scratch);
    for (uint32_t e = x.given; e < x.count; e++)
        rs_element(&all, names[e]);
    kit_code k;
    kit_init(&k, scratch, overflow, &x);
    k.nodes_max = NODES_MAX;
    x.k = &k;
    x.g = kit_new_game(&k, in->keep, in->names, in->source, f->sink, &words);
    if (!toss_declare(&x) || !kit_builtins(&k) || !toss_lower(&x))
        return NULL;
    x.g->heuristic = toss_heuristic(&x);
    x.g->sink = in->sink;
    return x.g;
}

/* Whether all that was reported is that an automaton cannot say it. */
static bool only_too_much(const diag_sink *sink)
{
    bool only = sink->first != NULL;
    for (const diag *d = sink->first; d; d = d->next)
        only &= d->code == DIAG_TOSS_UNSUPPORTED || d->code == DIAG_TOO_LARGE;
    return only;
}

/* An automaton where the game can be said as one, else the rules themselves. */
static void *read(const lang_input *in)
{
    static const char structures[] = "structures";
    rs_game f;
    diag_sink trial;
    diag_sink_init(&trial, in->scratch);
    if (!parse(in, in->sink, &f))
        return NULL;
    f.sink = &trial;
    ir_game *g = lower(in, &f);
    if (g)
        return ir_game_finish(g, false) ? g : NULL;
    if (only_too_much(&trial)) {
        *in->program = structures;
        return (void *)(uintptr_t)structures; /* the machine reads the text again, for each thread */
    }
    f.sink = in->sink;
    lower(in, &f);
    return NULL;
}

const lang_functions lang_toss = {.read = read, .format = toss_format};
