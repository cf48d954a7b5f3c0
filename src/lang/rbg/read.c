#include "lang/lang.h"
#include "lang/rbg/lower.h"

static const ir_words words = {
    .no_end = "the game can never end: nothing leads to the end of `#rules`",
    .no_end_hint = "a loop `( .. )*` goes on for ever unless something behind it, or none of its moves, can be made"};

/* Syntax tree, or NULL after reports. */
static bool parse(rbg_file *f)
{
    rbg_tokens tokens = {0};
    rbg_lex(f, &tokens, NULL);
    rbg_preprocess(f, &tokens);
    if (!f->exhausted)
        rbg_parse(f);
    return !f->exhausted && f->sink->errors == 0;
}

static void overflow(void *user, const char *what)
{
    rbg_lowering *x = user;
    rbg_too_large(x->f, x->k->at, "%s", what);
}

/* Pieces, players, variables and vertices, which get their names when they are met. */
static bool is_taken(void *user, name_id name)
{
    const rbg_file *f = ((rbg_lowering *)user)->f;
    return map_has(&f->declared, name) || map_has(&f->vertex_by_name, name);
}

static void *read(const lang_input *in)
{
    arena *scratch = in->scratch;
    rbg_file f = {.arena = scratch,
                  .names = in->names,
                  .text = in->source,
                  .sink = in->sink,
                  .max_nesting = in->limits->max_nesting};
    rbg_graph graph;
    rbg_numbers numbers;
    rbg_sure sure;
    if (!parse(&f) || !rbg_graph_make(&graph, &f, scratch))
        return NULL;
    rbg_numbers_init(&numbers, &f, &graph, scratch);
    if (f.exhausted)
        return NULL;
    rbg_sure_find(&sure, &numbers, &graph, scratch);
    rbg_lowering x = {.f = &f, .arena = scratch, .graph = &graph, .numbers = &numbers, .sure = &sure};
    kit_code k;
    kit_init(&k, scratch, overflow, &x);
    k.is_taken = is_taken;
    k.nodes_max = 3 * RBG_MAX_EDGES; /* a few for each */
    x.k = &k;
    x.g = kit_new_game(&k, in->keep, in->names, in->source, in->sink, &words);
    rbg_declare_game(&x);
    if (f.exhausted || !kit_builtins(&k))
        return NULL;
    kit_any_keeper(&k);
    rbg_lower(&x);
    return f.exhausted ? NULL : kit_finish(&k, false);
}

const lang_functions lang_rbg = {.read = read, .format = rbg_format};
