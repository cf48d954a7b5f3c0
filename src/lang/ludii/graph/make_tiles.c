/* Ludemes of boards of tiles: by a shape and its size, by the lengths of their sides, or by a polygon. */
#include "lang/ludii/graph/lattices.h"
#include "lang/ludii/graph/make.h"
#include "lang/ludii/graph/shapes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- what is common ---- */

static graph *none(maker *m) { return graph_new(m->arena); }

static graph *refused(maker *m, const ludii_value *v)
{
    gr_refuse_class(m, v);
    return none(m);
}

static graph *tiles(maker *m, const ludii_value *v, gr_extent e)
{
    return m->failed || gr_too_many(m, v, gr_extent_vertices(&e)) ? none(m) : graph_tiles(m->arena, &e);
}

/* The lengths of sides; NULL after a report. */
static const int *sides_of(maker *m, const ludii_value *list)
{
    enum { MOST = 200 };
    int *sides = ARENA_ARRAY(m->arena, int, list->count + 1);
    for (uint32_t i = 0; i < list->count; i++) {
        const double d = gr_number(m, list->items[i]);
        if (!(fabs(d) <= MOST) && !m->failed)
            gr_refuse(m, list->items[i], arena_printf(m->arena, "a side of a board must be %d long at most", MOST));
        sides[i] = m->failed ? 0 : (int)d;
    }
    return m->failed ? NULL : sides;
}

/* A board that is told by a polygon, or by sides that turn by 60 degrees. */
static graph *outlined(maker *m, const ludii_value *v, const ludii_value *how, gr_lattice_kind kind, int margin)
{
    uint32_t corners;
    const gr_point *points;
    if (how->class == LIB_NONE) {
        const int *sides = sides_of(m, how);
        const bool limping = how->count == 2 && sides && sides[0] == sides[1] - 1;
        points = sides ? gr_six_sides(m->arena, kind, sides, how->count, &corners) : NULL;
        margin = limping && kind == GR_TRIANGLES ? sides[0] : margin;
    } else {
        points = gr_polygon(m, how, &corners);
    }
    return m->failed ? none(m) : tiles(m, v, gr_outline(kind, points, corners, margin));
}

/* The same where they turn by 90 degrees. */
static gr_extent squared(maker *m, const ludii_value *how, gr_lattice_kind kind, bool north_first)
{
    uint32_t corners = 0;
    const gr_point *points = NULL;
    if (how->class == LIB_NONE) {
        const int *sides = sides_of(m, how);
        points = sides
                     ? gr_four_sides(m->arena, north_first, kind == GR_KNOTS ? sqrt(2) : 1, sides, how->count, &corners)
                     : NULL;
    } else {
        points = gr_polygon(m, how, &corners);
    }
    return gr_outline(kind, points, corners, kind == GR_KNOTS ? 1 : 2);
}

static graph *by_two_sides(maker *m, const ludii_value *v, gr_lattice_kind kind, int one, int other, int margin)
{
    const int sides[2] = {one, other};
    uint32_t corners;
    const gr_point *points = gr_six_sides(m->arena, kind, sides, 2, &corners);
    return tiles(m, v, gr_outline(kind, points, corners, kind == GR_TRIANGLES && one == other - 1 ? one : margin));
}

static bool is(const char *a, const char *b) { return strcmp(a, b) == 0; }
static bool is_true(const maker *m, const ludii_value *v) { return v && strcasecmp(gr_word(m, v), "true") == 0; }

/* ---- squares ---- */

