#include "session/output.h"

#include "analysis/stats.h"
#include "ludens.h"
#include "session/memory.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

size_t text_utf8(const unsigned char *p)
{
    size_t n = p[0] < 0x80 ? 1 : p[0] < 0xc2 ? 0 : p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : p[0] < 0xf5 ? 4 : 0;
    for (size_t i = 1; i < n; i++)
        if ((p[i] & 0xc0) != 0x80)
            return 0;
    if ((p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] >= 0xa0) || (p[0] == 0xf0 && p[1] < 0x90) ||
        (p[0] == 0xf4 && p[1] >= 0x90))
        return 0;
    return n;
}

json_t *json_text(const char *piece)
{
    if (!piece)
        return json_null();
    json_t *plain = json_string(piece);
    if (plain)
        return plain;
    buffer clean = {0};
    for (const unsigned char *p = (const unsigned char *)piece; *p;) {
        size_t n = text_utf8(p);
        if (n)
            buffer_add_bytes(&clean, (const char *)p, n);
        else
            buffer_add(&clean, "\xef\xbf\xbd");
        p += n ? n : 1;
    }
    json_t *value = json_string(buffer_get(&clean));
    buffer_done(&clean);
    return value;
}

json_t *json_lines(const char *text)
{
    json_t *list = json_array();
    for (size_t n; *text; text += n + (text[n] == '\n')) {
        n = strcspn(text, "\n");
        char *line = mem_strndup(text, n);
        json_array_append_new(list, json_text(line));
        free(line);
    }
    return list;
}

json_t *json_rate(uint64_t count, uint64_t total)
{
    interval i = stats_wilson(count, total);
    return json_pack("{sI sf sf sf}", "count", (json_int_t)count, "rate", total ? (double)count / (double)total : 0.0,
                     "low", i.low, "high", i.high);
}

json_t *json_score(double score)
{
    if (score == floor(score) && fabs(score) < 1e15)
        return json_integer((json_int_t)score);
    return json_real(score);
}

json_t *json_finite(double x) { return isfinite(x) ? json_real(x) : json_null(); }

const char *json_text_at(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

json_t *json_whole(uint64_t n)
{
    char digits[NUMBER_SIZE];
    snprintf(digits, sizeof digits, "%llu", (unsigned long long)n);
    return n <= INT64_MAX ? json_integer((json_int_t)n) : json_string(digits);
}

const char *json_problem(const json_error_t *error)
{
    switch (json_error_code(error)) {
    case json_error_null_character: return "a string holds the character U+0000";
    case json_error_invalid_utf8: return "the text is not valid UTF-8";
    case json_error_premature_end_of_input: return "the text ends too early";
    case json_error_duplicate_key: return "an object has the same key twice";
    case json_error_numeric_overflow: return "a number is too large";
    case json_error_stack_overflow: return "nested too deeply";
    case json_error_out_of_memory: return "out of memory";
    default: return error->text;
    }
}

json_t *json_hash(uint64_t hash)
{
    char digits[20];
    snprintf(digits, sizeof digits, "%016llx", (unsigned long long)hash);
    return json_string(digits);
}

void json_print(json_t *value, FILE *out)
{
    json_dumpf(value, out, JSON_ENCODE_ANY | JSON_REAL_PRECISION(10));
    fputc('\n', out);
    json_decref(value);
}

char *number_grouped(char *out, uint64_t n)
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)n);
    char *to = out;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            *to++ = ',';
        *to++ = digits[i];
    }
    *to = 0;
    return out;
}

char *number_rate(char *out, double n)
{
    static const char *const units[] = {"", "k", "M", "G"};
    int unit = 0;
    while (n >= 999.5 && unit < 3) {
        n /= 1000;
        unit++;
    }
    snprintf(out, NUMBER_SIZE, "%.*f%s", n >= 99.95 ? 0 : n >= 9.995 ? 1 : 2, n, units[unit]);
    return out;
}

char *number_score(char *out, double n)
{
    if (n == floor(n) && fabs(n) < 1e15)
        snprintf(out, NUMBER_SIZE, "%.0f", n);
    else
        snprintf(out, NUMBER_SIZE, "%.2f", n);
    return out;
}

char *number_percent(char *out, double share)
{
    snprintf(out, NUMBER_SIZE, "%.1f %%", 100 * share);
    return out;
}

size_t text_columns(const char *piece)
{
    size_t n = 0;
    for (; *piece; piece++)
        n += ((unsigned char)*piece & 0xc0) != 0x80;
    return n;
}

void table_init(table *t, const char *align)
{
    memset(t, 0, sizeof *t);
    t->align = align;
    t->columns = strlen(align);
}

void table_row(table *t, ...)
{
    t->cells = mem_grow(t->cells, (t->rows + 1) * t->columns * sizeof *t->cells);
    va_list args;
    va_start(args, t);
    bool ended = false;
    for (size_t i = 0; i < t->columns; i++) {
        const char *cell = ended ? NULL : va_arg(args, const char *);
        ended |= !cell;
        size_t size = strlen(cell ? cell : "") + 1;
        t->cells[t->rows * t->columns + i] = lud_printable(cell ? cell : "", mem_alloc(size), size);
    }
    va_end(args);
    t->rows++;
}

static void print_cell(const char *cell, size_t width, char align, bool last, FILE *out)
{
    int padding = (int)(width - text_columns(cell));
    if (align == 'r')
        fprintf(out, "%*s%s", padding, "", cell);
    else
        fprintf(out, "%s%*s", cell, last ? 0 : padding, "");
    fputs(last ? "\n" : "  ", out);
}

void table_print(const table *t, FILE *out)
{
    size_t *widths = mem_alloc(t->columns * sizeof *widths);
    for (size_t i = 0; i < t->rows * t->columns; i++) {
        size_t width = text_columns(t->cells[i]);
        if (width > widths[i % t->columns])
            widths[i % t->columns] = width;
    }
    for (size_t i = 0; i < t->rows * t->columns; i++) {
        size_t column = i % t->columns;
        print_cell(t->cells[i], widths[column], t->align[column], column + 1 == t->columns, out);
    }
    free(widths);
}

void table_done(table *t)
{
    for (size_t i = 0; i < t->rows * t->columns; i++)
        free(t->cells[i]);
    free(t->cells);
    memset(t, 0, sizeof *t);
}

void json_print_games(json_t *list, bool single, FILE *out)
{
    if (!single) {
        json_print(list, out);
        return;
    }
    json_t *only = json_array_get(list, 0);
    if (only)
        json_print(json_incref(only), out);
    json_decref(list);
}

const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}
