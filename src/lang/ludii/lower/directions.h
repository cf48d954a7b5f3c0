/* Directions as tables: ways from each site, and lines through it. */
#ifndef LUDENS_LANG_LUDII_LOWER_DIRECTIONS_H
#define LUDENS_LANG_LUDII_LOWER_DIRECTIONS_H

#include "lang/ludii/lower/lower.h"

typedef struct lu_rays lu_rays;
struct lu_rays {
    ir_const table;      /* [facing *] [site][k] -> place on a chain, 0: none */
    ir_const site, next; /* of a place */
    uint32_t width, places;
    bool turned;           /* by where the piece on `from` looks, which moves change */
    bool facing;           /* the table has a row for each facing and site: facing * sites + site */
    bool by_heading, last; /* the same for directions of the compass: that of the last move, or `heading` */
    kit_num heading;
    bool ambiguous; /* two rays of one site meet again */
    uint32_t own_width;
    const lu_rays *otherwise; /* where the condition does not hold */
    kit_cond when;
};
/* Of a kind of piece: the first of the rows for the way that it looks. */
kit_num lu_facing_row(lu *x, kit_num what);
const lu_rays *lu_directions(lu *x, const ludii_value *v, const char *standard);
/* The same for one who looks in a direction that lu_heading gives. */
const lu_rays *lu_directions_from(lu *x, const ludii_value *v, const char *standard, const kit_num *facing);
/* In the direction of the last move, or the opposite one. */
const lu_rays *lu_along_last(lu *x, bool opposite);
/* Where the piece on a site looks, turned as it is; what stands on no site looks north. */
kit_num lu_heading_of_piece(lu *x, kit_num site);
/* The direction of the compass from one site to another. */
kit_num lu_heading(lu *x, kit_num from, kit_num to);
/* Of a relation by name, the same direction for all; opposite rays are found by lu_lines. */
kit_num lu_ray(lu *x, const lu_rays *r, kit_num site, kit_num k);
typedef struct lu_lines {
    ir_const one, other; /* [site][k] places of both halves of a line through the site */
    const lu_rays *rays;
    uint32_t width;
} lu_lines;
const lu_lines *lu_lines_of(lu *x, const ludii_value *v, const char *standard);
/* Sites next to each, by a relation or absolute direction; [site] lists. */
const vec_u32 *lu_neighbours(lu *x, const char *word);
int lu_compass(const char *name);

#endif
