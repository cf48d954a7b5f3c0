/* Operators on graphs. */
#include "lang/ludii/graph/shapes.h"

#include <math.h>

static const double PI = 3.14159265358979323846;

/* ---- places ---- */

static void move_centres(graph *g)
{
    for (uint32_t i = 0; i < g->faces.count; i++) {
        gr_face *f = &vec_at(&g->faces, i);
        gr_point sum = {0, 0, 0};
        for (uint32_t k = 0; k < f->count; k++) {
            sum.x += vec_at(&g->vertices, f->corners[k]).x / f->count;
            sum.y += vec_at(&g->vertices, f->corners[k]).y / f->count;
            sum.z += vec_at(&g->vertices, f->corners[k]).z / f->count;
        }
        f->centre = sum;
    }
}

void graph_shift(graph *g, gr_point by)
{
    for (uint32_t i = 0; i < g->vertices.count; i++) {
        gr_point *p = &vec_at(&g->vertices, i);
        *p = (gr_point){p->x + by.x, p->y + by.y, p->z + by.z};
    }
    move_centres(g);
}

void graph_scale(graph *g, gr_point by)
{
    for (uint32_t i = 0; i < g->vertices.count; i++) {
        gr_point *p = &vec_at(&g->vertices, i);
        *p = (gr_point){p->x * by.x, p->y * by.y, p->z * by.z};
    }
    move_centres(g);
}

void graph_rotate(graph *g, double degrees)
{
    double least_x = INFINITY, most_x = -INFINITY, least_y = INFINITY, most_y = -INFINITY;
    const double turn = degrees / 180 * PI, c = cos(turn), s = sin(turn);
    for (uint32_t i = 0; i < g->vertices.count; i++) {
        const gr_point *p = &vec_at(&g->vertices, i);
        least_x = fmin(least_x, p->x);
        most_x = fmax(most_x, p->x);
        least_y = fmin(least_y, p->y);
        most_y = fmax(most_y, p->y);
    }
    const double cx = least_x + (most_x - least_x) / 2, cy = least_y + (most_y - least_y) / 2;
    for (uint32_t i = 0; i < g->vertices.count; i++) {
        gr_point *p = &vec_at(&g->vertices, i);
        double x = p->x - cx, y = p->y - cy;
        p->x = cx + x * c - y * s;
        p->y = cy + y * c + x * s;
    }
    g->turned += turn;
    move_centres(g);
}

void graph_skew(graph *g, double amount)
{
    for (uint32_t i = 0; i < g->vertices.count; i++)
        vec_at(&g->vertices, i).x += amount * vec_at(&g->vertices, i).y;
    move_centres(g);
}

void graph_complete(graph *g)
{
    g->edges.count = g->mapped = 0;
    for (uint32_t i = 0; i < g->vertices.count; i++)
        for (uint32_t k = i + 1; k < g->vertices.count; k++)
            graph_add_edge(g, i, k);
}

static bool on_side(gr_point p, gr_point a, gr_point b)
{
    double along = hypot(b.x - a.x, b.y - a.y), over = hypot(p.x - a.x, p.y - a.y) + hypot(b.x - p.x, b.y - p.y);
    return over - along < 1e-6;
}

/* Whether the point is inside, by how often a ray to the right crosses the polygon. Polygons that are given clockwise
 * contain their sides, others do not, as the original widens them along what it takes for the outward normal. */
bool graph_inside(gr_point p, const gr_point *polygon, uint32_t count)
{
    double area = 0;
    bool in = false;
    for (uint32_t i = 0, k = count - 1; i < count; k = i++)
        area += polygon[k].x * polygon[i].y - polygon[i].x * polygon[k].y;
    for (uint32_t i = 0, k = count - 1; i < count; k = i++) {
        const gr_point *a = &polygon[i], *b = &polygon[k];
        if (on_side(p, *a, *b))
            return area < 0;
        if ((a->y > p.y) != (b->y > p.y) && p.x < (b->x - a->x) * (p.y - a->y) / (b->y - a->y) + a->x)
            in = !in;
    }
    return in;
}

static bool *edges_of_faces(const graph *g)
{
    bool *has = ARENA_ARRAY(g->arena, bool, g->edges.count + 1);
    for (uint32_t e = 0; e < g->edges.count; e++)
        for (uint32_t i = 0; i < g->faces.count && !has[e]; i++)
            has[e] = graph_is_side(&vec_at(&g->faces, i), &vec_at(&g->edges, e));
    return has;
}

