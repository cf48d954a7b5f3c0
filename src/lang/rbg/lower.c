/* From the rules' automaton to edges of the machine.
 *
 * A word of a player is a path with tags, two a modifier: the vertex and `index_k`. Words of the keeper
 * have none; all of them are equivalent by the rules of the language, and any may be taken. A switch to
 * whoever has no word ends the game, so where that is not decided by the rules alone a step of the
 * keeper looks ahead: along a copy of the next words that ends before their switches. */
#include "lang/rbg/lower.h"

#include <string.h>

/* ---- nodes ---- */

static ir_node node_of(rbg_lowering *x, uint32_t n, rbg_context c)
{
    ir_node *place = &x->nodes[(size_t)n * RBG_CONTEXTS + c];
    if (*place == IR_NONE) {
        static const char *const hints[RBG_CONTEXTS] = {"keeper", "move", "ahead", "check"};
        *place = kit_named_node(x->k, arena_printf(x->arena, "%s_%u", hints[c], n));
        vec_push(x->arena, &x->queue, n * RBG_CONTEXTS + c);
    }
    return *place;
}

static ir_expr coord(rbg_lowering *x) { return kit_var(x->k, x->coord); }

static ir_expr piece_here(rbg_lowering *x) { return kit_index(x->k, kit_var(x->k, x->board), coord(x)); }

ir_expr rbg_variable_expr(rbg_lowering *x, rbg_arith_kind kind, uint32_t index)
{
    if (kind == RBG_A_VARIABLE)
        return kit_var(x->k, x->variables[index]);
    if (kind == RBG_A_PLAYER)
        return kit_index(x->k, kit_var(x->k, x->g->goals), kit_symbol(x->k, x->players[index]));
    return rbg_count_expr(x, index);
}

static ir_expr is_true(rbg_lowering *x, ir_expr e)
{
    return kit_equal(x->k, true, e, kit_symbol(x->k, rbg_number_symbol(x, 1)));
}

/* ---- shifts and checks ---- */

static void lower_move(rbg_lowering *x, const rbg_edge *e, ir_node from, ir_node to)
{
    uint32_t count = x->f->vertices.count;
    ir_sym *values = ARENA_ARRAY(x->arena, ir_sym, count);
    bool total = true;
    for (uint32_t v = 0; v < count; v++) {
        bool there = e->table[v] != RBG_NONE;
        values[v] = there ? x->vertices[e->table[v]] : x->nowhere;
        total = total && there;
    }
    const char *hint =
        e->rule->kind == RBG_R_SHIFT
            ? arena_printf(x->arena, "go_%s", rbg_text(x->f, vec_at(&x->f->directions, e->rule->index).name))
            : "go";
    ir_const table = kit_map_constant(
        x->k, hint,
        &(kit_map){x->vertex_type, total ? x->vertex_type : x->vertex_or_none, x->vertices, values, count, IR_NONE});
    ir_node behind = total ? to : kit_node(x->k);
    kit_link_assign(x->k, from, behind, coord(x), kit_index(x->k, kit_const(x->k, table), coord(x)));
    if (!total)
        kit_link_check(x->k, behind, to, kit_equal(x->k, false, coord(x), kit_symbol(x->k, x->nowhere)));
}

/* A check that the key is one of those with values[i]. */
static void check_set(rbg_lowering *x, const char *hint, name_id type, const ir_sym *keys, const bool *values,
                      uint32_t count, ir_expr key, ir_node from, ir_node to)
{
    uint32_t holds = 0, yes = 0, no = 0;
    ir_sym *symbols = ARENA_ARRAY(x->arena, ir_sym, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        holds += values[i];
        *(values[i] ? &yes : &no) = i;
        symbols[i] = rbg_number_symbol(x, values[i]);
    }
    if (holds == 0)
        return;
    if (holds == count)
        kit_link(x->k, from, to);
    else if (holds == 1)
        kit_link_check(x->k, from, to, kit_equal(x->k, true, key, kit_symbol(x->k, keys[yes])));
    else if (holds + 1 == count)
        kit_link_check(x->k, from, to, kit_equal(x->k, false, key, kit_symbol(x->k, keys[no])));
    else {
        ir_const table = kit_map_constant(x->k, hint, &(kit_map){type, x->bool_type, keys, symbols, count, IR_NONE});
        kit_link_check(x->k, from, to, is_true(x, kit_index(x->k, kit_const(x->k, table), key)));
    }
}

