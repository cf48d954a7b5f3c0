/* Why a formula holds or fails, as text. */
#ifndef LUDENS_LANG_TOSS_WHY_H
#define LUDENS_LANG_TOSS_WHY_H

#include "lang/toss/logic.h"

/* A line for each part that decides it, in the scratch arena. The frame is changed below its binders. */
const char *toss_why(toss_logic *l, const toss_node *formula, const src_text *text, uint32_t *frame);

#endif
