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
        *place = irb_fresh_node(x->g, arena_printf(x->arena, "%s_%u", hints[c], n), (src_span){0, 0});
        vec_push(x->arena, &x->queue, n * RBG_CONTEXTS + c);
    }
    return *place;
}

static ir_node fresh(rbg_lowering *x, src_span at)
{
    return irb_fresh_node(x->g, arena_printf(x->arena, "n_%u", x->g->nodes.count), at);
}

static ir_expr symbol(rbg_lowering *x, ir_sym s, src_span at) { return irb_expr_symbol(x->g, s, at); }
static ir_expr variable(rbg_lowering *x, ir_var v, src_span at) { return irb_expr_var(x->g, v, at); }
static ir_expr coord(rbg_lowering *x, src_span at) { return variable(x, x->coord, at); }

static ir_expr piece_here(rbg_lowering *x, src_span at)
{
    return irb_expr_index(x->g, variable(x, x->board, at), coord(x, at), at);
}

ir_expr rbg_variable_expr(rbg_lowering *x, rbg_arith_kind kind, uint32_t index, src_span at)
{
    if (kind == RBG_A_VARIABLE)
        return variable(x, x->variables[index], at);
    if (kind == RBG_A_PLAYER)
        return irb_expr_index(x->g, variable(x, x->g->goals, at), symbol(x, x->players[index], at), at);
    return irb_expr_index(x->g, variable(x, x->count, at), symbol(x, x->pieces[index], at), at);
}

static ir_expr equals(rbg_lowering *x, bool equal, ir_expr a, ir_expr b, src_span at)
{
    return irb_expr(x->g, equal ? IR_EQ : IR_NE, a, b, IR_NONE, at);
}

static ir_expr is_true(rbg_lowering *x, ir_expr e, src_span at)
{
    return equals(x, true, e, symbol(x, rbg_number_symbol(x, 1), at), at);
}

/* ---- shifts and checks ---- */

static void lower_move(rbg_lowering *x, const rbg_edge *e, ir_node from, ir_node to, src_span at)
{
    uint32_t count = x->f->vertices.count;
    ir_sym *values = ARENA_ARRAY(x->arena, ir_sym, count);
    bool total = true;
    for (uint32_t v = 0; v < count; v++) {
        bool there = e->table[v] != RBG_NONE;
        values[v] = there ? x->vertices[e->table[v]] : x->nowhere;
        total = total && there;
    }
    const char *hint = e->rule->kind == RBG_R_SHIFT
                           ? arena_printf(x->arena, "go_%s", rbg_text(x->f, x->f->directions.data[e->rule->index].name))
                           : "go";
    ir_const table = rbg_map_constant(x, hint, x->vertex_type, x->vertices, count,
                                      total ? x->vertex_type : x->vertex_or_none, values, at);
    ir_node behind = total ? to : fresh(x, at);
    irb_assign(x->g, from, behind, coord(x, at),
               irb_expr_index(x->g, irb_expr_const(x->g, table, at), coord(x, at), at), at);
    if (!total)
        irb_check(x->g, behind, to, equals(x, false, coord(x, at), symbol(x, x->nowhere, at), at), at);
}

/* A check that the key is one of those with values[i]. */
static void check_set(rbg_lowering *x, const char *hint, name_id type, const ir_sym *keys, const bool *values,
                      uint32_t count, ir_expr key, ir_node from, ir_node to, src_span at)
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
        irb_skip(x->g, from, to, at);
    else if (holds == 1)
        irb_check(x->g, from, to, equals(x, true, key, symbol(x, keys[yes], at), at), at);
    else if (holds + 1 == count)
        irb_check(x->g, from, to, equals(x, false, key, symbol(x, keys[no], at), at), at);
    else {
        ir_const table = rbg_map_constant(x, hint, type, keys, count, x->bool_type, symbols, at);
        irb_check(x->g, from, to, is_true(x, irb_expr_index(x->g, irb_expr_const(x->g, table, at), key, at), at), at);
    }
}

static void lower_at(rbg_lowering *x, const rbg_edge *e, ir_node from, ir_node to, src_span at)
{
    uint32_t count = x->f->vertices.count;
    bool *values = ARENA_ARRAY(x->arena, bool, count);
    for (uint32_t v = 0; v < count; v++)
        values[v] = e->table[v] != RBG_NONE;
    check_set(x, "at", x->vertex_type, x->vertices, values, count, coord(x, at), from, to, at);
}

