#include "lang/asp/lex.h"

#include "base/text.h"

#include <string.h>

static const char *const texts[] = {
#define TOKEN(name, text) text,
#include "lang/asp/tokens.def"
#undef TOKEN
};

const char *lex_text(lex_token token) { return texts[token]; }

static bool digit(char c) { return c >= '0' && c <= '9'; }
static bool lower(char c) { return c >= 'a' && c <= 'z'; }
static bool upper(char c) { return c >= 'A' && c <= 'Z'; }

/* ---- RANDINT ---- */

/* Saturates: bounds beyond 2^62 make no sense. */
static uint64_t read_bound(const char *text, uint32_t *at, uint32_t end, bool *any)
{
    uint64_t value = 0;
    *any = false;
    for (; *at < end && digit(text[*at]); ++*at, *any = true)
        value = value > (UINT64_C(1) << 58) ? UINT64_C(1) << 62 : value * 10 + (uint64_t)(text[*at] - '0');
    return value;
}

void asp_find_draws(arena *a, syn_part *part)
{
    static const char word_[] = "RANDINT(";
    enum { LENGTH = sizeof word_ - 1 };
    const char *text = part->source->text;
    for (uint32_t i = part->start; part->random && i + LENGTH < part->end;) {
        uint32_t at = i + LENGTH;
        bool low, high = false;
        syn_draw d = {.span = {i, 0}};
        if (memcmp(text + i, word_, LENGTH) != 0) {
            i++;
            continue;
        }
        d.low = read_bound(text, &at, part->end, &low);
        if (low && at < part->end && text[at] == ',') {
            at++;
            d.high = read_bound(text, &at, part->end, &high);
        }
        if (!high || at >= part->end || text[at] != ')') {
            i++;
            continue;
        }
        d.span.end = at + 1;
        d.loose =
            (i > part->start && syn_is_letter(text[i - 1])) || (at + 1 < part->end && syn_is_letter(text[at + 1]));
        vec_push(a, &part->draws, d);
        i = at + 1;
    }
}

/* ---- tokens ---- */

static char look(const lexer *l, uint32_t ahead) { return l->at + ahead < l->end ? l->text[l->at + ahead] : 0; }

void lex_start(lexer *l, arena *a, syn_part *part, diag_sink *sink)
{
    *l = (lexer){
        .text = part->source->text, .at = part->start, .end = part->end, .part = part, .arena = a, .sink = sink};
    l->span = (src_span){part->start, part->start};
    lex_next(l);
}

static void problem(lexer *l, uint32_t from, uint32_t to, const char *what)
{
    if (l->sink)
        diag_report(l->sink, DIAG_CHARACTER, l->part->source, (src_span){from, to}, "%s", what);
}

/* Comments nest when they are of the form %* *%. */
static void skip_comment(lexer *l)
{
    if (look(l, 1) != '*') {
        while (l->at < l->end && l->text[l->at] != '\n')
            l->at++;
        return;
    }
    uint32_t start = l->at, depth = 1;
    for (l->at += 2; l->at < l->end && depth > 0; l->at++) {
        if (look(l, 0) == '%' && look(l, 1) == '*')
            depth++, l->at++;
        else if (look(l, 0) == '*' && look(l, 1) == '%')
            depth--, l->at++;
    }
    if (depth > 0)
        problem(l, start, start + 2, "this comment does not end");
}

static void skip_blanks(lexer *l)
{
    for (;;) {
        char c = look(l, 0);
        if (l->at < l->end && (c == ' ' || c == '\t' || c == '\r' || c == '\n'))
            l->at++;
        else if (c == '%')
            skip_comment(l);
        else
            return;
    }
}

static lex_token read_number(lexer *l)
{
    static const struct {
        char letter;
        uint32_t base;
    } bases[] = {{'x', 16}, {'o', 8}, {'b', 2}};
    uint32_t value = 0, base = 10;
    for (int i = 0; i < 3 && look(l, 0) == '0'; i++)
        if (look(l, 1) == bases[i].letter)
            base = bases[i].base;
    if (base != 10) {
        uint32_t from = l->at;
        for (l->at += 2; l->at < l->end; l->at++) {
            const uint32_t d = (uint32_t)text_hex(look(l, 0)); /* none: more than any base */
            if (d >= base)
                break;
            value = value * base + d;
            l->exotic |= d > 9; /* clingo 5.4 reads these in a way of its own */
        }
        if (l->at == from + 2) { /* the 0 is a number, the letter begins a name */
            l->at = from + 1;
            value = 0;
        }
    } else if (look(l, 0) == '0') {
        l->at++;
    } else {
        for (; digit(look(l, 0)); l->at++)
            value = value * 10 + (uint32_t)(look(l, 0) - '0');
    }
    l->value = (int32_t)value;
    return TOK_NUMBER;
}

