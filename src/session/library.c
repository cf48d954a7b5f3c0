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

json_t *library_json(const library_game *g)
{
    size_t length = strlen(g->name), n;
    char *title = library_title(g->name);
    json_t *object = json_pack("{so so}", "game", json_text(g->name), "title", json_text(title));
    free(title);
    for (const char *line = index_text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        if (strncmp(line, g->name, length) != 0 || line[length] != '\t')
            continue;
        const char *cell, *name;
        for (uint32_t c = 1; (cell = cell_at(line, c, &n)); c++) {
            size_t name_length;
            name = cell_at(index_text, c, &name_length);
            char *key = name ? mem_strndup(name, name_length) : NULL;
            if (key)
                json_object_set_new(object, key, cell_json(cell, n));
            free(key);
        }
    }
    return object;
}
