#include "automaton/weight.h"

#include "automaton/region.h"
#include "automaton/simultaneous.h"

#include <stdlib.h>
#include <string.h>

uint32_t ir_symbol_weight(const ir_game *g, ir_sym s)
{
    const char *name = ir_symbol_name(g, s);
    size_t length = strspn(name, "0123456789");
    unsigned long n = length > 0 && length < 8 && !name[length] ? strtoul(name, NULL, 10) : 0;
    return n <= IR_WEIGHT_MAX ? (uint32_t)n : 0;
}

static bool holds_weights(const ir_game *g, ir_type type)
{
    const ir_type_data *t = ir_type_at(g, ir_resolve(g, type));
    if (t->kind == IR_TYPE_INT)
        return t->low >= 1 && t->high <= IR_WEIGHT_MAX;
    bool all = t->kind == IR_TYPE_SET;
    for (uint32_t i = 0; i < t->count && all; i++)
        all = ir_symbol_weight(g, ir_symbol_at(t, i)) > 0;
    return all;
}

/* Nodes that others than chance come to in their moves, and searches for conditions. */
static bitset nodes_of_others(const ir_game *g, const ir_graph *graph, arena *a)
{
    const ir_partner *all = ir_partners(g, graph, a);
    bitset decisions = ir_decisions(g, a), seen = bitset_new(a, g->nodes.count);
    for (ir_node n = 0; n < g->nodes.count; n++)
        if (bitset_has(&decisions, n) && all[n].role != g->random)
            bitset_add(&seen, n);
    for (uint32_t i = 0; i < g->exprs.count; i++)
        if (vec_at(&g->exprs, i).op == IR_REACH)
            bitset_add(&seen, vec_at(&g->exprs, i).a);
    ir_spread(g, graph, true, &seen, a);
    return seen;
}

static bool reads(const ir_game *g, ir_expr e)
{
    if (e == IR_NONE)
        return false;
    const ir_expr_data *d = &vec_at(&g->exprs, e);
    bool found = d->op == IR_VAR && d->a == g->weight;
    for (uint32_t i = 0; i < ir_operands(d->op) && !found; i++)
        found = reads(g, ir_operand(d, i));
    return found;
}

void ir_check_weight(ir_game *g, diag_sink *sink)
{
    arena *a = arena_child(g->arena);
    ir_graph graph = ir_graph_make(g, a);
    const ir_variable *v = &vec_at(&g->variables, g->weight);
    const char *name = ir_name(g, v->name);
    if (!holds_weights(g, v->type)) {
        diag_report(sink, DIAG_WEIGHT, g->source, v->span, "weights are integers or numerals from 1 to %d, `%s` is %s",
                    IR_WEIGHT_MAX, name, ir_type_text(g, v->type));
        arena_done(a);
        return;
    }
    bitset others = nodes_of_others(g, &graph, a);
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, i);
        bool writes = e->label == IR_ASSIGN || e->label == IR_CHOOSE;
        if (e->removed)
            continue;
        if (reads(g, e->value) || (writes && vec_at(&g->exprs, e->target).op == IR_INDEX && reads(g, e->target)))
            diag_report(sink, DIAG_WEIGHT, g->source, e->span, "the weight `%s` is not there to be read", name);
        else if (writes && ir_target_variable(g, e->target) == g->weight && bitset_has(&others, e->from))
            diag_report(sink, DIAG_WEIGHT, g->source, e->span,
                        "only moves of chance have weights, and others come here, too");
    }
    arena_done(a);
}
