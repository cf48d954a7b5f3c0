#include "lang/toss/toss.h"

#include "lang/scan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const texts[TOSS_TOKEN_COUNT] = {
#define TOSS_TOKEN(name, text) text,
#include "lang/toss/tokens.def"
#undef TOSS_TOKEN
};

const char *toss_token_text(toss_token_kind kind) { return texts[kind]; }

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

/* 12, 0.5, 1e-3. A numeral that letters follow is part of a name: elements may be called 2a. */
static const char *number_end(const char *p, const char *end)
{
    while (p < end && is_digit(*p))
        p++;
    if (end - p > 1 && *p == '.' && is_digit(p[1]))
        for (p++; p < end && is_digit(*p);)
            p++;
    const char *e = p;
    if (e < end && (*e == 'e' || *e == 'E')) {
        e++;
        if (e < end && (*e == '-' || *e == '+'))
            e++;
        if (e < end && is_digit(*e)) {
            while (e < end && is_digit(*e))
                e++;
            p = e;
        }
    }
    return p;
}

static bool begins_token(const char *p, const char *end)
{
    int kind;
    return *p == 0 || *p == '"' || is_letter(*p) || is_digit(*p) ||
           scan_sign(texts, TOSS_T_IFF, TOSS_TOKEN_COUNT, p, end, &kind) > 0;
}

static const char *skip_junk(rs_game *f, const char *p, const char *end)
{
    const char c = *p;
    diag *d;
    p = scan_junk(f->sink, f->text, p, end, begins_token, &d);
    if (c == '&' || c == '!' || c == '#')
        diag_set_hint(f->sink, d,
                      c == '&'   ? "a conjunction is written `and`"
                      : c == '!' ? "a negation is written `not`"
                                 : "a comment begins with `//`");
    return p;
}

static const char *read_token(rs_game *f, const char *p, const char *end, toss_token *t)
{
    const char *base = f->text->text, *start = p;
    uint32_t length;
    int sign;
    if (*p == '"') {
        const char *close = memchr(p + 1, '"', (size_t)(end - p - 1));
        t->kind = TOSS_T_STRING;
        t->name = intern_add(f->names, p + 1, (size_t)((close ? close : end) - p - 1));
        t->span = (src_span){(uint32_t)(p - base), (uint32_t)((close ? close + 1 : end) - base)};
        if (!close)
            rs_error(f, DIAG_EXPECTED, (src_span){t->span.start, t->span.start + 1},
                     "this picture has no closing `\"`");
        return close ? close + 1 : end;
    }
    if (is_letter(*p)) {
        while (p < end && (is_letter(*p) || is_digit(*p)))
            p++;
        t->kind = TOSS_T_WORD;
    } else if (is_digit(*p)) {
        p = number_end(p, end);
        t->kind = TOSS_T_NUMBER;
        t->number = strtod(start, NULL);
        if (!isfinite(t->number)) {
            rs_error(f, DIAG_TOO_LARGE, (src_span){t->span.start, (uint32_t)(p - f->text->text)},
                     "this number is too large");
            t->number = 0;
        }
    } else if ((length = scan_sign(texts, TOSS_T_IFF, TOSS_TOKEN_COUNT, p, end, &sign)) > 0) {
        t->kind = (toss_token_kind)sign;
        return p + length;
    }
    if (p > start)
        t->name = intern_add(f->names, start, (size_t)(p - start));
    return p;
}

void toss_lex(rs_game *f, toss_tokens *tokens)
{
    const char *base = f->text->text, *p = scan_begin(f->text), *end = base + f->text->length;
    while (p < end) {
        if (strchr(" \t\r\n\v\f", *p)) {
            p++;
            continue;
        }
        if (*p == '/' && end - p > 1 && p[1] == '/') {
            p = scan_line_end(p, end);
            continue;
        }
        toss_token t = {TOSS_T_END, NAME_NONE, 0, {(uint32_t)(p - base), 0}};
        const char *next = read_token(f, p, end, &t);
        if (next == p) {
            p = skip_junk(f, p, end);
            continue;
        }
        p = next;
        arena_work(f->arena, 1);
        t.span.end = (uint32_t)(p - base);
        vec_push(f->arena, tokens, t);
    }
    toss_token last = {TOSS_T_END, NAME_NONE, 0, {f->text->length, f->text->length}};
    vec_push(f->arena, tokens, last);
}
