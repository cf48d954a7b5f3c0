/* Ground terms as text: what libclingo prints, and what people and programs give as facts. */
#include "answerset/game.h"

#include <string.h>

typedef struct reader {
    terms *t;
    const char *at, *end;
    uint32_t depth;
} reader;

enum { READ_DEEPEST = 500, READ_ARGS = 256 };

static void skip(reader *r)
{
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\n' || *r->at == '\r'))
        r->at++;
}

static bool accept(reader *r, char c)
{
    skip(r);
    if (r->at >= r->end || *r->at != c)
        return false;
    r->at++;
    return true;
}

static term read(reader *r);

/* Up to the closing parenthesis. *count: READ_ARGS + 1 when there is none. */
static void read_args(reader *r, term *args, uint32_t *count, bool *comma)
{
    *count = 0;
    *comma = false;
    if (accept(r, ')'))
        return;
    for (;;) {
        term x = *count < READ_ARGS ? read(r) : TERM_NONE;
        if (!x)
            break;
        args[(*count)++] = x;
        *comma = accept(r, ',');
        if (accept(r, ')'))
            return;
        if (!*comma)
            break;
    }
    *count = READ_ARGS + 1;
}

static term read_number(reader *r, bool negative)
{
    uint32_t value = 0;
    for (; r->at < r->end && *r->at >= '0' && *r->at <= '9'; r->at++)
        value = value * 10 + (uint32_t)(*r->at - '0');
    return terms_number(r->t, (int32_t)(negative ? 0 - value : value));
}

static term read_string(reader *r)
{
    const char *start = ++r->at;
    size_t n = 0;
    while (r->at < r->end && *r->at != '"')
        r->at += *r->at == '\\' && r->at + 1 < r->end ? 2 : 1, n++;
    if (r->at >= r->end)
        return TERM_NONE;
    char few[256], *text = n < sizeof few ? few : NULL;
    uint32_t capacity = 0;
    if (!text)
        GROW(r->t->trap, text, capacity, (uint32_t)n + 1);
    size_t k = 0;
    for (const char *p = start; p < r->at; p++)
        text[k++] = *p != '\\' ? *p : *++p == 'n' ? '\n' : *p;
    r->at++;
    term x = terms_string(r->t, text, k);
    if (capacity)
        grow_free(text);
    return x;
}

static term read_function(reader *r, bool negative)
{
    const char *start = r->at;
    term args[READ_ARGS];
    uint32_t count = 0;
    bool comma;
    while (r->at < r->end && (*r->at == '_' || *r->at == '\''))
        r->at++;
    if (r->at >= r->end || *r->at < 'a' || *r->at > 'z')
        return TERM_NONE;
    while (r->at < r->end && syn_is_letter(*r->at))
        r->at++;
    size_t length = (size_t)(r->at - start);
    if (length == 3 && memcmp(start, "not", 3) == 0)
        return TERM_NONE;
    if (r->at < r->end && *r->at == '(') {
        r->at++;
        read_args(r, args, &count, &comma);
        if (count > READ_ARGS || (comma && count > 0))
            return TERM_NONE;
    }
    return terms_make(r->t, terms_functor(r->t, terms_name(r->t, start, length), count, negative), args);
}

static term read_tuple(reader *r)
{
    term args[READ_ARGS];
    uint32_t count;
    bool comma;
    r->at++;
    read_args(r, args, &count, &comma);
    if (count > READ_ARGS)
        return TERM_NONE;
    if (count == 1 && !comma)
        return args[0];
    return terms_make(r->t, terms_functor(r->t, 0, count, false), args);
}

static term read(reader *r)
{
    term x = TERM_NONE;
    skip(r);
    if (r->at >= r->end || ++r->depth > READ_DEEPEST)
        return TERM_NONE;
    bool negative = accept(r, '-');
    if (negative)
        skip(r);
    if (r->at >= r->end)
        return TERM_NONE;
    if (*r->at >= '0' && *r->at <= '9')
        x = read_number(r, negative);
    else if (*r->at == '"' && !negative)
        x = read_string(r);
    else if (*r->at == '(') {
        x = read_tuple(r);
        x = x && negative ? term_negate(r->t, x) : x;
    } else if (*r->at == '#' && !negative && r->end - r->at >= 4 &&
               (memcmp(r->at, "#inf", 4) == 0 || memcmp(r->at, "#sup", 4) == 0)) {
        x = r->at[1] == 'i' ? 1 << 1 : 2 << 1;
        r->at += 4;
    } else
        x = read_function(r, negative);
    r->depth--;
    return x;
}

term as_read_term(terms *t, const char *text, size_t length, size_t *used)
{
    reader r = {t, text, text + length, 0};
    term x = read(&r);
    if (x)
        skip(&r);
    *used = (size_t)(r.at - text);
    return x;
}
