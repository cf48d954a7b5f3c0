/* Assignments of values that nothing reads become skips, and variables that nothing reads or
 * writes go (`prune_unused_variables` of the RG tool chain, which looks at whole variables).
 *
 * The rules compare configurations by the values of all variables, so a value that nothing reads
 * can still make two ways of one. Assignments go only where that cannot happen
 * (edges_free_to_forget), choices only inside of reachabilities. What can end in a fault stays.
 *
 * Requires the facts of `unique`; without them only searches of reachabilities are changed.
 * Guarantees that every variable is read or written. */
#include "automaton/passes/pipeline.h"

#include "automaton/check.h"
#include "automaton/passes/rewrite.h"
#include "automaton/region.h"

/* Results of chance are told apart by the values of variables, also where another player has written them. */
static bool has_chance(const ir_game *g)
{
    bool chance = false;
    for (uint32_t i = 0; i < g->edges.count && !chance; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, i);
        const ir_expr_data *d =
            e->removed || !ir_assigns_player(g, e) ? NULL : &vec_at(&g->exprs, ir_bare(g, e->value));
        chance = d && (d->op != IR_SYM || d->a == g->random);
    }
    return chance;
}

static bool needless(ir_game *g, const ir_edge_data *e, const bitset *live, const bitset *moves, bool chance)
{
    ir_var v = ir_target_variable(g, e->target);
    if (v == g->goals || v == g->player || v == g->visible || v == g->weight || vec_at(&g->variables, v).shown ||
        bitset_has(&live[e->to], v) || ir_can_fault(g, e->target) || ir_can_fault(g, e->value))
        return false;
    if (e->label == IR_ASSIGN) /* an integer may be outside of the range */
        return ir_type_at(g, ir_expr_type(g, e->target))->kind != IR_TYPE_INT ||
               (!chance && ir_int_fits(g, e->value, e->target));
    const ir_type_data *t = ir_type_at(g, ir_resolve(g, e->type));
    return e->value == IR_NONE && t->kind == IR_TYPE_SET && t->count > 0 && !bitset_has(moves, e->from);
}

typedef struct usage {
    const ir_game *g;
    bitset used;
} usage;

static void note_used(void *user, ir_expr e)
{
    usage *u = user;
    if (vec_at(&u->g->exprs, e).op == IR_VAR)
        bitset_add(&u->used, vec_at(&u->g->exprs, e).a);
}

uint32_t ir_pass_prune_unused_variables(ir_game *g, arena *scratch)
{
    ir_graph graph = ir_graph_make(g, scratch);
    const bitset *live = variables_live(g, &graph, scratch);
    const bool *forget = edges_free_to_forget(g, &graph, scratch);
    bitset moves = ir_nodes_from_begin(g, &graph, scratch);
    usage u = {g, bitset_new(scratch, g->variables.count)};
    const bool chance = has_chance(g);
    uint32_t changes = 0;
    for (uint32_t i = 0; live && i < g->edges.count; i++) {
        ir_edge_data *e = &vec_at(&g->edges, i);
        if (edge_writes(e) && forget[i] && needless(g, e, live, &moves, chance)) {
            edge_to_skip(e);
            changes++;
        }
    }
    for (uint32_t i = 0; i < g->edges.count; i++)
        if (!vec_at(&g->edges, i).removed) {
            expr_each(g, vec_at(&g->edges, i).value, note_used, &u);
            expr_each(g, vec_at(&g->edges, i).target, note_used, &u);
        }
    for (ir_var v = 0; v < g->variables.count; v++) {
        if (bitset_has(&u.used, v) || v == g->goals || v == g->player || v == g->visible || v == g->weight ||
            vec_at(&g->variables, v).shown || vec_at(&g->variables, v).removed)
            continue;
        vec_at(&g->variables, v).removed = true;
        changes++;
    }
    return changes;
}
