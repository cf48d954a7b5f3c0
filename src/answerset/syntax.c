#include "answerset/syntax.h"

#include <string.h>

void syn_part_text(arena *a, syn_part *p, const char *name, const char *text, size_t length)
{
    bool open = length > 0 && text[length - 1] != '\n';
    char *ended = arena_alloc(a, length + 2);
    if (length)
        memcpy(ended, text, length);
    ended[length] = '\n';
    p->source = source_new(a, name, ended, length + open);
    p->start = 0;
    p->end = p->source->length;
}
