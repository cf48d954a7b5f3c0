/* Turns and phases. */
#include "lang/ludii/lower/dice.h"
#include "lang/ludii/lower/hidden.h"
#include "lang/ludii/lower/lower.h"
#include "lang/ludii/lower/lowerings.h"

#include <string.h>

lu_num lu_active(lu *x, lu_num player) { return lu_at(x, lu_state_var(x, LU_S_ACTIVE), player); }
static lu_num ctx(lu *x, lu_context c) { return lu_context_num(x, c); }

/* ---- moves of a player ---- */

static lu_cond in_phase(lu *x, uint32_t i)
{
    if (x->phases.count == 1)
        return lu_truth(true);
    return lu_compare(x, IR_EQ, lu_at(x, lu_state_var(x, LU_S_PHASE), ctx(x, LU_MOVER)), lu_known((int32_t)i));
}

/* The moves of the mover in the phase that it is in, or those given instead. */
void lu_moves_of_phases(lu *x, const lu_use *k, const ludii_value *instead)
{
    ir_node entry = x->cur;
    if (instead) {
        lu_moves(x, instead, k);
        return;
    }
    for (uint32_t i = 0; i < x->phases.count && !x->failed; i++) {
        x->cur = entry;
        lu_check(x, in_phase(x, i));
        if (x->phases.data[i].play)
            lu_moves(x, x->phases.data[i].play->items[0], k);
    }
}

/* Code that finds out whether the mover can move; made once. */
static ir_node probe(lu *x, ir_node *found)
{
    ir_node outer = x->cur;
    if (x->probe == IR_NONE) {
        bool asks = x->asks_moves;
        x->probe = x->cur = lu_node(x);
        x->probe_found = lu_node(x);
        x->asks_moves = true;
        lu_moves_of_phases(x, &(lu_use){.found = x->probe_found, .rules = true}, NULL);
        x->asks_moves = asks;
        x->cur = outer;
    }
    *found = x->probe_found;
    return x->probe;
}

/* As if the player were to move now: behind who really does, or in the order of players. */
void lu_take_turn(lu *x, lu_num who, bool behind)
{
    int32_t before[20] = {0};
    for (uint32_t p = 1; p <= x->players; p++)
        before[p] = (int32_t)(p == 1 ? x->players : p - 1);
    who = lu_keep_num(x, "taking", who);
    lu_set(x, lu_context_var(x, LU_PREV),
           behind ? lu_context_num(x, LU_MOVER) : lu_look(x, lu_table(x, 0, before, x->players + 1, 0), who));
    lu_set(x, lu_context_var(x, LU_MOVER), who);
    if (x->uses_next)
        lu_set(x, lu_context_var(x, LU_NEXT), lu_next_of(x, lu_context_num(x, LU_MOVER)));
}

lu_cond lu_has_moves(lu *x, lu_num who)
{
    ir_node found;
    if (x->asks_moves)
        return lu_truth(true);
    lu_try t = lu_try_begin(x);
    lu_bound b = lu_unbind(x);
    lu_take_turn(x, who, !x->in_filter); /* of moves that are tried only, the records say so */
    lu_go(x, probe(x, &found));
    x->cur = found;
    lu_cond c = lu_try_end(x, t);
    lu_rebind(x, &b);
    return c;
}

static void auto_pass(lu *x, const lu_use *k)
{
    lu_tag_word(x, "Pass");
    ir_node behind = lu_node(x);
    irb_assign(x->g, x->cur, behind, irb_expr_var(x->g, x->g->player, x->at),
               irb_expr_symbol(x->g, x->g->keeper, x->at), x->at);
    x->cur = behind;
    lu_run_move(x, &(lu_move){.kind = LU_PASS, .v = x->game});
    if (x->vars[LU_S_STUCK] != IR_NONE)
        lu_set_at(x, x->vars[LU_S_STUCK], ctx(x, LU_MOVER), lu_known(1));
    lu_go(x, x->made);
    (void)k;
}

/* The second player may take over the first one's side: the seats change, and the other side moves on. */
static void swap_sides(lu *x)
{
    lu_check(x, lu_compare(x, IR_EQ, lu_read(x, x->may_swap), lu_known(1)));
    lu_tag_word(x, "Swap");
    ir_node behind = lu_node(x);
    irb_assign(x->g, x->cur, behind, irb_expr_var(x->g, x->g->player, x->at),
               irb_expr_symbol(x->g, x->g->keeper, x->at), x->at);
    x->cur = behind;
    lu_set(x, x->swapped, lu_known(1));
    lu_set(x, x->may_swap, lu_known(2));
    lu_go(x, x->turn_entry);
}

