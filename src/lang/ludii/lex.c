#include "base/brackets.h"
#include "lang/ludii/ludii.h"

#include <string.h>

typedef struct lexer {
    ludii_file *f;
    const src_text *source;
    const char *p, *end;
    uint32_t origin;
    ludii_tokens *out;
    bool glued;
} lexer;

static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool is_bracket(char c) { return c == '(' || c == ')' || c == '{' || c == '}'; }

static src_span span_of(const lexer *l, const char *from, const char *to)
{
    return (src_span){(uint32_t)(from - l->source->text), (uint32_t)(to - l->source->text)};
}

static void add(lexer *l, ludii_token_kind kind, const char *name, size_t length, const char *start)
{
    ludii_token t = {.kind = (uint8_t)kind,
                     .glued = l->glued,
                     .name = name ? intern_on_line(l->f->names, name, length) : NAME_NONE,
                     .span = span_of(l, start, l->p),
                     .origin = l->origin};
    vec_push(l->f->arena, l->out, t);
    l->glued = true;
}

/* The length of a comment at p, or 0. */
static size_t comment_length(const lexer *l)
{
    bool slashes = l->p[0] == '/' && l->p + 1 < l->end && l->p[1] == '/';
    if (!slashes && !(l->f->loose && l->p[0] == ';'))
        return 0;
    const char *q = l->p;
    while (q < l->end && *q != '\n' && *q != '\r')
        q++;
    return (size_t)(q - l->p);
}

static void string(lexer *l)
{
    const char *start = l->p++;
    while (l->p < l->end && (*l->p != '"' || l->p[-1] == '\\'))
        l->p++;
    if (l->p == l->end) {
        diag_report(l->f->sink, DIAG_EXPECTED, l->source, span_of(l, start, start + 1), "this string is never closed");
        return;
    }
    l->p++;
    add(l, LUDII_STRING, start, (size_t)(l->p - start), start);
}

/* The end of a marker `<Tag>` or `<Tag:argument>` at p, or NULL. */
static const char *marker_end(const lexer *l)
{
    const char *q = l->p + 1;
    if (l->f->loose || q >= l->end || !is_letter(*q))
        return NULL;
    while (q < l->end && (is_letter(*q) || is_digit(*q) || (*q && strchr(" :_-", *q))))
        q++;
    return q < l->end && *q == '>' ? q + 1 : NULL;
}

static bool after_open(const lexer *l) { return l->out->count && vec_at(l->out, l->out->count - 1).kind == LUDII_OPEN; }

/* Ends of words. In Ludi, `<` and `#` are letters like others. */
static bool ends_word(const lexer *l, const char *q)
{
    if (is_space(*q) || is_bracket(*q) || *q == '"' || (l->f->loose && *q == ';'))
        return true;
    if (q[0] == '/' && q + 1 < l->end && q[1] == '/')
        return true;
    return !l->f->loose && (*q == '<' || *q == '>' || (*q == '#' && q + 1 < l->end && is_digit(q[1])));
}

static void word(lexer *l)
{
    const char *start = l->p++;
    while (l->p < l->end && !ends_word(l, l->p)) {
        l->p++;
        if (l->p[-1] == ':' && !l->f->loose) {
            add(l, LUDII_LABEL, start, (size_t)(l->p - start) - 1, start);
            return;
        }
    }
    add(l, LUDII_WORD, start, (size_t)(l->p - start), start);
}

static void parameter(lexer *l)
{
    const char *start = l->p++;
    while (l->p < l->end && is_digit(*l->p))
        l->p++;
    add(l, LUDII_PARAMETER, start + 1, (size_t)(l->p - start) - 1, start);
}

/* `<`, `>` as operators stand at the head of a list; elsewhere they enclose. */
static void angle(lexer *l)
{
    const char *start = l->p, *end = *start == '<' ? marker_end(l) : NULL;
    if (end) {
        l->p = end;
        add(l, LUDII_MARKER, start + 1, (size_t)(end - start) - 2, start);
    } else if (after_open(l)) {
        word(l);
    } else {
        l->p++;
        add(l, *start == '<' ? LUDII_LESS : LUDII_GREATER, NULL, 0, start);
    }
}

static void read_bracket(lexer *l)
{
    static const char brackets[] = "(){}";
    const char *start = l->p++;
    add(l, (ludii_token_kind)(LUDII_OPEN + (strchr(brackets, *start) - brackets)), NULL, 0, start);
}

