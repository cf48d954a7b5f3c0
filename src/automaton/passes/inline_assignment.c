/* Puts what is assigned to a variable where the variable is read, and drops the assignment
 * (`inline_assignment` of the RG tool chain), when
 *   - every place that can read this value is reached through the assignment only,
 *   - what the value is computed from does not change before it is read,
 *   - it is a variable or symbol, or is read in one place and not once for each of many choices,
 *   - nothing but reading tells configurations with the variable apart (edges_free_to_forget).
 *
 * Requires the facts of `unique`; without them only searches of reachabilities are changed.
 * Guarantees nothing that others rely on. Looks at up to NODES_MAX nodes behind an assignment and
 * makes up to SWEEPS_MAX sweeps. */
#include "automaton/passes/pipeline.h"

#include "automaton/build.h"
#include "automaton/check.h"
#include "automaton/passes/rewrite.h"
#include "automaton/region.h"

enum { NODES_MAX = 32, USES_MAX = 64, SWEEPS_MAX = 8 };

typedef struct inlining {
    ir_game *g;
    ir_graph graph;
    node_roles roles;
    const bitset *live;
    const bool *forget;
    bitset stale; /* variables whose liveness has changed in this sweep */
    /* the assignment that is looked at */
    ir_var variable;
    ir_expr value;
    bool cheap;
    bitset inputs;
    uint32_t reads; /* of the expression that is looked at */
    bool asks;      /* it asks for a reachability that reads the variable */
    ir_edge uses[USES_MAX];
    uint32_t use_count;
} inlining;

static void note_input(void *user, ir_expr e)
{
    inlining *x = user;
    const ir_expr_data *d = &vec_at(&x->g->exprs, e);
    if (d->op == IR_VAR)
        bitset_add(&x->inputs, d->a);
    if (d->op == IR_REACH)
        x->asks = true;
}

static void note_read(void *user, ir_expr e)
{
    inlining *x = user;
    const ir_expr_data *d = &vec_at(&x->g->exprs, e);
    x->reads += d->op == IR_VAR && d->a == x->variable;
    x->asks |= d->op == IR_REACH && bitset_has(&x->live[d->a], x->variable);
}

static uint32_t count_reads(inlining *x, ir_expr e)
{
    x->reads = 0;
    expr_each(x->g, e, note_read, x);
    return x->reads;
}

static uint32_t count_target_reads(inlining *x, ir_expr target)
{
    uint32_t n = 0;
    for (; target != IR_NONE && vec_at(&x->g->exprs, target).op == IR_INDEX; target = vec_at(&x->g->exprs, target).a)
        n += count_reads(x, vec_at(&x->g->exprs, target).b);
    return n;
}

/* Whether the value can stand for the variable on this edge; notes it when it has to. */
static bool use_at(inlining *x, ir_edge id, bool often)
{
    ir_game *g = x->g;
    const ir_edge_data *e = &vec_at(&g->edges, id);
    uint32_t value_reads = count_reads(x, e->value), target_reads = count_target_reads(x, e->target);
    if (x->asks)
        return false;
    if (e->label == IR_CHOOSE && ir_target_variable(g, e->target) == x->variable)
        value_reads = 0; /* the condition reads what was chosen */
    uint32_t reads = value_reads + target_reads;
    if (reads == 0)
        return true;
    if (e->label == IR_TAG) {
        ir_op op = vec_at(&g->exprs, ir_bare(g, x->value)).op;
        if (vec_at(&g->exprs, ir_bare(g, e->value)).op != IR_VAR || (op != IR_VAR && op != IR_SYM))
            return false;
    }
    if (e->label == IR_CHOOSE && value_reads > 0) {
        if (bitset_has(&x->inputs, ir_target_variable(g, e->target)))
            return false; /* the condition is judged after the assignment */
        often = true;
    }
    if (!x->cheap && (often || reads > 1 || x->use_count > 0))
        return false;
    if (x->use_count == USES_MAX)
        return false;
    x->uses[x->use_count++] = id;
    return true;
}

