/* Replaces variables by the constant or symbol that every path to the place has assigned to them
 * (the flow half of `propagate_constants` of the RG tool chain). Parameters of HRG graphs,
 * above all those that are maps, become the arguments of their calls.
 *
 * A forward data flow over all nodes: for every variable nothing yet, one known value, or
 * anything. Only variables are looked at that something is read of and that are somewhere assigned a constant, a
 * symbol or each other. Values flow along edges, and from the node where a reachability is asked into the
 * node where its search starts; nothing comes back from there. Assignments are kept: the
 * variable is part of the configurations that the rules compare. */
#include "automaton/passes/pipeline.h"

#include "automaton/build.h"
#include "automaton/check.h"
#include "automaton/passes/rewrite.h"
#include "base/bitset.h"

/* A value is IR_NONE (anything), 0 (nothing yet), or the number of an expression, a literal or a
 * constant, plus 1. Equal values get one number. */
typedef uint32_t flow_value;
#define ANYTHING UINT32_MAX
#define NOTHING  0

enum { CELLS_MAX = 1 << 24 };

typedef struct flow {
    ir_game *g;
    ir_graph graph;
    arena *a;
    uint32_t *slot; /* [variable] its place among those that are looked at, or IR_NONE */
    uint32_t slots;
    flow_value *known; /* [node * slots + slot] */
    bool *queued, *met;
    vec_u32 queue;
    map symbols, constants; /* symbol or constant -> expression that stands for it */
    uint32_t changes;
} flow;

static flow_value *at(flow *f, ir_node n) { return f->known + (size_t)n * f->slots; }

static flow_value represent(map *m, uint32_t key, ir_expr e)
{
    const uint32_t *known = map_get(m, key);
    if (!known)
        map_put(m, key, e);
    return (known ? *known : e) + 1;
}

/* What an assigned expression is known to be. */
static flow_value value_of(flow *f, ir_expr e, const flow_value *here)
{
    e = ir_bare(f->g, e);
    const ir_expr_data *x = &vec_at(&f->g->exprs, e);
    if (x->op == IR_SYM)
        return represent(&f->symbols, x->a, e);
    if (x->op == IR_CONST)
        return represent(&f->constants, x->a, e);
    return x->op == IR_VAR && f->slot[x->a] != IR_NONE ? here[f->slot[x->a]] : ANYTHING;
}

static void enqueue(flow *f, ir_node n)
{
    if (f->queued[n])
        return;
    f->queued[n] = true;
    vec_push(f->a, &f->queue, n);
}

static void join(flow *f, ir_node n, const flow_value *from, ir_var variable, flow_value value)
{
    flow_value *to = at(f, n);
    const uint32_t changed = variable == IR_NONE ? IR_NONE : f->slot[variable];
    bool any = !f->met[n];
    f->met[n] = true;
    for (uint32_t i = 0; i < f->slots; i++) {
        flow_value in = i == changed ? value : from[i];
        flow_value merged = to[i] == NOTHING ? in : in == NOTHING || in == to[i] ? to[i] : ANYTHING;
        any |= merged != to[i];
        to[i] = merged;
    }
    if (any)
        enqueue(f, n);
}

/* The values here flow into every search that the expression asks for. */
static void enter_searches(flow *f, ir_expr e, const flow_value *here, ir_var changed)
{
    if (e == IR_NONE)
        return;
    const ir_expr_data *x = &vec_at(&f->g->exprs, e);
    if (x->op == IR_REACH)
        join(f, x->a, here, changed, ANYTHING);
    for (uint32_t i = ir_operands(x->op); i-- > 0;)
        enter_searches(f, ir_operand(x, i), here, changed);
}

static void leave_node(flow *f, ir_node n)
{
    ir_game *g = f->g;
    for (uint32_t i = f->graph.out_start[n]; i < f->graph.out_start[n + 1]; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, f->graph.out[i]);
        const flow_value *here = at(f, n);
        ir_var changed = IR_NONE;
        flow_value value = ANYTHING;
        /* the condition of a choice is judged after the assignment */
        enter_searches(f, e->target, here, IR_NONE);
        enter_searches(f, e->value, here, e->label == IR_CHOOSE ? ir_target_variable(g, e->target) : IR_NONE);
        if (e->label == IR_ASSIGN || e->label == IR_CHOOSE) {
            changed = ir_target_variable(g, e->target);
            if (e->label == IR_ASSIGN && vec_at(&g->exprs, e->target).op == IR_VAR)
                value = value_of(f, e->value, here);
        }
        join(f, e->to, here, changed, value);
    }
}

/* ---- replacing ---- */

static bool in_type(const ir_game *g, ir_sym s, ir_type type)
{
    const ir_type_data *t = ir_type_at(g, ir_resolve(g, type));
    for (uint32_t i = 0; t->kind == IR_TYPE_SET && i < t->count; i++)
        if (ir_symbol_at(t, i) == s)
            return true;
    return false;
}

/* The replacement has the variable's type: a cast gives it to a symbol. */
static ir_expr replacement(flow *f, ir_var v, flow_value value, src_span span)
{
    ir_game *g = f->g;
    ir_type type = vec_at(&g->variables, v).type;
    const ir_expr_data known = vec_at(&g->exprs, value - 1);
    if (known.op == IR_CONST) {
        if (!ir_type_same(g, vec_at(&g->constants, known.a).type, type))
            return IR_NONE;
        ir_expr e = irb_expr_const(g, known.a, span);
        ir_expr_type(g, e);
        return e;
    }
    if (ir_type_at(g, type)->kind != IR_TYPE_NAME || !in_type(g, known.a, type))
        return IR_NONE;
    return irb_expr_cast(g, type, irb_expr_symbol(g, known.a, span), span);
}

