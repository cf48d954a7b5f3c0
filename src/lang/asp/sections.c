/* The text form: one file, whose lines that begin with `%@` name the program that follows. As these
 * are comments of the rule language, tools for it read the file too. */
#include "lang/asp/file.h"

#include "base/text.h"

#include <string.h>

static const char *trimmed(arena *a, const char *text, size_t length)
{
    while (length > 0 && strchr(" \t\r", text[0]))
        text++, length--;
    while (length > 0 && strchr(" \t\r", text[length - 1]))
        length--;
    return arena_strndup(a, text, length);
}

static int section_of(const char *name)
{
    for (int i = 0; i < AS_PROGRAMS; i++)
        if (strcmp(asp_section_names[i], name) == 0 || strcmp(asp_field_names[i], name) == 0)
            return i;
    return -1;
}

static void unknown(const src_text *source, src_span span, const char *name, diag_sink *sink)
{
    suggestion s;
    diag *d = diag_report(sink, DIAG_ASP_SECTION, source, span, "there is no section `%s`", name);
    suggest_init(&s, name);
    for (int i = 0; i < AS_PROGRAMS; i++)
        suggest_offer(&s, asp_section_names[i]);
    if (!diag_hint_near(sink, d, &s))
        diag_set_hint(sink, d,
                      "sections: auxiliary, level generation, visibility, nature, winning "
                      "conditions, strategy, "
                      "level state, level settings");
}

/* `field "name": value`, the name and the value in JSON. */
static bool read_field(asp_file *f, arena *a, const src_text *source, src_span span, const char *rest, diag_sink *sink)
{
    asp_file one;
    const char *object = arena_printf(a, "{%s}", rest);
    diag_sink own;
    diag_sink_init(&own, a);
    const src_text *inner = source_new(a, source->name, object, strlen(object));
    if (!asp_read_json(&one, a, inner, 100, &own) || one.fields.count != 1 || vec_at(&one.fields, 0).program >= 0) {
        diag *d = diag_report(sink, DIAG_ASP_SECTION, source, span, "this is not a further field of the game");
        diag_set_hint(sink, d, "for instance: %%@ field \"author\": \"Ada\"");
        return false;
    }
    vec_push(a, &f->fields, vec_at(&one.fields, 0));
    return true;
}

static bool begin_section(asp_file *f, arena *a, const src_text *source, src_span span, const char *name,
                          uint32_t start, diag_sink *sink)
{
    asp_field field = {.program = section_of(name), .inside = true, .span = {start, start}, .text = ""};
    if (strncmp(name, "field ", 6) == 0)
        return read_field(f, a, source, span, name + 6, sink);
    if (field.program < 0) {
        unknown(source, span, name, sink);
        return false;
    }
    for (uint32_t i = 0; i < f->fields.count; i++)
        if (vec_at(&f->fields, i).program == field.program) {
            diag_report(sink, DIAG_ASP_SECTION, source, span, "the section `%s` is there twice", name);
            return false;
        }
    field.name = asp_field_names[field.program];
    vec_push(a, &f->fields, field);
    return true;
}

/* One line end at most closes a text. */
static void end_section(asp_file *f, const src_text *source, uint32_t end)
{
    asp_field *field = f->fields.count ? &vec_at(&f->fields, f->fields.count - 1) : NULL;
    if (!field || !field->inside)
        return;
    const char *text = source->text;
    uint32_t last = end;
    while (last > field->span.start && strchr(" \t\r\n", text[last - 1]))
        last--;
    while (last > field->span.start && last < end && text[last] != '\n')
        last++;
    field->span.end = last < end && last > field->span.start ? last + 1 : last;
    if (last == field->span.start)
        field->span.end = last;
    field->text = text + field->span.start;
    field->length = field->span.end - field->span.start;
}

/* Without the empty lines around it. */
static const char *preamble(arena *a, const char *text, uint32_t length)
{
    uint32_t from = length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    while (from < length && strchr(" \t\r\n", text[from]))
        from++;
    while (length > from && strchr(" \t\r\n", text[length - 1]))
        length--;
    return arena_strndup(a, text + from, length - from);
}

