/* Canonical layout of RG and automaton text, from the tokens: one statement a line, one blank
 * between tokens where the language reads better with one, long lists wrapped, comments kept
 * where they were, at most one blank line in a row. */
#include "base/text.h"
#include "lang/lang.h"
#include "lang/rg/ast.h"
#include "lang/rg/lex.h"

#include <string.h>

enum { WIDTH = 100, INDENT = 4 };

typedef struct layouter {
    arena *a;
    const src_text *source;
    text_buffer out;
    uint32_t column;
    bool fresh;     /* at the start of a line */
    bool indented;  /* nothing but the indent stands in the line */
    bool statement; /* inside of a statement */
    rg_kind last;   /* token before, RG_END at the start of a statement */
    rg_kind before; /* the one before that */
    bool edge;      /* the statement is an edge, */
    bool labelled;  /* and its nodes are over */
} layouter;

static void put(layouter *l, const char *text, size_t n)
{
    text_add(l->a, &l->out, text, n);
    l->column += (uint32_t)n;
    l->fresh = l->indented = false;
}

static void new_line(layouter *l)
{
    if (l->fresh)
        return;
    put(l, "\n", 1);
    l->column = 0;
    l->fresh = true;
}

static void indent(layouter *l)
{
    new_line(l);
    put(l, "    ", INDENT);
    l->column = INDENT;
    l->indented = true;
}

static bool operator_token(rg_kind k)
{
    switch (k) {
    case RG_ASSIGN:
    case RG_EQ:
    case RG_NE:
    case RG_ARROW:
    case RG_PLUS:
    case RG_MINUS:
    case RG_SLASH:
    case RG_PERCENT:
    case RG_LT:
    case RG_LE:
    case RG_GT:
    case RG_GE:
    case RG_AND:
    case RG_OR: return true;
    default: return false;
    }
}

/* A prefix: the operand follows at once. `before` is the token in front of it. */
static bool prefix_token(rg_kind k, rg_kind before)
{
    return k == RG_MINUS && (operator_token(before) || before == RG_LPAREN || before == RG_LBRACKET ||
                             before == RG_COLON || before == RG_BANG || before == RG_END);
}

static bool blank_between(const layouter *l, rg_kind next)
{
    rg_kind last = l->last;
    if (last == RG_END || last == RG_AT)
        return false;
    if (next == RG_COMMA || next == RG_SEMI || next == RG_RPAREN || next == RG_RBRACKET)
        return false;
    if (next == RG_LBRACKET) /* an access, or a range type */
        return operator_token(last) || last == RG_COLON;
    if (last == RG_LPAREN || last == RG_LBRACKET || last == RG_RANGE || next == RG_RANGE)
        return false;
    if (prefix_token(last, l->before))
        return false;
    if (next == RG_LPAREN)
        return operator_token(last) || last == RG_STAR || last == RG_DOLLAR2 || last == RG_COLON || last == RG_COMMA;
    if (next == RG_COLON) /* key: value, node: label; `:value` is a default */
        return last == RG_LBRACE || last == RG_COMMA || l->labelled;
    if (last == RG_COLON && (l->before == RG_LBRACE || l->before == RG_COMMA) && !l->edge)
        return false; /* the default entry */
    if (last == RG_LBRACE && next == RG_RBRACE)
        return false;
    if (last == RG_BANG) /* `! a -> b`, but `!(x == y)` */
        return next == RG_IDENT;
    if (last == RG_STAR || next == RG_STAR)
        return l->last != RG_LPAREN && next != RG_RPAREN;
    return true;
}

static void put_token(layouter *l, const rg_token *t)
{
    uint32_t n = t->span.end - t->span.start;
    if (!l->statement)
        new_line(l);
    bool blank = blank_between(l, t->kind);
    bool can_break = l->last == RG_COMMA || operator_token(l->last);
    /* rows that the author made in a list stay rows */
    bool row = t->newlines > 0 && (l->last == RG_COMMA || l->last == RG_LBRACE);
    if (l->statement && t->kind == RG_RBRACE && t->newlines > 0 && l->last != RG_LBRACE)
        new_line(l);
    else if (l->statement && !l->indented && (row || (can_break && l->column + n + 2 > WIDTH)))
        indent(l);
    else if (blank && !l->fresh && !l->indented)
        put(l, " ", 1);
    put(l, l->source->text + t->span.start, n);
    l->statement = t->kind != RG_SEMI;
    l->before = l->last;
    l->last = t->kind;
    l->labelled |= l->edge && t->kind == RG_COLON;
    if (t->kind == RG_SEMI) {
        l->labelled = false;
        l->last = l->before = RG_END;
        l->edge = false;
    }
}

