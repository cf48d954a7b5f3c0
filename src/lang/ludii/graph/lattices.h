/* Boards of tiles in a lattice. */
#ifndef LUDENS_LANG_LUDII_GRAPH_LATTICES_H
#define LUDENS_LANG_LUDII_GRAPH_LATTICES_H

#include "lang/ludii/graph/graph.h"

typedef enum gr_lattice_kind {
    GR_SQUARES,
    GR_TRIANGLES,
    GR_TRIANGLES_ON_CORNER,
    GR_HEXAGONS,
    GR_HEXAGONS_ON_CORNER,
    GR_T31212,
    GR_T333333_33434,
    GR_T33336,
    GR_T33344,
    GR_T33434,
    GR_T3464,
    GR_T3464_ON_CORNER,
    GR_T3636,
    GR_T4612,
    GR_T488,
    GR_KNOTS
} gr_lattice_kind;

typedef struct gr_lattice {
    gr_point column, row; /* from one place to the next in its row, and to the next row */
    struct {
        int count;            /* below zero: clockwise */
        double radius, angle; /* of the first, in degrees */
    } rings[3];               /* corners around a place */
    const gr_point *corners;
    uint32_t count;
} gr_lattice;

const gr_lattice *gr_lattice_of(gr_lattice_kind kind);
gr_point gr_lattice_at(const gr_lattice *l, int row, int column);

/* The places that belong to a board. */
typedef struct gr_extent gr_extent;
struct gr_extent {
    const gr_lattice *lattice;
    int first_row, last_row, first_column, last_column;
    bool (*in)(const gr_extent *e, int row, int column);
    int n;
    const gr_point *polygon;
    uint32_t corners;
    bool as_made; /* sites stay in the order that corners are made in */
};

gr_extent gr_rhombus(gr_lattice_kind kind, int rows, int columns);
gr_extent gr_hexagon(gr_lattice_kind kind, int n);
gr_extent gr_prism(gr_lattice_kind kind, int rows, int columns);
gr_extent gr_six_points(int n);
gr_extent gr_staggered(int rows, int columns);
gr_extent gr_square_diamond(int n);
/* Places as far as `margin` beyond the numbers that the corners have are looked at. */
gr_extent gr_outline(gr_lattice_kind kind, const gr_point *polygon, uint32_t corners, int margin);
const gr_point *gr_six_sides(arena *a, gr_lattice_kind kind, const int *sides, uint32_t count, uint32_t *corners);
const gr_point *gr_four_sides(arena *a, bool north_first, double step, const int *sides, uint32_t count,
                              uint32_t *corners);
/* No fewer than graph_tiles makes. */
uint32_t gr_extent_vertices(const gr_extent *e);
graph *graph_tiles(arena *a, const gr_extent *e);

#endif
