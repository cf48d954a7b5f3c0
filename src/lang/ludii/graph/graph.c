#include "lang/ludii/graph/graph.h"
#include "lang/ludii/graph/angle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SAME 0.01 /* points that are as near as that are one */

graph *graph_new(arena *a)
{
    graph *g = ARENA_NEW(a, graph);
    g->arena = a;
    return g;
}

uint32_t graph_add_vertex(graph *g, gr_point p)
{
    vec_push(g->arena, &g->vertices, p);
    return g->vertices.count - 1;
}

enum { VERTICES_UNIT = 64 /* vertices that are compared, as work of an arena */ };

uint32_t graph_vertex_at(const graph *g, gr_point p)
{
    arena_work(g->arena, 1 + g->vertices.count / VERTICES_UNIT);
    for (uint32_t i = 0; i < g->vertices.count; i++) {
        const gr_point *q = &vec_at(&g->vertices, i);
        if (fabs(q->x - p.x) < SAME && fabs(q->y - p.y) < SAME && fabs(q->z - p.z) < SAME)
            return i;
    }
    return GR_NONE;
}

uint32_t graph_vertex(graph *g, gr_point p)
{
    uint32_t at = graph_vertex_at(g, p);
    return at == GR_NONE ? graph_add_vertex(g, p) : at;
}

static uint64_t ends(uint32_t a, uint32_t b) { return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a; }

/* Edges that were added since, all of them after they were renumbered. */
bool graph_has_edge(graph *g, uint32_t a, uint32_t b)
{
    if (!g->mapped)
        map_init(&g->edge_between, g->arena);
    for (; g->mapped < g->edges.count; g->mapped++)
        map_put(&g->edge_between, ends(vec_at(&g->edges, g->mapped).a, vec_at(&g->edges, g->mapped).b), 1);
    return map_has(&g->edge_between, ends(a, b));
}

void graph_add_edge(graph *g, uint32_t a, uint32_t b)
{
    gr_edge e = {a, b};
    if (a != b && !graph_has_edge(g, a, b))
        vec_push(g->arena, &g->edges, e);
}

static gr_point centre_of(const graph *g, const uint32_t *corners, uint32_t count)
{
    gr_point c = {0, 0, 0};
    for (uint32_t i = 0; i < count; i++) {
        const gr_point *p = &vec_at(&g->vertices, corners[i]);
        c.x += p->x / count;
        c.y += p->y / count;
        c.z += p->z / count;
    }
    return c;
}

void graph_add_face(graph *g, const uint32_t *corners, uint32_t count)
{
    uint32_t *own = ARENA_ARRAY(g->arena, uint32_t, count);
    memcpy(own, corners, sizeof *own * count);
    gr_face f = {own, count, centre_of(g, own, count)};
    vec_push(g->arena, &g->faces, f);
}

gr_point graph_middle(const graph *g, const gr_edge *e)
{
    const gr_point *p = &vec_at(&g->vertices, e->a), *q = &vec_at(&g->vertices, e->b);
    return (gr_point){(p->x + q->x) / 2, (p->y + q->y) / 2, (p->z + q->z) / 2};
}

bool graph_is_side(const gr_face *f, const gr_edge *e)
{
    for (uint32_t k = 0; k < f->count; k++) {
        uint32_t p = f->corners[k], q = f->corners[(k + 1) % f->count];
        if ((p == e->a && q == e->b) || (p == e->b && q == e->a))
            return true;
    }
    return false;
}

vec_u32 *graph_faces_around(const graph *g, arena *a)
{
    vec_u32 *faces_of = ARENA_ARRAY(a, vec_u32, g->vertices.count + 1);
    for (uint32_t c = 0; c < g->faces.count; c++)
        for (uint32_t i = 0; i < vec_at(&g->faces, c).count; i++)
            vec_push(a, &faces_of[vec_at(&g->faces, c).corners[i]], c);
    return faces_of;
}

/* ---- numbering ---- */

typedef struct ranked {
    double key;
    uint32_t index;
} ranked;

static int by_rank(const void *x, const void *y)
{
    const ranked *a = x, *b = y;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return a->index < b->index ? -1 : a->index > b->index;
}

/* Rows count a hundred times; what differs by rounding alone is equal. */
static double rank_key(gr_point p) { return round((100 * p.y + p.x) * 1e4) / 1e4; }

static ranked *ranks(arena *a, uint32_t count) { return ARENA_ARRAY(a, ranked, count + 1); }

static void sort_ranks(ranked *r, uint32_t count)
{
    if (count)
        qsort(r, count, sizeof *r, by_rank);
}

