#include "base/source.h"

#include "base/vec.h"

#include <string.h>

src_text *source_new(arena *a, const char *name, const char *text, size_t length)
{
    src_text *s = ARENA_NEW(a, src_text);
    s->name = arena_strndup(a, name, strlen(name));
    s->text = arena_strndup(a, text, length);
    s->length = (uint32_t)length;
    vec_u32 lines = {0};
    vec_push(a, &lines, 0);
    for (uint32_t i = 0; i < s->length; i++)
        if (s->text[i] == '\n')
            vec_push(a, &lines, i + 1);
    s->lines = lines.data;
    s->line_count = lines.count;
    return s;
}

uint32_t source_line_number(const src_text *s, uint32_t offset)
{
    uint32_t low = 0, high = s->line_count;
    while (high - low > 1) {
        uint32_t mid = low + (high - low) / 2;
        if (s->lines[mid] <= offset)
            low = mid;
        else
            high = mid;
    }
    return low + 1;
}

position source_position(const src_text *s, uint32_t offset)
{
    if (offset > s->length)
        offset = s->length;
    position p = {source_line_number(s, offset), 1};
    for (uint32_t i = s->lines[p.line - 1]; i < offset; i++)
        p.column += ((unsigned char)s->text[i] & 0xc0) != 0x80;
    return p;
}

const char *source_line(const src_text *s, uint32_t line, uint32_t *length)
{
    uint32_t start = s->lines[line - 1];
    uint32_t end = line < s->line_count ? s->lines[line] : s->length;
    while (end > start && (s->text[end - 1] == '\n' || s->text[end - 1] == '\r'))
        end--;
    *length = end - start;
    return s->text + start;
}

uint32_t utf8_length(const char *p, const char *end)
{
    const unsigned char *u = (const unsigned char *)p;
    size_t left = (size_t)(end - p);
    if (left == 0)
        return 0;
    uint32_t n = u[0] < 0x80 ? 1 : u[0] < 0xc2 ? 0 : u[0] < 0xe0 ? 2 : u[0] < 0xf0 ? 3 : u[0] < 0xf5 ? 4 : 0;
    if (n == 0 || n > left)
        return 0;
    for (uint32_t i = 1; i < n; i++)
        if ((u[i] & 0xc0) != 0x80)
            return 0;
    if (n == 3 && ((u[0] == 0xe0 && u[1] < 0xa0) || (u[0] == 0xed && u[1] >= 0xa0)))
        return 0; /* overlong, surrogate */
    if (n == 4 && ((u[0] == 0xf0 && u[1] < 0x90) || (u[0] == 0xf4 && u[1] >= 0x90)))
        return 0;
    return n;
}

static bool is_control(uint32_t c)
{
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

uint32_t printable_length(const char *p, const char *end)
{
    uint32_t n = utf8_length(p, end);
    return n && is_control(utf8_decode(p, n)) ? 0 : n;
}

uint32_t utf8_decode(const char *p, uint32_t length)
{
    const unsigned char *u = (const unsigned char *)p;
    switch (length) {
    case 2: return (uint32_t)(u[0] & 0x1f) << 6 | (u[1] & 0x3f);
    case 3: return (uint32_t)(u[0] & 0x0f) << 12 | (uint32_t)(u[1] & 0x3f) << 6 | (u[2] & 0x3f);
    case 4:
        return (uint32_t)(u[0] & 0x07) << 18 | (uint32_t)(u[1] & 0x3f) << 12 | (uint32_t)(u[2] & 0x3f) << 6 |
               (u[3] & 0x3f);
    default: return u[0];
    }
}

bool unicode_is_letter(uint32_t c)
{
    if (c < 0x80)
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (c < 0xc0)
        return c == 0xaa || c == 0xb5 || c == 0xba;
    if (c == 0xd7 || c == 0xf7)
        return false;
    if (c >= 0x2000 && c <= 0x2bff) /* punctuation, symbols, arrows, box drawing */
        return c == 0x2071 || c == 0x207f || (c >= 0x2090 && c <= 0x209c) || (c >= 0x2100 && c <= 0x218f);
    if (c >= 0x3000 && c <= 0x3004)
        return false;
    if (c >= 0x3008 && c <= 0x3020)
        return false;
    return !(c == 0x1680 || (c >= 0xe000 && c <= 0xf8ff) || c == 0xfeff || c == 0xfffd ||
             (c >= 0xfff0 && c <= 0xffff) || (c >= 0x1f000 && c <= 0x1faff));
}

uint32_t identifier_length(const char *p, const char *end)
{
    unsigned char c = (unsigned char)*p;
    if (c < 0x80)
        return c == '_' || (c >= '0' && c <= '9') || unicode_is_letter(c);
    uint32_t n = utf8_length(p, end);
    return n && unicode_is_letter(utf8_decode(p, n)) ? n : 0;
}
