#include "ggp/scramble.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

static const char *const keywords[] = {"<=",   "and",    "base",  "distinct", "does", "goal",
                                       "init", "input",  "legal", "next",     "not",  "or",
                                       "role", "random", "sees",  "sees_xml", "true", "terminal"};

static bool is_keyword(const char *word)
{
    return TEXT_AMONG(word, keywords) || strspn(word, "0123456789") == strlen(word);
}

void ggp_scramble_init(ggp_scramble *s, bool names, uint64_t seed)
{
    *s = (ggp_scramble){.names = names};
    lud_rng_seed(&s->rng, seed, UINT64_C(1) << 40);
}

void ggp_scramble_done(ggp_scramble *s)
{
    json_decref(s->there);
    json_decref(s->back);
    *s = (ggp_scramble){0};
}

/* A word that can be spoken and is no other one. */
static void invent(ggp_scramble *s, bool variable, char *name)
{
    do {
        char *to = name;
        if (variable)
            *to++ = '?';
        for (int i = 0; i < 4; i++) {
            *to++ = "bdfgjklmnprstvwz"[lud_rng_below(&s->rng, 16)];
            *to++ = "aeiou"[lud_rng_below(&s->rng, 5)];
        }
        *to = 0;
    } while (json_object_get(s->back, name) || is_keyword(name) || strcmp(name, "nil") == 0);
}

static const char *rename_word(ggp_scramble *s, const char *word)
{
    if (!s->there) {
        s->there = json_object();
        s->back = json_object();
    }
    const char *known = json_string_value(json_object_get(s->there, word));
    if (known)
        return known;
    char name[12];
    invent(s, word[0] == '?', name);
    json_object_set_new_nocheck(s->back, name, json_string_nocheck(word));
    json_object_set_new_nocheck(s->there, word, json_string_nocheck(name));
    return json_string_value(json_object_get(s->there, word));
}

static void add_word(ggp_scramble *s, const char *from, size_t length, buffer *out)
{
    if (!s->names) {
        buffer_add_bytes(out, from, length);
        return;
    }
    char *word = mem_strndup(from, length);
    for (char *c = word; *c; c++)
        if (*c >= 'A' && *c <= 'Z')
            *c = (char)(*c - 'A' + 'a');
    bool keyword = is_keyword(word) || strcmp(word, "\xe2\x87\x90") == 0;
    buffer_add(out, keyword ? word : rename_word(s, word));
    free(word);
}

void ggp_scramble_out(ggp_scramble *s, const char *text, buffer *out)
{
    static const char ends[] = " \t\r\n\f\v();";
    size_t start = out->length;
    for (const char *p = text; *p;) {
        if (*p == ';') {
            p += strcspn(p, "\r\n");
        } else if (*p == '(' || *p == ')') {
            bool apart = *p == '(' && out->length > start && out->text[out->length - 1] != '(';
            buffer_add(out, apart ? " " : "");
            buffer_add_bytes(out, p++, 1);
        } else if (strchr(ends, *p)) {
            p++;
        } else {
            size_t length = strcspn(p, ends);
            if (out->length > start && out->text[out->length - 1] != '(')
                buffer_add(out, " ");
            add_word(s, p, length, out);
            p += length;
        }
    }
}

void ggp_scramble_in(const ggp_scramble *s, const char *text, buffer *out)
{
    for (const char *p = text; *p;) {
        size_t length = strcspn(p, " ()");
        char *word = mem_strndup(p, length);
        const char *known = s->back ? json_string_value(json_object_get(s->back, word)) : NULL;
        buffer_add(out, known ? known : word);
        free(word);
        p += length;
        if (*p)
            buffer_add_bytes(out, p++, 1);
    }
}
