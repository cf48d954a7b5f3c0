#include "base/diag.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

static const diag_severity severities[] = {
#define DIAG(code, number, severity, summary) DIAG_##severity,
#include "base/diag.def"
#undef DIAG
};

void diag_sink_init(diag_sink *sink, arena *a)
{
    memset(sink, 0, sizeof *sink);
    sink->arena = a;
}

const char *diag_code_text(diag_code code)
{
    static const char *const texts[] = {
#define DIAG_LETTER_ERROR                     "E"
#define DIAG_LETTER_WARNING                   "W"
#define DIAG(code, number, severity, summary) DIAG_LETTER_##severity #number,
#include "base/diag.def"
#undef DIAG
    };
    return texts[code];
}

/* Texts may hold any white space, also in what is quoted of them; a message is one line. */
static const char *print_message(diag_sink *sink, const char *format, va_list args)
{
    char *text = arena_vprintf(sink->arena, format, args);
    for (char *p = text; *p; p++)
        if (*p == '\v' || *p == '\f' || *p == '\r')
            *p = ' ';
    return text;
}

diag *diag_report(diag_sink *sink, diag_code code, const src_text *source, src_span span, const char *format, ...)
{
    diag *d = ARENA_NEW(sink->arena, diag);
    d->severity = severities[code];
    d->code = code;
    d->source = source;
    d->span = span;
    uint32_t limit = sink->max_errors ? sink->max_errors : 100;
    bool keep = d->severity == DIAG_ERROR ? sink->errors++ < limit : sink->warnings++ < limit;
    if (!keep) {
        d->message = "";
        return d;
    }
    va_list args;
    va_start(args, format);
    d->message = print_message(sink, format, args);
    va_end(args);
    if (sink->last)
        sink->last->next = d;
    else
        sink->first = d;
    sink->last = d;
    sink->count++;
    return d;
}

void diag_add_note(diag_sink *sink, diag *d, const src_text *source, src_span span, const char *format, ...)
{
    diag *note = ARENA_NEW(sink->arena, diag);
    note->severity = DIAG_NOTE;
    note->code = d->code;
    note->source = source;
    note->span = span;
    va_list args;
    va_start(args, format);
    note->message = print_message(sink, format, args);
    va_end(args);
    diag **place = &d->notes;
    while (*place)
        place = &(*place)->next;
    *place = note;
}

void diag_promote(diag_sink *sink, diag *d, diag_code code)
{
    if (d->severity == DIAG_WARNING) {
        sink->warnings--;
        sink->errors++;
    }
    d->severity = DIAG_ERROR;
    d->code = code;
}

void diag_set_hint(diag_sink *sink, diag *d, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    d->hint = print_message(sink, format, args);
    va_end(args);
}

void diag_hint_mean(diag_sink *sink, diag *d, const char *meant)
{
    diag_set_hint(sink, d, "did you mean `%s`?", meant);
    d->fix = arena_strndup(sink->arena, meant, strlen(meant));
}

bool diag_hint_near(diag_sink *sink, diag *d, const suggestion *s)
{
    if (d && s->best)
        diag_hint_mean(sink, d, s->best);
    return s->best != NULL;
}

/* ---- rendering ---- */

enum { LINE_SHOWN = 160 };

/* The source line around the span, control characters shown as blanks, and the carets.
 * Long lines are cut to a window so that a file without line ends stays readable. */
static void render_line(arena *a, text_buffer *b, const diag *d, const char *on, const char *off)
{
    position from = source_position(d->source, d->span.start);
    uint32_t length;
    const char *line = source_line(d->source, from.line, &length);
    uint32_t at = d->span.start > d->source->length ? d->source->length : d->span.start;
    uint32_t offset = at - (uint32_t)(line - d->source->text);
    if (offset > length)
        offset = length;
    uint32_t left = offset > LINE_SHOWN / 2 ? offset - LINE_SHOWN / 2 : 0;
    while (left > 0 && ((unsigned char)line[left] & 0xc0) == 0x80)
        left--;
    uint32_t right = left + LINE_SHOWN < length ? left + LINE_SHOWN : length;
    text_addf(a, b, "%5u | %s", from.line, left ? "..." : "");
    text_buffer marks = {0};
    uint32_t end = d->span.end > at ? d->span.end - at + offset : offset + 1;
    bool marked = false;
    for (uint32_t i = left; i < right;) {
        uint32_t n = utf8_length(line + i, line + right);
        if (printable_length(line + i, line + right))
            text_add(a, b, line + i, n);
        else
            text_adds(a, b, line[i] == '\t' ? " " : "?");
        bool here = i >= offset && i < end;
        text_adds(a, &marks, here ? "^" : " ");
        marked |= here;
        i += n ? n : 1;
    }
    if (!marked)
        text_adds(a, &marks, "^");
    uint32_t trailing = marks.count;
    while (trailing > 0 && vec_at(&marks, trailing - 1) == ' ')
        marks.data[--trailing] = 0;
    if (right < length)
        text_adds(a, b, "...");
    text_addf(a, b, "\n      | %s%s%s%s\n", left ? "   " : "", on, marks.data, off);
}

static void render_one(arena *a, text_buffer *b, const diag *d, bool color)
{
    static const char *const words[] = {"note", "warning", "error"};
    static const char *const colors[] = {"\033[1;36m", "\033[1;35m", "\033[1;31m"};
    const char *on = color ? colors[d->severity] : "", *off = color ? "\033[0m" : "";
    const char *bold = color ? "\033[1m" : "";
    bool placed = d->source && !span_nowhere(d->span);
    if (d->source && !placed)
        text_addf(a, b, "%s%s:%s ", bold, d->source->name, off);
    if (placed) {
        position p = source_position(d->source, d->span.start);
        text_addf(a, b, "%s%s:%u:%u:%s ", bold, d->source->name, p.line, p.column, off);
    }
    text_adds(a, b, on);
    text_adds(a, b, words[d->severity]);
    if (d->severity != DIAG_NOTE)
        text_addf(a, b, "[%s]", diag_code_text(d->code));
    text_addf(a, b, ":%s %s%s%s\n", off, bold, d->message, off);
    if (placed)
        render_line(a, b, d, on, off);
}

const char *diag_render(arena *a, const diag *d, bool color)
{
    text_buffer b = {0};
    render_one(a, &b, d, color);
    for (const diag *note = d->notes; note; note = note->next)
        render_one(a, &b, note, color);
    if (d->hint)
        text_addf(a, &b, "      = %shint:%s %s\n", color ? "\033[1;32m" : "", color ? "\033[0m" : "", d->hint);
    return b.data;
}
