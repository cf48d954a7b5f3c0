/* Canonical layout. Lines stay as they were broken, since rules have no statements to break at; indentation
 * comes from the brackets that are open, a line that begins with `+` sticks out so that alternatives stand
 * below each other, and blanks between tokens are decided here except where two actions meet. Rows of
 * boards are copied as they are: authors shape them. Tokens are neither lost nor changed. */
#include "lang/lang.h"
#include "lang/rbg/rbg.h"
#include "lang/tidy.h"

#include <string.h>

typedef struct printer {
    rbg_file *f;
    rbg_tokens tokens;
    scan_comments comments;
    tidy t;
    VEC(rbg_token_kind) open; /* brackets */
    uint32_t comment;         /* next one to print */
    bool rows;                /* in a section of rows */
    bool must_break;          /* a comment to the end of the line was printed */
} printer;

static const rbg_token *token_at(const printer *p, uint32_t i) { return &vec_at(&p->tokens, i); }

/* ---- blanks ---- */

static bool is_word(rbg_token_kind k) { return k == RBG_T_IDENT || k == RBG_T_NUMBER; }

static bool opens(rbg_token_kind k)
{
    return k == RBG_T_LPAREN || k == RBG_T_LBRACKET || k == RBG_T_LBRACE || k == RBG_T_ASSIGN_OPEN ||
           k == RBG_T_COMPARE_OPEN || k == RBG_T_SOME_OPEN || k == RBG_T_NONE_OPEN;
}

static bool closes(rbg_token_kind k) { return k == RBG_T_RPAREN || k == RBG_T_RBRACKET || k == RBG_T_RBRACE; }

/* Whether two tokens without a blank between them would be read as others. */
static bool would_join(rbg_token_kind a, rbg_token_kind b)
{
    if (is_word(a) || is_word(b))
        return is_word(a) && is_word(b);
    if (a == RBG_T_SLASH && (b == RBG_T_SLASH || b == RBG_T_STAR))
        return true;
    const char *first = rbg_token_text(a), *second = rbg_token_text(b);
    size_t length = strlen(first);
    for (int k = RBG_T_TO_KEEPER; k < RBG_TOKEN_COUNT; k++) {
        const char *text = rbg_token_text((rbg_token_kind)k);
        if (strncmp(text, first, length) == 0 && text[length] && text[length] == second[0])
            return true;
    }
    return false;
}

static bool in_arithmetic(const printer *p)
{
    for (uint32_t i = p->open.count; i-- > 0;)
        if (vec_at(&p->open, i) != RBG_T_LPAREN)
            return vec_at(&p->open, i) == RBG_T_ASSIGN_OPEN || vec_at(&p->open, i) == RBG_T_COMPARE_OPEN;
    return false;
}

static bool is_operator(const printer *p, rbg_token_kind k)
{
    if (k == RBG_T_IS || k == RBG_T_PLUS || (k >= RBG_T_EQ && k <= RBG_T_GT))
        return true;
    return in_arithmetic(p) && (k == RBG_T_MINUS || k == RBG_T_STAR || k == RBG_T_SLASH);
}

/* A blank between tokens a and b on one line; `was`: there was one. */
static bool gap(const printer *p, const rbg_token *a, const rbg_token *b, bool was)
{
    if (a->kind == RBG_T_PASTE || b->kind == RBG_T_PASTE || a->kind == RBG_T_HASH || a->kind == RBG_T_TO_PLAYER ||
        a->kind == RBG_T_POWER || b->kind == RBG_T_POWER)
        return false;
    if (b->kind == RBG_T_COMMA || b->kind == RBG_T_SEMICOLON || b->kind == RBG_T_COLON || closes(b->kind))
        return false;
    if (a->kind == RBG_T_ASSIGN_OPEN || a->kind == RBG_T_COMPARE_OPEN || a->kind == RBG_T_SOME_OPEN ||
        a->kind == RBG_T_NONE_OPEN)
        return true;
    if (opens(a->kind))
        return false;
    if (a->kind == RBG_T_COMMA || a->kind == RBG_T_SEMICOLON || a->kind == RBG_T_COLON)
        return true;
    if (is_operator(p, a->kind) || is_operator(p, b->kind))
        return true;
    if (b->kind == RBG_T_STAR)
        return false;
    return was || (is_word(a->kind) && is_word(b->kind)) || a->kind == RBG_T_TO_KEEPER;
}

/* ---- lines ---- */

static void new_line(printer *p, uint32_t indent, bool blank)
{
    tidy_line(&p->t, indent, blank);
    p->must_break = false;
}

static uint32_t indent_of(const printer *p, uint32_t i)
{
    const rbg_token *t = token_at(p, i);
    if (t->kind == RBG_T_HASH || t->kind == RBG_T_END)
        return 0;
    uint32_t depth = p->open.count;
    for (uint32_t k = i; depth > 0 && closes(token_at(p, k)->kind); k++) {
        if (k > i && tidy_newlines(&p->t, token_at(p, k - 1)->span.end, token_at(p, k)->span.start))
            break;
        depth--;
    }
    return 2 + 4 * depth - (t->kind == RBG_T_PLUS && depth > 0 ? 2 : 0);
}