static void decide(lu *x, lu_phase *p)
{
    p->decide = x->cur = lu_node(x);
    lu_use k = {.play = true};
    if (x->swaps) {
        swap_sides(x);
        x->cur = p->decide;
    }
    if (x->simulation) {
        lu_simulate(x, p->play ? p->play->items[0] : NULL);
        return;
    }
    if (p->play) {
        lu_moves(x, p->play->items[0], &k);
        x->cur = p->decide;
        lu_check(x, lu_not(x, lu_can_by_rules(x, p->play->items[0])));
    }
    auto_pass(x, &k);
}

static void turn(lu *x)
{
    ir_node entry = x->cur;
    for (uint32_t p = 1; p <= x->players; p++) {
        x->cur = entry;
        lu_check(x, lu_compare(x, IR_EQ, ctx(x, LU_MOVER), lu_known((int32_t)p)));
        ir_node mine = x->cur;
        for (uint32_t i = 0; i < x->phases.count * (x->swapped != IR_NONE ? 2 : 1); i++) {
            x->cur = mine;
            bool other = i >= x->phases.count;
            lu_check(x, in_phase(x, i % x->phases.count));
            if (x->swapped != IR_NONE)
                lu_check(x, lu_compare(x, IR_EQ, lu_read(x, x->swapped), lu_known(other)));
            const lu_phase *phase = &x->phases.data[i % x->phases.count];
            lu_throw_first(x, phase->play ? phase->play->items[0] : NULL, p, x->roles[other ? 2 - p : p - 1],
                           phase->decide);
            if (x->simulation)
                lu_foresee(x, phase->play ? phase->play->items[0] : NULL);
            lu_say_to(x, p);
            ir_sym who = x->simulation ? x->g->random : x->roles[other ? 2 - p : p - 1];
            irb_assign(x->g, x->cur, phase->decide, irb_expr_var(x->g, x->g->player, x->at),
                       irb_expr_symbol(x->g, who, x->at), x->at);
        }
    }
}

/* ---- after each move ---- */

static lu_cond turn_passes(lu *x)
{
    return x->uses_next ? lu_compare(x, IR_NE, ctx(x, LU_NEXT), ctx(x, LU_MOVER)) : lu_truth(true);
}

/* What was captured for good when the turn is over. */
static void clear_at_end_of_turn(lu *x)
{
    ir_var site = lu_scratch(x, "cleared", -2, (int32_t)x->sites), to_clear = x->vars[LU_S_TO_CLEAR];
    ir_node after = lu_node(x);
    irb_skip(x->g, lu_branch(x, turn_passes(x)), after, x->at);
    lu_loop l = lu_loop_begin(x, site, lu_known(0), lu_known((int32_t)x->sites));
    irb_skip(x->g, lu_branch(x, lu_compare(x, IR_EQ, lu_at(x, to_clear, lu_read(x, site)), lu_known(1))), l.next,
             x->at);
    lu_num in = lu_read(x, site);
    in.low = 0;
    lu_clear_site(x, in);
    lu_set_at(x, to_clear, lu_read(x, site), lu_known(0));
    lu_loop_end(x, &l);
    lu_go(x, after);
    x->cur = after;
}

static void end_of_game(lu *x)
{
    bool own = false;
    for (uint32_t i = 0; i < x->phases.count; i++) {
        if (!x->phases.data[i].end)
            continue;
        own = true;
        ir_node no = lu_branch(x, in_phase(x, i));
        lu_end_rules(x, x->phases.data[i].end);
        lu_go(x, no);
        x->cur = no;
    }
    (void)own;
    lu_end_rules(x, x->rules ? lu_item(x, x->rules, "End") : NULL);
    if (!x->no_all_pass) {
        ir_node no =
            lu_branch(x, lu_compare(x, IR_GE, lu_read(x, lu_state_var(x, LU_S_PASSES)), lu_known((int32_t)x->players)));
        lu_draw(x);
        x->cur = no;
    }
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
        if (x->phases.data[i].name == name)
            to = i;
    who = who ? who : lu_item(x, v, "Player");
    lu_cond mine = lu_truth(true);
    if (who && !lu_word_is(x, who, "Each") && !lu_word_is(x, who, "All") && !lu_word_is(x, who, "Shared"))
        mine = lu_compare(x, IR_EQ, lu_who(x, who), lu_known((int32_t)player));
    ir_node no = lu_branch(x, mine);
    ir_node not = c ? lu_branch(x, lu_bool(x, c)) : IR_NONE;
    lu_set_at(x, lu_state_var(x, LU_S_PHASE), lu_known((int32_t)player), lu_known((int32_t)to));
    lu_go(x, after);
    if (not != IR_NONE)
        irb_skip(x->g, not, no, x->at);
    x->cur = no;
}

