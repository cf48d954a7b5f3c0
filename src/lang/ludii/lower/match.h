/* Matches: several games, one after the other, as one. */
#ifndef LUDENS_LANG_LUDII_LOWER_MATCH_H
#define LUDENS_LANG_LUDII_LOWER_MATCH_H

#include "lang/ludii/lower/lower.h"

struct lu_match {
    ludii_file *f;
    const ludii_value *v;    /* the match */
    ir_var instance, scores; /* which game is played; [player] */
    ir_node *begins;         /* [game] */
    ir_node over;            /* where the game ends that is lowered, or IR_NONE: where the match does */
    uint32_t games;
};

/* The automaton of the match; NULL after reports. */
ir_game *lu_lower_match(ludii_file *f, const lib *l, const ludii_value *match, const lang_input *in);

#endif
