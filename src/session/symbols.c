#include "session/symbols.h"

#include "session/memory.h"
#include "session/symbols_inside.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- tokens ---- */

static bool of_word(const symbol_language *l, char c)
{
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80 || (c && strchr(l->letters, c));
}

static size_t comment_at(const symbol_language *l, const char *p, size_t left)
{
    size_t n = strlen(l->comment);
    if (left >= n && memcmp(p, l->comment, n) == 0) {
        const char *end = memchr(p, '\n', left);
        return end ? (size_t)(end - p) : left;
    }
    if (l->blocks && left >= 2 && memcmp(p, "/*", 2) == 0) {
        for (size_t i = 2; i + 1 < left; i++)
            if (p[i] == '*' && p[i + 1] == '/')
                return i + 2;
        return left;
    }
    return 0;
}

static size_t string_at(const char *p, size_t left)
{
    for (size_t i = 1; i < left && p[i] != '\n'; i++)
        if (p[i] == '"')
            return i + 1;
    return 1; /* not ended: a sign */
}

/* How long a token is, and what. */
static size_t token_at(const symbol_language *l, const char *p, size_t left, uint8_t *token)
{
    size_t n = 0;
    if (*p == '"' && (n = string_at(p, left)) > 1) {
        *token = SYMBOL_STRING;
        return n;
    }
    bool marked = *p && strchr(l->marks, *p) && left > 1 && of_word(l, p[1]);
    for (n = marked; n < left && of_word(l, p[n]); n++) {
    }
    *token = marked                                                                 ? SYMBOL_VARIABLE
             : n == 0                                                               ? SYMBOL_SIGN
             : isdigit((unsigned char)*p) && strspn(p, "0123456789") >= n           ? SYMBOL_NUMBER
             : l->variables && (isupper((unsigned char)*p) || (*p == '_' && n > 1)) ? SYMBOL_VARIABLE
                                                                                    : SYMBOL_WORD;
    return n ? n : 1;
}

/* Whether a declaration ends before the token at `i` of the text. */
static bool begins_item(const symbols *s, const symbol *last, size_t i)
{
    const symbol_language *l = s->language;
    if (!last)
        return false;
    if (l->ends == '\n') /* even where a bracket is still open */
        return (i == 0 || s->text[i - 1] == '\n') && !strchr(")]}", s->text[i]);
    if (last->depth > 0 || (last->token == SYMBOL_SIGN && strchr("([{", s->text[last->at])))
        return false;
    if (l->ends == '(')
        return true; /* each list, or word, on its own */
    if (l->ends == '#')
        return s->text[i] == '#';
    return last->token == SYMBOL_SIGN && s->text[last->at] == l->ends;
}

static void read_tokens(symbols *s, size_t length)
{
    const symbol_language *l = s->language;
    uint32_t item = 0, depth = 0;
    for (size_t i = 0, n; i < length; i += n) {
        n = comment_at(l, s->text + i, length - i);
        if (n || isspace((unsigned char)s->text[i])) {
            n += !n;
            continue;
        }
        uint8_t token;
        n = token_at(l, s->text + i, length - i, &token);
        char c = token == SYMBOL_SIGN ? s->text[i] : 0;
        bool fresh = s->count == 0 || begins_item(s, &s->all[s->count - 1], i);
        if (l->ends == '\n' && fresh)
            depth = 0;
        if (c && strchr(")]}", c) && depth > 0)
            depth--;
        item += fresh && s->count > 0;
        MEM_ROOM(s->all, s->count, s->capacity);
        bool quoted = token == SYMBOL_STRING;
        s->all[s->count++] = (symbol){.at = i + quoted,
                                      .length = n - 2 * quoted,
                                      .item = item,
                                      .token = token,
                                      .depth = (uint16_t)(depth < UINT16_MAX ? depth : UINT16_MAX),
                                      .first = fresh};
        if (c && strchr("([{", c))
            depth++;
    }
}

symbols symbols_read(const char *text, size_t length, const char *name)
{
    symbols s = {.text = text, .language = symbol_language_of(name)};
    if (!s.language)
        return s;
    read_tokens(&s, length);
    for (size_t i = 0; s.language->declare && i < s.count; i++)
        s.language->declare(&s, i);
    for (size_t i = 0; i < s.count; i++)
        if (s.all[i].token == SYMBOL_WORD || s.all[i].token == SYMBOL_STRING)
            s.language->define(&s, i);
    return s;
}

void symbols_done(symbols *s)
{
    free(s->all);
    free(s->known);
    free(s->slots);
    *s = (symbols){0};
}

