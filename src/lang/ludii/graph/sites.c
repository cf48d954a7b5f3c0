/* Which sites are next to which, in which direction. */
#include "lang/ludii/graph/angle.h"
#include "lang/ludii/graph/board.h"

#include <math.h>
#include <stdlib.h>

const char *const gr_direction_names[GR_DIRECTIONS] = {"N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE",
                                                       "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW"};

static const double PI = 3.14159265358979323846;

typedef struct finder {
    const graph *g;
    arena *arena;
    vec_u32 *faces_of; /* [vertex] */
    const vec_u32 *edges_of;
    double level; /* what differs more in height is higher or lower; 0 where all is flat */
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
        if (vec_at(list, i) == item)
            return;
    vec_push(a, list, item);
}

static bool holds(const vec_u32 *list, uint32_t item)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (vec_at(list, i) == item)
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
    uint32_t order, site;
} turned;

static int by_angle(const void *x, const void *y)
{
    const turned *a = x, *b = y;
    if (a->angle != b->angle)
        return a->angle < b->angle ? -1 : 1;
    return a->order < b->order ? -1 : a->order > b->order;
}

/* Clockwise from north; what lies in the same direction stays in the order in which it was found. */
static void sort_list(arena *a, const gr_sites *s, uint32_t site, vec_u32 *list)
{
    turned *t = ARENA_ARRAY(a, turned, list->count + 1);
    for (uint32_t i = 0; i < list->count; i++) {
        const gr_point *p = &s->at[site], *q = &s->at[vec_at(list, i)];
        const double angle = PI / 2 - gr_atan2(q->y - p->y, q->x - p->x) + 0.0001;
        t[i] = (turned){angle < 0 ? angle + 2 * PI : angle, i, vec_at(list, i)};
    }
    if (list->count)
        qsort(t, list->count, sizeof *t, by_angle);
    for (uint32_t i = 0; i < list->count; i++)
        vec_at(list, i) = t[i].site;
}

/* ---- directions ---- */

enum { SAME_LEVEL, HIGHER, LOWER };

static uint32_t level_of(const finder *x, gr_point from, gr_point to)
{
    const double rise = to.z - from.z;
    return x->level > 0 && rise > x->level ? HIGHER : x->level > 0 && rise < -x->level ? LOWER : SAME_LEVEL;
}

static void look_at(const finder *x, gr_point from, gr_point to, vec_u32 *turns)
{
    const uint32_t turn = (uint32_t)lround(bearing(from, to) / (4 * PI / GR_DIRECTIONS)) % (GR_DIRECTIONS / 2);
    vec_push(x->arena, turns, level_of(x, from, to) * (GR_DIRECTIONS / 2) + turn);
}

/* Where the vertices, edges and faces that a site touches lie, in eight directions. */
static void look_around(const finder *x, gr_site kind, gr_point from, uint32_t site, vec_u32 *turns)
{
    const graph *g = x->g;
    const gr_face *f = kind == GR_CELL ? &vec_at(&g->faces, site) : NULL;
    const gr_edge *e = kind == GR_EDGE ? &vec_at(&g->edges, site) : NULL;
    const uint32_t ends[2] = {e ? e->a : site, e ? e->b : site};
    for (uint32_t i = 0; f && i < f->count; i++) {
        look_at(x, from, vec_at(&g->vertices, f->corners[i]), turns);
        look_at(x, from, graph_middle(g, &(gr_edge){f->corners[i], f->corners[(i + 1) % f->count]}), turns);
    }
    for (uint32_t i = 0; !f && i < (e ? 2 : 1); i++) {
        const vec_u32 *faces = &x->faces_of[ends[i]], *edges = &x->edges_of[ends[i]];
        for (uint32_t k = 0; k < faces->count; k++)
            if (i == 0 || !holds(&x->faces_of[ends[0]], vec_at(faces, k)))
                look_at(x, from, vec_at(&g->faces, vec_at(faces, k)).centre, turns);
        for (uint32_t k = 0; k < edges->count && !e; k++)
            look_at(x, from, graph_middle(g, &vec_at(&g->edges, vec_at(edges, k))), turns);
        if (e)
            look_at(x, from, vec_at(&g->vertices, ends[i]), turns);
    }
}

/* Eight directions are enough for a site if nothing that it steps to, of whatever kind, lies in the same one; else
 * there are sixteen. */
static bool needs_all(const finder *x, const gr_sites *s, gr_site kind, uint32_t site, const vec_u32 *near)
{
    vec_u32 turns = {0};
    uint32_t seen = 0;
    bool again = false;
    for (uint32_t i = 0; i < near->count; i++)
        look_at(x, s->at[site], s->at[vec_at(near, i)], &turns);
    look_around(x, kind, s->at[site], site, &turns);
    for (uint32_t i = 0; i < turns.count; i++) {
        again |= seen >> vec_at(&turns, i) & 1;
        seen |= 1u << vec_at(&turns, i);
    }
    return again;
}

