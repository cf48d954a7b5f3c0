/* Short forms of what the lowering writes often. */
#include "lang/zrf/lower.h"

ir_expr zrf_holds(zrf_lowering *x, ir_expr value) { return kit_equal(x->k, true, value, kit_symbol(x->k, x->sym.one)); }
ir_expr zrf_board(zrf_lowering *x, ir_expr spot) { return kit_index(x->k, kit_var(x->k, x->board), spot); }

ir_node zrf_set(zrf_lowering *x, ir_node from, ir_var v, ir_sym value)
{
    return kit_assigned(x->k, from, kit_var(x->k, v), kit_symbol(x->k, value));
}

ir_expr zrf_owned_by(zrf_lowering *x, ir_expr cell, uint32_t player)
{
    return kit_equal(x->k, true, kit_lookup(x->k, x->owner_of, cell), kit_symbol(x->k, x->sym.players[player]));
}
