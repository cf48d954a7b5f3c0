#include "draw/grid.h"

#include "session/memory.h"
#include "session/output.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { GRID_MAX = 60, CELL_MAX = 8 };

typedef struct item {
    char *name;  /* "waypoint(1)" */
    char *label; /* as drawn */
    char *color; /* or NULL */
    bool made;   /* the label was made here and is explained below the grid */
} item;

typedef struct cell {
    uint32_t items[CELL_MAX], count;
    bool fog;
    const char *background;
} cell;

typedef struct grid {
    uint32_t width, height;
    cell *cells;
    item *items;
    uint32_t item_count;
} grid;

/* ---- terms ---- */

static size_t argument_length(const char *text)
{
    size_t depth = 0, i = 0;
    for (bool string = false; text[i]; i++) {
        if (text[i] == '"')
            string = !string;
        else if (string)
            i += text[i] == '\\' && text[i + 1];
        else if (text[i] == '(')
            depth++;
        else if (text[i] == ')' && depth-- == 0)
            return i;
        else if (text[i] == ',' && depth == 0)
            return i;
    }
    return i;
}

static char **grid_args(const char *term, const char *name)
{
    size_t n = strlen(name), count = 0;
    if (strncmp(term, name, n) != 0 || term[n] != '(')
        return NULL;
    char **args = mem_alloc(sizeof *args);
    for (const char *p = term + n + 1; *p;) {
        size_t length = argument_length(p);
        args = mem_grow(args, (count + 2) * sizeof *args);
        args[count++] = mem_strndup(p, length);
        args[count] = NULL;
        p += length;
        if (*p != ',')
            break;
        p++;
    }
    return args;
}

/* Arguments of a term like f(a,b(c),"d"): a list that ends with NULL, to be freed with
 * grid_free_args. NULL when it does not begin with `name` and a parenthesis. */
static void grid_free_args(char **args)
{
    for (char **a = args; a && *a; a++)
        free(*a);
    free(args);
}

static size_t arg_count(char **args)
{
    size_t n = 0;
    while (args && args[n])
        n++;
    return n;
}

