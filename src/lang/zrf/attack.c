/* Who captures where: for checks, and for the conditions that ask. */
#include "lang/zrf/lower.h"

static void lower_attacker(zrf_context *c, const zrf_attack *a, uint32_t piece)
{
    zrf_lowering *x = c->x;
    const zrf_piece *p = &vec_at(&x->z->pieces, piece);
    x->k->at = zrf_at(x->z->f, p->node);
    if (p->moves.count == 0)
        return;
    ir_node begun = zrf_begin_moves(c, piece, a->from);
    for (uint32_t i = 0; i < p->moves.count; i++)
        zrf_lower_block(c, piece, &vec_at(&p->moves, i), begun);
}

/* Between its nodes there is a path when a piece of another player (or of the player, `own`)
 * captures at `target`. */
static zrf_attack zrf_attack_on(zrf_lowering *x, uint32_t player, bool own)
{
    for (uint32_t i = 0; i < x->attacks.count; i++)
        if (vec_at(&x->attacks, i).player == player && vec_at(&x->attacks, i).own == own)
            return vec_at(&x->attacks, i);
    zrf_attack a = {player, own, kit_node(x->k), kit_node(x->k)};
    vec_push(x->arena, &x->attacks, a);
    zrf_swap_walk(x);
    for (uint32_t p = 0; p < x->z->players.count; p++)
        if (own ? p == player : p != player && zrf_takes_part(x->z, p)) {
            map tails, blocks;
            map_init(&tails, x->arena);
            map_init(&blocks, x->arena);
            zrf_context c = {.x = x,
                             .mode = ZRF_ATTACK,
                             .owner = p,
                             .mover = p,
                             .found = a.found,
                             .tails = &tails,
                             .blocks = &blocks};
            for (uint32_t t = 0; t < x->z->pieces.count; t++)
                lower_attacker(&c, &a, t);
        }
    zrf_swap_walk(x);
    return a;
}

/* For each cell the one of that player and the same kind. */
static ir_const given_to(zrf_lowering *x, uint32_t player)
{
    uint32_t count = x->z->players.count * x->z->pieces.count;
    ir_sym *values = ARENA_ARRAY(x->arena, ir_sym, count + 1);
    for (uint32_t k = 0; k < count; k++)
        values[k] = zrf_cell(x, player, k % x->z->pieces.count);
    return zrf_cell_table(x, "given", x->type.cell, values, x->sym.empty);
}

/* The piece of the walk stands on the target: as an enemy, when its own side is asked. */
static ir_node stand_there(zrf_context *c, ir_node n, bool own)
{
    zrf_lowering *x = c->x;
    uint32_t player = c->owner;
    ir_expr there = zrf_board(x, kit_var(x->k, x->target)), from = kit_var(x->k, x->walk.from);
    for (uint32_t p = 0; own && p < x->z->players.count; p++)
        if (p != c->owner && zrf_takes_part(x->z, p))
            player = p;
    if (c->drop)
        return kit_assigned(x->k, n, there, kit_symbol(x->k, zrf_cell(x, player, c->piece)));
    n = kit_assigned(x->k, n, there,
                     own ? kit_lookup(x->k, given_to(x, player), zrf_board(x, from)) : zrf_board(x, from));
    if (own)
        return n;
    ir_node yes, no;
    kit_fork(x->k, n, kit_equal(x->k, false, kit_var(x->k, x->target), from), &yes, &no);
    yes = kit_assigned(x->k, yes, zrf_board(x, from), kit_symbol(x->k, x->sym.empty));
    kit_link(x->k, no, yes);
    return yes;
}

ir_expr zrf_attacked(zrf_context *c, ir_expr at, uint64_t key, bool own)
{
    zrf_lowering *x = c->x;
    zrf_attack a = zrf_attack_on(x, c->owner, own);
    key = hash_mix(key + hash_mix((uint64_t)c->owner << 33 | (uint64_t)own << 32 | (c->drop ? c->piece : ZRF_NONE)));
    const uint32_t *known = map_get(&x->attacked, key);
    ir_node from = known ? *known : kit_node(x->k);
    if (!known) {
        map_put(&x->attacked, key, from);
        ir_node n = kit_assigned(x->k, from, kit_var(x->k, x->target), at);
        kit_link(x->k, stand_there(c, n, own), a.from);
    }
    return kit_reach(x->k, from, a.found);
}

ir_expr zrf_in_check(zrf_lowering *x, uint32_t player)
{
    zrf_attack a = zrf_attack_on(x, player, false);
    if (x->threatened[player] != IR_NONE)
        return kit_reach(x->k, x->threatened[player], a.found);
    ir_node from = x->threatened[player] = kit_node(x->k);
    for (uint32_t i = 0; i < x->royal[player].count; i++) {
        ir_expr target = kit_var(x->k, x->target);
        ir_expr royal = kit_equal(x->k, true, zrf_board(x, target),
                                  kit_symbol(x->k, zrf_cell(x, player, vec_at(&x->royal[player], i))));
        kit_link_choose(x->k, from, a.from, target, kit_type_named(x->k, x->type.position), royal);
    }
    return kit_reach(x->k, from, a.found);
}
