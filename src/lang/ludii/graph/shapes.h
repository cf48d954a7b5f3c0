/* Generators and operators of graphs. */
#ifndef LUDENS_LANG_LUDII_GRAPH_SHAPES_H
#define LUDENS_LANG_LUDII_GRAPH_SHAPES_H

#include "lang/ludii/graph/graph.h"

typedef enum gr_diagonals { GR_NO_DIAGONALS, GR_ALTERNATING, GR_SOLID, GR_RADIATING, GR_CONCENTRIC } gr_diagonals;

/* Rows and columns of what is played on. */
graph *graph_rectangle(arena *a, gr_site site, uint32_t rows, uint32_t columns, gr_diagonals diagonals);
/* By the number of hexagons along a side. */
graph *graph_hex_hexagon(arena *a, uint32_t n);
graph *graph_hex_triangle(arena *a, uint32_t n);
graph *graph_hex_diamond(arena *a, uint32_t n);
graph *graph_hex_star(arena *a, uint32_t n);
graph *graph_hex_rectangle(arena *a, uint32_t rows, uint32_t columns, bool even);
graph *graph_hex_limping(arena *a, uint32_t n);
/* Triangles; n counts vertices or cells along a side, as the site says. */
graph *graph_tri_triangle(arena *a, gr_site site, uint32_t n);
graph *graph_tri_hexagon(arena *a, gr_site site, uint32_t n);
/* Rings of so many vertices around one in the middle. */
graph *graph_circle(arena *a, const uint32_t *rings, uint32_t count);
graph *graph_wedge(arena *a, uint32_t rows, uint32_t columns);
graph *graph_morris(arena *a, uint32_t rings, bool join_corners);
graph *graph_polygons(arena *a, uint32_t sides, uint32_t rings, bool middles, bool join_middles, bool join_corners);
graph *graph_rings(arena *a, const int32_t *rings, uint32_t count);
graph *graph_ring_cells(arena *a, const int32_t *rings, uint32_t count);
/* Hexagons, squares and triangles: flowers around the hexagons of a board of side n. */
graph *graph_t3464(arena *a, uint32_t n);
graph *graph_spiral(arena *a, uint32_t turns, uint32_t sites, bool clockwise);
/* Layers of points, each in the gaps of the one below. */
graph *graph_pyramid(arena *a, uint32_t n, bool level); /* level: its cells are those that lie flat */
/* A polygon again and again, a row and a column apart. */
void graph_repeat(graph *g, uint32_t rows, uint32_t columns, gr_point row, gr_point column, const gr_point *polygon,
                  uint32_t count);
/* Bricks of two unit squares; trimmed ones are halved where they stick out. */
graph *graph_brick_wall(arena *a, uint32_t rows, uint32_t columns, bool trim);
graph *graph_brick_diamond(arena *a, uint32_t side, uint32_t middle, bool trim);
graph *graph_brick_spiral(arena *a, uint32_t rings);
/* A hexagon of quadrilaterals, in six sections or in three. */
graph *graph_quadhex(arena *a, uint32_t layers, bool thirds);
/* Closes the ends of knots around the outside: over a corner to the next one but one, or to the next by a new corner.
 */
void graph_close_knots(graph *g);
/* The first corner at so many degrees. */
graph *graph_regular(arena *a, uint32_t points, double first, bool star);
graph *graph_mancala(arena *a, uint32_t rows, uint32_t columns, bool stores);

void graph_shift(graph *g, gr_point by);
void graph_scale(graph *g, gr_point by);
void graph_rotate(graph *g, double degrees); /* about the middle, against the clock */
void graph_skew(graph *g, double amount);
/* Edges between all vertices. */
void graph_complete(graph *g);
/* Removes edges that are no side of a face. */
void graph_trim_edges(graph *g);
/* Takes the faces out whose middle is inside of the polygon, and the edges between them. */
void graph_hole(graph *g, const gr_point *polygon, uint32_t count);
/* Keeps the faces that `keep` is true for; edges of no other face than one that goes are taken out, too. */
void graph_cut_faces(graph *g, const bool *keep);
/* Takes the vertices out that are inside, and what ends there. */
void graph_drop_inside(graph *g, const gr_point *polygon, uint32_t count);
/* Keeps the vertices that are inside, and what is between them. */
void graph_keep_inside(graph *g, const gr_point *polygon, uint32_t count);

bool graph_inside(gr_point p, const gr_point *polygon, uint32_t count);
/* Edges between all vertices at distance 1; and what they enclose, which may then be sorted. */
void graph_link_neighbours(graph *g);
void graph_join_neighbours(graph *g, bool sorted);
/* Diagonals of the unit squares whose lower left corner is in these rows and columns. */
void graph_add_diagonals(graph *g, int first_row, int last_row, int first_column, int last_column, gr_diagonals kind);

/* Vertices where edges cross. False: there would be too many. */
bool graph_split_crossings(graph *g);
/* Keeps what is in the other graph, too. */
void graph_intersect(graph *g, graph *other);
/* Divides the cells of so many corners or more at their middle. */
void graph_subdivide(graph *g, uint32_t least);
/* A vertex for each cell, an edge where two have a side in common. */
graph *graph_dual(graph *g);

#endif
