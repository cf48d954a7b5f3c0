/* Pieces that cover several sites. One stands where its walk begins; the state of that site says
 * which of its walks it is, and in which direction begun: number of the walk times directions, plus
 * direction. */
#ifndef LUDENS_LANG_LUDII_LOWER_TILES_H
#define LUDENS_LANG_LUDII_LOWER_TILES_H

#include "lang/ludii/lower/lower.h"

/* Reads the walks of a tile; false for tiles with paths, or of other shapes than walks make. */
bool lu_read_walks(lu *x, const ludii_value *v, lu_component *c);
void lu_find_tiles(lu *x);  /* when all pieces are known */
void lu_start_tiles(lu *x); /* what is covered at the beginning */
/* Nothing stands on the site, nor is it covered. */
kit_cond lu_is_free(lu *x, kit_num spot);
/* What stands on a site or covers it. */
kit_num lu_what_covers(lu *x, kit_num spot);
/* All sites that the piece would cover are free; those of the piece on `from`, too, if that is not
 * negative. */
kit_cond lu_tile_fits(lu *x, kit_num piece, kit_num state, kit_num site, kit_num from);
/* A number of states that some piece has: those from 0 on. */
kit_num lu_states_of(lu *x, kit_num piece);
void lu_cover(lu *x, kit_num site, bool covered); /* what the piece there covers besides */

#endif