static gr_diagonals diagonals(maker *m, const ludii_value *v)
{
    static const struct {
        const char *name;
        gr_diagonals kind;
    } kinds[] = {{"", GR_NO_DIAGONALS}, {"Implied", GR_NO_DIAGONALS}, {"Alternating", GR_ALTERNATING},
                 {"Solid", GR_SOLID},   {"Radiating", GR_RADIATING},  {"Concentric", GR_CONCENTRIC}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (is(gr_word(m, v), kinds[i].name))
            return kinds[i].kind;
    gr_refuse(m, v, "these diagonals cannot be played yet");
    return GR_NO_DIAGONALS;
}

graph *gr_make_rectangle(maker *m, const ludii_value *v)
{
    const uint32_t rows = gr_size(m, v->items[0]), columns = v->items[1] ? gr_size(m, v->items[1]) : rows;
    if (gr_too_many(m, v, 2.0 * (rows + 1) * (columns + 1)))
        return none(m);
    return graph_rectangle(m->arena, m->site, rows, columns, diagonals(m, v->items[2]));
}

/* Squares of a lattice, with their diagonals. */
static graph *square_tiles(maker *m, const ludii_value *v, gr_extent e, const ludii_value *kind)
{
    graph *g = tiles(m, v, e);
    if (!m->failed)
        graph_add_diagonals(g, e.first_row, e.last_row, e.first_column, e.last_column, diagonals(m, kind));
    return g;
}

graph *gr_make_square(maker *m, const ludii_value *v)
{
    if (v->count == 2)
        return square_tiles(m, v, squared(m, v->items[0], GR_SQUARES, true), v->items[1]);
    const char *shape = gr_word(m, v->items[0]);
    const ludii_value *last = v->items[2];
    const uint32_t n = gr_size(m, v->items[1]), columns = is(shape, "Limping") ? n + 1 : n;
    const bool pyramid = is_true(m, last), flat = last && strcasecmp(gr_word(m, last), "false") == 0;
    if (is(shape, "Diamond") && !pyramid)
        return square_tiles(m, v, gr_square_diamond((int)n), flat ? NULL : last);
    if ((*shape && !is(shape, "Square") && !is(shape, "Limping")) || (pyramid && columns != n) || is(shape, "Diamond"))
        return refused(m, v);
    if (gr_too_many(m, v, (pyramid ? n : 2.0) * (n + 1) * (columns + 1)))
        return none(m);
    return pyramid ? graph_pyramid(m->arena, n, ludeme_quirk(m->l->tables, QUIRK_LEVEL_FACES))
                   : graph_rectangle(m->arena, m->site, n, columns, flat ? GR_NO_DIAGONALS : diagonals(m, last));
}

/* ---- hexagons and triangles ---- */

graph *gr_make_hex(maker *m, const ludii_value *v)
{
    static const struct {
        const char *shape;
        graph *(*make)(arena *a, uint32_t n);
    } shapes[] = {{"", graph_hex_hexagon},        {"Hexagon", graph_hex_hexagon}, {"Triangle", graph_hex_triangle},
                  {"Diamond", graph_hex_diamond}, {"Star", graph_hex_star},       {"Limping", graph_hex_limping}};
    if (v->count == 1)
        return outlined(m, v, v->items[0], GR_HEXAGONS, 3);
    const char *shape = gr_word(m, v->items[0]);
    const uint32_t n = gr_size(m, v->items[1]), other = v->items[2] ? gr_size(m, v->items[2]) : n;
    if (gr_too_many(m, v, (is(shape, "Star") ? 24.0 : is(shape, "Prism") ? 12.0 : 6.0) * n * (n > other ? n : other)))
        return none(m);
    if (is(shape, "Rectangle") || is(shape, "Square"))
        return graph_hex_rectangle(m->arena, n, is(shape, "Square") ? n : other, is(shape, "Square"));
    if (is(shape, "Prism"))
        return tiles(m, v, gr_prism(GR_HEXAGONS_ON_CORNER, (int)n, (int)other));
    if (v->items[2] && (!*shape || is(shape, "Hexagon")))
        return by_two_sides(m, v, GR_HEXAGONS, (int)n, (int)other, 3);
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (is(shape, shapes[i].shape))
            return shapes[i].make(m->arena, n);
    return refused(m, v);
}

graph *gr_make_tri(maker *m, const ludii_value *v)
{
    if (v->count == 1)
        return outlined(m, v, v->items[0], GR_TRIANGLES, 2);
    const char *shape = gr_word(m, v->items[0]);
    const uint32_t n = gr_size(m, v->items[1]), other = v->items[2] ? gr_size(m, v->items[2]) : n,
                   most = n > other ? n : other;
    const int more = m->site == GR_CELL, rows = (int)n + more, columns = (int)other + more;
    if (gr_too_many(m, v, 3.0 * (most + 1) * (most + 1)))
        return none(m);
    if (!*shape || is(shape, "Triangle"))
        return graph_tri_triangle(m->arena, m->site, n);
    if (is(shape, "Hexagon"))
        return graph_tri_hexagon(m->arena, m->site, n);
    if (is(shape, "Diamond"))
        return tiles(m, v, gr_rhombus(GR_TRIANGLES_ON_CORNER, rows, rows));
    if (is(shape, "Prism"))
        return tiles(m, v, gr_prism(GR_TRIANGLES_ON_CORNER, rows, columns));
    if (is(shape, "Square") || is(shape, "Rectangle"))
        return tiles(m, v, gr_staggered(rows, is(shape, "Square") ? rows : columns));
    if (is(shape, "Star"))
        return tiles(m, v, gr_six_points((int)n));
    if (is(shape, "Limping"))
        return by_two_sides(m, v, GR_TRIANGLES, (int)n, (int)n + 1, 2);
    return refused(m, v);
}

/* ---- semi-regular tilings ---- */

/* Those that have but one shape are hexagons of three tiles a side if an outline is given. */
static graph *tiling_of_outline(maker *m, const ludii_value *v, const char *w)
{
    const ludii_value *how = v->items[1];
    enum { OUTLINED = 3 };
    if (is(w, "T3636"))
        return outlined(m, v, how, GR_T3636, 2);
    if (is(w, "T3464"))
        return outlined(m, v, how, GR_T3464, 2);
    if (is(w, "T488"))
        return tiles(m, v, squared(m, how, GR_T488, false));
    if (is(w, "T333333_33434"))
        return tiles(m, v, gr_hexagon(GR_T333333_33434, OUTLINED - 1));
    if (is(w, "T4612") || is(w, "T31212") || is(w, "T33336"))
        return tiles(m, v, gr_hexagon(is(w, "T4612") ? GR_T4612 : is(w, "T31212") ? GR_T31212 : GR_T33336, OUTLINED));
    if (is(w, "T33434") && how->class == LIB_NONE)
        return tiles(m, v, gr_rhombus(GR_T33434, OUTLINED, OUTLINED));
    return refused(m, v);
}

graph *gr_make_tiling(maker *m, const ludii_value *v)
{
    const char *w = gr_word(m, v->items[0]);
    if (v->count == 2)
        return tiling_of_outline(m, v, w);
    const bool two = v->items[2] != NULL;
    const int n = (int)gr_size(m, v->items[1]), other = two ? (int)gr_size(m, v->items[2]) : n;
    if (is(w, "T3464") && !two)
        return gr_too_many(m, v, 50.0 * n * n) ? none(m) : graph_t3464(m->arena, (uint32_t)n);
    if (is(w, "T3464"))
        return tiles(m, v, gr_rhombus(GR_T3464_ON_CORNER, n, other));
    if (is(w, "T3636"))
        return tiles(m, v, two ? gr_rhombus(GR_T3636, 2 * n - 1, 2 * other - 1) : gr_hexagon(GR_T3636, n));
    if (is(w, "T33344"))
        return tiles(m, v, gr_rhombus(GR_T33344, n, other));
    if (is(w, "T488"))
        return tiles(m, v, gr_rhombus(GR_T488, n, other));
    if (is(w, "T33434"))
        return tiles(m, v, gr_rhombus(GR_T33434, n, n));
    return tiles(m, v,
                 gr_hexagon(is(w, "T31212")   ? GR_T31212
                            : is(w, "T4612")  ? GR_T4612
                            : is(w, "T33336") ? GR_T33336
                                              : GR_T333333_33434,
                            n));
}

/* ---- others ---- */

graph *gr_make_brick(maker *m, const ludii_value *v)
{
    const char *shape = gr_word(m, v->items[0]);
    const uint32_t n = gr_size(m, v->items[1]), other = v->items[2] ? gr_size(m, v->items[2]) : n;
    const bool trim = is_true(m, v->items[3]);
    if (gr_too_many(m, v, 8.0 * n * (n + other)))
        return none(m);
    if (!*shape || is(shape, "Square") || is(shape, "Rectangle") || is(shape, "Limping"))
        return graph_brick_wall(m->arena, n, is(shape, "Limping") ? n + 1 : other, trim);
    if (is(shape, "Spiral"))
        return graph_brick_spiral(m->arena, n);
    return graph_brick_diamond(m->arena, n, is(shape, "Prism") ? other : 0, trim);
}

/* Rows and columns, or an outline of sides that begins to the east. */
graph *gr_make_celtic(maker *m, const ludii_value *v)
{
    const bool sized = v->count == 2;
    const uint32_t rows = sized ? gr_size(m, v->items[0]) : 1,
                   columns = sized && v->items[1] ? gr_size(m, v->items[1]) : rows;
    graph *g =
        tiles(m, v, sized ? gr_rhombus(GR_KNOTS, (int)rows, (int)columns) : squared(m, v->items[0], GR_KNOTS, false));
    graph_close_knots(g);
    return g;
}

graph *gr_make_quadhex(maker *m, const ludii_value *v)
{
    const uint32_t n = gr_size(m, v->items[0]);
    return gr_too_many(m, v, 6.0 * (n + 1) * (n + 1)) ? none(m) : graph_quadhex(m->arena, n, is_true(m, v->items[1]));
}

/* In later versions it is no cell where vertices are played on. */
static graph *polygon_of(maker *m, uint32_t n, bool star)
{
    graph *g = graph_regular(m->arena, n, n == 4 ? 45 : 90, star);
    if (m->site == GR_VERTEX)
        g->faces.count = 0;
    return g;
}

graph *gr_make_shape(maker *m, const ludii_value *v)
{
    const uint32_t n = gr_size(m, v->items[1]);
    return strcmp(gr_class_name(m, v), "Regular") == 0 ? polygon_of(m, n, v->items[0] != NULL)
                                                       : graph_regular(m->arena, n, 90, v->items[0] != NULL);
}

static graph *rings_of(maker *m, const ludii_value *v, const ludii_value *list)
{
    int32_t *all_rings = ARENA_ARRAY(m->arena, int32_t, list->count + 2), *rings = all_rings + 1;
    for (uint32_t i = 0; i < list->count && !m->failed; i++) {
        const double d = gr_number(m, list->items[i]);
        if (!(d >= -GR_MAX_VERTICES && d <= GR_MAX_VERTICES))
            gr_refuse(m, v, "a ring of so many sites");
        rings[i] = m->failed ? 0 : (int32_t)d;
    }
    double all = 0;
    for (uint32_t i = 0; i < list->count; i++)
        all += abs(rings[i]);
    if (gr_too_many(m, v, m->site == GR_CELL ? 2 * all : all))
        return graph_new(m->arena);
    for (uint32_t i = 0; i < list->count && m->site == GR_CELL; i++)
        if (abs(rings[i]) % 32 == 16) /* where rounding tells which is meant */
            gr_refuse(m, v, "rings of cells that lie between two directions of the compass cannot be made yet");
    if (m->site == GR_CELL)
        return graph_ring_cells(m->arena, rings, list->count);
    if (list->count == 1 && rings[0] > 1)
        return polygon_of(m, (uint32_t)rings[0], false);
    const bool hollow = list->count && abs(rings[0]) > 1; /* the middle is empty */
    return graph_rings(m->arena, hollow ? all_rings : rings, list->count + hollow);
}

/* By the name of a polygon or its number of corners, or by a list of rings. */
graph *gr_make_concentric(maker *m, const ludii_value *v)
{
    const ludii_value *what = v->items[0];
    const char *w = gr_word(m, what);
    const double corners = strcmp(w, "Square") == 0     ? 4
                           : strcmp(w, "Triangle") == 0 ? 3
                           : strcmp(w, "Hexagon") == 0  ? 6
                           : strcmp(w, "Target") == 0   ? 0
                                                        : -1;
    const uint32_t rings = v->items[1] ? gr_size(m, v->items[1]) : 3;
    if (v->items[2] || v->items[6] || corners == 0) {
        gr_refuse(m, v, "this concentric board cannot be made yet");
        return graph_new(m->arena);
    }
    if (what->class == LIB_NONE && what->node->kind != LUDII_ATOM)
        return rings_of(m, v, what);
    const uint32_t sides = corners > 0 ? (uint32_t)corners : gr_size(m, what);
    if (sides < 3 || gr_too_many(m, v, 2.0 * sides * rings)) {
        gr_refuse(m, v, "a polygon has three sides at least");
        return graph_new(m->arena);
    }
    const bool middles = gr_is_true(m, v->items[3], true), join_middles = gr_is_true(m, v->items[4], true),
               join_corners = gr_is_true(m, v->items[5], false);
    if (!middles && join_middles && join_corners)
        gr_refuse(m, v, "corners that are joined twice, as if they were midpoints, too, cannot be made yet");
    graph *g = graph_polygons(m->arena, sides, rings, middles, join_middles, join_corners);
    if (m->site == GR_CELL)
        graph_find_faces(g);
    return g;
}
