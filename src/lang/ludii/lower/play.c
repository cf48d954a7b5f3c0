/* Turns and phases. */
#include "lang/ludii/lower/dice.h"
#include "lang/ludii/lower/hidden.h"
#include "lang/ludii/lower/lower.h"
#include "lang/ludii/lower/lowerings.h"
#include "lang/ludii/lower/stack.h"

#include <string.h>

kit_num lu_active(lu *x, kit_num player) { return kit_at(x->k, lu_state_var(x, LU_S_ACTIVE), player); }
static kit_num ctx(lu *x, lu_context c) { return lu_context_num(x, c); }

/* ---- moves of a player ---- */

static kit_cond in_phase(lu *x, uint32_t i)
{
    if (x->phases.count == 1)
        return kit_truth(true);
    return kit_compare(x->k, IR_EQ, kit_at(x->k, lu_state_var(x, LU_S_PHASE), ctx(x, LU_MOVER)), kit_known((int32_t)i));
}

/* The moves of the mover in the phase that it is in, or those given instead. */
void lu_moves_of_phases(lu *x, const lu_use *k, const ludii_value *instead)
{
    ir_node entry = x->k->cur;
    if (instead) {
        lu_moves(x, instead, k);
        return;
    }
    for (uint32_t i = 0; i < x->phases.count && !x->failed; i++) {
        x->k->cur = entry;
        kit_check(x->k, in_phase(x, i));
        if (vec_at(&x->phases, i).play)
            lu_moves(x, vec_at(&x->phases, i).play->items[0], k);
    }
}

/* Code that finds out whether the mover can move; made once. */
static ir_node probe(lu *x, ir_node *found)
{
    ir_node outer = x->k->cur;
    if (x->probe == IR_NONE) {
        bool asks = x->asks_moves;
        x->probe = x->k->cur = kit_node(x->k);
        x->probe_found = kit_node(x->k);
        x->asks_moves = true;
        lu_moves_of_phases(x, &(lu_use){.found = x->probe_found, .rules = true}, NULL);
        x->asks_moves = asks;
        x->k->cur = outer;
    }
    *found = x->probe_found;
    return x->probe;
}

/* As if the player were to move now: behind who really does, or in the order of players. */
void lu_take_turn(lu *x, kit_num who, bool behind)
{
    int32_t before[20] = {0};
    for (uint32_t p = 1; p <= x->players; p++)
        before[p] = (int32_t)(p == 1 ? x->players : p - 1);
    who = lu_keep_num(x, "taking", who);
    kit_set(x->k, lu_context_var(x, LU_PREV),
            behind ? lu_context_num(x, LU_MOVER) : kit_look(x->k, kit_table(x->k, 0, before, x->players + 1, 0), who));
    kit_set(x->k, lu_context_var(x, LU_MOVER), who);
    if (x->uses_next)
        kit_set(x->k, lu_context_var(x, LU_NEXT), lu_next_of(x, lu_context_num(x, LU_MOVER)));
}

kit_cond lu_has_moves(lu *x, kit_num who)
{
    ir_node found;
    if (x->asks_moves)
        return kit_truth(true);
    kit_try t = kit_try_begin(x->k);
    lu_bound b = lu_unbind(x);
    lu_take_turn(x, who, !x->in_filter); /* of moves that are tried only, the records say so */
    kit_go(x->k, probe(x, &found));
    x->k->cur = found;
    kit_cond c = kit_try_end(x->k, t);
    lu_rebind(x, &b);
    return c;
}

static void auto_pass(lu *x, const lu_use *k)
{
    lu_tag_word(x, "Pass");
    ir_node behind = kit_node(x->k);
    kit_player(x->k, behind, x->k->g->keeper);
    x->k->cur = behind;
    lu_run_move(x, &(lu_move){.kind = LU_PASS, .v = x->game});
    if (x->vars[LU_S_STUCK] != IR_NONE)
        kit_set_at(x->k, x->vars[LU_S_STUCK], ctx(x, LU_MOVER), kit_known(1));
    kit_go(x->k, x->made);
    (void)k;
}

