#include "lang/ludii/graph/make.h"

#include "lang/ludii/graph/shapes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- values ---- */

const char *gr_class_name(const maker *m, const ludii_value *v)
{
    return v->class == LIB_NONE ? "" : m->l->classes.data[v->class].row->name;
}

const char *gr_word(const maker *m, const ludii_value *v)
{
    return v && v->node->kind == LUDII_ATOM ? ludii_text(m->f, v->node->name) : "";
}

void gr_refuse(maker *m, const ludii_value *v, const char *what)
{
    const ludii_node *n = v->node->count ? v->node->items[0] : v->node;
    if (!m->failed)
        ludii_report(m->f, m->f->in->strict ? DIAG_LUDII_NOT_YET : DIAG_LUDII_UNPLAYABLE, n->span, n->origin, "%s",
                     what);
    m->failed = true;
}

void gr_refuse_class(maker *m, const ludii_value *v)
{
    gr_refuse(m, v, arena_printf(m->arena, "the ludeme `%s` cannot be played yet", gr_class_name(m, v)));
}

double gr_number(maker *m, const ludii_value *v)
{
    if (v->form == LIB_NONE && v->count) {
        gr_refuse(m, v, "a list of numbers of a board cannot be played yet");
        return 0;
    }
    if (v->form == LIB_NONE)
        return strtod(gr_word(m, v), NULL);
    if (vec_at(&m->l->forms, v->form).bare)
        return gr_number(m, v->items[0]);
    const char *name = gr_class_name(m, v);
    name += strncmp(name, "Dim", 3) == 0     ? 3
            : strncmp(name, "Int", 3) == 0   ? 3
            : strncmp(name, "Float", 5) == 0 ? 5
                                             : 0;
    const bool sum = strcmp(name, "Add") == 0;
    if ((sum || strcmp(name, "Multiply") == 0) && v->count && v->items[0] && v->items[0]->form == LIB_NONE &&
        v->items[0]->count) {
        double all = sum ? 0 : 1;
        for (uint32_t i = 0; i < v->items[0]->count; i++) {
            double n = gr_number(m, v->items[0]->items[i]);
            all = sum ? all + n : all * n;
        }
        return all;
    }
    double x = v->count && v->items[0] ? gr_number(m, v->items[0]) : 0,
           y = v->count > 1 && v->items[1] ? gr_number(m, v->items[1]) : 0;
    if (sum)
        return x + y;
    if (strcmp(name, "Subtract") == 0)
        return x - y;
    if (strcmp(name, "Multiply") == 0)
        return x * y;
    if (strcmp(name, "Divide") == 0 && y != 0)
        return strncmp(gr_class_name(m, v), "Float", 5) == 0 ? x / y : trunc(x / y);
    if (strcmp(name, "Max") == 0)
        return fmax(x, y);
    if (strcmp(name, "Min") == 0)
        return fmin(x, y);
    gr_refuse_class(m, v);
    return 0;
}

enum { SIDE_MAX = 200 };

uint32_t gr_size(maker *m, const ludii_value *v)
{
    double d = gr_number(m, v);
    if (!(d >= 1 && d <= SIDE_MAX) && !m->failed) {
        gr_refuse(m, v, arena_printf(m->arena, "a size of a board must be from 1 to %d", SIDE_MAX));
        return 1;
    }
    return m->failed ? 1 : (uint32_t)d;
}

bool gr_too_many(maker *m, const ludii_value *v, double vertices)
{
    if (vertices > GR_MAX_VERTICES && !m->failed)
        gr_refuse(m, v, arena_printf(m->arena, "the board has more than %d vertices", GR_MAX_VERTICES));
    return m->failed;
}

static gr_point point(maker *m, const ludii_value *v)
{
    gr_point p = {0, 0, 0};
    p.x = v->count > 0 ? gr_number(m, v->items[0]) : 0;
    p.y = v->count > 1 ? gr_number(m, v->items[1]) : 0;
    p.z = v->count > 2 ? gr_number(m, v->items[2]) : 0;
    return p;
}

/* ---- generators ---- */

static graph *circle(maker *m, const ludii_value *v)
{
    vec_u32 rings = {0};
    if (v->items[1])
        gr_refuse_class(m, v);
    for (uint32_t i = 0; i < v->items[0]->count; i++)
        vec_push(m->arena, &rings, gr_size(m, v->items[0]->items[i]));
    if (gr_too_many(m, v, 200.0 * rings.count))
        return graph_new(m->arena);
    return graph_circle(m->arena, rings.data, rings.count);
}

static graph *wedge(maker *m, const ludii_value *v)
{
    return graph_wedge(m->arena, gr_size(m, v->items[0]), v->items[1] ? gr_size(m, v->items[1]) : 3);
}

