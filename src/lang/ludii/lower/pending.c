/* Sites and values that are pending until the next move. */
#include "lang/ludii/lower/lower.h"
#include "lang/ludii/lower/lowerings.h"

/* The value that is pending; of several the smallest, or later 0, as without any. */
kit_num lu_value_pending(lu *x, const ludii_value *v)
{
    (void)v;
    const kit_num least = kit_read(x->k, lu_state_var(x, LU_S_PENDED));
    if (!lu_quirk(x, QUIRK_ONE_IS_PENDING))
        return least;
    return kit_choose(x->k, kit_compare(x->k, IR_EQ, kit_read(x->k, lu_state_var(x, LU_S_HAS_PENDING)), kit_known(1)),
                      least, kit_known(0));
}

/* Keeps the smallest one, and whether it is alone. */
static void make_pending(lu *x, kit_num site)
{
    kit_num value = lu_keep_num(x, "value", site), least = kit_read(x->k, lu_state_var(x, LU_S_PENDED)),
            many = kit_read(x->k, lu_state_var(x, LU_S_HAS_PENDING));
    kit_set_at(x->k, lu_state_var(x, LU_S_PENDING), value, kit_known(1));
    kit_cond none = kit_compare(x->k, IR_EQ, many, kit_known(0)), same = kit_compare(x->k, IR_EQ, value, least);
    kit_set(x->k, x->vars[LU_S_HAS_PENDING],
            kit_choose(x->k, kit_and(x->k, none, kit_compare(x->k, IR_GE, value, kit_known(0))), kit_known(1),
                       kit_choose(x->k, same, many, kit_known(2))));
    kit_cond less =
        kit_and(x->k, kit_compare(x->k, IR_GE, value, kit_known(0)),
                kit_or(x->k, kit_compare(x->k, IR_LT, least, kit_known(0)), kit_compare(x->k, IR_LT, value, least)));
    kit_set(x->k, x->vars[LU_S_PENDED], kit_choose(x->k, less, value, least));
}

void lu_effect_set_pending(lu *x, const ludii_value *v)
{
    const ludii_value *what = v->items[1];
    if (what && lu_is(x, what, "Sites")) {
        ir_var site = kit_scratch(x->k, "pended", -2, (int32_t)x->sites);
        kit_loop l = lu_each_site(x, lu_sites(x, what), site);
        make_pending(x, kit_read(x->k, site));
        kit_loop_end(x->k, &l);
    } else
        make_pending(x, what ? lu_as_site(x, lu_int(x, what)) : kit_known(1));
    const ludii_value *then = lu_then_of_old(x, v);
    if (then)
        lu_effect(x, then->items[0]);
}

/* What was pending is over with the next move. */
void lu_forget_pending(lu *x)
{
    ir_var site = kit_scratch(x->k, "forgotten", -2, (int32_t)x->sites), least = lu_state_var(x, LU_S_PENDED);
    kit_num many = kit_read(x->k, lu_state_var(x, LU_S_HAS_PENDING));
    ir_node after = kit_node(x->k), done = kit_node(x->k);
    kit_branch_to(x->k, kit_compare(x->k, IR_NE, many, kit_known(0)), after);
    ir_node all = kit_branch(x->k, kit_compare(x->k, IR_EQ, many, kit_known(1)));
    kit_set_at(x->k, x->vars[LU_S_PENDING], kit_read(x->k, least), kit_known(0));
    kit_go(x->k, done);
    x->k->cur = all;
    kit_loop l = kit_loop_begin(x->k, site, kit_known(0), kit_known((int32_t)x->sites));
    kit_set_at(x->k, x->vars[LU_S_PENDING], kit_read(x->k, site), kit_known(0));
    kit_loop_end(x->k, &l);
    kit_go(x->k, done);
    x->k->cur = done;
    kit_set(x->k, x->vars[LU_S_HAS_PENDING], kit_known(0));
    kit_set(x->k, least, kit_known(-1));
    kit_go(x->k, after);
    x->k->cur = after;
}
