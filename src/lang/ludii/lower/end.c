/* Results, and the rules that lead to them. */
#include "lang/ludii/lower/lower.h"
#include "lang/ludii/lower/lowerings.h"
#include "lang/ludii/lower/match.h"

#include <stdlib.h>
#include <string.h>

static kit_num ctx(lu *x, lu_context c) { return lu_context_num(x, c); }

/* ---- results ---- */

static int32_t points(const lu *x, int32_t twice_rank)
{
    int32_t n = (int32_t)x->players;
    return n == 1 ? (twice_rank ? 100 : 0) : (int32_t)((100 * (2 * n - twice_rank) + (n - 1)) / (2 * (n - 1)));
}

static ir_sym points_symbol(lu *x, int32_t p) { return kit_sym(x->k, arena_printf(x->a, "%d", p)); }

static void set_goal(lu *x, uint32_t p, int32_t value)
{
    kit_assign(x->k, kit_entry(x->k, x->k->g->goals, x->roles[p - 1]), kit_symbol(x->k, points_symbol(x, value)));
}

/* Phases change once more when the game is over, later only where a team is, but not where players decide at once. */
static void stop(lu *x, bool by_team)
{
    if (x->phases.count > 1 && !x->at_once && (by_team || lu_quirk(x, QUIRK_PHASES_CHANGE_AT_END)))
        lu_change_phases(x);
    if (x->match && x->match->over != IR_NONE) {
        kit_go(x->k, x->match->over);
        return;
    }
    kit_player(x->k, x->k->g->end, x->k->g->keeper);
}

/* The end with a winner, or with none (0): made once each. `out` is who is not active any more, or 0 for all. */
static ir_node end_with(lu *x, uint32_t winner, uint32_t out)
{
    ir_node outer = x->k->cur, *place = &x->ends[winner * 3 + out];
    if (*place == IR_NONE) {
        *place = x->k->cur = kit_node(x->k);
        ir_node other = IR_NONE, both = kit_node(x->k);
        if (x->swapped != IR_NONE && winner)
            other = kit_branch(x->k, kit_compare(x->k, IR_EQ, kit_read(x->k, x->swapped), kit_known(0)));
        for (uint32_t p = 1; p <= x->players; p++)
            set_goal(x, p, winner == p ? 100 : winner || x->players == 1 ? 0 : 50);
        kit_go(x->k, both);
        if (other != IR_NONE) { /* the seats are exchanged */
            x->k->cur = other;
            for (uint32_t p = 1; p <= x->players; p++)
                set_goal(x, p, winner == p ? 0 : 100);
            kit_go(x->k, both);
        }
        x->k->cur = both;
        for (uint32_t p = 1; p <= x->players; p++) {
            if (out == p || !out || !lu_quirk(x, QUIRK_OUT_IS_WHO_LOST))
                kit_set_at(x->k, lu_state_var(x, LU_S_ACTIVE), kit_known((int32_t)p), kit_known(0));
        }
        stop(x, false);
        x->k->cur = outer;
    }
    return *place;
}

/* Ranks of more than two players: those still playing are `active`. */
static ir_node ranked_end(lu *x, bool by_team)
{
    ir_node outer = x->k->cur, *end = by_team ? &x->over_by_team : &x->over;
    if (*end == IR_NONE) {
        *end = x->k->cur = kit_node(x->k);
        for (uint32_t p = 1; p <= x->players; p++) {
            ir_node entry = x->k->cur, after = kit_node(x->k);
            kit_num rank = kit_at(x->k, lu_state_var(x, LU_S_RANK), kit_known((int32_t)p));
            for (int32_t r = 2; r <= 2 * (int32_t)x->players; r++) {
                x->k->cur = entry;
                kit_check(x->k, kit_compare(x->k, IR_EQ, rank, kit_known(r)));
                set_goal(x, p, points(x, r));
                kit_go(x->k, after);
            }
            x->k->cur = entry;
            kit_check(x->k, kit_compare(x->k, IR_LT, rank, kit_known(2)));
            kit_go(x->k, after);
            x->k->cur = after;
        }
        for (uint32_t p = 1; p <= x->players && !by_team && !lu_quirk(x, QUIRK_OUT_IS_WHO_LOST); p++)
            kit_set_at(x->k, lu_state_var(x, LU_S_ACTIVE), kit_known((int32_t)p), kit_known(0));
        stop(x, by_team);
        x->k->cur = outer;
    }
    return *end;
}

