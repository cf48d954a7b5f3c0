/* Exchanges: what stands on two sites, or the seats of the players. */
#include "lang/ludii/lower/lower.h"
#include "lang/ludii/lower/lowerings.h"

#include <string.h>

static kit_num with_low(kit_num site)
{
    site.low = site.low < 0 && !site.known ? 0 : site.low;
    return site;
}

/* Everything that a site has, with that of another. */
static void exchange(lu *x, kit_num a, kit_num b)
{
    static const lu_state parts[] = {LU_S_WHAT, LU_S_WHO, LU_S_COUNT, LU_S_STATE, LU_S_ROTATION, LU_S_VALUE};
    a = with_low(lu_keep_num(x, "one", a)), b = with_low(lu_keep_num(x, "other", b));
    const bool later = lu_quirk(x, QUIRK_SWAP_LEAVES_STATE);
    const kit_cond empty = later ? kit_compare(x->k, IR_EQ, lu_what_at(x, a), kit_known(0)) : kit_truth(false);
    kit_num none = lu_keep_num(x, "none", kit_choose(x->k, empty, kit_known(1), kit_known(0)));
    for (uint32_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        ir_var v = x->vars[parts[i]];
        if (v == IR_NONE)
            continue;
        kit_num kept = lu_keep_num(x, "kept", kit_at(x->k, v, a));
        if (later) /* where nothing comes from the first site the second one keeps what it has */
            kept = lu_keep_num(
                x, "kept", kit_choose(x->k, kit_compare(x->k, IR_EQ, none, kit_known(1)), kit_at(x->k, v, b), kept));
        kit_set_at(x->k, v, a, later && i > 2 ? kit_known(0) : kit_at(x->k, v, b));
        kit_set_at(x->k, v, b, kept);
    }
}

static void act(lu *x, const lu_move *m)
{
    (void)m;
    exchange(x, lu_context_num(x, LU_FROM), lu_context_num(x, LU_TO));
}

static void refuse_exchange(lu *x, const ludii_value *v)
{
    if (x->stacks)
        lu_refuse(x, v, "an exchange of stacks");
    if (lu_quirk(x, QUIRK_SWAP_LEAVES_STATE) && x->b->default_site != GR_CELL) /* only cells are exchanged there */
        lu_refuse(x, v, "an exchange of pieces that are not on cells");
}

/* The first two numbers among the arguments, or where the last move began and ended. */
static void ends(lu *x, const ludii_value *v, kit_num end[2])
{
    uint32_t n = 0;
    end[0] = lu_context_num(x, LU_LAST_FROM), end[1] = lu_context_num(x, LU_LAST_TO);
    for (uint32_t i = 1; i < v->count && n < 2; i++)
        if (v->items[i] && lu_is(x, v->items[i], "Int"))
            end[n++] = lu_as_site(x, lu_int(x, v->items[i]));
}

void lu_move_exchange(lu *x, const ludii_value *v, const lu_use *k)
{
    lu_use use = lu_with_then(x, k, lu_item(x, v, "Then"));
    kit_num end[2];
    refuse_exchange(x, v);
    ends(x, v, end);
    end[1] = lu_keep_num(x, "other", end[1]);
    kit_set(x->k, lu_context_var(x, LU_FROM), end[0]);
    kit_set(x->k, lu_context_var(x, LU_TO), end[1]);
    kit_num from = lu_context_num(x, LU_FROM), to = lu_context_num(x, LU_TO);
    kit_check(x->k,
              kit_and(x->k, kit_compare(x->k, IR_GE, from, kit_known(0)), kit_compare(x->k, IR_GE, to, kit_known(0))));
    lu_emit(x, &use, &(lu_move){.kind = LU_OTHER, .other = "Mov:@-@", .two_sites = true, .act = act, .v = v});
}

void lu_effect_exchange(lu *x, const ludii_value *v)
{
    kit_num end[2];
    refuse_exchange(x, v);
    ends(x, v, end);
    ir_node after = kit_node(x->k), no = kit_branch(x->k, kit_and(x->k, kit_compare(x->k, IR_GE, end[0], kit_known(0)),
                                                                  kit_compare(x->k, IR_GE, end[1], kit_known(0))));
    exchange(x, end[0], end[1]);
    kit_go(x->k, after);
    x->k->cur = no;
    kit_go(x->k, after);
    x->k->cur = after;
    if (lu_item(x, v, "Then"))
        lu_effect(x, lu_item(x, v, "Then")->items[0]);
}

/* The variable that says whether the seats are exchanged. */
void lu_may_exchange_seats(lu *x)
{
    if (x->swapped == IR_NONE)
        x->swapped = kit_variable(x->k, "swapped", 0, 1, 0);
}

static void exchange_seats(lu *x, const ludii_value *v)
{
    kit_num who[2];
    uint32_t n = 0;
    for (uint32_t i = 1; i < v->count && n < 2; i++)
        if (v->items[i] && !lu_is(x, v->items[i], "Then") &&
            (lu_is(x, v->items[i], "Int") || lu_is(x, v->items[i], "RoleType")))
            who[n++] = lu_who(x, v->items[i]);
    if (x->players != 2 || n < 2 || !who[0].known || !who[1].known || who[0].value + who[1].value != 3) {
        lu_refuse_ludeme(x, v);
        return;
    }
    kit_set(x->k, x->swapped, kit_op(x->k, IR_SUB, kit_known(1), kit_read(x->k, x->swapped)));
}

static void act_on_seats(lu *x, const lu_move *m)
{
    exchange_seats(x, m->v);
    kit_set(x->k, lu_context_var(x, LU_NEXT), lu_context_num(x, LU_MOVER));
}

