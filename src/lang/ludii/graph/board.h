/* A board as a game sees it: the graph, and for each kind of site where its sites are and how they lie. */
#ifndef LUDENS_LANG_LUDII_GRAPH_BOARD_H
#define LUDENS_LANG_LUDII_GRAPH_BOARD_H

#include "lang/ludii/graph/graph.h"
#include "lang/ludii/match.h"

typedef enum gr_relation { GR_ADJACENT, GR_ORTHOGONAL, GR_DIAGONAL, GR_OFF_DIAGONAL, GR_RELATIONS } gr_relation;

/* Sides are eight, clockwise from north. */
typedef enum gr_region {
    GR_TOP,
    GR_BOTTOM,
    GR_LEFT,
    GR_RIGHT,
    GR_OUTER,
    GR_INNER,
    GR_CORNERS,
    GR_CONVEX,
    GR_CONCAVE,
    GR_CENTRE,
    GR_MAJOR,
    GR_MINOR, /* cells with the most corners, and others */
    GR_SIDE_N,
    GR_REGIONS = GR_SIDE_N + 8
} gr_region;

/* Sixteen directions of the compass, clockwise from north. */
enum { GR_DIRECTIONS = 16 };

typedef struct gr_sites {
    uint32_t count;
    const gr_point *at;
    const uint32_t *row, *column, *layer; /* from 0; what labels are made of */
    bool layered;
    const uint32_t *phase;            /* colour class: neighbours over a side or edge have different ones */
    vec_u32 *near[GR_RELATIONS];      /* [site] clockwise from north */
    vec_u32 *step[GR_DIRECTIONS];     /* [site] neighbours of any kind in that direction, at the same height */
    vec_u32 *slope[2][GR_DIRECTIONS]; /* the same higher up, and lower down; NULL on boards that are flat */
    vec_u32 region[GR_REGIONS];       /* ascending */
} gr_sites;

typedef struct gr_board {
    const graph *graph;
    const ludeme_library *tables; /* whose version it is a board of */
    gr_site default_site;
    gr_sites sites[GR_SITES];
} gr_board;

extern const char *const gr_direction_names[GR_DIRECTIONS];

/* The board of a game that was matched with the library `ludii`; NULL after a report: a generator that is not
 * there yet, or a size that is too large. */
gr_board *ludii_board(ludii_file *f, const lib *l, const ludii_value *game);

/* sites.c: all but the graph. */
void gr_find_sites(gr_board *b, arena *a);
/* phases.c: colour classes of cells and vertices. */
void gr_find_phases(gr_board *b, arena *a);
/* regions.c: what every board has. */
void gr_find_regions(gr_board *b, arena *a);
/* labels.c: rows, columns and layers. */
void gr_find_rows(gr_sites *s, arena *a);
/* "B3": letters for the column, a number for the row; "B3/1" where there are layers. */
const char *gr_label(const gr_sites *s, uint32_t site, arena *a);
/* radials.c: the sites behind `first`, a step of `site`, as far as the way goes on straight by steps of that kind
 * ([site]: a direction, or a relation); `first` is the first of them. */
void gr_radial(const gr_sites *s, const vec_u32 *step, uint32_t site, uint32_t first, arena *a, vec_u32 *out);

#endif