static void lower_on(rbg_lowering *x, const rbg_edge *e, ir_node from, ir_node to, src_span at)
{
    uint32_t count = x->f->pieces.count;
    bool *values = ARENA_ARRAY(x->arena, bool, count);
    for (uint32_t i = 0; i < e->rule->count; i++)
        values[e->rule->pieces[i]] = true;
    check_set(x, "on", x->piece_type, x->pieces, values, count, piece_here(x, at), from, to, at);
}

static void lower_choose(rbg_lowering *x, const rbg_edge *e, ir_node from, ir_node to, src_span at)
{
    ir_sym *symbols = ARENA_ARRAY(x->arena, ir_sym, e->relation->size);
    uint32_t count = 0;
    for (uint32_t v = 0; v < e->relation->size; v++)
        if (rbg_related(e->relation, 0, v))
            symbols[count++] = x->vertices[v];
    ir_type type =
        count == x->f->vertices.count ? rbg_type(x, x->vertex_type, at) : irb_set_type(x->g, symbols, count, at);
    irb_choose(x->g, from, to, coord(x, at), type, IR_NONE, at);
}

/* related: vertex -> vertex -> 1 or 0 */
static ir_const relation_constant(rbg_lowering *x, const rbg_relation *r, src_span at)
{
    uint64_t hash = hash_bytes(r->bits, (size_t)r->size * r->words * sizeof *r->bits, 5);
    const ir_const *known = rbg_known_constant(x, hash);
    if (known)
        return *known;
    if ((x->cells += (uint64_t)r->size * r->size) > RBG_MAX_ALL_CELLS)
        rbg_too_large(x->f, at, "the tables of this game have more than %d cells", RBG_MAX_ALL_CELLS);
    if (x->f->exhausted)
        return 0;
    ir_value one = irb_value_symbol(x->g, rbg_number_symbol(x, 1), at);
    ir_value_entry none = {IR_NONE, irb_value_symbol(x->g, rbg_number_symbol(x, 0), at), at};
    ir_value_entry *rows = ARENA_ARRAY(x->arena, ir_value_entry, r->size + 1);
    ir_value_entry *row = ARENA_ARRAY(x->arena, ir_value_entry, r->size + 1);
    for (uint32_t v = 0; v < r->size; v++) {
        uint32_t n = 0;
        for (uint32_t to = 0; to < r->size; to++)
            if (rbg_related(r, v, to))
                row[n++] = (ir_value_entry){irb_value_symbol(x->g, x->vertices[to], at), one, at};
        row[n++] = none;
        rows[v] = (ir_value_entry){irb_value_symbol(x->g, x->vertices[v], at), irb_value_map(x->g, row, n, at), at};
    }
    rows[r->size] = (ir_value_entry){IR_NONE, irb_value_map(x->g, &none, 1, at), at};
    ir_type vertex = rbg_type(x, x->vertex_type, at);
    ir_type type = irb_arrow_type(x->g, vertex, irb_arrow_type(x->g, vertex, rbg_type(x, x->bool_type, at), at), at);
    return rbg_new_constant(x, "related", hash, type, irb_value_map(x->g, rows, r->size + 1, at), at);
}

/* The vertex before is forgotten again: what is remembered must not depend on the way. */
static void lower_relate(rbg_lowering *x, const rbg_edge *e, ir_node from, ir_node to, src_span at)
{
    ir_node kept = fresh(x, at), chosen = fresh(x, at), checked = fresh(x, at);
    ir_const table = relation_constant(x, e->relation, at);
    if (x->f->exhausted)
        return;
    irb_assign(x->g, from, kept, variable(x, x->before, at), coord(x, at), at);
    irb_choose(x->g, kept, chosen, coord(x, at), rbg_type(x, x->vertex_type, at), IR_NONE, at);
    ir_expr row = irb_expr_index(x->g, irb_expr_const(x->g, table, at), variable(x, x->before, at), at);
    irb_check(x->g, chosen, checked, is_true(x, irb_expr_index(x->g, row, coord(x, at), at), at), at);
    irb_assign(x->g, checked, to, variable(x, x->before, at), symbol(x, x->nowhere, at), at);
}