void graph_trim_edges(graph *g) { graph_keep_edges(g, edges_of_faces(g)); }

void graph_cut_faces(graph *g, const bool *keep)
{
    const bool *before = edges_of_faces(g);
    graph_keep_faces(g, keep);
    bool *after = edges_of_faces(g);
    for (uint32_t e = 0; e < g->edges.count; e++)
        after[e] |= !before[e];
    graph_keep_edges(g, after);
}

void graph_hole(graph *g, const gr_point *polygon, uint32_t count)
{
    bool *keep = ARENA_ARRAY(g->arena, bool, g->faces.count + 1);
    for (uint32_t i = 0; i < g->faces.count; i++)
        keep[i] = !graph_inside(vec_at(&g->faces, i).centre, polygon, count);
    graph_cut_faces(g, keep);
}

void graph_keep_inside(graph *g, const gr_point *polygon, uint32_t count)
{
    bool *keep = ARENA_ARRAY(g->arena, bool, g->vertices.count + 1);
    for (uint32_t i = 0; i < g->vertices.count; i++)
        keep[i] = graph_inside(vec_at(&g->vertices, i), polygon, count);
    graph_keep_vertices(g, keep);
}

/* Of what lies on a side the vertices on the right of the polygon and on top of it are inside: it is not widened. */
void graph_drop_inside(graph *g, const gr_point *polygon, uint32_t count)
{
    bool *keep = ARENA_ARRAY(g->arena, bool, g->vertices.count + 1);
    for (uint32_t v = 0; v < g->vertices.count; v++) {
        const gr_point p = vec_at(&g->vertices, v);
        bool in = false;
        for (uint32_t i = 0, k = count - 1; i < count; k = i++) {
            const gr_point a = polygon[i], b = polygon[k];
            if ((a.y < p.y) != (b.y < p.y))
                in ^= a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x) < p.x;
        }
        keep[v] = !in;
    }
    graph_keep_vertices(g, keep);
}

/* ---- crossings, common parts, cells ---- */

/* Where two edges cross, not at an end. */
static bool crossing(const graph *g, const gr_edge *e, const gr_edge *f, gr_point *at)
{
    gr_point p = vec_at(&g->vertices, e->a), q = vec_at(&g->vertices, e->b), r = vec_at(&g->vertices, f->a),
             s = vec_at(&g->vertices, f->b);
    double d = (q.x - p.x) * (s.y - r.y) - (q.y - p.y) * (s.x - r.x);
    if (e->a == f->a || e->a == f->b || e->b == f->a || e->b == f->b || fabs(d) < 1e-9)
        return false;
    double t = ((r.x - p.x) * (s.y - r.y) - (r.y - p.y) * (s.x - r.x)) / d,
           u = ((r.x - p.x) * (q.y - p.y) - (r.y - p.y) * (q.x - p.x)) / d;
    *at = (gr_point){p.x + t * (q.x - p.x), p.y + t * (q.y - p.y), 0};
    return t > 1e-6 && t < 1 - 1e-6 && u > 1e-6 && u < 1 - 1e-6;
}

/* A vertex that lies on the edge, and is none of its ends; GR_NONE. */
static uint32_t vertex_on(const graph *g, const gr_edge *e)
{
    const gr_point p = vec_at(&g->vertices, e->a), q = vec_at(&g->vertices, e->b);
    const double x = q.x - p.x, y = q.y - p.y, length = x * x + y * y;
    for (uint32_t v = 0; v < g->vertices.count; v++) {
        const gr_point r = vec_at(&g->vertices, v);
        const double t = ((r.x - p.x) * x + (r.y - p.y) * y) / length, off = (r.x - p.x) * y - (r.y - p.y) * x;
        if (v != e->a && v != e->b && t > 1e-6 && t < 1 - 1e-6 && off * off < 1e-9 * length)
            return v;
    }
    return GR_NONE;
}

