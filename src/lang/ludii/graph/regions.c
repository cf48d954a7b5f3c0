/* Regions that every board has. The top and its like are the sites furthest out; the border are the vertices and
 * edges that do not have faces all around, and the outer sites those that touch it. */
#include "lang/ludii/graph/board.h"

#include <math.h>

#define AS_FAR 0.001

static double far_out(gr_point p, gr_region r)
{
    switch (r) {
    case GR_TOP: return p.y;
    case GR_BOTTOM: return -p.y;
    case GR_LEFT: return -p.x;
    default: return p.x;
    }
}

static void find_sides(gr_sites *s, arena *a)
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

static bool is_side(const gr_face *f, const gr_edge *e)
{
    for (uint32_t k = 0; k < f->count; k++) {
        uint32_t p = f->corners[k], q = f->corners[(k + 1) % f->count];
        if ((p == e->a && q == e->b) || (p == e->b && q == e->a))
            return true;
    }
    return false;
}

/* For each edge whether it has cells on both sides. */
static const bool *inner_edges(const graph *g, arena *a)
{
    bool *inner = ARENA_ARRAY(a, bool, g->edges.count + 1);
    vec_u32 *faces_of = ARENA_ARRAY(a, vec_u32, g->vertices.count + 1);
    for (uint32_t c = 0; c < g->faces.count; c++)
        for (uint32_t i = 0; i < g->faces.data[c].count; i++)
            vec_push(a, &faces_of[g->faces.data[c].corners[i]], c);
    for (uint32_t e = 0; e < g->edges.count; e++) {
        const vec_u32 *around = &faces_of[g->edges.data[e].a];
        uint32_t n = 0;
        for (uint32_t i = 0; i < around->count; i++)
            n += is_side(&g->faces.data[around->data[i]], &g->edges.data[e]);
        inner[e] = n > 1;
    }
    return inner;
}

static void add_outer(gr_sites *s, uint32_t site, bool outer, arena *a)
{
    vec_push(a, &s->region[outer ? GR_OUTER : GR_INNER], site);
}

/* All faces, cells or not: holes are not part of the border. */
static const graph *with_faces(const graph *g, arena *a)
{
    graph *copy = graph_new(a);
    graph_append(copy, g, false);
    graph_find_faces(copy);
    return copy;
}

void gr_find_regions(gr_board *b, arena *a)
{
    const graph *g = b->graph;
    const bool *inner = inner_edges(with_faces(g, a), a);
    bool *border = ARENA_ARRAY(a, bool, g->vertices.count + 1), *joined = ARENA_ARRAY(a, bool, g->vertices.count + 1);
    for (uint32_t e = 0; e < g->edges.count; e++)
        joined[g->edges.data[e].a] = joined[g->edges.data[e].b] = true;
    for (uint32_t e = 0; e < g->edges.count; e++)
        if (!inner[e])
            border[g->edges.data[e].a] = border[g->edges.data[e].b] = true;
    for (uint32_t v = 0; v < g->vertices.count; v++)
        add_outer(&b->sites[GR_VERTEX], v, border[v] || !joined[v], a);
    for (uint32_t e = 0; e < g->edges.count; e++)
        add_outer(&b->sites[GR_EDGE], e, !inner[e], a);
    for (uint32_t c = 0; c < g->faces.count; c++) {
        bool outer = false;
        for (uint32_t i = 0; i < g->faces.data[c].count; i++)
            outer |= border[g->faces.data[c].corners[i]];
        add_outer(&b->sites[GR_CELL], c, outer, a);
    }
    for (uint32_t k = 0; k < GR_SITES; k++)
        find_sides(&b->sites[k], a);
}
