#include "lang/hrg/lower.h"

uint32_t hrg_bound_term(const frame *f, name_id name)
{
    const hrg_world *w = frame_world(f);
    for (uint32_t i = w->env.count; i-- > f->base;)
        if (vec_at(&w->env, i).name == name)
            return vec_at(&w->env, i).value.index;
    return HRG_NONE;
}

/* Constants and variables come before symbols, as in RG. */
ir_expr hrg_lower_variable(frame *f, name_id name)
{
    kit_code *k = frame_world(f)->k;
    ir_const c = kit_find_constant(k, name);
    ir_var v = c == IR_NONE ? kit_find_variable(k, name) : IR_NONE;
    return c != IR_NONE ? kit_const(k, c) : v != IR_NONE ? kit_var(k, v) : kit_symbol_named(k, name);
}

ir_expr hrg_lower_element(frame *f, uint32_t term)
{
    return hrg_lower_variable(f, hrg_symbol_name(frame_world(f), term));
}

static ir_expr lower_name(frame *f, name_id name)
{
    uint32_t bound = hrg_bound_term(f, name);
    if (bound != HRG_NONE)
        return hrg_lower_element(f, bound);
    for (uint32_t i = 0; i < f->graph->param_count; i++)
        if (f->graph->params[i].name.id == name)
            return kit_var(frame_world(f)->k, f->l->graphs[f->index].params[i]);
    return hrg_lower_variable(f, name);
}

/* A constant expression: constructors and arithmetic. */
static ir_expr lower_constant(frame *f, const hrg_expr *e)
{
    hrg_world *w = frame_world(f);
    hrg_result r = hrg_eval(w, e, f->base);
    if (r.kind != HRG_R_TERM) {
        if (r.kind != HRG_R_ERROR)
            hrg_error(w, DIAG_HRG_EVALUATE, e->span, "a single value was expected");
        return kit_symbol(w->k, w->g->keeper);
    }
    name_id name = hrg_symbol_name(w, r.index);
    if (!map_has(&w->symbols, name))
        hrg_error(w, DIAG_UNKNOWN_VARIABLE, e->span, "no domain has the value `%s`", hrg_term_text(w, r.index));
    return kit_symbol_named(w->k, name);
}

ir_expr hrg_lower_expr(frame *f, const hrg_expr *e)
{
    frame_world(f)->k->at = e->span;
    switch (e->op) {
    case HRG_E_NAME: return lower_name(f, e->name.id);
    case HRG_E_INDEX:
    case HRG_E_CALL: {
        ir_expr r = hrg_lower_expr(f, hrg_arg(e, 0));
        for (uint32_t i = 1; i < e->count; i++) {
            ir_expr key = hrg_lower_expr(f, hrg_arg(e, i));
            r = kit_index(hrg_on(frame_world(f), e->span), r, key);
        }
        return r;
    }
    default: return lower_constant(f, e);
    }
}