const char *symbols_language(const char *name)
{
    const symbol_language *l = symbol_language_of(name);
    return l ? l->name : NULL;
}

/* ---- names ---- */

bool symbol_is(const symbols *s, size_t i, const char *word)
{
    return i < s->count && strlen(word) == s->all[i].length &&
           memcmp(s->text + s->all[i].at, word, s->all[i].length) == 0;
}

static bool alike(const symbols *s, const symbol *a, size_t a_length, const symbol *b, size_t b_length)
{
    if (a_length != b_length)
        return false;
    for (size_t i = 0; i < a_length; i++) {
        char x = s->text[a->at + i], y = s->text[b->at + i];
        if (x != y && (!s->language->any_case || tolower((unsigned char)x) != tolower((unsigned char)y)))
            return false;
    }
    return true;
}

static bool is_name(const symbol *t) { return t->token <= SYMBOL_VARIABLE && t->length > 0; }

/* Strings and words are one thing where a name is written as either. */
static bool same_sort(const symbols *s, const symbol *a, const symbol *b)
{
    return a->token == b->token ||
           (s->language->any_case && a->token != SYMBOL_VARIABLE && b->token != SYMBOL_VARIABLE);
}

size_t symbols_at(const symbols *s, size_t at)
{
    for (size_t i = 0; i < s->count; i++)
        if (is_name(&s->all[i]) && s->all[i].at <= at && at <= s->all[i].at + s->all[i].length)
            return i;
    return s->count;
}

/* FNV-1a (Fowler, Noll, Vo) of a name, whatever its case. */
static uint32_t hash_of(const char *name, size_t length)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)tolower((unsigned char)name[i])) * 16777619u;
    return hash;
}

static void put_slot(symbols *s, uint32_t number)
{
    const symbol *d = &s->all[s->known[number - 1]];
    size_t at = hash_of(s->text + d->at, d->length) & (s->slot_count - 1);
    while (s->slots[at])
        at = (at + 1) & (s->slot_count - 1);
    s->slots[at] = number;
}

/* Of what is known by a name: the definition for the whole text, or that of the declaration `item`. s->count: none. */
static size_t find_known(const symbols *s, const symbol *of, size_t length, bool local, uint32_t item)
{
    if (!s->slot_count)
        return s->count;
    size_t found = s->count;
    for (size_t at = hash_of(s->text + of->at, length) & (s->slot_count - 1); s->slots[at];
         at = (at + 1) & (s->slot_count - 1)) {
        const uint32_t number = s->known[s->slots[at] - 1];
        const symbol *d = &s->all[number];
        if (d->local == local && (!local || d->item == item) && number < found && same_sort(s, d, of) &&
            alike(s, d, d->length, of, length))
            found = number;
    }
    return found;
}

/* Whether a name is known in the declaration `item` alone: what that declares for itself. */
static bool local_in(const symbols *s, const symbol *of, size_t length, uint32_t item)
{
    return find_known(s, of, length, true, item) < s->count;
}

static size_t global_definition(const symbols *s, const symbol *of, size_t length)
{
    return find_known(s, of, length, false, 0);
}

void symbol_defines(symbols *s, size_t i, const char *kind, bool local)
{
    symbol *t = i < s->count ? &s->all[i] : NULL;
    if (!t || !is_name(t) || t->kind)
        return;
    t->kind = kind;
    t->local = local;
    if (local ? local_in(s, t, t->length, t->item) : global_definition(s, t, t->length) < s->count)
        return;
    MEM_ROOM(s->known, s->known_count, s->known_capacity);
    s->known[s->known_count++] = (uint32_t)i;
    if (2 * s->known_count < s->slot_count) {
        put_slot(s, (uint32_t)s->known_count);
        return;
    }
    free(s->slots);
    s->slot_count = s->slot_count ? 2 * s->slot_count : 64;
    s->slots = mem_alloc(s->slot_count * sizeof *s->slots);
    for (uint32_t k = 1; k <= s->known_count; k++)
        put_slot(s, k);
}

/* The length of the name in a use: "Disc2" is a "Disc" where no piece is called "Disc2". */
static size_t stem_of(const symbols *s, const symbol *t)
{
    size_t n = t->length;
    if (!s->language->owners || t->token != SYMBOL_STRING || global_definition(s, t, n) < s->count)
        return n;
    while (n > 0 && isdigit((unsigned char)s->text[t->at + n - 1]))
        n--;
    if (n == 0 || n == t->length)
        return t->length;
    size_t d = global_definition(s, t, n);
    return d < s->count && strcmp(s->all[d].kind, "piece") == 0 ? n : t->length;
}

