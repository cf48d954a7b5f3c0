/* How many pieces of a kind there are. Where only comparisons ask for it, they look at the board: a search for one
 * piece where it is all the same how many more there are, else loops over the vertices, one for each kind. So moves
 * write what they say and nothing else. Where a number of pieces is assigned, or asked for on the way
 * of a move, which is once for each way, every modifier keeps all of the numbers. */
#include "lang/rbg/lower.h"

static bool counts_pieces(const rbg_arith *a)
{
    return a && (a->kind == RBG_A_PIECE || counts_pieces(a->a) || counts_pieces(a->b));
}

static void declare_count(rbg_lowering *x)
{
    rbg_file *f = x->f;
    uint32_t *number = ARENA_ARRAY(x->arena, uint32_t, f->pieces.count);
    for (uint32_t i = 0; i < f->vertices.count; i++)
        number[vec_at(&f->vertices, i).piece]++;
    ir_sym *values = ARENA_ARRAY(x->arena, ir_sym, f->pieces.count + 1);
    for (uint32_t i = 0; i < f->pieces.count; i++)
        values[i] = rbg_number_symbol(x, number[i]);
    name_id numbers = rbg_number_type_of(x, &x->numbers->pieces);
    x->count = kit_map_variable(
        x->k, "count", &(kit_map){x->piece_type, numbers, x->pieces, values, f->pieces.count, rbg_number_symbol(x, 0)});
}

/* Vertices in the order of the board's numbers, the end of it last. */
static ir_sym vertex_number(const rbg_lowering *x, const uint32_t *order, uint32_t number)
{
    return number < x->f->vertices.count ? x->vertices[order[number]] : x->nowhere;
}

static const uint32_t *board_order(const rbg_lowering *x)
{
    uint32_t *order = ARENA_ARRAY(x->arena, uint32_t, x->f->vertices.count + 1);
    for (uint32_t v = 0; v < x->f->vertices.count; v++)
        order[x->graph->places[v]] = v;
    return order;
}

/* The vertex behind each; a number of pieces is the vertex that has so many before it. */
static void declare_tallies(rbg_lowering *x)
{
    const uint32_t size = x->f->vertices.count, *order = board_order(x);
    ir_sym *keys = ARENA_ARRAY(x->arena, ir_sym, size + 1), *next = ARENA_ARRAY(x->arena, ir_sym, size + 1);
    ir_sym *numbers = ARENA_ARRAY(x->arena, ir_sym, size + 1);
    for (uint32_t i = 0; i <= size; i++) {
        keys[i] = vertex_number(x, order, i);
        next[i] = vertex_number(x, order, i < size ? i + 1 : i);
        numbers[i] = rbg_number_symbol(x, i);
    }
    x->first = keys[0];
    x->behind = kit_map_constant(x->k, "behind",
                                 &(kit_map){x->vertex_or_none, x->vertex_or_none, keys, next, size + 1, IR_NONE});
    x->number_of = kit_map_constant(
        x->k, "number_of",
        &(kit_map){x->vertex_or_none, rbg_number_type_of(x, &x->numbers->pieces), keys, numbers, size + 1, IR_NONE});
    x->tallies = ARENA_ARRAY(x->arena, ir_var, x->f->pieces.count);
    for (uint32_t i = 0; i < x->f->pieces.count; i++)
        x->tallies[i] = IR_NONE;
}

static void declare_tally(rbg_lowering *x, const rbg_arith *a)
{
    if (!a)
        return;
    if (a->kind == RBG_A_PIECE && x->tallies[a->index] == IR_NONE)
        x->tallies[a->index] = kit_sym_variable(x->k, "tally", x->vertex_or_none, x->first);
    declare_tally(x, a->a);
    declare_tally(x, a->b);
}

/* A comparison that holds for no pieces and for no other number, or the other way round. */
static bool asks_for_one(rbg_lowering *x, const rbg_arith *a, uint32_t *piece, bool *none)
{
    const rbg_table *t = rbg_tabulate(x->numbers, a);
    if (!t || t->leaf_count != 1 || t->leaves[0]->kind != RBG_A_PIECE || t->cells < 2 ||
        rbg_domain_of(x->numbers, t->leaves[0])->values[0] != 0)
        return false;
    for (uint32_t i = 1; i < t->cells; i++)
        if ((t->results[i] == 1) == (t->results[0] == 1))
            return false;
    *piece = t->leaves[0]->index;
    *none = t->results[0] == 1;
    return true;
}

static bool edge_counts(const rbg_edge *e)
{
    return (e->action == RBG_ASSIGN || e->action == RBG_COMPARE) &&
           (counts_pieces(e->rule->a) || counts_pieces(e->rule->b));
}

/* Whether players ask for numbers in their moves, and more than seldom beside what these write. */
static bool moves_count(rbg_lowering *x)
{
    enum { SELDOM = 8 };
    uint32_t asks = 0, writes = 0;
    const rbg_graph *g = x->graph;
    bitset met = bitset_new(x->arena, g->nodes);
    vec_u32 queue = {0};
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const rbg_edge *e = &vec_at(&g->edges, i);
        if (e->action == RBG_SWITCH && e->rule->index != RBG_NONE && bitset_insert(&met, e->to))
            vec_push(x->arena, &queue, e->to);
    }
    for (uint32_t head = 0; head < queue.count; head++)
        for (uint32_t i = g->out_start[vec_at(&queue, head)]; i < g->out_start[vec_at(&queue, head) + 1]; i++) {
            const rbg_edge *e = &vec_at(&g->edges, g->out[i]);
            asks += edge_counts(e);
            writes += e->action == RBG_OFF;
            if (e->action != RBG_SWITCH && bitset_insert(&met, e->to))
                vec_push(x->arena, &queue, e->to);
        }
    return SELDOM * asks > writes;
}

