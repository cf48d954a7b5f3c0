/* Players who decide at once: in the automaton one after the other, for callers in one state. */
#include "model/automaton/automaton.h"

#include "base/room.h"

#include <stdlib.h>
#include <string.h>

uint64_t automaton_movers(const lud_game *game, const void *state)
{
    const vm_code *code = automaton_of(game)->code;
    int role = vm_terminal(code, state) ? VM_ROLE_NONE : vm_role(code, state);
    uint64_t all = role >= 0 ? UINT64_C(1) << role : 0;
    if (role > 0 && code->g->simultaneous)
        for (ir_node n = code->decisions[vm_node(state)].next; n != IR_NONE; n = code->decisions[n].next)
            all |= UINT64_C(1) << code->decisions[n].role;
    return all;
}

const void *automaton_turn(const lud_context *ctx, const void *state, uint32_t role)
{
    const vm_code *code = automaton_of(ctx->game)->code;
    const ir_game *g = code->g;
    automaton_runner *r = ctx->runner;
    if (!g->simultaneous || vm_role(code, state) == (int)role)
        return state;
    ir_node n = code->decisions[vm_node(state)].next;
    while (code->decisions[n].role != (int)role)
        n = code->decisions[n].next;
    const layout_slot *s = &code->layout.variables[g->player];
    memcpy(r->aside, state, ctx->game->state_size);
    memcpy(r->aside, &n, sizeof n);
    layout_store(r->aside + s->offset, s->width,
                 (uint32_t)layout_code(g, ir_symbol_at(ir_type_at(g, g->player_type), role - 1)));
    return r->aside;
}

bool automaton_keep(lud_context *ctx, uint32_t role, lud_move *move)
{
    automaton_runner *r = ctx->runner;
    if (!ROOM_FOR(r->words[role].data, r->words[role].capacity, move->count))
        return false;
    if (move->count)
        memcpy(r->words[role].data, move->words, move->count * sizeof *move->words);
    move->words = r->words[role].data;
    return true;
}

/* Moves of those who come before others lead to one node: only the last can be made in several
 * ways. */
lud_status automaton_make(lud_context *ctx, vm *m, void *state, const lud_move *joint, uint32_t way, uint32_t *ways)
{
    const vm_code *code = automaton_of(ctx->game)->code;
    for (;;) {
        const lud_move *move = &joint[vm_role(code, state)];
        bool more = automaton_goes_on(code, state);
        vm_way taken = {.way = more ? 0 : way};
        lud_status s = vm_apply(m, state, move->words, move->count, &taken);
        if (ways)
            *ways = taken.ways;
        if (s != LUD_OK || !more)
            /* a move that can be made in one way only is made without counting */
            return s == LUD_OK && way >= taken.ways ? LUD_ERR_ARGUMENT : s;
    }
}
