#include "session/words.h"

#include "ludens.h"
#include "session/memory.h"
#include "session/output.h"
#include "session/symbols.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { ITEMS_MAX = 400, KIND_WORD = 1, KIND_KEYWORD = 14 };

const json_t *words_grammar(json_t *kept, const char *path)
{
    const char *dot = strrchr(path, '.');
    const char *library = !dot ? NULL : strcmp(dot, ".lud") == 0 ? "ludii" : strcmp(dot, ".ludi") == 0 ? "ludi" : NULL;
    if (!library)
        return NULL;
    if (!json_object_get(kept, library)) {
        char *text = lud_grammar(&(lud_grammar_request){.library = library, .form = "json"}, NULL, NULL);
        json_object_set_new(kept, library, text ? json_loads(text, 0, NULL) : NULL);
        lud_free(text);
    }
    return json_object_get(kept, library);
}

/* ---- languages without such tables ---- */

typedef struct keyword {
    const char *language, *word, *form, *help;
} keyword;
/* A row without a word: the language has those of `form`, too. */
static const keyword keywords[] = {
#define KEYWORD(language, word, form, help) {#language, word, form, help},
#define ALIKE(language, other)              {#language, NULL, #other, NULL},
#include "session/keywords.def"
};
enum { KEYWORDS = sizeof keywords / sizeof *keywords };

/* The next word of a language that begins so, or is exactly that. */
static const keyword *next_keyword(const char *language, const char *begin, size_t length, bool whole, size_t *from)
{
    for (; language && *from < KEYWORDS; ++*from) {
        const keyword *k = &keywords[*from];
        bool own = strcmp(k->language, language) == 0;
        for (size_t i = 0; i < KEYWORDS && !own && k->word; i++)
            own = !keywords[i].word && strcmp(keywords[i].language, language) == 0 &&
                  strcmp(keywords[i].form, k->language) == 0;
        if (own && k->word && strncmp(k->word, begin, length) == 0 && (!whole || strlen(k->word) == length)) {
            ++*from;
            return k;
        }
    }
    return NULL;
}

/* The word that an alternative such as `(board <graph>)` begins with; its length. */
static size_t head_of(const char *alternative, const char **word)
{
    *word = alternative + 1;
    return alternative[0] == '(' ? strcspn(alternative + 1, " )") : 0;
}

static void add_item(json_t *items, json_t *seen, const char *word, size_t length, int kind, const char *detail,
                     const char *help)
{
    char *label = mem_strndup(word, length);
    if (!json_object_get(seen, label) && json_array_size(items) < ITEMS_MAX) {
        json_object_set_new(seen, label, json_true());
        json_t *item = json_pack("{so si}", "label", json_text(label), "kind", kind);
        if (*detail)
            json_object_set_new(item, "detail", json_text(detail));
        if (*help)
            json_object_set_new(item, "documentation", json_text(help));
        json_array_append_new(items, item);
    }
    free(label);
}

static void add_ludemes(json_t *items, json_t *seen, const json_t *grammar, const char *prefix, size_t length)
{
    size_t i, k, n;
    json_t *rule, *alternative;
    const char *word;
    json_array_foreach (json_object_get(grammar, "rules"), i, rule)
        json_array_foreach (json_object_get(rule, "alternatives"), k, alternative) {
            const char *text = json_text_at(alternative, "text");
            n = head_of(text, &word);
            bool plain = *text && *text != '(' && *text != '<' && *text != '{' && *text != '[';
            if (plain)
                word = text, n = strcspn(text, " ");
            if (n > length && strncmp(word, prefix, length) == 0)
                add_item(items, seen, word, n, KIND_KEYWORD, plain ? json_text_at(rule, "symbol") : text,
                         json_text_at(alternative, "help"));
        }
}

static bool of_word(char c) { return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80; }

/* The word around a byte: its beginning and length (0: none). */
static size_t word_at(const char *text, size_t size, size_t at, size_t *length)
{
    size_t begin = at, end = at;
    while (begin > 0 && of_word(text[begin - 1]))
        begin--;
    while (end < size && of_word(text[end]))
        end++;
    *length = end - begin;
    return begin;
}

