/* Calls of graphs: parameters are variables; a plain graph is copied at each call, a reusable
 * one is made once and finds its way back by a variable that names the caller. */
#include "lang/hrg/lower.h"

#include <string.h>

void hrg_declare_graphs(lowering *l)
{
    hrg_world *w = l->w;
    uint32_t n = w->file->graphs.count;
    l->graphs = ARENA_ARRAY(w->arena, graph_variables, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        const hrg_graph *g = &vec_at(&w->file->graphs, i);
        l->graphs[i].caller = IR_NONE;
        if (!w->graphs[i].used)
            continue;
        l->graphs[i].params = ARENA_ARRAY(w->arena, ir_var, g->param_count + 1);
        for (uint32_t k = 0; k < g->param_count; k++) {
            const hrg_param *p = &g->params[k];
            const char *wanted =
                arena_printf(w->arena, "%s_arg%u_%s", hrg_text(w, g->name.id), k, hrg_text(w, p->name.id));
            ir_value first = hrg_first_value(w, w->graphs[i].params[k], p->name.span);
            if (first == IR_NONE)
                continue;
            ir_type type = hrg_ir_type(w, p->type);
            l->graphs[i].params[k] = kit_typed_variable(hrg_on(w, p->name.span), wanted, type, first);
        }
    }
}

static ir_node assign_args(frame *f, uint32_t graph, hrg_expr *const *args, uint32_t count, ir_node from)
{
    kit_code *k = frame_world(f)->k;
    for (uint32_t i = 0; i < count; i++) {
        src_span at = args[i]->span;
        if (!hrg_take_edge(f, at))
            return IR_NONE;
        ir_node next = hrg_fresh(f, at);
        ir_expr value = hrg_lower_expr(f, args[i]);
        k->at = at;
        kit_link_assign(k, from, next, kit_var(k, f->l->graphs[graph].params[i]), value);
        from = next;
    }
    return from;
}

static const char *nested_prefix(const frame *f, const char *name)
{
    /* Long names help nobody; fresh nodes are unique whatever their hint. */
    enum { MAX_PREFIX = 120 };
    hrg_world *w = frame_world(f);
    const char *p = arena_printf(w->arena, "%s_%u_%s", f->prefix, f->counter, name);
    return strlen(p) > MAX_PREFIX ? name : p;
}

static frame inner_frame(frame *f, uint32_t graph, const char *prefix)
{
    hrg_world *w = frame_world(f);
    frame inner = {.l = f->l,
                   .index = graph,
                   .graph = &vec_at(&w->file->graphs, graph),
                   .base = w->env.count,
                   .prefix = prefix,
                   .finish = IR_NONE,
                   .stop = f->stop};
    return inner;
}

static bool enter(frame *f, src_span at)
{
    if (f->l->depth < frame_world(f)->max_lower_depth)
        return !frame_world(f)->exhausted;
    hrg_too_large(frame_world(f), at, "calls and blocks nested more than %u levels deep",
                  frame_world(f)->max_lower_depth);
    return false;
}

/* ---- reusable graphs ---- */

/* By value: making it may call for others. */
static shared_body shared_graph(frame *f, uint32_t graph, bool own_stop, src_span at)
{
    lowering *l = f->l;
    hrg_world *w = l->w;
    const hrg_graph *g = &vec_at(&w->file->graphs, graph);
    bool stops = w->graphs[graph].stops;
    ir_node stop = stops && !own_stop ? f->stop : IR_NONE;
    own_stop &= stops;
    for (uint32_t i = 0; i < l->shared.count; i++) {
        const shared_body *s = &vec_at(&l->shared, i);
        if (s->graph == graph && s->stop == stop && s->own_stop == own_stop)
            return *s;
    }
    const char *name = hrg_text(w, g->name.id);
    shared_body s = {.graph = graph, .stop = stop, .own_stop = own_stop};
    w->k->at = g->name.span;
    s.begin = kit_named_node(w->k, arena_printf(w->arena, "%s_begin", name));
    s.finish = kit_named_node(w->k, arena_printf(w->arena, "%s_end", name));
    frame inner = inner_frame(f, graph, name);
    inner.finish = s.finish;
    inner.stop = own_stop ? s.finish : stop;
    if (enter(f, at)) {
        ir_node last = hrg_lower_block(&inner, &g->body, s.begin);
        if (last != IR_NONE)
            hrg_skip(&inner, last, s.finish, g->name.span);
    }
    vec_push(w->arena, &l->shared, s);
    return s;
}