static ir_expr replace(flow *f, ir_expr e, const flow_value *here)
{
    ir_game *g = f->g;
    if (e == IR_NONE)
        return e;
    ir_expr_data x = vec_at(&g->exprs, e);
    uint32_t operands = ir_operands(x.op);
    const uint32_t slot = x.op == IR_VAR ? f->slot[x.a] : IR_NONE;
    if (slot != IR_NONE && here[slot] != NOTHING && here[slot] != ANYTHING) {
        ir_expr r = replacement(f, x.a, here[slot], x.span);
        f->changes += r != IR_NONE;
        return r == IR_NONE ? e : r;
    }
    if (operands == 0)
        return e;
    ir_expr a = replace(f, x.a, here), b = operands > 1 ? replace(f, x.b, here) : x.b,
            c = operands > 2 ? replace(f, x.c, here) : x.c;
    if (a == x.a && b == x.b && c == x.c)
        return e;
    if (x.op == IR_CAST)
        return irb_expr_cast(g, x.type, a, x.span);
    ir_expr n = irb_expr(g, x.op, a, b, c, x.span);
    ir_expr_type(g, n);
    return n;
}

static ir_expr replace_keys(flow *f, ir_expr e, const flow_value *here)
{
    ir_game *g = f->g;
    const ir_expr_data x = vec_at(&g->exprs, e);
    if (x.op != IR_INDEX)
        return e;
    ir_expr a = replace_keys(f, x.a, here), b = replace(f, x.b, here);
    if (a == x.a && b == x.b)
        return e;
    ir_expr n = irb_expr_index(g, a, b, x.span);
    ir_expr_type(g, n);
    return n;
}

/* ---- what is looked at ---- */

static void note_read(void *user, ir_expr e)
{
    flow *f = user;
    const ir_expr_data *x = &vec_at(&f->g->exprs, e);
    if (x->op == IR_VAR)
        f->slot[x->a] = 1;
}

static void note_keys(flow *f, ir_expr target)
{
    for (; vec_at(&f->g->exprs, target).op == IR_INDEX; target = vec_at(&f->g->exprs, target).a)
        expr_each(f->g, vec_at(&f->g->exprs, target).b, note_read, f);
}

/* Those that are read, first; then of these those that can have one known value. */
static void find_slots(flow *f)
{
    ir_game *g = f->g;
    f->slot = ARENA_ARRAY(f->a, uint32_t, g->variables.count + 1);
    bool *may = ARENA_ARRAY(f->a, bool, g->variables.count + 1);
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, i);
        if (!e->removed && e->value != IR_NONE)
            expr_each(g, e->value, note_read, f);
        if (!e->removed && e->target != IR_NONE)
            note_keys(f, e->target);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < g->edges.count; i++) {
            const ir_edge_data *e = &vec_at(&g->edges, i);
            if (e->removed || e->label != IR_ASSIGN || vec_at(&g->exprs, e->target).op != IR_VAR)
                continue;
            const ir_expr_data *x = &vec_at(&g->exprs, ir_bare(g, e->value));
            bool *m = &may[vec_at(&g->exprs, e->target).a];
            if (!*m && (x->op == IR_SYM || x->op == IR_CONST || (x->op == IR_VAR && may[x->a])))
                *m = changed = true;
        }
    }
    for (ir_var v = 0; v < g->variables.count; v++)
        f->slot[v] = f->slot[v] && may[v] ? f->slots++ : IR_NONE;
}

uint32_t ir_pass_propagate_constants(ir_game *g, arena *scratch)
{
    flow f = {.g = g, .a = scratch};
    find_slots(&f);
    size_t cells = (size_t)g->nodes.count * f.slots;
    if (f.slots == 0 || cells > CELLS_MAX)
        return 0; /* very large automata are left as they are */
    f.graph = ir_graph_make(g, scratch);
    f.met = ARENA_ARRAY(scratch, bool, g->nodes.count + 1);
    f.known = ARENA_ARRAY(scratch, flow_value, cells + 1);
    f.queued = ARENA_ARRAY(scratch, bool, g->nodes.count + 1);
    map_init(&f.symbols, scratch);
    map_init(&f.constants, scratch);
    for (uint32_t i = 0; i < f.slots; i++)
        at(&f, g->begin)[i] = ANYTHING;
    enqueue(&f, g->begin);
    for (uint32_t head = 0; head < f.queue.count; head++) {
        ir_node n = vec_at(&f.queue, head);
        f.queued[n] = false;
        leave_node(&f, n);
    }
    for (uint32_t i = 0; i < g->edges.count; i++) {
        ir_edge_data e = vec_at(&g->edges, i);
        const flow_value *here = at(&f, e.from);
        if (e.removed)
            continue;
        /* the condition of a choice is judged after the assignment: leave it */
        if (e.value != IR_NONE && e.label != IR_TAG && e.label != IR_CHOOSE)
            e.value = replace(&f, e.value, here);
        if (e.target != IR_NONE)
            e.target = replace_keys(&f, e.target, here);
        vec_at(&g->edges, i) = e;
    }
    return f.changes;
}
