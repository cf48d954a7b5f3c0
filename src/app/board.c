#include "app/board.h"

#include "app/memory.h"
#include "app/output.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void legend_init(legend *l) { memset(l, 0, sizeof *l); }

void legend_done(legend *l)
{
    for (size_t i = 0; i < l->count; i++) {
        free(l->contents[i]);
        free(l->shorts[i]);
    }
    free(l->contents);
    free(l->shorts);
    memset(l, 0, sizeof *l);
}

static bool taken(const legend *l, const char *form)
{
    for (size_t i = 0; i < l->count; i++)
        if (strcmp(l->shorts[i], form) == 0)
            return true;
    return false;
}

static bool means_empty(const char *content)
{
    static const char *const words[] = {"e", "empty", "none", "blank", "free", "nil", "null"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(content, words[i]) == 0)
            return true;
    return false;
}

/* Bytes of the first `characters` characters. */
static size_t prefix_bytes(const char *word, size_t characters)
{
    size_t i = 0;
    while (word[i]) {
        if (((unsigned char)word[i] & 0xc0) != 0x80 && characters-- == 0)
            break;
        i++;
    }
    return i;
}

/* The first letters of the words of whitePawn or white_pawn: wP, wp. */
static char *initials(const char *content)
{
    buffer letters = {0};
    for (size_t i = 0; content[i]; i++) {
        bool begins =
            i == 0 || (content[i - 1] == '_' && content[i] != '_') ||
            (isupper((unsigned char)content[i]) && islower((unsigned char)content[i - 1]));
        if (begins && content[i] != '_')
            buffer_add_bytes(&letters, content + i, prefix_bytes(content + i, 1));
    }
    return letters.text ? letters.text : app_strdup(content);
}

/* King and knight: where initials are taken, the last of them gives way to a later letter of its
 * word: wK and wN. NULL when all are taken. */
static char *other_initials(const legend *l, const char *content, const char *form)
{
    size_t keep = strlen(form), last = 0;
    while (keep > 0 && ((unsigned char)form[--keep] & 0xc0) == 0x80)
        ;
    for (size_t i = 0; content[i]; i++)
        if (strncmp(content + i, form + keep, strlen(form + keep)) == 0 &&
            (i == 0 || content[i - 1] == '_' || isupper((unsigned char)content[i])))
            last = i;
    bool upper = isupper((unsigned char)form[keep]);
    for (size_t i = last + 1; content[i]; i++) {
        if (!islower((unsigned char)content[i]))
            continue;
        char *other = app_strndup(form, keep + 1);
        other[keep] = (char)(upper ? toupper((unsigned char)content[i]) : content[i]);
        if (!taken(l, other))
            return other;
        free(other);
    }
    return NULL;
}

static char *new_short(const legend *l, const char *content)
{
    if (means_empty(content) && !taken(l, "."))
        return app_strdup(".");
    if (text_columns(content) <= 2 && !taken(l, content))
        return app_strdup(content);
    /* M__white_king is a thing made of others, and these tell more than M */
    const char *parts = strstr(content, "__");
    parts = parts && parts[2] ? parts + 2 : content;
    char *form = initials(parts), *other = NULL;
    if (text_columns(form) <= 3) {
        if (!taken(l, form))
            return form;
        other = other_initials(l, parts, form);
    }
    free(form);
    for (size_t n = 2; !other && n <= text_columns(content); n++) {
        other = app_strndup(content, prefix_bytes(content, n));
        if (!taken(l, other))
            break;
        free(other);
        other = NULL;
    }
    /* a short form of another may be its full name: rare, harmless */
    return other ? other : app_strdup(content);
}

static const char *short_form(legend *l, const char *content)
{
    for (size_t i = 0; i < l->count; i++)
        if (strcmp(l->contents[i], content) == 0)
            return l->shorts[i];
    char *form = new_short(l, content);
    l->contents = app_grow(l->contents, (l->count + 1) * sizeof *l->contents);
    l->shorts = app_grow(l->shorts, (l->count + 1) * sizeof *l->shorts);
    l->contents[l->count] = app_strdup(content);
    l->shorts[l->count++] = form;
    return form;
}

enum { MAX_SPAN = 128 };

