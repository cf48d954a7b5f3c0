#include "lang/ludii/graph/shapes.h"

#include <math.h>
#include <stdlib.h>

static const double ROOT3 = 1.7320508075688772;
static const double PI = 3.14159265358979323846;

/* ---- rectangles ---- */

/* The diagonal of the square whose corners are given by row and column, first the bottom left one. */
static void add_diagonal(graph *g, uint32_t columns, uint32_t r, uint32_t c, gr_diagonals kind, uint32_t rows)
{
    uint32_t corner = r * columns + c, centre;
    bool rising = (r + c) % 2 == 0;
    switch (kind) {
    case GR_NO_DIAGONALS: return;
    case GR_SOLID:
        centre = graph_add_vertex(g, (gr_point){c + 0.5, r + 0.5, 0});
        graph_add_edge(g, corner, centre);
        graph_add_edge(g, corner + 1, centre);
        graph_add_edge(g, corner + columns, centre);
        graph_add_edge(g, corner + columns + 1, centre);
        return;
    case GR_RADIATING:
        if (r != c && r + c + 2 != rows)
            return;
        rising = r == c;
        break;
    case GR_CONCENTRIC: rising = (r < rows / 2) != (c < columns / 2); break;
    case GR_ALTERNATING: break;
    }
    if (rising)
        graph_add_edge(g, corner, corner + columns + 1);
    else
        graph_add_edge(g, corner + 1, corner + columns);
}

graph *graph_rectangle(arena *a, gr_site site, uint32_t rows, uint32_t columns, gr_diagonals diagonals)
{
    graph *g = graph_new(a);
    rows += site == GR_CELL;
    columns += site == GR_CELL;
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t c = 0; c < columns; c++)
            graph_add_vertex(g, (gr_point){c, r, 0});
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t c = 0; c < columns; c++) {
            if (c + 1 < columns)
                graph_add_edge(g, r * columns + c, r * columns + c + 1);
            if (r + 1 < rows)
                graph_add_edge(g, r * columns + c, (r + 1) * columns + c);
            if (r + 1 < rows && c + 1 < columns)
                add_diagonal(g, columns, r, c, diagonals, rows);
        }
    graph_find_faces(g);
    graph_sort(g);
    return g;
}

/* ---- hexagons ---- */

/* A hexagon of side 1 around the point; its first corner is at that angle, and the others are made from there on,
 * clockwise or not. The cell begins at the corner that was made first, maybe with another one. */
static void add_hexagon(graph *g, double x, double y, double degrees, bool clockwise)
{
    uint32_t made[6], corners[6], first = 0;
    for (uint32_t k = 0; k < 6; k++) {
        const double angle = (clockwise ? degrees - 60 * k : degrees + 60 * k) * PI / 180;
        made[k] = graph_vertex(g, (gr_point){x + cos(angle), y + sin(angle), 0});
        first = made[k] < made[first] ? k : first;
    }
    for (uint32_t k = 0; k < 6; k++)
        corners[k] = made[(clockwise ? first + k : first + 6 - k) % 6];
    for (uint32_t k = 0; k < 6; k++)
        graph_add_edge(g, corners[k], corners[(k + 1) % 6]);
    graph_add_face(g, corners, 6);
}

static void add_hexagon_row(graph *g, double x, double row, uint32_t count, double degrees)
{
    for (uint32_t c = 0; c < count; c++)
        add_hexagon(g, x + c * ROOT3, 1.5 * row, degrees, true);
}

graph *graph_hex_hexagon(arena *a, uint32_t n)
{
    graph *g = graph_new(a);
    for (uint32_t r = 0; r + 1 < 2 * n; r++) {
        uint32_t wider = r < n ? r : 2 * (n - 1) - r;
        add_hexagon_row(g, -(double)wider * ROOT3 / 2, r, n + wider, 210);
    }
    graph_sort(g);
    return g;
}

graph *graph_hex_triangle(arena *a, uint32_t n)
{
    graph *g = graph_new(a);
    for (uint32_t r = 0; r < n; r++)
        add_hexagon_row(g, r * ROOT3 / 2, r, n - r, 90);
    graph_sort(g);
    return g;
}

graph *graph_hex_diamond(arena *a, uint32_t n)
{
    graph *g = graph_new(a);
    for (uint32_t r = 0; r < n; r++)
        for (uint32_t c = 0; c < n; c++)
            add_hexagon(g, 1.5 * ((double)c - r), (r + c) * ROOT3 / 2, 0, false);
    graph_sort(g);
    return g;
}

