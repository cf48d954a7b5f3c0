/* A grammar as text, JSON and HTML. */
#include "base/nearest.h"
#include "base/text.h"
#include "lang/ludii/grammar.h"

#include <string.h>

typedef struct writer {
    const grammar *g;
    arena *arena;
    text_buffer out;
    examples examples;
} writer;

static void put(writer *w, const char *text) { text_adds(w->arena, &w->out, text); }

static const lib_class *class_of(const writer *w, uint32_t class) { return &vec_at(&w->g->l->classes, class); }

/* ---- text ---- */

enum { COLUMNS = 100, INDENT = 4 };

/* The part of an alternative that may stand in a line: up to a blank outside of square and curly brackets. */
static size_t part_length(const char *p)
{
    int depth = 0;
    size_t n = 0;
    for (; p[n] && !(p[n] == ' ' && depth == 0); n++) {
        bool operator= p[n] == '<' || p[n] == '>';
        depth += !operator&& strchr("[{", p[n]) != NULL;
        depth -= !operator&& strchr("]}", p[n]) != NULL;
    }
    return n;
}

static void put_part(writer *w, const char *part, size_t length, uint32_t indent, uint32_t *column)
{
    if (*column > indent && *column + 1 + length > COLUMNS) {
        put(w, arena_printf(w->arena, "\n%*s", (int)indent, ""));
        *column = indent;
    } else if (*column > indent || vec_at(&w->out, w->out.count - 1) != ' ') {
        put(w, " ");
        ++*column;
    }
    text_add(w->arena, &w->out, part, length);
    *column += (uint32_t)length;
}

static void write_rule(writer *w, const grammar_rule *r)
{
    put(w, arena_printf(w->arena, "<%s> ::=", class_of(w, r->class)->symbol));
    uint32_t column = (uint32_t)strlen(class_of(w, r->class)->symbol) + 6, indent = INDENT;
    for (uint32_t i = 0; i < r->right.count; i++) {
        const char *text = vec_at(&r->right, i).text;
        bool whole = column + strlen(text) + 3 <= COLUMNS;
        if (!whole && column > indent && strlen(text) + indent + 3 <= COLUMNS) {
            put(w, arena_printf(w->arena, "\n%*s", (int)indent, ""));
            column = indent;
        }
        while (*text) {
            size_t length = part_length(text);
            put_part(w, text, length, indent, &column);
            text += length + (text[length] == ' ');
        }
        if (i + 1 < r->right.count) {
            put(w, " |");
            column += 2;
        }
    }
    put(w, "\n");
}

static void write_text(writer *w)
{
    const ludeme_package *package = NULL;
    for (uint32_t i = 0; i < w->g->order.count; i++) {
        const grammar_rule *r = &w->g->rules[vec_at(&w->g->order, i)];
        if (!r->used)
            continue;
        if (class_of(w, r->class)->package != package) {
            put(w, package ? "\n" : "");
            package = class_of(w, r->class)->package;
            put(w, arena_printf(w->arena, "// %s\n", package->path));
        }
        write_rule(w, r);
    }
}

/* ---- one symbol ---- */

static bool is_called(const writer *w, const grammar_rule *r, const char *symbol)
{
    const lib_class *c = class_of(w, r->class);
    return r->used && (strcmp(c->symbol, symbol) == 0 || strcmp(lib_text(w->g->l, c->keyword), symbol) == 0 ||
                       strcmp(c->row->name, symbol) == 0);
}

static const char *example_of(writer *w, const grammar_alternative *a)
{
    return a->form == LIB_NONE ? NULL : example_of_form(&w->examples, a->form);
}

static void write_details(writer *w, const grammar_rule *r)
{
    const lib_class *c = class_of(w, r->class);
    put(w, arena_printf(w->arena, "// %s: %s\n", c->package->path, c->row->help));
    write_rule(w, r);
    for (uint32_t i = 0; i < r->right.count; i++) {
        const char *example = example_of(w, &vec_at(&r->right, i));
        if (example)
            put(w, arena_printf(w->arena, "    e.g. %-40s %s\n", example,
                                vec_at(&r->right, i).row == c->row ? "" : r->right.data[i].row->help));
    }
}

/* ---- JSON ---- */

static void put_field(writer *w, const char *key, const char *value, bool first)
{
    put(w, arena_printf(w->arena, "%s\"%s\": ", first ? "" : ", ", key));
    if (value)
        text_add_json(w->arena, &w->out, value);
    else
        put(w, "null");
}

static void write_json_rule(writer *w, const grammar_rule *r)
{
    const lib_class *c = class_of(w, r->class);
    put(w, "{");
    put_field(w, "symbol", c->symbol, true);
    put_field(w, "class", c->row->name, false);
    put_field(w, "package", c->package->path, false);
    put_field(w, "help", c->row->help, false);
    put_field(w, "example", example_of_class(&w->examples, r->class), false);
    put(w, ", \"alternatives\": [");
    for (uint32_t i = 0; i < r->right.count; i++) {
        const grammar_alternative *a = &vec_at(&r->right, i);
        put(w, i ? ", {" : "{");
        put_field(w, "text", a->text, true);
        if (a->row) {
            put_field(w, "constructor", a->row->name, false);
            put_field(w, "help", a->row->help, false);
            put_field(w, "example", example_of(w, a), false);
        }
        put(w, "}");
    }
    put(w, "]}");
}

