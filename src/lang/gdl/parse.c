/* Which notation a text is in, and what both readers share. */
#include "base/text.h"
#include "lang/gdl/gdl.h"

#include <string.h>

gdl_node *gdl_new(gdl_text *t, gdl_kind kind, src_span span)
{
    gdl_node *n = ARENA_NEW(t->arena, gdl_node);
    n->kind = kind;
    n->name = n->spelled = NAME_NONE;
    n->span = span;
    return n;
}

static name_id folded(gdl_text *t, const char *text, uint32_t length)
{
    char small[64], *out = length < sizeof small ? small : arena_alloc(t->arena, length + 1);
    for (uint32_t i = 0; i < length; i++)
        out[i] = text_small(text[i]);
    return intern_add(t->names, out, length);
}

gdl_node *gdl_new_word(gdl_text *t, const char *text, uint32_t length, src_span span)
{
    gdl_node *n = gdl_new(t, GDL_WORD, span);
    if (length == 3 && memcmp(text, "\xe2\x87\x90", 3) == 0) /* the arrow of typeset rules */
        text = "<=", length = 2;
    n->name = folded(t, text, length);
    bool logic = gdl_is(t, n, "<=") || gdl_is(t, n, "not") || gdl_is(t, n, "or") || gdl_is(t, n, "distinct");
    n->spelled = logic ? n->name : intern_add(t->names, text, length);
    return n;
}

gdl_node *gdl_new_list(gdl_text *t, gdl_node *const *items, uint32_t count, src_span span)
{
    gdl_node *n = gdl_new(t, GDL_LIST, span);
    n->items = ARENA_ARRAY(t->arena, gdl_node *, count + 1);
    if (count)
        memcpy(n->items, items, count * sizeof *items);
    n->count = count;
    return n;
}

/* Infix form shows by what follows the first words: an argument list without a blank before it, or
 * an arrow. Prefix form almost always begins with a parenthesis. */
static bool looks_infix(const char *p, const char *end)
{
    while (p < end) {
        if (strchr(" \t\r\n\f", *p)) {
            p++;
        } else if (*p == ';') {
            while (p < end && *p != '\n' && *p != '\r')
                p++;
        } else if (*p == '(' || *p == ')') {
            return false;
        } else if (strchr(":&~%'", *p)) {
            return true;
        } else {
            bool number = *p >= '0' && *p <= '9';
            while (p < end && !strchr(" \t\r\n\f();:", *p))
                p++;
            if (p < end && *p == '(')
                return !number;
        }
    }
    return false;
}

bool gdl_parse(gdl_text *t)
{
    const char *text = t->source->text;
    uint32_t from = 0;
    while (t->source->length - from >= 3 && memcmp(text + from, "\xef\xbb\xbf", 3) == 0)
        from += 3; /* byte order marks */
    t->infix = looks_infix(text + from, text + t->source->length);
    uint32_t before = t->sink->errors;
    bool ok = t->infix ? gdl_parse_infix(t, from) : gdl_parse_prefix(t, from);
    return ok && t->sink->errors == before;
}
