/* Sites of several types. A number of a site means one of the board's own type, or of a hand,
 * unless the ludeme that uses it names a type. Maps of the state have places for all of them: those
 * of the own type and of hands first, in the order of their numbers, then those of the other types.
 */
#ifndef LUDENS_LANG_LUDII_LOWER_GROUNDS_H
#define LUDENS_LANG_LUDII_LOWER_GROUNDS_H

#include "lang/ludii/lower/lower.h"

void lu_find_grounds(lu *x);
/* By the <SiteType> of a ludeme, if it has one. */
lu_ground lu_ground_of(const lu *x, const ludii_value *v);
/* By a word. */
lu_ground lu_ground_named(const lu *x, const ludii_value *type);
const gr_sites *lu_sites_on(const lu *x, lu_ground on);
uint32_t lu_count_on(const lu *x, lu_ground on);
/* The place of a site in maps of the state; -1 where there is no such site. */
kit_num lu_spot(lu *x, lu_ground on, kit_num site);
kit_num lu_what_on(lu *x, lu_ground on, kit_num site);
kit_num lu_who_on(lu *x, lu_ground on, kit_num site);
bool lu_keeps_owners(lu *x);
/* All sites of a type on the board. */
const lu_region *lu_all_on(lu *x, lu_ground on);
const vec_u32 *lu_neighbours_on(lu *x, lu_ground on, const char *word);
const vec_u32 *lu_sites_at(lu *x, lu_ground on, const char *word, int32_t steps);
/* [site] lists of sites that may be of another type. */
const lu_region *lu_near_on(lu *x, const vec_u32 *near, lu_ground from, lu_ground to, kit_num site);
const lu_region *lu_sites_corners_of(lu *x, lu_ground of, kit_num site);
void lu_set_cost(lu *x, lu_ground on, int32_t site, int32_t cost);

/* regions.c: sites so many steps away from others. */
const lu_region *lu_around_at(lu *x, const ludii_value *v, int32_t steps);
/* spans.c: beside the sites of a region, where a condition holds of both, as (from) and (to). */
const lu_region *lu_around_each(lu *x, lu_ground on, const lu_region *of, const vec_u32 *near, bool self,
                                const ludii_value *condition);

#endif
