/* Turns, phases, and the end. */
#include "lang/ludii/lower/lower.h"
#include "lang/ludii/lower/lowerings.h"

#include <string.h>

/* ---- the state ---- */

static const struct {
    const char *name;
    int kind; /* 0: one number, 1: of sites, 2: of players */
    int32_t low, high, start;
} states[LU_STATES] = {
    [LU_S_WHAT] = {"what", 1, 0, 0, 0},          [LU_S_COUNT] = {"count", 1, 0, 30000, 0},  [LU_S_STATE] = {"state", 1, 0, 1000, 0},
    [LU_S_ROTATION] = {"rotation", 1, 0, 100, 0}, [LU_S_VALUE] = {"values", 1, 0, 1000, 0}, [LU_S_SCORE] = {"score", 2, -30000, 30000, 0},
    [LU_S_VAR] = {"var", 0, -30000, 30000, -1},   [LU_S_PENDING] = {"pending", 1, 0, 1, 0}, [LU_S_PASSES] = {"passes", 0, 0, 100, 0},
    [LU_S_STUCK] = {"stuck", 2, 0, 1, 0},         [LU_S_COUNTER] = {"counter", 0, -1, 1000000, 0}, [LU_S_PHASE] = {"phase", 2, 0, 60, 0},
    [LU_S_TURNS] = {"turns", 0, 0, 1000000, 1},   [LU_S_MOVES] = {"moves", 0, 0, 1000000, 0}, [LU_S_SAME_TURN] = {"sameTurn", 0, 0, 1000000, 0},
    [LU_S_VISITED] = {"visited", 1, 0, 1, 0},     [LU_S_TO_CLEAR] = {"toClear", 1, 0, 1, 0}, [LU_S_ACTIVE] = {"active", 2, 0, 1, 1},
    [LU_S_RANK] = {"rank", 2, 0, 100, 0},         [LU_S_LEFT] = {"left", 0, 0, 20, 0},      [LU_S_TRIGGER] = {"trigger", 2, 0, 1, 0},
    [LU_S_HAS_PENDING] = {"hasPending", 0, 0, 1, 0}, [LU_S_FREE] = {"best", 0, 0, 40, 1},          [LU_S_LOST] = {"worst", 0, 0, 40, 0}};

ir_var lu_state_var(lu *x, lu_state s)
{
    if (x->vars[s] != IR_NONE)
        return x->vars[s];
    int32_t high = s == LU_S_WHAT ? (int32_t)x->components.count - 1 : states[s].high;
    if (states[s].kind == 0)
        return x->vars[s] = lu_variable(x, states[s].name, states[s].low, high, states[s].start);
    int32_t last = states[s].kind == 1 ? (int32_t)x->sites - 1 : (int32_t)x->players + 1;
    if (states[s].start)
        for (int32_t i = 0; i <= last; i++)
            x->start[s][i] = states[s].start;
    return x->vars[s] = lu_array(x, states[s].name, states[s].kind == 1 ? -2 : 0, last, states[s].low, high, x->start[s]);
}

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
        bool probing = x->probing;
        x->probe = x->cur = lu_node(x);
        x->probe_found = lu_node(x);
        x->probing = true;
        lu_moves_of_phases(x, &(lu_use){.found = x->probe_found}, NULL);
        x->probing = probing;
        x->cur = outer;
    }
    *found = x->probe_found;
    return x->probe;
}

/* As if the player were to move. */
void lu_take_turn(lu *x, lu_num who)
{
    int32_t before[20] = {0};
    for (uint32_t p = 1; p <= x->players; p++)
        before[p] = (int32_t)(p == 1 ? x->players : p - 1);
    lu_set(x, lu_context_var(x, LU_MOVER), who);
    lu_num mover = lu_read(x, lu_context_var(x, LU_MOVER));
    if (x->uses_next)
        lu_set(x, lu_context_var(x, LU_NEXT), lu_next_of(x, mover));
    lu_set(x, lu_context_var(x, LU_PREV), lu_look(x, lu_table(x, 0, before, x->players + 1, 0), mover));
}

lu_cond lu_has_moves(lu *x, lu_num who)
{
    ir_node found;
    if (x->probing)
        return lu_truth(true);
    lu_try t = lu_try_begin(x);
    lu_take_turn(x, who);
    lu_go(x, probe(x, &found));
    x->cur = found;
    return lu_try_end(x, t);
}