void ludii_lex(ludii_file *f, const src_text *source, src_span part, uint32_t origin, ludii_tokens *out,
               ludii_spans *comments)
{
    lexer l = {f, source, source->text + part.start, source->text + part.end, origin, out, false};
    while (l.p < l.end) {
        size_t comment = comment_length(&l);
        if (is_space(*l.p) || comment) {
            src_span span = span_of(&l, l.p, l.p + comment);
            if (comment && comments)
                vec_push(f->arena, comments, span);
            l.p += comment ? comment : 1;
            l.glued = false;
        } else if (is_bracket(*l.p))
            read_bracket(&l);
        else if (*l.p == '"')
            string(&l);
        else if (!f->loose && (*l.p == '<' || *l.p == '>'))
            angle(&l);
        else if (!f->loose && *l.p == '#' && l.p + 1 < l.end && is_digit(l.p[1]))
            parameter(&l);
        else
            word(&l);
        arena_work(f->arena, 1);
    }
}

/* ---- brackets ---- */

static bool opens(uint8_t kind) { return kind == LUDII_OPEN || kind == LUDII_ARRAY; }
static bool closes(uint8_t kind) { return kind == LUDII_CLOSE || kind == LUDII_ARRAY_END; }

static bool unbalanced(ludii_file *f, const ludii_token *t, const ludii_token *open)
{
    if (!open) {
        ludii_report(f, DIAG_LUDII_BRACKET, t->span, t->origin, "nothing is open here that `%s` could close",
                     t->kind == LUDII_CLOSE ? ")" : "}");
        return false;
    }
    diag *d = ludii_report(f, DIAG_LUDII_BRACKET, t->span, t->origin, "`%s` cannot close `%s`",
                           t->kind == LUDII_CLOSE ? ")" : "}", open->kind == LUDII_OPEN ? "(" : "{");
    diag_add_note(f->sink, d, vec_at(&f->origins, open->origin).source, open->span, "which is opened here");
    return false;
}

/* Where the lines' indentation says which bracket is to blame. */
static bool blame(ludii_file *f, const ludii_tokens *tokens)
{
    static const char signs[] = "(){}";
    VEC(bracket) brackets = {0};
    vec_u32 of = {0};
    bracket_fault fault;
    uint32_t origin = vec_at(tokens, 0).origin;
    const src_text *source = vec_at(&f->origins, origin).source;
    for (uint32_t i = 0; i < tokens->count; i++) {
        const ludii_token *t = &vec_at(tokens, i);
        if (t->origin != origin)
            return false;
        if (!opens(t->kind) && !closes(t->kind))
            continue;
        vec_push(f->arena, &brackets, ((bracket){t->span.start, signs[t->kind - LUDII_OPEN]}));
        vec_push(f->arena, &of, i);
    }
    if (!source || !brackets_fault(source, brackets.data, brackets.count, f->arena, &fault))
        return false;
    const ludii_token *t = &vec_at(tokens, vec_at(&of, fault.bracket));
    const char sign[] = {signs[t->kind - LUDII_OPEN], 0};
    diag *d = ludii_report(f, DIAG_LUDII_BRACKET, t->span, origin,
                           !fault.extra                  ? "`%s` is never closed"
                           : fault.next == t->span.start ? "nothing is open here that `%s` could close"
                                                         : "this `%s` closes more than is open",
                           sign);
    if (fault.next != UINT32_MAX && fault.next != t->span.start)
        diag_add_note(f->sink, d, source, (src_span){fault.next, fault.next + 1},
                      fault.extra ? "this line belongs to what it closes"
                                  : "what begins here is no part of it any more");
    if (fault.extra)
        diag_set_hint(f->sink, d, "one `%s` less on this line", sign);
    else
        diag_set_hint(f->sink, d, "a `%s` is missing, in line %u most likely", *sign == '(' ? ")" : "}",
                      source_line_number(source, t->span.start));
    return true;
}

bool ludii_balanced(ludii_file *f, const ludii_tokens *tokens)
{
    vec_u32 open = {0};
    for (uint32_t i = 0; i < tokens->count; i++) {
        const ludii_token *t = &vec_at(tokens, i);
        if (opens(t->kind)) {
            vec_push(f->arena, &open, i);
        } else if (closes(t->kind)) {
            const ludii_token *last = open.count ? &vec_at(tokens, vec_at(&open, open.count - 1)) : NULL;
            if (!last || last->kind + 1 != t->kind)
                return !blame(f, tokens) && unbalanced(f, t, last);
            open.count--;
        }
    }
    if (!open.count)
        return true;
    const ludii_token *last = &vec_at(tokens, vec_at(&open, open.count - 1));
    if (!blame(f, tokens))
        ludii_report(f, DIAG_LUDII_BRACKET, last->span, last->origin, "`%s` is never closed",
                     last->kind == LUDII_OPEN ? "(" : "{");
    return false;
}

uint32_t ludii_skip(const ludii_token *tokens, uint32_t count, uint32_t at)
{
    uint32_t depth = 0;
    for (uint32_t i = at; i < count; i++) {
        depth += opens(tokens[i].kind);
        depth -= closes(tokens[i].kind) && depth;
        if (!depth)
            return i + 1;
    }
    return count;
}
