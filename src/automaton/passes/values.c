/* What can be stored, and whose value matters: the analyses behind several passes (rewrite.h). */
#include "automaton/passes/rewrite.h"

#include "automaton/check.h"
#include "automaton/region.h"

/* ---- values inside of their types ---- */

bool type_has_symbol(const ir_game *g, ir_type type, ir_sym s)
{
    type = ir_resolve(g, type);
    if (type == IR_NONE)
        return false;
    const ir_type_data *t = ir_type_at(g, type);
    for (uint32_t i = 0; t->kind == IR_TYPE_SET && i < t->count; i++)
        if (ir_symbol_at(t, i) == s)
            return true;
    return false;
}

enum { SYMBOLS_UNIT = 64 /* symbols that are compared, as work of an arena */ };

/* Both resolved sets. */
static bool subset(const ir_game *g, ir_type small, ir_type large)
{
    if (small == large)
        return true;
    const ir_type_data *s = ir_type_at(g, small), *l = ir_type_at(g, large);
    if (s->kind != IR_TYPE_SET || l->kind != IR_TYPE_SET || s->count > l->count)
        return false;
    if (s->count == l->count)
        return ir_type_same(g, small, large);
    for (uint32_t i = 0; i < s->count; i++) {
        arena_work(g->arena, 1 + l->count / SYMBOLS_UNIT);
        if (!type_has_symbol(g, large, ir_symbol_at(s, i)))
            return false;
    }
    return true;
}

/* The type of a map's cells, or of a scalar. */
static ir_type cell_type(const ir_game *g, ir_type t)
{
    for (t = ir_resolve(g, t); ir_type_at(g, t)->kind == IR_TYPE_ARROW;)
        t = ir_resolve(g, ir_type_at(g, t)->value);
    return t;
}

/* Every value of the expression, or of the cells of a map, is in the type. */
static bool within(ir_game *g, const tight_slots *t, ir_expr e, ir_type type)
{
    e = ir_bare(g, e);
    const ir_expr_data *x = &vec_at(&g->exprs, e);
    if (x->op == IR_SYM)
        return type_has_symbol(g, type, x->a);
    if (x->op == IR_IF)
        return within(g, t, x->b, type) && within(g, t, x->c, type);
    while (x->op == IR_INDEX)
        x = &vec_at(&g->exprs, ir_bare(g, x->a));
    if (x->op == IR_VAR)
        return t->variables[x->a] && subset(g, cell_type(g, vec_at(&g->variables, x->a).type), type);
    if (x->op == IR_CONST)
        return t->constants[x->a] && subset(g, cell_type(g, vec_at(&g->constants, x->a).type), type);
    return false;
}

static bool literal_within(const ir_game *g, ir_value v, ir_type type)
{
    const ir_value_data *d = &vec_at(&g->values, v);
    switch (d->kind) {
    case IR_VALUE_SYM: return type_has_symbol(g, type, d->index);
    case IR_VALUE_INT:
    case IR_VALUE_REAL: return false;
    case IR_VALUE_CONST:
        return subset(g, cell_type(g, vec_at(&g->constants, d->index).type), type) &&
               literal_within(g, vec_at(&g->constants, d->index).literal,
                              cell_type(g, vec_at(&g->constants, d->index).type));
    case IR_VALUE_MAP: break;
    }
    for (uint32_t i = 0; i < d->entry_count; i++) {
        /* symbols in maps are checked when the game is read; names of constants loosely */
        ir_value_kind kind = vec_at(&g->values, ir_entry_at(d, i).value).kind;
        if (kind != IR_VALUE_SYM && !literal_within(g, ir_entry_at(d, i).value, type))
            return false;
    }
    return true;
}

static bool holds_symbols(const ir_game *g, ir_type t) { return ir_type_at(g, cell_type(g, t))->kind == IR_TYPE_SET; }