size_t words_offset(const char *text, size_t length, uint64_t line, uint64_t column)
{
    size_t at = 0;
    for (; line > 1 && at < length; at++)
        line -= text[at] == '\n';
    for (; column > 1 && at < length && text[at] != '\n'; column--)
        do
            at++;
        while (at < length && ((unsigned char)text[at] & 0xc0) == 0x80);
    return at;
}

void words_place(const char *text, size_t at, words_cursor *from, uint64_t *line, uint64_t *column)
{
    if (at < from->at)
        *from = (words_cursor){0};
    for (; from->at < at; from->at++)
        if (text[from->at] == '\n')
            from->line++, from->column = 0;
        else
            from->column += ((unsigned char)text[from->at + 1] & 0xc0) != 0x80;
    *line = from->line + 1;
    *column = from->column + 1;
}

json_t *words_complete(const char *text, size_t size, const char *name, const json_t *grammar, size_t at)
{
    size_t length, begin = word_at(text, size, at, &length);
    json_t *items = json_array(), *seen = json_object();
    const keyword *k;
    length = at - begin; /* what stands before the cursor */
    add_ludemes(items, seen, grammar, text + begin, length);
    for (size_t from = 0; (k = next_keyword(symbols_language(name), text + begin, length, false, &from)) != NULL;)
        if (strlen(k->word) > length)
            add_item(items, seen, k->word, strlen(k->word), KIND_KEYWORD, k->form, k->help);
    for (size_t i = 0; i < size;) {
        size_t n, from = word_at(text, size, i, &n);
        if (n > length && n > 1 && from != begin && memcmp(text + from, text + begin, length) == 0)
            add_item(items, seen, text + from, n, KIND_WORD, "", "");
        i = from + n > i ? from + n : i + 1;
    }
    json_decref(seen);
    return items;
}

/* Of a name that this text defines: what it is, and the line. */
static void add_definition(buffer *out, const symbols *s, size_t of)
{
    size_t d = symbols_definition(s, of), begin, end;
    uint64_t line, column;
    if (d == s->count || !s->all[d].kind)
        return;
    words_place(s->text, s->all[d].at, &(words_cursor){0}, &line, &column);
    for (begin = s->all[d].at; begin > 0 && s->text[begin - 1] != '\n'; begin--) {
    }
    end = begin + strcspn(s->text + begin, "\n");
    while (begin < end && isspace((unsigned char)s->text[begin]))
        begin++;
    char *what = mem_strndup(s->text + begin, end - begin);
    buffer_addf(out, "%s%s, line %llu\n\n    %s\n", out->length ? "\n" : "", s->all[d].kind, (unsigned long long)line,
                what);
    free(what);
}

char *words_meaning(const char *text, size_t size, const char *name, const json_t *grammar, size_t at)
{
    size_t length, begin = word_at(text, size, at, &length), i, k, found = 0;
    json_t *rule, *alternative;
    buffer out = {0};
    json_array_foreach (json_object_get(grammar, "rules"), i, rule)
        json_array_foreach (json_object_get(rule, "alternatives"), k, alternative) {
            const char *word;
            size_t n = head_of(json_text_at(alternative, "text"), &word);
            if (n == 0 || n != length || memcmp(word, text + begin, n) != 0 || found++ >= 8)
                continue;
            buffer_addf(&out, "%s`%s`\n\n%s\n", out.length ? "\n" : "", json_text_at(alternative, "text"),
                        json_text_at(alternative, "help"));
            if (*json_text_at(alternative, "example"))
                buffer_addf(&out, "\n    %s\n", json_text_at(alternative, "example"));
        }
    symbols s = symbols_read(text, size, name);
    size_t of = symbols_at(&s, at);
    const keyword *w;
    if (of < s.count)
        for (size_t from = 0;
             (w = next_keyword(symbols_language(name), text + s.all[of].at, s.all[of].length, true, &from));)
            buffer_addf(&out, "%s`%s`\n\n%s\n", out.length ? "\n" : "", w->form, w->help);
    if (of < s.count)
        add_definition(&out, &s, of);
    symbols_done(&s);
    return out.text;
}
