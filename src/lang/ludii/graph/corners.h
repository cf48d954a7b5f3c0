/* What is found out on the way around a board. */
#ifndef LUDENS_LANG_LUDII_GRAPH_CORNERS_H
#define LUDENS_LANG_LUDII_GRAPH_CORNERS_H

#include "lang/ludii/graph/board.h"

typedef struct gr_border {
    VEC(vec_u32) rings;     /* vertices around the parts of the graph, against the clock */
    bool *vertices, *edges; /* that are on one */
} gr_border;

void gr_find_corners(gr_board *b, const gr_border *border, const vec_u32 *edges_of, arena *a);

#endif
