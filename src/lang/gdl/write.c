/* What both notations have in common: lines, comments and names. Comments stand where they stood,
 * behind the same word or in front of the same one. */
#include "lang/gdl/write.h"

#include "base/text.h"

#include <string.h>

static void put_bytes(gdl_writer *w, const char *text, uint32_t length)
{
    vec_reserve(w->t->arena, &w->out, w->out.count + length + 1);
    memcpy(w->out.data + w->out.count, text, length);
    w->out.count += length;
    for (uint32_t i = 0; i < length; i++)
        w->column += ((unsigned char)text[i] & 0xc0) != 0x80;
}

void gdl_put(gdl_writer *w, const char *text)
{
    put_bytes(w, text, (uint32_t)strlen(text));
    w->fresh = false;
}

void gdl_new_line(gdl_writer *w, uint32_t indent)
{
    while (w->out.count && vec_at(&w->out, w->out.count - 1) == ' ')
        w->out.count--;
    put_bytes(w, "\n", 1);
    w->column = 0;
    for (uint32_t i = 0; i < indent; i++)
        put_bytes(w, " ", 1);
    w->must_break = false;
    w->fresh = true;
}

/* Ends of lines in a stretch of the source, none after two. */
static uint32_t line_ends(const gdl_writer *w, uint32_t from, uint32_t to)
{
    const char *text = w->t->source->text;
    uint32_t n = 0;
    for (uint32_t i = from; i < to && n < 2; i++)
        n += text[i] == '\n' || (text[i] == '\r' && text[i + 1] != '\n');
    return n;
}

static bool comment_before(const gdl_writer *w, uint32_t offset)
{
    return w->comment < w->t->comments.count && vec_at(&w->t->comments, w->comment).start < offset;
}

bool gdl_has_comment(const gdl_writer *w, const gdl_node *n) { return comment_before(w, n->span.end); }

static void put_comment(gdl_writer *w)
{
    src_span s = w->t->comments.data[w->comment++];
    const char *text = w->t->source->text;
    while (s.end > s.start && (text[s.end - 1] == ' ' || text[s.end - 1] == '\t' || text[s.end - 1] == '\f'))
        s.end--;
    if (w->infix)
        put_bytes(w, text + s.start, s.end - s.start);
    else
        put_bytes(w, ";", 1), put_bytes(w, text + s.start + 1, s.end - s.start - 1);
    w->last = s.end;
    w->must_break = true;
}

void gdl_put_comments(gdl_writer *w, uint32_t before, uint32_t indent)
{
    while (comment_before(w, before)) {
        bool same_line = !w->must_break && line_ends(w, w->last, vec_at(&w->t->comments, w->comment).start) == 0;
        if (!same_line)
            gdl_new_line(w, indent);
        else if (w->out.count && vec_at(&w->out, w->out.count - 1) != ' ')
            gdl_put(w, "  ");
        put_comment(w);
    }
    if (w->must_break)
        gdl_new_line(w, indent);
}

/* ---- names ---- */

static const char *const keywords[] = {"role", "base",     "input", "init",     "true", "does", "next", "legal",
                                       "goal", "terminal", "sees",  "distinct", "not",  "or",   "and",  "<="};

static bool is_keyword(const char *name) { return TEXT_AMONG(name, keywords); }

/* Without quotes in infix form. */
static bool plain(const char *name)
{
    return *name && !strpbrk(name, " \t\r\n\f\v(),;%&|~'[]{}\":.") && !strstr(name, "==>") &&
           strncmp(name, "\xef\xbb\xbf", 3) != 0;
}

static const char *quoted(gdl_writer *w, const char *prefix, const char *name)
{
    char *out = arena_alloc(w->t->arena, 2 * strlen(name) + strlen(prefix) + 3), *to = out;
    to += strlen(strcpy(to, prefix));
    *to++ = '\'';
    for (; *name; *to++ = *name++)
        if (*name == '\'')
            *to++ = '\'';
    *to++ = '\'';
    return out;
}

static const char *infix_name(gdl_writer *w, const gdl_node *n, const char *name)
{
    if (n->kind == GDL_VARIABLE) {
        if (!plain(name))
            return quoted(w, "_", name);
        bool letter = *name >= 'a' && *name <= 'z';
        char *out = arena_printf(w->t->arena, "%s%s", letter ? "" : "_", name);
        if (letter)
            *out = (char)(*out - 'a' + 'A');
        return out;
    }
    bool fine = plain(name) && *name != '_' && !(*name == '?' && name[1]) && !(*name >= 'A' && *name <= 'Z');
    return fine ? name : quoted(w, "", name);
}

static const char *prefix_name(gdl_writer *w, const gdl_node *n, const char *name)
{
    if (!*name || strpbrk(name, " \t\r\n\f\v();") || (n->kind == GDL_WORD && *name == '?' && name[1])) {
        diag *d = gdl_report(w->t, DIAG_DIALECT, n->span, "this name cannot be written in prefix form");
        diag_set_hint(w->t->sink, d, "names of prefix form have no blanks, parentheses or semicolons");
    }
    return n->kind == GDL_VARIABLE ? arena_printf(w->t->arena, "?%s", name) : name;
}

static const char *gdl_leaf_text(gdl_writer *w, const gdl_node *n)
{
    const char *name = intern_text(w->t->names, n->name);
    if (w->own && n->kind == GDL_WORD && is_keyword(name))
        return name;
    if (w->own && w->infix)
        return arena_strndup(w->t->arena, w->t->source->text + n->span.start, n->span.end - n->span.start);
    if (w->own)
        return prefix_name(w, n, intern_text(w->t->names, n->spelled));
    return w->infix ? infix_name(w, n, name) : prefix_name(w, n, name);
}

