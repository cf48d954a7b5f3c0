#include "analysis/move_types.h"

#include <stdio.h>
#include <string.h>

/* The shape of a move: its words without what follows `__` or begins with a digit; of terms in
 * parentheses the first word. */
static void shape_of(const char *text, char *out, size_t size)
{
    size_t n = 0;
    if (!*text)
        text = "(pass)";
    if (*text == '(' && strcmp(text, "(pass)") != 0) {
        size_t length = strcspn(text + 1, " ()");
        snprintf(out, size, "%.*s", (int)(length < size ? length : size - 1), text + 1);
        return;
    }
    while (*text && n + 2 < size) {
        size_t word = strcspn(text, " "), keep = word;
        for (size_t i = 0; i + 1 < word; i++)
            if (text[i] == '_' && text[i + 1] == '_') {
                keep = i;
                break;
            }
        for (size_t i = 0; i < keep; i++)
            if (text[i] >= '0' && text[i] <= '9') {
                keep = i;
                break;
            }
        if (n > 0)
            out[n++] = ' ';
        if (keep == 0)
            out[n++] = '#';
        for (size_t i = 0; i < keep && n + 2 < size; i++)
            out[n++] = text[i];
        text += word + (text[word] == ' ');
    }
    out[n] = 0;
}

void move_types_count(analysis *a, const char *move)
{
    char name[64];
    shape_of(move, name, sizeof name);
    for (uint32_t i = 0; i < a->type_count; i++)
        if (strcmp(a->types[i].name, name) == 0) {
            a->types[i].count++;
            return;
        }
    if (a->type_count == ANALYSIS_TYPES) { /* the last line takes the rest */
        snprintf(a->types[a->type_count - 1].name, sizeof name, "others");
        a->types[a->type_count - 1].count++;
        return;
    }
    move_type *t = &a->types[a->type_count++];
    memcpy(t->name, name, sizeof name);
    t->count = 1;
}