/* The second player may take over the first one's side: the seats change, and the other side moves on. */
static void swap_sides(lu *x)
{
    kit_check(x->k, kit_compare(x->k, IR_EQ, kit_read(x->k, x->may_swap), kit_known(1)));
    if (x->uses_next) /* the first one may move once more */
        kit_check(x->k, kit_compare(x->k, IR_EQ, ctx(x, LU_MOVER), kit_known(2)));
    lu_tag_word(x, "Swap");
    ir_node behind = kit_node(x->k);
    kit_player(x->k, behind, x->k->g->keeper);
    x->k->cur = behind;
    kit_set(x->k, x->swapped, kit_known(1));
    kit_set(x->k, x->may_swap, kit_known(2));
    kit_go(x->k, x->turn_entry);
}

static void decide(lu *x, lu_phase *p)
{
    p->decide = x->k->cur = kit_node(x->k);
    lu_use k = {.play = true};
    if (x->swaps) {
        swap_sides(x);
        x->k->cur = p->decide;
    }
    if (x->simulation) {
        lu_simulate(x, p->play ? p->play->items[0] : NULL);
        return;
    }
    if (p->play) {
        lu_moves(x, p->play->items[0], &k);
        x->k->cur = p->decide;
        kit_check(x->k, kit_not(x->k, lu_can_by_rules(x, p->play->items[0])));
    }
    auto_pass(x, &k);
}

static void turn(lu *x)
{
    ir_node entry = x->k->cur;
    for (uint32_t p = 1; p <= x->players; p++) {
        x->k->cur = entry;
        kit_check(x->k, kit_compare(x->k, IR_EQ, ctx(x, LU_MOVER), kit_known((int32_t)p)));
        ir_node mine = x->k->cur;
        for (uint32_t i = 0; i < x->phases.count * (x->swapped != IR_NONE ? 2 : 1); i++) {
            x->k->cur = mine;
            bool other = i >= x->phases.count;
            kit_check(x->k, in_phase(x, i % x->phases.count));
            if (x->swapped != IR_NONE)
                kit_check(x->k, kit_compare(x->k, IR_EQ, kit_read(x->k, x->swapped), kit_known(other)));
            const lu_phase *phase = &vec_at(&x->phases, i % x->phases.count);
            lu_throw_first(x, phase->play ? phase->play->items[0] : NULL, p, x->roles[other ? 2 - p : p - 1],
                           phase->decide);
            if (x->simulation)
                lu_foresee(x, phase->play ? phase->play->items[0] : NULL);
            lu_say_to(x, p);
            ir_sym who = x->simulation ? x->k->g->random : x->roles[other ? 2 - p : p - 1];
            kit_player(x->k, phase->decide, who);
        }
    }
}

/* ---- after each move ---- */

static kit_cond turn_passes(lu *x)
{
    return x->uses_next ? kit_compare(x->k, IR_NE, ctx(x, LU_NEXT), ctx(x, LU_MOVER)) : kit_truth(true);
}

/* Of a stack so many pieces as were captured; later those at the bottom. */
static void clear_pieces(lu *x, kit_num site)
{
    if (!x->stacks) {
        lu_clear_site(x, site);
        return;
    }
    const kit_num so_many = kit_at(x->k, x->vars[LU_S_TO_CLEAR], site);
    ir_var k = kit_scratch(x->k, "k", 0, (int32_t)x->height + 1);
    kit_loop l = kit_loop_begin(x->k, k, kit_known(0), so_many);
    if (lu_quirk(x, QUIRK_CLEARED_FROM_BELOW))
        lu_remove_level(x, site, kit_known(0));
    else
        lu_clear_site(x, site);
    kit_loop_end(x->k, &l);
}