void rbg_declare_counts(rbg_lowering *x)
{
    bool compared = false, assigned = false;
    for (uint32_t i = 0; i < x->graph->edges.count; i++) {
        const rbg_edge *e = &vec_at(&x->graph->edges, i);
        assigned |= edge_counts(e) && e->action == RBG_ASSIGN;
        compared |= edge_counts(e);
    }
    assigned |= compared && moves_count(x);
    x->count = IR_NONE;
    if (assigned)
        declare_count(x);
    else if (compared)
        declare_tallies(x);
    for (uint32_t i = 0; x->tallies && i < x->graph->edges.count; i++) {
        const rbg_rule *r = vec_at(&x->graph->edges, i).rule;
        uint32_t piece;
        bool none;
        if (r && r->kind == RBG_R_COMPARE && !asks_for_one(x, rbg_comparison(x->arena, r), &piece, &none)) {
            declare_tally(x, r->a);
            declare_tally(x, r->b);
        }
    }
}

ir_expr rbg_count_expr(rbg_lowering *x, uint32_t piece)
{
    if (x->count != IR_NONE)
        return kit_index(x->k, kit_var(x->k, x->count), kit_symbol(x->k, x->pieces[piece]));
    return kit_index(x->k, kit_const(x->k, x->number_of), kit_var(x->k, x->tallies[piece]));
}

/* ---- looking at the board ---- */

static ir_expr is_piece(rbg_lowering *x, bool equal, uint32_t piece)
{
    return kit_equal(x->k, equal, kit_index(x->k, kit_var(x->k, x->board), kit_var(x->k, x->coord)),
                     kit_symbol(x->k, x->pieces[piece]));
}

static void step(rbg_lowering *x, ir_node from, ir_node to, ir_var v)
{
    kit_link_assign(x->k, from, to, kit_var(x->k, v), kit_index(x->k, kit_const(x->k, x->behind), kit_var(x->k, v)));
}

/* A loop that counts the pieces of a kind. The node behind it. */
static ir_node count_pieces(rbg_lowering *x, ir_node from, uint32_t piece)
{
    ir_node begun = kit_node(x->k), head = kit_node(x->k), in = kit_node(x->k), yes = kit_node(x->k),
            no = kit_node(x->k), behind = kit_node(x->k);
    ir_expr at = kit_var(x->k, x->coord), nowhere = kit_symbol(x->k, x->nowhere);
    kit_link_assign(x->k, from, begun, kit_var(x->k, x->tallies[piece]), kit_symbol(x->k, x->first));
    kit_link_assign(x->k, begun, head, at, kit_symbol(x->k, x->first));
    kit_link_check(x->k, head, in, kit_equal(x->k, false, at, nowhere));
    kit_link_check(x->k, head, behind, kit_equal(x->k, true, at, nowhere));
    kit_link_check(x->k, in, yes, is_piece(x, true, piece));
    kit_link_check(x->k, in, no, is_piece(x, false, piece));
    step(x, yes, no, x->tallies[piece]);
    step(x, no, head, x->coord);
    return behind;
}

static void find_pieces(const rbg_arith *a, bitset *out)
{
    if (!a)
        return;
    if (a->kind == RBG_A_PIECE)
        bitset_add(out, a->index);
    find_pieces(a->a, out);
    find_pieces(a->b, out);
}

void rbg_lower_comparison(rbg_lowering *x, const rbg_rule *r, ir_node from, ir_node to)
{
    const rbg_arith *a = rbg_comparison(x->arena, r);
    uint32_t piece;
    bool none;
    if (!x->tallies || !counts_pieces(a)) {
        rbg_lower_condition(x, a, from, to);
        return;
    }
    uint32_t *known = map_get(&x->counted, r->same);
    ir_node start = known ? *known : kit_node(x->k), done = known ? start + 1 : kit_node(x->k);
    const bool one = asks_for_one(x, a, &piece, &none);
    if (!known && one) {
        ir_node at = kit_node(x->k);
        kit_link_choose(x->k, start, at, kit_var(x->k, x->coord), kit_type_named(x->k, x->vertex_type), IR_NONE);
        kit_link_check(x->k, at, done, is_piece(x, true, piece));
    } else if (!known) {
        bitset pieces = bitset_new(x->arena, x->f->pieces.count);
        ir_node at = start;
        find_pieces(a, &pieces);
        for (uint32_t i = 0; i < x->f->pieces.count; i++)
            if (bitset_has(&pieces, i))
                at = count_pieces(x, at, i);
        rbg_lower_condition(x, a, at, done);
    }
    if (!known)
        map_put(&x->counted, r->same, start);
    ir_expr found = kit_reach(x->k, start, done);
    kit_link_check(x->k, from, to, one && none ? kit_negation(x->k, found) : found);
}