/* As a decision: the side moves once more, in other hands. */
void lu_move_exchange_players(lu *x, const ludii_value *v, const lu_use *k)
{
    lu_use use = lu_with_then(x, k, lu_item(x, v, "Then"));
    kit_set(x->k, lu_context_var(x, LU_FROM), kit_known(-1));
    kit_set(x->k, lu_context_var(x, LU_TO), kit_known(-1));
    lu_emit(x, &use, &(lu_move){.kind = LU_OTHER, .other = "Swap", .one_site = true, .act = act_on_seats, .v = v});
}

/* Both players take the other one's side; the sides move on in turn. */
void lu_effect_exchange_players(lu *x, const ludii_value *v)
{
    exchange_seats(x, v);
    if (lu_item(x, v, "Then"))
        lu_effect(x, lu_item(x, v, "Then")->items[0]);
}

/* It is done again in front of each move that `next:` has, which changes nothing of most effects. */
static bool adds_up(lu *x, const ludii_value *v)
{
    return lu_mentions(x, v, "AddScore") || lu_mentions(x, v, "Flip") || lu_mentions(x, v, "Swap.Pieces") ||
           (x->stacks &&
            (lu_mentions(x, v, "Add") || (lu_mentions(x, v, "Remove") && lu_mentions_label(x, v, "count"))));
}

/* One after the other. */
void lu_effect_do(lu *x, const ludii_value *v)
{
    const ludii_value *next = lu_arg(x, v, "next"), *after = lu_arg(x, v, "ifAfterwards");
    if (!next && !after) {
        if (lu_quirk(x, QUIRK_DO_ALONE))
            lu_pass_over(x, v);
        else
            lu_refuse_ludeme(x, v);
        return;
    }
    if (next && lu_mentions(x, next, "ForEach") && adds_up(x, v->items[0]))
        lu_refuse(x, v, "an effect that adds up in front of effects for each of several things");
    ir_node done = kit_node(x->k);
    static const char *const unsure[] = {"And", "If", "ForEach"};
    bool sure = true;
    for (size_t i = 0; i < sizeof unsure / sizeof *unsure && next && !x->dice.count; i++)
        sure &= strcmp(lu_class(x, next), unsure[i]) != 0;
    if (after || !sure) { /* what comes first belongs to what comes next: without that, or dice, there is neither */
        kit_try t = kit_try_begin(x->k);
        lu_effect(x, v->items[0]);
        if (next && !sure)
            kit_check(x->k, lu_does(x, next));
        if (next && after)
            lu_effect(x, next);
        if (after)
            kit_check(x->k, lu_bool(x, after));
        kit_branch_to(x->k, kit_try_end(x->k, t), done);
    }
    if (next)
        lu_remember_before(x, v->items[0]);
    else
        lu_effect(x, v->items[0]);
    if (next)
        lu_effect(x, next);
    if (lu_item(x, v, "Then"))
        lu_effect(x, lu_item(x, v, "Then")->items[0]);
    kit_go(x->k, done);
    x->k->cur = done;
}

/* Of each kind of piece the one of the same name that a player has; 0: none. */
static ir_const kinds_of_players(lu *x)
{
    const uint32_t n = x->components.count, width = x->players + 2;
    int32_t *kinds = ARENA_ARRAY(x->a, int32_t, (size_t)n * width);
    for (uint32_t i = 1; i < n; i++)
        for (uint32_t k = n - 1; k > 0; k--) {
            const lu_component *other = &vec_at(&x->components, k);
            if (other->base == vec_at(&x->components, i).base && other->owner >= 0 && other->owner < (int)width)
                kinds[i * width + (uint32_t)other->owner] = (int32_t)k;
        }
    return kit_table2(x->k, 0, kinds, n, width, 0);
}

/* Pieces of a player become those of another, and stay as they are otherwise. */
void lu_effect_take_control(lu *x, const ludii_value *v)
{
    const ludii_value *of = lu_arg(x, v, "of"), *by = lu_arg(x, v, "by"), *at = lu_arg(x, v, "at"),
                      *to = lu_arg(x, v, "to");
    of = of ? of : lu_arg(x, v, "oF");
    by = by ? by : lu_arg(x, v, "bY");
    if (x->stacks || !lu_on_default_sites(x, v)) {
        lu_refuse_ludeme(x, v);
        return;
    }
    const lu_region *r = at   ? lu_one_site(x, lu_as_site(x, lu_int(x, at)))
                         : to ? lu_frozen(x, lu_sites(x, to))
                              : lu_all_sites(x, true);
    kit_num owner = lu_keep_num(x, "owner", lu_who(x, of)), taker = lu_keep_num(x, "taker", lu_who(x, by));
    const bool all = owner.known && owner.value == (int32_t)x->players + 1;
    ir_const kinds = kinds_of_players(x);
    ir_var site = kit_scratch(x->k, "taken", -2, (int32_t)x->sites);
    kit_loop l = lu_each_site(x, r, site);
    kit_num here = kit_clamp(x->k, kit_read(x->k, site), 0, (int32_t)x->sites - 1, 0);
    if (!all)
        kit_branch_to(x->k, kit_compare(x->k, IR_EQ, lu_who_at(x, here), owner), l.next);
    kit_num kind = lu_keep_num(x, "kind", kit_look2(x->k, kinds, lu_what_at(x, here), taker));
    kit_branch_to(x->k, kit_compare(x->k, IR_NE, kind, kit_known(0)), l.next);
    kit_set_at(x->k, lu_state_var(x, LU_S_WHAT), here, kind);
    if (x->uses_who)
        kit_set_at(x->k, lu_state_var(x, LU_S_WHO), here, taker);
    kit_loop_end(x->k, &l);
    if (lu_item(x, v, "Then"))
        lu_effect(x, lu_item(x, v, "Then")->items[0]);
}
