#include "automaton/simultaneous.h"

#include "automaton/region.h"

/* IR_NONE: an expression whose value is not known. */
static ir_sym assigned_role(const ir_game *g, const ir_edge_data *e)
{
    const ir_expr_data *d = &vec_at(&g->exprs, ir_bare(g, e->value));
    return d->op == IR_SYM ? d->a : IR_NONE;
}

static bool is_player(const ir_game *g, ir_sym role)
{
    return role != IR_NONE && role != g->keeper && role != g->random;
}

static void find_roles(const ir_game *g, ir_partner *all)
{
    bool *known = ARENA_ARRAY(g->arena, bool, g->nodes.count + 1);
    for (ir_node n = 0; n < g->nodes.count; n++)
        all[n] = (ir_partner){IR_NONE, IR_NONE, false, false};
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, i);
        if (e->removed || !ir_assigns_player(g, e))
            continue;
        ir_sym role = assigned_role(g, e);
        all[e->to].role = !known[e->to] || all[e->to].role == role ? role : IR_NONE;
        known[e->to] = true;
    }
}

/* The edges with which moves from a node end, and the variables that are assigned on the way (NULL:
 * not wanted). */
typedef VEC(const ir_edge_data *) edges;

static edges ends_of(const ir_game *g, const ir_graph *graph, ir_node from, bitset *assigned, arena *a)
{
    bitset seen = bitset_new(a, g->nodes.count);
    vec_u32 queue = {0};
    edges ends = {0};
    bitset_add(&seen, from);
    vec_push(a, &queue, from);
    for (uint32_t head = 0; head < queue.count; head++) {
        ir_node n = vec_at(&queue, head);
        for (uint32_t i = graph->out_start[n]; i < graph->out_start[n + 1]; i++) {
            const ir_edge_data *e = &vec_at(&g->edges, graph->out[i]);
            if (ir_assigns_player(g, e)) {
                vec_push(a, &ends, e);
                continue;
            }
            if (assigned && (e->label == IR_ASSIGN || e->label == IR_CHOOSE))
                bitset_add(assigned, ir_target_variable(g, e->target));
            if (bitset_insert(&seen, e->to))
                vec_push(a, &queue, e->to);
        }
    }
    return ends;
}

ir_partner *ir_partners(const ir_game *g, const ir_graph *graph, arena *a)
{
    ir_partner *all = ARENA_ARRAY(a, ir_partner, g->nodes.count + 1);
    find_roles(g, all);
    for (ir_node n = 0; n < g->nodes.count; n++) {
        ir_partner *p = &all[n];
        if (!is_player(g, p->role))
            continue;
        edges ends = ends_of(g, graph, n, NULL, a);
        for (uint32_t i = 0; i < ends.count; i++) {
            const ir_edge_data *e = vec_at(&ends, i);
            ir_node next = is_player(g, assigned_role(g, e)) ? e->to : IR_NONE;
            p->mixed |= i > 0 && next != p->next;
            p->next = next;
        }
    }
    for (ir_node n = 0; n < g->nodes.count; n++)
        if (all[n].next != IR_NONE)
            all[all[n].next].follows = true;
    return all;
}

/* ---- checks ---- */

static void complain(const ir_game *g, diag_sink *sink, ir_node n, const char *what)
{
    src_span at = vec_at(&g->nodes, n).span;
    for (uint32_t i = 0; i < g->edges.count && at.end == 0; i++)
        if (!vec_at(&g->edges, i).removed && vec_at(&g->edges, i).from == n)
            at = vec_at(&g->edges, i).span;
    diag_report(sink, DIAG_SIMULTANEOUS, g->source, at, "at node `%s`: %s", ir_node_name(g, n), what);
}

/* Those who come later have the moves that they would have before. */
static bool are_independent(ir_game *g, const ir_graph *graph, const region *r, const ir_partner *all, ir_node first,
                            arena *a, ir_var *shared)
{
    bitset assigned = bitset_new(a, g->variables.count);
    for (ir_node n = first; all[n].next != IR_NONE; n = all[n].next) {
        ends_of(g, graph, n, &assigned, a);
        const bitset *live = &r->live[region_at(r, all[n].next)];
        for (ir_var v = 0; v < g->variables.count; v++)
            if (v != g->player && bitset_has(&assigned, v) && bitset_has(live, v)) {
                *shared = v;
                return false;
            }
    }
    return true;
}

/* The players of one decision differ. */
static bool are_different(const ir_game *g, const ir_partner *all, ir_node first)
{
    uint32_t count = 0;
    for (ir_node n = first; n != IR_NONE && count <= g->nodes.count; n = all[n].next, count++)
        for (ir_node o = first; o != n; o = all[o].next)
            if (all[o].role == all[n].role)
                return false;
    return true;
}

void ir_check_simultaneous(ir_game *g, diag_sink *sink)
{
    arena *a = arena_child(g->arena);
    ir_graph graph = ir_graph_make(g, a);
    const ir_partner *all = ir_partners(g, &graph, a);
    bitset decisions = ir_decisions(g, a);
    region *r = NULL;
    uint32_t before = sink->errors;
    for (ir_node n = 0; n < g->nodes.count; n++) {
        if (n == g->begin || n == g->end || !bitset_has(&decisions, n))
            continue;
        if (all[n].role == IR_NONE)
            complain(g, sink, n, "in a game whose players decide at once it has to be known who decides");
        else if (all[n].mixed)
            complain(g, sink, n, "some moves lead to another player, who would decide at once, and others do not");
    }
    const bool fine = sink->errors == before;
    for (ir_node n = 0; n < g->nodes.count && fine; n++) {
        ir_var shared;
        if (all[n].next == IR_NONE || (all[n].follows && are_different(g, all, n)))
            continue;
        if (!r) {
            r = region_of_moves(g, &graph, a);
            region_find_live(g, &graph, r, a);
        }
        if (!are_different(g, all, n))
            complain(g, sink, n, "a player would decide twice at once: the keeper has to come in between");
        else if (!are_independent(g, &graph, r, all, n, a, &shared))
            complain(g, sink, n,
                     arena_printf(g->arena,
                                  "which moves there are for those who decide at once depends on "
                                  "`%s`, which this move changes",
                                  ir_name(g, vec_at(&g->variables, shared).name)));
    }
    arena_done(a);
}