/* All that still play share the ranks that are left. */
static void share_ranks(lu *x, bool drawn)
{
    kit_num mean =
        kit_op(x->k, IR_ADD, kit_read(x->k, lu_state_var(x, LU_S_FREE)), kit_read(x->k, lu_state_var(x, LU_S_LOST)));
    for (uint32_t p = 1; p <= x->players; p++) {
        kit_num n = kit_known((int32_t)p);
        ir_node after = kit_node(x->k), no = kit_branch(x->k, kit_compare(x->k, IR_EQ, lu_active(x, n), kit_known(1)));
        kit_set_at(x->k, lu_state_var(x, LU_S_RANK), n, mean);
        if (drawn)
            kit_set_at(x->k, lu_state_var(x, LU_S_ACTIVE), n, kit_known(0));
        kit_go(x->k, after);
        x->k->cur = no;
        kit_go(x->k, after);
        x->k->cur = after;
    }
    kit_go(x->k, ranked_end(x, false));
}

/* Those who lose after the same move share the mean of their ranks: (twice) half a rank above the one of the last. */
static kit_num rank_of_loser(lu *x, kit_num lowest)
{
    ir_var rank = kit_scratch(x->k, "shared", 0, 100);
    kit_num ties = kit_read(x->k, x->losses);
    kit_set(x->k, rank, kit_op(x->k, IR_ADD, lowest, ties));
    kit_set(x->k, x->losses, kit_op(x->k, IR_ADD, kit_clamp(x->k, ties, 0, 19, 0), kit_known(1)));
    for (uint32_t p = 1; p <= x->players; p++) {
        ir_node after = kit_node(x->k);
        kit_num n = kit_known((int32_t)p), above = kit_op(x->k, IR_ADD, kit_read(x->k, rank), kit_known(1));
        kit_branch_to(x->k, kit_compare(x->k, IR_EQ, kit_at(x->k, lu_state_var(x, LU_S_RANK), n), above), after);
        kit_set_at(x->k, lu_state_var(x, LU_S_RANK), n, kit_read(x->k, rank));
        kit_go(x->k, after);
        x->k->cur = after;
    }
    return kit_read(x->k, rank);
}

/* Who was to move next and has lost is followed by the next one who plays on. */
static void pass_over_loser(lu *x, kit_num who)
{
    const ir_node after = kit_node(x->k), head = kit_node(x->k);
    kit_branch_to(x->k, kit_compare(x->k, IR_EQ, ctx(x, LU_NEXT), who), after);
    kit_branch_to(x->k, kit_compare(x->k, IR_GE, kit_read(x->k, lu_state_var(x, LU_S_LEFT)), kit_known(1)), after);
    kit_go(x->k, head);
    x->k->cur = head;
    const ir_node on = kit_branch(x->k, kit_compare(x->k, IR_EQ, lu_active(x, ctx(x, LU_NEXT)), kit_known(0)));
    kit_set(x->k, lu_context_var(x, LU_NEXT), lu_next_of(x, ctx(x, LU_NEXT)));
    kit_go(x->k, head);
    x->k->cur = on;
    kit_go(x->k, after);
    x->k->cur = after;
}

static void place_player(lu *x, kit_num who, bool win)
{
    ir_node after = kit_node(x->k), more = kit_node(x->k);
    ir_var edge = lu_state_var(x, win ? LU_S_FREE : LU_S_LOST), left = lu_state_var(x, LU_S_LEFT);
    if (who.low < 1 || who.high > (int32_t)x->players) /* nobody */
        kit_branch_to(x->k,
                      kit_and(x->k, kit_compare(x->k, IR_GE, who, kit_known(1)),
                              kit_compare(x->k, IR_LE, who, kit_known((int32_t)x->players))),
                      after);
    who = kit_clamp(x->k, who, 1, (int32_t)x->players, 1);
    kit_branch_to(x->k, kit_compare(x->k, IR_EQ, lu_active(x, who), kit_known(1)), after);
    kit_set_at(x->k, lu_state_var(x, LU_S_ACTIVE), who, kit_known(0));
    kit_num rank = kit_op(x->k, IR_MUL, kit_read(x->k, edge), kit_known(2));
    if (!win && !lu_quirk(x, QUIRK_OUT_IS_WHO_LOST))
        rank = rank_of_loser(x, rank);
    kit_set_at(x->k, lu_state_var(x, LU_S_RANK), who, rank);
    kit_set(x->k, edge, kit_op(x->k, win ? IR_ADD : IR_SUB, kit_read(x->k, edge), kit_known(1)));
    kit_set(x->k, left, kit_op(x->k, IR_SUB, kit_read(x->k, left), kit_known(1)));
    kit_branch_to(x->k, kit_compare(x->k, IR_LE, kit_read(x->k, left), kit_known(1)), more);
    share_ranks(x, !win);
    x->k->cur = more;
    if (!win && lu_quirk(x, QUIRK_NEXT_STAYS_NEXT))
        pass_over_loser(x, who);
    kit_go(x->k, after);
    x->k->cur = after;
}

