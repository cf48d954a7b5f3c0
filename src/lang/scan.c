#include "lang/scan.h"

#include <string.h>

const char *scan_begin(const src_text *text)
{
    return text->text + (text->length >= 3 && memcmp(text->text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0);
}

const char *scan_line_end(const char *p, const char *end)
{
    const char *newline = memchr(p, '\n', (size_t)(end - p));
    return newline ? newline : end;
}

const char *scan_trim(const char *from, const char *p)
{
    while (p > from && (p[-1] == ' ' || (p[-1] >= '\t' && p[-1] <= '\r')))
        p--;
    return p;
}

uint32_t scan_sign(const char *const *texts, int first, int count, const char *p, const char *end, int *which)
{
    for (int k = first; k < count; k++) {
        size_t length = strlen(texts[k]);
        if ((size_t)(end - p) >= length && memcmp(p, texts[k], length) == 0) {
            *which = k;
            return (uint32_t)length;
        }
    }
    return 0;
}

const char *scan_junk(diag_sink *sink, const src_text *text, const char *p, const char *end, scan_begins *begins,
                      diag **report)
{
    const char *start = p;
    const unsigned char c = (unsigned char)*start;
    bool encoding = false;
    do {
        uint32_t length = utf8_length(p, end);
        encoding |= length == 0;
        p += length ? length : 1;
    } while (p < end && *p != ' ' && !(*p >= '\t' && *p <= '\r') && !begins(p, end));
    const src_span span = scan_span(text, start, p);
    if (encoding)
        *report = diag_report(sink, DIAG_ENCODING, text, span, "bytes that are not valid UTF-8");
    else if (c < 0x20 || c == 0x7f)
        *report = diag_report(sink, DIAG_CHARACTER, text, span, "control character 0x%02x", c);
    else
        *report = diag_report(sink, DIAG_CHARACTER, text, span, "unexpected `%.*s`",
                              (int)(p - start > 16 ? utf8_length(start, end) : p - start), start);
    return p;
}
