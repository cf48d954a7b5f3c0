#include "lang/hrg/lower.h"

static void edge(frame *f, ir_node from, ir_node *to, ir_expr condition, src_span at)
{
    if (!to || !hrg_take_edge(f, at))
        return;
    if (*to == IR_NONE)
        *to = hrg_fresh(f, at);
    irb_check(f->l->g, from, *to, condition, at);
}

static void always(frame *f, ir_node from, ir_node *to, src_span at)
{
    if (!to)
        return;
    if (*to == IR_NONE)
        *to = hrg_fresh(f, at);
    hrg_skip(f, from, *to, at);
}

static void comparison(frame *f, const hrg_expr *e, ir_node from, ir_node *yes, ir_node *no)
{
    ir_game *g = f->l->g;
    ir_op op = e->op == HRG_E_EQ ? IR_EQ : IR_NE, negated = e->op == HRG_E_EQ ? IR_NE : IR_EQ;
    for (int side = 0; side < 2; side++) {
        ir_node *to = side ? no : yes;
        if (!to)
            continue;
        ir_expr a = hrg_lower_expr(f, e->args[0]), b = hrg_lower_expr(f, e->args[1]);
        edge(f, from, to, irb_expr(g, side ? negated : op, a, b, IR_NONE, e->span), e->span);
    }
}

static void reachable(frame *f, const hrg_expr *e, ir_node from, ir_node *yes, ir_node *no)
{
    ir_game *g = f->l->g;
    ir_node start, target;
    hrg_lower_reachable(f, e->args[1], &start, &target);
    if (yes)
        edge(f, from, yes, irb_expr_reach(g, start, target, e->span), e->span);
    if (no)
        edge(f, from, no, irb_expr(g, IR_NOT, irb_expr_reach(g, start, target, e->span), IR_NONE, IR_NONE, e->span),
             e->span);
}

/* `first` holds or `second` does, seen from the side where a disjunction is true. When the
 * other side is wanted too, the second test comes after the first has failed, so that the
 * true side is reached at most once; else they are two alternatives. */
static void either(frame *f, const hrg_expr *e, ir_node from, ir_node *some, ir_node *none, bool negated)
{
    const hrg_expr *a = e->args[0], *b = e->args[1];
    ir_node middle = none ? IR_NONE : from, *failed = none ? &middle : NULL;
    if (negated)
        hrg_lower_condition(f, a, from, failed, some);
    else
        hrg_lower_condition(f, a, from, some, failed);
    if (middle == IR_NONE)
        return;
    if (negated)
        hrg_lower_condition(f, b, middle, none, some);
    else
        hrg_lower_condition(f, b, middle, some, none);
}

void hrg_lower_condition(frame *f, const hrg_expr *e, ir_node from, ir_node *yes, ir_node *no)
{
    if (frame_world(f)->exhausted)
        return;
    switch (e->op) {
    case HRG_E_EQ:
    case HRG_E_NE: comparison(f, e, from, yes, no); return;
    case HRG_E_OR: either(f, e, from, yes, no, false); return;
    case HRG_E_AND: either(f, e, from, no, yes, true); return; /* by De Morgan */
    default: break;
    }
    switch (hrg_condition_kind(frame_world(f), e)) {
    case HRG_B_NOT: hrg_lower_condition(f, e->args[1], from, no, yes); return;
    case HRG_B_REACHABLE: reachable(f, e, from, yes, no); return;
    case HRG_B_TRUE: always(f, from, yes, e->span); return;
    case HRG_B_FALSE: always(f, from, no, e->span); return;
    default: return; /* the check has reported it */
    }
}
