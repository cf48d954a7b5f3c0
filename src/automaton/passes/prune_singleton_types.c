/* What is of a type with one value is that value (`prune_singleton_types` of the RG tool chain):
 * expressions of such a type become the symbol, assignments to such variables become skips, a
 * choice from one value becomes an assignment. Typing is loose, so it must be sure that no symbol
 * outside of the type is ever stored. prune_unused_variables then removes the variables.
 *
 * Requires nothing. Guarantees that no variable that surely holds one value is read by more than
 * tags that are no plain variables. Assignments of goals, player and visible stay. */
#include "automaton/passes/pipeline.h"

#include "automaton/build.h"
#include "automaton/check.h"
#include "automaton/passes/rewrite.h"
#include "automaton/region.h"

typedef struct singles {
    ir_game *g;
    tight_slots tight;
    uint32_t changes;
} singles;

/* The one symbol of a type, or IR_NONE. */
static ir_sym only_symbol(const ir_game *g, ir_type t)
{
    const ir_type_data *d = ir_type_at(g, ir_resolve(g, t));
    return d->kind == IR_TYPE_SET && d->count == 1 ? ir_symbol_at(d, 0) : IR_NONE;
}

static ir_expr replace(void *user, ir_expr e)
{
    singles *s = user;
    ir_game *g = s->g;
    const ir_expr_data x = vec_at(&g->exprs, e);
    ir_op root = vec_at(&g->exprs, ir_bare(g, e)).op;
    if (root != IR_VAR && root != IR_INDEX && root != IR_CONST)
        return IR_NONE;
    ir_type type = ir_expr_type(g, e);
    ir_sym only = only_symbol(g, type);
    if (only == IR_NONE || ir_can_fault(g, e) || !values_within_type(g, &s->tight, e))
        return IR_NONE;
    ir_expr symbol = expr_typed(g, irb_expr_symbol(g, only, x.span), type);
    s->changes += symbol != IR_NONE;
    return symbol;
}

static bool no_effect(singles *s, const ir_edge_data *e)
{
    ir_game *g = s->g;
    ir_var v = ir_target_variable(g, e->target);
    ir_type cells = ir_resolve(g, vec_at(&g->variables, v).type);
    while (ir_type_at(g, cells)->kind == IR_TYPE_ARROW)
        cells = ir_resolve(g, ir_type_at(g, cells)->value);
    return v != g->player && v != g->goals && v != g->visible && s->tight.variables[v] &&
           (e->label == IR_ASSIGN || e->value == IR_NONE) && only_symbol(g, cells) != IR_NONE &&
           !ir_can_fault(g, e->target) && !ir_can_fault(g, e->value);
}

uint32_t ir_pass_prune_singleton_types(ir_game *g, arena *scratch)
{
    bool any = false;
    for (uint32_t i = 0; i < g->types.count && !any; i++)
        any = vec_at(&g->types, i).kind == IR_TYPE_SET && vec_at(&g->types, i).count == 1;
    if (!any)
        return 0;
    singles s = {g, values_tight(g, scratch), 0};
    for (uint32_t i = 0; i < g->edges.count; i++) {
        ir_edge_data e = vec_at(&g->edges, i);
        if (e.removed)
            continue;
        uint32_t before = s.changes;
        if (!edge_rewrite(g, &e, replace, &s))
            s.changes = before;
        if (e.label == IR_TAG && vec_at(&g->exprs, ir_bare(g, e.value)).op == IR_VAR) {
            ir_sym only = only_symbol(g, ir_expr_type(g, e.value));
            if (only != IR_NONE && values_within_type(g, &s.tight, e.value)) {
                e.value = irb_expr_symbol(g, only, e.span);
                ir_expr_type(g, e.value);
                s.changes++;
            }
        }
        if (edge_writes(&e) && no_effect(&s, &e)) {
            edge_to_skip(&e);
            s.changes++;
        }
        ir_sym only = e.label == IR_CHOOSE && e.value == IR_NONE ? only_symbol(g, e.type) : IR_NONE;
        if (only != IR_NONE) {
            e.value = expr_typed(g, irb_expr_symbol(g, only, e.span), e.type);
            if (e.value != IR_NONE) {
                e.label = IR_ASSIGN;
                e.type = IR_NONE;
                s.changes++;
            }
        }
        vec_at(&g->edges, i) = e;
    }
    return s.changes;
}