/* Calls `take` for each line. */
static void each_line(const char *text, grid *g, void (*take)(grid *g, const char *line))
{
    char *copy = mem_strdup(text), *rest;
    for (char *line = strtok_r(copy, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        take(g, line);
    free(copy);
}

/* ---- what facts say ---- */

static void take_size(grid *g, const char *line)
{
    char **args = grid_args(line, "setting");
    static const char *const names[] = {"grid_width", "grid_height"};
    for (int i = 0; i < 2 && arg_count(args) == 1; i++) {
        char **size = grid_args(args[0], names[i]);
        long value = arg_count(size) == 1 ? strtol(size[0], NULL, 10) : 0;
        if (value > 0 && value <= GRID_MAX)
            *(i ? &g->height : &g->width) = (uint32_t)value;
        grid_free_args(size);
    }
    grid_free_args(args);
}

static cell *cell_at(grid *g, const char *row, const char *column)
{
    char *end_row, *end_column;
    long r = strtol(row, &end_row, 10), c = strtol(column, &end_column, 10);
    if (*end_row || *end_column || r < 1 || c < 1 || r > (long)g->height || c > (long)g->width)
        return NULL;
    return &g->cells[(size_t)(r - 1) * g->width + (size_t)(c - 1)];
}

static uint32_t item_of(grid *g, const char *name)
{
    for (uint32_t i = 0; i < g->item_count; i++)
        if (strcmp(g->items[i].name, name) == 0)
            return i;
    g->items = mem_grow(g->items, (g->item_count + 1) * sizeof *g->items);
    g->items[g->item_count] = (item){.name = mem_strdup(name)};
    return g->item_count++;
}

static void take_seen(grid *g, const char *line)
{
    char **seen = grid_args(line, "observe");
    char **at = arg_count(seen) == 1 ? grid_args(seen[0], "at") : NULL;
    char **fog = arg_count(seen) == 1 ? grid_args(seen[0], "fog") : NULL;
    cell *c = arg_count(at) == 3 ? cell_at(g, at[0], at[1]) : NULL;
    if (c && c->count < CELL_MAX)
        c->items[c->count++] = item_of(g, at[2]);
    c = arg_count(fog) == 2 ? cell_at(g, fog[0], fog[1]) : NULL;
    if (c)
        c->fog = true;
    grid_free_args(seen);
    grid_free_args(at);
    grid_free_args(fog);
}

static void put_utf8(char *out, unsigned long c)
{
    size_t n = 0;
    if (c < 0x80) {
        out[n++] = (char)c;
    } else if (c < 0x800) {
        out[n++] = (char)(0xc0 | c >> 6);
        out[n++] = (char)(0x80 | (c & 63));
    } else if (c < 0x10000) {
        out[n++] = (char)(0xe0 | c >> 12);
        out[n++] = (char)(0x80 | (c >> 6 & 63));
        out[n++] = (char)(0x80 | (c & 63));
    } else {
        out[n++] = (char)(0xf0 | (c >> 18 & 7));
        out[n++] = (char)(0x80 | (c >> 12 & 63));
        out[n++] = (char)(0x80 | (c >> 6 & 63));
        out[n++] = (char)(0x80 | (c & 63));
    }
    out[n] = 0;
}

/* Icons of the icon font, in the private area of Unicode, have no place in a terminal. */
static char *label_text(const char *label)
{
    char text[8];
    if (strcmp(label, "empty") == 0)
        return mem_strdup("");
    if (strncmp(label, "font_", 5) != 0)
        return mem_strdup(label[0] == '"' ? label + 1 : label);
    char *end;
    unsigned long c = strtoul(label + 5, &end, 16);
    if (*end || c < 0x20 || c > 0x10ffff || (c >= 0x7f && c < 0xa0) || (c >= 0xd800 && c < 0xf900))
        return NULL;
    put_utf8(text, c);
    return mem_strdup(text);
}

static void take_decoration(grid *g, const char *line)
{
    char **args = grid_args(line, "decorate");
    size_t n = arg_count(args);
    if (n == 3 && strcmp(args[0], "label") == 0) {
        uint32_t index = item_of(g, args[1]); /* may move the items */
        item *i = &g->items[index];
        free(i->label);
        i->label = label_text(args[2]);
        i->made = i->label == NULL;
    } else if (n == 3 && strcmp(args[0], "color") == 0) {
        uint32_t index = item_of(g, args[1]);
        item *i = &g->items[index];
        free(i->color);
        i->color = mem_strdup(args[2]);
    } else if (n == 4 && strcmp(args[0], "bgcolor") == 0) {
        cell *c = cell_at(g, args[1], args[2]);
        if (c) {
            free((char *)(uintptr_t)c->background);
            c->background = mem_strdup(args[3]);
        }
    }
    grid_free_args(args);
}

/* ---- letters for icons ---- */

static bool taken(const grid *g, const char *label)
{
    for (uint32_t i = 0; i < g->item_count; i++)
        if (g->items[i].label && strcmp(g->items[i].label, label) == 0)
            return true;
    return false;
}

/* Items by name, so that labels and legend do not depend on the order of the facts; to be freed. */
static uint32_t *name_order(const grid *g)
{
    uint32_t *order = mem_alloc((g->item_count + 1) * sizeof *order);
    for (uint32_t i = 0; i < g->item_count; i++) {
        uint32_t at = i;
        for (; at > 0 && strcmp(g->items[order[at - 1]].name, g->items[i].name) > 0; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    return order;
}

/* The first letter as a capital, with the digits of the name: P, C1; then more letters. */
static void make_labels(grid *g)
{
    uint32_t *order = name_order(g);
    for (uint32_t i = 0; i < g->item_count; i++) {
        item *it = &g->items[order[i]];
        bool none = !it->label && !it->made;
        if (it->label)
            continue;
        char digits[8], label[24];
        size_t n = 0;
        for (const char *p = it->name; *p && n < 3; p++)
            if (isdigit((unsigned char)*p))
                digits[n++] = *p;
        digits[n] = 0;
        for (size_t letters = 1; letters < 8; letters++) {
            snprintf(label, sizeof label, "%c%.*s%s", toupper((unsigned char)it->name[0]), (int)letters - 1,
                     it->name + 1, digits);
            if (!taken(g, label) || letters > strlen(it->name))
                break;
        }
        it->made = true;
        it->label = mem_strdup(none && g->item_count == 0 ? "?" : label);
    }
    free(order);
}

/* ---- drawing ---- */

static bool named_color(const char *name, unsigned *r, unsigned *g, unsigned *b)
{
    static const struct {
        const char *name;
        unsigned rgb;
    } colors[] = {{"black", 0x000000},   {"white", 0xffffff},     {"red", 0xff0000},        {"green", 0x008000},
                  {"blue", 0x0000ff},    {"yellow", 0xffff00},    {"orange", 0xffa500},     {"purple", 0x800080},
                  {"brown", 0xa52a2a},   {"gray", 0x808080},      {"grey", 0x808080},       {"pink", 0xffc0cb},
                  {"cyan", 0x00ffff},    {"magenta", 0xff00ff},   {"gold", 0xffd700},       {"darkgreen", 0x006400},
                  {"darkred", 0x8b0000}, {"lightblue", 0xadd8e6}, {"lightgreen", 0x90ee90}, {"navy", 0x000080},
                  {"teal", 0x008080}};
    unsigned rgb = 0;
    bool known = false;
    for (size_t i = 0; i < sizeof colors / sizeof *colors; i++)
        if (strcmp(colors[i].name, name) == 0) {
            rgb = colors[i].rgb;
            known = true;
        }
    if (strncmp(name, "hex_", 4) == 0) {
        size_t n = strspn(name + 4, "0123456789abcdefABCDEF");
        rgb = (unsigned)strtoul(name + 4, NULL, 16);
        known = !name[4 + n] && (n == 3 || n == 6);
        if (n == 3)
            rgb = (rgb >> 8 & 15) * 0x110000 + (rgb >> 4 & 15) * 0x1100 + (rgb & 15) * 0x11;
    }
    *r = rgb >> 16 & 255;
    *g = rgb >> 8 & 255;
    *b = rgb & 255;
    return known;
}

typedef struct named {
    const char *name;
    uint32_t item;
} named;

static int by_name(const void *a, const void *b) { return strcmp(((const named *)a)->name, ((const named *)b)->name); }

static void sort_by_name(const grid *g, cell *c)
{
    if (c->count < 2)
        return;
    named *sorted = mem_alloc(c->count * sizeof *sorted);
    for (uint32_t i = 0; i < c->count; i++)
        sorted[i] = (named){g->items[c->items[i]].name, c->items[i]};
    qsort(sorted, c->count, sizeof *sorted, by_name);
    for (uint32_t i = 0; i < c->count; i++)
        c->items[i] = sorted[i].item;
    free(sorted);
}

static size_t cell_width(const grid *g, const cell *c)
{
    size_t width = 0;
    for (uint32_t i = 0; i < c->count; i++)
        width += text_columns(g->items[c->items[i]].label);
    return width;
}

static void print_cell(const grid *g, const cell *c, size_t width, bool color, FILE *out)
{
    unsigned red, green, blue;
    size_t used = cell_width(g, c);
    const char *ground = c->background ? c->background : c->fog ? "hex_ddd" : NULL;
    bool painted = color && ground && named_color(ground, &red, &green, &blue);
    if (painted)
        fprintf(out, "\033[48;2;%u;%u;%um", red, green, blue);
    fputc(' ', out);
    for (uint32_t i = 0; i < c->count; i++) {
        const item *it = &g->items[c->items[i]];
        bool tinted = color && it->color && named_color(it->color, &red, &green, &blue);
        if (tinted)
            fprintf(out, "\033[38;2;%u;%u;%um", red, green, blue);
        else if (painted)
            fputs("\033[30m", out);
        fputs(it->label, out);
        if (tinted || painted)
            fputs("\033[39m", out);
    }
    const char *filler = used ? "" : c->fog ? "?" : c->background && !color ? "~" : color && ground ? " " : ".";
    fputs(filler, out);
    fprintf(out, "%*s", (int)(width - used - (*filler ? 1 : 0)), "");
    if (painted)
        fputs("\033[49m", out);
}

static void print_legend(const grid *g, FILE *out)
{
    bool any = false, *there = mem_alloc(g->item_count + 1);
    uint32_t *order = name_order(g);
    for (uint32_t i = 0; i < g->width * g->height; i++)
        for (uint32_t k = 0; k < g->cells[i].count; k++)
            there[g->cells[i].items[k]] = true;
    for (uint32_t i = 0; i < g->item_count; i++) {
        const item *it = &g->items[order[i]];
        if (!there[order[i]] || !*it->label)
            continue;
        fprintf(out, "%s%s %s", any ? ", " : "     ", it->label, it->name);
        any = true;
    }
    if (any)
        fputc('\n', out);
    free(there);
    free(order);
}

static void draw(grid *g, char frame, bool color, FILE *out)
{
    size_t width = 1;
    const char *on = !color ? "" : frame == 'w' ? "\033[32m" : frame == 'l' ? "\033[31m" : "\033[2m";
    const char *off = color ? "\033[0m" : "";
    for (uint32_t i = 0; i < g->width * g->height; i++) {
        sort_by_name(g, &g->cells[i]);
        size_t w = cell_width(g, &g->cells[i]);
        width = w > width ? w : width;
    }
    width += g->width > 9 && width < 2;
    fprintf(out, "%s      ", on);
    for (uint32_t c = 1; c <= g->width; c++)
        fprintf(out, " %-*u", (int)width, c);
    fprintf(out, "%s\n", off);
    for (uint32_t r = 0; r < g->height; r++) {
        fprintf(out, "%s%4u |%s", on, r + 1, off);
        for (uint32_t c = 0; c < g->width; c++)
            print_cell(g, &g->cells[(size_t)r * g->width + c], width, color, out);
        fprintf(out, "%s |%s\n", on, off);
    }
    print_legend(g, out);
}

bool grid_print(const char *input, const char *settings, char frame, bool color, FILE *out)
{
    grid g = {0};
    each_line(settings, &g, take_size);
    each_line(input, &g, take_size);
    bool there = g.width > 0 && g.height > 0;
    if (there) {
        g.cells = mem_alloc((size_t)g.width * g.height * sizeof *g.cells);
        each_line(input, &g, take_seen);
        each_line(input, &g, take_decoration);
        each_line(settings, &g, take_decoration);
        make_labels(&g);
        draw(&g, frame, color, out);
    }
    for (uint32_t i = 0; i < g.item_count; i++) {
        free(g.items[i].name);
        free(g.items[i].label);
        free(g.items[i].color);
    }
    for (uint32_t i = 0; g.cells && i < g.width * g.height; i++)
        free((char *)(uintptr_t)g.cells[i].background);
    free(g.items);
    free(g.cells);
    return there;
}