static void lower_check(rbg_lowering *x, const rbg_edge *e, ir_node from, ir_node to, src_span at)
{
    const rbg_body *b = &x->graph->bodies.data[e->index];
    ir_expr some = irb_expr_reach(x->g, node_of(x, b->start, RBG_CHECK), node_of(x, b->finish, RBG_CHECK), at);
    irb_check(x->g, from, to, e->action == RBG_SOME ? some : irb_expr(x->g, IR_NOT, some, IR_NONE, IR_NONE, at), at);
}

/* ---- modifiers ---- */

/* The tags of a modifier, where it has some; the node behind them. */
static ir_node lower_tags(rbg_lowering *x, const rbg_edge *e, rbg_context c, ir_node from, src_span at)
{
    if (c != RBG_PLAYER)
        return from;
    ir_node between = fresh(x, at), behind = fresh(x, at);
    irb_tag(x->g, from, between, coord(x, at), at);
    ir_sym index = irb_symbol(x->g, intern_printf(x->f->names, "index_%u", e->index));
    irb_tag(x->g, between, behind, symbol(x, index, at), at);
    return behind;
}

static ir_node count_piece(rbg_lowering *x, int step, bool old, ir_sym piece, ir_node from, src_span at)
{
    ir_node next = fresh(x, at);
    ir_expr key = old ? piece_here(x, at) : symbol(x, piece, at);
    ir_expr place = irb_expr_index(x->g, variable(x, x->count, at), key, at);
    ir_expr table = irb_expr_const(x->g, rbg_step_constant(x, step, at), at);
    irb_assign(x->g, from, next, place, irb_expr_index(x->g, table, place, at), at);
    return next;
}

static void lower_off(rbg_lowering *x, const rbg_edge *e, rbg_context c, ir_node from, ir_node to, src_span at)
{
    ir_sym piece = x->pieces[e->rule->index];
    from = lower_tags(x, e, c, from, at);
    if (x->count != IR_NONE) {
        from = count_piece(x, -1, true, piece, from, at);
        from = count_piece(x, 1, false, piece, from, at);
    }
    irb_assign(x->g, from, to, piece_here(x, at), symbol(x, piece, at), at);
}

static void lower_assign(rbg_lowering *x, const rbg_edge *e, rbg_context c, ir_node from, ir_node to, src_span at)
{
    ir_node fits = fresh(x, at);
    rbg_lower_condition(x, rbg_fits(x->numbers, e->rule), from, fits, at);
    from = lower_tags(x, e, c, fits, at);
    irb_assign(x->g, from, to, rbg_variable_expr(x, e->rule->target, e->rule->index, at),
               rbg_lower_arith(x, rbg_kept(x->numbers, e->rule)), at);
}

/* ---- switches ---- */

static void set_player(rbg_lowering *x, ir_node from, ir_node to, ir_sym who, src_span at)
{
    irb_assign(x->g, from, to, variable(x, x->g->player, at), symbol(x, who, at), at);
}

static void lower_end(rbg_lowering *x, ir_node from, src_span at)
{
    set_player(x, from, x->g->end, x->g->keeper, at);
    x->ends = true;
}

/* From a node of the keeper to where `who` (RBG_NONE: the keeper) moves from n, if that is possible. */
static void lower_ahead(rbg_lowering *x, ir_node from, uint32_t n, uint32_t who, src_span at)
{
    rbg_context c = who == RBG_NONE ? RBG_KEEPER : RBG_PLAYER;
    ir_node on = from;
    if (!bitset_has(&x->sure->some, n)) {
        lower_end(x, from, at);
        return;
    }
    if (!bitset_has(&x->sure->all, n)) {
        ir_node over = fresh(x, at);
        ir_expr word = irb_expr_reach(x->g, node_of(x, n, RBG_AHEAD), x->done, at);
        on = who == RBG_NONE ? node_of(x, n, c) : fresh(x, at);
        irb_check(x->g, from, on, word, at);
        irb_check(x->g, from, over, irb_expr(x->g, IR_NOT, word, IR_NONE, IR_NONE, at), at);
        lower_end(x, over, at);
        if (who == RBG_NONE)
            return;
    }
    if (who == RBG_NONE)
        irb_skip(x->g, on, node_of(x, n, c), at);
    else
        set_player(x, on, node_of(x, n, c), x->players[who], at);
}

