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

/* So many sites in the first turn that with twice as many in the second and four times as many in each further one the
 * turns but the last hold no more than there are. */
static uint32_t first_turn(uint32_t turns, uint32_t sites)
{
    uint32_t n = 1;
    for (;; n++) {
        uint64_t sum = 1;
        for (uint32_t turn = 1; turn < turns; turn++)
            sum += (uint64_t)n * (turn == 1 ? 1 : turn == 2 ? 2 : 4);
        if (sum > sites || n == sites)
            return n > 1 && sum > sites ? n - 1 : n;
    }
}

/* As far from the middle as it has turned. The first sites of a turn are half a step back in the first two turns and
 * every other one after these; twice each site is put half way between those beside it. */
graph *graph_spiral(arena *a, uint32_t turns, uint32_t sites, bool clockwise)
{
    graph *g = graph_new(a);
    double *angle = ARENA_ARRAY(a, double, sites + 2);
    uint32_t steps = first_turn(turns, sites);
    for (uint32_t turn = 1, i = 1; i <= sites; turn++) {
        const double step = 2 * PI / steps, back = turn <= 2 || turn % 2 ? step / 2 : 0;
        for (uint32_t k = 0; k < steps && i <= sites; k++)
            angle[i++] = 2 * PI * turn - back + k * step;
        steps *= turn <= 2 ? 2 : 1;
    }
    for (uint32_t pass = 0; pass < 2; pass++)
        for (uint32_t i = 2; i < sites; i++)
            angle[i] = (angle[i - 1] + angle[i + 1]) / 2;
    if (sites > 2)
        angle[1] -= (angle[2] - angle[1]) / 2;
    for (uint32_t i = 0; i < sites; i++) {
        const double r = i ? angle[i] : 0;
        graph_add_vertex(g, (gr_point){(clockwise ? -r : r) * cos(r), r * sin(r), 0});
        if (i)
            graph_add_edge(g, i - 1, i);
    }
    return g;
}

graph *graph_pyramid(arena *a, uint32_t n, bool level)
{
    graph *g = graph_new(a);
    double up = 1 / sqrt(2);
    for (uint32_t layer = 0; layer < n; layer++)
        for (uint32_t r = 0; r + layer < n; r++)
            for (uint32_t c = 0; c + layer < n; c++)
                graph_add_vertex(g, (gr_point){c + layer / 2.0, r + layer / 2.0, layer * up});
    graph_link_neighbours(g);
    if (!level)
        graph_find_faces(g);
    for (uint32_t side = n, first = 0; level && side > 1; first += side * side, side--)
        for (uint32_t i = first; i < first + (side - 1) * side; i++)
            if ((i - first) % side + 1 < side)
                graph_add_face(g, (const uint32_t[]){i, i + side, i + side + 1, i + 1}, 4);
    graph_sort(g);
    return g;
}