static graph *morris(maker *m, const ludii_value *v)
{
    return graph_morris(m->arena, gr_size(m, v->items[0]),
                        v->items[1] && strcasecmp(gr_word(m, v->items[1]->items[0]), "true") == 0);
}

static graph *spiral(maker *m, const ludii_value *v)
{
    double sites = gr_number(m, v->items[1]);
    if (gr_too_many(m, v, sites))
        return graph_new(m->arena);
    return graph_spiral(m->arena, gr_size(m, v->items[0]), sites < 1 ? 1 : (uint32_t)sites,
                        strcasecmp(gr_word(m, v->items[2]), "false") != 0);
}

static graph *repeat(maker *m, const ludii_value *v)
{
    graph *g = graph_new(m->arena);
    const ludii_value *step = v->items[2], *what = v->items[3];
    bool list = what->class == LIB_NONE;
    uint32_t rows = gr_size(m, v->items[0]), columns = gr_size(m, v->items[1]), count;
    if (step->count != 2) {
        gr_refuse(m, v, "the step of a repetition has two parts: for columns and for rows");
        return g;
    }
    gr_point column = point(m, step->items[0]), row = point(m, step->items[1]);
    for (uint32_t i = 0; i < (list ? what->count : 1) && !m->failed; i++) {
        const gr_point *points = gr_polygon(m, list ? what->items[i] : what, &count);
        if (!gr_too_many(m, v, (double)rows * columns * count + g->vertices.count))
            graph_repeat(g, rows, columns, row, column, points, count);
    }
    graph_find_faces(g);
    graph_sort(g);
    return g;
}

/* A vertex by number, which has to be there. */
static uint32_t vertex(maker *m, const graph *g, const ludii_value *v)
{
    double d = gr_number(m, v);
    if (!(d >= 0 && d < g->vertices.count) && !m->failed)
        gr_refuse(m, v, arena_printf(m->arena, "the graph has no vertex %g", d));
    return m->failed ? 0 : (uint32_t)d;
}

static void add_edges(maker *m, graph *g, const ludii_value *list)
{
    for (uint32_t i = 0; list && i < list->count && !m->failed; i++) {
        const ludii_value *e = list->items[i];
        if (e->count != 2)
            gr_refuse(m, e, "an edge has two ends");
        else
            graph_add_edge(g, vertex(m, g, e->items[0]), vertex(m, g, e->items[1]));
    }
}

static graph *hand_made(maker *m, const ludii_value *v)
{
    graph *g = graph_new(m->arena);
    if (gr_too_many(m, v, v->items[0]->count))
        return g;
    for (uint32_t i = 0; i < v->items[0]->count; i++)
        graph_add_vertex(g, point(m, v->items[0]->items[i]));
    add_edges(m, g, v->items[1]);
    graph_find_faces(g);
    return g;
}

/* ---- operators ---- */

static graph *shift(maker *m, const ludii_value *v)
{
    graph *g = gr_make(m, v->items[3]);
    graph_shift(g, (gr_point){gr_number(m, v->items[0]), gr_number(m, v->items[1]),
                              v->items[2] ? gr_number(m, v->items[2]) : 0});
    return g;
}

static graph *scale(maker *m, const ludii_value *v)
{
    graph *g = gr_make(m, v->items[3]);
    double x = gr_number(m, v->items[0]);
    graph_scale(
        g, (gr_point){x, v->items[1] ? gr_number(m, v->items[1]) : x, v->items[2] ? gr_number(m, v->items[2]) : 1});
    return g;
}

static graph *rotate(maker *m, const ludii_value *v)
{
    graph *g = gr_make(m, v->items[1]);
    graph_rotate(g, gr_number(m, v->items[0]));
    return g;
}

static graph *skew(maker *m, const ludii_value *v)
{
    graph *g = gr_make(m, v->items[1]);
    graph_skew(g, gr_number(m, v->items[0]));
    return g;
}

/* Of two graphs, or of a list. */
static graph *together(maker *m, const ludii_value *v, bool joining)
{
    bool list = v->items[0]->class == LIB_NONE;
    uint32_t count = list ? v->items[0]->count : 2;
    graph *g = graph_new(m->arena);
    for (uint32_t i = 0; i < count && !gr_too_many(m, v, g->vertices.count); i++)
        graph_append(g, gr_make(m, list ? v->items[0]->items[i] : v->items[i]), joining);
    if (v->count > 1 && gr_is_true(m, v->items[v->count - 1], false)) /* connect:true */
        gr_refuse_class(m, v);
    return g;
}

/* Cells of graphs that are laid upon each other are found anew. */
static graph *merge(maker *m, const ludii_value *v)
{
    graph *g = together(m, v, true);
    graph_find_faces(g);
    return g;
}

