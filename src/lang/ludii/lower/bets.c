/* Amounts that players bet, and the pot. */
#include "lang/ludii/lower/lower.h"
#include "lang/ludii/lower/lowerings.h"

void lu_find_bets(lu *x)
{
    if (!lu_mentions(x, x->game, "Bet") && !lu_mentions(x, x->game, "Move.Bet") && !lu_mentions(x, x->game, "Amount") &&
        !lu_mentions(x, x->game, "Pot"))
        return;
    lu_state_var(x, LU_S_AMOUNT);
    lu_state_var(x, LU_S_POT);
}

kit_num lu_amount(lu *x, const ludii_value *v)
{
    return kit_at(x->k, lu_state_var(x, LU_S_AMOUNT), lu_who(x, v->items[0]));
}
kit_num lu_pot(lu *x, const ludii_value *v) { return (void)v, kit_read(x->k, lu_state_var(x, LU_S_POT)); }

typedef struct bet {
    kit_num player, amount;
} bet;

static void place_bet(lu *x, const lu_move *m)
{
    const bet *b = m->data;
    kit_set_at(x->k, lu_state_var(x, LU_S_AMOUNT), b->player, b->amount);
}

/* In texts an amount of one is left out, and an amount of nothing, too, which gets a mark. */
void lu_move_bet(lu *x, const ludii_value *v, const lu_use *k)
{
    const ludii_value *role = lu_item(x, v, "RoleType"), *player = lu_item(x, v, "Player");
    lu_use use = lu_with_then(x, k, lu_item(x, v, "Then"));
    lu_range range = lu_range_of(x, lu_item(x, v, "Range"), 1);
    int32_t most = range.max.known          ? range.max.value
                   : range.max.high < 30000 ? range.max.high
                                            : 30000,
            least = range.min.known ? range.min.value : 0;
    if (least < 0 || most > 30000) {
        lu_refuse_ludeme(x, v);
        return;
    }
    kit_num from = lu_keep_num(x, "least", range.min), to = lu_keep_num(x, "most", range.max);
    bet b = {lu_keep_num(x, "better", lu_who(x, role ? role : player)), kit_known(0)};
    ir_node entry = x->k->cur;
    for (int32_t part = 0; part < 2; part++) { /* nothing, and more */
        int32_t low = part && least < 1 ? 1 : least, high = part ? most : 0;
        if (low > high)
            continue;
        ir_var amount = kit_scratch(x->k, "bet", 0, most);
        x->k->cur = entry;
        kit_pick(x->k, amount, low, high);
        if (!from.known || !to.known)
            kit_check(x->k, kit_and(x->k, kit_compare(x->k, IR_GE, kit_read(x->k, amount), from),
                                    kit_compare(x->k, IR_LE, kit_read(x->k, amount), to)));
        b.amount = part ? kit_read(x->k, amount) : kit_known(0);
        lu_move m = {.kind = LU_OTHER,
                     .v = v,
                     .other = part ? "Bet:-1*#$#" : "Bet:-1$#~#",
                     .act = place_bet,
                     .data = &b,
                     .has_mover = true,
                     .mover = b.player,
                     .no_sites = true};
        m.shown[!part] = b.amount;
        m.shown[part] = b.player;
        lu_emit(x, &use, &m);
    }
}