static void lower_at(rbg_lowering *x, const rbg_edge *e, ir_node from, ir_node to)
{
    uint32_t count = x->f->vertices.count;
    bool *values = ARENA_ARRAY(x->arena, bool, count);
    for (uint32_t v = 0; v < count; v++)
        values[v] = e->table[v] != RBG_NONE;
    check_set(x, "at", x->vertex_type, x->vertices, values, count, coord(x), from, to);
}

static void lower_on(rbg_lowering *x, const rbg_edge *e, ir_node from, ir_node to)
{
    uint32_t count = x->f->pieces.count;
    bool *values = ARENA_ARRAY(x->arena, bool, count);
    for (uint32_t i = 0; i < e->rule->count; i++)
        values[e->rule->pieces[i]] = true;
    check_set(x, "on", x->piece_type, x->pieces, values, count, piece_here(x), from, to);
}

static void lower_choose(rbg_lowering *x, const rbg_edge *e, ir_node from, ir_node to)
{
    ir_sym *symbols = ARENA_ARRAY(x->arena, ir_sym, e->relation->size);
    uint32_t count = 0;
    for (uint32_t v = 0; v < e->relation->size; v++)
        if (rbg_related(e->relation, 0, v))
            symbols[count++] = x->vertices[v];
    ir_type type =
        count == x->f->vertices.count ? kit_type_named(x->k, x->vertex_type) : kit_type_of(x->k, symbols, count);
    kit_link_choose(x->k, from, to, coord(x), type, IR_NONE);
}

/* related: vertex -> vertex -> 1 or 0 */
static ir_const relation_constant(rbg_lowering *x, const rbg_relation *r)
{
    uint64_t hash = hash_bytes(r->bits, (size_t)r->size * r->words * sizeof *r->bits, 5);
    ir_const known = kit_known_constant(x->k, hash);
    if (known != IR_NONE)
        return known;
    kit_count_cells(x->k, (uint64_t)r->size * r->size);
    if (x->f->exhausted)
        return 0;
    ir_sym zero = rbg_number_symbol(x, 0), one = rbg_number_symbol(x, 1);
    ir_sym *values = ARENA_ARRAY(x->arena, ir_sym, r->size);
    ir_value *rows = ARENA_ARRAY(x->arena, ir_value, r->size);
    kit_map row = {x->vertex_type, x->bool_type, x->vertices, values, r->size, zero};
    for (uint32_t v = 0; v < r->size; v++) {
        for (uint32_t to = 0; to < r->size; to++)
            values[to] = rbg_related(r, v, to) ? one : zero;
        rows[v] = kit_map_value(x->k, &row);
    }
    return kit_map2_constant(x->k, "related", hash, &row, rows);
}

/* The vertex before is forgotten again: what is remembered must not depend on the way. */
static void lower_relate(rbg_lowering *x, const rbg_edge *e, ir_node from, ir_node to)
{
    ir_node kept = kit_node(x->k), chosen = kit_node(x->k), checked = kit_node(x->k);
    ir_const table = relation_constant(x, e->relation);
    if (x->f->exhausted)
        return;
    kit_link_assign(x->k, from, kept, kit_var(x->k, x->before), coord(x));
    kit_link_choose(x->k, kept, chosen, coord(x), kit_type_named(x->k, x->vertex_type), IR_NONE);
    ir_expr row = kit_index(x->k, kit_const(x->k, table), kit_var(x->k, x->before));
    kit_link_check(x->k, chosen, checked, is_true(x, kit_index(x->k, row, coord(x))));
    kit_link_assign(x->k, checked, to, kit_var(x->k, x->before), kit_symbol(x->k, x->nowhere));
}

static void lower_check(rbg_lowering *x, const rbg_edge *e, ir_node from, ir_node to)
{
    const rbg_body *b = &vec_at(&x->graph->bodies, e->index);
    ir_expr some = kit_reach(x->k, node_of(x, b->start, RBG_CHECK), node_of(x, b->finish, RBG_CHECK));
    kit_link_check(x->k, from, to, e->action == RBG_SOME ? some : kit_negation(x->k, some));
}

/* ---- modifiers ---- */

