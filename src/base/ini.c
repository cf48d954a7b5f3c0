#include "base/ini.h"

#include "base/text.h"

/* The part of a span without blanks at its ends, and where a character is in it first, or its end. */
static src_span ini_trimmed(const char *text, src_span s)
{
    while (s.start < s.end && strchr(" \t\r", text[s.start]))
        s.start++;
    while (s.end > s.start && strchr(" \t\r", text[s.end - 1]))
        s.end--;
    return s;
}

static uint32_t ini_find(const char *text, src_span s, char c)
{
    while (s.start < s.end && text[s.start] != c)
        s.start++;
    return s.start;
}

static void report(arena *a, ini_file *file, src_span span, const char *message, const char *hint)
{
    ini_problem p = {span, message, hint};
    vec_push(a, &file->problems, p);
}

static void read_line(arena *a, const src_text *source, src_span line, ini_file *file, uint32_t before)
{
    static const char begins[] = "a section begins with its name in brackets";
    const char *text = source->text;
    if (line.start == line.end || text[line.start] == '#' || text[line.start] == ';')
        return;
    if (text[line.start] == '[') {
        uint32_t end = ini_find(text, line, ']');
        ini_section s = {.source = source, .name = ini_trimmed(text, (src_span){line.start + 1, end})};
        if (end == line.end)
            report(a, file, line, "`]` is missing", begins);
        else if (s.name.start == s.name.end)
            report(a, file, line, "a section without a name", begins);
        vec_push(a, &file->sections, s);
        return;
    }
    uint32_t equals = ini_find(text, line, '=');
    ini_entry e = {ini_trimmed(text, (src_span){line.start, equals}),
                   ini_trimmed(text, (src_span){equals < line.end ? equals + 1 : equals, line.end})};
    if (equals == line.end)
        report(a, file, line, "`=` is missing", "a line is `key = value`, a comment begins with #");
    else if (file->sections.count == before)
        report(a, file, line, "a line in front of all sections", begins);
    else
        vec_push(a, &file->sections.data[file->sections.count - 1].entries, e);
}

static src_span next_line(const src_text *source, uint32_t *at)
{
    uint32_t end = ini_find(source->text, (src_span){*at, source->length}, '\n'), start = *at;
    *at = end + 1;
    return ini_trimmed(source->text, (src_span){start, end});
}

void ini_read(arena *a, const src_text *source, ini_file *file)
{
    uint32_t before = file->sections.count;
    for (uint32_t at = 0; at < source->length;)
        read_line(a, source, next_line(source, &at), file, before);
}

const char *ini_format(arena *a, const src_text *source)
{
    const char *text = source->text;
    text_buffer out = {0};
    bool gap = false;
    text_adds(a, &out, "");
    for (uint32_t at = 0; at < source->length;) {
        src_span line = next_line(source, &at);
        if (line.start == line.end) {
            gap = out.count > 0;
            continue;
        }
        uint32_t equals = strchr("#;[", text[line.start]) ? line.end : ini_find(text, line, '=');
        src_span key = ini_trimmed(text, (src_span){line.start, equals});
        text_adds(a, &out, gap ? "\n" : "");
        text_add(a, &out, text + key.start, key.end - key.start);
        if (equals < line.end) {
            src_span value = ini_trimmed(text, (src_span){equals + 1, line.end});
            text_adds(a, &out, key.start < key.end ? " =" : "=");
            text_adds(a, &out, value.start < value.end ? " " : "");
            text_add(a, &out, text + value.start, value.end - value.start);
        }
        text_adds(a, &out, "\n");
        gap = false;
    }
    return out.data;
}

src_span ini_name(const ini_section *s, bool base)
{
    uint32_t colon = ini_find(s->source->text, s->name, ':'), behind = colon < s->name.end ? colon + 1 : colon;
    return ini_trimmed(s->source->text, base ? (src_span){behind, s->name.end} : (src_span){s->name.start, colon});
}

uint32_t ini_section_named(const ini_file *file, uint32_t first, uint32_t end, const char *name)
{
    for (uint32_t i = end; i-- > first;) {
        src_span n = ini_name(&file->sections.data[i], false);
        if (n.end - n.start == strlen(name) &&
            memcmp(file->sections.data[i].source->text + n.start, name, n.end - n.start) == 0)
            return i;
    }
    return UINT32_MAX;
}
