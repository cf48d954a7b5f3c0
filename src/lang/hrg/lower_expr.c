#include "lang/hrg/lower.h"

uint32_t hrg_bound_term(const frame *f, name_id name)
{
    const hrg_world *w = frame_world(f);
    for (uint32_t i = w->env.count; i-- > f->base;)
        if (w->env.data[i].name == name)
            return w->env.data[i].value.index;
    return HRG_NONE;
}

/* Constants and variables come before symbols, as in RG. */
static ir_expr global(frame *f, name_id name, src_span at)
{
    ir_game *g = f->l->g;
    ir_const c = irb_find_constant(g, name);
    if (c != IR_NONE)
        return irb_expr_const(g, c, at);
    ir_var v = irb_find_variable(g, name);
    if (v != IR_NONE)
        return irb_expr_var(g, v, at);
    return irb_expr_symbol(g, irb_symbol(g, name), at);
}

ir_expr hrg_lower_variable(frame *f, name_id name, src_span at) { return global(f, name, at); }

ir_expr hrg_lower_element(frame *f, uint32_t term, src_span at)
{
    return global(f, hrg_symbol_name(frame_world(f), term), at);
}

static ir_expr lower_name(frame *f, name_id name, src_span at)
{
    uint32_t bound = hrg_bound_term(f, name);
    if (bound != HRG_NONE)
        return hrg_lower_element(f, bound, at);
    for (uint32_t i = 0; i < f->graph->param_count; i++)
        if (f->graph->params[i].name.id == name)
            return irb_expr_var(f->l->g, f->l->graphs[f->index].params[i], at);
    return global(f, name, at);
}

/* A constant expression: constructors and arithmetic. */
static ir_expr lower_constant(frame *f, const hrg_expr *e)
{
    hrg_world *w = frame_world(f);
    ir_game *g = f->l->g;
    hrg_result r = hrg_eval(w, e, f->base);
    if (r.kind != HRG_R_TERM) {
        if (r.kind != HRG_R_ERROR)
            hrg_error(w, DIAG_HRG_EVALUATE, e->span, "a single value was expected");
        return irb_expr_symbol(g, g->keeper, e->span);
    }
    name_id name = hrg_symbol_name(w, r.index);
    if (!map_has(&w->symbols, name))
        hrg_error(w, DIAG_UNKNOWN_VARIABLE, e->span, "no domain has the value `%s`", hrg_term_text(w, r.index));
    return irb_expr_symbol(g, irb_symbol(g, name), e->span);
}

ir_expr hrg_lower_expr(frame *f, const hrg_expr *e)
{
    ir_game *g = f->l->g;
    switch (e->op) {
    case HRG_E_NAME: return lower_name(f, e->name.id, e->span);
    case HRG_E_INDEX:
    case HRG_E_CALL: {
        ir_expr r = hrg_lower_expr(f, e->args[0]);
        for (uint32_t i = 1; i < e->count; i++)
            r = irb_expr_index(g, r, hrg_lower_expr(f, e->args[i]), e->span);
        return r;
    }
    default: return lower_constant(f, e);
    }
}
