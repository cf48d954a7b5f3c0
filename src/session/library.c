#include "session/library.h"

#include "session/memory.h"
#include "session/output.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "library_texts.inc"

static const library_game games[] = {
#include "library_games.inc"
};
static const char index_text[] = {
#include "library_index.inc"
    , 0};
static const char lines_text[] = {
#include "library_lines.inc"
    , 0};

uint32_t library_count(void) { return sizeof games / sizeof *games; }
const library_game *library_at(uint32_t index) { return index < library_count() ? &games[index] : NULL; }

const library_game *library_find(const char *name)
{
    const library_game *found = NULL;
    for (uint32_t i = 0; i < library_count(); i++) {
        const char *file = strchr(games[i].name, '/') + 1;
        if (strcmp(games[i].name, name) == 0)
            return &games[i];
        if (strcmp(file, name) == 0 && found)
            return NULL;
        if (strcmp(file, name) == 0)
            found = &games[i];
    }
    return found;
}

char *library_title(const char *name)
{
    char *title = mem_strdup(base_name(name));
    char *end = strrchr(title, '.');
    if (end)
        *end = 0;
    for (char *p = title; *p; p++)
        *p = *p == '-' ? ' ' : *p;
    title[0] = (char)toupper((unsigned char)title[0]);
    return title;
}

/* The cell of a line, as long as *length; NULL behind the last. */
static const char *cell_at(const char *line, uint32_t column, size_t *length)
{
    for (; column > 0; column--) {
        line += strcspn(line, "\t\n");
        if (*line != '\t')
            return NULL;
        line++;
    }
    *length = strcspn(line, "\t\n");
    return line;
}

static bool is_count(const char *text) { return *text && strspn(text, "0123456789") == strlen(text); }

static json_t *cell_json(const char *text, size_t length)
{
    char *cell = mem_strndup(text, length);
    json_t *value = strcmp(cell, "yes") == 0  ? json_true()
                    : strcmp(cell, "no") == 0 ? json_false()
                    : is_count(cell)          ? json_integer(strtoll(cell, NULL, 10))
                                              : json_text(cell);
    free(cell);
    return value;
}

/* Columns of the line that the table has for a game by this key are added to the object, under the names in its first
 * line. */
static void add_columns(json_t *object, const char *text, const char *key, size_t length)
{
    for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        if (strncmp(line, key, length) != 0 || line[length] != '\t')
            continue;
        const char *cell, *name;
        size_t n;
        for (uint32_t c = 1; (cell = cell_at(line, c, &n)); c++) {
            size_t name_length;
            name = cell_at(text, c, &name_length);
            char *column = name ? mem_strndup(name, name_length) : NULL;
            if (column)
                json_object_set_new(object, column, cell_json(cell, n));
            free(column);
        }
    }
}

json_t *library_json(const library_game *g)
{
    char *title = library_title(g->name);
    const char *file = base_name(g->name), *end = strrchr(file, '.');
    json_t *object = json_pack("{so so}", "game", json_text(g->name), "title", json_text(title));
    free(title);
    add_columns(object, index_text, g->name, strlen(g->name));
    add_columns(object, lines_text, file, end ? (size_t)(end - file) : strlen(file));
    return object;
}