void graph_repeat(graph *g, uint32_t rows, uint32_t columns, gr_point row, gr_point column, const gr_point *polygon,
                  uint32_t count)
{
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t c = 0; c < columns; c++) {
            uint32_t first = GR_NONE, last = GR_NONE;
            for (uint32_t i = 0; i < count; i++) {
                uint32_t v = graph_vertex(
                    g, (gr_point){polygon[i].x + r * row.x + c * column.x, polygon[i].y + r * row.y + c * column.y, 0});
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

/* ---- bricks ---- */

static uint32_t corner(graph *g, int x, int y) { return graph_vertex(g, (gr_point){x, y, 0}); }

/* Of so many unit squares side by side, or on each other: all their corners are corners of the brick. */
static void add_brick(graph *g, int row, int column, int wide, int high)
{
    uint32_t corners[6], n = 0;
    for (int y = 0; y <= high; y++)
        corners[n++] = corner(g, column, row + y);
    for (int x = 1; x <= wide; x++)
        corners[n++] = corner(g, column + x, row + high);
    for (int y = high - 1; y >= 0; y--)
        corners[n++] = corner(g, column + wide, row + y);
    for (int x = wide - 1; x > 0; x--)
        corners[n++] = corner(g, column + x, row);
    for (uint32_t i = 0; i < n; i++)
        graph_add_edge(g, corners[i], corners[(i + 1) % n]);
    graph_add_face(g, corners, n);
}

/* One of two squares, or the half of it that is within the columns. */
static void lay_brick(graph *g, int row, int column, int columns, bool trim)
{
    const bool left = trim && column == 0, right = trim && column >= columns - 1;
    add_brick(g, row, column + left, left || right ? 1 : 2, 1);
}

graph *graph_brick_wall(arena *a, uint32_t rows, uint32_t columns, bool trim)
{
    graph *g = graph_new(a);
    for (int r = 0; r < (int)rows; r++)
        for (int c = r % 2; c < 2 * (int)columns + 1; c += 2)
            lay_brick(g, r, c, 2 * (int)columns + 1, trim);
    graph_sort(g);
    return g;
}

graph *graph_brick_diamond(arena *a, uint32_t side, uint32_t middle, bool trim)
{
    graph *g = graph_new(a);
    const int n = (int)side;
    for (int r = 0; r < 2 * (n + (int)middle); r++)
        for (int c = (r + 1) % 2; c < 2 * n; c += 2)
            if (r + c >= n - 1 && c - r < n && r + c < 3 * n - 1 && r - c <= n)
                lay_brick(g, r, c, 2 * n, trim);
    graph_sort(g);
    return g;
}

/* Rings of bricks around half a brick. */
graph *graph_brick_spiral(arena *a, uint32_t rings)
{
    graph *g = graph_new(a);
    const int n = (int)rings;
    add_brick(g, n - 1, n - 1, 1, 1);
    for (int ring = 1; ring < n; ring++)
        for (int k = 0; k < 2 * ring; k += 2) {
            add_brick(g, n - ring + k, n - ring - 1, 1, 2);
            add_brick(g, n + ring - 1, n - ring + k, 2, 1);
            add_brick(g, n - ring - 1 + k, n + ring - 1, 1, 2);
            add_brick(g, n - ring - 1, n - ring - 1 + k, 2, 1);
        }
    graph_sort(g);
    return g;
}

/* ---- hexagons of quadrilaterals ---- */

static gr_point between(gr_point a, gr_point b, double part)
{
    return (gr_point){a.x + part * (b.x - a.x), a.y + part * (b.y - a.y), 0};
}

static gr_point turned(gr_point p, double angle)
{
    return (gr_point){p.x * cos(angle) - p.y * sin(angle), p.y * cos(angle) + p.x * sin(angle), 0};
}

/* A quadrilateral with n rows and columns, turned about the middle of the board; `mirrored`: on the other side of the y
 * axis. */
static void add_quadrilateral(graph *g, const gr_point corners[4], uint32_t n, double angle, bool mirrored)
{
    uint32_t *row = ARENA_ARRAY(g->arena, uint32_t, n + 1);
    for (uint32_t r = 0; r <= n; r++) {
        uint32_t last = GR_NONE;
        for (uint32_t c = 0; c <= n; c++) {
            gr_point p = between(between(corners[0], corners[3], (double)r / n),
                                 between(corners[1], corners[2], (double)r / n), (double)c / n);
            p.x = mirrored ? -p.x : p.x;
            const uint32_t v = graph_vertex(g, turned(p, angle));
            if (c)
                graph_add_edge(g, last, v);
            if (r)
                graph_add_edge(g, row[c], v);
            last = row[c] = v;
        }
    }
}

/* Three sections of two quadrilaterals each, apart from one another; a triangle in the middle, and edges at the border.
 */
static void add_thirds(graph *g, double n)
{
    const double down = -n * ROOT3 / 2, most = n / (n + 0.5);
    const gr_point middle = {0, 0, 0}, foot = {0, down, 0}, corner = {-n / 2, down, 0}, side = {-n, 0, 0};
    const gr_point top = between(foot, middle, most), left = between(corner, side, most / 2),
                   right = {-left.x, left.y, 0};
    for (uint32_t k = 0; k < 3; k++)
        for (uint32_t half = 0; half < 2; half++)
            add_quadrilateral(g, (const gr_point[]){corner, left, top, foot}, (uint32_t)n, 2 * PI * k / 3, half);
    for (uint32_t k = 0; k < 3; k++) {
        const double angle = 2 * PI * k / 3, next = 2 * PI * (k + 1) / 3;
        graph_add_edge(g, graph_vertex(g, turned(top, angle)), graph_vertex(g, turned(top, next)));
        graph_add_edge(g, graph_vertex(g, turned(right, angle)), graph_vertex(g, turned(left, next)));
    }
}

graph *graph_quadhex(arena *a, uint32_t layers, bool thirds)
{
    graph *g = graph_new(a);
    const double n = layers, up = n * ROOT3 / 2;
    const gr_point middle = {0, 0, 0}, top = {0, up, 0}, corner = {n / 2, up, 0}, side = {0.75 * n, up / 2, 0};
    if (thirds)
        add_thirds(g, n);
    for (uint32_t k = 0; k < 6 && !thirds; k++)
        add_quadrilateral(g, (const gr_point[]){middle, top, corner, side}, layers, PI * k / 3, false);
    graph_find_faces(g);
    graph_sort(g);
    return g;
}

/* ---- knots ---- */

/* How far a ring turns to the left at a place. */
static double turn_at(const graph *g, const vec_u32 *ring, uint32_t i)
{
    const gr_point *a = &g->vertices.data[ring->data[(i + ring->count - 1) % ring->count]],
                   *b = &g->vertices.data[ring->data[i % ring->count]],
                   *c = &g->vertices.data[ring->data[(i + 1) % ring->count]];
    const double turn = atan2(c->y - b->y, c->x - b->x) - atan2(b->y - a->y, b->x - a->x);
    return turn > PI ? turn - 2 * PI : turn < -PI ? turn + 2 * PI : turn;
}

static void close_end(graph *g, const vec_u32 *ring, uint32_t i)
{
    const uint32_t before = ring->data[(i + ring->count - 1) % ring->count], at = vec_at(ring, i),
                   next = ring->data[(i + 1) % ring->count], after = ring->data[(i + 2) % ring->count];
    const gr_point b = vec_at(&g->vertices, before), c = vec_at(&g->vertices, at), d = vec_at(&g->vertices, next);
    if (turn_at(g, ring, i + 1) < -PI / 4) {
        graph_add_edge(g, at, after);
        graph_add_face(g, (const uint32_t[]){next, after, at}, 3);
        return;
    }
    const bool flat = fabs(turn_at(g, ring, i)) < PI / 10;
    const gr_point out = flat ? (gr_point){d.y - c.y, c.x - d.x, 0} : (gr_point){c.x - b.x, c.y - b.y, 0};
    const uint32_t corner =
        graph_add_vertex(g, (gr_point){(c.x + d.x) / 2 + 0.9 * out.x, (c.y + d.y) / 2 + 0.9 * out.y, 0});
    graph_add_edge(g, at, corner);
    graph_add_edge(g, corner, next);
    graph_add_face(g, (const uint32_t[]){at, next, corner}, 3);
}

/* Of ends that lie straight on, every other one. */
void graph_close_knots(graph *g)
{
    vec_u32 ring = {0}, edges = {0};
    uint32_t first = 0, straight = 0;
    for (uint32_t v = 1; v < g->vertices.count; v++)
        first = vec_at(&g->vertices, v).x < vec_at(&g->vertices, first).x - 1e-9 ? v : first;
    if (g->vertices.count)
        graph_walk_ring(g, graph_edges_around(g), first, &ring, &edges);
    bool *ends = ARENA_ARRAY(g->arena, bool, ring.count + 1);
    for (uint32_t i = 0; i < ring.count; i++) {
        const double turn = turn_at(g, &ring, i);
        const bool left = turn > PI / 4, on = fabs(turn) < PI / 10;
        straight = left ? 0 : straight + on;
        ends[i] = left || (on && straight % 2 == 0);
    }
    for (uint32_t i = 0; i < ring.count; i++)
        if (ends[i])
            close_end(g, &ring, i);
    graph_sort(g);
}

/* ---- polygons, diagonals ---- */

static void add_radiating(graph *g, int row, int column, int steps)
{
    for (int k = 0; k < steps; k++)
        for (int way = 0; way < 4; way++) {
            const int dx = way % 2 ? -1 : 1, dy = way / 2 ? -1 : 1;
            const uint32_t from = graph_vertex_at(g, (gr_point){column + k * dx, row + k * dy, 0});
            const uint32_t to = graph_vertex_at(g, (gr_point){column + (k + 1) * dx, row + (k + 1) * dy, 0});
            if (from != GR_NONE && to != GR_NONE)
                graph_add_edge(g, from, to);
        }
}

void graph_add_diagonals(graph *g, int first_row, int last_row, int first_column, int last_column, gr_diagonals kind)
{
    const int row = (first_row + last_row) / 2, column = (first_column + last_column) / 2;
    if (kind == GR_NO_DIAGONALS)
        return;
    for (int r = first_row; r <= last_row && kind != GR_RADIATING; r++)
        for (int c = first_column; c <= last_column; c++) {
            uint32_t at[4];
            bool whole = true;
            for (int i = 0; i < 4; i++) {
                at[i] = graph_vertex_at(g, (gr_point){c + i % 2, r + i / 2, 0});
                whole &= at[i] != GR_NONE;
            }
            const bool rising = kind == GR_ALTERNATING ? (r + c) % 2 == 0 : (r < row) != (c < column);
            if (whole && kind == GR_SOLID) {
                const uint32_t centre = graph_vertex(g, (gr_point){c + 0.5, r + 0.5, 0});
                for (int i = 0; i < 4; i++)
                    graph_add_edge(g, at[i], centre);
            } else if (whole) {
                graph_add_edge(g, at[rising ? 0 : 1], at[rising ? 3 : 2]);
            }
        }
    if (kind == GR_RADIATING)
        add_radiating(
            g, row, column,
            (last_row - first_row > last_column - first_column ? last_row - first_row : last_column - first_column) /
                    2 +
                1);
    graph_find_faces(g);
    graph_sort(g);
}
