#include "lang/hrg/lex.h"

#include <string.h>

static const char *const token_texts[HRG_TOKEN_COUNT] = {
#define HRG_TOKEN(name, text) text,
#include "lang/hrg/tokens.def"
#undef HRG_TOKEN
};

const char *hrg_token_text(hrg_token_kind kind) { return token_texts[kind]; }

/* Words that RG keeps for itself, so that they cannot be symbols here either. */
static bool is_reserved(const char *p, uint32_t length)
{
    static const char *const words[] = {"const", "type", "var"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == length && memcmp(words[i], p, length) == 0)
            return true;
    return false;
}

static bool begins_token(const char *p, const char *end)
{
    int kind;
    return identifier_length(p, end) > 0 || scan_sign(token_texts, HRG_T_ARROW, HRG_TOKEN_COUNT, p, end, &kind) > 0;
}

static const char *skip_junk(const char *p, const char *end, const src_text *source, diag_sink *sink)
{
    const char c = *p;
    diag *d;
    p = scan_junk(sink, source, p, end, begins_token, &d);
    if (c == '!')
        diag_set_hint(sink, d, "a negation is written `not(..)`");
    else if (c == '/')
        diag_set_hint(sink, d, "there is no division: arithmetic is `+`, `-` and `%%`");
    else if (c == '#') {
        diag_set_hint(sink, d, "a comment begins with `//`");
        p = scan_line_end(p, end);
    }
    return p;
}

void hrg_lex(hrg_tokens *tokens, arena *a, intern *names, const src_text *source, diag_sink *sink)
{
    const char *p = scan_begin(source), *end = source->text + source->length;
    memset(tokens, 0, sizeof *tokens);
    while (p < end) {
        const char *start = p;
        int kind;
        uint32_t length;
        if (*p == ' ' || (*p >= '\t' && *p <= '\r')) {
            p++;
            continue;
        }
        if (*p == '/' && end - p > 1 && p[1] == '/') {
            p = scan_line_end(p, end);
            scan_comment comment = {scan_span(source, start, scan_trim(start, p)), tokens->list.count};
            vec_push(a, &tokens->comments, comment);
            continue;
        }
        hrg_token token = {HRG_T_IDENT, NAME_NONE, {0, 0}};
        while (p < end && (length = identifier_length(p, end)) > 0)
            p += length;
        if (p > start) {
            token.name = intern_add(names, start, (size_t)(p - start));
        } else if ((length = scan_sign(token_texts, HRG_T_ARROW, HRG_TOKEN_COUNT, p, end, &kind)) > 0) {
            token.kind = (hrg_token_kind)kind;
            p += length;
        } else {
            p = skip_junk(p, end, source, sink);
            continue;
        }
        token.span = scan_span(source, start, p);
        if (token.kind == HRG_T_IDENT && is_reserved(start, (uint32_t)(p - start)))
            diag_report(sink, DIAG_RESERVED, source, token.span, "`%s` is a reserved word and cannot be a name",
                        intern_text(names, token.name));
        vec_push(a, &tokens->list, token);
    }
    hrg_token last = {HRG_T_END, NAME_NONE, {source->length, source->length}};
    vec_push(a, &tokens->list, last);
}
