/* Canonical layout. It prints the tokens of the source with white space decided by the marks
 * that the parser left on them, so it can neither lose nor change a token; comments are put
 * back before the token that followed them. */
#include "lang/hrg/parse.h"
#include "lang/lang.h"
#include "lang/tidy.h"

#include <string.h>

enum { WIDTH = 96, INDENT = 2 };

typedef struct printer {
    const hrg_source *s;
    tidy t;
    uint32_t depth;
    uint32_t comment;  /* next one to print */
    bool must_break;   /* a comment ended the line */
    VEC(uint8_t) maps; /* open map literals: 1 when over several lines */
} printer;

static void new_line(printer *p, uint32_t indent, bool blank)
{
    tidy_line(&p->t, indent, blank);
    p->must_break = false;
}

static const hrg_token *token_at(const printer *p, uint32_t i) { return &vec_at(&p->s->tokens.list, i); }
static hrg_mark mark_at(const printer *p, uint32_t i) { return (hrg_mark)p->s->marks[i]; }
static uint32_t width_of(const printer *p, uint32_t i) { return token_at(p, i)->span.end - token_at(p, i)->span.start; }

static bool is_word(const printer *p, uint32_t i, const char *word)
{
    const hrg_token *t = token_at(p, i);
    return t->kind == HRG_T_IDENT && strcmp(intern_text(p->s->names, t->name), word) == 0;
}

/* A blank between token i and the one before it, both on one line. */
static bool gap(const printer *p, uint32_t i)
{
    hrg_token_kind kind = token_at(p, i)->kind, before = token_at(p, i - 1)->kind;
    if (mark_at(p, i) == HRG_M_CALL || before == HRG_T_LPAREN || before == HRG_T_LBRACKET || before == HRG_T_DOTS ||
        mark_at(p, i - 1) == HRG_M_DEFAULT)
        return false;
    switch (kind) {
    case HRG_T_RPAREN:
    case HRG_T_RBRACKET:
    case HRG_T_COMMA:
    case HRG_T_SEMICOLON:
    case HRG_T_DOTS: return false;
    case HRG_T_COLON: return mark_at(p, i) == HRG_M_DEFAULT || mark_at(p, i - 1) == HRG_M_DECL;
    case HRG_T_RBRACE: return before != HRG_T_LBRACE;
    case HRG_T_IDENT: return before != HRG_T_TAG || p->s->text->text[token_at(p, i)->span.start] != '_';
    default: return true;
    }
}

static bool begins_line(hrg_mark m)
{
    return m == HRG_M_DECL || m == HRG_M_CASE || m == HRG_M_STMT || m == HRG_M_BLOCK_END;
}

/* Places where a line that is too long may be broken: 0 nowhere, else the outer ones more. */
static int break_rank(const printer *p, uint32_t i)
{
    hrg_token_kind kind = token_at(p, i)->kind;
    if (mark_at(p, i) == HRG_M_ALTERNATIVE)
        return 3;
    if (kind == HRG_T_AND || kind == HRG_T_OR ||
        (mark_at(p, i) == HRG_M_NONE && (is_word(p, i, "else") || is_word(p, i, "where"))))
        return 2;
    return i > 0 && token_at(p, i - 1)->kind == HRG_T_COMMA;
}

static bool in_wide_map(const printer *p) { return p->maps.count && vec_at(&p->maps, p->maps.count - 1); }

/* Whether token i and all up to the next place as good to break fit on the line. */
static bool fits(const printer *p, uint32_t i)
{
    uint32_t column = p->t.column + 1 + width_of(p, i);
    for (uint32_t k = i + 1; column <= WIDTH; k++) {
        if (token_at(p, k)->kind == HRG_T_END || begins_line(mark_at(p, k)) || break_rank(p, k) >= break_rank(p, i) ||
            mark_at(p, k) == HRG_M_BLOCK || mark_at(p, k) == HRG_M_MAP_END ||
            (in_wide_map(p) && token_at(p, k - 1)->kind == HRG_T_SEMICOLON))
            return true;
        column += width_of(p, k) + gap(p, k);
    }
    return false;
}

/* Whether the map literal that token i opens has to be spread over lines. */
static bool is_wide(const printer *p, uint32_t i)
{
    uint32_t column = p->t.column, depth = 0, comment = p->comment;
    for (uint32_t k = i;; k++) {
        if (token_at(p, k)->kind == HRG_T_END)
            return false;
        column += width_of(p, k) + gap(p, k);
        if (column > WIDTH ||
            (k > i && comment < p->s->tokens.comments.count && vec_at(&p->s->tokens.comments, comment).before <= k))
            return true;
        depth += mark_at(p, k) == HRG_M_MAP;
        depth -= mark_at(p, k) == HRG_M_MAP_END;
        if (depth == 0)
            return false;
    }
}

