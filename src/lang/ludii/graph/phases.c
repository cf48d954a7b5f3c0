/* Colours: from the first site on, all that are connected get the least of four colours that none of their neighbours
 * has, in the order in which they were met; one around which there are two colours already comes first. From the first
 * site that got none everything is done once more, as if it had the first colour, and again until all have one; of the
 * colours that a site got the last one in their order counts. The neighbours of a cell are met side by side, those of a
 * vertex by the angle of the edge, of which one due west is the last. Those of edges, and of
 * sites above each other, are not known.
 */
#include "lang/ludii/graph/board.h"

#include <math.h>
#include <string.h>

/* The other cell at a side of cell c, GR_NONE at the border. */
static uint32_t beyond(const graph *g, const vec_u32 *faces_of, uint32_t c, uint32_t side)
{
    const gr_face *f = &vec_at(&g->faces, c);
    uint32_t p = f->corners[side], q = f->corners[(side + 1) % f->count];
    for (uint32_t i = 0; i < faces_of[p].count; i++)
        for (uint32_t k = 0; k < faces_of[q].count; k++)
            if (vec_at(&faces_of[p], i) != c && vec_at(&faces_of[p], i) == vec_at(&faces_of[q], k))
                return vec_at(&faces_of[p], i);
    return GR_NONE;
}

static vec_u32 *cells_by_side(const graph *g, arena *a)
{
    vec_u32 *faces_of = graph_faces_around(g, a), *next = ARENA_ARRAY(a, vec_u32, g->faces.count + 1);
    for (uint32_t c = 0; c < g->faces.count; c++)
        for (uint32_t side = 0; side < vec_at(&g->faces, c).count; side++) {
            uint32_t other = beyond(g, faces_of, c, side);
            if (other != GR_NONE)
                vec_push(a, &next[c], other);
        }
    return next;
}

enum { COLOURS = 4, WORK_MAX = 20000000 };

static vec_u32 *vertices_by_edge(const graph *g, const vec_u32 *around, arena *a)
{
    vec_u32 *next = ARENA_ARRAY(a, vec_u32, g->vertices.count + 1);
    for (uint32_t v = 0; v < g->vertices.count; v++)
        for (uint32_t k = 0; k < around[v].count; k++) {
            const gr_edge *e = &vec_at(&g->edges, vec_at(&around[v], k));
            vec_push(a, &next[v], e->a == v ? e->b : e->a);
        }
    return next;
}

/* Pyramids: what lies on what is not told by angles. */
static bool has_layers(const graph *g)
{
    bool has = false;
    for (uint32_t v = 1; v < g->vertices.count; v++)
        has |= fabs(vec_at(&g->vertices, v).z - vec_at(&g->vertices, 0).z) > 1e-6;
    return has;
}

/* How many neighbours have each colour, and what is left of the work that may be done. */
typedef struct palette {
    const vec_u32 *next;
    uint32_t *phase, (*around)[COLOURS], *met;
    int64_t work;
} palette;

static void give(palette *p, uint32_t site, uint32_t phase)
{
    const uint32_t before = p->phase[site];
    if (before != GR_NONE && before >= phase)
        return;
    p->phase[site] = phase;
    for (uint32_t i = 0; i < p->next[site].count; i++) {
        uint32_t *around = p->around[vec_at(&p->next[site], i)];
        around[phase]++;
        if (before != GR_NONE)
            around[before]--;
    }
}

static uint32_t colours_around(const palette *p, uint32_t site)
{
    uint32_t n = 0;
    for (uint32_t c = 0; c < COLOURS; c++)
        n += p->around[site][c] > 0;
    return n;
}

/* From one site over all that are connected with it; `met` grows both ways from its middle. */
static void spread(palette *p, uint32_t first, uint32_t middle, bool *seen)
{
    uint32_t head = middle, tail = middle;
    give(p, first, 0);
    p->met[tail++] = first;
    while (head < tail) {
        const uint32_t site = p->met[head++];
        uint32_t free = 0;
        if (seen[site])
            continue;
        while (free < COLOURS && p->around[site][free])
            free++;
        if (free < COLOURS)
            give(p, site, free);
        seen[site] = true;
        p->work -= p->next[site].count;
        for (uint32_t i = 0; i < p->next[site].count; i++) {
            const uint32_t other = vec_at(&p->next[site], i);
            if (!seen[other] && colours_around(p, other) > 1)
                p->met[--head] = other;
            else if (!seen[other])
                p->met[tail++] = other;
        }
    }
}

static const uint32_t *colour(const vec_u32 *next, uint32_t count, arena *a)
{
    uint32_t most = 1;
    palette p = {.next = next, .phase = ARENA_ARRAY(a, uint32_t, count + 1), .work = WORK_MAX};
    p.around = arena_alloc(a, sizeof *p.around * (count + 1));
    bool *seen = ARENA_ARRAY(a, bool, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        p.phase[i] = GR_NONE;
        most += next[i].count;
    }
    p.met = ARENA_ARRAY(a, uint32_t, 2 * most);
    for (uint32_t first = 0; first < count;) {
        if (p.phase[first] == GR_NONE && p.work > 0) {
            memset(seen, 0, count);
            spread(&p, first, most, seen);
            first = 0;
        } else {
            p.phase[first] = p.phase[first] == GR_NONE ? 0 : p.phase[first];
            first++;
        }
    }
    return p.phase;
}

void gr_find_phases(gr_board *b, arena *a)
{
    const vec_u32 *around = graph_edges_around(b->graph);
    if (has_layers(b->graph))
        return;
    b->sites[GR_CELL].phase = colour(cells_by_side(b->graph, a), b->sites[GR_CELL].count, a);
    b->sites[GR_VERTEX].phase = colour(vertices_by_edge(b->graph, around, a), b->sites[GR_VERTEX].count, a);
}