static lex_token read_string(lexer *l)
{
    uint32_t start = l->at++;
    char *out = arena_alloc(l->arena, l->end - start + 1);
    size_t n = 0;
    for (; l->at < l->end && look(l, 0) != '"' && look(l, 0) != '\n'; l->at++) {
        char c = look(l, 0);
        if (c == '\\' && (look(l, 1) == 'n' || look(l, 1) == '\\' || look(l, 1) == '"')) {
            c = look(l, 1) == 'n' ? '\n' : look(l, 1);
            l->at++;
        } else if (c == '\\') {
            problem(l, l->at, l->at + 1, "`\\` stands before `n`, `\\` or `\"` only");
        }
        out[n++] = c == '\r' || c == '\v' || c == '\f' ? ' ' : c; /* it is shown on a line */
    }
    if (look(l, 0) != '"')
        problem(l, start, l->at, "this string does not end");
    else
        l->at++;
    for (uint32_t i = l->next_draw; i < l->part->draws.count && vec_at(&l->part->draws, i).span.start < l->at; i++)
        vec_at(&l->part->draws, i).loose |= vec_at(&l->part->draws, i).span.start > start;
    l->string = out;
    l->string_length = n;
    return TOK_STRING;
}

static lex_token read_word(lexer *l)
{
    uint32_t start = l->at, i = 0;
    while (look(l, i) == '_' || look(l, i) == '\'')
        i++;
    char first = look(l, i);
    if (!lower(first) && !upper(first)) {
        if (i == 1 && look(l, 0) == '_') {
            l->at++;
            return TOK_ANONYMOUS;
        }
        return TOK_OTHER;
    }
    while (syn_is_letter(look(l, 0)))
        l->at++;
    if (l->at - start == 3 && memcmp(l->text + start, "not", 3) == 0)
        return TOK_NOT;
    return lower(first) ? TOK_IDENTIFIER : TOK_VARIABLE;
}

static lex_token read_directive(lexer *l)
{
    uint32_t n = 1;
    while (syn_is_letter(look(l, n)) && look(l, n) != '\'')
        n++;
    if (n == 4 && memcmp(l->text + l->at, "#sum", 4) == 0 && look(l, 4) == '+')
        n++;
    for (lex_token t = TOK_TRUE; t < TOK_COUNT; t++)
        if (strlen(texts[t]) == n && memcmp(texts[t], l->text + l->at, n) == 0) {
            l->at += n;
            return t;
        }
    return TOK_OTHER;
}

static lex_token read_symbol(lexer *l)
{
    static const struct {
        const char *text;
        lex_token token;
    } symbols[] = {{":-", TOK_IF},        {":~", TOK_WEAK},       {"..", TOK_DOTS},        {"<=", TOK_LE},
                   {">=", TOK_GE},        {"==", TOK_EQ},         {"!=", TOK_NE},          {"**", TOK_POWER},
                   {".", TOK_DOT},        {":", TOK_COLON},       {";", TOK_SEMICOLON},    {",", TOK_COMMA},
                   {"(", TOK_OPEN},       {")", TOK_CLOSE},       {"[", TOK_OPEN_BRACKET}, {"]", TOK_CLOSE_BRACKET},
                   {"{", TOK_OPEN_BRACE}, {"}", TOK_CLOSE_BRACE}, {"|", TOK_BAR},          {"<", TOK_LT},
                   {">", TOK_GT},         {"=", TOK_EQ},          {"+", TOK_PLUS},         {"-", TOK_MINUS},
                   {"*", TOK_TIMES},      {"/", TOK_SLASH},       {"\\", TOK_BACKSLASH},   {"^", TOK_CARET},
                   {"?", TOK_QUESTION},   {"&", TOK_AMPERSAND},   {"~", TOK_TILDE},        {"@", TOK_AT},
                   {"$", TOK_DOLLAR}};
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        size_t n = strlen(symbols[i].text);
        if (l->end - l->at >= n && memcmp(l->text + l->at, symbols[i].text, n) == 0) {
            l->at += (uint32_t)n;
            return symbols[i].token;
        }
    }
    return TOK_OTHER;
}

/* A draw is one number; those inside comments and strings are passed over. */
static bool at_draw(lexer *l)
{
    const syn_draws *d = &l->part->draws;
    while (l->next_draw < d->count && vec_at(d, l->next_draw).span.start < l->at)
        l->next_draw++;
    return l->next_draw < d->count && vec_at(d, l->next_draw).span.start == l->at;
}

static lex_token read_token(lexer *l)
{
    char c = look(l, 0);
    if (at_draw(l)) {
        l->value = (int32_t)l->next_draw;
        l->at = l->part->draws.data[l->next_draw++].span.end;
        return TOK_DRAW;
    }
    if (digit(c))
        return read_number(l);
    if (c == '"')
        return read_string(l);
    if (c == '#')
        return read_directive(l);
    if (syn_is_letter(c))
        return read_word(l);
    return read_symbol(l);
}

void lex_next(lexer *l)
{
    for (;;) {
        skip_blanks(l);
        if (l->at >= l->end) {
            l->token = TOK_END;
            l->span = (src_span){l->end, l->end};
            return;
        }
        uint32_t start = l->at;
        l->token = read_token(l);
        l->span = (src_span){start, l->at};
        if (l->token != TOK_OTHER)
            return;
        uint32_t n = 1;
        if (l->text[start] == '#' || l->text[start] == '_' || l->text[start] == '\'')
            while (syn_is_letter(look(l, n)))
                n++;
        else
            while (l->at + n < l->end && ((unsigned char)l->text[l->at + n] & 0xc0) == 0x80)
                n++;
        l->at = start + n;
        char what[120];
        int shown = (int)(n < 60 ? n : 60);
        if ((unsigned char)l->text[start] < ' ')
            shown = 0;
        memcpy(what, "unexpected `", 12);
        memcpy(what + 12, l->text + start, (size_t)shown);
        memcpy(what + 12 + shown, "`", 2);
        problem(l, start, start + n, what);
    }
}
