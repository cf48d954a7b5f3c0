/* What moves of several kinds are made of. */
#ifndef LUDENS_LANG_LUDII_LOWER_MOVES_H
#define LUDENS_LANG_LUDII_LOWER_MOVES_H

#include "lang/ludii/lower/directions.h"
#include "lang/ludii/lower/lower.h"

/* From which level of a stack, or whether all of it moves. */
void lu_from_level(lu *x, const ludii_value *v, const ludii_value *from, lu_move *m);
/* `(from)` is bound to the sites of a `(from ..)` for which its condition holds. */
const ludii_value *lu_target_of(lu *x, const ludii_value *v);
/* Whether a piece comes to the lowest level, as `level:` of its `(to ..)` says. */
bool lu_goes_below(lu *x, const ludii_value *to);
void lu_bind_from(lu *x, const ludii_value *v);
/* Chooses a way from `(from)`; its first place. */
void lu_choose_way(lu *x, const lu_use *k, const lu_rays *r, ir_var place, bool tell);
void lu_at_place(lu *x, lu_context c, const lu_rays *r, ir_var place);
ir_var lu_place_var(lu *x, const lu_rays *r);
/* A counter of the steps of a way, from 1 on, and one step more where fewer than `max` are made. */
ir_var lu_steps_var(lu *x, kit_num max);
void lu_count_step(lu *x, ir_var steps, kit_num max);
/* circuits.c: along the tracks of a name. */
void lu_slide_along(lu *x, const ludii_value *v, const lu_use *k, const char *name);
void lu_add_apply(lu *x, lu_move *m, const ludii_value *apply);

/* at_once.c: whether a piece can step or hop, by conditions on the site it stands on, one for each of `count` ways. */
typedef struct lu_at_once {
    const ludii_value *v;
    const lu_rays *rays;
    ir_const ways;
    bool hop;
    ir_var site;
    uint32_t count;
} lu_at_once;
/* Moves of this shape, of which nothing else is asked. */
bool lu_goes_at_once(lu *x, const ludii_value *moves, const lu_use *k, lu_at_once *o);
void lu_go_at_once(lu *x, const lu_at_once *o, kit_num what, uint32_t i, ir_node found);
/* In a search for the longest series: that the piece on `from` can hop at all, as most cannot, if that is what moves
 * do. */
void lu_check_hops(lu *x, const ludii_value *moves, const lu_use *k, kit_num what);

#endif
