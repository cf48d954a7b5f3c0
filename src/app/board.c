#include "app/board.h"

#include "app/facts.h"
#include "app/memory.h"
#include "app/output.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_SPAN = 128 };

/* ---- what is drawn ---- */

typedef struct spot {
    int x, y;
    const char *form;
    bool marked;
} spot;

typedef struct drawing {
    const char *name;
    lud_board_shape shape;
    int min_x, min_y, max_x, max_y;
    spot *spots;
    uint32_t count;
    int cell;     /* columns of the widest cell */
    bool *linked; /* [a * count + b], of graphs */
    bool letters; /* columns are called a, b, ... */
} drawing;

static bool fits(const drawing *d)
{
    return d->max_x >= d->min_x && d->max_y >= d->min_y && d->max_x - d->min_x < MAX_SPAN &&
           d->max_y - d->min_y < MAX_SPAN;
}

static void measure_cells(drawing *d)
{
    d->cell = 1;
    for (uint32_t i = 0; i < d->count; i++) {
        int columns = (int)text_columns(d->spots[i].form);
        d->cell = columns > d->cell ? columns : d->cell;
    }
    for (int x = d->min_x; x <= d->max_x && !d->letters; x++) {
        int digits = snprintf(NULL, 0, "%d", x);
        d->cell = digits > d->cell ? digits : d->cell;
    }
}

/* Where a site stands: its column in units of half a cell, and its row from above. */
static int half_column(const drawing *d, int x, int y)
{
    int column = 2 * (x - d->min_x), height = d->max_y - d->min_y;
    if (d->shape == LUD_BOARD_HEX)
        return column + (y - d->min_y);
    if (d->shape == LUD_BOARD_HEX_MIRRORED)
        return column + height - (y - d->min_y);
    return column;
}

/* ---- canvas ---- */

/* Cells of text: short forms are kept whole, as they may hold any characters. */
typedef struct canvas {
    int width, height; /* characters */
    char **at;         /* [row * width + column] text that begins here, or NULL */
    bool *dim;
} canvas;

static void canvas_init(canvas *c, int width, int height)
{
    *c = (canvas){width, height, NULL, NULL};
    c->at = app_alloc((size_t)width * (size_t)height * sizeof *c->at);
    c->dim = app_alloc((size_t)width * (size_t)height * sizeof *c->dim);
}

static void canvas_put(canvas *c, int column, int row, const char *text, bool dim)
{
    if (column < 0 || row < 0 || column >= c->width || row >= c->height)
        return;
    char **at = &c->at[row * c->width + column];
    free(*at);
    *at = app_strdup(text);
    c->dim[row * c->width + column] = dim;
}

static bool canvas_free_at(const canvas *c, int column, int row)
{
    return column >= 0 && row >= 0 && column < c->width && row < c->height &&
           !c->at[row * c->width + column];
}

static void canvas_print(const canvas *c, bool color, FILE *out)
{
    for (int row = 0; row < c->height; row++) {
        int end = c->width;
        while (end > 0 && !c->at[row * c->width + end - 1])
            end--;
        for (int column = 0; column < end;) {
            const char *text = c->at[row * c->width + column];
            bool dim = color && text && c->dim[row * c->width + column];
            if (dim)
                fprintf(out, "\033[2m%s\033[0m", text);
            else
                fputs(text ? text : " ", out);
            int width = text ? (int)text_columns(text) : 1;
            column += width > 0 ? width : 1;
        }
        fputc('\n', out);
    }
}

static void canvas_done(canvas *c)
{
    for (int i = 0; i < c->width * c->height; i++)
        free(c->at[i]);
    free(c->at);
    free(c->dim);
}

/* ---- rows and hexes ---- */

static void x_label(const drawing *d, int x, char *text, size_t size)
{
    if (d->letters && x >= 1 && x <= 26)
        snprintf(text, size, "%c", 'a' + x - 1);
    else
        snprintf(text, size, "%d", x);
}

/* Puts a text so that it ends where a cell ends that begins after `from`. */
static void put_right(canvas *c, int from, int cell, int row, const char *text, bool dim)
{
    canvas_put(c, from + cell - (int)text_columns(text), row, text, dim);
}

static void put_spot(canvas *c, const drawing *d, const spot *s, int from, int row, bool color)
{
    int at = from + d->cell - (int)text_columns(s->form);
    canvas_put(c, at, row, s->form, false);
    if (s->marked && !color)
        canvas_put(c, at - 1, row, "*", false);
    else if (s->marked) {
        buffer t = {0};
        buffer_addf(&t, "\033[7m%s\033[0m", s->form);
        free(c->at[row * c->width + at]);
        c->at[row * c->width + at] = t.text;
        canvas_put(c, at - 1, row, "*", false);
    }
}

