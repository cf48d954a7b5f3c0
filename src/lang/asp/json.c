/* JSON (RFC 8259), as far as a game file needs it. Values of unknown fields are kept as they are.
 */
#include "lang/asp/file.h"

#include "base/text.h"

#include <string.h>

typedef struct reader {
    arena *arena;
    const src_text *source;
    const char *text;
    uint32_t at, end, depth, max_depth;
    diag_sink *sink;
} reader;

static bool fail(reader *r, uint32_t from, uint32_t to, const char *what)
{
    diag_report(r->sink, DIAG_ASP_JSON, r->source, (src_span){from, to}, "%s", what);
    return false;
}

static char look(const reader *r) { return r->at < r->end ? r->text[r->at] : 0; }

static void skip(reader *r)
{
    while (r->at < r->end && strchr(" \t\r\n", r->text[r->at]))
        r->at++;
}

static bool hex4(const reader *r, uint32_t at, uint32_t *value)
{
    *value = 0;
    for (uint32_t i = 0; i < 4; i++) {
        const int digit = text_hex(at + i < r->end ? r->text[at + i] : 0);
        if (digit < 0)
            return false;
        *value = *value * 16 + (uint32_t)digit;
    }
    return true;
}

static size_t put_utf8(char *out, uint32_t c)
{
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    if (c < 0x800) {
        out[0] = (char)(0xc0 | c >> 6);
        out[1] = (char)(0x80 | (c & 63));
        return 2;
    }
    if (c < 0x10000) {
        out[0] = (char)(0xe0 | c >> 12);
        out[1] = (char)(0x80 | (c >> 6 & 63));
        out[2] = (char)(0x80 | (c & 63));
        return 3;
    }
    out[0] = (char)(0xf0 | c >> 18);
    out[1] = (char)(0x80 | (c >> 12 & 63));
    out[2] = (char)(0x80 | (c >> 6 & 63));
    out[3] = (char)(0x80 | (c & 63));
    return 4;
}

/* After \u; pairs of surrogates are one character, single ones are none. */
static bool read_escape(reader *r, char *out, size_t *n)
{
    uint32_t c, low;
    if (!hex4(r, r->at, &c))
        return fail(r, r->at - 2, r->at, "four hexadecimal digits were expected after `\\u`");
    r->at += 4;
    if (c >= 0xd800 && c < 0xdc00 && r->at + 1 < r->end && r->text[r->at] == '\\' && r->text[r->at + 1] == 'u' &&
        hex4(r, r->at + 2, &low) && low >= 0xdc00 && low < 0xe000) {
        c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
        r->at += 6;
    }
    if (c == 0)
        return fail(r, r->at - 6, r->at, "a NUL character in the text");
    *n += put_utf8(out + *n, c >= 0xd800 && c < 0xe000 ? 0xfffd : c);
    return true;
}

static bool read_string(reader *r, const char **text, uint32_t *length)
{
    uint32_t start = r->at;
    if (look(r) != '"')
        return fail(r, r->at, r->at + 1, "a string was expected here");
    uint32_t close = ++r->at;
    while (close < r->end && r->text[close] != '"')
        close += r->text[close] == '\\' ? 2 : 1;
    if (close >= r->end)
        return fail(r, start, start + 1, "this string does not end");
    char *out = arena_alloc(r->arena, close - r->at + 4);
    size_t n = 0;
    while (r->at < close) {
        char c = r->text[r->at++];
        if ((unsigned char)c < ' ')
            return fail(r, r->at - 1, r->at, "a line end or control character inside of a string");
        if (c != '\\') {
            out[n++] = c;
            continue;
        }
        static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
        c = r->text[r->at++];
        const char *known = c ? strchr(from, c) : NULL;
        if (known)
            out[n++] = to[known - from];
        else if (c != 'u')
            return fail(r, r->at - 2, r->at, "no such escape in JSON");
        else if (!read_escape(r, out, &n))
            return false;
    }
    r->at = close + 1;
    out[n] = 0;
    *text = out;
    *length = (uint32_t)n;
    return true;
}

static bool skip_value(reader *r);