static void win_or_lose(lu *x, const ludii_value *v, kit_num who, bool win)
{
    if (x->players > 2) {
        place_player(x, who, win);
        return;
    }
    (void)v;
    if (x->players == 1) {
        kit_go(x->k, end_with(x, win ? 1 : 0, 1));
        x->k->cur = kit_node(x->k);
        return;
    }
    ir_node entry = x->k->cur;
    for (uint32_t p = 1; p <= 2; p++) {
        x->k->cur = entry;
        kit_check(x->k, kit_compare(x->k, IR_EQ, who, kit_known((int32_t)p)));
        kit_go(x->k, end_with(x, win ? p : 3 - p, win ? p : 0));
    }
    x->k->cur = entry;
    kit_check(x->k,
              kit_and(x->k, kit_compare(x->k, IR_NE, who, kit_known(1)), kit_compare(x->k, IR_NE, who, kit_known(2))));
}

void lu_draw(lu *x)
{
    if (x->players > 2)
        share_ranks(x, true);
    else
        kit_go(x->k, end_with(x, 0, 0));
    x->k->cur = kit_node(x->k); /* never reached */
}

static void compare_scores(lu *x, const kit_num *score)
{
    if (x->players == 1) {
        kit_go(x->k, end_with(x, 1, 0));
    } else if (x->players == 2) {
        ir_node less = kit_branch(x->k, kit_compare(x->k, IR_GT, score[1], score[2]));
        kit_go(x->k, end_with(x, 1, 0));
        x->k->cur = less;
        ir_node same = kit_branch(x->k, kit_compare(x->k, IR_LT, score[1], score[2]));
        kit_go(x->k, end_with(x, 2, 0));
        x->k->cur = same;
        kit_go(x->k, end_with(x, 0, 0));
    } else {
        /* twice the rank: one more than all better, and as many as all equal */
        for (uint32_t p = 1; p <= x->players; p++) {
            kit_num rank = kit_known(1);
            for (uint32_t q = 1; q <= x->players; q++) {
                kit_num equal =
                    kit_choose(x->k, kit_compare(x->k, IR_EQ, score[q], score[p]), kit_known(1), kit_known(0));
                rank = kit_op(x->k, IR_ADD, rank,
                              kit_choose(x->k, kit_compare(x->k, IR_GT, score[q], score[p]), kit_known(2), equal));
            }
            kit_set_at(x->k, lu_state_var(x, LU_S_RANK), kit_known((int32_t)p), rank);
        }
        for (uint32_t p = 1; p <= x->players; p++)
            kit_set_at(x->k, lu_state_var(x, LU_S_ACTIVE), kit_known((int32_t)p), kit_known(0));
        kit_go(x->k, ranked_end(x, false));
    }
    x->k->cur = kit_node(x->k);
}

static void by_score(lu *x, const ludii_value *v)
{
    kit_num score[20];
    const ludii_value *list = v->count ? v->items[0] : NULL;
    for (uint32_t p = 1; p <= x->players; p++) {
        score[p] = kit_at(x->k, lu_state_var(x, LU_S_SCORE), kit_known((int32_t)p));
        for (uint32_t i = 0; list && i < list->count; i++) {
            kit_cond his = kit_compare(x->k, IR_EQ, lu_role(x, list->items[i]->items[0]), kit_known((int32_t)p));
            if (!his.known || his.value)
                score[p] = kit_choose(x->k, his, lu_int(x, list->items[i]->items[1]), score[p]);
        }
        score[p] = lu_keep_num(x, "points", score[p]);
    }
    const bool misere = lu_flag(x, v, "misere", false);
    for (uint32_t p = 1; p <= x->players; p++)
        kit_set_at(x->k, lu_state_var(x, LU_S_SCORE), kit_known((int32_t)p), score[p]);
    for (uint32_t p = 1; misere && p <= x->players; p++)
        score[p] = kit_op(x->k, IR_SUB, kit_known(0), score[p]);
    compare_scores(x, score);
}

/* Who is in none is one of their own. */
static bool is_member(const lu *x, uint32_t player, uint32_t other)
{
    return player == other || (x->team[player] && x->team[player] == x->team[other]);
}

/* Of each team the player with the least number. */
static bool is_first_member(const lu *x, uint32_t player)
{
    bool first = true;
    for (uint32_t p = 1; p < player; p++)
        first &= !is_member(x, player, p);
    return first;
}