void gdl_put_leaf(gdl_writer *w, const gdl_node *n)
{
    gdl_put(w, gdl_leaf_text(w, n));
    w->last = n->span.end;
}

/* At the beginning of a text a number looks like prefix form. */
static const char *head_text(gdl_writer *w, const gdl_node *n)
{
    const char *name = intern_text(w->t->names, n->name);
    bool number = w->infix && !w->own && n->kind == GDL_WORD && *name >= '0' && *name <= '9' && plain(name);
    return number ? quoted(w, "", name) : gdl_leaf_text(w, n);
}

void gdl_put_head(gdl_writer *w, const gdl_node *n)
{
    gdl_put(w, head_text(w, n));
    w->last = n->span.end;
}

static bool is_logic(const gdl_writer *w, const gdl_node *n)
{
    return gdl_is(w->t, n, "<=") || gdl_is(w->t, n, "not") || gdl_is(w->t, n, "or") || gdl_is(w->t, n, "and") ||
           gdl_is(w->t, n, "distinct");
}

/* (p) is p, where it is a sentence: terms stay as the text has them. Other words than plain ones,
 * at the beginning of a text, could be taken for infix form. */
static bool is_bare(gdl_writer *w, const gdl_node *n, uint32_t *comment)
{
    while (*comment < w->t->comments.count && vec_at(&w->t->comments, *comment).start < n->span.start)
        ++*comment;
    bool commented = *comment < w->t->comments.count && vec_at(&w->t->comments, *comment).start < n->span.end;
    return n->count == 1 && gdl_item(n, 0)->kind == GDL_WORD && !commented && !is_logic(w, gdl_item(n, 0)) &&
           plain(intern_text(w->t->names, gdl_item(n, 0)->name));
}

/* The sentence without parentheses that it does not need; the same in it, where it holds others. */
static gdl_node *unwrap(gdl_writer *w, gdl_node *n, uint32_t *comment)
{
    if (n->kind != GDL_LIST || n->count == 0)
        return n;
    if (is_bare(w, n, comment))
        return gdl_item(n, 0);
    if (is_logic(w, gdl_item(n, 0)) && !gdl_is(w->t, gdl_item(n, 0), "distinct"))
        for (uint32_t i = 1; i < n->count; i++)
            n->items[i] = unwrap(w, gdl_item(n, i), comment);
    return n;
}

/* An upper bound is enough: operators of infix form are not wider than what they stand for. */
uint32_t gdl_width(gdl_writer *w, const gdl_node *n, uint32_t limit)
{
    if (n->kind != GDL_LIST)
        return (uint32_t)strlen(gdl_leaf_text(w, n));
    uint32_t width = 2 + n->count;
    for (uint32_t i = 0; i < n->count && width <= limit; i++)
        width += i == 0 && gdl_item(n, 0)->kind != GDL_LIST ? (uint32_t)strlen(head_text(w, gdl_item(n, 0)))
                                                            : gdl_width(w, gdl_item(n, i), limit - width);
    return width;
}

/* ---- the sheet ---- */

/* To the line of the next form or comment; one empty line is kept. */
static void next_line(gdl_writer *w, uint32_t start)
{
    if (w->out.count == 0)
        return;
    gdl_new_line(w, 0);
    if (line_ends(w, w->last, start) > 1)
        gdl_new_line(w, 0);
}

static void top_comments(gdl_writer *w, uint32_t before)
{
    while (comment_before(w, before)) {
        uint32_t start = vec_at(&w->t->comments, w->comment).start;
        if (w->out.count && !w->must_break && line_ends(w, w->last, start) == 0)
            gdl_put(w, "  ");
        else
            next_line(w, start);
        put_comment(w);
    }
}

/* Infix form has no word for lists of anything else than a name and arguments. */
static bool sayable(gdl_writer *w, const gdl_node *n, bool top)
{
    if (n->kind != GDL_LIST)
        return true;
    bool fine = n->count > 0 && gdl_item(n, 0)->kind == GDL_WORD && (!gdl_is_rule(w->t, n) || (top && n->count > 1));
    if (!fine)
        gdl_report(w->t, DIAG_DIALECT, n->span, "this list cannot be written in infix form");
    for (uint32_t i = 1; i < n->count && fine; i++)
        fine = sayable(w, gdl_item(n, i), false);
    return fine;
}

bool gdl_write(gdl_writer *w)
{
    uint32_t before = w->t->sink->errors, comment = 0;
    for (uint32_t i = 0; i < w->t->top.count; i++)
        vec_at(&w->t->top, i) = unwrap(w, vec_at(&w->t->top, i), &comment);
    for (uint32_t i = 0; i < w->t->top.count; i++) {
        const gdl_node *form = vec_at(&w->t->top, i);
        if (w->infix && !w->own && !sayable(w, form, true))
            continue;
        /* of a rule in infix form nothing stands before its head */
        bool rule = w->infix && gdl_is_rule(w->t, form);
        uint32_t start = rule ? gdl_item(form, 1)->span.start : form->span.start;
        top_comments(w, start);
        next_line(w, start);
        w->must_break = false;
        if (w->infix)
            gdl_write_infix(w, form);
        else
            gdl_write_prefix(w, form);
        if (!w->infix)
            w->last = form->span.end;
    }
    top_comments(w, UINT32_MAX);
    if (w->out.count)
        gdl_new_line(w, 0);
    put_bytes(w, "", 1);
    return w->t->sink->errors == before;
}
