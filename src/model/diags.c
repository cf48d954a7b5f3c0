/* lud_diags: diagnostics copied out of the arenas of a load, which die with it. */
#include "model/machine.h"

#include "base/diag.h"

#include <stdlib.h>
#include <string.h>

char *lud_printable(const char *text, char *buffer, size_t size)
{
    const char *end = text + strlen(text);
    size_t length = 0;
    for (const char *p = text; p < end;) {
        uint32_t n = printable_length(p, end), skipped = utf8_length(p, end);
        if (length + (n ? n : 1) >= size)
            break;
        if (n)
            memcpy(buffer + length, p, n);
        else
            buffer[length] = '?';
        length += n ? n : 1;
        p += n ? n : skipped ? skipped : 1;
    }
    if (size)
        buffer[length] = 0;
    return buffer;
}

typedef struct record {
    lud_diagnostic public;
    lud_diagnostic *notes;
    const char *plain, *color;
} record;

struct lud_diags {
    arena arena;
    VEC(record) records;
    uint32_t errors, warnings;
    bool failed; /* out of memory: some are missing */
};

lud_diags *lud_diags_new(void)
{
    lud_diags *d = calloc(1, sizeof *d);
    if (d)
        arena_init(&d->arena, 0);
    return d;
}

void lud_diags_free(lud_diags *d)
{
    if (!d)
        return;
    arena_done(&d->arena);
    free(d);
}

uint32_t lud_diags_count(const lud_diags *d) { return d ? d->records.count : 0; }
uint32_t lud_diags_errors(const lud_diags *d) { return d ? d->errors : 0; }
uint32_t lud_diags_warnings(const lud_diags *d) { return d ? d->warnings : 0; }

static const lud_diagnostic no_diagnostic = {.severity = LUD_NOTE, .code = "", .file = "", .message = ""};

lud_diagnostic lud_diags_get(const lud_diags *d, uint32_t index)
{
    return d && index < d->records.count ? vec_at(&d->records, index).public : no_diagnostic;
}

lud_diagnostic lud_diags_note(const lud_diags *d, uint32_t index, uint32_t note)
{
    if (!d || index >= d->records.count || note >= vec_at(&d->records, index).public.note_count)
        return no_diagnostic;
    return vec_at(&d->records, index).notes[note];
}

const char *lud_diags_render(lud_diags *d, uint32_t index, bool color)
{
    if (!d || index >= d->records.count)
        return "";
    return color ? vec_at(&d->records, index).color : vec_at(&d->records, index).plain;
}

static const char *copy(arena *a, const char *text) { return text ? arena_strndup(a, text, strlen(text)) : NULL; }

/* What was meant can be written in place of a place that is one word or string; a list has more to it. */
static const char *fix_of(arena *a, const diag *d)
{
    if (!d->fix || !d->source || d->span.end <= d->span.start || d->span.end > d->source->length)
        return NULL;
    const char *text = d->source->text + d->span.start;
    size_t n = d->span.end - d->span.start;
    if (n >= 2 && *text == '"' && text[n - 1] == '"' && !memchr(text + 1, '"', n - 2))
        return *d->fix == '"' ? copy(a, d->fix) : arena_printf(a, "\"%s\"", d->fix);
    for (size_t i = 0; i < n; i++)
        if (text[i] && strchr(" \t\r\n()[]{}\",;", text[i]))
            return NULL;
    return copy(a, d->fix);
}

static lud_diagnostic convert(arena *a, const diag *d)
{
    lud_diagnostic out = {.severity = d->severity == DIAG_ERROR     ? LUD_ERROR
                                      : d->severity == DIAG_WARNING ? LUD_WARNING
                                                                    : LUD_NOTE,
                          .code = diag_code_text(d->code),
                          .file = d->source ? copy(a, d->source->name) : "",
                          .message = copy(a, d->message),
                          .hint = copy(a, d->hint),
                          .fix = fix_of(a, d),
                          .check = d->check};
    if (d->source && !span_nowhere(d->span)) {
        position from = source_position(d->source, d->span.start);
        position to = source_position(d->source, d->span.end > d->span.start ? d->span.end : d->span.start);
        out.line = from.line;
        out.column = from.column;
        out.end_line = to.line;
        out.end_column = to.column;
    }
    for (const diag *n = d->notes; n; n = n->next)
        out.note_count++;
    return out;
}

void diags_take(lud_diags *out, const diag_sink *sink)
{
    if (!out)
        return;
    jmp_buf failure;
    out->arena.on_failure = &failure;
    if (setjmp(failure)) {
        out->failed = true;
    } else {
        for (const diag *d = sink->first; d; d = d->next) {
            record r = {.public = convert(&out->arena, d)};
            r.notes = ARENA_ARRAY(&out->arena, lud_diagnostic, r.public.note_count);
            uint32_t i = 0;
            for (const diag *n = d->notes; n; n = n->next)
                r.notes[i++] = convert(&out->arena, n);
            r.plain = diag_render(&out->arena, d, false);
            r.color = diag_render(&out->arena, d, true);
            vec_push(&out->arena, &out->records, r);
        }
    }
    out->errors += sink->errors;
    out->warnings += sink->warnings;
    out->arena.on_failure = NULL;
}

void diags_add_plain(lud_diags *out, const char *code, const char *file, const char *message, const char *hint)
{
    if (!out)
        return;
    jmp_buf failure;
    out->arena.on_failure = &failure;
    out->errors++;
    if (setjmp(failure)) {
        out->failed = true;
    } else {
        record r = {.public = {.severity = LUD_ERROR,
                               .code = copy(&out->arena, code),
                               .file = copy(&out->arena, file),
                               .message = copy(&out->arena, message),
                               .hint = copy(&out->arena, hint)}};
        for (int color = 0; color < 2; color++) {
            const char *text =
                arena_printf(&out->arena, "%s%s%s: %serror[%s]:%s %s%s%s\n", color ? "\033[1m" : "", file,
                             color ? "\033[0m" : "", color ? "\033[1;31m" : "", code, color ? "\033[0m" : "", message,
                             hint ? "\n      = hint: " : "", hint ? hint : "");
            *(color ? &r.color : &r.plain) = text;
        }
        vec_push(&out->arena, &out->records, r);
    }
    out->arena.on_failure = NULL;
}
