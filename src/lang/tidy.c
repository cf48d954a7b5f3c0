#include "lang/tidy.h"

void tidy_copy(tidy *t, src_span span)
{
    tidy_add(t, t->source->text + span.start, span.end - span.start);
    t->last = span.end;
}

void tidy_line(tidy *t, uint32_t indent, bool blank)
{
    if (t->out.count == 0)
        return;
    while (t->out.count > 0 && vec_at(&t->out, t->out.count - 1) == ' ')
        t->out.count--;
    tidy_add(t, "\n\n", blank ? 2 : 1);
    for (uint32_t i = 0; i < indent; i++)
        tidy_add(t, " ", 1);
    t->column = indent;
}

uint32_t tidy_line_end(const tidy *t, uint32_t from, uint32_t to, uint32_t *shown)
{
    const char *text = t->source->text;
    uint32_t end = from;
    while (end < to && text[end] != '\n')
        end++;
    for (*shown = end; *shown > from && strchr(" \t\r", text[*shown - 1]);)
        --*shown;
    return end;
}

uint32_t tidy_newlines(const tidy *t, uint32_t from, uint32_t to)
{
    uint32_t n = 0;
    for (uint32_t i = from; i < to; i++)
        n += t->source->text[i] == '\n';
    return n;
}
