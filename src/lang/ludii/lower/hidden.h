/* What players do not see of sites. */
#ifndef LUDENS_LANG_LUDII_LOWER_HIDDEN_H
#define LUDENS_LANG_LUDII_LOWER_HIDDEN_H

#include "lang/ludii/lower/lower.h"

int32_t lu_hidden_from(lu *x, const ludii_value *v, const char *label);
void lu_find_hidden(lu *x);
void lu_leave_hidden(lu *x, lu_num site);
const lu_region *lu_sites_seen(lu *x, const char *how, lu_num who);

#endif
