/* Generators of less common boards. */
#include "lang/ludii/graph/shapes.h"

#include <math.h>

static const double ROOT3 = 1.7320508075688772;
static const double PI = 3.14159265358979323846;

/* ---- hexagons, squares and triangles ---- */

/* A hexagon of side 1, squares on its sides, and triangles between them. */
static void add_flower(graph *g, double x, double y)
{
    uint32_t inner[6], outer[12];
    double reach = hypot(0.5, ROOT3 / 2 + 1), half = atan2(0.5, ROOT3 / 2 + 1);
    for (uint32_t k = 0; k < 6; k++) {
        double corner = PI / 3 * k, side = corner + PI / 6;
        inner[k] = graph_vertex(g, (gr_point){x + cos(corner), y + sin(corner), 0});
        outer[2 * k] = graph_vertex(g, (gr_point){x + reach * cos(side - half), y + reach * sin(side - half), 0});
        outer[2 * k + 1] = graph_vertex(g, (gr_point){x + reach * cos(side + half), y + reach * sin(side + half), 0});
    }
    for (uint32_t k = 0; k < 6; k++) {
        graph_add_edge(g, inner[k], inner[(k + 1) % 6]);
        graph_add_edge(g, inner[k], outer[2 * k]);
        graph_add_edge(g, inner[(k + 1) % 6], outer[2 * k + 1]);
        graph_add_edge(g, outer[2 * k], outer[2 * k + 1]);
        graph_add_edge(g, outer[2 * k + 1], outer[(2 * k + 2) % 12]);
    }
}

graph *graph_t3464(arena *a, uint32_t n)
{
    graph *g = graph_new(a);
    double apart = 1 + ROOT3;
    for (uint32_t r = 0; r + 1 < 2 * n; r++) {
        uint32_t wider = r < n ? r : 2 * (n - 1) - r;
        for (uint32_t c = 0; c < n + wider; c++)
            add_flower(g, apart * ROOT3 / 2 * (r + 1.0 - n), apart * (c + (n - 1.0 - wider) / 2));
    }
    graph_find_faces(g);
    graph_sort(g);
    return g;
}

/* ---- others ---- */

/* Where the sites of a spiral are is for pictures: only the way along it matters. They are equally far apart on a
 * spiral of Archimedes with so many turns. */
graph *graph_spiral(arena *a, uint32_t turns, uint32_t sites, bool clockwise)
{
    graph *g = graph_new(a);
    double whole = 2 * PI * turns;
    for (uint32_t i = 0; i < sites; i++) {
        double t = sites > 1 ? whole * sqrt((double)i / (sites - 1)) : 0, r = i ? t + PI : 0;
        graph_add_vertex(g, (gr_point){r * cos(t), (clockwise ? -r : r) * sin(t), 0});
        if (i)
            graph_add_edge(g, i - 1, i);
    }
    return g;
}

graph *graph_pyramid(arena *a, uint32_t n)
{
    graph *g = graph_new(a);
    double up = 1 / sqrt(2);
    for (uint32_t layer = 0; layer < n; layer++)
        for (uint32_t r = 0; r + layer < n; r++)
            for (uint32_t c = 0; c + layer < n; c++)
                graph_add_vertex(g, (gr_point){c + layer / 2.0, r + layer / 2.0, layer * up});
    for (uint32_t i = 0; i < g->vertices.count; i++)
        for (uint32_t k = i + 1; k < g->vertices.count; k++) {
            const gr_point *p = &g->vertices.data[i], *q = &g->vertices.data[k];
            if (fabs(hypot(hypot(p->x - q->x, p->y - q->y), p->z - q->z) - 1) < 0.01)
                graph_add_edge(g, i, k);
        }
    graph_find_faces(g);
    graph_sort(g);
    return g;
}

void graph_repeat(graph *g, uint32_t rows, uint32_t columns, gr_point row, gr_point column, const gr_point *polygon, uint32_t count)
{
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t c = 0; c < columns; c++) {
            uint32_t first = GR_NONE, last = GR_NONE;
            for (uint32_t i = 0; i < count; i++) {
                uint32_t v = graph_vertex(g, (gr_point){polygon[i].x + r * row.x + c * column.x,
                                                        polygon[i].y + r * row.y + c * column.y, 0});
                if (i)
                    graph_add_edge(g, last, v);
                else
                    first = v;
                last = v;
            }
            if (count > 2)
                graph_add_edge(g, last, first);
        }
}