/* Edges and faces of vertices that have other numbers now. */
static void renumber(graph *g, const uint32_t *now)
{
    g->mapped = 0;
    for (uint32_t i = 0; i < g->edges.count; i++)
        vec_at(&g->edges, i) = (gr_edge){now[vec_at(&g->edges, i).a], now[vec_at(&g->edges, i).b]};
    for (uint32_t i = 0; i < g->faces.count; i++) {
        gr_face *f = &vec_at(&g->faces, i);
        uint32_t *corners = ARENA_ARRAY(g->arena, uint32_t, f->count);
        for (uint32_t k = 0; k < f->count; k++)
            corners[k] = now[f->corners[k]];
        f->corners = corners;
    }
}

static void sort_vertices(graph *g)
{
    uint32_t n = g->vertices.count;
    ranked *r = ranks(g->arena, n);
    uint32_t *now = ARENA_ARRAY(g->arena, uint32_t, n + 1);
    gr_point *old = ARENA_ARRAY(g->arena, gr_point, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        old[i] = vec_at(&g->vertices, i);
        r[i] = (ranked){rank_key(old[i]), i};
    }
    sort_ranks(r, n);
    for (uint32_t i = 0; i < n; i++) {
        vec_at(&g->vertices, i) = old[r[i].index];
        now[r[i].index] = i;
    }
    renumber(g, now);
}

void graph_sort(graph *g)
{
    uint32_t most = g->edges.count > g->faces.count ? g->edges.count : g->faces.count;
    ranked *r = ranks(g->arena, most);
    gr_edge *edges = ARENA_ARRAY(g->arena, gr_edge, g->edges.count + 1);
    gr_face *faces = ARENA_ARRAY(g->arena, gr_face, g->faces.count + 1);
    sort_vertices(g);
    for (uint32_t i = 0; i < g->edges.count; i++) {
        edges[i] = vec_at(&g->edges, i);
        r[i] = (ranked){rank_key(graph_middle(g, &edges[i])), i};
    }
    sort_ranks(r, g->edges.count);
    for (uint32_t i = 0; i < g->edges.count; i++)
        vec_at(&g->edges, i) = edges[r[i].index];
    for (uint32_t i = 0; i < g->faces.count; i++) {
        faces[i] = vec_at(&g->faces, i);
        r[i] = (ranked){rank_key(faces[i].centre), i};
    }
    sort_ranks(r, g->faces.count);
    for (uint32_t i = 0; i < g->faces.count; i++)
        vec_at(&g->faces, i) = faces[r[i].index];
}

/* ---- edges of vertices ---- */

typedef struct edge_angle {
    double angle;
    uint32_t edge;
} edge_angle;

static int by_edge_angle(const void *x, const void *y)
{
    const edge_angle *a = x, *b = y;
    if (a->angle != b->angle)
        return a->angle < b->angle ? -1 : 1;
    return a->edge < b->edge ? -1 : a->edge > b->edge;
}

static const double PI = 3.14159265358979323846;

/* The angle before the graph was turned; what is due west or nearly so is not on both sides of the end. */
static double first_angle(const graph *g, const gr_point *p, const gr_point *q)
{
    const double now = gr_atan2(q->y - p->y, q->x - p->x), whole = 2 * PI, about = g->west_first ? -1e-9 : 1e-9;
    if (g->turned == 0)
        return now;
    const double angle = fmod(now - g->turned, whole);
    return angle > PI + about ? angle - whole : angle <= -PI + about ? angle + whole : angle;
}

const vec_u32 *graph_edges_around(const graph *g)
{
    arena *a = g->arena;
    vec_u32 *all = ARENA_ARRAY(a, vec_u32, g->vertices.count + 1);
    for (uint32_t e = 0; e < g->edges.count; e++) {
        vec_push(a, &all[vec_at(&g->edges, e).a], e);
        vec_push(a, &all[vec_at(&g->edges, e).b], e);
    }
    for (uint32_t v = 0; v < g->vertices.count; v++) {
        edge_angle *t = ARENA_ARRAY(a, edge_angle, all[v].count + 1);
        for (uint32_t k = 0; k < all[v].count; k++) {
            const gr_edge *e = &vec_at(&g->edges, vec_at(&all[v], k));
            const gr_point *p = &vec_at(&g->vertices, v), *q = &vec_at(&g->vertices, e->a == v ? e->b : e->a);
            t[k] = (edge_angle){.angle = first_angle(g, p, q), .edge = vec_at(&all[v], k)};
        }
        if (all[v].count)
            qsort(t, all[v].count, sizeof *t, by_edge_angle);
        for (uint32_t k = 0; k < all[v].count; k++)
            vec_at(&all[v], k) = t[k].edge;
    }
    return all;
}

static uint32_t other_end(const graph *g, uint32_t edge, uint32_t v)
{
    return vec_at(&g->edges, edge).a == v ? vec_at(&g->edges, edge).b : vec_at(&g->edges, edge).a;
}