tight_slots values_tight(ir_game *g, arena *a)
{
    tight_slots t = {ARENA_ARRAY(a, bool, g->variables.count + 1), ARENA_ARRAY(a, bool, g->constants.count + 1)};
    for (uint32_t i = 0; i < g->constants.count; i++) {
        const ir_constant *c = &vec_at(&g->constants, i);
        t.constants[i] = !c->removed && holds_symbols(g, c->type) && literal_within(g, c->value, cell_type(g, c->type));
    }
    for (uint32_t i = 0; i < g->variables.count; i++) {
        const ir_variable *v = &vec_at(&g->variables, i);
        t.variables[i] =
            !v->removed && holds_symbols(g, v->type) && literal_within(g, v->initial, cell_type(g, v->type));
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < g->edges.count; i++) {
            const ir_edge_data *e = &vec_at(&g->edges, i);
            if (e->removed || e->label != IR_ASSIGN) /* a choice is from a subset of the type */
                continue;
            ir_var v = ir_target_variable(g, e->target);
            if (t.variables[v] && !within(g, &t, e->value, cell_type(g, vec_at(&g->variables, v).type))) {
                t.variables[v] = false;
                changed = true;
            }
        }
    }
    return t;
}

bool values_within_type(ir_game *g, const tight_slots *t, ir_expr e)
{
    ir_type type = ir_expr_type(g, e);
    return ir_type_at(g, type)->kind == IR_TYPE_SET && within(g, t, e, type);
}

/* ---- assignments that may be forgotten ---- */

/* Chance can never move: nothing ever holds the symbol `random`. */
static bool no_chance(const ir_game *g)
{
    for (uint32_t i = 0; i < g->values.count; i++)
        if (vec_at(&g->values, i).kind == IR_VALUE_SYM && vec_at(&g->values, i).index == g->random)
            return false;
    for (uint32_t i = 0; i < g->exprs.count; i++)
        if (vec_at(&g->exprs, i).op == IR_SYM && vec_at(&g->exprs, i).a == g->random)
            return false;
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, i);
        if (!e->removed && e->label == IR_CHOOSE && type_has_symbol(g, e->type, g->random))
            return false;
    }
    return true;
}

/* Decision points where chance may be the one to move. */
static bitset chance_decisions(const ir_game *g, arena *a)
{
    bitset d = bitset_new(a, g->nodes.count);
    if (no_chance(g))
        return d;
    bitset_add(&d, g->begin);
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, i);
        if (e->removed || !ir_assigns_player(g, e))
            continue;
        const ir_expr_data *x = &vec_at(&g->exprs, ir_bare(g, e->value));
        if (x->op != IR_SYM || x->a == g->random)
            bitset_add(&d, e->to);
    }
    return d;
}

bool *edges_free_to_forget(ir_game *g, const ir_graph *graph, arena *a)
{
    bool *free_to = ARENA_ARRAY(a, bool, g->edges.count + 1);
    bitset bound = bitset_new(a, g->nodes.count); /* configurations there are counted */
    bitset decisions = ir_decisions(g, a), chance = chance_decisions(g, a);
    for (ir_node n = 0; n < g->nodes.count; n++)
        if (bitset_has(&decisions, n) && n != g->end && (!vec_at(&g->nodes, n).single || bitset_has(&chance, n)))
            bitset_add(&bound, n);
    ir_spread(g, graph, true, &bound, a);
    for (uint32_t i = 0; i < g->edges.count; i++)
        free_to[i] = !vec_at(&g->edges, i).removed && !bitset_has(&bound, vec_at(&g->edges, i).from);
    return free_to;
}

/* ---- live variables ---- */

enum { CELLS_MAX = 1 << 28 }; /* bits of all sets together */

typedef struct liveness {
    ir_game *g;
    arena *a;
    bitset *live, *reads;
    vec_u32 askers;       /* edges that ask for a reachability */
    vec_u32 others;       /* [asker] the one before it that asks for a search from the same node, or
                             IR_NONE */
    uint32_t *last_asker; /* [node] where its search starts */
    ir_edge edge;
} liveness;

