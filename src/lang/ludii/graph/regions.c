/* Regions that every board has. The top and its like are the sites furthest out; the border is a ring around each part
 * of the graph, and outer are the vertices and edges on it, cells that touch it, and edges across it that lack a cell
 * at a side. */
#include "lang/ludii/graph/board.h"
#include "lang/ludii/graph/corners.h"

#include <math.h>
#include <stdlib.h>

#define AS_FAR 0.01

static double far_out(gr_point p, gr_region r)
{
    switch (r) {
    case GR_TOP: return p.y;
    case GR_BOTTOM: return -p.y;
    case GR_LEFT: return -p.x;
    default: return p.x;
    }
}

static void find_ends(gr_sites *s, arena *a)
{
    for (gr_region r = GR_TOP; r <= GR_RIGHT; r++) {
        double most = -INFINITY;
        for (uint32_t i = 0; i < s->count; i++)
            most = fmax(most, far_out(s->at[i], r));
        for (uint32_t i = 0; i < s->count; i++)
            if (far_out(s->at[i], r) > most - AS_FAR)
                vec_push(a, &s->region[r], i);
    }
}

static bool has_side(const gr_face *f, uint32_t from, uint32_t to)
{
    bool has = false;
    for (uint32_t k = 0; k < f->count; k++)
        has |= f->corners[k] == from && f->corners[(k + 1) % f->count] == to;
    return has;
}

/* For each edge whether it has cells on both sides: they run along it in opposite directions. */
static const bool *inner_edges(const graph *g, arena *a)
{
    bool *inner = ARENA_ARRAY(a, bool, g->edges.count + 1);
    const vec_u32 *faces_of = graph_faces_around(g, a);
    for (uint32_t e = 0; e < g->edges.count; e++) {
        const gr_edge *x = &vec_at(&g->edges, e);
        bool one = false, other = false;
        for (uint32_t i = 0; i < faces_of[x->a].count; i++) {
            one |= has_side(&vec_at(&g->faces, vec_at(&faces_of[x->a], i)), x->a, x->b);
            other |= has_side(&vec_at(&g->faces, vec_at(&faces_of[x->a], i)), x->b, x->a);
        }
        inner[e] = one && other;
    }
    return inner;
}

static void add_outer(gr_sites *s, uint32_t site, bool outer, arena *a)
{
    vec_push(a, &s->region[outer ? GR_OUTER : GR_INNER], site);
}

/* ---- the border ---- */

static bool within(const graph *g, gr_point p, const vec_u32 *ring)
{
    bool in = false;
    for (uint32_t i = 0, k = ring->count - 1; i < ring->count; k = i++) {
        const gr_point *a = &vec_at(&g->vertices, vec_at(ring, i)), *c = &vec_at(&g->vertices, vec_at(ring, k));
        if ((a->y < p.y) != (c->y < p.y) && p.x > (c->x - a->x) * (p.y - a->y) / (c->y - a->y) + a->x)
            in = !in;
    }
    return in;
}

static int from_left(const void *x, const void *y)
{
    const gr_point *a = *(const gr_point *const *)x, *b = *(const gr_point *const *)y;
    if (a->x != b->x)
        return a->x < b->x ? -1 : 1;
    return a < b ? -1 : a > b;
}

/* The rings around all parts of the graph, from left to right, so that what is within others is covered before. */
static void find_border(const graph *g, const vec_u32 *edges_of, gr_border *b, arena *a)
{
    const gr_point **order = ARENA_ARRAY(a, const gr_point *, g->vertices.count + 1);
    bool *covered = ARENA_ARRAY(a, bool, g->vertices.count + 1); /* on or within a ring that was found */
    for (uint32_t v = 0; v < g->vertices.count; v++)
        order[v] = &vec_at(&g->vertices, v);
    if (g->vertices.count)
        qsort(order, g->vertices.count, sizeof *order, from_left);
    for (uint32_t i = 0; i < g->vertices.count; i++) {
        const uint32_t first = (uint32_t)(order[i] - g->vertices.data);
        vec_u32 ring = {0}, edges = {0};
        if (covered[first])
            continue;
        graph_walk_ring(g, edges_of, first, &ring, &edges);
        vec_push(a, &b->rings, ring);
        for (uint32_t k = 0; k < ring.count; k++)
            b->vertices[vec_at(&ring, k)] = covered[vec_at(&ring, k)] = true;
        for (uint32_t k = 0; k < edges.count; k++)
            b->edges[vec_at(&edges, k)] = true;
        for (uint32_t v = 0; v < g->vertices.count && ring.count > 2; v++)
            covered[v] = covered[v] || within(g, vec_at(&g->vertices, v), &ring);
    }
}

static void find_major(const graph *g, gr_sites *s, arena *a)
{
    uint32_t most = 0;
    for (uint32_t c = 0; c < g->faces.count; c++)
        most = vec_at(&g->faces, c).count > most ? vec_at(&g->faces, c).count : most;
    for (uint32_t c = 0; c < g->faces.count; c++)
        vec_push(a, &s->region[vec_at(&g->faces, c).count == most ? GR_MAJOR : GR_MINOR], c);
}

void gr_find_regions(gr_board *b, arena *a)
{
    const graph *g = b->graph;
    const bool *inner = inner_edges(g, a);
    const vec_u32 *edges_of = graph_edges_around(g);
    gr_border x = {.vertices = ARENA_ARRAY(a, bool, g->vertices.count + 1),
                   .edges = ARENA_ARRAY(a, bool, g->edges.count + 1)};
    find_border(g, edges_of, &x, a);
    for (uint32_t v = 0; v < g->vertices.count; v++)
        add_outer(&b->sites[GR_VERTEX], v, x.vertices[v], a);
    for (uint32_t e = 0; e < g->edges.count; e++)
        add_outer(&b->sites[GR_EDGE], e,
                  x.edges[e] || (x.vertices[vec_at(&g->edges, e).a] && x.vertices[vec_at(&g->edges, e).b] && !inner[e]),
                  a);
    for (uint32_t c = 0; c < g->faces.count; c++) {
        bool outer = false;
        for (uint32_t i = 0; i < vec_at(&g->faces, c).count; i++)
            outer |= x.vertices[vec_at(&g->faces, c).corners[i]];
        add_outer(&b->sites[GR_CELL], c, outer, a);
    }
    for (uint32_t k = 0; k < GR_SITES; k++)
        find_ends(&b->sites[k], a);
    find_major(g, &b->sites[GR_CELL], a);
    gr_find_corners(b, &x, edges_of, a);
}
