#include "draw/board.h"

#include "draw/canvas.h"
#include "session/facts.h"
#include "session/memory.h"
#include "session/output.h"
#include "session/scene.h"
#include "session/site_names.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_SPAN = 128 };

/* ---- what is drawn ---- */

typedef struct spot {
    int x, y;
    const char *form;
    bool marked;
    char *own; /* the form, when it belongs to the spot alone; or NULL */
} spot;

typedef struct drawing {
    const char *name;
    lud_board_shape shape;
    int min_x, min_y, max_x, max_y;
    spot *spots;
    uint32_t count;
    int cell;     /* columns of the widest cell */
    bool *linked; /* [a * count + b], of graphs */
    bool named;   /* points have names and no coordinates */
    bool letters; /* columns are called a, b, ... */
    const lud_game *game;
    const about_sides *edges; /* or NULL */
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
    for (int x = d->min_x; x <= d->max_x && !d->letters && !d->named; x++) {
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

/* ---- rows and hexes ---- */

static void x_label(const drawing *d, int x, char *text, size_t size)
{
    if (d->letters && x >= 1 && x <= 26)
        snprintf(text, size, "%c", 'a' + x - 1);
    else
        snprintf(text, size, "%d", x);
}

/* Marked spots have an asterisk before them, and are reversed where there are colours. */
static void put_spot(canvas *c, const drawing *d, const spot *s, int from, int row)
{
    int end = from + d->cell;
    canvas_put_right(c, end, row, s->form, s->marked ? INK_MARKED : INK_PLAIN);
    if (s->marked)
        canvas_put_right(c, end - (int)text_columns(s->form), row, "*", INK_PLAIN);
}

enum { LABEL = 6 };

/* How a board of rows is laid out, in characters. */
typedef struct layout {
    bool hex;
    int unit, half; /* columns from site to site, and by which rows of hexes are set off */
    int left, top;  /* where sites begin: room for labels and edges */
} layout;

static layout layout_of(const drawing *d)
{
    layout l = {.hex = d->shape == LUD_BOARD_HEX || d->shape == LUD_BOARD_HEX_MIRRORED};
    bool edges = d->edges && l.hex;
    l.unit = d->cell + 1;
    l.half = (l.unit + 1) / 2;
    l.left = LABEL + 1 + 2 * edges;
    l.top = edges;
    return l;
}

/* Where the cell of a site begins. */
static int site_column(const drawing *d, const layout *l, int x, int y)
{
    int column = half_column(d, x, y);
    return l->left + (l->hex ? column * l->half : column / 2 * l->unit);
}

static int site_row(const drawing *d, const layout *l, int y) { return l->top + d->max_y - y; }

static void put_labels(canvas *c, const drawing *d, const layout *l)
{
    char label[24];
    int below = d->min_y - 1 - l->top;
    for (int y = d->min_y; y <= d->max_y; y++) {
        int from = l->hex ? half_column(d, d->min_x, y) * l->half : 0;
        snprintf(label, sizeof label, "%d", y);
        canvas_put_right(c, from + LABEL - 1, site_row(d, l, y), label, INK_DIM);
    }
    for (int x = d->min_x; x <= d->max_x; x++) {
        x_label(d, x, label, sizeof label);
        int end = site_column(d, l, x, l->hex ? below : d->min_y) + d->cell;
        canvas_put_right(c, end, d->max_y - below + l->top, label, INK_DIM);
    }
}

static char owner_of(const drawing *d, int side)
{
    return d->edges->role[side] ? lud_role_name(d->game, d->edges->role[side])[0] : 0;
}

/* The letter of who owns a side, beside each of its sites. */
static void put_edges(canvas *c, const drawing *d, const layout *l)
{
    char top[2] = {owner_of(d, EDGE_TOP)}, bottom[2] = {owner_of(d, EDGE_BOTTOM)}, left[2] = {owner_of(d, EDGE_LEFT)},
         right[2] = {owner_of(d, EDGE_RIGHT)};
    for (int x = d->min_x; x <= d->max_x; x++) {
        canvas_put_right(c, site_column(d, l, x, d->max_y + 1) + d->cell, 0, top, INK_DIM);
        canvas_put_right(c, site_column(d, l, x, d->min_y - 1) + d->cell, site_row(d, l, d->min_y - 1), bottom,
                         INK_DIM);
    }
    for (int y = d->min_y; y <= d->max_y; y++) {
        int row = site_row(d, l, y);
        canvas_put_right(c, site_column(d, l, d->min_x, y) - 1, row, left, INK_DIM);
        canvas_put(c, site_column(d, l, d->max_x, y) + d->cell + 1, row, right, INK_DIM);
    }
}

static void draw_rows(const drawing *d, const screen *s)
{
    canvas c;
    layout l = layout_of(d);
    int height = d->max_y - d->min_y + 1, span = d->max_x - d->min_x;
    int widest = l.hex ? (2 * span + height + 1) * l.half : span * l.unit;
    canvas_init(&c, l.left + widest + d->cell + 2, height + 1 + 2 * l.top);
    for (uint32_t i = 0; i < d->count; i++) {
        const spot *p = &d->spots[i];
        put_spot(&c, d, p, site_column(d, &l, p->x, p->y), site_row(d, &l, p->y));
    }
    put_labels(&c, d, &l);
    if (l.top)
        put_edges(&c, d, &l);
    canvas_print(&c, s, l.hex ? 0 : LABEL);
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
            canvas_put(c, x, y, stroke, INK_DIM);
    }
}

static void draw_links(canvas *c, const drawing *d, int unit)
{
    int end = LABEL + d->cell;
    for (uint32_t i = 0; i < d->count; i++)
        for (uint32_t k = 0; k < d->count; k++) {
            const spot *a = &d->spots[i], *b = &d->spots[k];
            if (!d->linked[i * d->count + k] || a->x > b->x || (a->x == b->x && a->y <= b->y))
                continue;
            draw_line(c, end + (a->x - d->min_x) * unit, 2 * (d->max_y - a->y), end + (b->x - d->min_x) * unit,
                      2 * (d->max_y - b->y));
        }
}

static void draw_graph(const drawing *d, const screen *s)
{
    canvas c;
    char label[24];
    int unit = d->cell + 3, height = 2 * (d->max_y - d->min_y) + 1;
    canvas_init(&c, LABEL + 2 + (d->max_x - d->min_x) * unit + d->cell + 2, height + 1);
    for (uint32_t i = 0; i < d->count; i++)
        put_spot(&c, d, &d->spots[i], LABEL + 1 + (d->spots[i].x - d->min_x) * unit, 2 * (d->max_y - d->spots[i].y));
    draw_links(&c, d, unit);
    for (int y = d->min_y; y <= d->max_y && !d->named; y++) {
        snprintf(label, sizeof label, "%d", y);
        canvas_put_right(&c, LABEL - 1, 2 * (d->max_y - y), label, INK_DIM);
    }
    for (int x = d->min_x; x <= d->max_x && !d->named; x++) {
        x_label(d, x, label, sizeof label);
        canvas_put_right(&c, LABEL + 1 + (x - d->min_x) * unit + d->cell, height, label, INK_DIM);
    }
    canvas_print(&c, s, LABEL);
    canvas_done(&c);
}

static void draw(const drawing *d, const screen *s)
{
    fprintf(s->out, "\n%s:\n", d->name);
    if (d->shape == LUD_BOARD_GRAPH)
        draw_graph(d, s);
    else
        draw_rows(d, s);
}

/* ---- boards of maps ---- */

static void fill(drawing *d, const lud_game *game, const void *state, const void *before, uint32_t board, legend *l)
{
    const char **contents = mem_alloc((d->count + 1) * sizeof *contents);
    char **now = scene_contents(game, state, board), **then = before ? scene_contents(game, before, board) : NULL;
    for (uint32_t i = 0; i < d->count; i++)
        contents[i] = now[i];
    legend_learn(l, contents, d->count);
    for (uint32_t i = 0; i < d->count; i++) {
        lud_site s = lud_site_at(game, state, board, i);
        d->spots[i] = (spot){s.x, s.y, legend_form(l, now[i]), false, NULL};
        if (d->named) {
            buffer both = {0};
            buffer_addf(&both, "%s:%s", s.name, d->spots[i].form);
            d->spots[i].form = d->spots[i].own = both.text;
        }
        if (before)
            d->spots[i].marked = strcmp(then[i], now[i]) != 0;
    }
    if (d->shape == LUD_BOARD_GRAPH) {
        d->linked = mem_alloc((size_t)d->count * d->count);
        for (uint32_t i = 0; i < d->count; i++)
            for (uint32_t k = 0; k < d->count; k++)
                d->linked[i * d->count + k] = lud_site_linked(game, board, i, k);
    }
    free((void *)contents);
    scene_contents_done(now, d->count);
    scene_contents_done(then, d->count);
    measure_cells(d);
}

/* Says how sites are called in moves, by the one at the lower left. */
static void print_names(const lud_game *game, const void *state, const lud_board *b, FILE *out)
{
    site_names names;
    site_names_of_board(&names, game, state, 0);
    for (uint32_t i = 0; i < b->sites; i++) {
        lud_site s = lud_site_at(game, state, 0, i);
        if (s.x == b->min_x && s.y == b->min_y)
            fprintf(out, "       square %d,%d is %s\n", s.x, s.y, names.of[i]);
    }
    site_names_done(&names);
}

static bool print_map(const board_view *v, const void *state, const void *before, uint32_t index)
{
    const lud_game *game = v->game;
    lud_board b = lud_board_at(game, index);
    drawing d = {.name = b.name,
                 .shape = b.shape,
                 .min_x = b.min_x,
                 .min_y = b.min_y,
                 .max_x = b.max_x,
                 .max_y = b.max_y,
                 .count = b.sites,
                 .game = game,
                 .named = b.named,
                 .edges = v->edges};
    if (!fits(&d))
        return false;
    d.spots = mem_alloc((d.count + 1) * sizeof *d.spots);
    fill(&d, game, state, before, index, v->legend);
    draw(&d, v->screen);
    if (index == 0 && !b.named)
        print_names(game, state, &b, v->screen->out);
    for (uint32_t i = 0; i < d.count; i++)
        free(d.spots[i].own);
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

static void print_fact_board(const board_view *v, const fact_board *b, const fact_board *before, bool compare)
{
    legend *l = v->legend;
    drawing d = {.name = b->name,
                 .min_x = b->min_x,
                 .min_y = b->min_y,
                 .max_x = b->max_x,
                 .max_y = b->max_y,
                 .letters = b->letters};
    int width = b->max_x - b->min_x + 1, height = b->max_y - b->min_y + 1;
    if (!fits(&d))
        return;
    const char **things = mem_alloc((b->count + 1) * sizeof *things);
    d.count = (uint32_t)(width * height);
    d.spots = mem_alloc(d.count * sizeof *d.spots);
    for (uint32_t i = 0; i < b->count; i++)
        things[i] = b->cells[i].thing;
    legend_learn(l, things, b->count);
    for (uint32_t i = 0; i < d.count; i++)
        d.spots[i] = (spot){b->min_x + (int)i % width, b->min_y + (int)i / width, "", false, NULL};
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
    draw(&d, v->screen);
    free(d.spots);
    free((void *)things);
}

static bool print_facts(const board_view *v, const void *state, const void *before)
{
    fact_boards now, then = {0};
    facts_find_boards(v->game, state, &now);
    if (before)
        facts_find_boards(v->game, before, &then);
    for (uint32_t i = 0; i < now.count; i++)
        print_fact_board(v, &now.boards[i], same_board(&then, now.boards[i].name), before != NULL);
    bool any = now.count > 0;
    if (any && now.others.text)
        fprintf(v->screen->out, "\n%s", now.others.text);
    facts_boards_done(&now);
    facts_boards_done(&then);
    return any;
}

bool board_print(const board_view *v, const void *state, const void *before)
{
    bool drawn = false;
    for (uint32_t i = 0; i < lud_board_count(v->game); i++)
        if (v->notes || !lud_board_at(v->game, i).aside)
            drawn |= print_map(v, state, before, i);
    if (lud_board_count(v->game) == 0)
        drawn = print_facts(v, state, before);
    if (drawn)
        legend_print(v->legend, v->screen);
    return drawn;
}
