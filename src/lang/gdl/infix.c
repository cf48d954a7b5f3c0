/* Infix notation: `legal(W,mark(X,Y)) :- true(cell(X,Y,b)) & ~done(W)`. What it is reduced to is
 * prefix notation. A quoted name, 'x y', is a constant of any characters, and _'x y' a variable;
 * both are ours, so that every name of the prefix form can be written. */
#include "base/map.h"
#include "lang/gdl/gdl.h"

#include <string.h>

typedef struct parser {
    gdl_text *t;
    const char *text;
    uint32_t at, end, depth;
    bool failed;
    bool reported;             /* in this statement */
    VEC(gdl_node *) variables; /* of this statement */
    map spelled, taken, next;  /* names of variables: the one given; those given; numbers tried */
} parser;

static void skip(parser *p)
{
    while (p->at < p->end) {
        char c = p->text[p->at];
        if (gdl_is_blank(c)) {
            p->at++;
        } else if (c == ';' || c == '%') {
            gdl_take_comment(p->t, &p->at, p->end);
        } else {
            return;
        }
    }
}

static bool looking_at(const parser *p, const char *what)
{
    size_t n = strlen(what);
    return p->end - p->at >= n && memcmp(p->text + p->at, what, n) == 0;
}

/* Characters that a bare word is made of: no brackets, operators, quotes; a dot only inside. */
static bool in_word(const parser *p, uint32_t i)
{
    char c = p->text[i];
    if (gdl_is_blank(c) || (c && strchr("(),;%&|~'[]{}\"", c)) || c == 0)
        return false;
    if (c == ':')
        return p->text[i + 1] != '-' && p->text[i + 1] != ':';
    if (c == '=' && p->end - i >= 3 && memcmp(p->text + i, "==>", 3) == 0)
        return false;
    return c != '.' || (i + 1 < p->end && p->text[i + 1] != '.' && in_word(p, i + 1));
}

static void complain(parser *p, const char *expected, const char *hint)
{
    p->failed = true;
    if (p->reported)
        return;
    p->reported = true;
    uint32_t length = 0;
    while (p->at + length < p->end && length < 30 && in_word(p, p->at + length))
        length++;
    bool dialect = looking_at(p, "::") || looking_at(p, "==>");
    src_span here = {p->at, p->at + (length ? length : dialect ? 2 : 1)};
    if (here.end > p->end)
        here.end = p->end;
    diag *d;
    if (dialect) {
        d = gdl_report(p->t, DIAG_DIALECT, here, "`%s` belongs to the language of operations, which is not read here",
                       looking_at(p, "::") ? "::" : "==>");
        diag_set_hint(p->t->sink, d, "rules of this language say `next(...)` and `legal(...)`, and join by `:-`");
        return;
    }
    if (p->at >= p->end)
        d = gdl_report(p->t, DIAG_EXPECTED, here, "%s was expected, but the text ends", expected);
    else if (p->text[p->at] == ')')
        d = gdl_report(p->t, DIAG_GDL_PARENTHESES, here, "this parenthesis closes nothing");
    else
        d = gdl_report(p->t, DIAG_EXPECTED, here, "%s was expected here", expected);
    if (hint)
        diag_set_hint(p->t->sink, d, "%s", hint);
}

/* ---- terms ---- */

static bool nest(parser *p, uint32_t from)
{
    if (++p->depth <= p->t->limits->max_nesting)
        return true;
    if (!p->reported)
        diag_report(p->t->sink, DIAG_NESTING, p->t->source, (src_span){from, from + 1}, "nested deeper than %u",
                    p->t->limits->max_nesting);
    p->reported = p->failed = true;
    return false;
}

static gdl_node *word_node(parser *p, const char *text, uint32_t at)
{
    return gdl_new_word(p->t, text, (uint32_t)strlen(text), (src_span){at, at});
}

/* The content of a quoted name; a quote in it is doubled. */
static const char *read_quoted(parser *p, uint32_t *length)
{
    uint32_t from = p->at++;
    VEC(char) out = {0};
    while (p->at < p->end && p->text[p->at] != '\n') {
        if (p->text[p->at] == '\'') {
            if (p->at + 1 >= p->end || p->text[p->at + 1] != '\'') {
                p->at++;
                *length = out.count;
                vec_push(p->t->arena, &out, 0);
                return out.data;
            }
            p->at++;
        }
        vec_push(p->t->arena, &out, (unsigned char)p->text[p->at] < ' ' ? ' ' : p->text[p->at]); /* shown on a line */
        p->at++;
    }
    p->at = from;
    complain(p, "a quote at the end of this name", NULL);
    *length = 0;
    return "";
}