static void write_json(writer *w, const char *symbol)
{
    bool first = true;
    put(w, "{");
    put_field(w, "library", w->g->l->tables->name, true);
    put_field(w, "title", w->g->l->tables->title, false);
    put(w, ", \"rules\": [");
    for (uint32_t i = 0; i < w->g->order.count; i++) {
        const grammar_rule *r = &w->g->rules[vec_at(&w->g->order, i)];
        if (!r->used || (symbol && !is_called(w, r, symbol)))
            continue;
        put(w, first ? "" : ", ");
        first = false;
        write_json_rule(w, r);
    }
    put(w, "]}\n");
}

/* ---- HTML ---- */

static void put_escaped(writer *w, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        switch (text[i]) {
        case '<': put(w, "&lt;"); break;
        case '>': put(w, "&gt;"); break;
        case '&': put(w, "&amp;"); break;
        case '"': put(w, "&quot;"); break;
        default: text_add(w->arena, &w->out, text + i, 1);
        }
}

/* The class whose symbol in brackets begins here; symbols may hold brackets themselves. */
static uint32_t symbol_at(const writer *w, const char *p, size_t *length)
{
    uint32_t found = LIB_NONE;
    for (uint32_t i = 0; i < w->g->l->classes.count && *p == '<'; i++) {
        const char *symbol = class_of(w, i)->symbol;
        size_t n = strlen(symbol);
        if (strncmp(p + 1, symbol, n) == 0 && p[n + 1] == '>' && (found == LIB_NONE || n + 2 > *length)) {
            found = i;
            *length = n + 2;
        }
    }
    return found;
}

static void put_linked(writer *w, const char *text)
{
    for (size_t n = 1; *text; text += n) {
        uint32_t class = symbol_at(w, text, &n);
        if (class == LIB_NONE)
            n = 1;
        bool link = class != LIB_NONE && w->g->rules[class].used;
        if (link)
            put(w, arena_printf(w->arena, "<a href=\"#c%u\">", class));
        put_escaped(w, text, n);
        put(w, link ? "</a>" : "");
    }
}

static void write_html_rule(writer *w, const grammar_rule *r)
{
    const lib_class *c = class_of(w, r->class);
    put(w, arena_printf(w->arena, "<section id=\"c%u\">\n<h3>", r->class));
    put_escaped(w, c->symbol, strlen(c->symbol));
    put(w, "</h3>\n<p>");
    put_escaped(w, c->row->help, strlen(c->row->help));
    put(w, "</p>\n<ul>\n");
    for (uint32_t i = 0; i < r->right.count; i++) {
        const grammar_alternative *a = &vec_at(&r->right, i);
        const char *example = example_of(w, a);
        put(w, "<li><code>");
        put_linked(w, a->text);
        put(w, "</code>");
        if (a->row && a->row != c->row) {
            put(w, " ");
            put_escaped(w, a->row->help, strlen(a->row->help));
        }
        if (example) {
            put(w, "<br>for example <code>");
            put_escaped(w, example, strlen(example));
            put(w, "</code>");
        }
        put(w, "</li>\n");
    }
    put(w, "</ul>\n</section>\n");
}

static void write_html(writer *w, const char *symbol)
{
    const ludeme_package *package = NULL;
    put(w, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>");
    put_escaped(w, w->g->l->tables->title, strlen(w->g->l->tables->title));
    put(w, "</title>\n<style>\nbody { font: 16px/1.4 sans-serif; max-width: 60em; margin: auto; padding: 1em }\n"
           "h2 { border-bottom: 1px solid #999 }\nh3, p, ul { margin: .3em 0 }\ncode { background: #f2f2f2 }\n"
           "a { text-decoration: none }\nsection:target { background: #ffd }\n</style>\n</head>\n<body>\n<h1>");
    put_escaped(w, w->g->l->tables->title, strlen(w->g->l->tables->title));
    put(w, "</h1>\n");
    for (uint32_t i = 0; i < w->g->order.count; i++) {
        const grammar_rule *r = &w->g->rules[vec_at(&w->g->order, i)];
        if (!r->used || (symbol && !is_called(w, r, symbol)))
            continue;
        if (class_of(w, r->class)->package != package) {
            package = class_of(w, r->class)->package;
            put(w, arena_printf(w->arena, "<h2>%s</h2>\n", package->path));
        }
        write_html_rule(w, r);
    }
    put(w, "</body>\n</html>\n");
}

/* ---- */

static bool symbol_known(writer *w, const char *symbol, diag_sink *sink)
{
    suggestion s;
    suggest_init(&s, symbol);
    for (uint32_t i = 0; i < w->g->l->classes.count; i++) {
        if (is_called(w, &w->g->rules[i], symbol))
            return true;
        if (w->g->rules[i].used) {
            suggest_offer(&s, class_of(w, i)->symbol);
            suggest_offer(&s, lib_text(w->g->l, class_of(w, i)->keyword));
        }
    }
    diag *d = diag_report(sink, DIAG_LUDII_KEYWORD, NULL, SPAN_NOWHERE, "the library %s has no symbol `%s`",
                          w->g->l->tables->name, symbol);
    if (s.best)
        diag_hint_mean(sink, d, s.best);
    return false;
}

const char *grammar_write(const grammar *g, const char *form, const char *symbol, diag_sink *sink)
{
    writer w = {.g = g, .arena = g->arena};
    if (symbol && !symbol_known(&w, symbol, sink))
        return NULL;
    examples_find(&w.examples, g->l, g->arena);
    if (strcmp(form, "json") == 0)
        write_json(&w, symbol);
    else if (strcmp(form, "html") == 0)
        write_html(&w, symbol);
    else if (!symbol)
        write_text(&w);
    for (uint32_t i = 0; i < g->order.count && symbol && strcmp(form, "text") == 0; i++)
        if (is_called(&w, &g->rules[vec_at(&g->order, i)], symbol))
            write_details(&w, &g->rules[vec_at(&g->order, i)]);
    return w.out.data;
}
