/* Rules applied to structures (the reference of the language, sections 4.1 and 4.2). */
#ifndef LUDENS_STRUCTURES_REWRITE_H
#define LUDENS_STRUCTURES_REWRITE_H

#include "structures/logic.h"

/* Calls with every legal match, in the order of the reference: image[left element]; false ends it. */
typedef bool rs_matched(void *user, const uint32_t *image);
void rs_matches(rs_logic *l, const rs_rule *r, rs_matched *matched, void *user);
/* The structure after the rewrite, in the scratch arena; `right` (may be NULL) gets the element of each right one. */
rs_structure *rs_rewrite(rs_logic *l, const rs_rule *r, const uint32_t *image, uint32_t *right);

#endif
