#include "lang/lang.h"
#include "lang/rg/ast.h"

static ir_game *read_text(arena *keep, arena *scratch, intern *names, const src_text *source,
                          const lud_limits *limits, diag_sink *sink, bool extended)
{
    rg_input in = {scratch, names, source, sink, limits->max_nesting, extended};
    const rg_tree *tree = rg_parse(&in);
    if (sink->errors)
        return NULL;
    return rg_lower(&in, tree, keep);
}

ir_game *rg_read(arena *keep, arena *scratch, intern *names, const src_text *source,
                 const lud_limits *limits, diag_sink *sink)
{
    return read_text(keep, scratch, names, source, limits, sink, false);
}

ir_game *aut_read(arena *keep, arena *scratch, intern *names, const src_text *source,
                  const lud_limits *limits, diag_sink *sink)
{
    return read_text(keep, scratch, names, source, limits, sink, true);
}
