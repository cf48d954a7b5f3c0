/* Positions that come again: what stands on the board and off it, with attributes, and which entry of the order of
 * turns comes next. What is more than REMEMBERED turns ago is forgotten. */
#include "lang/zrf/lower.h"

enum { REMEMBERED = 512, TIMES = 3 };

void zrf_declare_repetition(zrf_lowering *x) { x->seen = kit_remember_positions(x->k, REMEMBERED, true); }

ir_node zrf_remember(zrf_lowering *x, ir_node at, uint32_t turn, ir_expr value)
{
    ir_expr *parts = ARENA_ARRAY(x->arena, ir_expr, x->z->attributes.count + 3);
    uint32_t n = 0;
    if (value != IR_NONE)
        parts[n++] = value;
    parts[n++] = kit_var(x->k, x->board);
    if (x->count.pool != IR_NONE)
        parts[n++] = kit_var(x->k, x->count.pool);
    for (uint32_t a = 0; a < x->z->attributes.count; a++)
        parts[n++] = kit_var(x->k, x->attributes[a]);
    x->k->cur = at;
    kit_remember(x->k, &x->seen, &(kit_position){parts, n, 2 * (int32_t)turn + 1});
    return x->k->cur;
}

ir_expr zrf_repeated(zrf_lowering *x)
{
    return kit_truth_expr(x->k, kit_compare(x->k, IR_GE, kit_times_of_last(x->k, &x->seen), kit_known(TIMES)));
}
