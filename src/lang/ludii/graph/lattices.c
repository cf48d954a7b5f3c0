/* Boards of tiles in a lattice: around each place of it lie the corners of a tile, and corners at distance 1 are
 * joined, which makes the tiles and what lies between them cells. */
#include "lang/ludii/graph/lattices.h"

#include "lang/ludii/graph/shapes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double PI = 3.14159265358979323846;
#define ROOT2  1.4142135623730951
#define ROOT3  1.7320508075688772
#define TWELVE 1.9318516525781366 /* from the middle of a dodecagon to its corners */
#define BESIDE 1.9318516525781366 /* and from that of a hexagon to the far corners of squares on its sides */
#define WIDE   (0.5 + ROOT2 / 2)  /* from that of an octagon to its sides */
#define HALF3  (ROOT3 / 2)

/* Two squares, and triangles between them, around a point. */
static const gr_point pairs[] = {{-0.5, -0.5 - HALF3, 0},
                                 {0.5, -0.5 - HALF3, 0},
                                 {-0.5 - HALF3, -HALF3, 0},
                                 {0.5 + HALF3, -HALF3, 0},
                                 {0, -0.5, 0},
                                 {-1 - HALF3, 0, 0},
                                 {-HALF3, 0, 0},
                                 {HALF3, 0, 0},
                                 {1 + HALF3, 0, 0},
                                 {0, 0.5, 0},
                                 {-0.5 - HALF3, HALF3, 0},
                                 {0.5 + HALF3, HALF3, 0},
                                 {-0.5, 0.5 + HALF3, 0},
                                 {0.5, 0.5 + HALF3, 0}};

/* A hexagon, triangles around it, and the corners between these. */
static const gr_point snub[] = {
    {-0.5, HALF3, 0}, {0.5, HALF3, 0}, {1, 0, 0},       {0.5, -HALF3, 0},  {-0.5, -HALF3, 0}, {-1, 0, 0},
    {-1, ROOT3, 0},   {0, ROOT3, 0},   {1, ROOT3, 0},   {1.5, HALF3, 0},   {2, 0, 0},         {1.5, -HALF3, 0},
    {1, -ROOT3, 0},   {0, -ROOT3, 0},  {-1, -ROOT3, 0}, {-1.5, -HALF3, 0}, {-2, 0, 0},        {-1.5, HALF3, 0}};

static const gr_point square[] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};

static const gr_point octagon[] = {{0.5, WIDE, 0},   {WIDE, 0.5, 0},   {WIDE, -0.5, 0}, {0.5, -WIDE, 0},
                                   {-0.5, -WIDE, 0}, {-WIDE, -0.5, 0}, {-WIDE, 0.5, 0}, {-0.5, WIDE, 0}};

/* A hexagon from its top, clockwise: cells begin at the corner that was made first, which their colours show. */
static const gr_point hexagon[] = {{0, 1, 0},  {HALF3, 0.5, 0},   {HALF3, -0.5, 0},
                                   {0, -1, 0}, {-HALF3, -0.5, 0}, {-HALF3, 0.5, 0}};

