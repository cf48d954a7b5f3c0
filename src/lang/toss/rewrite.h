/* Rules applied to structures (the reference of the language, sections 4.1 and 4.2). */
#ifndef LUDENS_LANG_TOSS_REWRITE_H
#define LUDENS_LANG_TOSS_REWRITE_H

#include "lang/toss/logic.h"

/* Calls with every legal match, in the order of the reference: image[left element]; false ends it. */
typedef bool toss_matched(void *user, const uint32_t *image);
void toss_matches(toss_logic *l, const toss_rule *r, toss_matched *matched, void *user);
/* The structure after the rewrite, in the scratch arena; `right` (may be NULL) gets the element of each right one. */
toss_structure *toss_rewrite(toss_logic *l, const toss_rule *r, const uint32_t *image, uint32_t *right);

#endif
