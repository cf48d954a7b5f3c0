#include "lang/rbg/rbg.h"

#include <string.h>

static const char *const token_texts[RBG_TOKEN_COUNT] = {
#define RBG_TOKEN(name, text) text,
#include "lang/rbg/tokens.def"
#undef RBG_TOKEN
};

const char *rbg_token_text(rbg_token_kind kind) { return token_texts[kind]; }

const char *rbg_shown(const rbg_file *f, name_id name)
{
    const char *text = rbg_text(f, name);
    return strlen(text) <= 80 ? text : arena_printf(f->arena, "%.60s...", text);
}

const char *rbg_token_shown(const rbg_file *f, const rbg_token *t)
{
    if (t->kind == RBG_T_END || t->kind == RBG_T_SECTION_END)
        return token_texts[t->kind];
    return arena_printf(f->arena, "`%s`", t->name != NAME_NONE ? rbg_shown(f, t->name) : token_texts[t->kind]);
}

enum { NOTES_MAX = 3 };

diag *rbg_report(rbg_file *f, diag_code code, src_span span, uint32_t origin, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *message = arena_vprintf(f->arena, format, args);
    va_end(args);
    /* a mistake in a macro is the same mistake wherever the macro is used */
    uint64_t key = hash_bytes(message, strlen(message), (uint64_t)span.start << 32 | span.end);
    if (!f->reported.arena)
        map_init(&f->reported, f->arena);
    if (map_has(&f->reported, key))
        return ARENA_NEW(f->arena, diag);
    map_put(&f->reported, key, 1);
    diag *d = diag_report(f->sink, code, f->text, span, "%s", message);
    for (uint32_t i = 0; i < NOTES_MAX && origin != RBG_NO_ORIGIN; i++) {
        const rbg_origin *o = &vec_at(&f->origins, origin);
        diag_add_note(f->sink, d, f->text, o->use, "in the macro `%s`, used here", rbg_shown(f, o->macro));
        origin = o->outer;
    }
    return d;
}

void rbg_too_large(rbg_file *f, src_span span, const char *format, ...)
{
    if (f->exhausted)
        return;
    f->exhausted = true;
    va_list args;
    va_start(args, format);
    diag_report(f->sink, DIAG_TOO_LARGE, f->text, span, "%s", arena_vprintf(f->arena, format, args));
    va_end(args);
}

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_word(char c) { return is_letter(c) || is_digit(c) || c == '_'; }
static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static uint32_t sign(const char *p, const char *end, rbg_token_kind *kind)
{
    int which;
    uint32_t length = scan_sign(token_texts, RBG_T_TO_KEEPER, RBG_TOKEN_COUNT, p, end, &which);
    *kind = length ? (rbg_token_kind)which : RBG_T_IDENT;
    return length;
}

static bool begins_token(const char *p, const char *end)
{
    rbg_token_kind kind;
    return is_word(*p) || sign(p, end, &kind) > 0;
}

static const char *skip_junk(rbg_file *f, const char *p, const char *end)
{
    const unsigned char c = (unsigned char)*p;
    diag *d;
    p = scan_junk(f->sink, f->text, p, end, begins_token, &d);
    if (c == '|' || c == '&')
        diag_set_hint(f->sink, d, "alternatives are separated by `+`; what is written in a row must hold in a row");
    else if (c >= 0x80 && d->code == DIAG_CHARACTER)
        diag_set_hint(f->sink, d, "names consist of the letters a to z, A to Z, and digits");
    return p;
}

/* The end of a comment that begins here, or NULL. */
static const char *comment_end(rbg_file *f, const char *p, const char *end)
{
    if (end - p < 2 || p[0] != '/')
        return NULL;
    if (p[1] == '/')
        return scan_line_end(p, end);
    if (p[1] != '*')
        return NULL;
    for (const char *q = p + 2; q + 1 < end; q++)
        if (q[0] == '*' && q[1] == '/')
            return q + 2;
    uint32_t at = (uint32_t)(p - f->text->text);
    diag *d = diag_report(f->sink, DIAG_EXPECTED, f->text, (src_span){at, at + 2}, "this comment is never closed");
    diag_set_hint(f->sink, d, "a comment that begins with `/*` ends with `*/`");
    return end;
}

void rbg_lex(rbg_file *f, rbg_tokens *tokens, scan_comments *comments)
{
    const char *p = scan_begin(f->text), *end = f->text->text + f->text->length;
    while (p < end) {
        const char *start = p, *stop;
        uint32_t length;
        if (is_space(*p)) {
            p++;
            continue;
        }
        if ((stop = comment_end(f, p, end)) != NULL) {
            scan_comment comment = {scan_span(f->text, start, scan_trim(start, stop)), tokens->count};
            if (comments)
                vec_push(f->arena, comments, comment);
            p = stop;
            continue;
        }
        rbg_token t = {RBG_T_IDENT, NAME_NONE, {0, 0}, 0, RBG_NO_ORIGIN};
        if (is_word(*p)) {
            bool number = is_digit(*p);
            while (p < end && (number ? is_digit(*p) : is_word(*p)))
                p++;
            t.kind = number ? RBG_T_NUMBER : RBG_T_IDENT;
            t.name = intern_add(f->names, start, (size_t)(p - start));
        } else if ((length = sign(p, end, &t.kind)) > 0) {
            p += length;
        } else {
            p = skip_junk(f, p, end);
            continue;
        }
        t.span = scan_span(f->text, start, p);
        vec_push(f->arena, tokens, t);
    }
    rbg_token last = {RBG_T_END, NAME_NONE, {f->text->length, f->text->length}, 0, RBG_NO_ORIGIN};
    vec_push(f->arena, tokens, last);
}
