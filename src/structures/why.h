/* Why a formula holds or fails, as text. */
#ifndef LUDENS_STRUCTURES_WHY_H
#define LUDENS_STRUCTURES_WHY_H

#include "structures/logic.h"

/* A line for each part that decides it, in the scratch arena. The frame is changed below its binders. */
const char *rs_why(rs_logic *l, const rs_node *formula, const src_text *text, uint32_t *frame);

#endif
