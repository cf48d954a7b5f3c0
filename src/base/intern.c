#include "base/intern.h"

#include <string.h>

void intern_init(intern *in, arena *a)
{
    memset(in, 0, sizeof *in);
    in->arena = a;
    map_init(&in->by_hash, a);
}

name_id intern_find(const intern *in, const char *text, size_t length)
{
    uint32_t *head = map_get(&in->by_hash, hash_bytes(text, length, 0));
    for (name_id id = head ? *head : NAME_NONE; id != NAME_NONE; id = vec_at(&in->strings, id).next) {
        const intern_string *s = &vec_at(&in->strings, id);
        if (s->length == length && memcmp(s->text, text, length) == 0)
            return id;
    }
    return NAME_NONE;
}

name_id intern_add(intern *in, const char *text, size_t length)
{
    name_id id = intern_find(in, text, length);
    if (id != NAME_NONE)
        return id;
    uint64_t hash = hash_bytes(text, length, 0);
    uint32_t *head = map_get(&in->by_hash, hash);
    intern_string s = {arena_strndup(in->arena, text, length), (uint32_t)length, head ? *head : NAME_NONE};
    id = in->strings.count;
    vec_push(in->arena, &in->strings, s);
    map_put(&in->by_hash, hash, id);
    return id;
}

name_id intern_on_line(intern *in, const char *text, size_t length)
{
    size_t plain = 0;
    while (plain < length && (unsigned char)text[plain] >= ' ')
        plain++;
    if (plain == length)
        return intern_add(in, text, length);
    char *line = arena_strndup(in->arena, text, length);
    for (size_t i = plain; i < length; i++)
        if ((unsigned char)line[i] < ' ')
            line[i] = ' ';
    return intern_add(in, line, length);
}

name_id intern_cstr(intern *in, const char *text) { return intern_add(in, text, strlen(text)); }

name_id intern_printf(intern *in, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = arena_vprintf(in->arena, format, args);
    va_end(args);
    return intern_cstr(in, text);
}