/* Orders all lists, and makes those of the directions. */
static void finish(const finder *x, gr_sites *s, gr_site kind)
{
    for (uint32_t d = 0; d < 2 * GR_DIRECTIONS && x->level > 0; d++)
        s->slope[d / GR_DIRECTIONS][d % GR_DIRECTIONS] = ARENA_ARRAY(x->arena, vec_u32, s->count + 1);
    for (uint32_t i = 0; i < s->count; i++) {
        vec_u32 all = {0};
        for (uint32_t r = 0; r < GR_RELATIONS; r++) {
            sort_list(x->arena, s, i, &s->near[r][i]);
            for (uint32_t k = 0; k < s->near[r][i].count; k++)
                add_once(x->arena, &all, vec_at(&s->near[r][i], k));
        }
        sort_list(x->arena, s, i, &all);
        const uint32_t apart = needs_all(x, s, kind, i, &all) ? 1 : 2;
        for (uint32_t k = 0; k < all.count; k++) {
            const double turn = bearing(s->at[i], s->at[vec_at(&all, k)]) / (2 * PI / GR_DIRECTIONS * apart);
            const uint32_t d = (uint32_t)lround(turn) * apart % GR_DIRECTIONS,
                           level = level_of(x, s->at[i], s->at[vec_at(&all, k)]);
            vec_push(x->arena, level ? &s->slope[level - HIGHER][d][i] : &s->step[d][i], vec_at(&all, k));
        }
    }
    gr_find_rows(s, x->arena);
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
static double deviation(gr_point from, gr_point over, gr_point to)
{
    return angle_between(bearing(from, over), bearing(over, to));
}

/* Of the cells that meet cell c in the vertex alone, the one straight across is its diagonal neighbour. */
static void meet_at(const finder *x, gr_sites *s, uint32_t c, uint32_t v)
{
    const vec_u32 *around = &x->faces_of[v];
    uint32_t across = GR_NONE;
    double least = 4;
    for (uint32_t i = 0; i < around->count; i++) {
        uint32_t other = vec_at(around, i);
        if (other == c)
            continue;
        add_once(x->arena, &s->near[GR_ADJACENT][c], other);
        if (shared_corners(&vec_at(&x->g->faces, c), &vec_at(&x->g->faces, other)) > 1) {
            add_once(x->arena, &s->near[GR_ORTHOGONAL][c], other);
            continue;
        }
        double turn = deviation(s->at[c], vec_at(&x->g->vertices, v), s->at[other]);
        if (turn < least) {
            least = turn;
            across = other;
        }
        add_once(x->arena, &s->near[GR_OFF_DIAGONAL][c], other);
    }
    if (across != GR_NONE)
        add_once(x->arena, &s->near[GR_DIAGONAL][c], across);
}

/* How far a point is from the line through two others. */
static double off_line(gr_point p, gr_point a, gr_point b)
{
    return fabs((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)) / hypot(b.x - a.x, b.y - a.y);
}

/* Where three edges meet, the one that leads away leads to the cells beyond it that lie about on its line, as with
 * hexagons. */
static void look_along_edge(const finder *x, gr_sites *s, uint32_t c, uint32_t v)
{
    const gr_point *points = x->g->vertices.data;
    const gr_face *f = &vec_at(&x->g->faces, c);
    const vec_u32 *edges = &x->edges_of[v];
    uint32_t away = 0;
    if (edges->count != 3)
        return;
    while (away < 3 && graph_is_side(f, &vec_at(&x->g->edges, vec_at(edges, away))))
        away++;
    if (away == 3)
        return;
    const gr_edge *e = &vec_at(&x->g->edges, vec_at(edges, away));
    const uint32_t end = e->a == v ? e->b : e->a;
    for (uint32_t k = 0; k < x->faces_of[end].count; k++) {
        const uint32_t other = vec_at(&x->faces_of[end], k);
        const double off = off_line(points[v], s->at[c], s->at[other]) + off_line(points[end], s->at[c], s->at[other]);
        if (other != c && !holds(&s->near[GR_ADJACENT][c], other) &&
            off <= (0.1 + 1e-9) * hypot(s->at[other].x - s->at[c].x, s->at[other].y - s->at[c].y))
            add_once(x->arena, &s->near[GR_DIAGONAL][c], other);
    }
}

static void remove_all(vec_u32 *list, const vec_u32 *others)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < list->count; i++)
        if (!holds(others, vec_at(list, i)))
            list->data[n++] = vec_at(list, i);
    list->count = n;
}

