/* Results, and the rules that lead to them. */
#include "lang/ludii/lower/lower.h"
#include "lang/ludii/lower/lowerings.h"
#include "lang/ludii/lower/match.h"

#include <stdlib.h>
#include <string.h>

static lu_num ctx(lu *x, lu_context c) { return lu_context_num(x, c); }

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
    ir_expr cell = irb_expr_index(x->g, irb_expr_var(x->g, x->g->goals, x->at),
                                  irb_expr_symbol(x->g, x->roles[p - 1], x->at), x->at);
    irb_assign(x->g, x->cur, to, cell, irb_expr_symbol(x->g, points_symbol(x, value), x->at), x->at);
    x->cur = to;
}

/* Phases change once more when the game is over, but where players decide at once. */
static void stop(lu *x)
{
    if (x->phases.count > 1 && !x->at_once)
        lu_change_phases(x);
    if (x->match && x->match->over != IR_NONE) {
        lu_go(x, x->match->over);
        return;
    }
    irb_assign(x->g, x->cur, x->g->end, irb_expr_var(x->g, x->g->player, x->at),
               irb_expr_symbol(x->g, x->g->keeper, x->at), x->at);
}

/* The end with a winner, or with none (0): made once each. `out` is who is not active any more, or 0 for all. */
static ir_node end_with(lu *x, uint32_t winner, uint32_t out)
{
    ir_node outer = x->cur, *place = &x->ends[winner * 3 + out];
    if (*place == IR_NONE) {
        *place = x->cur = lu_node(x);
        ir_node other = IR_NONE, both = lu_node(x);
        if (x->swapped != IR_NONE && winner)
            other = lu_branch(x, lu_compare(x, IR_EQ, lu_read(x, x->swapped), lu_known(0)));
        for (uint32_t p = 1; p <= x->players; p++)
            set_goal(x, p, winner == p ? 100 : winner || x->players == 1 ? 0 : 50);
        lu_go(x, both);
        if (other != IR_NONE) { /* the seats are exchanged */
            x->cur = other;
            for (uint32_t p = 1; p <= x->players; p++)
                set_goal(x, p, winner == p ? 0 : 100);
            lu_go(x, both);
        }
        x->cur = both;
        for (uint32_t p = 1; p <= x->players; p++) {
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

/* All that still play share the ranks that are left. */
static void share_ranks(lu *x, bool drawn)
{
    lu_num mean = lu_op(x, IR_ADD, lu_read(x, lu_state_var(x, LU_S_FREE)), lu_read(x, lu_state_var(x, LU_S_LOST)));
    for (uint32_t p = 1; p <= x->players; p++) {
        lu_num n = lu_known((int32_t)p);
        ir_node after = lu_node(x), no = lu_branch(x, lu_compare(x, IR_EQ, lu_active(x, n), lu_known(1)));
        lu_set_at(x, lu_state_var(x, LU_S_RANK), n, mean);
        if (drawn)
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
    irb_skip(x->g, lu_branch(x, lu_compare(x, IR_EQ, lu_active(x, who), lu_known(1))), after, x->at);
    lu_set_at(x, lu_state_var(x, LU_S_ACTIVE), who, lu_known(0));
    lu_set_at(x, lu_state_var(x, LU_S_RANK), who, lu_op(x, IR_MUL, lu_read(x, edge), lu_known(2)));
    lu_set(x, edge, lu_op(x, win ? IR_ADD : IR_SUB, lu_read(x, edge), lu_known(1)));
    lu_set(x, left, lu_op(x, IR_SUB, lu_read(x, left), lu_known(1)));
    irb_skip(x->g, lu_branch(x, lu_compare(x, IR_LE, lu_read(x, left), lu_known(1))), after, x->at);
    share_ranks(x, !win);
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

void lu_draw(lu *x)
{
    if (x->players > 2)
        share_ranks(x, true);
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
                rank = lu_op(x, IR_ADD, rank,
                             lu_choose_num(x, lu_compare(x, IR_GT, score[q], score[p]), lu_known(2), equal));
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
        score[p] = lu_keep_num(x, "points", score[p]);
    }
    for (uint32_t p = 1; p <= x->players; p++)
        lu_set_at(x, lu_state_var(x, LU_S_SCORE), lu_known((int32_t)p), score[p]);
    compare_scores(x, score);
}

/* The players of a team share the first ranks, or the last ones, and all others the rest. */
static void team_result(lu *x, int32_t team, bool win)
{
    int32_t n = (int32_t)x->players, members = 0;
    for (int32_t p = 1; p <= n; p++)
        members += x->team[p] == team;
    int32_t first = win ? members : n - members;
    for (int32_t p = 1; p <= n; p++) {
        bool ahead = (x->team[p] == team) == win;
        lu_set_at(x, lu_state_var(x, LU_S_RANK), lu_known(p), lu_known(ahead ? 1 + first : first + 1 + n));
        lu_set_at(x, lu_state_var(x, LU_S_ACTIVE), lu_known(p), lu_known(0));
    }
    lu_go(x, ranked_end(x));
    x->cur = lu_node(x);
}

static void result(lu *x, const ludii_value *v)
{
    lu_place(x, v);
    if (strcmp(lu_class(x, v), "ByScore") == 0) {
        by_score(x, v);
        return;
    }
    const char *w = lu_word(x, v->items[1]), *who = lu_word(x, v->items[0]);
    if (x->has_teams && strncmp(who, "Team", 4) == 0 && (strcmp(w, "Win") == 0 || strcmp(w, "Loss") == 0))
        team_result(x, (int32_t)strtol(who + 4, NULL, 10), w[0] == 'W');
    else if (strcmp(w, "Win") == 0 || strcmp(w, "Loss") == 0)
        win_or_lose(x, v, lu_role(x, v->items[0]), w[0] == 'W');
    else if (strcmp(w, "Draw") == 0 || strcmp(w, "Tie") == 0)
        lu_draw(x);
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

void lu_end_rules(lu *x, const ludii_value *end)
{
    const ludii_value *list = end ? end->items[0] : NULL;
    if (list && lu_array_of(x, list))
        for (uint32_t i = 0; i < list->count; i++)
            end_rule(x, list->items[i]);
    else if (list)
        end_rule(x, list);
}