void lu_change_phases(lu *x)
{
    for (uint32_t p = 1; p <= x->players; p++) {
        ir_node after = lu_node(x);
        for (uint32_t i = 0; i < x->phases.count; i++) {
            const ludii_value *list = x->phases.data[i].v ? x->phases.data[i].v->items[5] : NULL;
            if (!list)
                continue;
            lu_num now = lu_at(x, lu_state_var(x, LU_S_PHASE), lu_known((int32_t)p));
            ir_node other = lu_branch(x, lu_compare(x, IR_EQ, now, lu_known((int32_t)i)));
            if (lu_array_of(x, list))
                for (uint32_t k = 0; k < list->count; k++)
                    next_phase(x, list->items[k], p, i, after);
            else
                next_phase(x, list, p, i, after);
            lu_go(x, after);
            x->cur = other;
        }
        lu_go(x, after);
        x->cur = after;
    }
}

static void reset_visited(lu *x)
{
    ir_var site = lu_scratch(x, "cleared", -2, (int32_t)x->sites);
    ir_node after = lu_node(x);
    irb_skip(x->g, lu_branch(x, turn_passes(x)), after, x->at);
    lu_loop l = lu_loop_begin(x, site, lu_known(0), lu_known((int32_t)x->sites));
    lu_set_at(x, x->vars[LU_S_VISITED], lu_read(x, site), lu_known(0));
    lu_loop_end(x, &l);
    lu_go(x, after);
    x->cur = after;
}

static void count_up(lu *x, lu_state s, lu_num by)
{
    lu_set(x, x->vars[s], lu_op(x, IR_ADD, lu_read(x, x->vars[s]), by));
}

static void next_mover(lu *x)
{
    lu_num same = lu_choose_num(x, turn_passes(x), lu_known(0), lu_known(1));
    if (x->vars[LU_S_COUNTER] != IR_NONE)
        count_up(x, LU_S_COUNTER, lu_known(1));
    if (x->vars[LU_S_TURNS] != IR_NONE)
        count_up(x, LU_S_TURNS, lu_op(x, IR_SUB, lu_known(1), same));
    if (x->vars[LU_S_SAME_TURN] != IR_NONE)
        lu_set(x, x->vars[LU_S_SAME_TURN],
               lu_op(x, IR_MUL, same, lu_op(x, IR_ADD, lu_read(x, x->vars[LU_S_SAME_TURN]), lu_known(1))));
    if (x->context[LU_PREV] != IR_NONE)
        lu_set(x, x->context[LU_PREV], ctx(x, LU_MOVER));
    ir_var mover = lu_context_var(x, LU_MOVER);
    lu_set(x, mover, ctx(x, LU_NEXT));
    lu_num next = lu_next_of(x, lu_read(x, mover));
    if (x->players > 2 && x->vars[LU_S_ACTIVE] != IR_NONE) {
        ir_var n = lu_scratch(x, "follower", 1, (int32_t)x->players);
        for (int pass = 0; pass < 2; pass++) { /* the mover, should he be out; then the one behind */
            lu_set(x, n, pass ? lu_next_of(x, lu_read(x, mover)) : lu_read(x, mover));
            ir_node head = lu_node(x);
            lu_go(x, head);
            x->cur = head;
            ir_node fine = lu_branch(x, lu_compare(x, IR_EQ, lu_active(x, lu_read(x, n)), lu_known(0)));
            lu_set(x, n, lu_next_of(x, lu_read(x, n)));
            lu_go(x, head);
            x->cur = fine;
            lu_set(x, pass ? lu_context_var(x, LU_NEXT) : mover, lu_read(x, n));
        }
    } else if (x->uses_next)
        lu_set(x, lu_context_var(x, LU_NEXT), next);
}

static void reset_map(lu *x, lu_state s, int32_t last)
{
    ir_var i = lu_scratch(x, "reset", -2, last + 1);
    lu_loop l = lu_loop_begin(x, i, lu_known(0), lu_known(last + 1));
    lu_set_at(x, x->vars[s], lu_read(x, i), lu_known(0));
    lu_loop_end(x, &l);
}