static void need_caller(lowering *l, uint32_t graph, ir_sym first)
{
    hrg_world *w = l->w;
    graph_variables *v = &l->graphs[graph];
    if (v->caller != IR_NONE)
        return;
    hrg_name name = vec_at(&w->file->graphs, graph).name;
    const char *text = hrg_text(w, name.id);
    w->k->at = name.span;
    v->caller_type = kit_fresh_name(w->k, arena_printf(w->arena, "%s_caller", text));
    v->caller = kit_sym_variable(w->k, arena_printf(w->arena, "%s_return", text), v->caller_type, first);
}

static ir_node call_shared(frame *f, uint32_t graph, const hrg_stmt *t, ir_node from)
{
    lowering *l = f->l;
    kit_code *k = l->w->k;
    graph_variables *v = &l->graphs[graph];
    ir_sym caller = kit_sym(k, arena_printf(l->w->arena, "%s_call_%u", hrg_text(l->w, t->name.id), ++v->calls));
    need_caller(l, graph, caller);
    vec_push(l->w->arena, &v->callers, caller);
    if (!hrg_take_edge(f, t->span))
        return IR_NONE;
    ir_node ready = hrg_fresh(f, t->span);
    kit_link_assign(k, from, ready, kit_var(k, v->caller), kit_symbol(k, caller));
    shared_body s = shared_graph(f, graph, false, t->span);
    hrg_skip(f, ready, s.begin, t->span);
    return_point r = {graph, s.finish, hrg_fresh(f, t->span), caller, t->span};
    vec_push(l->w->arena, &l->returns, r);
    return r.after;
}

void hrg_lower_returns(lowering *l)
{
    for (uint32_t i = 0; i < l->returns.count; i++) {
        const return_point *r = &vec_at(&l->returns, i);
        kit_code *k = hrg_on(l->w, r->span);
        ir_expr caller = kit_var(k, l->graphs[r->graph].caller);
        kit_link_check(k, r->finish, r->after, kit_equal(k, true, caller, kit_symbol(k, r->caller)));
    }
    for (uint32_t i = 0; i < l->w->file->graphs.count; i++) {
        const graph_variables *v = &l->graphs[i];
        kit_code *k = hrg_on(l->w, vec_at(&l->w->file->graphs, i).name.span);
        if (v->caller != IR_NONE)
            kit_name_type(k, v->caller_type, kit_type_of(k, v->callers.data, v->callers.count));
    }
}

/* ---- calls ---- */

ir_node hrg_lower_call(frame *f, const hrg_stmt *t, ir_node from)
{
    hrg_world *w = frame_world(f);
    uint32_t graph = hrg_find(&w->graph_by_name, t->name.id);
    const hrg_graph *g = &vec_at(&w->file->graphs, graph);
    if (!enter(f, t->span))
        return IR_NONE;
    from = assign_args(f, graph, t->exprs, t->expr_count, from);
    if (from == IR_NONE)
        return IR_NONE;
    if (g->reusable)
        return call_shared(f, graph, t, from);
    frame inner = inner_frame(f, graph, nested_prefix(f, hrg_text(w, g->name.id)));
    ir_node last = hrg_lower_block(&inner, &g->body, from);
    if (inner.finish == IR_NONE)
        return last;
    if (last != IR_NONE)
        hrg_skip(&inner, last, inner.finish, t->span);
    return inner.finish;
}

void hrg_lower_reachable(frame *f, const hrg_expr *call, ir_node *start, ir_node *target)
{
    hrg_world *w = frame_world(f);
    uint32_t graph = hrg_find(&w->graph_by_name, hrg_arg(call, 0)->name.id);
    const hrg_graph *g = &vec_at(&w->file->graphs, graph);
    const char *name = hrg_text(w, g->name.id);
    *start = *target = kit_named_node(hrg_on(w, call->span), arena_printf(w->arena, "%s_call", name));
    if (!enter(f, call->span))
        return;
    ir_node from = assign_args(f, graph, call->args + 1, call->count - 1, *start);
    if (from == IR_NONE)
        return;
    if (g->reusable) {
        shared_body s = shared_graph(f, graph, true, call->span);
        hrg_skip(f, from, s.begin, call->span);
        *target = s.finish;
        return;
    }
    frame inner = inner_frame(f, graph, nested_prefix(f, name));
    inner.finish = inner.stop = *target =
        kit_named_node(hrg_on(w, call->span), arena_printf(w->arena, "%s_end", inner.prefix));
    ir_node last = hrg_lower_block(&inner, &g->body, from);
    if (last != IR_NONE)
        hrg_skip(&inner, last, *target, call->span);
}