/* Every other row begins half a hexagon to the right, and may be one shorter. */
graph *graph_hex_rectangle(arena *a, uint32_t rows, uint32_t columns, bool even)
{
    graph *g = graph_new(a);
    for (uint32_t r = 0; r < rows; r++)
        add_hexagon_row(g, r % 2 ? ROOT3 / 2 : 0, r, columns - (r % 2 && !even), 90);
    graph_sort(g);
    return g;
}

/* A hexagon whose sides are n and n + 1 hexagons by turns. */
graph *graph_hex_limping(arena *a, uint32_t n)
{
    graph *g = graph_new(a);
    for (uint32_t t = 2 * n; t-- > 0;) { /* rows from the top, the lowest first */
        uint32_t wider = t <= n ? t : 2 * n - t;
        add_hexagon_row(g, -(double)wider * ROOT3 / 2, -(double)t, n + wider, 90);
    }
    graph_sort(g);
    return g;
}

/* Two triangles across each other. */
graph *graph_hex_star(arena *a, uint32_t n)
{
    graph *g = graph_new(a);
    uint32_t side = 3 * n + 1;
    for (uint32_t r = 0; r < 4 * n + 1; r++) {
        uint32_t down = r < side ? r + 1 : 0, up = r >= n ? 4 * n + 1 - r : 0, count = down > up ? down : up;
        add_hexagon_row(g, n * ROOT3 - (count - 1) * ROOT3 / 2, r, count, 90);
    }
    graph_sort(g);
    return g;
}

/* ---- triangles ---- */

static void add_vertex_row(graph *g, double x, uint32_t row, uint32_t count)
{
    for (uint32_t c = 0; c < count; c++)
        graph_add_vertex(g, (gr_point){x + c, row * ROOT3 / 2, 0});
}

void graph_link_neighbours(graph *g)
{
    for (uint32_t i = 0; i < g->vertices.count; i++)
        for (uint32_t k = i + 1; k < g->vertices.count; k++) {
            const gr_point *p = &vec_at(&g->vertices, i), *q = &vec_at(&g->vertices, k);
            if (fabs(hypot(hypot(p->x - q->x, p->y - q->y), p->z - q->z) - 1) < 0.01)
                graph_add_edge(g, i, k);
        }
}

void graph_join_neighbours(graph *g, bool sorted)
{
    graph_link_neighbours(g);
    graph_find_faces(g);
    if (sorted)
        graph_sort(g);
}

graph *graph_tri_triangle(arena *a, gr_site site, uint32_t n)
{
    graph *g = graph_new(a);
    n += site == GR_CELL;
    for (uint32_t r = 0; r < n; r++)
        add_vertex_row(g, r * 0.5, r, n - r);
    graph_join_neighbours(g, true);
    return g;
}

graph *graph_tri_hexagon(arena *a, gr_site site, uint32_t n)
{
    graph *g = graph_new(a);
    n += site == GR_CELL;
    for (uint32_t r = 0; r + 1 < 2 * n; r++) {
        uint32_t wider = r < n ? r : 2 * (n - 1) - r;
        add_vertex_row(g, -(double)wider / 2, r, n + wider);
    }
    graph_join_neighbours(g, true);
    return g;
}

/* ---- others ---- */

/* Edges: those of the rings against the clock, and then the spokes. */
graph *graph_circle(arena *a, const uint32_t *rings, uint32_t count)
{
    graph *g = graph_new(a);
    uint32_t inner = graph_add_vertex(g, (gr_point){0, 0, 0});
    for (uint32_t r = 0; r < count; r++)
        for (uint32_t k = 0; k < rings[r]; k++) {
            double angle = PI / 2 - 2 * PI * k / rings[r];
            graph_add_vertex(g, (gr_point){(r + 0.5) * cos(angle), (r + 0.5) * sin(angle), 0});
        }
    for (uint32_t r = 0, first = 1; r < count; first += rings[r++])
        for (uint32_t k = rings[r]; k-- > 0;)
            graph_add_edge(g, first + (k + rings[r] - 1) % rings[r], first + k);
    for (uint32_t r = 0, first = 1; r < count; first += rings[r++]) {
        for (uint32_t k = 0; k < rings[r]; k++)
            if (r == 0)
                graph_add_edge(g, 0, first + k);
            else if (rings[r - 1] == rings[r])
                graph_add_edge(g, inner + k, first + k);
        inner = first;
    }
    g->west_first = true;
    return g;
}