static bool skip_items(reader *r, char close, bool object)
{
    const char *ignored;
    uint32_t length;
    r->at++;
    skip(r);
    if (look(r) == close) {
        r->at++;
        return true;
    }
    for (;;) {
        skip(r);
        if (object) {
            if (!read_string(r, &ignored, &length))
                return false;
            skip(r);
            if (look(r) != ':')
                return fail(r, r->at, r->at + 1, "`:` was expected here");
            r->at++;
        }
        if (!skip_value(r))
            return false;
        skip(r);
        if (look(r) == close) {
            r->at++;
            return true;
        }
        if (look(r) != ',')
            return fail(r, r->at, r->at + 1, object ? "`,` or `}` was expected here" : "`,` or `]` was expected here");
        r->at++;
    }
}

static bool skip_number(reader *r)
{
    uint32_t start = r->at, digits;
    r->at += look(r) == '-';
    digits = r->at;
    while (look(r) >= '0' && look(r) <= '9')
        r->at++;
    bool fine = r->at > digits && (r->at == digits + 1 || r->text[digits] != '0');
    if (look(r) == '.') {
        digits = ++r->at;
        while (look(r) >= '0' && look(r) <= '9')
            r->at++;
        fine = fine && r->at > digits;
    }
    if (look(r) == 'e' || look(r) == 'E') {
        r->at++;
        r->at += look(r) == '+' || look(r) == '-';
        digits = r->at;
        while (look(r) >= '0' && look(r) <= '9')
            r->at++;
        fine = fine && r->at > digits;
    }
    return fine || fail(r, start, r->at + 1, "this is no value of JSON");
}

static bool skip_value(reader *r)
{
    const char *ignored;
    uint32_t length;
    skip(r);
    if (++r->depth > r->max_depth) {
        diag_report(r->sink, DIAG_NESTING, r->source, (src_span){r->at, r->at + 1}, "nested more than %u deep",
                    r->max_depth);
        return false;
    }
    bool fine;
    char c = look(r);
    if (c == '"')
        fine = read_string(r, &ignored, &length);
    else if (c == '{' || c == '[')
        fine = skip_items(r, c == '{' ? '}' : ']', c == '{');
    else if (c == 't' || c == 'f' || c == 'n') {
        const char *word = c == 't' ? "true" : c == 'f' ? "false" : "null";
        size_t n = strlen(word);
        fine = r->end - r->at >= n && memcmp(r->text + r->at, word, n) == 0;
        if (fine)
            r->at += (uint32_t)n;
        else
            fail(r, r->at, r->at + 1, "this is no value of JSON");
    } else
        fine = skip_number(r);
    r->depth--;
    return fine;
}

/* Without blanks between tokens. */
static const char *compact(arena *a, const char *text, size_t length)
{
    char *out = arena_alloc(a, length + 1);
    size_t n = 0;
    bool string = false;
    for (size_t i = 0; i < length; i++) {
        if (!string && strchr(" \t\r\n", text[i]))
            continue;
        if (text[i] == '"')
            string = !string;
        else if (string && text[i] == '\\')
            out[n++] = text[i++];
        out[n++] = text[i];
    }
    return out;
}

static int program_of(const char *name)
{
    for (int i = 0; i < AS_PROGRAMS; i++)
        if (strcmp(asp_field_names[i], name) == 0)
            return i;
    return -1;
}

static void hint_field(reader *r, const char *name, src_span span)
{
    suggestion s;
    suggest_init(&s, name);
    for (int i = 0; i < AS_PROGRAMS; i++)
        suggest_offer(&s, asp_field_names[i]);
    if (!s.best)
        return;
    diag *d = diag_report(r->sink, DIAG_ASP_FIELD, r->source, span, "the field `%s` is not known", name);
    diag_hint_mean(r->sink, d, s.best);
}