static gdl_node *read_variable(parser *p, uint32_t from)
{
    gdl_node *n = gdl_new(p->t, GDL_VARIABLE, (src_span){from, p->at});
    if (looking_at(p, "'") && p->at == from + 1) {
        uint32_t length;
        const char *text = read_quoted(p, &length);
        n->span.end = p->at;
        n->spelled = intern_add(p->t->names, text, length);
        n->name = gdl_new_word(p->t, text, length, n->span)->name;
    } else {
        uint32_t skipped = p->text[from] == '?' || (p->text[from] == '_' && p->at - from > 1);
        const char *text = p->text + from + skipped;
        n->anonymous = p->at - from == 1 && p->text[from] == '_';
        n->spelled = intern_add(p->t->names, p->text + from, p->at - from);
        n->name = gdl_new_word(p->t, text, p->at - from - skipped, n->span)->name;
    }
    vec_push(p->t->arena, &p->variables, n);
    return n;
}

static gdl_node *read_term(parser *p);

static gdl_node *read_arguments(parser *p, gdl_node *word)
{
    VEC(gdl_node *) items = {0};
    uint32_t open = p->at++;
    vec_push(p->t->arena, &items, word);
    if (!nest(p, open))
        return word;
    skip(p);
    while (!p->failed && !looking_at(p, ")")) {
        gdl_node *term = read_term(p);
        vec_push(p->t->arena, &items, term);
        skip(p);
        if (p->failed || looking_at(p, ")"))
            break;
        if (p->at >= p->end) {
            if (!p->reported)
                gdl_report(p->t, DIAG_GDL_PARENTHESES, (src_span){open, open + 1}, "this parenthesis is never closed");
            p->failed = p->reported = true;
        } else if (!looking_at(p, ",")) {
            complain(p, "`,` or `)`", "arguments are separated by commas");
        } else {
            p->at++;
            skip(p);
        }
    }
    p->depth--;
    p->at += !p->failed;
    return gdl_new_list(p->t, items.data, items.count, (src_span){word->span.start, p->at});
}

static gdl_node *read_term(parser *p)
{
    uint32_t from = p->at;
    gdl_node *word;
    if (looking_at(p, "'")) {
        uint32_t length;
        const char *text = read_quoted(p, &length);
        word = gdl_new_word(p->t, text, length, (src_span){from, p->at});
    } else {
        while (p->at < p->end && in_word(p, p->at))
            p->at++;
        if (p->at == from) {
            complain(p, "a name, a number or a variable", NULL);
            return gdl_new_word(p->t, "", 0, (src_span){from, from});
        }
        char first = p->text[from];
        if ((first >= 'A' && first <= 'Z') || first == '_' || (first == '?' && p->at - from > 1)) {
            gdl_node *variable = read_variable(p, from);
            if (!p->failed && looking_at(p, "("))
                complain(p, "`,`, an operator or the end of the rule",
                         "names of relations and functions begin with a lower-case letter");
            return variable;
        }
        word = gdl_new_word(p->t, p->text + from, p->at - from, (src_span){from, p->at});
    }
    uint32_t after = p->at;
    while (p->at < p->end && (p->text[p->at] == ' ' || p->text[p->at] == '\t'))
        p->at++;
    if (!p->failed && looking_at(p, "("))
        return read_arguments(p, word);
    p->at = after;
    return word;
}

/* ---- conditions ---- */

static gdl_node *read_or(parser *p);

static gdl_node *read_unary(parser *p)
{
    skip(p);
    uint32_t from = p->at;
    if (looking_at(p, "~")) {
        p->at++;
        if (!nest(p, from))
            return word_node(p, "not", from);
        gdl_node *items[2] = {word_node(p, "not", from), read_unary(p)};
        p->depth--;
        return gdl_new_list(p->t, items, 2, (src_span){from, p->at});
    }
    if (looking_at(p, "(")) {
        p->at++;
        if (!nest(p, from))
            return word_node(p, "and", from);
        gdl_node *inner = read_or(p);
        p->depth--;
        skip(p);
        if (!p->failed && !looking_at(p, ")")) {
            if (p->at >= p->end && !p->reported) {
                gdl_report(p->t, DIAG_GDL_PARENTHESES, (src_span){from, from + 1}, "this parenthesis is never closed");
                p->reported = true;
            }
            complain(p, "`)`, `&` or `|`", NULL);
        }
        p->at += !p->failed;
        return inner;
    }
    return read_term(p);
}

typedef gdl_node *(*reader)(parser *p);

