#include "session/about.h"

#include "session/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- the comment ---- */

/* Length of the mark of a comment that the line begins with, in any of the languages; 0: it is no
 * comment. Declarations of answer-set files (%@, %!) are none. */
static size_t comment_mark(const char *line, size_t length)
{
    if (length >= 2 && line[0] == '/' && line[1] == '/')
        return 2;
    if (length >= 1 && (line[0] == ';' || line[0] == '%')) {
        size_t n = 1;
        while (n < length && line[n] == line[0])
            n++;
        return n < length && strchr("@!*", line[n]) ? 0 : n;
    }
    return 0;
}

char *about_header(const char *text, size_t length)
{
    buffer header = {0};
    for (size_t at = 0; at < length;) {
        const char *line = text + at, *newline = memchr(line, '\n', length - at);
        size_t n = newline ? (size_t)(newline - line) : length - at;
        size_t mark = comment_mark(line, n), end = n;
        if (mark == 0)
            break;
        mark += mark < n && line[mark] == ' ';
        while (end > mark && isspace((unsigned char)line[end - 1]))
            end--;
        buffer_add_bytes(&header, line + mark, end - mark);
        buffer_add(&header, "\n");
        at += n + 1;
    }
    return header.text ? header.text : mem_strdup("");
}

char *about_title(const char *header)
{
    size_t n = strcspn(header, "\n");
    while (n > 0 && (header[n - 1] == '.' || header[n - 1] == ':'))
        n--;
    return n > 0 && n <= 60 ? mem_strndup(header, n) : NULL;
}

/* ---- sides ---- */

static const char *const side_names[] = {"top",        "bottom",      "left",       "right",
                                         "upper-left", "upper-right", "lower-left", "lower-right"};

const char *about_side_name(int side) { return side_names[side]; }

static int side_of(const char *word, size_t length)
{
    for (int i = 0; i < EDGE_SIDES; i++)
        if (strlen(side_names[i]) == length && strncmp(side_names[i], word, length) == 0)
            return i;
    return -1;
}

bool about_edges(const char *header, const lud_game *game, about_sides *edges)
{
    const char *line = header;
    while (*line && strncmp(line, "Edges:", 6) != 0) {
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    if (!*line)
        return false;
    *edges = (about_sides){0};
    bool any = false;
    int role = -1;
    for (const char *p = line + 6; *p && *p != '\n';) {
        size_t n = strcspn(p, " ,\n");
        int side = side_of(p, n);
        if (n > 0 && side < 0) {
            char *name = mem_strndup(p, n);
            role = lud_role_find(game, name);
            free(name);
        } else if (n > 0 && role > 0) {
            edges->role[side] = (uint32_t)role;
            any = true;
        }
        p += n + (p[n] == ' ' || p[n] == ',');
    }
    return any;
}
