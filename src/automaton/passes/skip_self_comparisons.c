/* `x == x` always holds and becomes a skip, `x != x` never does and loses its edge; inside of
 * larger conditions they become truth values (`skip_self_comparisons` of the RG tool chain).
 * Comparisons that can end in a fault stay.
 *
 * Requires nothing. Guarantees that no check compares an expression with itself. */
#include "automaton/passes/pipeline.h"

#include "automaton/build.h"
#include "automaton/passes/rewrite.h"
#include "automaton/region.h"

static ir_expr decide(void *user, ir_expr e)
{
    ir_game *g = user;
    const ir_expr_data x = vec_at(&g->exprs, e);
    if ((x.op != IR_EQ && x.op != IR_NE) || !ir_expr_equal(g, x.a, x.b) || ir_can_fault(g, e))
        return IR_NONE;
    return irb_expr(g, x.op == IR_EQ ? IR_TRUE : IR_FALSE, IR_NONE, IR_NONE, IR_NONE, x.span);
}

uint32_t ir_pass_skip_self_comparisons(ir_game *g, arena *scratch)
{
    uint32_t changes = 0;
    (void)scratch;
    for (uint32_t i = 0; i < g->edges.count; i++) {
        ir_edge_data e = vec_at(&g->edges, i);
        if (e.removed || (e.label != IR_CHECK && e.label != IR_CHOOSE) || e.value == IR_NONE)
            continue;
        ir_expr value = expr_rewrite(g, e.value, decide, g);
        if (value == e.value)
            continue;
        e.value = value;
        ir_op op = vec_at(&g->exprs, value).op;
        if (op == IR_FALSE)
            e.removed = true;
        else if (op == IR_TRUE && e.label == IR_CHECK)
            edge_to_skip(&e);
        else if (op == IR_TRUE)
            e.value = IR_NONE;
        vec_at(&g->edges, i) = e;
        changes++;
    }
    return changes;
}
