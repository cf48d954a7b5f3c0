#include "native/emit_inside.h"

#include <string.h>

static const char interface_text[] = {
#include "compiled_text.inc"
    , 0};

const char *native_interface_text(void) { return interface_text; }

void text_reserve(text *t, arena *outer, size_t capacity)
{
    arena *own = arena_child(outer);
    char *data = arena_alloc(own, capacity);
    if (t->length)
        memcpy(data, t->data, t->length + 1);
    if (t->own)
        arena_done(t->own);
    *t = (text){data, t->length, capacity, own};
}

void text_add(native_source *n, text *t, const char *s)
{
    size_t length = strlen(s);
    if (t->length + length + 1 > t->capacity) {
        size_t capacity = t->capacity ? t->capacity * 2 : 1024;
        while (capacity < t->length + length + 1)
            capacity *= 2;
        text_reserve(t, t->own ? t->own->parent : n->a, capacity);
    }
    memcpy(t->data + t->length, s, length + 1);
    t->length += length;
}

void emit_cut(native_source *n, size_t length)
{
    n->functions.length = length;
    if (n->functions.data)
        n->functions.data[length] = 0;
}

const char *text_of(const text *t) { return t->data ? t->data : ""; }

enum { INDENT_MAX = 8 }; /* deeper blocks do not stand further to the right: that would be a third of a long unit */

void emit_line(native_source *n, const char *s)
{
    for (uint32_t i = 0; i < n->indent && i < INDENT_MAX; i++)
        text_add(n, &n->functions, "    ");
    text_add(n, &n->functions, s);
    text_add(n, &n->functions, "\n");
}

void emit_open(native_source *n, const char *head)
{
    emit_line(n, *head ? F("%s {", head) : "{");
    n->indent++;
}

void emit_close(native_source *n)
{
    n->indent--;
    emit_line(n, "}");
}

const char *emit_give_up(native_source *n, const char *what)
{
    if (!n->problem)
        n->problem = what;
    return "0";
}

/* Without what could end the comment. */
const char *emit_rule(native_source *n, const ir_edge_data *e)
{
    const src_text *source = n->g->source;
    if (e->span.end <= e->span.start || e->span.end > source->length)
        return "";
    uint32_t length = e->span.end - e->span.start;
    char *copy = arena_strndup(n->strings, source->text + e->span.start, length > 60 ? 60 : length);
    for (char *p = copy; *p; p++) {
        if ((unsigned char)*p < ' ' || (unsigned char)*p >= 0x7f || *p == '/' || *p == '\\' || *p == '?')
            *p = *p == '\n' ? 0 : '.';
        if (!*p)
            break;
    }
    return F(" /* line %u: %s */", source_position(source, e->span.start).line, copy);
}
