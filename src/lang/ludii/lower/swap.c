/* Exchanges: what stands on two sites, or the seats of the players. */
#include "lang/ludii/lower/lower.h"
#include "lang/ludii/lower/lowerings.h"

static lu_num with_low(lu_num site)
{
    site.low = site.low < 0 && !site.known ? 0 : site.low;
    return site;
}

/* Everything that a site has, with that of another. */
static void exchange(lu *x, lu_num a, lu_num b)
{
    static const lu_state parts[] = {LU_S_WHAT, LU_S_WHO, LU_S_COUNT, LU_S_STATE, LU_S_ROTATION, LU_S_VALUE};
    a = with_low(lu_keep_num(x, "one", a)), b = with_low(lu_keep_num(x, "other", b));
    for (uint32_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        ir_var v = x->vars[parts[i]];
        if (v == IR_NONE)
            continue;
        lu_num kept = lu_keep_num(x, "kept", lu_at(x, v, a));
        lu_set_at(x, v, a, lu_at(x, v, b));
        lu_set_at(x, v, b, kept);
    }
}

static void act(lu *x, const lu_move *m)
{
    (void)m;
    exchange(x, lu_context_num(x, LU_FROM), lu_context_num(x, LU_TO));
}

/* The first two numbers among the arguments, or where the last move began and ended. */
static void ends(lu *x, const ludii_value *v, lu_num end[2])
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
    lu_num end[2];
    if (x->stacks)
        lu_refuse(x, v, "an exchange of stacks");
    ends(x, v, end);
    end[1] = lu_keep_num(x, "other", end[1]);
    lu_set(x, lu_context_var(x, LU_FROM), end[0]);
    lu_set(x, lu_context_var(x, LU_TO), end[1]);
    lu_num from = lu_context_num(x, LU_FROM), to = lu_context_num(x, LU_TO);
    lu_check(x, lu_and(x, lu_compare(x, IR_GE, from, lu_known(0)), lu_compare(x, IR_GE, to, lu_known(0))));
    lu_emit(x, &use, &(lu_move){.kind = LU_OTHER, .other = "Mov:@-@", .two_sites = true, .act = act, .v = v});
}

void lu_effect_exchange(lu *x, const ludii_value *v)
{
    lu_num end[2];
    if (x->stacks)
        lu_refuse(x, v, "an exchange of stacks");
    ends(x, v, end);
    ir_node after = lu_node(x), no = lu_branch(x, lu_and(x, lu_compare(x, IR_GE, end[0], lu_known(0)),
                                                         lu_compare(x, IR_GE, end[1], lu_known(0))));
    exchange(x, end[0], end[1]);
    lu_go(x, after);
    x->cur = no;
    lu_go(x, after);
    x->cur = after;
    if (lu_item(x, v, "Then"))
        lu_effect(x, lu_item(x, v, "Then")->items[0]);
}

/* The variable that says whether the seats are exchanged. */
void lu_may_exchange_seats(lu *x)
{
    if (x->swapped == IR_NONE)
        x->swapped = lu_variable(x, "swapped", 0, 1, 0);
}

/* Both players take the other one's side; the sides move on in turn. */
void lu_effect_exchange_players(lu *x, const ludii_value *v)
{
    lu_num a = lu_who(x, v->items[1]), b = lu_who(x, v->items[2]);
    if (x->players != 2 || !a.known || !b.known || a.value + b.value != 3) {
        lu_refuse_ludeme(x, v);
        return;
    }
    lu_set(x, x->swapped, lu_op(x, IR_SUB, lu_known(1), lu_read(x, x->swapped)));
    if (lu_item(x, v, "Then"))
        lu_effect(x, lu_item(x, v, "Then")->items[0]);
}

/* One after the other. */
void lu_effect_do(lu *x, const ludii_value *v)
{
    const ludii_value *next = lu_arg(x, v, "next");
    if (lu_arg(x, v, "ifAfterwards") || !next) {
        lu_refuse_ludeme(x, v);
        return;
    }
    lu_effect(x, v->items[0]);
    lu_effect(x, next);
    if (lu_item(x, v, "Then"))
        lu_effect(x, lu_item(x, v, "Then")->items[0]);
}