static graph *unite(maker *m, const ludii_value *v) { return together(m, v, false); }

static graph *complete(maker *m, const ludii_value *v)
{
    graph *g = gr_make(m, v->items[0]);
    if (gr_is_true(m, v->items[1], false))
        gr_refuse_class(m, v);
    if (!gr_too_many(m, v, (double)g->vertices.count * g->vertices.count / 2))
        graph_complete(g);
    return g;
}

/* Of two graphs, or of a list: what is in all of them. */
static graph *intersect(maker *m, const ludii_value *v)
{
    bool list = v->items[0]->class == LIB_NONE;
    uint32_t count = list ? v->items[0]->count : 2;
    graph *g = NULL;
    for (uint32_t i = 0; i < count && !m->failed; i++) {
        graph *one = gr_make(m, list ? v->items[0]->items[i] : v->items[i]);
        if (g)
            graph_intersect(g, one);
        else
            g = one;
    }
    return g ? g : graph_new(m->arena);
}

static graph *split_crossings(maker *m, const ludii_value *v)
{
    graph *g = gr_make(m, v->items[0]);
    if (!graph_split_crossings(g) && !m->failed)
        gr_refuse(m, v, "too many edges cross each other");
    return g;
}

static graph *subdivide(maker *m, const ludii_value *v)
{
    graph *g = gr_make(m, v->items[0]);
    graph_subdivide(g, v->items[1] ? gr_size(m, v->items[1]) : 1);
    return g;
}

static graph *dual(maker *m, const ludii_value *v) { return graph_dual(gr_make(m, v->items[0])); }

static graph *make_faces(maker *m, const ludii_value *v)
{
    graph *g = gr_make(m, v->items[0]);
    graph_find_faces(g);
    return g;
}

static graph *trim(maker *m, const ludii_value *v)
{
    graph *g = gr_make(m, v->items[0]);
    graph_trim_edges(g);
    bool *joined = ARENA_ARRAY(m->arena, bool, g->vertices.count + 1);
    for (uint32_t i = 0; i < g->edges.count; i++)
        joined[vec_at(&g->edges, i).a] = joined[vec_at(&g->edges, i).b] = true;
    graph_keep_vertices(g, joined);
    return g;
}

static graph *renumber(maker *m, const ludii_value *v)
{
    graph *g = gr_make(m, v->items[3]);
    if (v->items[0] || v->items[1] || v->items[2])
        gr_refuse(m, v, "sites of one type only cannot be numbered anew yet");
    graph_sort(g);
    return g;
}

bool gr_is_true(const maker *m, const ludii_value *v, bool otherwise)
{
    return v ? strcasecmp(gr_word(m, v), "true") == 0 : otherwise;
}

/* Vertices by number, or by where they are. */
static uint32_t end_of_edge(maker *m, graph *g, const ludii_value *v)
{
    return v->class == LIB_NONE && v->items ? graph_vertex(g, point(m, v)) : vertex(m, g, v);
}

static graph *add(maker *m, const ludii_value *v)
{
    graph *g = v->items[0] ? gr_make(m, v->items[0]) : graph_new(m->arena);
    const ludii_value *vertices = v->items[1], *edges = v->items[2], *cells = v->items[4];
    if (v->items[3] || gr_is_true(m, v->items[5], false))
        gr_refuse_class(m, v);
    for (uint32_t i = 0; vertices && i < vertices->count && !gr_too_many(m, v, g->vertices.count); i++)
        graph_vertex(g, point(m, vertices->items[i]));
    for (uint32_t i = 0; edges && i < edges->count && !m->failed; i++) {
        const ludii_value *e = edges->items[i];
        if (e->count == 2)
            graph_add_edge(g, end_of_edge(m, g, e->items[0]), end_of_edge(m, g, e->items[1]));
        else
            gr_refuse(m, e, "an edge has two ends");
    }
    for (uint32_t i = 0; cells && i < cells->count && !m->failed; i++) {
        vec_u32 corners = {0};
        for (uint32_t k = 0; k < cells->items[i]->count; k++)
            vec_push(m->arena, &corners, end_of_edge(m, g, cells->items[i]->items[k]));
        if (corners.count < 3)
            gr_refuse(m, cells->items[i], "a cell has three corners at least");
        for (uint32_t k = 0; k < corners.count && !m->failed; k++)
            graph_add_edge(g, vec_at(&corners, k), corners.data[(k + 1) % corners.count]);
        if (!m->failed)
            graph_add_face(g, corners.data, corners.count);
    }
    return g;
}

