/* Corners, sides and the centre of a board. A ring around a part of it turns most where its corners are: how far a
 * vertex lies from the lines between those up to three places before and behind it, evened out with its neighbours.
 * From corner to corner runs a side, which faces the way in which its middle lies from the middle of the board. */
#include "lang/ludii/graph/corners.h"
#include "lang/ludii/graph/board.h"

#include <math.h>
#include <string.h>

static const double PI = 3.14159265358979323846;
#define CONVEX  0.32 /* what a corner turns at least, */
#define CONCAVE (-0.25)
#define LESS    0.001 /* and no less than its neighbours */
#define ALIKE   0.95  /* neighbours that turn nearly as much are corners, too */

enum { REACH = 3, FEW = 6, LARGE = 100 };
enum { IS_CORNER = 1, IS_CONVEX = 2, IS_CONCAVE = 4 };

typedef struct measured {
    const graph *g;
    arena *arena;
    const gr_border *border;
    const vec_u32 *edges_of;
    vec_u32 *faces_of;
    unsigned char *marks[GR_SITES]; /* of each site */
    unsigned char *sides[GR_SITES]; /* bit k: side number k */
} measured;

/* ---- corners of rings ---- */

static double turn_at(const graph *g, const vec_u32 *ring, uint32_t i)
{
    const gr_point p = vec_at(&g->vertices, vec_at(ring, i));
    double sum = 0;
    for (uint32_t k = 1; k <= REACH; k++) {
        const gr_point a = g->vertices.data[ring->data[(i + ring->count - k) % ring->count]],
                       b = g->vertices.data[ring->data[(i + k) % ring->count]];
        const double length = hypot(b.x - a.x, b.y - a.y), left = (p.x - a.x) * (b.y - p.y) - (p.y - a.y) * (b.x - p.x);
        const double off = length > 0 ? fabs((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)) / length
                                      : hypot(p.x - a.x, p.y - a.y);
        sum += (left <= 0 ? -off : off) / k;
    }
    return sum;
}

static void mark_ring(const measured *m, const vec_u32 *ring)
{
    const uint32_t n = ring->count;
    double *turn = ARENA_ARRAY(m->arena, double, n), *even = ARENA_ARRAY(m->arena, double, n);
    bool *keep = ARENA_ARRAY(m->arena, bool, n);
    for (uint32_t i = 0; i < n; i++)
        turn[i] = turn_at(m->g, ring, i);
    for (uint32_t i = 0; i < n; i++)
        even[i] = (4 * turn[i] + turn[(i + 1) % n] + turn[(i + n - 1) % n]) / 6;
    for (uint32_t i = 0; i < n; i++)
        keep[i] = n < FEW ||
                  (even[i] >= CONVEX && even[i] >= even[(i + n - 1) % n] - LESS && even[i] >= even[(i + 1) % n] - LESS);
    for (uint32_t i = 0; i < n && n >= FEW; i++) {
        if (!keep[i])
            continue;
        if (even[(i + n - 1) % n] >= ALIKE * even[i])
            keep[(i + n - 1) % n] = true;
        if (even[(i + 1) % n] >= ALIKE * even[i])
            keep[(i + 1) % n] = true;
    }
    for (uint32_t i = 0; i < n; i++) {
        const bool hollow = n >= FEW && even[i] <= CONCAVE && even[i] <= even[(i + n - 1) % n] + LESS &&
                            even[i] <= even[(i + 1) % n] + LESS;
        m->marks[GR_VERTEX][vec_at(ring, i)] |=
            (keep[i] ? IS_CORNER | IS_CONVEX : 0) | (hollow ? IS_CORNER | IS_CONCAVE : 0);
    }
}

/* ---- corners of edges and cells ---- */

