/* Ludemes of graphs, evaluated. */
#ifndef LUDENS_LANG_LUDII_GRAPH_MAKE_H
#define LUDENS_LANG_LUDII_GRAPH_MAKE_H

#include "lang/ludii/graph/graph.h"
#include "lang/ludii/match.h"

typedef struct maker {
    ludii_file *f;
    const lib *l;
    arena *arena;
    gr_site site; /* that sizes count */
    bool failed;
} maker;

graph *gr_make(maker *m, const ludii_value *v);
/* Something that is counted, 1 at least. */
uint32_t gr_size(maker *m, const ludii_value *v);
double gr_number(maker *m, const ludii_value *v);
const gr_point *gr_polygon(maker *m, const ludii_value *v, uint32_t *count);
/* Refuses what would have too many vertices, before it is made. */
bool gr_too_many(maker *m, const ludii_value *v, double vertices);
/* The word that a value is; "" for others and for none. */
const char *gr_word(const maker *m, const ludii_value *v);
bool gr_is_true(const maker *m, const ludii_value *v, bool otherwise);
const char *gr_class_name(const maker *m, const ludii_value *v);
/* Reports once that the board cannot be made. */
void gr_refuse(maker *m, const ludii_value *v, const char *what);
void gr_refuse_class(maker *m, const ludii_value *v);

/* make_tiles.c */
graph *gr_make_rectangle(maker *m, const ludii_value *v);
graph *gr_make_square(maker *m, const ludii_value *v);
graph *gr_make_hex(maker *m, const ludii_value *v);
graph *gr_make_tri(maker *m, const ludii_value *v);
graph *gr_make_tiling(maker *m, const ludii_value *v);
graph *gr_make_brick(maker *m, const ludii_value *v);
graph *gr_make_celtic(maker *m, const ludii_value *v);
graph *gr_make_quadhex(maker *m, const ludii_value *v);
graph *gr_make_concentric(maker *m, const ludii_value *v);
graph *gr_make_shape(maker *m, const ludii_value *v);

#endif