static void note_read(void *user, ir_expr e)
{
    liveness *l = user;
    const ir_expr_data *x = &vec_at(&l->g->exprs, e);
    if (x->op == IR_VAR)
        bitset_add(&l->reads[l->edge], x->a);
    if (x->op == IR_REACH) {
        vec_push(l->a, &l->others, l->last_asker[x->a]);
        l->last_asker[x->a] = l->askers.count;
        vec_push(l->a, &l->askers, l->edge);
    }
}

static void note_reads(liveness *l)
{
    ir_game *g = l->g;
    bitset always = bitset_new(l->a, g->variables.count);
    /* scores, sight and who moves are read by the machine itself */
    bitset_add(&always, g->goals);
    bitset_add(&always, g->player);
    bitset_add(&always, g->visible);
    for (ir_var v = 0; v < g->variables.count; v++)
        if (vec_at(&g->variables, v).shown)
            bitset_add(&always, v);
    for (l->edge = 0; l->edge < g->edges.count; l->edge++) {
        const ir_edge_data *e = &vec_at(&g->edges, l->edge);
        if (e->removed)
            continue;
        l->reads[l->edge] = bitset_new(l->a, g->variables.count);
        expr_each(g, e->value, note_read, l);
        for (ir_expr t = e->target; t != IR_NONE && vec_at(&g->exprs, t).op == IR_INDEX; t = vec_at(&g->exprs, t).a)
            expr_each(g, vec_at(&g->exprs, t).b, note_read, l);
        bitset_unite(&l->reads[l->edge], &always);
    }
}

bitset *variables_live(ir_game *g, const ir_graph *graph, arena *a)
{
    if ((uint64_t)(g->nodes.count + g->edges.count) * g->variables.count > CELLS_MAX)
        return NULL;
    liveness l = {.g = g,
                  .a = a,
                  .live = ARENA_ARRAY(a, bitset, g->nodes.count + 1),
                  .last_asker = ARENA_ARRAY(a, uint32_t, g->nodes.count + 1),
                  .reads = ARENA_ARRAY(a, bitset, g->edges.count + 1)};
    bool *queued = ARENA_ARRAY(a, bool, g->nodes.count + 1);
    vec_u32 queue = {0};
    for (ir_node n = 0; n < g->nodes.count; n++)
        l.last_asker[n] = IR_NONE;
    note_reads(&l);
    for (ir_node n = g->nodes.count; n-- > 0;) {
        l.live[n] = bitset_new(a, g->variables.count);
        queued[n] = true;
        vec_push(a, &queue, n);
    }
    bitset after = bitset_new(a, g->variables.count);
    for (uint32_t head = 0; head < queue.count; head++) {
        ir_node n = vec_at(&queue, head);
        bool changed = false;
        queued[n] = false;
        for (uint32_t i = graph->out_start[n]; i < graph->out_start[n + 1]; i++) {
            const ir_edge_data *e = &vec_at(&g->edges, graph->out[i]);
            for (uint32_t w = 0; w < (after.bits + 63) / 64; w++)
                after.words[w] = l.live[e->to].words[w];
            if (edge_writes(e) && vec_at(&g->exprs, e->target).op == IR_VAR)
                bitset_remove(&after, vec_at(&g->exprs, e->target).a);
            bitset_unite(&after, &l.reads[graph->out[i]]);
            changed |= bitset_unite(&l.live[n], &after);
        }
        for (uint32_t i = graph->in_start[n]; changed && i < graph->in_start[n + 1]; i++) {
            ir_node from = vec_at(&g->edges, graph->in[i]).from;
            if (!queued[from]) {
                queued[from] = true;
                vec_push(a, &queue, from);
            }
        }
        for (uint32_t i = changed ? l.last_asker[n] : IR_NONE; i != IR_NONE; i = vec_at(&l.others, i)) {
            ir_edge id = vec_at(&l.askers, i);
            ir_node from = vec_at(&g->edges, id).from;
            if (bitset_unite(&l.reads[id], &l.live[n]) && !queued[from]) {
                queued[from] = true;
                vec_push(a, &queue, from);
            }
        }
    }
    return l.live;
}