/* Whether of a team nobody plays on. */
static kit_cond is_out(lu *x, uint32_t player)
{
    kit_cond out = kit_truth(true);
    for (uint32_t p = 1; p <= x->players; p++)
        if (is_member(x, player, p))
            out = kit_and(x->k, out, kit_compare(x->k, IR_EQ, lu_active(x, kit_known((int32_t)p)), kit_known(0)));
    return out;
}

static void rank_team(lu *x, uint32_t player, kit_num rank)
{
    for (uint32_t p = 1; p <= x->players; p++)
        if (is_member(x, player, p))
            kit_set_at(x->k, lu_state_var(x, LU_S_RANK), kit_known((int32_t)p),
                       kit_op(x->k, IR_MUL, rank, kit_known(2)));
}

/* Later all who win have the best rank that is left, and go out. When one other team is left, that comes as many ranks
 * behind as there are winners, and is not out. */
static void team_wins(lu *x, uint32_t player)
{
    int32_t members = 0;
    ir_var best = lu_state_var(x, LU_S_FREE);
    for (uint32_t p = 1; p <= x->players; p++)
        if (is_member(x, player, p)) {
            kit_set_at(x->k, lu_state_var(x, LU_S_ACTIVE), kit_known((int32_t)p), kit_known(0));
            members++;
        }
    const kit_num rank = kit_read(x->k, best);
    rank_team(x, player, rank);
    for (uint32_t q = 1; q <= x->players; q++) {
        kit_cond alone = kit_truth(!is_member(x, player, q) && is_first_member(x, q));
        if (!alone.value)
            continue;
        alone = kit_not(x->k, is_out(x, q));
        for (uint32_t p = 1; p <= x->players; p++)
            if (!is_member(x, player, p) && !is_member(x, q, p) && is_first_member(x, p))
                alone = kit_and(x->k, alone, is_out(x, p));
        const ir_node no = kit_branch(x->k, alone);
        rank_team(x, q, kit_op(x->k, IR_ADD, rank, kit_known(members)));
        kit_go(x->k, ranked_end(x, true));
        x->k->cur = no;
    }
    kit_set(x->k, best, kit_op(x->k, IR_ADD, rank, kit_known(1)));
}

/* The players of a team share the first ranks, or the last ones, and all others the rest. */
static void team_result(lu *x, uint32_t player, bool win)
{
    int32_t n = (int32_t)x->players, members = 0;
    if (!lu_quirk(x, QUIRK_OUT_IS_WHO_LOST)) {
        if (win) /* that a team loses says nothing there */
            team_wins(x, player);
        return;
    }
    for (uint32_t p = 1; p <= x->players; p++)
        members += is_member(x, player, p);
    int32_t first = win ? members : n - members;
    for (int32_t p = 1; p <= n; p++) {
        bool ahead = is_member(x, player, (uint32_t)p) == win;
        kit_set_at(x->k, lu_state_var(x, LU_S_RANK), kit_known(p), kit_known(ahead ? 1 + first : first + 1 + n));
        kit_set_at(x->k, lu_state_var(x, LU_S_ACTIVE), kit_known(p), kit_known(0));
    }
    kit_go(x->k, ranked_end(x, false));
    x->k->cur = kit_node(x->k);
}

/* Of a team by its number, or (0) of that of the mover. */
static void result_of_team(lu *x, int32_t team, bool win)
{
    const ir_node after = kit_node(x->k);
    for (uint32_t p = 1; p <= x->players; p++) {
        if (!is_first_member(x, p) || (team && x->team[p] != team))
            continue;
        kit_cond mine = kit_truth(team != 0);
        for (uint32_t q = 1; q <= x->players && !team; q++)
            if (is_member(x, p, q))
                mine = kit_or(x->k, mine, kit_compare(x->k, IR_EQ, ctx(x, LU_MOVER), kit_known((int32_t)q)));
        const ir_node no = mine.known && mine.value ? IR_NONE : kit_branch(x->k, mine);
        team_result(x, p, win);
        kit_go(x->k, after);
        x->k->cur = no == IR_NONE ? kit_node(x->k) : no;
    }
    kit_go(x->k, after);
    x->k->cur = after;
}