/* Rows of vertices that spread from an apex. */
graph *graph_wedge(arena *a, uint32_t rows, uint32_t columns)
{
    graph *g = graph_new(a);
    graph_add_vertex(g, (gr_point){rows - 1, rows - 1, 0});
    for (uint32_t r = 1; r < rows; r++)
        for (uint32_t c = 0; c < columns; c++) {
            double x = rows - 1 - (double)r + (columns > 1 ? 2.0 * r * c / (columns - 1) : r);
            uint32_t v = graph_add_vertex(g, (gr_point){x, rows - 1 - (double)r, 0});
            if (c)
                graph_add_edge(g, v - 1, v);
            graph_add_edge(g, r == 1 ? 0 : v - columns, v);
        }
    return g;
}

graph *graph_morris(arena *a, uint32_t rings, bool join_corners)
{
    static const int around[8][2] = {{-1, -1}, {0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}};
    graph *g = graph_new(a);
    for (uint32_t r = 0; r < rings; r++)
        for (uint32_t k = 0; k < 8; k++) {
            double half = rings - r;
            graph_add_vertex(g, (gr_point){rings + half * around[k][0], rings + half * around[k][1], 0});
        }
    for (uint32_t r = 0; r < rings; r++)
        for (uint32_t k = 0; k < 8; k++) {
            graph_add_edge(g, 8 * r + k, 8 * r + (k + 1) % 8);
            if (r + 1 < rings && (k % 2 || join_corners))
                graph_add_edge(g, 8 * r + k, 8 * (r + 1) + k);
        }
    graph_sort(g);
    return g;
}

/* On a circle, against the clock from the first; a star leaves out as many as it can between ends of edges. */
graph *graph_regular(arena *a, uint32_t points, double first, bool star)
{
    graph *g = graph_new(a);
    for (uint32_t k = 0; k < points; k++) {
        double angle = first * PI / 180 + (double)k / points * 2 * PI, radius = points / (2 * PI);
        graph_add_vertex(g, (gr_point){radius * cos(angle), radius * sin(angle), 0});
    }
    for (uint32_t k = 0; k < points; k++)
        graph_add_edge(g, k, (k + (star ? (points - 1) / 2 : 1)) % points);
    graph_find_faces(g);
    graph_sort(g);
    return g;
}

/* Polygons around each other: corners, and the middles of sides. */
graph *graph_polygons(arena *a, uint32_t sides, uint32_t rings, bool middles, bool join_middles, bool join_corners)
{
    graph *g = graph_new(a);
    const uint32_t each = middles ? 2 * sides : sides;
    for (uint32_t r = 0; r < rings; r++)
        for (uint32_t k = 0; k < each; k++) {
            const double turn = 2 * PI / sides, radius = sides == 3 ? 1 + 2.0 * r : 1 + r;
            const double angle = PI / 2 + (sides % 2 ? 0 : turn / 2) + turn * (middles ? k / 2 : k);
            gr_point p = {radius * cos(angle), radius * sin(angle), 0};
            if (middles && k % 2)
                p = (gr_point){(p.x + radius * cos(angle + turn)) / 2, (p.y + radius * sin(angle + turn)) / 2, 0};
            graph_add_vertex(g, p);
        }
    for (uint32_t r = 0; r < rings; r++)
        for (uint32_t k = 0; k < each; k++) {
            graph_add_edge(g, each * r + k, each * r + (k + 1) % each);
            if (r + 1 < rings && (middles && k % 2 ? join_middles : join_corners))
                graph_add_edge(g, each * r + k, each * (r + 1) + k);
        }
    graph_sort(g);
    return g;
}

/* Rings of so many vertices around the middle, from the first behind north against the clock; those of a negative
 * number are not joined to a ring. Neighbouring rings are joined where their vertices are in line. */