static gdl_node *read_chain(parser *p, char operator, const char * word, reader part)
{
    uint32_t from = p->at;
    gdl_node *first = part(p);
    VEC(gdl_node *) items = {0};
    for (;;) {
        uint32_t after = p->at, comments = p->t->comments.count;
        if (!p->failed)
            skip(p);
        if (p->failed || p->at >= p->end || p->text[p->at] != operator) {
            p->at = after; /* comments here belong to what follows */
            p->t->comments.count = comments;
            break;
        }
        p->at++;
        if (!items.count) {
            vec_push(p->t->arena, &items, word_node(p, word, from));
            vec_push(p->t->arena, &items, first);
        }
        gdl_node *next = part(p);
        vec_push(p->t->arena, &items, next);
    }
    if (!items.count)
        return first;
    src_span span = span_join(first->span, vec_at(&items, items.count - 1)->span);
    vec_at(&items, 0)->span = (src_span){span.start, span.start};
    return gdl_new_list(p->t, items.data, items.count, span);
}

static gdl_node *read_and(parser *p) { return read_chain(p, '&', "and", read_unary); }
static gdl_node *read_or(parser *p) { return read_chain(p, '|', "or", read_and); }

/* ---- statements ---- */

/* Case tells variables of infix form apart, but not those of prefix form: X1 and x1. */
static void name_variables(parser *p)
{
    gdl_text *t = p->t;
    map_init(&p->spelled, t->arena);
    map_init(&p->taken, t->arena);
    map_init(&p->next, t->arena);
    for (int anonymous = 0; anonymous < 2; anonymous++)
        for (uint32_t i = 0; i < p->variables.count; i++) {
            gdl_node *n = vec_at(&p->variables, i);
            if (n->anonymous != anonymous)
                continue;
            const uint32_t *known = anonymous ? NULL : map_get(&p->spelled, n->spelled);
            if (known) {
                n->name = *known;
                continue;
            }
            name_id base = anonymous ? intern_cstr(t->names, "any") : n->name, name = base;
            const uint32_t *tried = map_get(&p->next, base);
            uint32_t number = tried ? *tried : 1;
            while (map_has(&p->taken, name))
                name = intern_printf(t->names, "%s_%u", intern_text(t->names, base), ++number);
            map_put(&p->next, base, number);
            map_put(&p->taken, name, 1);
            n->name = name;
            if (anonymous)
                n->spelled = intern_printf(t->names, "_%u", i);
            else
                map_put(&p->spelled, n->spelled, name);
        }
    p->variables.count = 0;
}

static gdl_node *read_rule(parser *p, gdl_node *head, uint32_t arrow)
{
    gdl_node *body = read_or(p);
    gdl_node *implies = word_node(p, "<=", arrow);
    implies->span.end = arrow + 2;
    src_span span = span_join(head->span, body->span);
    if (body->kind != GDL_LIST || !gdl_headed(p->t, body, "and") || body->count == 1) {
        gdl_node *items[3] = {implies, head, body};
        return gdl_new_list(p->t, items, 3, span);
    }
    gdl_node **items = ARENA_ARRAY(p->t->arena, gdl_node *, body->count + 1);
    items[0] = implies;
    items[1] = head;
    memcpy(items + 2, body->items + 1, (body->count - 1) * sizeof *items);
    return gdl_new_list(p->t, items, body->count + 1, span);
}

static gdl_node *read_statement(parser *p)
{
    gdl_node *head = read_term(p);
    uint32_t after = p->at, comments = p->t->comments.count;
    if (p->failed)
        return head;
    skip(p);
    uint32_t arrow = p->at;
    if (looking_at(p, ":-")) {
        p->at += 2;
        head = read_rule(p, head, arrow);
        after = p->at;
        comments = p->t->comments.count;
        if (!p->failed)
            skip(p);
    }
    if (!p->failed && looking_at(p, "."))
        p->at++;
    else if (!p->failed && p->at < p->end && !in_word(p, p->at) && p->text[p->at] != '\'')
        complain(p, arrow < after ? "`&`, `|` or the end of the rule" : "`:-` or the end of the fact",
                 looking_at(p, ",") ? "conditions are joined by `&`" : NULL);
    else
        p->at = after, p->t->comments.count = comments;
    return head;
}

/* On at the next line that begins with a name at the margin. */
static void resume(parser *p, uint32_t from)
{
    if (p->at < from + 1)
        p->at = from + 1;
    while (p->at < p->end) {
        char c = p->text[p->at], before = p->text[p->at - 1];
        if ((before == '\n' || before == '\r') && ((c >= 'a' && c <= 'z') || c == ';' || c == '%'))
            break;
        p->at++;
    }
    p->failed = p->reported = false;
    p->depth = 0;
}

bool gdl_parse_infix(gdl_text *t, uint32_t from)
{
    parser p = {.t = t, .text = t->source->text, .at = from, .end = t->source->length};
    bool ok = true;
    for (skip(&p); p.at < p.end && t->sink->errors < GDL_ERRORS_MAX; skip(&p)) {
        uint32_t start = p.at;
        gdl_node *n = read_statement(&p);
        name_variables(&p);
        if (!p.failed) {
            vec_push(t->arena, &t->top, n);
        } else {
            ok = false;
            resume(&p, start);
        }
    }
    return ok;
}
