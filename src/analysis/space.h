/* How the number of positions grows. */
#ifndef LUDENS_ANALYSIS_SPACE_H
#define LUDENS_ANALYSIS_SPACE_H

#include "analysis/measures.h"

/* Lists positions breadth first, each once, all moves and all outcomes of chance, until a depth is
 * reached, or as many positions are known as the options allow: then the last depth is left out. */
lud_status space_grow(const lud_game *game, const analysis_options *options, analysis *a);

#endif