enum { LABEL = 6 };

static void draw_rows(const drawing *d, bool color, FILE *out)
{
    canvas c;
    char label[24];
    bool hex = d->shape == LUD_BOARD_HEX || d->shape == LUD_BOARD_HEX_MIRRORED;
    int unit = d->cell + 1, height = d->max_y - d->min_y + 1, half = (unit + 1) / 2;
    int widest = hex ? 2 * (d->max_x - d->min_x) + height - 1 : 2 * (d->max_x - d->min_x);
    unit = hex ? 2 * half : unit; /* rows are set off by half a cell */
    int width = LABEL + (hex ? widest * half : widest / 2 * unit) + d->cell + 2;
    canvas_init(&c, width + LABEL, height + 1);
    for (uint32_t i = 0; i < d->count; i++) {
        const spot *s = &d->spots[i];
        int column = half_column(d, s->x, s->y);
        int from = LABEL + 1 + (hex ? column * half : column / 2 * unit);
        put_spot(&c, d, s, from, d->max_y - s->y, color);
    }
    for (int y = d->min_y; y <= d->max_y; y++) {
        int from = hex ? half_column(d, d->min_x, y) * half : 0;
        snprintf(label, sizeof label, "%d", y);
        put_right(&c, from, 5, d->max_y - y, label, true);
    }
    for (int x = d->min_x; x <= d->max_x; x++) {
        int column = half_column(d, x, d->min_y - (d->shape == LUD_BOARD_HEX_MIRRORED));
        x_label(d, x, label, sizeof label);
        if (d->shape == LUD_BOARD_HEX)
            column--; /* the row of labels is the one below */
        put_right(&c, LABEL + 1 + (hex ? column * half : column / 2 * unit), d->cell, height, label,
                  true);
    }
    canvas_print(&c, color, out);
    canvas_done(&c);
}

/* ---- graphs ---- */

static void draw_line(canvas *c, int x0, int y0, int x1, int y1)
{
    int dx = x1 - x0, dy = y1 - y0, steps = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
    const char *stroke = dy == 0 ? "-" : dx == 0 ? "|" : (dx > 0) == (dy > 0) ? "\\" : "/";
    for (int i = 1; i < steps; i++) {
        int x = x0 + dx * i / steps, y = y0 + dy * i / steps;
        bool again = i > 1 && y == y0 + dy * (i - 1) / steps && dy != 0;
        if (!again && canvas_free_at(c, x, y))
            canvas_put(c, x, y, stroke, true);
    }
}

static void draw_graph(const drawing *d, bool color, FILE *out)
{
    canvas c;
    char label[24];
    int unit = d->cell + 3, height = 2 * (d->max_y - d->min_y) + 1;
    int width = LABEL + 2 + (d->max_x - d->min_x) * unit + d->cell + 2;
    canvas_init(&c, width, height + 1);
    for (uint32_t i = 0; i < d->count; i++)
        put_spot(&c, d, &d->spots[i], LABEL + 1 + (d->spots[i].x - d->min_x) * unit,
                 2 * (d->max_y - d->spots[i].y), color);
    for (uint32_t i = 0; i < d->count; i++)
        for (uint32_t k = 0; k < d->count; k++) {
            const spot *a = &d->spots[i], *b = &d->spots[k];
            if (!d->linked[i * d->count + k] || a->x > b->x || (a->x == b->x && a->y <= b->y))
                continue;
            int end = LABEL + d->cell;
            draw_line(&c, end + (a->x - d->min_x) * unit, 2 * (d->max_y - a->y),
                      end + (b->x - d->min_x) * unit, 2 * (d->max_y - b->y));
        }
    for (int y = d->min_y; y <= d->max_y; y++) {
        snprintf(label, sizeof label, "%d", y);
        put_right(&c, 0, 5, 2 * (d->max_y - y), label, true);
    }
    for (int x = d->min_x; x <= d->max_x; x++) {
        x_label(d, x, label, sizeof label);
        put_right(&c, LABEL + 1 + (x - d->min_x) * unit, d->cell, height, label, true);
    }
    canvas_print(&c, color, out);
    canvas_done(&c);
}

static void draw(const drawing *d, bool color, FILE *out)
{
    fprintf(out, "\n%s:\n", d->name);
    if (d->shape == LUD_BOARD_GRAPH)
        draw_graph(d, color, out);
    else
        draw_rows(d, color, out);
}

/* ---- boards of maps ---- */