/* Walks over all that is behind the assignment until the variable is dead. */
static bool find_uses(inlining *x, ir_node start)
{
    ir_game *g = x->g;
    ir_node queue[NODES_MAX];
    bool often[NODES_MAX]; /* a choice lies between */
    uint32_t count = 0;
    x->use_count = 0;
    x->asks = false;
    queue[count] = start;
    often[count++] = false;
    for (uint32_t head = 0; head < count; head++) {
        ir_node n = queue[head];
        if (x->graph.in_start[n + 1] - x->graph.in_start[n] != 1 || n == g->begin ||
            bitset_has(&x->roles.decision, n) || bitset_has(&x->roles.start, n))
            return false;
        for (uint32_t i = x->graph.out_start[n]; i < x->graph.out_start[n + 1]; i++) {
            ir_edge id = x->graph.out[i];
            const ir_edge_data *e = &vec_at(&g->edges, id);
            if (!use_at(x, id, often[head]))
                return false;
            ir_var written = edge_writes(e) ? ir_target_variable(g, e->target) : IR_NONE;
            if (written == x->variable || !bitset_has(&x->live[e->to], x->variable))
                continue;
            if (ir_assigns_player(g, e) || count == NODES_MAX ||
                (written != IR_NONE && bitset_has(&x->inputs, written)))
                return false;
            queue[count] = e->to;
            often[count++] = often[head] || e->label == IR_CHOOSE;
        }
    }
    return x->use_count > 0;
}

static ir_expr put_value(void *user, ir_expr e)
{
    inlining *x = user;
    const ir_expr_data *d = &vec_at(&x->g->exprs, e);
    if (d->op != IR_VAR || d->a != x->variable)
        return IR_NONE;
    return expr_typed(x->g, x->value, vec_at(&x->g->variables, x->variable).type);
}

/* The edge with the value put in; false when that is not well typed. */
static bool replaced(inlining *x, ir_edge_data *e)
{
    ir_game *g = x->g;
    if (e->label == IR_TAG) {
        ir_expr bare = ir_bare(g, x->value);
        const ir_type_data *t = ir_type_at(g, ir_expr_type(g, bare));
        e->value = bare;
        return t->kind == IR_TYPE_SET && t->count > 0;
    }
    return edge_rewrite(g, e, put_value, x) && count_reads(x, e->value) == 0 && count_target_reads(x, e->target) == 0;
}

static bool can_be_inlined(inlining *x, ir_edge id)
{
    ir_game *g = x->g;
    const ir_edge_data *e = &vec_at(&g->edges, id);
    if (e->removed || e->label != IR_ASSIGN || !x->forget[id] || vec_at(&g->exprs, e->target).op != IR_VAR ||
        ir_can_fault(g, e->value))
        return false;
    x->variable = vec_at(&g->exprs, e->target).a;
    x->value = e->value;
    const ir_type_data *t = ir_type_at(g, ir_expr_type(g, e->target));
    if (vec_at(&g->variables, x->variable).shown || x->variable == g->goals || x->variable == g->player ||
        x->variable == g->visible || t->kind != IR_TYPE_SET || bitset_has(&x->stale, x->variable) ||
        !bitset_has(&x->live[e->to], x->variable))
        return false;
    ir_op op = vec_at(&g->exprs, ir_bare(g, x->value)).op;
    x->cheap = op == IR_VAR || op == IR_SYM;
    x->asks = false;
    for (uint32_t w = 0; w < (x->inputs.bits + 63) / 64; w++)
        x->inputs.words[w] = 0;
    expr_each(g, x->value, note_input, x);
    return !x->asks && !bitset_has(&x->inputs, x->variable) && find_uses(x, e->to);
}

static bool inline_at(inlining *x, ir_edge id)
{
    ir_game *g = x->g;
    ir_edge_data after[USES_MAX];
    if (!can_be_inlined(x, id))
        return false;
    for (uint32_t i = 0; i < x->use_count; i++) {
        after[i] = vec_at(&g->edges, x->uses[i]);
        if (!replaced(x, &after[i]))
            return false;
        after[i].span = span_join(after[i].span, vec_at(&g->edges, id).span);
    }
    for (uint32_t i = 0; i < x->use_count; i++)
        vec_at(&g->edges, x->uses[i]) = after[i];
    edge_to_skip(&vec_at(&g->edges, id));
    bitset_unite(&x->stale, &x->inputs);
    bitset_add(&x->stale, x->variable);
    return true;
}

uint32_t ir_pass_inline_assignment(ir_game *g, arena *scratch)
{
    uint32_t changes = 0, before = UINT32_MAX;
    for (uint32_t sweep = 0; sweep < SWEEPS_MAX && changes != before; sweep++) {
        before = changes;
        arena *a = arena_child(scratch);
        inlining x = {.g = g, .graph = ir_graph_make(g, a), .roles = nodes_roles(g, a)};
        x.live = variables_live(g, &x.graph, a);
        x.forget = edges_free_to_forget(g, &x.graph, a);
        x.stale = bitset_new(a, g->variables.count);
        x.inputs = bitset_new(a, g->variables.count);
        for (uint32_t i = 0; x.live && i < g->edges.count; i++)
            changes += inline_at(&x, i);
        arena_done(a);
    }
    return changes;
}