/* The tags of a modifier, where it has some; the node behind them. */
static ir_node lower_tags(rbg_lowering *x, const rbg_edge *e, rbg_context c, ir_node from)
{
    if (c != RBG_PLAYER)
        return from;
    ir_node between = kit_node(x->k), behind = kit_node(x->k);
    kit_link_tag(x->k, from, between, coord(x));
    ir_sym index = kit_sym(x->k, arena_printf(x->arena, "index_%u", e->index));
    kit_link_tag(x->k, between, behind, kit_symbol(x->k, index));
    return behind;
}

static ir_node count_piece(rbg_lowering *x, int step, bool old, ir_sym piece, ir_node from)
{
    ir_node next = kit_node(x->k);
    ir_expr key = old ? piece_here(x) : kit_symbol(x->k, piece);
    ir_expr place = kit_index(x->k, kit_var(x->k, x->count), key);
    ir_expr table = kit_const(x->k, rbg_step_constant(x, step));
    kit_link_assign(x->k, from, next, place, kit_index(x->k, table, place));
    return next;
}

static void lower_off(rbg_lowering *x, const rbg_edge *e, rbg_context c, ir_node from, ir_node to)
{
    ir_sym piece = x->pieces[e->rule->index];
    from = lower_tags(x, e, c, from);
    if (x->count != IR_NONE) {
        from = count_piece(x, -1, true, piece, from);
        from = count_piece(x, 1, false, piece, from);
    }
    kit_link_assign(x->k, from, to, piece_here(x), kit_symbol(x->k, piece));
}

static void lower_assign(rbg_lowering *x, const rbg_edge *e, rbg_context c, ir_node from, ir_node to)
{
    ir_node fits = kit_node(x->k);
    rbg_lower_condition(x, rbg_fits(x->numbers, e->rule), from, fits);
    from = lower_tags(x, e, c, fits);
    kit_link_assign(x->k, from, to, rbg_variable_expr(x, e->rule->target, e->rule->index),
                    rbg_lower_arith(x, rbg_kept(x->numbers, e->rule)));
}

/* ---- switches ---- */

static void lower_end(rbg_lowering *x, ir_node from)
{
    kit_link_player(x->k, from, x->g->end, x->g->keeper);
    x->ends = true;
}

/* From a node of the keeper to where `who` (RBG_NONE: the keeper) moves from n, if that is possible. What the keeper
 * goes on with itself is tried first, as its edges come before that to the end: paths of it that get nowhere are the
 * same as that there is no word, so that only the end looks ahead. */
static void lower_ahead(rbg_lowering *x, ir_node from, uint32_t n, uint32_t who)
{
    const bool sure = bitset_has(&x->sure->all, n);
    if (!bitset_has(&x->sure->some, n)) {
        lower_end(x, from);
        return;
    }
    ir_expr word = sure ? IR_NONE : kit_reach(x->k, node_of(x, n, RBG_AHEAD), x->done);
    ir_node on = from;
    if (who == RBG_NONE) {
        kit_link(x->k, from, node_of(x, n, RBG_KEEPER));
    } else {
        if (!sure)
            kit_link_check(x->k, from, on = kit_node(x->k), word);
        kit_link_player(x->k, on, node_of(x, n, RBG_PLAYER), x->players[who]);
    }
    if (!sure)
        vec_push(x->arena, &x->overs, ((rbg_over){from, word, x->k->at}));
}

static void lower_overs(rbg_lowering *x)
{
    for (uint32_t i = 0; i < x->overs.count; i++) {
        const rbg_over *o = &vec_at(&x->overs, i);
        x->k->at = o->span;
        ir_node over = kit_node(x->k);
        kit_link_check(x->k, o->from, over, kit_negation(x->k, o->word));
        lower_end(x, over);
    }
}

/* The node of the keeper that looks ahead from n. */
static ir_node decider(rbg_lowering *x, uint32_t n, uint32_t who)
{
    uint32_t players = x->f->players.count;
    ir_node *place = &x->deciders[(size_t)n * (players + 1) + (who == RBG_NONE ? players : who)];
    if (*place == IR_NONE) {
        *place = kit_node(x->k);
        lower_ahead(x, *place, n, who);
    }
    return *place;
}