graph *graph_rings(arena *a, const int32_t *rings, uint32_t count)
{
    graph *g = graph_new(a);
    uint32_t *first = ARENA_ARRAY(a, uint32_t, count + 1), n = 0;
    for (uint32_t r = 0; r < count; n += (uint32_t)abs(rings[r++])) {
        const uint32_t all = (uint32_t)abs(rings[r]);
        first[r] = n;
        for (uint32_t k = 0; k < all; k++) {
            const double angle = PI / 2 - 2 * PI * (all - 1 - k) / all; /* a little below -pi is west, not above pi */
            graph_add_vertex(g, (gr_point){r * cos(angle), r * sin(angle), 0});
        }
    }
    g->west_first = true;
    for (uint32_t r = 0; r < count; r++)
        for (int32_t k = 0; k < rings[r] && rings[r] > 1; k++)
            graph_add_edge(g, first[r] + (uint32_t)k, first[r] + (uint32_t)((k + 1) % rings[r]));
    for (uint32_t r = 0; r + 1 < count; r++) {
        const uint32_t in = (uint32_t)abs(rings[r]), out = (uint32_t)abs(rings[r + 1]);
        for (uint32_t k = 0; k < out && in; k++)
            if (in == 1)
                graph_add_edge(g, first[r], first[r + 1] + k);
            else if ((uint64_t)(k + 1) * in % out == 0)
                graph_add_edge(g, first[r] + (uint32_t)((uint64_t)(k + 1) * in / out) - 1, first[r + 1] + k);
    }
    return g;
}

static int by_angle(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Rings with so many cells each, inwards first; rings of less than two cells are only a hole. Vertices of a circle
 * begin in the west and go on to the south. */
graph *graph_ring_cells(arena *a, const int32_t *rings, uint32_t count)
{
    graph *g = graph_new(a);
    uint32_t most = 0;
    for (uint32_t r = 0; r < count; r++)
        most = (uint32_t)abs(rings[r]) > most ? (uint32_t)abs(rings[r]) : most;
    double *turns = ARENA_ARRAY(a, double, 2 * (size_t)most + 2);
    graph_add_vertex(g, (gr_point){0, 0, 0});
    for (uint32_t circle = 0; circle <= count; circle++) { /* between two rings */
        const double radius = circle ? circle - 0.5 : 0;
        const uint32_t first = g->vertices.count;
        uint32_t n = 0, kept = 0;
        for (uint32_t side = 0; side < 2; side++) {
            const uint32_t ring = circle - 1 + side, cells = ring < count ? (uint32_t)abs(rings[ring]) : 0;
            for (uint32_t k = 0; k < cells && cells > 1 && circle; k++) { /* in turns, of which the west is the first */
                const double turn = 0.75 - (double)k / cells;
                turns[n++] = turn < -1e-9 ? turn + 1 : turn;
            }
        }
        qsort(turns, n, sizeof *turns, by_angle);
        for (uint32_t k = 0; k < n; k++)
            if (!kept || turns[k] > turns[kept - 1] + 1e-7)
                turns[kept++] = turns[k];
        for (uint32_t k = 0; k < kept; k++) {
            const double angle = 2 * PI * (turns[k] - 0.5);
            graph_add_vertex(g, (gr_point){radius * cos(angle), radius * sin(angle), 0});
        }
        for (uint32_t k = 0; k < kept && kept > 1; k++)
            graph_add_edge(g, first + k, first + (k + 1) % kept);
    }
    for (uint32_t r = 0; r < count; r++)
        for (int32_t k = 0; k < abs(rings[r]) && abs(rings[r]) > 1; k++) {
            const double angle = PI / 2 - 2 * PI * k / abs(rings[r]), in = r ? r - 0.5 : 0, out = r + 0.5;
            graph_add_edge(g, graph_vertex(g, (gr_point){in * cos(angle), in * sin(angle), 0}),
                           graph_vertex(g, (gr_point){out * cos(angle), out * sin(angle), 0}));
        }
    graph_find_faces(g);
    return g;
}

graph *graph_mancala(arena *a, uint32_t rows, uint32_t columns, bool stores)
{
    graph *pits = graph_rectangle(a, GR_VERTEX, rows, columns, GR_NO_DIAGONALS);
    if (!stores)
        return pits;
    graph *g = graph_new(a);
    double middle = (rows - 1) / 2.0;
    uint32_t left = graph_add_vertex(g, (gr_point){-0.85, middle, 0});
    graph_append(g, pits, false);
    uint32_t right = graph_add_vertex(g, (gr_point){columns - 1 + 0.85, middle, 0});
    for (uint32_t r = 0; r < rows; r++) {
        graph_add_edge(g, left, 1 + r * columns);
        graph_add_edge(g, right, (r + 1) * columns);
    }
    graph_find_faces(g);
    return g;
}
