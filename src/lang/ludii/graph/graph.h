/* Boards as plane graphs: vertices, edges and faces (cells) with coordinates, made by generators and operators, and
 * then numbered. */
#ifndef LUDENS_LANG_LUDII_GRAPH_GRAPH_H
#define LUDENS_LANG_LUDII_GRAPH_GRAPH_H

#include "base/map.h"
#include "base/vec.h"

#include <stdbool.h>

typedef struct gr_point {
    double x, y, z;
} gr_point;

typedef struct gr_edge {
    uint32_t a, b;
} gr_edge;

typedef struct gr_face {
    const uint32_t *corners; /* clockwise around it */
    uint32_t count;
    gr_point centre; /* mean of the corners */
} gr_face;

typedef struct graph {
    arena *arena;
    VEC(gr_point) vertices;
    VEC(gr_edge) edges;
    VEC(gr_face) faces;
    map edge_between; /* ends -> 1, of the first `mapped` edges */
    uint32_t mapped;
    bool west_first; /* of its vertices what is due west is a little south of it, by rounding */
    double turned;   /* by so much since its edges were made: they are in the order of their angles then */
} graph;

/* What a board is played on; a generator's dimensions count these. */
typedef enum gr_site { GR_CELL, GR_VERTEX, GR_EDGE, GR_SITES } gr_site;

enum {
    GR_NONE = UINT32_MAX,
    GR_MAX_VERTICES = 20000,
    GR_MAX_MEETINGS = 4000000 /* of edges at vertices */,
    GR_MAX_PAIRS = 20000000 /* of edges that are looked at for crossings */
};

graph *graph_new(arena *a);
uint32_t graph_add_vertex(graph *g, gr_point p);
/* The vertex at p, GR_NONE when there is none. */
uint32_t graph_vertex_at(const graph *g, gr_point p);
/* The same, added when it is missing. */
uint32_t graph_vertex(graph *g, gr_point p);
/* Nothing happens when it is there, or leads nowhere. */
void graph_add_edge(graph *g, uint32_t a, uint32_t b);
bool graph_has_edge(graph *g, uint32_t a, uint32_t b);
void graph_add_face(graph *g, const uint32_t *corners, uint32_t count);
gr_point graph_middle(const graph *g, const gr_edge *e);
bool graph_is_side(const gr_face *f, const gr_edge *e);
/* [vertex] the faces it is a corner of. */
vec_u32 *graph_faces_around(const graph *g, arena *a);
/* Numbers vertices, edges and faces row by row from the bottom, each row from the left. */
void graph_sort(graph *g);
/* The edges at each vertex by their angle when they were made, of which one due west is the last. */
const vec_u32 *graph_edges_around(const graph *g);
/* From a vertex that is furthest to the left along the outside, against the clock, turning to the right wherever there
 * is a way, until it comes back. */
void graph_walk_ring(const graph *g, const vec_u32 *edges_of, uint32_t first, vec_u32 *ring, vec_u32 *edges);
/* Finds all faces anew: what edges enclose. */
void graph_find_faces(graph *g);
/* Keeps the vertices that `keep` is true for, with the edges and faces between them. */
void graph_keep_vertices(graph *g, const bool *keep);
void graph_keep_edges(graph *g, const bool *keep);
void graph_keep_faces(graph *g, const bool *keep);
/* Vertices, edges and faces of `other` too. Joining makes vertices at the same point one. */
void graph_append(graph *g, const graph *other, bool joining);

#endif
