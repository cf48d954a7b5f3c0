/* Numbers that are looked up: of sites, levels, tracks, coordinates, players. */
#include "lang/ludii/lower/grounds.h"
#include "lang/ludii/lower/lowerings.h"
#include "lang/ludii/lower/stack.h"

#include <stdlib.h>
#include <string.h>

enum { MOVES_MAX = 10000, TURNS_MAX = 1250 };

static kit_num site_of(lu *x, const ludii_value *v)
{
    return lu_keep_num(x, "site", lu_spot(x, lu_ground_of(x, v), lu_as_site(x, lu_int(x, lu_arg(x, v, "at")))));
}

/* The value of the piece on a site, 0 outside of the board. */
kit_num lu_value_at(lu *x, const ludii_value *v)
{
    kit_num site = site_of(x, v), n;
    if (x->stacks || lu_arg(x, v, "level")) {
        const ludii_value *level = lu_arg(x, v, "level");
        if (!x->stacks) {
            lu_refuse(x, v, "levels of a game without stacks");
            return LU_NOTHING;
        }
        lu_state_var(x, LU_S_VALUE);
        n = level ? lu_piece_at(x, site, lu_int(x, level)).value : kit_at(x->k, x->vars[LU_S_VALUE], site);
    } else
        n = kit_at(x->k, lu_state_var(x, LU_S_VALUE), site);
    return kit_choose(x->k, kit_compare(x->k, IR_GE, site, kit_known(0)), n, kit_known(0));
}

kit_num lu_value_limit(lu *x, const ludii_value *v)
{
    return kit_known(lu_word_is(x, v->items[0], "MoveLimit") ? MOVES_MAX : TURNS_MAX);
}

kit_num lu_rotation(lu *x, const ludii_value *v)
{
    if (lu_arg(x, v, "level"))
        lu_refuse(x, v, "the rotation of a piece at a level");
    return kit_at(x->k, lu_state_var(x, LU_S_ROTATION), site_of(x, v));
}

kit_num lu_player_here(lu *x, const ludii_value *v) { return (void)v, lu_context_num(x, LU_PLAYER); }

kit_num lu_to_int(lu *x, const ludii_value *v)
{
    if (!lu_is(x, v->items[0], "Boolean")) {
        lu_refuse_ludeme(x, v);
        return LU_NOTHING;
    }
    return kit_choose(x->k, lu_bool(x, v->items[0]), kit_known(1), kit_known(0));
}

kit_cond lu_to_bool(lu *x, const ludii_value *v)
{
    if (!lu_is(x, v->items[0], "Int")) {
        lu_refuse_ludeme(x, v);
        return kit_truth(false);
    }
    return kit_compare(x->k, IR_NE, lu_int(x, v->items[0]), kit_known(0));
}

/* ---- sites ---- */

/* The first site with that row and column. */
kit_num lu_coord_of(lu *x, const ludii_value *v)
{
    const gr_sites *s = lu_sites_on(x, lu_ground_of(x, v));
    kit_num row = lu_int(x, lu_arg(x, v, "row")), column = lu_int(x, lu_arg(x, v, "column"));
    uint32_t rows = 0, columns = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        rows = s->row[i] >= rows ? s->row[i] + 1 : rows;
        columns = s->column[i] >= columns ? s->column[i] + 1 : columns;
    }
    int32_t *at = ARENA_ARRAY(x->a, int32_t, (size_t)rows * columns + 1);
    memset(at, 0xff, sizeof *at * ((size_t)rows * columns + 1));
    for (uint32_t i = s->count; i-- > 0;)
        at[s->row[i] * columns + s->column[i]] = (int32_t)i;
    kit_cond in = kit_and(x->k, kit_compare(x->k, IR_GE, row, kit_known(0)),
                          kit_compare(x->k, IR_LT, row, kit_known((int32_t)rows)));
    in = kit_and(x->k, in,
                 kit_and(x->k, kit_compare(x->k, IR_GE, column, kit_known(0)),
                         kit_compare(x->k, IR_LT, column, kit_known((int32_t)columns))));
    kit_num found =
        kit_look2(x->k, kit_table2(x->k, 0, at, rows, columns, -1), kit_clamp(x->k, row, 0, (int32_t)rows - 1, 0),
                  kit_clamp(x->k, column, 0, (int32_t)columns - 1, 0));
    return kit_choose(x->k, in, found, kit_known(-1));
}