/* The cell at the left of an edge from its first end, else at the right; GR_NONE. */
static uint32_t cell_beside(const measured *m, const gr_edge *e)
{
    for (uint32_t side = 0; side < 2; side++) {
        const uint32_t from = side ? e->a : e->b, to = side ? e->b : e->a; /* corners run clockwise */
        for (uint32_t i = 0; i < m->faces_of[from].count; i++) {
            const gr_face *f = &vec_at(&m->g->faces, vec_at(&m->faces_of[from], i));
            for (uint32_t k = 0; k < f->count; k++)
                if (f->corners[k] == from && f->corners[(k + 1) % f->count] == to)
                    return vec_at(&m->faces_of[from], i);
        }
    }
    return GR_NONE;
}

static uint32_t border_corners(const measured *m, const gr_face *f)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < f->count; k++)
        n += m->border->vertices[f->corners[k]];
    return n;
}

static void mark_around(const measured *m, uint32_t v)
{
    const unsigned char kind = IS_CORNER | (m->marks[GR_VERTEX][v] & IS_CONCAVE ? IS_CONCAVE : IS_CONVEX);
    bool joined = false;
    for (uint32_t i = 0; i < m->edges_of[v].count; i++) {
        const uint32_t edge = vec_at(&m->edges_of[v], i);
        const gr_edge *e = &vec_at(&m->g->edges, edge);
        if (!(m->marks[GR_VERTEX][e->a == v ? e->b : e->a] & IS_CORNER))
            continue;
        const uint32_t cell = cell_beside(m, e);
        m->marks[GR_EDGE][edge] |= kind;
        if (cell != GR_NONE)
            m->marks[GR_CELL][cell] |= kind;
        joined = true;
    }
    for (uint32_t i = 0; i < m->edges_of[v].count && !joined; i++) {
        const uint32_t edge = vec_at(&m->edges_of[v], i);
        if (!m->border->edges[edge])
            continue;
        m->marks[GR_EDGE][edge] |= kind;
        const uint32_t cell = kind & IS_CONCAVE ? GR_NONE : cell_beside(m, &vec_at(&m->g->edges, edge));
        if (cell != GR_NONE)
            m->marks[GR_CELL][cell] |= kind;
        for (uint32_t k = 0; k < m->faces_of[v].count && kind & IS_CONCAVE; k++)
            if (border_corners(m, &vec_at(&m->g->faces, vec_at(&m->faces_of[v], k))) == 1)
                m->marks[GR_CELL][vec_at(&m->faces_of[v], k)] |= kind;
    }
}

/* ---- sides ---- */

/* Of eight sides, from north clockwise: north, east, south and west are narrow. */
static uint32_t side_facing(gr_point middle, gr_point p)
{
    static const unsigned char sides[16] = {2, 1, 1, 1, 0, 7, 7, 7,
                                            6, 5, 5, 5, 4, 3, 3, 3}; /* by sixteenths from east against the clock */
    double angle = atan2(p.y - middle.y, p.x - middle.x);
    angle = angle < 0 ? angle + 2 * PI : angle;
    return sides[(uint32_t)((angle + PI / 16) / (PI / 8)) % 16];
}

static void find_runs(const measured *m, const vec_u32 *ring, gr_point middle, bool leaning)
{
    for (uint32_t from = 0; from < ring->count; from++) {
        uint32_t length = 0;
        gr_point sum = {0, 0, 0};
        if (!(m->marks[GR_VERTEX][vec_at(ring, from)] & IS_CORNER))
            continue;
        do
            length++;
        while (!(m->marks[GR_VERTEX][ring->data[(from + length) % ring->count]] & IS_CORNER));
        const uint32_t counted = length + !leaning;
        for (uint32_t i = 0; i <= length; i++) {
            const gr_point *p = &m->g->vertices.data[ring->data[(from + i) % ring->count]];
            sum.x += p->x / counted;
            sum.y += p->y / counted;
        }
        const uint32_t side = side_facing(middle, sum);
        for (uint32_t i = 0; i <= length; i++)
            m->sides[GR_VERTEX][ring->data[(from + i) % ring->count]] |= (unsigned char)(1u << side);
    }
}

