#include "lsp/document.h"

#include "base/text.h"
#include "session/memory.h"

#include <stdlib.h>
#include <string.h>

document *documents_find(const documents *d, const char *uri)
{
    for (document *i = d->first; i; i = i->next)
        if (strcmp(i->uri, uri) == 0)
            return i;
    return NULL;
}

/* The path of a file: address, decoded; other addresses as they are. */
static char *path_of(const char *uri)
{
    const char *from = strncmp(uri, "file://", 7) == 0 ? uri + 7 : uri;
    char *path = mem_strdup(from);
    text_decode(path, false);
    return path;
}

document *documents_set(documents *d, const char *uri, const char *text, size_t length)
{
    document *i = documents_find(d, uri);
    if (!i) {
        i = mem_alloc(sizeof *i);
        i->uri = mem_strdup(uri);
        i->path = path_of(uri);
        i->next = d->first;
        d->first = i;
    }
    free(i->text);
    i->text = mem_strndup(text, length);
    i->length = length;
    i->seen = i->seen_line = i->seen_units = 0;
    return i;
}

static void free_document(document *i)
{
    free(i->uri);
    free(i->path);
    free(i->text);
    free(i);
}

void documents_drop(documents *d, const char *uri)
{
    for (document **at = &d->first; *at; at = &(*at)->next)
        if (strcmp((*at)->uri, uri) == 0) {
            document *gone = *at;
            *at = gone->next;
            free_document(gone);
            return;
        }
}

void documents_done(documents *d)
{
    while (d->first) {
        document *gone = d->first;
        d->first = gone->next;
        free_document(gone);
    }
}

/* ---- places ---- */

static size_t line_start(const document *d, uint64_t line)
{
    size_t at = 0;
    while (line > 0 && at < d->length) {
        line -= d->text[at] == '\n';
        at++;
    }
    return at;
}

/* Bytes of the character at a place, and how many UTF-16 code units it takes. */
static size_t character(const char *p, uint32_t *units)
{
    unsigned char c = (unsigned char)*p;
    size_t n = c < 0x80 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4, i = 1;
    while (i < n && ((unsigned char)p[i] & 0xc0) == 0x80)
        i++;
    *units = n == 4 ? 2 : 1;
    return i;
}

static bool ends_line(const document *d, size_t at)
{
    return at >= d->length || d->text[at] == '\n' || d->text[at] == '\r';
}

json_t *document_position(const document *d, uint32_t line, uint32_t column)
{
    size_t at = line_start(d, line ? line - 1 : 0);
    uint32_t units = 0, n;
    for (uint32_t c = 1; c < column && !ends_line(d, at); c++) {
        at += character(d->text + at, &n);
        units += n;
    }
    return json_pack("{si si}", "line", line ? (int)line - 1 : 0, "character", (int)units);
}

json_t *document_place(document *d, size_t at)
{
    uint32_t n;
    if (at < d->seen)
        d->seen = d->seen_line = d->seen_units = 0;
    while (d->seen < at && d->seen < d->length) {
        if (d->text[d->seen] == '\n') {
            d->seen++, d->seen_line++, d->seen_units = 0;
            continue;
        }
        d->seen += character(d->text + d->seen, &n);
        d->seen_units += n;
    }
    return json_pack("{si si}", "line", (int)d->seen_line, "character", (int)d->seen_units);
}

size_t document_offset(const document *d, const json_t *position)
{
    json_int_t line = json_integer_value(json_object_get(position, "line")),
               wanted = json_integer_value(json_object_get(position, "character"));
    size_t at = line_start(d, line > 0 ? (uint64_t)line : 0);
    uint32_t n;
    for (json_int_t units = 0; units < wanted && !ends_line(d, at); units += n)
        at += character(d->text + at, &n);
    return at;
}
