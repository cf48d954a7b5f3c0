#include "lang/gdl/gdl.h"

rl_program *gdl_read(arena *keep, arena *scratch, intern *names, const src_text *source,
                     const lud_limits *limits, diag_sink *sink)
{
    gdl_text t = {.arena = scratch, .names = names, .source = source, .sink = sink, .limits = limits};
    return gdl_parse(&t) ? gdl_lower(&t, keep) : NULL;
}