bool asp_read_sections(asp_file *f, arena *a, const src_text *source, diag_sink *sink)
{
    const char *text = source->text;
    bool fine = true, before = true;
    *f = (asp_file){.json = false};
    for (uint32_t at = 0, next; at < source->length; at = next) {
        const char *end = memchr(text + at, '\n', source->length - at);
        uint32_t stop = end ? (uint32_t)(end - text) : source->length;
        next = stop + 1 < source->length ? stop + 1 : source->length;
        if (stop - at >= 2 && text[at] == '%' && text[at + 1] == '@') {
            if (before)
                f->preamble = preamble(a, text, at);
            end_section(f, source, at);
            fine &=
                begin_section(f, a, source, (src_span){at, stop}, trimmed(a, text + at + 2, stop - at - 2), next, sink);
            before = false;
        } else if (before) {
            uint32_t i = at + (at == 0 && source->length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0);
            while (i < stop && strchr(" \t\r", text[i]))
                i++;
            if (i < stop && text[i] != '%') {
                diag *d = diag_report(sink, DIAG_ASP_SECTION, source, (src_span){i, stop},
                                      "this stands before the first section");
                diag_set_hint(sink, d,
                              "a section begins with a line like `%%@ nature`; a strategy alone goes with --strategy, "
                              "after the game");
                return false;
            }
        }
    }
    end_section(f, source, source->length);
    if (before) {
        diag *d = diag_report(sink, DIAG_ASP_SECTION, source, (src_span){0, 1}, "there are no sections");
        diag_set_hint(sink, d, "a section begins with a line like `%%@ nature`");
        return false;
    }
    return fine;
}

/* Lines that would begin a section get a blank: they are comments. */
static void put_program(arena *a, text_buffer *out, const asp_field *field)
{
    uint32_t length = field->length;
    while (length > 0 && strchr(" \t\r\n", field->text[length - 1]))
        length--;
    for (uint32_t i = 0; i < length; i++) {
        bool begins = i == 0 || field->text[i - 1] == '\n';
        if (begins && i + 1 < length && field->text[i] == '%' && field->text[i + 1] == '@')
            text_add(a, out, " ", 1);
        text_add(a, out, field->text + i, 1);
    }
    if (length)
        text_add(a, out, "\n", 1);
}

/* Every line is a comment that begins no section. */
static void put_comment(arena *a, text_buffer *out, const char *text)
{
    while (*text) {
        size_t n = strcspn(text, "\n"), length = n;
        while (length > 0 && strchr(" \t\r", text[length - 1]))
            length--;
        size_t blank = strspn(text, " \t\r");
        if (length > 0 && (blank >= length || text[blank] != '%' || (text[0] == '%' && text[1] == '@')))
            text_add(a, out, "% ", 2);
        text_add(a, out, text, length);
        text_add(a, out, "\n", 1);
        text += n + (text[n] == '\n');
    }
    if (out->count)
        text_add(a, out, "\n", 1);
}

const char *asp_write_sections(const asp_file *f, arena *a)
{
    text_buffer out = {0};
    if (f->preamble)
        put_comment(a, &out, f->preamble);
    for (uint32_t i = 0; i < f->fields.count; i++) {
        const asp_field *field = &vec_at(&f->fields, i);
        if (i && vec_at(&f->fields, i - 1).program >= 0)
            text_add(a, &out, "\n", 1);
        const char *header =
            field->program >= 0
                ? arena_printf(a, "%%@ %s\n", asp_section_names[field->program])
                : arena_printf(a, "%%@ field %s: %s\n", asp_quote(a, field->name, strlen(field->name)), field->raw);
        text_add(a, &out, header, strlen(header));
        if (field->program >= 0)
            put_program(a, &out, field);
    }
    if (f->fields.count == 0)
        text_add(a, &out, "%@ nature\n", 10);
    text_add(a, &out, "", 1);
    return out.data;
}