static void auto_pass(lu *x, const lu_use *k)
{
    lu_tag_word(x, "Pass");
    ir_node behind = lu_node(x);
    irb_assign(x->g, x->cur, behind, irb_expr_var(x->g, x->g->player, x->at), irb_expr_symbol(x->g, x->g->keeper, x->at), x->at);
    x->cur = behind;
    lu_run_move(x, &(lu_move){.kind = LU_PASS, .v = x->game});
    if (x->vars[LU_S_STUCK] != IR_NONE)
        lu_set_at(x, x->vars[LU_S_STUCK], ctx(x, LU_MOVER), lu_known(1));
    lu_go(x, x->made);
    (void)k;
}

static void decide(lu *x, lu_phase *p)
{
    p->decide = x->cur = lu_node(x);
    lu_use k = {.play = true};
    if (p->play) {
        lu_moves(x, p->play->items[0], &k);
        x->cur = p->decide;
        lu_check(x, lu_not(x, lu_can(x, p->play->items[0])));
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
        for (uint32_t i = 0; i < x->phases.count; i++) {
            x->cur = mine;
            lu_check(x, in_phase(x, i));
            irb_assign(x->g, x->cur, x->phases.data[i].decide, irb_expr_var(x->g, x->g->player, x->at),
                       irb_expr_symbol(x->g, x->roles[p - 1], x->at), x->at);
        }
    }
}

/* ---- results ---- */

static int32_t points(const lu *x, int32_t twice_rank)
{
    int32_t n = (int32_t)x->players;
    return n == 1 ? (twice_rank ? 100 : 0) : (int32_t)((100 * (2 * n - twice_rank) + (n - 1)) / (2 * (n - 1)));
}

static ir_sym points_symbol(lu *x, int32_t p) { return irb_symbol(x->g, intern_printf(x->f->names, "%d", p)); }

static void set_goal(lu *x, uint32_t p, int32_t value)
{
    ir_node to = lu_node(x);
    ir_expr cell = irb_expr_index(x->g, irb_expr_var(x->g, x->g->goals, x->at), irb_expr_symbol(x->g, x->roles[p - 1], x->at), x->at);
    irb_assign(x->g, x->cur, to, cell, irb_expr_symbol(x->g, points_symbol(x, value), x->at), x->at);
    x->cur = to;
}

static void change_phases(lu *x);

/* Phases change once more when the game is over. */
static void stop(lu *x)
{
    if (x->phases.count > 1)
        change_phases(x);
    irb_assign(x->g, x->cur, x->g->end, irb_expr_var(x->g, x->g->player, x->at), irb_expr_symbol(x->g, x->g->keeper, x->at), x->at);
}

/* The end with a winner, or with none (0): made once each. `out` is who is not active any more, or 0 for all. */
static ir_node end_with(lu *x, uint32_t winner, uint32_t out)
{
    ir_node outer = x->cur, *place = &x->ends[winner * 3 + out];
    if (*place == IR_NONE) {
        *place = x->cur = lu_node(x);
        for (uint32_t p = 1; p <= x->players; p++) {
            set_goal(x, p, winner == p ? 100 : winner || x->players == 1 ? 0 : 50);
            if (out == p || !out)
                lu_set_at(x, lu_state_var(x, LU_S_ACTIVE), lu_known((int32_t)p), lu_known(0));
        }
        stop(x);
        x->cur = outer;
    }
    return *place;
}

/* Ranks of more than two players: those still playing are `active`. */
static ir_node ranked_end(lu *x)
{
    ir_node outer = x->cur;
    if (x->over == IR_NONE) {
        x->over = x->cur = lu_node(x);
        for (uint32_t p = 1; p <= x->players; p++) {
            ir_node entry = x->cur, after = lu_node(x);
            lu_num rank = lu_at(x, lu_state_var(x, LU_S_RANK), lu_known((int32_t)p));
            for (int32_t r = 2; r <= 2 * (int32_t)x->players; r++) {
                x->cur = entry;
                lu_check(x, lu_compare(x, IR_EQ, rank, lu_known(r)));
                set_goal(x, p, points(x, r));
                lu_go(x, after);
            }
            x->cur = entry;
            lu_check(x, lu_compare(x, IR_LT, rank, lu_known(2)));
            lu_go(x, after);
            x->cur = after;
        }
        stop(x);
        x->cur = outer;
    }
    return x->over;
}

static lu_num active(lu *x, lu_num p) { return lu_at(x, lu_state_var(x, LU_S_ACTIVE), p); }

