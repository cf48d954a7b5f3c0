/* Which sites are next to which, in which direction. */
#include "lang/ludii/graph/board.h"

#include <math.h>
#include <stdlib.h>

const char *const gr_direction_names[GR_DIRECTIONS] = {"N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE",
                                                       "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW"};

static const double PI = 3.14159265358979323846;

typedef struct finder {
    const graph *g;
    arena *arena;
    vec_u32 *faces_of, *edges_of; /* [vertex] */
} finder;

/* ---- sites ---- */

static gr_sites new_sites(arena *a, uint32_t count)
{
    gr_sites s = {.count = count};
    for (uint32_t r = 0; r < GR_RELATIONS; r++)
        s.near[r] = ARENA_ARRAY(a, vec_u32, count + 1);
    for (uint32_t d = 0; d < GR_DIRECTIONS; d++)
        s.step[d] = ARENA_ARRAY(a, vec_u32, count + 1);
    return s;
}

static void add_once(arena *a, vec_u32 *list, uint32_t item)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (list->data[i] == item)
            return;
    vec_push(a, list, item);
}

static bool holds(const vec_u32 *list, uint32_t item)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (list->data[i] == item)
            return true;
    return false;
}

/* Clockwise from north, in radians below a full turn. */
static double bearing(gr_point from, gr_point to)
{
    double angle = atan2(to.x - from.x, to.y - from.y);
    if (angle < -1e-6)
        angle += 2 * PI;
    return angle < 0 ? 0 : angle;
}

typedef struct turned {
    double angle;
    uint32_t site;
} turned;

static int by_angle(const void *x, const void *y)
{
    const turned *a = x, *b = y;
    if (fabs(a->angle - b->angle) > 1e-6)
        return a->angle < b->angle ? -1 : 1;
    return a->site < b->site ? -1 : a->site > b->site;
}

static void sort_list(arena *a, const gr_sites *s, uint32_t site, vec_u32 *list)
{
    turned *t = ARENA_ARRAY(a, turned, list->count + 1);
    for (uint32_t i = 0; i < list->count; i++)
        t[i] = (turned){bearing(s->at[site], s->at[list->data[i]]), list->data[i]};
    if (list->count)
        qsort(t, list->count, sizeof *t, by_angle);
    for (uint32_t i = 0; i < list->count; i++)
        list->data[i] = t[i].site;
}

/* Orders all lists, and makes those of the directions. */
static void finish(arena *a, gr_sites *s)
{
    for (uint32_t i = 0; i < s->count; i++) {
        vec_u32 all = {0};
        for (uint32_t r = 0; r < GR_RELATIONS; r++) {
            sort_list(a, s, i, &s->near[r][i]);
            for (uint32_t k = 0; k < s->near[r][i].count; k++)
                add_once(a, &all, s->near[r][i].data[k]);
        }
        sort_list(a, s, i, &all);
        for (uint32_t k = 0; k < all.count; k++) {
            double turn = bearing(s->at[i], s->at[all.data[k]]) / (2 * PI / GR_DIRECTIONS);
            vec_push(a, &s->step[(uint32_t)lround(turn) % GR_DIRECTIONS][i], all.data[k]);
        }
    }
    gr_find_rows(s, a);
}

/* ---- cells ---- */

static uint32_t shared_corners(const gr_face *f, const gr_face *other)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < f->count; i++)
        for (uint32_t k = 0; k < other->count; k++)
            n += f->corners[i] == other->corners[k];
    return n;
}

static double angle_between(double a, double b)
{
    const double turn = fabs(a - b);
    return turn > PI ? 2 * PI - turn : turn;
}

/* How far the way from one cell to another turns at the vertex between them. */
static double deviation(gr_point from, gr_point over, gr_point to) { return angle_between(bearing(from, over), bearing(over, to)); }

/* Of the cells that meet cell c in the vertex alone, the one straight across is its diagonal neighbour. */
static void meet_at(const finder *x, gr_sites *s, uint32_t c, uint32_t v)
{
    const vec_u32 *around = &x->faces_of[v];
    uint32_t across = GR_NONE;
    double least = 4;
    for (uint32_t i = 0; i < around->count; i++) {
        uint32_t other = around->data[i];
        if (other == c)
            continue;
        add_once(x->arena, &s->near[GR_ADJACENT][c], other);
        if (shared_corners(&x->g->faces.data[c], &x->g->faces.data[other]) > 1) {
            add_once(x->arena, &s->near[GR_ORTHOGONAL][c], other);
            continue;
        }
        double turn = deviation(s->at[c], x->g->vertices.data[v], s->at[other]);
        if (turn < least) {
            least = turn;
            across = other;
        }
        add_once(x->arena, &s->near[GR_OFF_DIAGONAL][c], other);
    }
    if (across != GR_NONE)
        add_once(x->arena, &s->near[GR_DIAGONAL][c], across);
}