/* Of the edges at a vertex that is furthest to the left, that which falls most. */
static uint32_t first_edge(const graph *g, const vec_u32 *edges_of, uint32_t v)
{
    uint32_t best = GR_NONE;
    double least = INFINITY;
    for (uint32_t i = 0; i < edges_of[v].count; i++) {
        const gr_point *p = &vec_at(&g->vertices, v), *q = &g->vertices.data[other_end(g, vec_at(&edges_of[v], i), v)];
        const double angle = atan2(q->x - p->x, p->y - q->y);
        if (angle < least) {
            least = angle;
            best = vec_at(&edges_of[v], i);
        }
    }
    return best;
}

void graph_walk_ring(const graph *g, const vec_u32 *edges_of, uint32_t first, vec_u32 *ring, vec_u32 *edges)
{
    uint32_t at = first, edge = first_edge(g, edges_of, first);
    vec_push(g->arena, ring, first);
    while (edge != GR_NONE && edges->count < 2 * g->edges.count) {
        vec_push(g->arena, edges, edge);
        at = other_end(g, edge, at);
        if (at == first)
            return;
        vec_push(g->arena, ring, at);
        uint32_t i = 0;
        while (vec_at(&edges_of[at], i) != edge)
            i++;
        edge = edges_of[at].data[(i + 1) % edges_of[at].count];
    }
}

/* ---- faces from edges ---- */

typedef struct half_edge {
    uint32_t from, to;
    double angle;
    uint32_t next; /* the next one around its face */
} half_edge;

static int by_angle(const void *x, const void *y)
{
    const half_edge *a = x, *b = y;
    return a->angle < b->angle ? -1 : a->angle > b->angle;
}

/* By the vertex they leave, around it by angle. Few leave one, so that sorting never takes long at once. */
static half_edge *sort_halves(const graph *g, const half_edge *h, uint32_t count)
{
    half_edge *sorted = ARENA_ARRAY(g->arena, half_edge, count + 1);
    uint32_t *start = ARENA_ARRAY(g->arena, uint32_t, g->vertices.count + 2);
    for (uint32_t i = 0; i < count; i++)
        start[h[i].from + 2]++;
    for (uint32_t v = 2; v < g->vertices.count + 2; v++)
        start[v] += start[v - 1];
    for (uint32_t i = 0; i < count; i++)
        sorted[start[h[i].from + 1]++] = h[i];
    for (uint32_t v = 0; v < g->vertices.count; v++) {
        const uint32_t own = start[v + 1] - start[v];
        arena_work(g->arena, 1 + own);
        if (own > 1)
            qsort(sorted + start[v], own, sizeof *sorted, by_angle);
    }
    return sorted;
}

static uint32_t find_half(const half_edge *h, uint32_t count, uint32_t from, uint32_t to)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        if (h[mid].from < from)
            low = mid + 1;
        else
            high = mid;
    }
    while (h[low].to != to)
        low++;
    return low;
}

/* The half edge that leaves where h arrives, next to the way back: a walk of these keeps the face at one side. */
static void link_halves(half_edge *h, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t back = find_half(h, count, h[i].to, h[i].from), first = back, last = back;
        while (first > 0 && h[first - 1].from == h[i].to)
            first--;
        while (last + 1 < count && h[last + 1].from == h[i].to)
            last++;
        h[i].next = back == first ? last : back - 1;
    }
}

static double doubled_area(const graph *g, const uint32_t *corners, uint32_t count)
{
    double sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        const gr_point *p = &vec_at(&g->vertices, corners[i]), *q = &g->vertices.data[corners[(i + 1) % count]];
        sum += p->x * q->y - q->x * p->y;
    }
    return sum;
}

static void reverse(uint32_t *items, uint32_t count)
{
    for (uint32_t i = 0; i < count / 2; i++) {
        uint32_t item = items[i];
        items[i] = items[count - 1 - i];
        items[count - 1 - i] = item;
    }
}

enum { SIDES_MAX = 32 }; /* rings with more sides are no cells */

/* The way along a face until it is back at the vertex where it began; false when it crosses itself before, is too
 * long, or leads around the outside. Edges that cross each other may be sides of several faces. */
static bool walk_around(const graph *g, const half_edge *h, uint32_t first, vec_u32 *corners)
{
    corners->count = 0;
    for (uint32_t k = first;; k = h[k].next) {
        for (uint32_t i = 0; i < corners->count; i++)
            if (vec_at(corners, i) == h[k].from)
                return false;
        if (corners->count == SIDES_MAX)
            return false;
        vec_push(g->arena, corners, h[k].from);
        if (h[k].to == h[first].from)
            break;
    }
    return corners->count > 2 && doubled_area(g, corners->data, corners->count) > SAME;
}