static void find_cells(const finder *x, gr_sites *s)
{
    gr_point *at = ARENA_ARRAY(x->arena, gr_point, s->count + 1);
    for (uint32_t c = 0; c < s->count; c++)
        at[c] = vec_at(&x->g->faces, c).centre;
    s->at = at;
    for (uint32_t c = 0; c < s->count; c++) {
        const gr_face *f = &vec_at(&x->g->faces, c);
        for (uint32_t i = 0; i < f->count; i++)
            meet_at(x, s, c, f->corners[i]);
        for (uint32_t i = 0; i < f->count; i++)
            look_along_edge(x, s, c, f->corners[i]);
        remove_all(&s->near[GR_OFF_DIAGONAL][c], &s->near[GR_DIAGONAL][c]);
    }
    finish(x, s, GR_CELL);
}

/* ---- vertices and edges ---- */

/* The corner of a face that is seen from v most nearly where its middle is, if no edge leads there; of equal ones the
 * first. */
static void look_across(const finder *x, gr_sites *s, const gr_face *f, uint32_t v)
{
    uint32_t across = GR_NONE;
    double least = 4;
    for (uint32_t i = 0; i < f->count; i++) {
        const uint32_t other = f->corners[i];
        const double off =
            other == v ? 4 : angle_between(bearing(s->at[v], f->centre), bearing(s->at[v], s->at[other]));
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
    for (uint32_t v = 0; v < s->count; v++)
        for (uint32_t i = 0; i < x->edges_of[v].count; i++) {
            const gr_edge *e = &vec_at(&g->edges, vec_at(&x->edges_of[v], i));
            for (uint32_t r = GR_ADJACENT; r <= GR_ORTHOGONAL; r++)
                vec_push(x->arena, &s->near[r][v], e->a == v ? e->b : e->a);
        }
    for (uint32_t c = 0; c < g->faces.count; c++)
        for (uint32_t i = 0; i < vec_at(&g->faces, c).count; i++)
            look_across(x, s, &vec_at(&g->faces, c), vec_at(&g->faces, c).corners[i]);
    finish(x, s, GR_VERTEX);
}

static void find_edges(const finder *x, gr_sites *s)
{
    const graph *g = x->g;
    gr_point *at = ARENA_ARRAY(x->arena, gr_point, s->count + 1);
    for (uint32_t e = 0; e < s->count; e++)
        at[e] = graph_middle(g, &vec_at(&g->edges, e));
    s->at = at;
    for (uint32_t e = 0; e < s->count; e++)
        for (uint32_t end = 0; end < 2; end++) {
            const vec_u32 *around = &x->edges_of[end ? vec_at(&g->edges, e).b : vec_at(&g->edges, e).a];
            for (uint32_t k = 0; k < around->count; k++)
                for (uint32_t r = GR_ADJACENT; r <= GR_ORTHOGONAL && vec_at(around, k) != e; r++)
                    add_once(x->arena, &s->near[r][e], vec_at(around, k));
        }
    finish(x, s, GR_EDGE);
}

/* A tenth of the mean length of edges, if some rise. */
static double find_level(const graph *g)
{
    double sum = 0;
    bool flat = true;
    for (uint32_t e = 0; e < g->edges.count; e++) {
        const gr_point *p = &vec_at(&g->vertices, vec_at(&g->edges, e).a),
                       *q = &vec_at(&g->vertices, vec_at(&g->edges, e).b);
        sum += hypot(hypot(p->x - q->x, p->y - q->y), p->z - q->z);
        flat &= p->z == q->z;
    }
    return flat ? 0 : sum / g->edges.count / 10;
}

void gr_find_sites(gr_board *b, arena *a)
{
    const graph *g = b->graph;
    finder x = {g, a, ARENA_ARRAY(a, vec_u32, g->vertices.count + 1), graph_edges_around(g), find_level(g)};
    for (uint32_t c = 0; c < g->faces.count; c++)
        for (uint32_t i = 0; i < vec_at(&g->faces, c).count; i++)
            vec_push(a, &x.faces_of[vec_at(&g->faces, c).corners[i]], c);
    b->sites[GR_CELL] = new_sites(a, g->faces.count);
    b->sites[GR_VERTEX] = new_sites(a, g->vertices.count);
    b->sites[GR_EDGE] = new_sites(a, g->edges.count);
    find_cells(&x, &b->sites[GR_CELL]);
    find_vertices(&x, &b->sites[GR_VERTEX]);
    find_edges(&x, &b->sites[GR_EDGE]);
    gr_find_phases(b, a);
    gr_find_regions(b, a);
}