static void forget_context(lu *x)
{
    static const lu_context fleeting[] = {LU_FROM, LU_TO, LU_BETWEEN, LU_SITE, LU_LEVEL, LU_PIPS, LU_VALUE};
    for (uint32_t i = 0; i < sizeof fleeting / sizeof *fleeting; i++)
        if (x->context[fleeting[i]] != IR_NONE)
            lu_set(x, x->context[fleeting[i]], lu_known(-1));
}

static void after_move(lu *x, ir_node turn_entry)
{
    x->cur = x->made;
    if (x->vars[LU_S_TO_CLEAR] != IR_NONE)
        clear_at_end_of_turn(x);
    end_of_game(x);
    if (x->phases.count > 1)
        lu_change_phases(x);
    if (x->vars[LU_S_VISITED] != IR_NONE)
        reset_visited(x);
    if (x->positions != IR_NONE) {
        ir_node after = lu_node(x);
        irb_skip(x->g, lu_branch(x, turn_passes(x)), after, x->at);
        lu_remember_position(x);
        lu_go(x, after);
        x->cur = after;
    }
    if (x->swaps)
        lu_set(x, x->may_swap, lu_op(x, IR_ADD, lu_clamp(x, lu_read(x, x->may_swap), 0, 1, 1), lu_known(1)));
    lu_report_sites(x);
    next_mover(x);
    forget_context(x);
    lu_go(x, turn_entry);
}

/* ---- the game ---- */

static void add_phase(lu *x, const ludii_value *v, const ludii_value *common)
{
    lu_phase p = {
        .v = v, .play = v ? lu_item(x, v, "Play") : common, .end = v ? lu_item(x, v, "End") : NULL, .decide = IR_NONE};
    const ludii_value *role = v ? lu_item(x, v, "RoleType") : NULL;
    p.play = p.play ? p.play : common;
    p.name = v ? lu_string(x, v->items[0]) : NAME_NONE;
    p.owner = role && role->node->kind == LUDII_ATOM ? lu_role(x, role).value : 0;
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
            if (!x->phases.data[i].owner || x->phases.data[i].owner == (int)p)
                x->start[LU_S_PHASE][p] = (int32_t)i;
}

static void meta_rule(lu *x, const ludii_value *m)
{
    const char *class = lu_class(x, m);
    if (strcmp(class, "MetaSwap") == 0 && x->players == 2) {
        x->swaps = true;
        lu_may_exchange_seats(x);
        x->may_swap = lu_variable(x, "maySwap", 0, 2, 0);
    } else if (strcmp(class, "NoRepeat") == 0)
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
    x->vars[LU_S_LEFT] = lu_variable(x, "left", 0, 20, (int32_t)x->players);
    x->vars[LU_S_LOST] = lu_variable(x, "worst", 0, 40, (int32_t)x->players);
}

bool lu_play(lu *x)
{
    meta_rules(x);
    if (x->positions == IR_NONE && (lu_has_word(x, x->game, "IsSimpleType", "Cycle"))) {
        x->repeats_by_mover = true;
        lu_remember_positions(x);
    }
    if (lu_mentions(x, x->game, "Swap.Players"))
        lu_may_exchange_seats(x);
    lu_find_state(x);
    read_phases(x);
    init_ranks(x);
    for (uint32_t i = 0; i < x->phases.count; i++)
        if (!x->phases.data[i].play && x->phases.data[i].v)
            lu_refuse(x, x->phases.data[i].v, "a phase without play");
    x->made = lu_node(x);
    ir_node turn_entry = x->turn_entry = lu_node(x);
    if (x->at_once && !x->failed)
        lu_simultaneous(x, turn_entry);
    if (x->simulation)
        lu_prepare_simulation(x);
    for (uint32_t i = 0; i < x->phases.count && !x->failed && !x->at_once; i++)
        decide(x, &x->phases.data[i]);
    if (!x->failed)
        after_move(x, turn_entry);
    x->cur = turn_entry;
    if (!x->failed && !x->at_once)
        turn(x);
    x->cur = x->begin;
    if (x->random_pieces.count)
        lu_say_to(x, SEEN_BY_NONE);
    lu_random_start(x);
    if (x->random_pieces.count && !x->failed)
        lu_report_sites(x);
    lu_go(x, turn_entry);
    (void)reset_map;
    return !x->failed;
}
