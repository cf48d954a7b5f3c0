/* How boards and hands are drawn: by the coordinates of the graph. */
#include "automaton/view.h"
#include "base/ranks.h"
#include "lang/ludii/lower/grounds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Coordinates that differ by less are one column or row. */
static const double SAME = 1e-3;

/* Columns and rows of a board's places; whether they fill a rectangle. */
static bool find_raster(arena *a, ir_view_location *places, uint32_t count, uint32_t board)
{
    double *xs = ARENA_ARRAY(a, double, count + 1), *ys = ARENA_ARRAY(a, double, count + 1);
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++)
        if (places[i].board == board) {
            xs[n] = places[i].x;
            ys[n++] = places[i].y;
        }
    uint32_t columns = rank_values(xs, n, SAME), rows = rank_values(ys, n, SAME);
    for (uint32_t i = 0; i < count; i++)
        if (places[i].board == board) {
            places[i].column = (int32_t)rank_of(xs, columns, places[i].x) + 1;
            places[i].row = (int32_t)rank_of(ys, rows, places[i].y) + 1;
        }
    return (uint64_t)n * 10 >= (uint64_t)columns * rows * 7;
}

static void set_corner(double *outline, uint32_t i, gr_point p)
{
    outline[2 * (size_t)i] = p.x;
    outline[2 * (size_t)i + 1] = p.y;
}

static void outline_cell(lu *x, ir_view_location *p, const gr_face *f)
{
    double *outline = ARENA_ARRAY(x->k->g->arena, double, 2 * (size_t)f->count);
    for (uint32_t i = 0; i < f->count; i++)
        set_corner(outline, i, vec_at(&x->b->graph->vertices, f->corners[i]));
    p->outline = outline;
    p->corners = f->count;
}

static void outline_edge(lu *x, ir_view_location *p, const gr_edge *e)
{
    double *outline = ARENA_ARRAY(x->k->g->arena, double, 4);
    set_corner(outline, 0, vec_at(&x->b->graph->vertices, e->a));
    set_corner(outline, 1, vec_at(&x->b->graph->vertices, e->b));
    p->outline = outline;
    p->corners = 2;
}

static void place_type(lu *x, ir_view_location *places, gr_site type, uint32_t first)
{
    const gr_sites *s = &x->b->sites[type];
    for (uint32_t i = 0; i < s->count; i++) {
        ir_view_location *p = &places[first + i];
        *p = (ir_view_location){.x = s->at[i].x, .y = s->at[i].y};
        if (type == GR_CELL && i < x->b->graph->faces.count)
            outline_cell(x, p, &vec_at(&x->b->graph->faces, i));
        else if (type == GR_EDGE && i < x->b->graph->edges.count)
            outline_edge(x, p, &vec_at(&x->b->graph->edges, i));
    }
}

/* Sites of hands lie side by side. */
static void place_hands(lu *x, ir_view_location *places)
{
    for (uint32_t h = 1; h < x->containers.count; h++) {
        const lu_container *c = &vec_at(&x->containers, h);
        for (uint32_t i = 0; i < c->count && c->first + i < x->sites; i++)
            places[c->first + i] = (ir_view_location){.board = h, .x = i, .column = (int32_t)i + 1, .row = 1};
    }
}

/* Edges of the graph where pieces stand on vertices. */
static void find_lines(lu *x, ir_view_picture *p)
{
    const graph *g = x->b->graph;
    bool own = x->b->default_site == GR_VERTEX;
    uint32_t first = own ? 0 : x->spots[LU_ON_VERTEX];
    if (!own && !x->spots[LU_ON_VERTEX])
        return;
    uint32_t(*lines)[2] = arena_alloc(x->k->g->arena, sizeof *lines * (g->edges.count + 1));
    for (uint32_t i = 0; i < g->edges.count; i++) {
        lines[i][0] = first + vec_at(&g->edges, i).a;
        lines[i][1] = first + vec_at(&g->edges, i).b;
    }
    p->lines = (const uint32_t(*)[2])lines;
    p->line_count = g->edges.count;
}

static void name_pieces(lu *x, ir_view_picture *p)
{
    arena *a = x->k->g->arena;
    const char **names = ARENA_ARRAY(a, const char *, x->components.count + 1);
    names[0] = "empty";
    for (uint32_t i = 1; i < x->components.count; i++) {
        const char *name = intern_text(x->f->names, vec_at(&x->components, i).name);
        names[i] = arena_strndup(a, name, strlen(name));
    }
    p->pieces = names;
    p->piece_count = x->puzzle ? 0 : x->components.count;
}

const ir_view_picture *lu_picture(lu *x)
{
    arena *a = x->k->g->arena;
    ir_view_picture *p = ARENA_NEW(a, ir_view_picture);
    ir_view_location *places = ARENA_ARRAY(a, ir_view_location, x->sites + 1);
    const char **boards = ARENA_ARRAY(a, const char *, x->containers.count);
    bool *rows = ARENA_ARRAY(a, bool, x->containers.count);
    static const gr_site types[LU_GROUNDS] = {GR_CELL, GR_CELL, GR_VERTEX, GR_EDGE};
    for (uint32_t i = 0; i < x->sites; i++)
        places[i].board = UINT32_MAX;
    place_type(x, places, x->b->default_site, 0);
    for (lu_ground on = LU_ON_CELL; on < LU_GROUNDS; on++)
        if (x->spots[on])
            place_type(x, places, types[on], x->spots[on]);
    place_hands(x, places);
    for (uint32_t i = 0; i < x->containers.count; i++) {
        const char *name = intern_text(x->f->names, vec_at(&x->containers, i).name);
        boards[i] = arena_strndup(a, name, strlen(name));
        rows[i] = i > 0 || find_raster(a, places, x->sites, 0);
    }
    find_lines(x, p);
    name_pieces(x, p);
    p->boards = boards;
    p->rows = rows;
    p->points = x->b->default_site == GR_VERTEX;
    p->board_count = x->containers.count;
    p->places = places;
    return p;
}
