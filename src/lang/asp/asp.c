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

static bool read_file(asp_file *f, arena *a, const lang_input *in)
{
    const src_text *source = in->source;
    uint32_t i = source->length >= 3 && memcmp(source->text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    while (i < source->length && strchr(" \t\r\n", source->text[i]))
        i++;
    size_t n = strlen(source->name);
    bool json = i < source->length && (source->text[i] == '{' || source->text[i] == '[');
    json |= n > 5 && strcmp(source->name + n - 5, ".json") == 0;
    return json ? asp_read_json(f, a, source, in->limits->max_nesting, in->sink)
                : asp_read_sections(f, a, source, in->sink);
}

static void *read(const lang_input *in)
{
    arena *keep = in->keep;
    const src_text *source = in->source;
    asp_file f;
    if (!read_file(&f, keep, in))
        return NULL;
    bool any = false;
    for (uint32_t i = 0; i < f.fields.count; i++)
        any |= vec_at(&f.fields, i).program >= 0;
    if (!any) {
        diag *d = diag_report(in->sink, DIAG_ASP_JSON, source, (src_span){0, 1}, "no field of a game is there");
        diag_set_hint(in->sink, d, "a game has at least `nature_program`, `goal_program` and a level");
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
        const asp_field *field = &vec_at(&f.fields, i);
        if (field->program < 0)
            continue;
        syn_part *p = &s->parts[field->program];
        if (field->inside) {
            p->start = field->span.start;
            p->end = field->span.end;
        } else {
            syn_part_text(keep, p, arena_printf(keep, "%s:%s", source->name, field->name), field->text, field->length);
        }
    }
    return s;
}

/* Blanks at the ends of lines go, and empty lines at the end of a program. */
static void tidy(asp_file *f, arena *a)
{
    for (uint32_t i = 0; i < f->fields.count; i++) {
        asp_field *field = &vec_at(&f->fields, i);
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

static const char *format(const lang_input *in)
{
    asp_file f;
    if (!read_file(&f, in->scratch, in))
        return NULL;
    tidy(&f, in->scratch);
    return f.json ? asp_write_json(&f, in->scratch) : asp_write_sections(&f, in->scratch);
}

static const char *translate(const lang_input *in)
{
    asp_file f;
    if (!read_file(&f, in->scratch, in))
        return NULL;
    return strcmp(in->form, "json") == 0 ? asp_write_json(&f, in->scratch) : asp_write_sections(&f, in->scratch);
}

const lang_functions lang_asp = {.read = read, .format = format, .translate = translate, .forms = "json lp"};