static void put_comments(printer *p, uint32_t i)
{
    while (p->comment < p->comments.count && vec_at(&p->comments, p->comment).before == i) {
        src_span span = p->comments.data[p->comment++].span;
        uint32_t lines = tidy_newlines(&p->t, p->t.last, span.start);
        if (p->t.out.count && (lines > 0 || p->must_break))
            new_line(p, indent_of(p, i), lines > 1);
        else if (p->t.out.count)
            tidy_add(&p->t, " ", 1);
        tidy_copy(&p->t, span);
        p->must_break = p->f->text->text[span.start + 1] == '/';
    }
}

/* The index behind a line of a board that begins with token i, or i. */
static uint32_t row_end(const printer *p, uint32_t i)
{
    if (!p->rows || p->open.count == 0 || token_at(p, i)->kind != RBG_T_LBRACKET)
        return i;
    uint32_t depth = 0, k = i, comment = p->comment;
    for (;; k++) {
        const rbg_token *t = token_at(p, k);
        if (t->kind == RBG_T_END || (k > i && tidy_newlines(&p->t, token_at(p, k - 1)->span.end, t->span.start)))
            break;
        if (comment < p->comments.count && vec_at(&p->comments, comment).before == k && k > i)
            return i;
        if (opens(t->kind))
            depth++;
        if (closes(t->kind) && depth-- == 0)
            break;
    }
    return depth == 0 || depth == UINT32_MAX ? k : i;
}

static uint32_t put_row(printer *p, uint32_t i, uint32_t end)
{
    const char *text = p->f->text->text;
    uint32_t start = token_at(p, i)->span.start;
    while (start > 0 && (text[start - 1] == ' ' || text[start - 1] == '\t'))
        start--;
    new_line(p, 0, tidy_newlines(&p->t, p->t.last, start) > 1);
    tidy_copy(&p->t, (src_span){start, token_at(p, end - 1)->span.end});
    return end;
}

static void track(printer *p, const rbg_token *t)
{
    if (opens(t->kind))
        vec_push(p->f->arena, &p->open, t->kind);
    else if (closes(t->kind) && p->open.count)
        p->open.count--;
}

/* A section begins: rows are kept as they are in the board, and in macros that are rows. */
static void begin_section(printer *p, uint32_t i)
{
    p->open.count = 0;
    p->rows = false;
    for (uint32_t k = i + 1; token_at(p, k)->kind != RBG_T_END && token_at(p, k)->kind != RBG_T_HASH; k++)
        if (token_at(p, k)->kind == RBG_T_IS) {
            p->rows = strcmp(rbg_text(p->f, token_at(p, i + 1)->name), "board") == 0 ||
                      token_at(p, k + 1)->kind == RBG_T_LBRACKET;
            return;
        }
}

static uint32_t put_token(printer *p, uint32_t i)
{
    const rbg_token *t = token_at(p, i);
    put_comments(p, i);
    if (t->kind == RBG_T_HASH)
        begin_section(p, i);
    uint32_t lines = tidy_newlines(&p->t, p->t.last, t->span.start);
    bool breaks = p->must_break || lines > 0 || t->kind == RBG_T_HASH;
    uint32_t end = breaks ? row_end(p, i) : i;
    if (end > i)
        return put_row(p, i, end);
    if (breaks)
        new_line(p, indent_of(p, i), lines > 1);
    else if (i > 0) {
        const rbg_token *before = token_at(p, i - 1);
        bool was = before->span.end != t->span.start;
        if (gap(p, before, t, was) || (was && would_join(before->kind, t->kind)))
            tidy_add(&p->t, " ", 1);
    }
    tidy_copy(&p->t, t->span);
    track(p, t);
    return i + 1;
}

const char *rbg_format(const lang_input *in)
{
    intern names;
    intern_init(&names, in->scratch);
    rbg_file f = {.arena = in->scratch,
                  .names = &names,
                  .text = in->source,
                  .sink = in->sink,
                  .max_nesting = in->limits->max_nesting};
    uint32_t errors = in->sink->errors;
    printer p = {.f = &f, .t = {.arena = in->scratch, .source = in->source}};
    rbg_lex(&f, &p.tokens, &p.comments);
    rbg_preprocess(&f, &p.tokens);
    if (!f.exhausted)
        rbg_parse(&f);
    if (f.exhausted || in->sink->errors != errors)
        return NULL;
    uint32_t end = p.tokens.count - 1;
    for (uint32_t i = 0; i < end;)
        i = put_token(&p, i);
    put_comments(&p, end);
    tidy_add(&p.t, "\n", 2); /* with its terminating NUL */
    return p.t.out.data;
}
