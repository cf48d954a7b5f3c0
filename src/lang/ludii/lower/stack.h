/* Stacks: what stands on a site is its topmost piece; what it covers is kept beside. */
#ifndef LUDENS_LANG_LUDII_LOWER_STACK_H
#define LUDENS_LANG_LUDII_LOWER_STACK_H

#include "lang/ludii/lower/lower.h"

typedef struct lu_piece {
    kit_num what, who, state, rotation, value;
} lu_piece;
void lu_find_stacks(lu *x);
void lu_start_stacks(lu *x);
void lu_pile_up(lu *x, const ludii_value *v, uint32_t piece, uint32_t site, int32_t count, int32_t state,
                int32_t value);
uint32_t lu_piled(const lu *x, uint32_t site, uint32_t level);
void lu_put_at_start(lu *x, const ludii_value *v, const ludii_value *piece, int32_t site, int32_t count, int32_t state);
kit_num lu_size_at(lu *x, kit_num site);
kit_num lu_what_level(lu *x, kit_num site, kit_num level);
kit_num lu_who_level(lu *x, kit_num site, kit_num level);
kit_num lu_state_level(lu *x, kit_num site, kit_num level);
/* Sets a part of the piece at a level that there is. */
void lu_set_level(lu *x, lu_state s, kit_num site, kit_num level, kit_num n);
kit_num lu_count_levels(lu *x, kit_num site, ir_const fits, kit_num who);
kit_cond lu_any_level(lu *x, kit_num site, ir_const fits, kit_num who, const kit_num *state);
void lu_remove_level(lu *x, kit_num site, kit_num level);
void lu_push(lu *x, kit_num site, const lu_piece *piece);
void lu_push_below(lu *x, kit_num site, const lu_piece *piece); /* below.c */
void lu_pop(lu *x, kit_num site);
void lu_push_many(lu *x, kit_num site, const lu_piece *piece, kit_num count);
void lu_pop_many(lu *x, kit_num site, kit_num count);
lu_piece lu_piece_at(lu *x, kit_num site, kit_num level);
void lu_take_level(lu *x, kit_num site, kit_num level);
void lu_move_level(lu *x, kit_num from, kit_num to, kit_num level);
void lu_move_top(lu *x, kit_num from, kit_num to, bool decided);
void lu_move_stack(lu *x, kit_num from, kit_num to, const kit_num *count);
void lu_tag_levels(lu *x, const lu_move *m); /* levels.c */
kit_cond lu_line_by_level(lu *x, const ludii_value *v, int32_t n);

#endif
