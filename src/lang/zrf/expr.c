/* Short forms of what the lowering writes often. */
#include "lang/zrf/lower.h"

static const src_span none = {0, 0};

ir_expr zrf_holds(zrf_lowering *x, ir_expr value) { return kit_equal(x->k, true, value, kit_symbol(x->k, x->one)); }
ir_expr zrf_both(zrf_lowering *x, ir_expr a, ir_expr b)
{
    return a == IR_NONE ? b : b == IR_NONE ? a : irb_expr(x->g, IR_AND, a, b, IR_NONE, none);
}

ir_expr zrf_either(zrf_lowering *x, ir_expr a, ir_expr b)
{
    return a == IR_NONE ? b : b == IR_NONE ? a : irb_expr(x->g, IR_OR, a, b, IR_NONE, none);
}

ir_expr zrf_board(zrf_lowering *x, ir_expr spot) { return kit_index(x->k, kit_var(x->k, x->board), spot); }

ir_node zrf_fresh(zrf_lowering *x, src_span at)
{
    return irb_fresh_node(x->g, arena_printf(x->arena, "n_%u", x->g->nodes.count), at);
}

ir_node zrf_assign(zrf_lowering *x, ir_node from, ir_expr target, ir_expr value, src_span at)
{
    ir_node to = zrf_fresh(x, at);
    irb_assign(x->g, from, to, target, value, at);
    return to;
}

ir_node zrf_set(zrf_lowering *x, ir_node from, ir_var v, ir_sym value, src_span at)
{
    return zrf_assign(x, from, kit_var(x->k, v), kit_symbol(x->k, value), at);
}

ir_node zrf_check_edge(zrf_lowering *x, ir_node from, ir_expr condition, src_span at)
{
    ir_node to = zrf_fresh(x, at);
    irb_check(x->g, from, to, condition, at);
    return to;
}

ir_node zrf_tag(zrf_lowering *x, ir_node from, ir_expr value, src_span at)
{
    ir_node to = zrf_fresh(x, at);
    irb_tag(x->g, from, to, value, at);
    return to;
}

void zrf_fork(zrf_lowering *x, ir_node from, ir_expr condition, ir_node *yes, ir_node *no, src_span at)
{
    *yes = zrf_check_edge(x, from, condition, at);
    *no = zrf_check_edge(x, from, kit_negation(x->k, condition), at);
    ir_node both[2] = {*yes, *no};
    irb_disjoint(x->g, from, both, 2, true);
}

ir_expr zrf_owned_by(zrf_lowering *x, ir_expr cell, uint32_t player)
{
    return kit_equal(x->k, true, kit_lookup(x->k, x->owner_of, cell), kit_symbol(x->k, x->players[player]));
}