/* ---- all ---- */

static double distances(const gr_sites *s, gr_point from, const vec_u32 *to)
{
    double sum = 0;
    for (uint32_t i = 0; i < to->count; i++) {
        const double x = s->at[vec_at(to, i)].x - from.x, y = s->at[vec_at(to, i)].y - from.y;
        sum += x * x + y * y;
    }
    return sum;
}

/* The least sum of squared distances to the corners and, on boards that are not large, to all of the border. */
static void find_centre(gr_sites *s, arena *a)
{
    double least = INFINITY, *sum = ARENA_ARRAY(a, double, s->count + 1);
    for (uint32_t i = 0; i < s->count; i++) {
        sum[i] = distances(s, s->at[i], &s->region[GR_CORNERS]) +
                 (s->count < LARGE ? distances(s, s->at[i], &s->region[GR_OUTER]) : 0);
        least = fmin(least, sum[i]);
    }
    for (uint32_t i = 0; i < s->count; i++)
        if (sum[i] - least < 0.0001)
            vec_push(a, &s->region[GR_CENTRE], i);
}

static void fill(gr_sites *s, const unsigned char *marks, const unsigned char *sides, arena *a)
{
    for (uint32_t i = 0; i < s->count; i++) {
        for (uint32_t k = 0; k < 3; k++)
            if (marks[i] >> k & 1)
                vec_push(a, &s->region[GR_CORNERS + k], i);
        for (uint32_t k = 0; k < 8; k++)
            if (sides[i] >> k & 1)
                vec_push(a, &s->region[GR_SIDE_N + k], i);
    }
}

void gr_find_corners(gr_board *b, const gr_border *border, const vec_u32 *edges_of, arena *a)
{
    const graph *g = b->graph;
    measured m = {.g = g,
                  .arena = a,
                  .border = border,
                  .edges_of = edges_of,
                  .faces_of = ARENA_ARRAY(a, vec_u32, g->vertices.count + 1)};
    gr_point middle = {0, 0, 0};
    for (uint32_t k = 0; k < GR_SITES; k++) {
        m.marks[k] = ARENA_ARRAY(a, unsigned char, b->sites[k].count + 1);
        m.sides[k] = ARENA_ARRAY(a, unsigned char, b->sites[k].count + 1);
    }
    for (uint32_t c = 0; c < g->faces.count; c++)
        for (uint32_t i = 0; i < vec_at(&g->faces, c).count; i++)
            vec_push(a, &m.faces_of[vec_at(&g->faces, c).corners[i]], c);
    for (uint32_t v = 0; v < g->vertices.count; v++) {
        middle.x += vec_at(&g->vertices, v).x / g->vertices.count;
        middle.y += vec_at(&g->vertices, v).y / g->vertices.count;
    }
    for (uint32_t r = 0; r < border->rings.count; r++)
        mark_ring(&m, &vec_at(&border->rings, r));
    for (uint32_t v = 0; v < g->vertices.count; v++)
        if (m.marks[GR_VERTEX][v] & IS_CORNER)
            mark_around(&m, v);
    for (uint32_t r = 0; r < border->rings.count; r++)
        find_runs(&m, &vec_at(&border->rings, r), middle, ludeme_quirk(b->tables, QUIRK_SIDES_LEAN_OUT));
    for (uint32_t v = 0; v < g->vertices.count; v++) {
        for (uint32_t i = 0; i < edges_of[v].count; i++)
            m.sides[GR_EDGE][vec_at(&edges_of[v], i)] |= m.sides[GR_VERTEX][v];
        for (uint32_t i = 0; i < m.faces_of[v].count; i++)
            m.sides[GR_CELL][vec_at(&m.faces_of[v], i)] |= m.sides[GR_VERTEX][v];
    }
    for (uint32_t k = 0; k < GR_SITES; k++) {
        fill(&b->sites[k], m.marks[k], m.sides[k], a);
        find_centre(&b->sites[k], a);
    }
}