static void put_comment(layouter *l, const rg_token *t)
{
    uint32_t end = t->span.end;
    while (end > t->span.start && strchr(" \t\r", l->source->text[end - 1]))
        end--;
    if (t->newlines == 0 && l->out.count > 0 && !l->fresh)
        put(l, " ", 1);
    else if (l->statement)
        indent(l);
    else
        new_line(l);
    put(l, l->source->text + t->span.start, end - t->span.start);
    if (l->statement)
        indent(l);
    else
        new_line(l);
}

/* Where the line of a comment ends that begins at `at`, `at` itself when none does. */
static uint32_t comment_end(const src_text *source, uint32_t at, uint32_t end)
{
    if (end - at < 2 || source->text[at] != '/' || source->text[at + 1] != '/')
        return at;
    while (at < end && source->text[at] != '\n')
        at++;
    return at;
}

/* A pragma is text up to its `;`: runs of blanks and line ends become one blank, except after a
 * comment. What an unknown pragma has after `//` is no comment, a `;` there ends it. */
static void put_pragma(layouter *l, rg_lexer *lexer, const rg_token *start)
{
    const src_text *source = l->source;
    const char *text = source->text;
    uint32_t begin = start->span.start, end = begin;
    rg_lexer peek = {source, lexer->at, false};
    rg_token name = rg_lex(&peek);
    bool known = name.kind == RG_IDENT && rg_known_pragma(text + name.span.start, name.span.end - name.span.start);
    new_line(l);
    while (end < source->length && text[end] != ';') {
        uint32_t after = known ? comment_end(source, end, source->length) : end;
        end = after > end ? after : end + 1;
    }
    bool blank = false, broken = false;
    for (uint32_t i = begin; i < end; i++) {
        if (strchr(" \t\r\n", text[i]) && text[i]) {
            blank = true;
            continue;
        }
        if (broken)
            indent(l);
        else if (blank)
            put(l, " ", 1);
        uint32_t line = comment_end(source, i, end), n = line > i ? line - i : 1;
        broken = line > i && line < end;
        blank = false;
        put(l, text + i, n);
        i += n - 1;
    }
    if (broken)
        indent(l);
    put(l, ";", 1);
    lexer->at = end < source->length ? end + 1 : end;
    l->statement = false;
    l->last = l->before = RG_END;
}

const char *rg_format(const lang_input *input, bool extended)
{
    arena *a = input->scratch;
    const src_text *source = input->source;
    intern names;
    intern_init(&names, a);
    rg_input in = {a, &names, source, input->sink, input->limits->max_nesting, extended};
    rg_parse(&in); /* only what can be read is laid out anew */
    if (input->sink->errors)
        return NULL;
    layouter l = {.a = a, .source = source, .fresh = true, .last = RG_END, .before = RG_END};
    rg_lexer lexer = {source, 0, true};
    put(&l, "", 0);
    l.fresh = true;
    for (;;) {
        rg_token t = rg_lex(&lexer);
        if (t.newlines > 1 && l.out.count > 0 && !l.statement && t.kind != RG_END) {
            new_line(&l);
            l.fresh = false;
            put(&l, "\n", 1);
            l.column = 0;
            l.fresh = true;
        }
        if (t.kind == RG_END)
            break;
        if (t.kind == RG_COMMENT) {
            put_comment(&l, &t);
        } else if (t.kind == RG_AT && !l.statement) {
            put_pragma(&l, &lexer, &t);
        } else {
            if (!l.statement)
                l.edge = t.kind == RG_IDENT;
            put_token(&l, &t);
        }
    }
    new_line(&l);
    return l.out.data;
}