/* What was captured for good when the turn is over. */
static void clear_at_end_of_turn(lu *x)
{
    ir_var site = kit_scratch(x->k, "cleared", -2, (int32_t)x->sites), to_clear = x->vars[LU_S_TO_CLEAR];
    ir_node after = kit_node(x->k);
    kit_branch_to(x->k, turn_passes(x), after);
    kit_loop l = kit_loop_begin(x->k, site, kit_known(0), kit_known((int32_t)x->sites));
    kit_branch_to(x->k, kit_compare(x->k, IR_NE, kit_at(x->k, to_clear, kit_read(x->k, site)), kit_known(0)), l.next);
    kit_num in = kit_read(x->k, site);
    in.low = 0;
    clear_pieces(x, in);
    kit_set_at(x->k, to_clear, kit_read(x->k, site), kit_known(0));
    kit_loop_end(x->k, &l);
    kit_go(x->k, after);
    x->k->cur = after;
}

/* Rules for the end, with what stands behind them: nobody wins when all have passed. */
static void end_by(lu *x, const ludii_value *end)
{
    if (!end)
        return;
    lu_end_rules(x, end);
    if (!x->no_all_pass) {
        ir_node no = kit_branch(x->k, kit_compare(x->k, IR_GE, kit_read(x->k, lu_state_var(x, LU_S_PASSES)),
                                                  kit_known((int32_t)x->players)));
        lu_draw(x);
        x->k->cur = no;
    }
}

static void end_of_game(lu *x)
{
    if (x->players > 2)
        kit_set(x->k, x->losses, kit_known(0));
    for (uint32_t i = 0; i < x->phases.count; i++) {
        if (!vec_at(&x->phases, i).end)
            continue;
        ir_node no = kit_branch(x->k, in_phase(x, i));
        end_by(x, vec_at(&x->phases, i).end);
        kit_go(x->k, no);
        x->k->cur = no;
    }
    end_by(x, x->rules ? lu_item(x, x->rules, "End") : NULL);
}

static void next_phase(lu *x, const ludii_value *v, uint32_t player, uint32_t now, ir_node after)
{
    const ludii_value *who = lu_item(x, v, "RoleType"), *c = lu_item(x, v, "Boolean");
    name_id name = NAME_NONE;
    uint32_t to = (now + 1) % x->phases.count;
    for (uint32_t i = 0; i < v->count; i++)
        if (v->items[i] && lu_string(x, v->items[i]) != NAME_NONE)
            name = lu_string(x, v->items[i]);
    for (uint32_t i = 0; i < x->phases.count && name != NAME_NONE; i++)
        if (vec_at(&x->phases, i).name == name)
            to = i;
    who = who ? who : lu_item(x, v, "Player");
    kit_cond mine = kit_truth(true);
    kit_num next = kit_known((int32_t)to);
    if (who && !lu_word_is(x, who, "Each") && !lu_word_is(x, who, "All") && !lu_word_is(x, who, "Shared"))
        mine = kit_compare(x->k, IR_EQ, lu_who(x, who), kit_known((int32_t)player));
    else if (name == NAME_NONE && lu_quirk(x, QUIRK_BEHIND_MOVERS_PHASE)) {
        const int32_t count = (int32_t)x->phases.count;
        next = kit_op(x->k, IR_ADD,
                      kit_clamp(x->k, kit_at(x->k, lu_state_var(x, LU_S_PHASE), ctx(x, LU_MOVER)), 0, count - 1, 0),
                      kit_known(1));
        next = kit_op(x->k, IR_MOD, next, kit_known(count));
    }
    ir_node no = kit_branch(x->k, mine);
    ir_node not = c ? kit_branch(x->k, lu_bool(x, c)) : IR_NONE;
    kit_set_at(x->k, lu_state_var(x, LU_S_PHASE), kit_known((int32_t)player), next);
    kit_go(x->k, after);
    if (not != IR_NONE)
        kit_link(x->k, not, no);
    x->k->cur = no;
}