static const gr_lattice lattices[] = {
    [GR_SQUARES] = {{1, 0, 0}, {0, 1, 0}, .rings = {{1, 0, 0}}},
    [GR_TRIANGLES] = {{1, 0, 0}, {-0.5, HALF3, 0}, .rings = {{1, 0, 0}}},
    [GR_TRIANGLES_ON_CORNER] = {{HALF3, 0.5, 0}, {-HALF3, 0.5, 0}, .rings = {{1, 0, 0}}},
    [GR_HEXAGONS] = {{ROOT3, 0, 0}, {-HALF3, 1.5, 0}, .corners = hexagon, .count = 6},
    [GR_HEXAGONS_ON_CORNER] = {{1.5, HALF3, 0}, {-1.5, HALF3, 0}, .rings = {{6, 1, 0}}},
    [GR_T31212] = {{2 + ROOT3, 0, 0}, {-1 - HALF3, HALF3 *(2 + ROOT3), 0}, .rings = {{12, TWELVE, 15}}},
    [GR_T333333_33434] = {{1.5 + ROOT3, 1 + HALF3, 0},
                          {-1.5 - ROOT3, 1 + HALF3, 0},
                          .rings = {{-6, 1, 120}, {12, BESIDE, 15}}},
    [GR_T33336] = {{2.5, HALF3, 0}, {-2, ROOT3, 0}, .corners = snub, .count = sizeof snub / sizeof *snub},
    [GR_T33344] = {{1, 0, 0}, {0.5, 1 + HALF3, 0}, .corners = square, .count = sizeof square / sizeof *square},
    [GR_T33434] = {{0.5 + HALF3, 0.5 + HALF3, 0},
                   {-0.5 - HALF3, 0.5 + HALF3, 0},
                   .corners = pairs,
                   .count = sizeof pairs / sizeof *pairs},
    [GR_T3464] = {{1 + ROOT3, 0, 0}, {-0.5 - HALF3, 1.5 + HALF3, 0}, .rings = {{6, 1, -30}, {-12, BESIDE, 75}}},
    [GR_T3464_ON_CORNER] = {{1.5 + HALF3, 0.5 + HALF3, 0},
                            {-1.5 - HALF3, 0.5 + HALF3, 0},
                            .rings = {{-6, 1, 120}, {12, BESIDE, 15}}},
    [GR_T3636] = {{2, 0, 0}, {-1, ROOT3, 0}, .rings = {{6, 1, 0}}},
    [GR_T4612] = {{3 + ROOT3, 0, 0}, {-1.5 - HALF3, HALF3 *(3 + ROOT3), 0}, .rings = {{12, TWELVE, 15}}},
    [GR_KNOTS] = {{ROOT2, 0, 0}, {0, ROOT2, 0}, .rings = {{4, ROOT2 / 2, 0}}},
    [GR_T488] = {{1 + ROOT2, 0, 0}, {0, 1 + ROOT2, 0}, .corners = octagon, .count = 8},
};

const gr_lattice *gr_lattice_of(gr_lattice_kind kind) { return &lattices[kind]; }

gr_point gr_lattice_at(const gr_lattice *l, int row, int column)
{
    return (gr_point){column * l->column.x + row * l->row.x, column * l->column.y + row * l->row.y, 0};
}

/* ---- which places belong to a board ---- */

static bool anywhere(const gr_extent *e, int row, int column) { return (void)e, (void)row, (void)column, true; }
static bool in_hexagon(const gr_extent *e, int row, int column) { return abs(row - column) < e->n; }
static bool in_polygon(const gr_extent *e, int row, int column)
{
    return graph_inside(gr_lattice_at(e->lattice, row, column), e->polygon, e->corners);
}
static bool in_star(const gr_extent *e, int row, int column)
{
    const int n = e->n;
    return (column >= n && column - row <= n && row <= 3 * n) || (column <= 3 * n && row - column <= n && row >= n);
}
static bool in_brickwork(const gr_extent *e, int row, int column)
{
    return column >= (row + 1) / 2 && column < e->n + row / 2;
}
static bool in_diamond(const gr_extent *e, int row, int column)
{
    const int n = e->n;
    return row + column >= n - 1 && abs(row - column) <= n && row + column < 3 * n;
}

gr_extent gr_rhombus(gr_lattice_kind kind, int rows, int columns)
{
    return (gr_extent){gr_lattice_of(kind), 0, rows - 1, 0, columns - 1, anywhere, .as_made = kind == GR_T488};
}
gr_extent gr_hexagon(gr_lattice_kind kind, int n)
{
    return (gr_extent){gr_lattice_of(kind), 0, 2 * n - 2, 0, 2 * n - 2, in_hexagon, .n = n};
}
gr_extent gr_prism(gr_lattice_kind kind, int rows, int columns)
{
    return (gr_extent){gr_lattice_of(kind), 0, rows + columns - 2, 0, rows + columns - 2, in_hexagon, .n = rows};
}
gr_extent gr_six_points(int n) { return (gr_extent){gr_lattice_of(GR_TRIANGLES), 0, 4 * n, 0, 4 * n, in_star, .n = n}; }
gr_extent gr_staggered(int rows, int columns)
{
    return (gr_extent){gr_lattice_of(GR_TRIANGLES), 0, rows - 1, 0, rows + columns, in_brickwork, .n = columns};
}
gr_extent gr_square_diamond(int n)
{
    return (gr_extent){gr_lattice_of(GR_SQUARES), 0, 2 * n - 1, 0, 2 * n - 1, in_diamond, .n = n};
}