/* All that still play share the ranks that are left. */
static void share_ranks(lu *x)
{
    lu_num mean = lu_op(x, IR_ADD, lu_read(x, lu_state_var(x, LU_S_FREE)), lu_read(x, lu_state_var(x, LU_S_LOST)));
    for (uint32_t p = 1; p <= x->players; p++) {
        lu_num n = lu_known((int32_t)p);
        ir_node after = lu_node(x), no = lu_branch(x, lu_compare(x, IR_EQ, active(x, n), lu_known(1)));
        lu_set_at(x, lu_state_var(x, LU_S_RANK), n, mean);
        lu_set_at(x, lu_state_var(x, LU_S_ACTIVE), n, lu_known(0));
        lu_go(x, after);
        x->cur = no;
        lu_go(x, after);
        x->cur = after;
    }
    lu_go(x, ranked_end(x));
}

static void place_player(lu *x, lu_num who, bool win)
{
    ir_node after = lu_node(x);
    ir_var edge = lu_state_var(x, win ? LU_S_FREE : LU_S_LOST), left = lu_state_var(x, LU_S_LEFT);
    who = lu_clamp(x, who, 1, (int32_t)x->players, 1);
    irb_skip(x->g, lu_branch(x, lu_compare(x, IR_EQ, active(x, who), lu_known(1))), after, x->at);
    lu_set_at(x, lu_state_var(x, LU_S_ACTIVE), who, lu_known(0));
    lu_set_at(x, lu_state_var(x, LU_S_RANK), who, lu_op(x, IR_MUL, lu_read(x, edge), lu_known(2)));
    lu_set(x, edge, lu_op(x, win ? IR_ADD : IR_SUB, lu_read(x, edge), lu_known(1)));
    lu_set(x, left, lu_op(x, IR_SUB, lu_read(x, left), lu_known(1)));
    irb_skip(x->g, lu_branch(x, lu_compare(x, IR_LE, lu_read(x, left), lu_known(1))), after, x->at);
    share_ranks(x);
    x->cur = after;
}

static void win_or_lose(lu *x, const ludii_value *v, lu_num who, bool win)
{
    if (x->players > 2) {
        place_player(x, who, win);
        return;
    }
    (void)v;
    if (x->players == 1) {
        lu_go(x, end_with(x, win ? 1 : 0, 1));
        x->cur = lu_node(x);
        return;
    }
    ir_node entry = x->cur;
    for (uint32_t p = 1; p <= 2; p++) {
        x->cur = entry;
        lu_check(x, lu_compare(x, IR_EQ, who, lu_known((int32_t)p)));
        lu_go(x, end_with(x, win ? p : 3 - p, win ? p : 0));
    }
    x->cur = entry;
    lu_check(x, lu_and(x, lu_compare(x, IR_NE, who, lu_known(1)), lu_compare(x, IR_NE, who, lu_known(2))));
}

static void draw(lu *x)
{
    if (x->players > 2)
        share_ranks(x);
    else
        lu_go(x, end_with(x, 0, 0));
    x->cur = lu_node(x); /* never reached */
}

static void compare_scores(lu *x, const lu_num *score)
{
    if (x->players == 1) {
        lu_go(x, end_with(x, 1, 0));
    } else if (x->players == 2) {
        ir_node less = lu_branch(x, lu_compare(x, IR_GT, score[1], score[2]));
        lu_go(x, end_with(x, 1, 0));
        x->cur = less;
        ir_node same = lu_branch(x, lu_compare(x, IR_LT, score[1], score[2]));
        lu_go(x, end_with(x, 2, 0));
        x->cur = same;
        lu_go(x, end_with(x, 0, 0));
    } else {
        /* twice the rank: one more than all better, and as many as all equal */
        for (uint32_t p = 1; p <= x->players; p++) {
            lu_num rank = lu_known(1);
            for (uint32_t q = 1; q <= x->players; q++) {
                lu_num equal = lu_choose_num(x, lu_compare(x, IR_EQ, score[q], score[p]), lu_known(1), lu_known(0));
                rank = lu_op(x, IR_ADD, rank, lu_choose_num(x, lu_compare(x, IR_GT, score[q], score[p]), lu_known(2), equal));
            }
            lu_set_at(x, lu_state_var(x, LU_S_RANK), lu_known((int32_t)p), p ? rank : rank);
        }
        lu_go(x, ranked_end(x));
    }
    x->cur = lu_node(x);
}

static void by_score(lu *x, const ludii_value *v)
{
    lu_num score[20];
    const ludii_value *list = v->count ? v->items[0] : NULL;
    for (uint32_t p = 1; p <= x->players; p++) {
        score[p] = lu_known(0);
        bool given = false;
        for (uint32_t i = 0; list && i < list->count; i++)
            if (lu_role(x, list->items[i]->items[0]).value == (int32_t)p) {
                score[p] = lu_int(x, list->items[i]->items[1]);
                given = true;
            }
        if (!given)
            score[p] = lu_at(x, lu_state_var(x, LU_S_SCORE), lu_known((int32_t)p));
    }
    compare_scores(x, score);
}