size_t symbols_stem(const symbols *s, size_t i) { return stem_of(s, &s->all[i]); }

/* Whether the name at `of` belongs to its declaration alone. */
static bool bound(const symbols *s, size_t of)
{
    const symbol *t = &s->all[of];
    return t->token == SYMBOL_VARIABLE || local_in(s, t, t->length, t->item) ||
           (s->language->free_names && global_definition(s, t, stem_of(s, t)) == s->count);
}

size_t symbols_next(const symbols *s, size_t of, size_t from)
{
    const symbol *t = &s->all[of];
    size_t length = stem_of(s, t);
    bool local = bound(s, of);
    for (size_t i = from; i < s->count; i++) {
        const symbol *u = &s->all[i];
        if (is_name(u) && same_sort(s, t, u) && alike(s, t, length, u, stem_of(s, u)) &&
            (local ? u->item == t->item : u->item == t->item || !local_in(s, u, u->length, u->item)))
            return i;
    }
    return s->count;
}

size_t symbols_definition(const symbols *s, size_t of)
{
    const symbol *t = &s->all[of];
    if (!bound(s, of))
        return global_definition(s, t, stem_of(s, t));
    size_t first = symbols_next(s, of, 0); /* of variables: the first place in the declaration */
    for (size_t i = first; i < s->count; i = symbols_next(s, of, i + 1))
        if (s->all[i].local)
            return i;
    return first;
}

bool symbols_outlined(const symbols *s, size_t i)
{
    return s->all[i].kind && !s->all[i].local && global_definition(s, &s->all[i], s->all[i].length) == i;
}

/* ---- another name ---- */

/* Whether the text is one name as `like` is one. */
static bool one_name(const symbols *s, const symbol *like, const char *name)
{
    size_t n = strlen(name);
    uint8_t token;
    if (like->token == SYMBOL_STRING)
        return n > 0 && !strpbrk(name, "\"\n\r");
    if (s->language->capitals && !isupper((unsigned char)*name) != !isupper((unsigned char)s->text[like->at]))
        return false;
    return n > 0 && !isdigit((unsigned char)*name) && token_at(s->language, name, n, &token) == n &&
           token == like->token;
}

static bool equals(const symbols *s, const symbol *t, const char *name)
{
    return strlen(name) == t->length && (s->language->any_case ? strncasecmp(s->text + t->at, name, t->length)
                                                               : strncmp(s->text + t->at, name, t->length)) == 0;
}

/* Whether a name is taken where the name `of` is known. */
static bool taken(const symbols *s, size_t of, const char *name)
{
    const symbol *t = &s->all[of];
    bool local = bound(s, of);
    for (size_t i = 0; i < s->count; i++)
        if (is_name(&s->all[i]) && same_sort(s, t, &s->all[i]) && equals(s, &s->all[i], name) &&
            (!local || s->all[i].item == t->item))
            return true;
    return false;
}

static size_t without_digits(const symbols *s, const symbol *t)
{
    size_t n = t->length;
    while (n > 0 && isdigit((unsigned char)s->text[t->at + n - 1]))
        n--;
    return n;
}

/* Whether a name that ends with a number stands here without it, or with another one: rules may mean the same by both.
 */
static bool numbered(const symbols *s, size_t of)
{
    const symbol *t = &s->all[of];
    size_t n = without_digits(s, t);
    for (size_t i = 0; s->language->owners && i < s->count; i++) {
        const symbol *u = &s->all[i];
        if (u->token == SYMBOL_STRING && !alike(s, t, stem_of(s, t), u, stem_of(s, u)) &&
            alike(s, t, n, u, without_digits(s, u)))
            return true;
    }
    return false;
}

char *symbols_rename(const symbols *s, size_t of, const char *name, size_t length, const char **problem)
{
    *problem = !one_name(s, &s->all[of], name) ? "this is not a valid name for it"
               : taken(s, of, name)            ? "this name is already in use"
               : numbered(s, of)               ? "the rules also use this name with another number, or without one"
               : symbols_definition(s, of) == s->count ? "this name is not defined in this text"
                                                       : NULL;
    if (*problem)
        return NULL;
    buffer out = {0};
    size_t from = 0;
    for (size_t i = symbols_next(s, of, 0); i < s->count; i = symbols_next(s, of, i + 1)) {
        buffer_add_bytes(&out, s->text + from, s->all[i].at - from);
        buffer_add(&out, name);
        from = s->all[i].at + symbols_stem(s, i);
    }
    buffer_add_bytes(&out, s->text + from, length - from);
    return out.text;
}
