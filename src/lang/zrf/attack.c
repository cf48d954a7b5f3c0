/* Who captures where: for checks, and for the conditions that ask. */
#include "lang/zrf/lower.h"

static void lower_attacker(zrf_context *c, const zrf_attack *a, uint32_t piece)
{
    zrf_lowering *x = c->x;
    const zrf_piece *p = &x->z->pieces.data[piece];
    src_span at = zrf_at(x->z->f, p->node);
    if (p->moves.count == 0)
        return;
    ir_node begun = zrf_begin_moves(c, piece, a->from, at);
    for (uint32_t i = 0; i < p->moves.count; i++)
        zrf_lower_block(c, piece, &p->moves.data[i], begun);
}

zrf_attack zrf_attack_on(zrf_lowering *x, uint32_t player, bool own)
{
    for (uint32_t i = 0; i < x->attacks.count; i++)
        if (x->attacks.data[i].player == player && x->attacks.data[i].own == own)
            return x->attacks.data[i];
    src_span at = {0, 0};
    zrf_attack a = {player, own, zrf_fresh(x, at), zrf_fresh(x, at)};
    vec_push(x->arena, &x->attacks, a);
    for (uint32_t p = 0; p < x->z->players.count; p++)
        if (own ? p == player : p != player && zrf_takes_part(x->z, p)) {
            map tails, blocks;
            map_init(&tails, x->arena);
            map_init(&blocks, x->arena);
            zrf_context c = {.x = x, .mode = ZRF_ATTACK, .owner = p, .mover = p, .found = a.found, .tails = &tails, .blocks = &blocks};
            for (uint32_t t = 0; t < x->z->pieces.count; t++)
                lower_attacker(&c, &a, t);
        }
    return a;
}

ir_expr zrf_in_check(zrf_lowering *x, uint32_t player, src_span at)
{
    zrf_attack a = zrf_attack_on(x, player, false);
    ir_node from = zrf_fresh(x, at);
    for (uint32_t i = 0; i < x->royal[player].count; i++) {
        ir_expr target = zrf_var(x, x->target);
        ir_expr royal = zrf_equal(x, true, zrf_board(x, target), zrf_sym(x, zrf_cell(x, player, x->royal[player].data[i])));
        irb_choose(x->g, from, a.from, target, irb_named_type(x->g, x->position_type, at), royal, at);
    }
    return irb_expr_reach(x->g, from, a.found, at);
}