void lu_change_phases(lu *x)
{
    for (uint32_t p = 1; p <= x->players; p++) {
        ir_node after = kit_node(x->k);
        for (uint32_t i = 0; i < x->phases.count; i++) {
            const ludii_value *list = vec_at(&x->phases, i).v ? vec_at(&x->phases, i).v->items[5] : NULL;
            if (!list)
                continue;
            kit_num now = kit_at(x->k, lu_state_var(x, LU_S_PHASE), kit_known((int32_t)p));
            ir_node other = kit_branch(x->k, kit_compare(x->k, IR_EQ, now, kit_known((int32_t)i)));
            if (lu_array_of(x, list))
                for (uint32_t k = 0; k < list->count; k++)
                    next_phase(x, list->items[k], p, i, after);
            else
                next_phase(x, list, p, i, after);
            kit_go(x->k, after);
            x->k->cur = other;
        }
        kit_go(x->k, after);
        x->k->cur = after;
    }
}

static void reset_visited(lu *x)
{
    ir_var site = kit_scratch(x->k, "cleared", -2, (int32_t)x->sites);
    ir_node after = kit_node(x->k);
    kit_branch_to(x->k, turn_passes(x), after);
    kit_loop l = kit_loop_begin(x->k, site, kit_known(0), kit_known((int32_t)x->sites));
    kit_set_at(x->k, x->vars[LU_S_VISITED], kit_read(x->k, site), kit_known(0));
    kit_loop_end(x->k, &l);
    kit_go(x->k, after);
    x->k->cur = after;
}

static void count_up(lu *x, lu_state s, kit_num by)
{
    kit_set(x->k, x->vars[s], kit_op(x->k, IR_ADD, kit_read(x->k, x->vars[s]), by));
}

/* Whose rank is one of those that go to winners. */
static kit_cond has_won(lu *x, kit_num player)
{
    kit_num rank = kit_at(x->k, lu_state_var(x, LU_S_RANK), player),
            free = kit_op(x->k, IR_MUL, kit_read(x->k, lu_state_var(x, LU_S_FREE)), kit_known(2));
    return kit_and(x->k, kit_compare(x->k, IR_GT, rank, kit_known(0)), kit_compare(x->k, IR_LT, rank, free));
}

static void next_mover(lu *x)
{
    kit_num same = kit_choose(x->k, turn_passes(x), kit_known(0), kit_known(1));
    if (x->vars[LU_S_COUNTER] != IR_NONE)
        count_up(x, LU_S_COUNTER, kit_known(1));
    if (x->vars[LU_S_TURNS] != IR_NONE)
        count_up(x, LU_S_TURNS, kit_op(x->k, IR_SUB, kit_known(1), same));
    if (x->vars[LU_S_SAME_TURN] != IR_NONE)
        kit_set(
            x->k, x->vars[LU_S_SAME_TURN],
            kit_op(x->k, IR_MUL, same, kit_op(x->k, IR_ADD, kit_read(x->k, x->vars[LU_S_SAME_TURN]), kit_known(1))));
    if (x->context[LU_PREV] != IR_NONE)
        kit_set(x->k, x->context[LU_PREV], ctx(x, LU_MOVER));
    ir_var mover = lu_context_var(x, LU_MOVER);
    kit_set(x->k, mover, ctx(x, LU_NEXT));
    kit_num next = lu_next_of(x, kit_read(x->k, mover));
    if (x->players > 2 && x->vars[LU_S_ACTIVE] != IR_NONE) {
        ir_var n = kit_scratch(x->k, "follower", 1, (int32_t)x->players);
        for (int pass = 0; pass < 2; pass++) { /* the mover, should he be out; then the one behind */
            kit_set(x->k, n, pass ? lu_next_of(x, kit_read(x->k, mover)) : kit_read(x->k, mover));
            ir_node head = kit_node(x->k);
            kit_go(x->k, head);
            x->k->cur = head;
            kit_cond out = kit_compare(x->k, IR_EQ, lu_active(x, kit_read(x->k, n)), kit_known(0));
            if (!pass && lu_quirk(x, QUIRK_NEXT_STAYS_NEXT))
                out = kit_truth(false);
            else if (!pass) /* who has just won moves once more */
                out = kit_and(
                    x->k, out,
                    kit_not(x->k, kit_and(x->k, kit_compare(x->k, IR_EQ, kit_read(x->k, n), kit_read(x->k, mover)),
                                          has_won(x, kit_read(x->k, n)))));
            ir_node fine = kit_branch(x->k, out);
            kit_set(x->k, n, lu_next_of(x, kit_read(x->k, n)));
            kit_go(x->k, head);
            x->k->cur = fine;
            kit_set(x->k, pass ? lu_context_var(x, LU_NEXT) : mover, kit_read(x->k, n));
        }
    } else if (x->uses_next)
        kit_set(x->k, lu_context_var(x, LU_NEXT), next);
}

