#include "automaton/relax.h"

#include "automaton/build.h"
#include "automaton/check.h"

static bool is_condition(const ir_edge_data *e)
{
    return !e->removed && (e->label == IR_CHECK || (e->label == IR_CHOOSE && e->value != IR_NONE));
}

/* The condition that the variable holds the number. */
static ir_expr holds(ir_game *g, uint32_t number, src_span at)
{
    return irb_expr(g, IR_EQ, irb_expr_var(g, g->passed, at), irb_expr_int(g, (int32_t)number, at), IR_NONE, at);
}

static void add_way(ir_game *g, const ir_edge_data *e, uint32_t number)
{
    if (e->label == IR_CHECK) {
        irb_check(g, e->from, e->to, holds(g, number, e->span), e->span);
        return;
    }
    ir_node open = irb_fresh_node(g, "open", e->span);
    irb_check(g, e->from, open, holds(g, number, e->span), e->span);
    irb_choose(g, open, e->to, e->target, e->type, IR_NONE, e->span);
}

bool ir_relax(ir_game *g)
{
    const src_span nowhere = {0, 0};
    uint32_t edges = g->edges.count, number = 0;
    for (uint32_t i = 0; i < edges; i++)
        number += is_condition(&vec_at(&g->edges, i));
    /* One more value than there are conditions, so that no analysis takes the variable for a constant: see below. */
    ir_type numbers = irb_int_type(g, 0, (int32_t)number + 1, nowhere);
    g->passed = irb_variable(g, irb_unused_name(g, "passed"), numbers, irb_value_int(g, 0, nowhere), nowhere);
    vec_at(&g->variables, g->passed).shown = vec_at(&g->variables, g->passed).note = true;
    g->disjoints.count = 0; /* a way past a condition breaks such promises */
    g->conditions = ARENA_ARRAY(g->arena, src_span, number + 1);
    for (uint32_t i = 0; i < edges; i++) {
        const ir_edge_data e = vec_at(&g->edges, i);
        if (!is_condition(&e))
            continue;
        g->conditions[g->condition_count++] = e.span;
        add_way(g, &e, g->condition_count);
        if (g->condition_count > 1)
            continue;
        ir_node open = irb_fresh_node(g, "open", e.span); /* never taken, but it might be */
        irb_check(g, e.from, open, holds(g, number + 1, e.span), e.span);
        irb_choose(g, open, e.to, irb_expr_var(g, g->passed, e.span), numbers, IR_NONE, e.span);
    }
    for (ir_node n = 0; n < g->nodes.count; n++) { /* what was found of the paths there were */
        vec_at(&g->nodes, n).single = vec_at(&g->nodes, n).unique = false;
        vec_at(&g->nodes, n).has_repeat = false;
    }
    for (ir_var v = 0; v < g->variables.count; v++)
        vec_at(&g->variables, v).told = false;
    g->transformed = true;
    return ir_check(g, g->sink, false);
}
