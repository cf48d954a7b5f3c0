#include "lsp/words.h"

#include "ludens.h"
#include "session/memory.h"
#include "session/output.h"

#include <stdlib.h>
#include <string.h>

enum { ITEMS_MAX = 400, KIND_WORD = 1, KIND_KEYWORD = 14 };

json_t *words_grammar(const char *path)
{
    const char *dot = strrchr(path, '.');
    const char *library = !dot                        ? NULL
                          : strcmp(dot, ".lud") == 0  ? "ludii"
                          : strcmp(dot, ".ludi") == 0 ? "ludi"
                                                      : NULL;
    if (!library)
        return NULL;
    char *text =
        lud_grammar(&(lud_grammar_request){.library = library, .form = "json"}, NULL, NULL);
    json_t *grammar = text ? json_loads(text, 0, NULL) : NULL;
    lud_free(text);
    return grammar;
}

/* The word that an alternative such as `(board <graph>)` begins with; its length. */
static size_t head_of(const char *alternative, const char **word)
{
    *word = alternative + 1;
    return alternative[0] == '(' ? strcspn(alternative + 1, " )") : 0;
}

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static void add_item(json_t *items, json_t *seen, const char *word, size_t length, int kind,
                     const char *detail, const char *help)
{
    char *label = app_strndup(word, length);
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

static void add_ludemes(json_t *items, json_t *seen, const json_t *grammar, const char *prefix,
                        size_t length)
{
    size_t i, k, n;
    json_t *rule, *alternative;
    const char *word;
    json_array_foreach (json_object_get(grammar, "rules"), i, rule)
        json_array_foreach (json_object_get(rule, "alternatives"), k, alternative) {
            const char *text = text_of(alternative, "text");
            n = head_of(text, &word);
            bool plain = *text && *text != '(' && *text != '<' && *text != '{' && *text != '[';
            if (plain)
                word = text, n = strcspn(text, " ");
            if (n > length && strncmp(word, prefix, length) == 0)
                add_item(items, seen, word, n, KIND_KEYWORD, plain ? text_of(rule, "symbol") : text,
                         text_of(alternative, "help"));
        }
}

json_t *words_complete(const document *d, const json_t *grammar, size_t at)
{
    size_t length, begin = document_word(d, at, &length);
    json_t *items = json_array(), *seen = json_object();
    length = at - begin; /* what stands before the cursor */
    add_ludemes(items, seen, grammar, d->text + begin, length);
    for (size_t i = 0; i < d->length;) {
        size_t n, from = document_word(d, i, &n);
        if (n > length && n > 1 && from != begin &&
            memcmp(d->text + from, d->text + begin, length) == 0)
            add_item(items, seen, d->text + from, n, KIND_WORD, "", "");
        i = from + n > i ? from + n : i + 1;
    }
    json_decref(seen);
    return items;
}

json_t *words_hover(const document *d, const json_t *grammar, size_t at)
{
    size_t length, begin = document_word(d, at, &length), i, k, found = 0;
    json_t *rule, *alternative;
    buffer text = {0};
    json_array_foreach (json_object_get(grammar, "rules"), i, rule)
        json_array_foreach (json_object_get(rule, "alternatives"), k, alternative) {
            const char *word;
            size_t n = head_of(text_of(alternative, "text"), &word);
            if (n == 0 || n != length || memcmp(word, d->text + begin, n) != 0 || found++ >= 8)
                continue;
            buffer_addf(&text, "%s`%s`\n\n%s\n", text.length ? "\n" : "",
                        text_of(alternative, "text"), text_of(alternative, "help"));
            if (*text_of(alternative, "example"))
                buffer_addf(&text, "\n    %s\n", text_of(alternative, "example"));
        }
    json_t *hover = text.text ? json_pack("{s{ss so}}", "contents", "kind", "markdown", "value",
                                          json_text(text.text))
                              : NULL;
    buffer_done(&text);
    return hover;
}