/* An edge that goes straight on from the cell's middle over a corner leads to the cell beyond it, as with hexagons. */
static void look_along_edge(const finder *x, gr_sites *s, uint32_t c, uint32_t v)
{
    const gr_point *points = x->g->vertices.data;
    for (uint32_t i = 0; i < x->edges_of[v].count; i++) {
        const gr_edge *e = &x->g->edges.data[x->edges_of[v].data[i]];
        uint32_t end = e->a == v ? e->b : e->a;
        if (deviation(s->at[c], points[v], points[end]) > 0.1)
            continue;
        for (uint32_t k = 0; k < x->faces_of[end].count; k++)
            if (!holds(&x->faces_of[v], x->faces_of[end].data[k]))
                add_once(x->arena, &s->near[GR_DIAGONAL][c], x->faces_of[end].data[k]);
    }
}

static void remove_all(vec_u32 *list, const vec_u32 *others)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < list->count; i++)
        if (!holds(others, list->data[i]))
            list->data[n++] = list->data[i];
    list->count = n;
}

static void find_cells(const finder *x, gr_sites *s)
{
    gr_point *at = ARENA_ARRAY(x->arena, gr_point, s->count + 1);
    for (uint32_t c = 0; c < s->count; c++)
        at[c] = x->g->faces.data[c].centre;
    s->at = at;
    for (uint32_t c = 0; c < s->count; c++) {
        const gr_face *f = &x->g->faces.data[c];
        for (uint32_t i = 0; i < f->count; i++) {
            meet_at(x, s, c, f->corners[i]);
            look_along_edge(x, s, c, f->corners[i]);
        }
        remove_all(&s->near[GR_OFF_DIAGONAL][c], &s->near[GR_DIAGONAL][c]);
    }
    finish(x->arena, s);
}

/* ---- vertices and edges ---- */

/* The corner of a face that is seen from v most nearly where its middle is, if no edge leads there; of equal ones the first. */
static void look_across(const finder *x, gr_sites *s, const gr_face *f, uint32_t v)
{
    uint32_t across = GR_NONE;
    double least = 4;
    for (uint32_t i = 0; i < f->count; i++) {
        const uint32_t other = f->corners[i];
        const double off = other == v ? 4 : angle_between(bearing(s->at[v], f->centre), bearing(s->at[v], s->at[other]));
        const bool nearer = off < least - 1e-9;
        if (other != v && nearer && !holds(&s->near[GR_ORTHOGONAL][v], other)) {
            least = off;
            across = other;
        }
    }
    if (across != GR_NONE)
        add_once(x->arena, &s->near[GR_DIAGONAL][v], across);
}

static void find_vertices(const finder *x, gr_sites *s)
{
    const graph *g = x->g;
    s->at = g->vertices.data;
    for (uint32_t i = 0; i < g->edges.count; i++) {
        uint32_t a = g->edges.data[i].a, b = g->edges.data[i].b;
        for (uint32_t r = GR_ADJACENT; r <= GR_ORTHOGONAL; r++) {
            vec_push(x->arena, &s->near[r][a], b);
            vec_push(x->arena, &s->near[r][b], a);
        }
    }
    for (uint32_t c = 0; c < g->faces.count; c++)
        for (uint32_t i = 0; i < g->faces.data[c].count; i++)
            look_across(x, s, &g->faces.data[c], g->faces.data[c].corners[i]);
    finish(x->arena, s);
}

static void find_edges(const finder *x, gr_sites *s)
{
    const graph *g = x->g;
    gr_point *at = ARENA_ARRAY(x->arena, gr_point, s->count + 1);
    for (uint32_t e = 0; e < s->count; e++)
        at[e] = graph_middle(g, &g->edges.data[e]);
    s->at = at;
    for (uint32_t v = 0; v < g->vertices.count; v++)
        for (uint32_t i = 0; i < x->edges_of[v].count; i++)
            for (uint32_t k = 0; k < x->edges_of[v].count; k++)
                for (uint32_t r = GR_ADJACENT; r <= GR_ORTHOGONAL && i != k; r++)
                    add_once(x->arena, &s->near[r][x->edges_of[v].data[i]], x->edges_of[v].data[k]);
    finish(x->arena, s);
}

void gr_find_sites(gr_board *b, arena *a)
{
    const graph *g = b->graph;
    finder x = {g, a, ARENA_ARRAY(a, vec_u32, g->vertices.count + 1), ARENA_ARRAY(a, vec_u32, g->vertices.count + 1)};
    for (uint32_t c = 0; c < g->faces.count; c++)
        for (uint32_t i = 0; i < g->faces.data[c].count; i++)
            vec_push(a, &x.faces_of[g->faces.data[c].corners[i]], c);
    for (uint32_t e = 0; e < g->edges.count; e++) {
        vec_push(a, &x.edges_of[g->edges.data[e].a], e);
        vec_push(a, &x.edges_of[g->edges.data[e].b], e);
    }
    b->sites[GR_CELL] = new_sites(a, g->faces.count);
    b->sites[GR_VERTEX] = new_sites(a, g->vertices.count);
    b->sites[GR_EDGE] = new_sites(a, g->edges.count);
    find_cells(&x, &b->sites[GR_CELL]);
    find_vertices(&x, &b->sites[GR_VERTEX]);
    find_edges(&x, &b->sites[GR_EDGE]);
    gr_find_phases(b, a);
    gr_find_regions(b, a);
}
