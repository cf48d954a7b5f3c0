#include "session/beginnings.h"

#include "session/memory.h"
#include "session/output.h"

#include <stdlib.h>
#include <string.h>

static const char mark[] = "NAME";

#include "beginnings_texts.inc"

static const beginning beginnings[] = {
#define BEGINNING(language, name, extension) {language, extension, text_##name, sizeof text_##name - 1},
#include "session/beginnings.def"
#undef BEGINNING
};

uint32_t beginnings_count(void) { return sizeof beginnings / sizeof *beginnings; }
const beginning *beginnings_at(uint32_t index) { return index < beginnings_count() ? &beginnings[index] : NULL; }

const beginning *beginnings_find(const char *file, const char *language)
{
    size_t n = strlen(file);
    for (uint32_t i = 0; i < beginnings_count(); i++) {
        const beginning *b = &beginnings[i];
        size_t length = strlen(b->extension);
        bool ends = n >= length && strcmp(file + n - length, b->extension) == 0;
        if (language ? strcmp(language, b->language) == 0 : ends)
            return b;
    }
    return NULL;
}

/* The title stands in comments and in strings: nothing in it may end either. */
static void add_title(buffer *text, const char *title)
{
    for (; *title; title++) {
        unsigned char c = (unsigned char)*title;
        char shown = c < ' ' || c == 127 ? ' ' : c == '"' || c == '\\' ? '\'' : (char)c;
        buffer_add_bytes(text, &shown, 1);
    }
}

char *beginnings_text(const beginning *b, const char *title)
{
    buffer text = {0};
    const char *at = b->text;
    for (const char *next; (next = strstr(at, mark)); at = next + strlen(mark)) {
        buffer_add_bytes(&text, at, (size_t)(next - at));
        add_title(&text, title);
    }
    buffer_add(&text, at);
    return text.text;
}

json_t *beginnings_json(const char *title)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < beginnings_count(); i++) {
        const beginning *b = &beginnings[i];
        char *text = beginnings_text(b, title);
        buffer name = {0};
        buffer_addf(&name, "my%s", b->extension);
        json_array_append_new(list, json_pack("{ss ss so so}", "language", b->language, "extension", b->extension,
                                              "name", json_text(buffer_get(&name)), "text", json_text(text)));
        buffer_done(&name);
        free(text);
    }
    return list;
}