gr_extent gr_outline(gr_lattice_kind kind, const gr_point *polygon, uint32_t corners, int margin)
{
    double left = INFINITY, right = -INFINITY, low = INFINITY, high = -INFINITY;
    for (uint32_t i = 0; i < corners; i++) {
        left = fmin(left, polygon[i].x);
        right = fmax(right, polygon[i].x);
        low = fmin(low, polygon[i].y);
        high = fmax(high, polygon[i].y);
    }
    if (corners == 0)
        left = right = low = high = 0;
    const double widened = 0.1;
    return (gr_extent){gr_lattice_of(kind),
                       (int)(low - widened) - margin,
                       (int)(high + widened) + margin,
                       (int)(left - widened) - margin,
                       (int)(right + widened) + margin,
                       in_polygon,
                       .polygon = polygon,
                       .corners = corners};
}

/* ---- outlines from the lengths of sides, clockwise ---- */

typedef VEC(gr_point) outline;

/* Turns to the right before a side, to the left before one below zero, which has no length; each corner belongs to two
 * sides. */
const gr_point *gr_six_sides(arena *a, gr_lattice_kind kind, const int *sides, uint32_t count, uint32_t *corners)
{
    static const int steps[6][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 0}, {-1, -1}, {0, -1}};
    outline o = {0};
    int row = 0, column = 0, turn = 1;
    vec_push(a, &o, gr_lattice_at(gr_lattice_of(kind), 0, 0));
    for (uint32_t i = 0; i < (count > 5 ? count : 5) && count; i++) {
        const int side = sides[i % count], length = side < 0 ? side + 1 : side - 1;
        turn = (turn + (length < 0 ? 5 : 1)) % 6;
        if (length <= 0)
            continue;
        row += length * steps[turn][0];
        column += length * steps[turn][1];
        vec_push(a, &o, gr_lattice_at(gr_lattice_of(kind), row, column));
    }
    *corners = o.count;
    return o.data;
}

/* North first, or east. A side below zero turns to the left and runs backwards. */
const gr_point *gr_four_sides(arena *a, bool north_first, double step, const int *sides, uint32_t count,
                              uint32_t *corners)
{
    static const int north[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}}, east[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    outline o = {0};
    gr_point at = {0, 0, 0};
    uint32_t turn = 3;
    vec_push(a, &o, at);
    for (uint32_t i = 0; i < count; i++) {
        turn = (turn + (sides[i] < 0 ? 3 : 1)) % 4;
        at.x += step * sides[i] * (north_first ? north : east)[turn][0];
        at.y += step * sides[i] * (north_first ? north : east)[turn][1];
        vec_push(a, &o, at);
    }
    *corners = o.count;
    return o.data;
}

/* ---- the graph ---- */

static void add_tile(graph *g, const gr_lattice *l, gr_point at)
{
    for (uint32_t i = 0; i < l->count; i++)
        graph_vertex(g, (gr_point){at.x + l->corners[i].x, at.y + l->corners[i].y, 0});
    for (uint32_t r = 0; r < sizeof l->rings / sizeof *l->rings; r++)
        for (int k = 0; k < abs(l->rings[r].count); k++) {
            const double angle = (l->rings[r].angle + 360.0 * k / l->rings[r].count) * PI / 180;
            graph_vertex(g,
                         (gr_point){at.x + l->rings[r].radius * cos(angle), at.y + l->rings[r].radius * sin(angle), 0});
        }
}

static uint32_t corners_of(const gr_lattice *l)
{
    uint32_t n = l->count;
    for (uint32_t r = 0; r < sizeof l->rings / sizeof *l->rings; r++)
        n += (uint32_t)abs(l->rings[r].count);
    return n;
}

uint32_t gr_extent_vertices(const gr_extent *e)
{
    double places = ((double)e->last_row - e->first_row + 1) * ((double)e->last_column - e->first_column + 1), n = 0;
    if (places > 40000)
        return UINT32_MAX;
    for (int row = e->first_row; row <= e->last_row; row++)
        for (int column = e->first_column; column <= e->last_column; column++)
            n += e->in(e, row, column) ? corners_of(e->lattice) : 0;
    return (uint32_t)n;
}

graph *graph_tiles(arena *a, const gr_extent *e)
{
    graph *g = graph_new(a);
    for (int row = e->first_row; row <= e->last_row; row++)
        for (int column = e->first_column; column <= e->last_column; column++)
            if (e->in(e, row, column))
                add_tile(g, e->lattice, gr_lattice_at(e->lattice, row, column));
    graph_join_neighbours(g, !e->as_made);
    return g;
}