/* The level of the first such piece, from the top unless it is said. */
kit_num lu_where_level(lu *x, const ludii_value *v)
{
    const bool top = lu_flag(x, v, "fromTop", true), named = lu_string(x, v->items[1]) != NAME_NONE;
    const ludii_value *state = lu_arg(x, v, "state");
    if (!x->stacks) {
        lu_refuse(x, v, "levels of a game without stacks");
        return LU_NOTHING;
    }
    kit_num site = site_of(x, v), what = kit_known(0), who = kit_known(0), in = kit_known(0);
    ir_const fits = IR_NONE;
    if (named) {
        fits = lu_first_kind_table(x, lu_string(x, v->items[1]));
        who = lu_keep_num(x, "owner", kit_clamp(x->k, lu_who(x, v->items[2]), 0, (int32_t)x->players + 1, 0));
        in = state ? lu_keep_num(x, "state", lu_int(x, state)) : in;
    } else
        what = lu_keep_num(x, "kind", lu_int(x, v->items[1]));
    ir_var i = kit_scratch(x->k, "level", 0, (int32_t)x->height),
           found = kit_scratch(x->k, "found", -1, (int32_t)x->height);
    ir_node after = kit_node(x->k);
    kit_set(x->k, found, kit_known(-1));
    kit_branch_to(x->k,
                  kit_and(x->k, kit_compare(x->k, IR_GE, site, kit_known(0)),
                          kit_compare(x->k, IR_LT, site, kit_known((int32_t)x->board_sites))), /* not of hands */
                  after);
    kit_num size = lu_keep_num(x, "size", lu_size_at(x, site));
    kit_loop l = kit_loop_begin(x->k, i, kit_known(0), size);
    kit_num here = lu_what_level(x, site, kit_read(x->k, i));
    kit_cond is = named ? kit_compare(x->k, IR_EQ, kit_look2(x->k, fits, here, who), kit_known(1))
                        : kit_compare(x->k, IR_EQ, here, what);
    if (state)
        is = kit_and(x->k, is, kit_compare(x->k, IR_EQ, lu_state_level(x, site, kit_read(x->k, i)), in));
    if (!top)
        is = kit_and(x->k, is, kit_compare(x->k, IR_LT, kit_read(x->k, found), kit_known(0)));
    kit_branch_to(x->k, is, l.next);
    kit_set(x->k, found, kit_read(x->k, i));
    kit_loop_end(x->k, &l);
    kit_go(x->k, after);
    x->k->cur = after;
    return kit_read(x->k, found);
}

/* Levels of a stack from an end of it up to where it stops. */
kit_num lu_count_stack(lu *x, const ludii_value *v)
{
    const ludii_value *direction = lu_item(x, v, "StackDirection"), *condition = lu_arg(x, v, "if"),
                      *stop = lu_arg(x, v, "stop");
    if (!x->stacks || !lu_arg(x, v, "at") || (direction && lu_word_is(x, direction, "FromTop"))) {
        lu_refuse_ludeme(x, v);
        return LU_NOTHING;
    }
    kit_num site = site_of(x, v), to = lu_keep(x, LU_TO, "outer"), level = lu_keep(x, LU_LEVEL, "outer");
    ir_var i = kit_scratch(x->k, "level", 0, (int32_t)x->height),
           sum = kit_scratch(x->k, "levels", 0, (int32_t)x->height);
    ir_node after = kit_node(x->k);
    kit_set(x->k, sum, kit_known(0));
    kit_branch_to(x->k, kit_compare(x->k, IR_GE, site, kit_known(0)), after);
    kit_set(x->k, lu_context_var(x, LU_TO), site);
    kit_loop l = kit_loop_begin(x->k, i, kit_known(0), lu_keep_num(x, "size", lu_size_at(x, site)));
    kit_set(x->k, lu_context_var(x, LU_LEVEL), kit_read(x->k, i));
    if (stop)
        kit_branch_to(x->k, kit_not(x->k, lu_bool(x, stop)), after);
    if (condition)
        kit_branch_to(x->k, lu_bool(x, condition), l.next);
    kit_set(x->k, sum, kit_op(x->k, IR_ADD, kit_read(x->k, sum), kit_known(1)));
    kit_loop_end(x->k, &l);
    kit_go(x->k, after);
    x->k->cur = after;
    kit_set(x->k, lu_context_var(x, LU_TO), to);
    kit_set(x->k, lu_context_var(x, LU_LEVEL), level);
    return kit_read(x->k, sum);
}
