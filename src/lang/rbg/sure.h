/* What is known of the automaton of rules without playing. */
#ifndef LUDENS_LANG_RBG_SURE_H
#define LUDENS_LANG_RBG_SURE_H

#include "lang/rbg/numbers.h"

typedef struct rbg_sure {
    bitset some; /* [node] maybe a word leads from here to a switch */
    bitset all;  /* [node] in every position a word leads from here to a switch */
} rbg_sure;

void rbg_sure_find(rbg_sure *s, rbg_numbers *n, const rbg_graph *g, arena *a);

#endif