static void reset_map(lu *x, lu_state s, int32_t last)
{
    ir_var i = kit_scratch(x->k, "reset", -2, last + 1);
    kit_loop l = kit_loop_begin(x->k, i, kit_known(0), kit_known(last + 1));
    kit_set_at(x->k, x->vars[s], kit_read(x->k, i), kit_known(0));
    kit_loop_end(x->k, &l);
}

static void forget_context(lu *x)
{
    static const lu_context fleeting[] = {LU_FROM, LU_TO, LU_BETWEEN, LU_SITE, LU_LEVEL, LU_PIPS, LU_VALUE};
    for (uint32_t i = 0; i < sizeof fleeting / sizeof *fleeting; i++)
        if (x->context[fleeting[i]] != IR_NONE)
            kit_set(x->k, x->context[fleeting[i]], kit_known(-1));
}

static void after_move(lu *x, ir_node turn_entry)
{
    x->k->cur = x->made;
    if (x->vars[LU_S_TO_CLEAR] != IR_NONE)
        clear_at_end_of_turn(x);
    end_of_game(x);
    if (x->phases.count > 1)
        lu_change_phases(x);
    if (x->vars[LU_S_VISITED] != IR_NONE)
        reset_visited(x);
    if (x->repetition.hashes != IR_NONE && x->repeats_in_turn)
        lu_remember_in_turn(x, turn_passes(x));
    else if (x->repetition.hashes != IR_NONE) {
        ir_node after = kit_node(x->k);
        kit_branch_to(x->k, turn_passes(x), after);
        lu_remember_position(x);
        kit_go(x->k, after);
        x->k->cur = after;
    }
    if (x->swaps)
        kit_set(x->k, x->may_swap,
                kit_op(x->k, IR_ADD, kit_clamp(x->k, kit_read(x->k, x->may_swap), 0, 1, 1), kit_known(1)));
    lu_report_sites(x);
    next_mover(x);
    forget_context(x);
    kit_go(x->k, turn_entry);
}

/* ---- the game ---- */

static void add_phase(lu *x, const ludii_value *v, const ludii_value *common)
{
    lu_phase p = {
        .v = v, .play = v ? lu_item(x, v, "Play") : common, .end = v ? lu_item(x, v, "End") : NULL, .decide = IR_NONE};
    const ludii_value *role = v ? lu_item(x, v, "RoleType") : NULL;
    p.play = p.play ? p.play : common;
    p.name = v ? lu_string(x, v->items[0]) : NAME_NONE;
    p.owner = role ? lu_fixed(x, role) : 0;
    p.owner = p.owner > (int)x->players ? 0 : p.owner;
    vec_push(x->a, &x->phases, p);
}

static void read_phases(lu *x)
{
    const ludii_value *phases = x->rules ? lu_arg(x, x->rules, "phases") : NULL;
    const ludii_value *common = x->rules ? lu_item(x, x->rules, "Play") : NULL;
    for (uint32_t i = 0; phases && i < phases->count; i++)
        add_phase(x, phases->items[i], common);
    if (!phases)
        add_phase(x, NULL, common);
    for (uint32_t p = 1; p <= x->players; p++)
        for (uint32_t i = x->phases.count; i-- > 0;)
            if (!vec_at(&x->phases, i).owner || vec_at(&x->phases, i).owner == (int)p)
                x->start[LU_S_PHASE][p] = (int32_t)i;
}

