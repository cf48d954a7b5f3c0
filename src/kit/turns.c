#include "kit/turns.h"

#include "automaton/build.h"
#include "kit/symbols.h"

#include <assert.h>

bool kit_two_players(kit_code *x, kit_turns *t, const char *first, const char *second)
{
    static const char *const scores[] = {"0", "50", "100"};
    t->roles[0] = kit_sym(x, first);
    t->roles[1] = kit_sym(x, second);
    kit_set_type(x, "Player", t->roles, KIT_PLAYERS_MAX);
    for (uint32_t i = 0; i < 3; i++) {
        t->scores[i] = kit_sym(x, scores[i]);
        t->ends[i] = IR_NONE;
    }
    kit_set_type(x, "Score", t->scores, 3);
    return irb_builtins(x->g);
}

ir_node kit_result(kit_code *x, kit_turns *t, int32_t player, int32_t result)
{
    assert((player == 0 || player == 1) && result >= -1 && result <= 1);
    int32_t first = player ? -result : result;
    ir_node *end = &t->ends[first + 1], outer = x->cur;
    if (*end == IR_NONE) {
        x->cur = *end = kit_node(x);
        for (int32_t p = 0; p < KIT_PLAYERS_MAX; p++)
            kit_assign(x, kit_entry(x, x->g->goals, t->roles[p]), kit_symbol(x, t->scores[(p ? -first : first) + 1]));
        kit_player(x, x->g->end, x->g->keeper);
        x->cur = outer;
    }
    return *end;
}

void kit_move_made(kit_code *x)
{
    ir_node behind = kit_node(x);
    kit_player(x, behind, x->g->keeper);
    x->cur = behind;
}

void kit_decides(kit_code *x, const kit_turns *t, int32_t player, ir_node at)
{
    assert(player >= 0 && player < KIT_PLAYERS_MAX);
    kit_player(x, at, t->roles[player]);
}

kit_cond kit_finds(kit_code *x, const kit_search *s)
{
    assert(s->begin != IR_NONE && s->end != IR_NONE);
    kit_try t = kit_try_begin(x);
    kit_go(x, s->begin);
    x->cur = s->end;
    return kit_try_end(x, t);
}

void kit_end_if(kit_code *x, kit_turns *t, kit_cond c, int32_t player, int32_t result)
{
    ir_node no = kit_branch(x, c);
    kit_go(x, kit_result(x, t, player, result));
    x->cur = no;
}
