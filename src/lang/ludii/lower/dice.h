/* Chance: dice, and pieces on random sites at the beginning. */
#ifndef LUDENS_LANG_LUDII_LOWER_DICE_H
#define LUDENS_LANG_LUDII_LOWER_DICE_H

#include "lang/ludii/lower/lower.h"

void lu_random_start(lu *x);
/* A piece of the start that has a random value, if it does, is put by chance, too. */
bool lu_place_valued(lu *x, const ludii_value *v, uint32_t piece, int32_t site);

void lu_add_dice(lu *x, const ludii_value *v);
void lu_start_dice(lu *x);
void lu_throw_first(lu *x, const ludii_value *moves, uint32_t who, ir_sym role, ir_node decide);
kit_num lu_count_pips(lu *x, const ludii_value *v);
kit_cond lu_dice_used(lu *x);
kit_cond lu_dice_equal(lu *x);
kit_cond lu_any_die(lu *x, kit_num value);
void lu_use_die(lu *x, const struct dice_use *u);
void lu_tag_die(lu *x, const struct dice_use *u);
void lu_do_next(lu *x, const ludii_value *v, const lu_use *k);

#endif