/* Marks for `count` things, all true but those that the list names. */
static bool *all_but(maker *m, const ludii_value *list, uint32_t count)
{
    bool *keep = ARENA_ARRAY(m->arena, bool, count + 1);
    for (uint32_t i = 0; i < count; i++)
        keep[i] = true;
    for (uint32_t i = 0; i < list->count; i++) {
        double d = gr_number(m, list->items[i]);
        if (list->items[i]->class == LIB_NONE && list->items[i]->items)
            gr_refuse(m, list->items[i], "parts of a graph can only be removed by number yet");
        else if (d >= 0 && d < count)
            keep[(uint32_t)d] = false;
    }
    return keep;
}

static void remove_edges(maker *m, graph *g, const ludii_value *list)
{
    bool *keep = ARENA_ARRAY(m->arena, bool, g->edges.count + 1);
    memset(keep, true, g->edges.count);
    for (uint32_t i = 0; i < list->count && !m->failed; i++) {
        const ludii_value *e = list->items[i];
        if (e->count != 2) {
            gr_refuse(m, e, "an edge has two ends");
            break;
        }
        const uint32_t a = end_of_edge(m, g, e->items[0]), b = end_of_edge(m, g, e->items[1]);
        for (uint32_t k = 0; k < g->edges.count; k++) {
            const gr_edge *x = &vec_at(&g->edges, k);
            keep[k] &= !((x->a == a && x->b == b) || (x->a == b && x->b == a));
        }
    }
    graph_keep_edges(g, keep);
}

const gr_point *gr_polygon(maker *m, const ludii_value *v, uint32_t *count)
{
    VEC(gr_point) points = {0};
    if (v->count > 1 && v->items[1])
        gr_refuse(m, v, "a polygon that is turned cannot be made yet");
    for (uint32_t i = 0; i < v->items[0]->count; i++)
        vec_push(m->arena, &points, point(m, v->items[0]->items[i]));
    *count = points.count;
    return points.data;
}

typedef void cutter(graph *g, const gr_point *polygon, uint32_t count);

static graph *cut(maker *m, const ludii_value *v, cutter *how)
{
    uint32_t count;
    graph *g = gr_make(m, v->items[0]);
    const gr_point *points = gr_polygon(m, v->items[1], &count);
    if (count)
        how(g, points, count);
    return g;
}

static graph *hole(maker *m, const ludii_value *v) { return cut(m, v, graph_hole); }
static graph *keep(maker *m, const ludii_value *v) { return cut(m, v, graph_keep_inside); }

static graph *remove_parts(maker *m, const ludii_value *v)
{
    if (v->count < 5) /* by a polygon: vertices, with all that ends there */
        return cut(m, v, graph_drop_inside);
    graph *g = gr_make(m, v->items[0]);
    if (v->items[1]) {
        const bool *left = all_but(m, v->items[1], g->faces.count);
        (gr_is_true(m, v->items[4], true) ? graph_cut_faces : graph_keep_faces)(g, left);
    }
    if (v->items[2])
        remove_edges(m, g, v->items[2]);
    if (v->items[3])
        graph_keep_vertices(g, all_but(m, v->items[3], g->vertices.count));
    return g;
}

static const struct {
    const char *class;
    graph *(*make)(maker *m, const ludii_value *v);
} makers[] = {{"Rectangle", gr_make_rectangle},
              {"Square", gr_make_square},
              {"Hex", gr_make_hex},
              {"Tri", gr_make_tri},
              {"Circle", circle},
              {"Wedge", wedge},
              {"Morris", morris},
              {"Trim", trim},
              {"Shape", gr_make_shape},
              {"Regular", gr_make_shape},
              {"Concentric", gr_make_concentric},
              {"Shift", shift},
              {"Scale", scale},
              {"Rotate", rotate},
              {"Skew", skew},
              {"Merge", merge},
              {"GraphUnion", unite},
              {"Complete", complete},
              {"Graph", hand_made},
              {"GraphAdd", add},
              {"GraphRemove", remove_parts},
              {"Hole", hole},
              {"Keep", keep},
              {"Tiling", gr_make_tiling},
              {"Spiral", spiral},
              {"Repeat", repeat},
              {"Intersect", intersect},
              {"SplitCrossings", split_crossings},
              {"Subdivide", subdivide},
              {"Dual", dual},
              {"MakeFaces", make_faces},
              {"Renumber", renumber},
              {"Brick", gr_make_brick},
              {"Quadhex", gr_make_quadhex},
              {"Celtic", gr_make_celtic}};

graph *gr_make(maker *m, const ludii_value *v)
{
    for (size_t i = 0; i < sizeof makers / sizeof *makers && !m->failed; i++)
        if (strcmp(gr_class_name(m, v), makers[i].class) == 0) {
            graph *g = makers[i].make(m, v);
            gr_too_many(m, v, g->vertices.count);
            return g;
        }
    gr_refuse_class(m, v);
    return graph_new(m->arena);
}
