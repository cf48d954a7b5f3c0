#include "lang/rg/lex.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *text;
    rg_kind kind;
} punctuation[] = {
    /* longest first */
    {"==", RG_EQ},    {"!=", RG_NE},    {"->", RG_ARROW},   {"$$", RG_DOLLAR2}, {"<=", RG_LE},      {">=", RG_GE},
    {"&&", RG_AND},   {"||", RG_OR},    {"..", RG_RANGE},   {",", RG_COMMA},    {":", RG_COLON},    {";", RG_SEMI},
    {"=", RG_ASSIGN}, {"{", RG_LBRACE}, {"}", RG_RBRACE},   {"[", RG_LBRACKET}, {"]", RG_RBRACKET}, {"(", RG_LPAREN},
    {")", RG_RPAREN}, {"*", RG_STAR},   {"?", RG_QUESTION}, {"!", RG_BANG},     {"$", RG_DOLLAR},   {"@", RG_AT},
    {"+", RG_PLUS},   {"-", RG_MINUS},  {"/", RG_SLASH},    {"%", RG_PERCENT},  {"<", RG_LT},       {">", RG_GT},
};

const char *rg_kind_text(rg_kind kind)
{
    switch (kind) {
    case RG_END: return "end of file";
    case RG_IDENT: return "identifier";
    case RG_INT: return "integer";
    case RG_TYPE: return "`type`";
    case RG_CONST: return "`const`";
    case RG_VAR: return "`var`";
    case RG_COMMA: return "`,`";
    case RG_COLON: return "`:`";
    case RG_SEMI: return "`;`";
    case RG_ASSIGN: return "`=`";
    case RG_EQ: return "`==`";
    case RG_NE: return "`!=`";
    case RG_ARROW: return "`->`";
    case RG_LBRACE: return "`{`";
    case RG_RBRACE: return "`}`";
    case RG_LBRACKET: return "`[`";
    case RG_RBRACKET: return "`]`";
    case RG_LPAREN: return "`(`";
    case RG_RPAREN: return "`)`";
    case RG_STAR: return "`*`";
    case RG_RANGE: return "`..`";
    default: return "something else";
    }
}

static rg_kind word_kind(const char *text, uint32_t length)
{
    if (length == 4 && memcmp(text, "type", 4) == 0)
        return RG_TYPE;
    if (length == 5 && memcmp(text, "const", 5) == 0)
        return RG_CONST;
    if (length == 3 && memcmp(text, "var", 3) == 0)
        return RG_VAR;
    return RG_IDENT;
}

static bool begins_with(const char *p, const char *end, const char *word)
{
    size_t n = strlen(word);
    return (size_t)(end - p) >= n && memcmp(p, word, n) == 0;
}

static const char *skip_digits(const char *p, const char *end)
{
    while (p < end && *p >= '0' && *p <= '9')
        p++;
    return p;
}

/* Digits with a point, an exponent, or both; finite. */
static bool real_token(const char *p, const char *end, const char **after, double *real)
{
    enum { LONGEST = 400 };
    char text[LONGEST + 1];
    const char *start = p, *whole = p + (p < end && *p == '-'), *q = skip_digits(whole, end);
    bool found = false;
    if (q == whole)
        return false;
    if (end - q >= 2 && q[0] == '.' && q[1] >= '0' && q[1] <= '9') {
        q = skip_digits(q + 1, end);
        found = true;
    }
    if (end - q >= 2 && (*q == 'e' || *q == 'E')) {
        const char *digits = q + 1 + (q[1] == '-' || q[1] == '+'), *last = skip_digits(digits, end);
        found |= last > digits;
        q = last > digits ? last : q;
    }
    if (!found || q - start > LONGEST)
        return false;
    memcpy(text, start, (size_t)(q - start));
    text[q - start] = 0;
    *real = strtod(text, NULL);
    *after = q;
    return *real - *real <= 0; /* what is infinite is none */
}

/* After '#': an integer, a truth value or an operation of the automaton's text. */
static rg_kind hash_token(const char *p, const char *end, const char **after, int32_t *integer, double *real)
{
    static const struct {
        const char *word;
        rg_kind kind;
    } words[] = {{"true", RG_TRUE},   {"false", RG_FALSE}, {"hash", RG_HASH},
                 {"times", RG_TIMES}, {"first", RG_FIRST}, {"real", RG_REAL_NAME}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (begins_with(p, end, words[i].word))
            return *after = p + strlen(words[i].word), words[i].kind;
    if (real_token(p, end, after, real))
        return RG_REAL;
    bool negative = p < end && *p == '-';
    const char *digits = p + negative;
    int64_t value = 0;
    const char *q = digits;
    int64_t most = (int64_t)INT32_MAX + negative;
    while (q < end && *q >= '0' && *q <= '9' && value <= most)
        value = value * 10 + (*q++ - '0');
    if (q == digits || value > most || (q < end && *q >= '0' && *q <= '9'))
        return *after = p, RG_OTHER;
    *integer = (int32_t)(negative ? -value : value);
    return *after = q, RG_INT;
}

rg_token rg_lex(rg_lexer *x)
{
    const char *text = x->source->text, *end = text + x->source->length, *p = text + x->at;
    rg_token token = {.kind = RG_END};
    if (x->at == 0 && end - p >= 3 && memcmp(p, "\xef\xbb\xbf", 3) == 0)
        p += 3; /* a byte order mark */
    for (;;) {
        while (p < end && (*p == ' ' || *p == '\t' || *p == '\r' || *p == '\n')) {
            token.newlines += *p == '\n';
            p++;
        }
        if (end - p < 2 || p[0] != '/' || p[1] != '/')
            break;
        const char *start = p;
        while (p < end && *p != '\n')
            p++;
        if (x->comments) {
            token.kind = RG_COMMENT;
            token.span = (src_span){(uint32_t)(start - text), (uint32_t)(p - text)};
            x->at = (uint32_t)(p - text);
            return token;
        }
    }
    const char *start = p;
    uint32_t n;
    if (p == end) {
        token.kind = RG_END;
    } else if ((n = identifier_length(p, end)) > 0) {
        while (p < end && (n = identifier_length(p, end)) > 0)
            p += n;
        token.kind = word_kind(start, (uint32_t)(p - start));
    } else if (*p == '#') {
        token.kind = hash_token(p + 1, end, &p, &token.integer, &token.real);
        if (token.kind == RG_OTHER)
            p = start + 1;
    } else {
        token.kind = RG_OTHER;
        n = utf8_length(p, end);
        p += n ? n : 1;
        for (size_t i = 0; i < sizeof punctuation / sizeof *punctuation; i++) {
            size_t length = strlen(punctuation[i].text);
            if ((size_t)(end - start) >= length && memcmp(start, punctuation[i].text, length) == 0) {
                token.kind = punctuation[i].kind;
                p = start + length;
                break;
            }
        }
    }
    token.span = (src_span){(uint32_t)(start - text), (uint32_t)(p - text)};
    x->at = (uint32_t)(p - text);
    return token;
}