typedef struct grid {
    lud_board board;
    int width, height, cell; /* cell: columns of the widest cell */
    const char **cells;      /* [row * width + column], row 0 at the bottom */
} grid;

static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* In alphabetical order, so that the same pieces get the same letters wherever they stand. */
static void name_contents(const lud_game *game, const void *state, uint32_t index, legend *l)
{
    uint32_t count = lud_board_at(game, index).sites;
    const char **contents = app_alloc((count + 1) * sizeof *contents);
    for (uint32_t i = 0; i < count; i++) {
        lud_site s = lud_site_at(game, state, index, i);
        contents[i] = app_strdup(s.content);
    }
    qsort(contents, count, sizeof *contents, compare_texts);
    for (uint32_t i = 0; i < count; i++) {
        short_form(l, contents[i]);
        free((char *)(uintptr_t)contents[i]);
    }
    free(contents);
}

/* False when the coordinates are too far apart for a drawing. */
static bool fill_grid(grid *g, const lud_game *game, const void *state, uint32_t index, legend *l)
{
    g->board = lud_board_at(game, index);
    g->width = g->board.max_x - g->board.min_x + 1;
    g->height = g->board.max_y - g->board.min_y + 1;
    if (g->width < 1 || g->height < 1 || g->width > MAX_SPAN || g->height > MAX_SPAN)
        return false;
    g->cells = app_alloc((size_t)(g->width * g->height) * sizeof *g->cells);
    g->cell = 1;
    name_contents(game, state, index, l);
    for (uint32_t i = 0; i < g->board.sites; i++) {
        lud_site s = lud_site_at(game, state, index, i);
        const char *form = short_form(l, s.content);
        g->cells[(s.y - g->board.min_y) * g->width + s.x - g->board.min_x] = form;
        int columns = (int)text_columns(form);
        g->cell = columns > g->cell ? columns : g->cell;
    }
    for (int x = 0; x < g->width; x++) {
        int digits = snprintf(NULL, 0, "%d", g->board.min_x + x);
        g->cell = digits > g->cell ? digits : g->cell;
    }
    return true;
}

static void print_cell(const grid *g, const char *form, FILE *out)
{
    fprintf(out, " %*s%s", g->cell - (int)text_columns(form), "", form);
}

static void print_grid(const grid *g, bool color, FILE *out)
{
    const char *dim = color ? "\033[2m" : "", *off = color ? "\033[0m" : "";
    for (int y = g->height - 1; y >= 0; y--) {
        fprintf(out, "%s%5d%s ", dim, g->board.min_y + y, off);
        for (int x = 0; x < g->width; x++) {
            const char *form = g->cells[y * g->width + x];
            print_cell(g, form ? form : "", out);
        }
        fputc('\n', out);
    }
    fprintf(out, "%s      ", dim);
    for (int x = 0; x < g->width; x++)
        fprintf(out, " %*d", g->cell, g->board.min_x + x);
    fprintf(out, "%s\n", off);
}

static void print_legend(const legend *l, FILE *out)
{
    bool first = true;
    for (size_t i = 0; i < l->count; i++) {
        if (strcmp(l->contents[i], l->shorts[i]) == 0)
            continue;
        fprintf(out, "%s%s = %s", first ? "       " : ", ", l->shorts[i], l->contents[i]);
        first = false;
    }
    if (!first)
        fputc('\n', out);
}

/* Says how sites are called in moves, by the one at the lower left. */
static void print_names(const lud_game *game, const void *state, const lud_board *b, FILE *out)
{
    for (uint32_t i = 0; i < b->sites; i++) {
        lud_site s = lud_site_at(game, state, 0, i);
        if (s.x == b->min_x && s.y == b->min_y)
            fprintf(out, "       the site at %d,%d is called %s\n", s.x, s.y, s.name);
    }
}

bool board_print(const lud_game *game, const void *state, legend *l, bool color, FILE *out)
{
    bool drawn = false;
    for (uint32_t i = 0; i < lud_board_count(game); i++) {
        grid g = {0};
        if (!fill_grid(&g, game, state, i, l))
            continue;
        fprintf(out, "\n%s:\n", g.board.name);
        print_grid(&g, color, out);
        if (i == 0)
            print_names(game, state, &g.board, out);
        free(g.cells);
        drawn = true;
    }
    if (drawn)
        print_legend(l, out);
    return drawn;
}
