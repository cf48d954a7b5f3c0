#include "lang/hrg/lower.h"

static void edge(frame *f, ir_node from, ir_node *to, ir_expr condition, src_span at)
{
    if (!to || !hrg_take_edge(f, at))
        return;
    if (*to == IR_NONE)
        *to = hrg_fresh(f, at);
    kit_link_check(hrg_on(frame_world(f), at), from, *to, condition);
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
    for (int side = 0; side < 2; side++) {
        ir_node *to = side ? no : yes;
        if (!to)
            continue;
        ir_expr a = hrg_lower_expr(f, hrg_arg(e, 0)), b = hrg_lower_expr(f, hrg_arg(e, 1));
        bool equal = (e->op == HRG_E_EQ) != side;
        edge(f, from, to, kit_equal(hrg_on(frame_world(f), e->span), equal, a, b), e->span);
    }
}

static void reachable(frame *f, const hrg_expr *e, ir_node from, ir_node *yes, ir_node *no)
{
    ir_node start, target;
    hrg_lower_reachable(f, hrg_arg(e, 1), &start, &target);
    kit_code *k = hrg_on(frame_world(f), e->span);
    if (yes)
        edge(f, from, yes, kit_reach(k, start, target), e->span);
    if (no)
        edge(f, from, no, kit_negation(k, kit_reach(k, start, target)), e->span);
}

/* `first` holds or `second` does, seen from the side where a disjunction is true. When the
 * other side is wanted too, the second test comes after the first has failed, so that the
 * true side is reached at most once; else they are two alternatives. */
static void either(frame *f, const hrg_expr *e, ir_node from, ir_node *some, ir_node *none, bool negated)
{
    const hrg_expr *a = hrg_arg(e, 0), *b = hrg_arg(e, 1);
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
    case HRG_B_NOT: hrg_lower_condition(f, hrg_arg(e, 1), from, no, yes); return;
    case HRG_B_REACHABLE: reachable(f, e, from, yes, no); return;
    case HRG_B_TRUE: always(f, from, yes, e->span); return;
    case HRG_B_FALSE: always(f, from, no, e->span); return;
    default: return; /* the check has reported it */
    }
}