/* The same for the same corners in any order. */
static uint64_t corner_hash(const vec_u32 *corners)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < corners->count; i++)
        sum += hash_mix(vec_at(corners, i) + UINT64_C(0x9e3779b97f4a7c15));
    return sum;
}

void graph_find_faces(graph *g)
{
    uint32_t n = 2 * g->edges.count;
    half_edge *h = ARENA_ARRAY(g->arena, half_edge, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        const gr_edge *e = &vec_at(&g->edges, i / 2);
        uint32_t from = i % 2 ? e->b : e->a, to = i % 2 ? e->a : e->b;
        const gr_point *p = &vec_at(&g->vertices, from), *q = &vec_at(&g->vertices, to);
        h[i] = (half_edge){.from = from, .to = to, .angle = atan2(q->y - p->y, q->x - p->x)};
    }
    h = sort_halves(g, h, n);
    link_halves(h, n);
    g->faces.count = 0;
    map found;
    map_init(&found, g->arena);
    vec_u32 corners = {0};
    for (uint32_t i = 0; i < n; i++) {
        if (!walk_around(g, h, i, &corners) || map_has(&found, corner_hash(&corners)))
            continue;
        map_put(&found, corner_hash(&corners), 1);
        reverse(corners.data + 1, corners.count - 1); /* clockwise */
        graph_add_face(g, corners.data, corners.count);
    }
}

/* ---- parts ---- */

void graph_keep_faces(graph *g, const bool *keep)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < g->faces.count; i++)
        if (keep[i])
            g->faces.data[n++] = vec_at(&g->faces, i);
    g->faces.count = n;
}

static bool has_side(const gr_face *f, uint32_t a, uint32_t b)
{
    for (uint32_t k = 0; k < f->count; k++) {
        uint32_t p = f->corners[k], q = f->corners[(k + 1) % f->count];
        if ((p == a && q == b) || (p == b && q == a))
            return true;
    }
    return false;
}

void graph_keep_edges(graph *g, const bool *keep)
{
    bool *faces = ARENA_ARRAY(g->arena, bool, g->faces.count + 1);
    uint32_t n = 0;
    g->mapped = 0;
    for (uint32_t i = 0; i < g->faces.count; i++) {
        faces[i] = true;
        for (uint32_t e = 0; e < g->edges.count && faces[i]; e++)
            faces[i] = keep[e] || !has_side(&vec_at(&g->faces, i), vec_at(&g->edges, e).a, vec_at(&g->edges, e).b);
    }
    graph_keep_faces(g, faces);
    for (uint32_t i = 0; i < g->edges.count; i++)
        if (keep[i])
            g->edges.data[n++] = vec_at(&g->edges, i);
    g->edges.count = n;
}

void graph_keep_vertices(graph *g, const bool *keep)
{
    uint32_t *now = ARENA_ARRAY(g->arena, uint32_t, g->vertices.count + 1), n = 0;
    bool *edges = ARENA_ARRAY(g->arena, bool, g->edges.count + 1);
    for (uint32_t i = 0; i < g->edges.count; i++)
        edges[i] = keep[vec_at(&g->edges, i).a] && keep[vec_at(&g->edges, i).b];
    graph_keep_edges(g, edges);
    for (uint32_t i = 0; i < g->vertices.count; i++) {
        now[i] = n;
        if (keep[i])
            g->vertices.data[n++] = vec_at(&g->vertices, i);
    }
    g->vertices.count = n;
    renumber(g, now);
}

static bool has_face(const graph *g, gr_point centre)
{
    for (uint32_t i = 0; i < g->faces.count; i++)
        if (fabs(vec_at(&g->faces, i).centre.x - centre.x) < SAME &&
            fabs(vec_at(&g->faces, i).centre.y - centre.y) < SAME)
            return true;
    return false;
}

void graph_append(graph *g, const graph *other, bool joining)
{
    uint32_t *now = ARENA_ARRAY(g->arena, uint32_t, other->vertices.count + 1);
    vec_u32 corners = {0};
    for (uint32_t i = 0; i < other->vertices.count; i++)
        now[i] =
            joining ? graph_vertex(g, vec_at(&other->vertices, i)) : graph_add_vertex(g, vec_at(&other->vertices, i));
    for (uint32_t i = 0; i < other->edges.count; i++)
        graph_add_edge(g, now[vec_at(&other->edges, i).a], now[vec_at(&other->edges, i).b]);
    for (uint32_t i = 0; i < other->faces.count; i++) {
        const gr_face *f = &vec_at(&other->faces, i);
        corners.count = 0;
        for (uint32_t k = 0; k < f->count; k++)
            vec_push(g->arena, &corners, now[f->corners[k]]);
        if (!joining || !has_face(g, f->centre))
            graph_add_face(g, corners.data, corners.count);
    }
}