/* The halves of divided edges come to the end of the list, where they are looked at later. */
bool graph_split_crossings(graph *g)
{
    VEC(bool) keep = {0};
    uint64_t pairs = 0;
    gr_point at;
    for (uint32_t i = 0; i < g->edges.count; i++)
        for (uint32_t k = i + 1; k < g->edges.count; k++) {
            gr_edge e = vec_at(&g->edges, i), f = vec_at(&g->edges, k);
            while (keep.count < g->edges.count)
                vec_push(g->arena, &keep, true);
            if (++pairs > GR_MAX_PAIRS || g->vertices.count > GR_MAX_VERTICES)
                return false;
            if (!vec_at(&keep, i))
                break;
            if (!vec_at(&keep, k) || !crossing(g, &e, &f, &at))
                continue;
            uint32_t v = graph_vertex(g, at);
            vec_at(&keep, i) = vec_at(&keep, k) = false;
            graph_add_edge(g, e.a, v);
            graph_add_edge(g, v, e.b);
            graph_add_edge(g, f.a, v);
            graph_add_edge(g, v, f.b);
        }
    while (keep.count < g->edges.count)
        vec_push(g->arena, &keep, true);
    graph_keep_edges(g, keep.data);
    for (uint32_t i = 0; i < g->edges.count; i++) { /* more than two that cross in one place */
        const gr_edge e = vec_at(&g->edges, i);
        const uint32_t v = vertex_on(g, &e);
        if (v == GR_NONE)
            continue;
        vec_at(&g->edges, i) = (gr_edge){e.a, v};
        graph_add_edge(g, v, e.b);
    }
    graph_find_faces(g);
    return true;
}

void graph_intersect(graph *g, graph *other)
{
    uint32_t *in = ARENA_ARRAY(g->arena, uint32_t, g->vertices.count + 1);
    bool *keep = ARENA_ARRAY(g->arena, bool, g->edges.count + 1),
         *there = ARENA_ARRAY(g->arena, bool, g->vertices.count + 1);
    for (uint32_t i = 0; i < g->vertices.count; i++) {
        in[i] = graph_vertex_at(other, vec_at(&g->vertices, i));
        there[i] = in[i] != GR_NONE;
    }
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const gr_edge *e = &vec_at(&g->edges, i);
        keep[i] = there[e->a] && there[e->b] && graph_has_edge(other, in[e->a], in[e->b]);
    }
    graph_keep_edges(g, keep);
    graph_keep_vertices(g, there);
}

/* Two sides of a polygon that are not neighbours have a point in common. */
static bool crosses_itself(const graph *g, const gr_face *f)
{
    for (uint32_t i = 0; i < f->count; i++)
        for (uint32_t k = i + 2; k < f->count; k++) {
            gr_point a = vec_at(&g->vertices, f->corners[i]), b = vec_at(&g->vertices, f->corners[i + 1]);
            gr_point c = vec_at(&g->vertices, f->corners[k]), d = g->vertices.data[f->corners[(k + 1) % f->count]];
            double s = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x),
                   t = (b.x - a.x) * (d.y - a.y) - (b.y - a.y) * (d.x - a.x);
            double u = (d.x - c.x) * (a.y - c.y) - (d.y - c.y) * (a.x - c.x),
                   v = (d.x - c.x) * (b.y - c.y) - (d.y - c.y) * (b.x - c.x);
            if (s * t < 0 && u * v < 0)
                return true;
        }
    return false;
}

void graph_subdivide(graph *g, uint32_t least)
{
    uint32_t count = g->faces.count;
    for (uint32_t i = count; i-- > 0;) { /* their centres are numbered from the last on */
        const gr_face f = vec_at(&g->faces, i);
        if (f.count < least || crosses_itself(g, &f))
            continue;
        uint32_t centre = graph_vertex(g, f.centre);
        for (uint32_t k = 0; k < f.count; k++)
            graph_add_edge(g, centre, f.corners[k]);
    }
    graph_find_faces(g);
}

graph *graph_dual(graph *g)
{
    graph *d = graph_new(g->arena);
    for (uint32_t i = 0; i < g->faces.count; i++)
        graph_add_vertex(d, vec_at(&g->faces, i).centre);
    for (uint32_t e = 0; e < g->edges.count; e++)
        for (uint32_t i = 0; i < g->faces.count; i++)
            for (uint32_t k = i + 1; k < g->faces.count && graph_is_side(&vec_at(&g->faces, i), &vec_at(&g->edges, e));
                 k++)
                if (graph_is_side(&vec_at(&g->faces, k), &vec_at(&g->edges, e)))
                    graph_add_edge(d, i, k);
    graph_find_faces(d);
    graph_sort(d);
    return d;
}