static void meta_rule(lu *x, const ludii_value *m)
{
    const char *class = lu_class(x, m);
    if (strcmp(class, "MetaSwap") == 0 && x->players == 2) {
        x->swaps = true;
        lu_may_exchange_seats(x);
        x->may_swap = kit_variable(x->k, "maySwap", 0, 2, 0);
    } else if (strcmp(class, "NoRepeat") == 0 || (strcmp(class, "NoRule") == 0 && lu_word_is(x, m->items[0], "Repeat")))
        lu_forbid_repetition(x, m);
    else if (strcmp(class, "PassEnd") == 0)
        x->passes_go_on = lu_word_is(x, m->items[0], "NoEnd");
    else if (strcmp(class, "Stacking") != 0)
        lu_refuse_ludeme(x, m);
}

static void meta_rules(lu *x)
{
    const ludii_value *meta = x->rules ? lu_item(x, x->rules, "Meta") : NULL;
    const ludii_value *mode = lu_item(x, x->game, "Mode");
    const ludii_value *m = meta ? meta->items[0] : NULL;
    if (m && lu_array_of(x, m))
        for (uint32_t i = 0; i < m->count; i++)
            meta_rule(x, m->items[i]);
    else if (m)
        meta_rule(x, m);
    x->at_once = mode && mode->items[0] && lu_word_is(x, mode->items[0], "Simultaneous") && x->players > 1;
    if (mode && mode->items[0] && !lu_word_is(x, mode->items[0], "Alternating") && !x->at_once &&
        !(x->simulation && lu_word_is(x, mode->items[0], "Simulation")))
        lu_refuse(x, mode, arena_printf(x->a, "the mode `%s`", lu_word(x, mode->items[0])));
}

static void init_ranks(lu *x)
{
    if (x->players <= 2)
        return;
    lu_state_var(x, LU_S_ACTIVE);
    x->vars[LU_S_LEFT] = kit_variable(x->k, "left", 0, 20, (int32_t)x->players);
    x->vars[LU_S_LOST] = kit_variable(x->k, "worst", 0, 40, (int32_t)x->players);
    x->losses = kit_scratch(x->k, "losses", 0, 20);
}

bool lu_play(lu *x)
{
    x->repeats_in_turn = lu_has_word(x, x->game, "RepetitionType", "PositionalInTurn");
    meta_rules(x);
    if (x->repetition.hashes == IR_NONE && (lu_has_word(x, x->game, "IsSimpleType", "Cycle"))) {
        x->repeats_by_mover = true;
        lu_remember_positions(x);
    }
    if (x->repetition.hashes == IR_NONE && lu_mentions(x, x->game, "Is.Repeat"))
        lu_remember_positions(x);
    if (lu_mentions(x, x->game, "Swap.Players") || lu_mentions(x, x->game, "Move.SwapPlayers"))
        lu_may_exchange_seats(x);
    lu_find_state(x);
    read_phases(x);
    init_ranks(x);
    for (uint32_t i = 0; i < x->phases.count; i++)
        if (!vec_at(&x->phases, i).play && vec_at(&x->phases, i).v)
            lu_refuse(x, vec_at(&x->phases, i).v, "a phase without play");
    x->made = kit_node(x->k);
    ir_node turn_entry = x->turn_entry = kit_node(x->k);
    if (x->at_once && !x->failed)
        lu_simultaneous(x, turn_entry);
    if (x->simulation)
        lu_prepare_simulation(x);
    for (uint32_t i = 0; i < x->phases.count && !x->failed && !x->at_once; i++)
        decide(x, &vec_at(&x->phases, i));
    if (!x->failed)
        after_move(x, turn_entry);
    x->k->cur = turn_entry;
    if (!x->failed && !x->at_once)
        turn(x);
    x->k->cur = x->begin;
    if (x->randoms)
        lu_say_to(x, SEEN_BY_NONE);
    for (uint32_t i = 0; i < x->hidden_first.count && !x->failed; i++)
        lu_effect_hide(x, vec_at(&x->hidden_first, i));
    lu_random_start(x);
    if ((x->randoms || x->hidden_first.count) && !x->failed)
        lu_report_sites(x);
    lu_remember_start(x);
    kit_go(x->k, turn_entry);
    (void)reset_map;
    return !x->failed;
}