static bool read_member(reader *r, asp_file *f)
{
    asp_field field = {.program = -1};
    uint32_t length, start;
    skip(r);
    start = r->at;
    if (!read_string(r, &field.name, &length))
        return false;
    src_span name = {start, r->at};
    skip(r);
    if (look(r) != ':')
        return fail(r, r->at, r->at + 1, "`:` was expected here");
    r->at++;
    skip(r);
    start = r->at;
    field.program = program_of(field.name);
    for (uint32_t i = 0; i < f->fields.count; i++)
        if (strcmp(vec_at(&f->fields, i).name, field.name) == 0 && field.program >= 0) {
            diag_report(r->sink, DIAG_ASP_SECTION, r->source, name, "the field `%s` is there twice", field.name);
            return false;
        }
    if (field.program >= 0 && look(r) != '"') {
        diag *d = diag_report(r->sink, DIAG_ASP_JSON, r->source, (src_span){start, start + 1}, "`%s` must be a text",
                              field.name);
        diag_set_hint(r->sink, d, "a program that is not needed is the empty text \"\"");
        return false;
    }
    bool fine = field.program >= 0 ? read_string(r, &field.text, &field.length) : skip_value(r);
    field.span = (src_span){start, r->at};
    if (fine && field.program < 0) {
        field.raw = compact(r->arena, r->text + start, r->at - start);
        hint_field(r, field.name, name);
    }
    const char *text =
        fine && field.program < 0 && strcmp(field.name, "preamble") == 0 ? asp_unquote(r->arena, field.raw) : NULL;
    if (text)
        f->preamble = text;
    else if (fine)
        vec_push(r->arena, &f->fields, field);
    return fine;
}

bool asp_read_json(asp_file *f, arena *a, const src_text *source, uint32_t max_nesting, diag_sink *sink)
{
    reader r = {a, source, source->text, 0, source->length, 0, max_nesting, sink};
    *f = (asp_file){.json = true};
    if (r.end >= 3 && memcmp(r.text, "\xef\xbb\xbf", 3) == 0)
        r.at = 3;
    skip(&r);
    if (look(&r) != '{')
        return fail(&r, r.at, r.at + 1, "a game is a JSON object: `{` was expected here");
    r.at++;
    skip(&r);
    while (look(&r) != '}') {
        if (!read_member(&r, f))
            return false;
        skip(&r);
        if (look(&r) == ',') {
            r.at++;
            skip(&r);
            if (look(&r) == '}')
                return fail(&r, r.at, r.at + 1, "another field was expected after the comma");
        } else if (look(&r) != '}') {
            return fail(&r, r.at, r.at + 1, "`,` or `}` was expected here");
        }
    }
    r.at++;
    skip(&r);
    return r.at == r.end || fail(&r, r.at, r.at + 1, "there is something after the end of the object");
}

const char *asp_unquote(arena *a, const char *json)
{
    diag_sink sink;
    diag_sink_init(&sink, a);
    reader r = {a, source_new(a, "text", json, strlen(json)), json, 0, (uint32_t)strlen(json), 0, 1, &sink};
    const char *text;
    uint32_t length;
    return *json == '"' && read_string(&r, &text, &length) && r.at == r.end ? text : NULL;
}

const char *asp_quote(arena *a, const char *text, size_t length)
{
    static const char escapes[] = "\b\t\n\f\r\"\\", letters[] = "btnfr\"\\";
    char *out = arena_alloc(a, 6 * length + 3);
    size_t n = 0;
    out[n++] = '"';
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        const char *escape = c ? strchr(escapes, c) : NULL;
        if (escape) {
            out[n++] = '\\';
            out[n++] = letters[escape - escapes];
        } else if (c < ' ') {
            static const char hex[] = "0123456789abcdef";
            memcpy(out + n, "\\u00", 4);
            out[n + 4] = hex[c >> 4];
            out[n + 5] = hex[c & 15];
            n += 6;
        } else {
            out[n++] = (char)c;
        }
    }
    out[n++] = '"';
    out[n] = 0;
    return out;
}

const char *asp_write_json(const asp_file *f, arena *a)
{
    text_buffer out = {0};
    const char *piece = "{\n";
    if (f->preamble && *f->preamble)
        piece = arena_printf(a, "{\n  \"preamble\": %s%s\n", asp_quote(a, f->preamble, strlen(f->preamble)),
                             f->fields.count ? "," : "");
    for (uint32_t i = 0; i <= f->fields.count; i++) {
        text_adds(a, &out, piece);
        if (i == f->fields.count)
            break;
        const asp_field *field = &vec_at(&f->fields, i);
        piece = arena_printf(a, "  %s: %s%s\n", asp_quote(a, field->name, strlen(field->name)),
                             field->program >= 0 ? asp_quote(a, field->text, field->length) : field->raw,
                             i + 1 < f->fields.count ? "," : "");
    }
    text_adds(a, &out, "}\n");
    return out.data;
}