static void lower_switch(rbg_lowering *x, const rbg_edge *e, rbg_context c, ir_node from, ir_node to)
{
    if (c == RBG_CHECK) {
        kit_link(x->k, from, to);
        return;
    }
    uint32_t who = e->rule->index;
    ir_node last = lower_tags(x, e, c, from);
    bool known = !bitset_has(&x->sure->some, e->to) || bitset_has(&x->sure->all, e->to);
    if (!bitset_has(&x->sure->some, e->to))
        lower_end(x, last);
    else if (known)
        kit_link_player(x->k, last, node_of(x, e->to, who == RBG_NONE ? RBG_KEEPER : RBG_PLAYER),
                        who == RBG_NONE ? x->g->keeper : x->players[who]);
    else if (c == RBG_KEEPER && who != RBG_NONE)
        kit_link(x->k, last, decider(x, e->to, who));
    else
        kit_link_player(x->k, last, decider(x, e->to, who), x->g->keeper);
}

/* ---- edges ---- */

static void lower_edge(rbg_lowering *x, const rbg_edge *e, rbg_context c)
{
    x->k->at = e->rule->span;
    ir_node from = node_of(x, e->from, c);
    if (e->action == RBG_SWITCH && c == RBG_AHEAD) {
        kit_link(x->k, from, x->done);
        return;
    }
    if (e->action == RBG_SWITCH && c != RBG_CHECK) {
        lower_switch(x, e, c, from, IR_NONE);
        return;
    }
    /* looking ahead is over where the rest is certain */
    bool over = c == RBG_AHEAD && bitset_has(&x->sure->all, e->to);
    ir_node to = over ? x->done : node_of(x, e->to, c);
    if (over && (e->action == RBG_OFF || e->action == RBG_CHOOSE)) {
        kit_link(x->k, from, to);
        return;
    }
    switch (e->action) {
    case RBG_SKIP: kit_link(x->k, from, to); break;
    case RBG_MOVE: lower_move(x, e, from, to); break;
    case RBG_AT: lower_at(x, e, from, to); break;
    case RBG_CHOOSE: lower_choose(x, e, from, to); break;
    case RBG_RELATE: lower_relate(x, e, from, to); break;
    case RBG_ON: lower_on(x, e, from, to); break;
    case RBG_OFF: lower_off(x, e, c, from, to); break;
    case RBG_ASSIGN: lower_assign(x, e, c, from, to); break;
    case RBG_COMPARE: rbg_lower_comparison(x, e->rule, from, to); break;
    case RBG_SWITCH: lower_switch(x, e, c, from, to); break;
    case RBG_SOME:
    case RBG_NO: lower_check(x, e, from, to); break;
    }
}

static ir_node *no_nodes(rbg_lowering *x, size_t count)
{
    ir_node *nodes = ARENA_ARRAY(x->arena, ir_node, count);
    memset(nodes, 0xff, count * sizeof *nodes);
    return nodes;
}

/* A game that never ends still needs a way to its end. */
static void lower_endless(rbg_lowering *x)
{
    x->k->at = x->f->sections[RBG_RULES].span;
    ir_expr never = kit_equal(x->k, true, kit_var(x->k, x->g->player), kit_symbol(x->k, x->g->random));
    kit_link_check(x->k, x->g->begin, x->g->end, never);
}

void rbg_lower(rbg_lowering *x)
{
    const rbg_graph *graph = x->graph;
    x->nodes = no_nodes(x, (size_t)graph->nodes * RBG_CONTEXTS);
    x->deciders = no_nodes(x, (size_t)graph->nodes * (x->f->players.count + 1));
    x->k->at = x->f->sections[RBG_RULES].span;
    x->done = kit_node(x->k);
    lower_ahead(x, x->g->begin, graph->start, RBG_NONE);
    for (uint32_t head = 0; head < x->queue.count && !x->f->exhausted; head++) {
        uint32_t n = vec_at(&x->queue, head) / RBG_CONTEXTS;
        rbg_context c = (rbg_context)(vec_at(&x->queue, head) % RBG_CONTEXTS);
        for (uint32_t i = graph->out_start[n]; i < graph->out_start[n + 1]; i++)
            lower_edge(x, &vec_at(&graph->edges, graph->out[i]), c);
    }
    lower_overs(x);
    if (!x->ends)
        lower_endless(x);
}