/* The node of the keeper that looks ahead from n. */
static ir_node decider(rbg_lowering *x, uint32_t n, uint32_t who, src_span at)
{
    uint32_t players = x->f->players.count;
    ir_node *place = &x->deciders[(size_t)n * (players + 1) + (who == RBG_NONE ? players : who)];
    if (*place == IR_NONE) {
        *place = fresh(x, at);
        lower_ahead(x, *place, n, who, at);
    }
    return *place;
}

static void lower_switch(rbg_lowering *x, const rbg_edge *e, rbg_context c, ir_node from, ir_node to, src_span at)
{
    if (c == RBG_CHECK) {
        irb_skip(x->g, from, to, at);
        return;
    }
    uint32_t who = e->rule->index;
    ir_node last = lower_tags(x, e, c, from, at);
    bool known = !bitset_has(&x->sure->some, e->to) || bitset_has(&x->sure->all, e->to);
    if (!bitset_has(&x->sure->some, e->to))
        lower_end(x, last, at);
    else if (known)
        set_player(x, last, node_of(x, e->to, who == RBG_NONE ? RBG_KEEPER : RBG_PLAYER),
                   who == RBG_NONE ? x->g->keeper : x->players[who], at);
    else if (c == RBG_KEEPER && who != RBG_NONE)
        irb_skip(x->g, last, decider(x, e->to, who, at), at);
    else
        set_player(x, last, decider(x, e->to, who, at), x->g->keeper, at);
}

/* ---- edges ---- */

static void lower_edge(rbg_lowering *x, const rbg_edge *e, rbg_context c)
{
    src_span at = e->rule->span;
    ir_node from = node_of(x, e->from, c);
    if (e->action == RBG_SWITCH && c == RBG_AHEAD) {
        irb_skip(x->g, from, x->done, at);
        return;
    }
    if (e->action == RBG_SWITCH && c != RBG_CHECK) {
        lower_switch(x, e, c, from, IR_NONE, at);
        return;
    }
    /* looking ahead is over where the rest is certain */
    bool over = c == RBG_AHEAD && bitset_has(&x->sure->all, e->to);
    ir_node to = over ? x->done : node_of(x, e->to, c);
    if (over && (e->action == RBG_OFF || e->action == RBG_CHOOSE)) {
        irb_skip(x->g, from, to, at);
        return;
    }
    switch (e->action) {
    case RBG_SKIP: irb_skip(x->g, from, to, at); break;
    case RBG_MOVE: lower_move(x, e, from, to, at); break;
    case RBG_AT: lower_at(x, e, from, to, at); break;
    case RBG_CHOOSE: lower_choose(x, e, from, to, at); break;
    case RBG_RELATE: lower_relate(x, e, from, to, at); break;
    case RBG_ON: lower_on(x, e, from, to, at); break;
    case RBG_OFF: lower_off(x, e, c, from, to, at); break;
    case RBG_ASSIGN: lower_assign(x, e, c, from, to, at); break;
    case RBG_COMPARE: rbg_lower_condition(x, rbg_comparison(x->arena, e->rule), from, to, at); break;
    case RBG_SWITCH: lower_switch(x, e, c, from, to, at); break;
    case RBG_SOME:
    case RBG_NO: lower_check(x, e, from, to, at); break;
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
    src_span at = x->f->sections[RBG_RULES].span;
    ir_expr never = equals(x, true, variable(x, x->g->player, at), symbol(x, x->g->random, at), at);
    irb_check(x->g, x->g->begin, x->g->end, never, at);
}

void rbg_lower(rbg_lowering *x)
{
    const rbg_graph *graph = x->graph;
    x->nodes = no_nodes(x, (size_t)graph->nodes * RBG_CONTEXTS);
    x->deciders = no_nodes(x, (size_t)graph->nodes * (x->f->players.count + 1));
    x->done = fresh(x, x->f->sections[RBG_RULES].span);
    lower_ahead(x, x->g->begin, graph->start, RBG_NONE, x->f->sections[RBG_RULES].span);
    for (uint32_t head = 0; head < x->queue.count && !x->f->exhausted; head++) {
        uint32_t n = x->queue.data[head] / RBG_CONTEXTS;
        rbg_context c = (rbg_context)(x->queue.data[head] % RBG_CONTEXTS);
        for (uint32_t i = graph->out_start[n]; i < graph->out_start[n + 1]; i++)
            lower_edge(x, &graph->edges.data[graph->out[i]], c);
    }
    if (!x->ends)
        lower_endless(x);
}
