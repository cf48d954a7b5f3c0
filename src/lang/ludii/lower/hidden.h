/* What players do not see of sites. */
#ifndef LUDENS_LANG_LUDII_LOWER_HIDDEN_H
#define LUDENS_LANG_LUDII_LOWER_HIDDEN_H

#include "lang/ludii/lower/lower.h"

int32_t lu_hidden_from(lu *x, const ludii_value *v, const char *label);
void lu_find_hidden(lu *x);
void lu_leave_hidden(lu *x, kit_num site);
const lu_region *lu_sites_seen(lu *x, const char *how, kit_num who);

/* Who sees what is said from here on: one player, or with SEEN_BY_ALL and SEEN_BY_NONE everybody and nobody. Only in
 * games that hide something. */
enum { SEEN_BY_ALL = 0, SEEN_BY_NONE = 100 };
void lu_say_to(lu *x, uint32_t player);
/* Tells all players what they see of sites that they did not see before. */
void lu_report_sites(lu *x);

#endif