static bool after_map_break(const printer *p, uint32_t i)
{
    if (i == 0 || !in_wide_map(p))
        return false;
    return mark_at(p, i - 1) == HRG_M_MAP || token_at(p, i - 1)->kind == HRG_T_SEMICOLON;
}

static bool empty_block_end(const printer *p, uint32_t i)
{
    return mark_at(p, i) == HRG_M_BLOCK_END && mark_at(p, i - 1) == HRG_M_BLOCK && !p->must_break &&
           p->t.last == token_at(p, i - 1)->span.end;
}

static bool wants_blank(const printer *p, uint32_t i, uint32_t start)
{
    hrg_mark next = mark_at(p, i);
    bool opened = i > 0 && p->t.last == token_at(p, i - 1)->span.end &&
                  (mark_at(p, i - 1) == HRG_M_BLOCK || mark_at(p, i - 1) == HRG_M_MAP);
    bool closes = start == token_at(p, i)->span.start && (next == HRG_M_BLOCK_END || next == HRG_M_MAP_END);
    return !opened && !closes && tidy_newlines(&p->t, p->t.last, start) > 1;
}

static uint32_t indent_before(const printer *p, uint32_t i)
{
    bool inside = token_at(p, i)->kind != HRG_T_END && !begins_line(mark_at(p, i)) && mark_at(p, i) != HRG_M_CONTINUE &&
                  mark_at(p, i) != HRG_M_MAP_END && !after_map_break(p, i);
    return p->depth * INDENT + (inside ? 2 * INDENT : 0);
}

static void put_comments(printer *p, uint32_t i)
{
    while (p->comment < p->s->tokens.comments.count && vec_at(&p->s->tokens.comments, p->comment).before == i) {
        src_span span = p->s->tokens.comments.data[p->comment++].span;
        bool trailing = p->t.out.count && !p->must_break && tidy_newlines(&p->t, p->t.last, span.start) == 0;
        if (trailing)
            tidy_add(&p->t, " ", 1);
        else
            new_line(p, indent_before(p, i), wants_blank(p, i, span.start));
        tidy_copy(&p->t, span);
        p->must_break = true;
    }
}

static void put_token(printer *p, uint32_t i)
{
    hrg_mark m = mark_at(p, i);
    put_comments(p, i);
    bool inline_end = empty_block_end(p, i);
    bool wide_end = m == HRG_M_MAP_END && in_wide_map(p);
    bool breaks = wide_end || (begins_line(m) && !inline_end) || after_map_break(p, i);
    uint32_t start = token_at(p, i)->span.start;
    bool blank = wants_blank(p, i, start);
    if (m == HRG_M_BLOCK_END || wide_end)
        p->depth--;
    if (breaks)
        new_line(p, p->depth * INDENT, blank);
    else if (p->must_break)
        new_line(p, indent_before(p, i), false);
    else if (p->t.out.count && break_rank(p, i) && !fits(p, i))
        new_line(p, p->depth * INDENT + (m == HRG_M_ALTERNATIVE ? INDENT : 2 * INDENT), false);
    else if (p->t.out.count && gap(p, i))
        tidy_add(&p->t, " ", 1);
    bool wide = m == HRG_M_MAP && is_wide(p, i);
    tidy_copy(&p->t, token_at(p, i)->span);
    if (m == HRG_M_MAP)
        vec_push(p->s->arena, &p->maps, wide);
    else if (m == HRG_M_MAP_END)
        p->maps.count--;
    p->depth += m == HRG_M_BLOCK || wide;
}

const char *hrg_format(const lang_input *in)
{
    arena *scratch = in->scratch;
    intern names;
    intern_init(&names, scratch);
    hrg_source s = {.arena = scratch,
                    .names = &names,
                    .text = in->source,
                    .sink = in->sink,
                    .max_nesting = in->limits->max_nesting};
    hrg_file file;
    if (!hrg_parse(&s, &file))
        return NULL;
    printer p = {.s = &s, .t = {.arena = scratch, .source = in->source}};
    uint32_t end = s.tokens.list.count - 1;
    for (uint32_t i = 0; i < end; i++)
        put_token(&p, i);
    put_comments(&p, end);
    tidy_add(&p.t, "\n", 2); /* with its terminating NUL */
    return p.t.out.data;
}