static void fill(drawing *d, const lud_game *game, const void *state, const void *before,
                 uint32_t board, legend *l)
{
    const char **contents = app_alloc((d->count + 1) * sizeof *contents);
    for (uint32_t i = 0; i < d->count; i++)
        contents[i] = lud_site_at(game, state, board, i).content;
    legend_learn(l, contents, d->count);
    for (uint32_t i = 0; i < d->count; i++) {
        lud_site s = lud_site_at(game, state, board, i);
        d->spots[i] = (spot){s.x, s.y, legend_form(l, s.content), false};
        if (before)
            d->spots[i].marked =
                strcmp(lud_site_at(game, before, board, i).content, s.content) != 0;
    }
    if (d->shape == LUD_BOARD_GRAPH) {
        d->linked = app_alloc((size_t)d->count * d->count);
        for (uint32_t i = 0; i < d->count; i++)
            for (uint32_t k = 0; k < d->count; k++)
                d->linked[i * d->count + k] = lud_site_linked(game, board, i, k);
    }
    free((void *)contents);
    measure_cells(d);
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

static bool print_map(const lud_game *game, const void *state, const void *before, uint32_t index,
                      legend *l, bool color, FILE *out)
{
    lud_board b = lud_board_at(game, index);
    drawing d = {.name = b.name,
                 .shape = b.shape,
                 .min_x = b.min_x,
                 .min_y = b.min_y,
                 .max_x = b.max_x,
                 .max_y = b.max_y,
                 .count = b.sites};
    if (!fits(&d))
        return false;
    d.spots = app_alloc((d.count + 1) * sizeof *d.spots);
    fill(&d, game, state, before, index, l);
    draw(&d, color, out);
    if (index == 0)
        print_names(game, state, &b, out);
    free(d.spots);
    free(d.linked);
    return true;
}

/* ---- boards of facts ---- */

static bool has_fact(const fact_board *b, int x, int y, const char *thing)
{
    for (uint32_t i = 0; b && i < b->count; i++)
        if (b->cells[i].x == x && b->cells[i].y == y && strcmp(b->cells[i].thing, thing) == 0)
            return true;
    return false;
}

static const fact_board *same_board(const fact_boards *all, const char *name)
{
    for (uint32_t i = 0; all && i < all->count; i++)
        if (strcmp(all->boards[i].name, name) == 0)
            return &all->boards[i];
    return NULL;
}

static void print_fact_board(const fact_board *b, const fact_board *before, bool compare, legend *l,
                             bool color, FILE *out)
{
    drawing d = {.name = b->name,
                 .min_x = b->min_x,
                 .min_y = b->min_y,
                 .max_x = b->max_x,
                 .max_y = b->max_y,
                 .letters = b->letters};
    int width = b->max_x - b->min_x + 1, height = b->max_y - b->min_y + 1;
    if (!fits(&d))
        return;
    const char **things = app_alloc((b->count + 1) * sizeof *things);
    d.count = (uint32_t)(width * height);
    d.spots = app_alloc(d.count * sizeof *d.spots);
    for (uint32_t i = 0; i < b->count; i++)
        things[i] = b->cells[i].thing;
    legend_learn(l, things, b->count);
    for (uint32_t i = 0; i < d.count; i++)
        d.spots[i] = (spot){b->min_x + (int)i % width, b->min_y + (int)i / width, "", false};
    for (uint32_t i = 0; i < b->count; i++) {
        const fact_cell *c = &b->cells[i];
        spot *s = &d.spots[(c->y - b->min_y) * width + c->x - b->min_x];
        s->form = legend_form(l, c->thing);
        s->marked = compare && !has_fact(before, c->x, c->y, c->thing);
    }
    for (uint32_t i = 0; i < d.count; i++)
        if (!*d.spots[i].form)
            d.spots[i].form = "."; /* nothing is said of it */
    measure_cells(&d);
    draw(&d, color, out);
    free(d.spots);
    free((void *)things);
}

static bool print_facts(const lud_game *game, const void *state, const void *before, legend *l,
                        bool color, FILE *out)
{
    fact_boards now, then = {0};
    facts_find_boards(game, state, &now);
    if (before)
        facts_find_boards(game, before, &then);
    for (uint32_t i = 0; i < now.count; i++)
        print_fact_board(&now.boards[i], same_board(&then, now.boards[i].name), before != NULL, l,
                         color, out);
    bool any = now.count > 0;
    if (any && now.others.text)
        fprintf(out, "\n%s", now.others.text);
    facts_boards_done(&now);
    facts_boards_done(&then);
    return any;
}

bool board_print(const lud_game *game, const void *state, const void *before, legend *l, bool color,
                 FILE *out)
{
    bool drawn = false;
    for (uint32_t i = 0; i < lud_board_count(game); i++)
        drawn |= print_map(game, state, before, i, l, color, out);
    if (lud_board_count(game) == 0)
        drawn = print_facts(game, state, before, l, color, out);
    if (drawn)
        legend_print(l, out);
    return drawn;
}
