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

static uint32_t letter_length(const char *p, const char *end)
{
    unsigned char c = (unsigned char)*p;
    if (c < 0x80)
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    uint32_t length = utf8_length(p, end);
    return length && unicode_is_letter(utf8_decode(p, length)) ? length : 0;
}

static uint32_t punctuation(const char *p, const char *end, hrg_token_kind *kind)
{
    for (int k = HRG_T_ARROW; k < HRG_TOKEN_COUNT; k++) {
        size_t length = strlen(token_texts[k]);
        if ((size_t)(end - p) >= length && memcmp(p, token_texts[k], length) == 0) {
            *kind = (hrg_token_kind)k;
            return (uint32_t)length;
        }
    }
    return 0;
}

static bool is_space(char c) { return c && strchr(" \t\n\v\f\r", c); }

/* One report for a run of junk, so that a binary file does not drown the reader. */
static const char *skip_junk(const char *p, const char *end, const src_text *source, diag_sink *sink)
{
    const char *start = p;
    hrg_token_kind kind;
    bool encoding = false;
    do {
        uint32_t length = utf8_length(p, end);
        encoding |= length == 0;
        p += length ? length : 1;
    } while (p < end && !is_space(*p) && !letter_length(p, end) && !punctuation(p, end, &kind));
    src_span span = {(uint32_t)(start - source->text), (uint32_t)(p - source->text)};
    unsigned char c = (unsigned char)*start;
    if (encoding)
        diag_report(sink, DIAG_ENCODING, source, span, "bytes that are not valid UTF-8");
    else if (c < 0x20 || c == 0x7f)
        diag_report(sink, DIAG_CHARACTER, source, span, "control character 0x%02x", c);
    else {
        diag *d = diag_report(sink, DIAG_CHARACTER, source, span, "unexpected `%.*s`",
                              (int)(p - start > 16 ? utf8_length(start, end) : p - start), start);
        if (c == '!')
            diag_set_hint(sink, d, "a negation is written `not(..)`");
        else if (c == '/')
            diag_set_hint(sink, d, "there is no division: arithmetic is `+`, `-` and `%%`");
        else if (c == '#') {
            diag_set_hint(sink, d, "a comment begins with `//`");
            const char *newline = memchr(p, '\n', (size_t)(end - p));
            p = newline ? newline : end;
        }
    }
    return p;
}

void hrg_lex(hrg_tokens *tokens, arena *a, intern *names, const src_text *source, diag_sink *sink)
{
    const char *base = source->text, *p = base, *end = base + source->length;
    memset(tokens, 0, sizeof *tokens);
    if (source->length >= 3 && memcmp(p, "\xEF\xBB\xBF", 3) == 0)
        p += 3;
    while (p < end) {
        if (is_space(*p)) {
            p++;
            continue;
        }
        const char *start = p;
        if (*p == '/' && end - p > 1 && p[1] == '/') {
            const char *newline = memchr(p, '\n', (size_t)(end - p));
            p = newline ? newline : end;
            const char *stop = p;
            while (stop > start && (stop[-1] == '\r' || stop[-1] == ' ' || stop[-1] == '\t'))
                stop--;
            hrg_comment comment = {{(uint32_t)(start - base), (uint32_t)(stop - base)}, tokens->list.count};
            vec_push(a, &tokens->comments, comment);
            continue;
        }
        hrg_token token = {HRG_T_IDENT, NAME_NONE, {(uint32_t)(start - base), 0}};
        uint32_t length;
        while (p < end && (length = letter_length(p, end)) > 0)
            p += length;
        if (p > start) {
            token.name = intern_add(names, start, (size_t)(p - start));
        } else if ((length = punctuation(p, end, &token.kind)) > 0) {
            p += length;
        } else {
            p = skip_junk(p, end, source, sink);
            continue;
        }
        token.span.end = (uint32_t)(p - base);
        if (token.kind == HRG_T_IDENT && is_reserved(start, (uint32_t)(p - start)))
            diag_report(sink, DIAG_RESERVED, source, token.span, "`%s` is a reserved word and cannot be a name",
                        intern_text(names, token.name));
        vec_push(a, &tokens->list, token);
    }
    hrg_token last = {HRG_T_END, NAME_NONE, {source->length, source->length}};
    vec_push(a, &tokens->list, last);
}