static void result(lu *x, const ludii_value *v)
{
    lu_place(x, v);
    if (strcmp(lu_class(x, v), "ByScore") == 0) {
        by_score(x, v);
        return;
    }
    const char *w = lu_word(x, v->items[1]);
    if (strcmp(w, "Win") == 0 || strcmp(w, "Loss") == 0)
        win_or_lose(x, v, lu_role(x, v->items[0]), w[0] == 'W');
    else if (strcmp(w, "Draw") == 0 || strcmp(w, "Tie") == 0)
        draw(x);
    else
        lu_refuse(x, v, arena_printf(x->a, "the result `%s`", w));
}

static void end_rule(lu *x, const ludii_value *v);

static void end_if(lu *x, const ludii_value *v)
{
    const ludii_value *more = v->items[1], *r = v->items[2];
    ir_node no = lu_branch(x, lu_bool(x, v->items[0]));
    if (more && lu_array_of(x, more))
        for (uint32_t i = 0; i < more->count; i++)
            end_rule(x, more->items[i]);
    else if (more)
        end_rule(x, more);
    if (r)
        result(x, r);
    lu_go(x, no);
    x->cur = no;
}

static void end_for_each(lu *x, const ludii_value *v)
{
    const ludii_value *who = v->items[0];
    const char *w = who ? lu_word(x, who) : "Player";
    bool others = strcmp(w, "NonMover") == 0 || strcmp(w, "Enemy") == 0;
    if (!others && strcmp(w, "Player") != 0 && strcmp(w, "Each") != 0 && strcmp(w, "All") != 0) {
        lu_refuse_ludeme(x, v);
        return;
    }
    lu_num outer = x->c[LU_PLAYER];
    for (uint32_t p = 1; p <= x->players; p++) {
        x->c[LU_PLAYER] = lu_known((int32_t)p);
        lu_cond c = others ? lu_compare(x, IR_NE, ctx(x, LU_MOVER), lu_known((int32_t)p)) : lu_truth(true);
        ir_node after = lu_node(x);
        irb_skip(x->g, lu_branch(x, c), after, x->at);
        irb_skip(x->g, lu_branch(x, lu_bool(x, lu_arg(x, v, "if"))), after, x->at);
        result(x, v->items[v->count - 1]);
        lu_go(x, after);
        x->cur = after;
    }
    x->c[LU_PLAYER] = outer;
}

static void end_rule(lu *x, const ludii_value *v)
{
    if (x->failed)
        return;
    lu_place(x, v);
    if (strcmp(lu_class(x, v), "EndIf") == 0)
        end_if(x, v);
    else
        end_for_each(x, v);
}

static void end_rules(lu *x, const ludii_value *end)
{
    const ludii_value *list = end ? end->items[0] : NULL;
    if (list && lu_array_of(x, list))
        for (uint32_t i = 0; i < list->count; i++)
            end_rule(x, list->items[i]);
    else if (list)
        end_rule(x, list);
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
    irb_skip(x->g, lu_branch(x, lu_compare(x, IR_EQ, lu_at(x, to_clear, lu_read(x, site)), lu_known(1))), l.next, x->at);
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
        end_rules(x, x->phases.data[i].end);
        lu_go(x, no);
        x->cur = no;
    }
    (void)own;
    end_rules(x, x->rules ? lu_item(x, x->rules, "End") : NULL);
    if (!x->no_all_pass) {
        ir_node no = lu_branch(x, lu_compare(x, IR_GE, lu_read(x, lu_state_var(x, LU_S_PASSES)), lu_known((int32_t)x->players)));
        draw(x);
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

static void change_phases(lu *x)
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

static void count_up(lu *x, lu_state s, lu_num by) { lu_set(x, x->vars[s], lu_op(x, IR_ADD, lu_read(x, x->vars[s]), by)); }

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
            ir_node fine = lu_branch(x, lu_compare(x, IR_EQ, active(x, lu_read(x, n)), lu_known(0)));
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
        change_phases(x);
    if (x->vars[LU_S_VISITED] != IR_NONE)
        reset_visited(x);
    next_mover(x);
    forget_context(x);
    lu_go(x, turn_entry);
}

/* ---- the game ---- */

