/* Changes of the board, and of what is counted with it: pieces for goals, pools, what was captured.
 * Counts of what is no piece are `many`, which stays as it is. */
#include "lang/zrf/lower.h"

ir_const zrf_step_number(zrf_lowering *x, bool up)
{
    uint32_t n = x->number_count + x->owed_count;
    const ir_sym *numbers = x->sym.numbers - x->owed_count;
    ir_sym *values = ARENA_ARRAY(x->arena, ir_sym, n + 1);
    for (uint32_t i = 0; i < n; i++)
        values[i] = numbers[up ? (i + 1 < n ? i + 1 : i) : i ? i - 1 : 0];
    return zrf_table(x, up ? "up" : "down", x->type.number, numbers, values, n, x->type.number, x->sym.many);
}

ir_expr zrf_pool_has(zrf_lowering *x, ir_sym cell)
{
    uint32_t n = x->number_count + x->owed_count;
    ir_sym *values = ARENA_ARRAY(x->arena, ir_sym, n + 1);
    ir_expr held = kit_index(x->k, kit_var(x->k, x->count.pool), kit_symbol(x->k, cell));
    for (uint32_t i = 0; i < n; i++)
        values[i] = i > x->owed_count ? x->sym.one : x->sym.zero;
    return zrf_holds(x, kit_lookup(x->k,
                                   zrf_table(x, "some", x->type.number, x->sym.numbers - x->owed_count, values, n,
                                             x->type.boolean, x->sym.zero),
                                   held));
}

static ir_node count_at(zrf_lowering *x, ir_node at, ir_var counts, ir_expr key, bool up)
{
    ir_expr entry = kit_index(x->k, kit_var(x->k, counts), key);
    return kit_assigned(x->k, at, entry, kit_lookup(x->k, zrf_step_number(x, up), entry));
}

static ir_node count(zrf_lowering *x, ir_node at, ir_expr cell, bool up)
{
    if (x->count.cell != IR_NONE)
        at = count_at(x, at, x->count.cell, cell, up);
    if (x->count.owner != IR_NONE)
        at = count_at(x, at, x->count.owner, kit_lookup(x->k, x->owner_of, cell), up);
    if (x->count.piece != IR_NONE)
        at = count_at(x, at, x->count.piece, kit_lookup(x->k, x->piece_of, cell), up);
    return at;
}

ir_node zrf_pool_take(zrf_lowering *x, ir_node at, ir_sym cell)
{
    return x->count.pool == IR_NONE ? at : count_at(x, at, x->count.pool, kit_symbol(x->k, cell), false);
}

ir_node zrf_pool_return(zrf_lowering *x, ir_node at, ir_expr cell)
{
    return x->count.pool == IR_NONE ? at : count_at(x, at, x->count.pool, cell, true);
}

static bool becomes(const zrf_code *code, uint32_t piece)
{
    bool found = false;
    for (uint32_t k = 0; k < code->count; k++) {
        const zrf_instruction *i = vec_at(code, k);
        for (uint32_t n = 0; n < i->pieces.count; n++)
            found |= vec_at(&i->pieces, n) == piece;
        found |= becomes(&i->then, piece) || becomes(&i->otherwise, piece);
    }
    return found;
}

/* Another piece can be promoted to it. */
static bool is_better(const zrf_game *z, uint32_t piece)
{
    for (uint32_t p = 0; p < z->pieces.count; p++)
        for (uint32_t b = 0; p != piece && b < vec_at(&z->pieces, p).moves.count; b++)
            if (becomes(&vec_at(&vec_at(&z->pieces, p).moves, b).code, piece))
                return true;
    return false;
}

/* One good capture less is needed where such a piece stands. */
static ir_node count_best(zrf_lowering *x, ir_node at, ir_expr cell)
{
    uint32_t pieces = x->z->pieces.count, cells = x->z->players.count * pieces;
    ir_sym *values = ARENA_ARRAY(x->arena, ir_sym, cells + 1);
    for (uint32_t k = 0; k < cells; k++)
        values[k] = is_better(x->z, k % pieces) ? x->sym.one : x->sym.zero;
    ir_expr left = kit_var(x->k, x->longest.counts_best);
    ir_expr better =
        zrf_holds(x, kit_lookup(x->k, zrf_cell_table(x, "better", x->type.boolean, values, x->sym.zero), cell));
    ir_node yes, no, both = kit_node(x->k);
    kit_fork(x->k, at, kit_both(x->k, better, kit_equal(x->k, false, left, kit_symbol(x->k, x->sym.numbers[0]))), &yes,
             &no);
    kit_link_assign(x->k, yes, both, left, kit_lookup(x->k, zrf_step_number(x, false), left));
    kit_link(x->k, no, both);
    return both;
}

ir_node zrf_put(zrf_lowering *x, ir_node at, ir_expr spot, ir_expr cell, zrf_write how)
{
    bool recycled = how.captured && x->z->recycle_captures && x->count.pool != IR_NONE;
    if (how.out && !(recycled && x->z->include_off))
        at = count(x, at, zrf_board(x, spot), false);
    if (how.captured && x->longest.counts_best != IR_NONE)
        at = count_best(x, at, zrf_board(x, spot));
    if (recycled)
        at = count_at(x, at, x->count.pool, zrf_board(x, spot), true);
    if (how.captured && x->count.caught != IR_NONE)
        at = kit_assigned(x->k, at, kit_index(x->k, kit_var(x->k, x->count.caught), zrf_board(x, spot)),
                          kit_symbol(x->k, x->sym.one));
    at = kit_assigned(x->k, at, zrf_board(x, spot), cell);
    return how.in ? count(x, at, zrf_board(x, spot), true) : at;
}

ir_node zrf_init_attributes(zrf_lowering *x, ir_node at, ir_expr spot, uint32_t piece)
{
    for (uint32_t a = 0; a < x->z->attributes.count; a++) {
        bool up = piece != ZRF_NONE && vec_at(&x->z->attributes, a).initial[piece];
        at = kit_assigned(x->k, at, kit_index(x->k, kit_var(x->k, x->attributes[a]), spot),
                          kit_symbol(x->k, up ? x->sym.one : x->sym.zero));
    }
    return at;
}
