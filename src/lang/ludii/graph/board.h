/* A board as a game sees it: the graph, and for each kind of site where its sites are and how they lie. */
#ifndef LUDENS_LANG_LUDII_GRAPH_BOARD_H
#define LUDENS_LANG_LUDII_GRAPH_BOARD_H

#include "lang/ludii/graph/graph.h"
#include "lang/ludii/match.h"

typedef enum gr_relation { GR_ADJACENT, GR_ORTHOGONAL, GR_DIAGONAL, GR_OFF_DIAGONAL, GR_RELATIONS } gr_relation;

/* Sixteen directions of the compass, clockwise from north. */
enum { GR_DIRECTIONS = 16 };

typedef struct gr_sites {
    uint32_t count;
    const gr_point *at;
    vec_u32 *near[GR_RELATIONS];           /* [site] clockwise from north */
    vec_u32 *step[GR_DIRECTIONS];          /* [site] neighbours of any kind in that direction */
} gr_sites;

typedef struct gr_board {
    const graph *graph;
    gr_site default_site;
    gr_sites sites[GR_SITES];
} gr_board;

extern const char *const gr_direction_names[GR_DIRECTIONS];

/* The board of a game that was matched with the library `ludii`; NULL after a report: a generator that is not
 * there yet, or a size that is too large. */
gr_board *ludii_board(ludii_file *f, const lib *l, const ludii_value *game);

/* sites.c: all but the graph. */
void gr_find_sites(gr_board *b, arena *a);

#endif
