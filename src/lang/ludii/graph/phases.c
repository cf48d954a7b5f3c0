/* Colours: from the first site on, and from the first that is left, that neighbour of the coloured ones comes next that
 * has most of them beside it, and gets the least colour that none of its neighbours has. Of equal ones the first that
 * was met comes first; the neighbours of a cell are met side by side, those of a vertex edge by edge. */
#include "lang/ludii/graph/board.h"

/* The other cell at a side of cell c, GR_NONE at the border. */
static uint32_t beyond(const graph *g, const vec_u32 *faces_of, uint32_t c, uint32_t side)
{
    const gr_face *f = &g->faces.data[c];
    uint32_t p = f->corners[side], q = f->corners[(side + 1) % f->count];
    for (uint32_t i = 0; i < faces_of[p].count; i++)
        for (uint32_t k = 0; k < faces_of[q].count; k++)
            if (faces_of[p].data[i] != c && faces_of[p].data[i] == faces_of[q].data[k])
                return faces_of[p].data[i];
    return GR_NONE;
}

static vec_u32 *cells_by_side(const graph *g, arena *a)
{
    vec_u32 *faces_of = ARENA_ARRAY(a, vec_u32, g->vertices.count + 1), *next = ARENA_ARRAY(a, vec_u32, g->faces.count + 1);
    for (uint32_t c = 0; c < g->faces.count; c++)
        for (uint32_t i = 0; i < g->faces.data[c].count; i++)
            vec_push(a, &faces_of[g->faces.data[c].corners[i]], c);
    for (uint32_t c = 0; c < g->faces.count; c++)
        for (uint32_t side = 0; side < g->faces.data[c].count; side++) {
            uint32_t other = beyond(g, faces_of, c, side);
            if (other != GR_NONE)
                vec_push(a, &next[c], other);
        }
    return next;
}

static vec_u32 *vertices_by_edge(const graph *g, arena *a)
{
    vec_u32 *next = ARENA_ARRAY(a, vec_u32, g->vertices.count + 1);
    for (uint32_t e = 0; e < g->edges.count; e++) {
        vec_push(a, &next[g->edges.data[e].a], g->edges.data[e].b);
        vec_push(a, &next[g->edges.data[e].b], g->edges.data[e].a);
    }
    return next;
}

static uint32_t least_free(const vec_u32 *next, const uint32_t *phase)
{
    for (uint32_t colour = 0;; colour++) {
        bool used = false;
        for (uint32_t i = 0; i < next->count; i++)
            used |= phase[next->data[i]] == colour;
        if (!used)
            return colour;
    }
}

static uint32_t coloured(const vec_u32 *next, const uint32_t *phase)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < next->count; i++)
        n += phase[next->data[i]] != GR_NONE;
    return n;
}

/* Takes the most constrained site out of the list. */
static uint32_t take_next(vec_u32 *met, const vec_u32 *next, const uint32_t *phase)
{
    uint32_t best = 0, most = 0;
    for (uint32_t i = 0; i < met->count; i++) {
        uint32_t n = coloured(&next[met->data[i]], phase);
        if (n > most) {
            most = n;
            best = i;
        }
    }
    uint32_t site = met->data[best];
    for (uint32_t i = best; i + 1 < met->count; i++)
        met->data[i] = met->data[i + 1];
    met->count--;
    return site;
}

static const uint32_t *colour(const vec_u32 *next, uint32_t count, arena *a)
{
    uint32_t *phase = ARENA_ARRAY(a, uint32_t, count + 1);
    bool *seen = ARENA_ARRAY(a, bool, count + 1);
    vec_u32 met = {0};
    for (uint32_t i = 0; i < count; i++)
        phase[i] = GR_NONE;
    for (uint32_t first = 0; first < count; first++) {
        if (!seen[first])
            vec_push(a, &met, first);
        while (met.count) {
            uint32_t site = take_next(&met, next, phase);
            phase[site] = least_free(&next[site], phase);
            seen[site] = true;
            for (uint32_t i = 0; i < next[site].count; i++) {
                uint32_t other = next[site].data[i];
                if (!seen[other])
                    vec_push(a, &met, other);
                seen[other] = true;
            }
        }
    }
    return phase;
}

void gr_find_phases(gr_board *b, arena *a)
{
    b->sites[GR_CELL].phase = colour(cells_by_side(b->graph, a), b->sites[GR_CELL].count, a);
    b->sites[GR_VERTEX].phase = colour(vertices_by_edge(b->graph, a), b->sites[GR_VERTEX].count, a);
}
