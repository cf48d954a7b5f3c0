#include "lang/asp/file.h"
#include "lang/asp/reader.h"
#include "lang/lang.h"

#include <string.h>

const char *const asp_field_names[AS_PROGRAMS] = {
#define PROGRAM(name, field, section, title, random) field,
#include "answerset/programs.def"
#undef PROGRAM
};
const char *const asp_section_names[AS_PROGRAMS] = {
#define PROGRAM(name, field, section, title, random) section,
#include "answerset/programs.def"
#undef PROGRAM
};
static const bool randoms[AS_PROGRAMS] = {
#define PROGRAM(name, field, section, title, random) random,
#include "answerset/programs.def"
#undef PROGRAM
};

static const as_reader reader = {asp_parse, asp_rules};

static bool read_file(asp_file *f, arena *a, const src_text *source, const lud_limits *limits,
                      diag_sink *sink)
{
    uint32_t i = source->length >= 3 && memcmp(source->text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    while (i < source->length && strchr(" \t\r\n", source->text[i]))
        i++;
    size_t n = strlen(source->name);
    bool json = i < source->length && (source->text[i] == '{' || source->text[i] == '[');
    json |= n > 5 && strcmp(source->name + n - 5, ".json") == 0;
    return json ? asp_read_json(f, a, source, limits->max_nesting, sink)
                : asp_read_sections(f, a, source, sink);
}

struct as_source *asp_read(arena *keep, arena *scratch, intern *names, const src_text *source,
                           const lang_options *options, diag_sink *sink)
{
    asp_file f;
    (void)scratch, (void)names;
    if (!read_file(&f, keep, source, options->limits, sink))
        return NULL;
    bool any = false;
    for (uint32_t i = 0; i < f.fields.count; i++)
        any |= f.fields.data[i].program >= 0;
    if (!any) {
        diag *d = diag_report(sink, DIAG_ASP_JSON, source, (src_span){0, 1}, "no field of a game is there");
        diag_set_hint(sink, d, "a game has at least `nature_program`, `goal_program` and a level");
        return NULL;
    }
    as_source *s = ARENA_NEW(keep, as_source);
    s->file = source;
    s->reader = &reader;
    for (int i = 0; i < AS_PROGRAMS; i++) {
        s->parts[i].source = source;
        s->parts[i].name = asp_field_names[i];
        s->parts[i].random = randoms[i];
    }
    for (uint32_t i = 0; i < f.fields.count; i++) {
        const asp_field *field = &f.fields.data[i];
        if (field->program < 0)
            continue;
        syn_part *p = &s->parts[field->program];
        if (field->inside) {
            p->start = field->span.start;
            p->end = field->span.end;
        } else {
            syn_part_text(keep, p, arena_printf(keep, "%s:%s", source->name, field->name),
                          field->text, field->length);
        }
    }
    return s;
}

/* Blanks at the ends of lines go, and empty lines at the end of a program. */
static void tidy(asp_file *f, arena *a)
{
    for (uint32_t i = 0; i < f->fields.count; i++) {
        asp_field *field = &f->fields.data[i];
        if (field->program < 0)
            continue;
        char *out = arena_alloc(a, field->length + 2);
        uint32_t n = 0;
        for (uint32_t k = 0; k < field->length; k++) {
            if (field->text[k] == '\n')
                while (n > 0 && strchr(" \t\r", out[n - 1]))
                    n--;
            out[n++] = field->text[k];
        }
        while (n > 0 && strchr(" \t\r\n", out[n - 1]))
            n--;
        if (n > 0)
            out[n++] = '\n';
        field->text = out;
        field->length = n;
    }
}

const char *asp_format(arena *scratch, const src_text *source, const lud_limits *limits,
                       diag_sink *sink)
{
    asp_file f;
    if (!read_file(&f, scratch, source, limits, sink))
        return NULL;
    tidy(&f, scratch);
    return f.json ? asp_write_json(&f, scratch) : asp_write_sections(&f, scratch);
}

const char *asp_translate(arena *scratch, const src_text *source, const lud_limits *limits,
                          const char *to, diag_sink *sink)
{
    asp_file f;
    if (!read_file(&f, scratch, source, limits, sink))
        return NULL;
    return strcmp(to, "json") == 0 ? asp_write_json(&f, scratch) : asp_write_sections(&f, scratch);
}