static void add_phase(lu *x, const ludii_value *v, const ludii_value *common)
{
    lu_phase p = {.v = v, .play = v ? lu_item(x, v, "Play") : common, .end = v ? lu_item(x, v, "End") : NULL, .decide = IR_NONE};
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

static bool words_in(lu *x, const char *class, const char *word) { return lu_has_word(x, x->rules, class, word) || lu_has_word(x, x->game, class, word); }

static bool counts(lu *x, const ludii_value *v)
{
    static const char *const labels[] = {"count", "counts"};
    bool yes = false;
    for (uint32_t i = 0; v && i < v->count && !yes; i++) {
        if (!v->items[i])
            continue;
        for (int k = 0; k < 2; k++)
            yes |= v->items[i]->node->label != NAME_NONE && strcmp(ludii_text(x->f, v->items[i]->node->label), labels[k]) == 0;
        yes |= counts(x, v->items[i]);
    }
    return yes;
}

static void find_state(lu *x)
{
    x->uses_next = lu_mentions(x, x->game, "MoveAgain") || lu_mentions(x, x->game, "Set.NextPlayer") || lu_mentions(x, x->game, "Move.SetNextPlayer") ||
                   x->players > 2;
    x->uses_count = counts(x, x->game) || lu_mentions(x, x->game, "MancalaBoard") || words_in(x, "SetSiteType", "Count") ||
                    words_in(x, "SetStartSitesType", "Count") || lu_mentions(x, x->game, "Sow");
    x->no_all_pass = words_in(x, "AllType", "Passed") || lu_mentions(x, x->game, "Dice") || lu_mentions(x, x->game, "Was");
    lu_state_var(x, LU_S_WHAT);
    if (x->uses_count)
        lu_state_var(x, LU_S_COUNT);
    if (words_in(x, "SetSiteType", "State") || lu_mentions(x, x->game, "State") || lu_mentions(x, x->game, "Flip") || x->uses_state)
        lu_state_var(x, LU_S_STATE);
    if (lu_mentions(x, x->game, "Score") || lu_mentions(x, x->game, "AddScore") || words_in(x, "SetPlayerType", "Score"))
        lu_state_var(x, LU_S_SCORE);
    for (uint32_t i = 0; i < x->sites; i++)
        if (x->start[LU_S_STATE][i])
            lu_state_var(x, LU_S_STATE);
    if (words_in(x, "IsIntegerType", "Visited"))
        lu_state_var(x, LU_S_VISITED);
    if (lu_mentions(x, x->game, "No"))
        lu_state_var(x, LU_S_STUCK);
    if (words_in(x, "CountSimpleType", "Moves"))
        lu_state_var(x, LU_S_MOVES);
    if (words_in(x, "WhenType", "EndOfTurn"))
        lu_state_var(x, LU_S_TO_CLEAR);
    if (words_in(x, "IsSimpleType", "Pending") || lu_mentions(x, x->game, "Set.Pending"))
        lu_state_var(x, LU_S_PENDING);
    lu_state_var(x, LU_S_PASSES);
    lu_context_var(x, LU_MOVER);
    lu_context_var(x, LU_PREV);
    lu_context_var(x, LU_LAST_TO);
    lu_context_var(x, LU_LAST_FROM);
    lu_context_var(x, LU_FROM);
    lu_context_var(x, LU_TO);
}

static void refuse_meta(lu *x)
{
    const ludii_value *meta = x->rules ? lu_item(x, x->rules, "Meta") : NULL;
    const ludii_value *mode = lu_item(x, x->game, "Mode");
    const ludii_value *m = meta ? meta->items[0] : NULL;
    if (m && lu_array_of(x, m))
        m = m->count ? m->items[0] : NULL;
    if (m)
        lu_refuse_ludeme(x, m);
    if (mode && mode->items[0] && !lu_word_is(x, mode->items[0], "Alternating"))
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
    refuse_meta(x);
    find_state(x);
    read_phases(x);
    init_ranks(x);
    for (uint32_t i = 0; i < x->phases.count; i++)
        if (!x->phases.data[i].play && x->phases.data[i].v)
            lu_refuse(x, x->phases.data[i].v, "a phase without play");
    x->made = lu_node(x);
    ir_node turn_entry = lu_node(x);
    for (uint32_t i = 0; i < x->phases.count && !x->failed; i++)
        decide(x, &x->phases.data[i]);
    if (!x->failed)
        after_move(x, turn_entry);
    x->cur = turn_entry;
    if (!x->failed)
        turn(x);
    x->cur = x->g->begin;
    lu_go(x, turn_entry);
    (void)reset_map;
    return !x->failed;
}
