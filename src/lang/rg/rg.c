#include "lang/lang.h"
#include "lang/rg/ast.h"

static ir_game *read_text(const lang_input *in, bool extended)
{
    rg_input x = {in->scratch, in->names, in->source, in->sink, in->limits->max_nesting, extended};
    const rg_tree *tree = rg_parse(&x);
    return in->sink->errors ? NULL : rg_lower(&x, tree, in->keep);
}

static void *read_rg(const lang_input *in) { return read_text(in, false); }
static void *read_automaton(const lang_input *in) { return read_text(in, true); }
static const char *format_rg(const lang_input *in) { return rg_format(in, false); }
static const char *format_automaton(const lang_input *in) { return rg_format(in, true); }

const lang_functions lang_rg = {.read = read_rg, .format = format_rg};
const lang_functions lang_aut = {.read = read_automaton, .format = format_automaton};