/* All are first, or all last. */
static void common_result(lu *x, bool win)
{
    for (uint32_t p = 1; p <= x->players; p++) {
        set_goal(x, p, points(x, win ? 2 : 2 * (int32_t)x->players));
        kit_set_at(x->k, lu_state_var(x, LU_S_ACTIVE), kit_known((int32_t)p), kit_known(0));
    }
    stop(x, false);
    x->k->cur = kit_node(x->k);
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
        result_of_team(x, (int32_t)strtol(who + 4, NULL, 10), w[0] == 'W');
    else if (x->players > 1 && strcmp(who, "All") == 0 && (strcmp(w, "Win") == 0 || strcmp(w, "Loss") == 0))
        common_result(x, w[0] == 'W');
    else if (strcmp(w, "Win") == 0 || strcmp(w, "Loss") == 0)
        win_or_lose(x, v, lu_role(x, v->items[0]), w[0] == 'W');
    else if (strcmp(w, "Draw") == 0 || strcmp(w, "Tie") == 0)
        lu_draw(x);
    else
        lu_refuse(x, v, arena_printf(x->a, "the result `%s`", w));
}

/* A list of rules, and the first of those behind the one that is looked at. */
typedef struct rules_left {
    const ludii_value *const *rules;
    uint32_t count;
} rules_left;

static void end_rule(lu *x, const ludii_value *v, const rules_left *left, ir_node done);

/* Where a rule behind it says that scores count, they do so instead of a result. */
static void scores_instead(lu *x, const rules_left *left)
{
    for (uint32_t i = left->count; i-- > 0 && !x->failed && lu_quirk(x, QUIRK_SCORES_COUNT_LAST);) {
        const ludii_value *rule = left->rules[i];
        const bool scores = strcmp(lu_class(x, rule), "EndIf") == 0 && !rule->items[1] && rule->items[2] &&
                            strcmp(lu_class(x, rule->items[2]), "ByScore") == 0;
        if (!scores)
            continue;
        const ir_node no = kit_branch(x->k, lu_bool(x, rule->items[0]));
        by_score(x, rule->items[2]);
        x->k->cur = no;
    }
}

static void final_result(lu *x, const ludii_value *v, const rules_left *left)
{
    scores_instead(x, left);
    result(x, v);
}

/* Of the conditions inside of another the first that holds counts; then that goes on at `done`. */
static void end_if(lu *x, const ludii_value *v, const rules_left *left, ir_node done)
{
    const ludii_value *more = v->items[1], *r = v->items[2];
    const ir_node no = kit_branch(x->k, lu_bool(x, v->items[0]));
    done = done == IR_NONE ? no : done;
    if (more && lu_array_of(x, more))
        for (uint32_t i = 0; i < more->count; i++)
            end_rule(x, more->items[i], left, done);
    else if (more)
        end_rule(x, more, left, done);
    if (r)
        final_result(x, r, left);
    kit_go(x->k, done);
    x->k->cur = no;
}

static void end_for_each(lu *x, const ludii_value *v, const rules_left *left)
{
    const ludii_value *who = v->items[0];
    if (who && !lu_is(x, who, "RoleType")) {
        lu_refuse_ludeme(x, v);
        return;
    }
    const bool others = who && lu_word_is(x, who, "NonMover"); /* any other role means all */
    kit_num outer = x->c[LU_PLAYER];
    for (uint32_t p = 1; p <= x->players; p++) {
        x->c[LU_PLAYER] = kit_known((int32_t)p);
        kit_cond c = others ? kit_compare(x->k, IR_NE, ctx(x, LU_MOVER), kit_known((int32_t)p)) : kit_truth(true);
        ir_node after = kit_node(x->k);
        kit_branch_to(x->k, c, after);
        if (x->players > 2)
            kit_branch_to(x->k, kit_compare(x->k, IR_EQ, lu_active(x, kit_known((int32_t)p)), kit_known(1)), after);
        kit_branch_to(x->k, lu_bool(x, lu_arg(x, v, "if")), after);
        final_result(x, v->items[v->count - 1], left);
        kit_go(x->k, after);
        x->k->cur = after;
    }
    x->c[LU_PLAYER] = outer;
}

static void end_rule(lu *x, const ludii_value *v, const rules_left *left, ir_node done)
{
    if (x->failed)
        return;
    lu_place(x, v);
    if (strcmp(lu_class(x, v), "EndIf") == 0)
        end_if(x, v, left, done);
    else
        end_for_each(x, v, left);
}

void lu_end_rules(lu *x, const ludii_value *end)
{
    const ludii_value *list = end ? end->items[0] : NULL;
    const bool several = list && lu_array_of(x, list);
    for (uint32_t i = 0; list && i < (several ? list->count : 1); i++) {
        const rules_left left = {several ? (const ludii_value *const *)list->items + i + 1 : NULL,
                                 several ? list->count - i - 1 : 0};
        end_rule(x, several ? list->items[i] : list, &left, IR_NONE);
    }
}
