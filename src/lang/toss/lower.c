/* Locations and moves. A location is a step of the keeper: it looks whether its player has a move.
 * If so, it is his turn, and a path of his is a rule, a match and what the rule does; if not, the
 * game ends with the payoffs. */
#include "lang/toss/lower.h"

#include <string.h>

typedef struct location_nodes {
    ir_node keeper, mover;
} location_nodes;

typedef struct locations {
    toss_lowering *x;
    location_nodes *nodes; /* [location] */
} locations;

static ir_expr symbol(toss_lowering *x, ir_sym s, src_span at) { return irb_expr_symbol(x->g, s, at); }
static ir_expr variable(toss_lowering *x, ir_var v, src_span at) { return irb_expr_var(x->g, v, at); }

/* ---- the end ---- */

static ir_expr goal_of(toss_lowering *x, const toss_seat *seat)
{
    src_span at = seat->span;
    return irb_expr_index(x->g, variable(x, x->g->goals, at), symbol(x, x->players[seat->player_index], at), at);
}

static void pay(toss_lowering *x, const toss_seat *seat, const toss_node *const *leaves, uint32_t count,
                uint32_t at_leaf, uint32_t holds, ir_node from, ir_node to)
{
    src_span at = seat->span;
    bool fine = true;
    if (at_leaf == count) {
        double score = toss_payoff(seat->payoff.root, leaves, count, holds, &fine);
        irb_assign(x->g, from, to, goal_of(x, seat), symbol(x, toss_score(x, score), at), at);
        return;
    }
    toss_env *env = toss_new_env(x, seat->payoff.slots);
    const toss_node *formula = leaves[at_leaf]->kids[0];
    ir_node yes = toss_fresh(x, at), no = toss_fresh(x, at), both[2] = {yes, no};
    irb_check(x->g, from, yes, toss_condition(x, formula, env, false), at);
    irb_check(x->g, from, no, toss_condition(x, formula, env, true), at);
    irb_disjoint(x->g, from, both, 2, true);
    pay(x, seat, leaves, count, at_leaf + 1, holds | 1u << at_leaf, yes, to);
    pay(x, seat, leaves, count, at_leaf + 1, holds, no, to);
}

static void end_game(toss_lowering *x, const toss_location *l, ir_node from)
{
    for (uint32_t i = 0; i < l->seats.count && !x->failed; i++) {
        const toss_seat *seat = &l->seats.data[i];
        const toss_node *leaves[TOSS_LEAVES_MAX + 1];
        uint32_t count = 0;
        ir_node to = toss_fresh(x, l->span);
        bool by_formulas = seat->has_payoff && toss_paid_by_formulas(seat->payoff.root);
        if (by_formulas && !x->real_scores)
            toss_find_leaves(seat->payoff.root, leaves, &count);
        if (seat->has_payoff && x->real_scores)
            toss_assign_real(x, seat->payoff.root, toss_new_env(x, seat->payoff.slots), goal_of(x, seat), from, to);
        else if (seat->has_payoff && !by_formulas)
            toss_count_score(x, seat->payoff.root, toss_new_env(x, seat->payoff.slots), goal_of(x, seat), from, to);
        else if (seat->has_payoff)
            pay(x, seat, leaves, count, 0, 0, from, to);
        else
            irb_skip(x->g, from, to, l->span);
        from = to;
    }
    irb_assign(x->g, from, x->g->end, variable(x, x->g->player, l->span), symbol(x, x->g->keeper, l->span), l->span);
}

/* ---- locations ---- */

/* Those who have moves, in the order of the seats. */
typedef VEC(const toss_seat *) movers;

static movers movers_of(toss_lowering *x, const toss_location *l)
{
    movers all = {0};
    uint32_t seats = 0;
    for (uint32_t i = 0; i < l->seats.count; i++)
        seats += l->seats.data[i].moves.count > 0;
    for (uint32_t i = 0; i < l->seats.count; i++) {
        const toss_seat *seat = &l->seats.data[i];
        if (seat->moves.count)
            vec_push(x->scratch, &all, seat);
        for (uint32_t k = 0; k < seat->moves.count; k++) {
            const toss_move *m = &seat->moves.data[k];
            if (m->parameters.count)
                toss_refuse(x, m->span, "moves with parameters are no automaton's", NULL);
            for (uint32_t o = 0; o < k && seats > 1; o++)
                if (seat->moves.data[o].rule_index == m->rule_index)
                    toss_refuse(x, m->span, "this rule is offered twice", "one rule goes to one location here");
            if (all.count > 1 && m->target != all.data[0]->moves.data[0].target)
                toss_refuse(x, m->span, "players who move at once have to go to one location", NULL);
        }
    }
    if (l->universal.count)
        toss_refuse(x, l->universal.data[0].span, "an automaton has no UNIVERSAL rules", NULL);
    return all;
}

static uint32_t location_index(const toss_file *f, uint32_t number)
{
    uint32_t i = 0;
    while (f->locations.data[i].number != number)
        i++;
    return i;
}

/* Both ways out of a node. */
static ir_node divide(toss_lowering *x, ir_node from, ir_expr yes, ir_expr no, ir_node otherwise, src_span at)
{
    ir_node on = toss_fresh(x, at), both[2] = {on, otherwise};
    irb_check(x->g, from, on, yes, at);
    irb_check(x->g, from, otherwise, no, at);
    irb_disjoint(x->g, from, both, 2, true);
    return on;
}

static void change_player(toss_lowering *x, ir_node from, ir_node to, ir_sym who, src_span at)
{
    irb_assign(x->g, from, to, variable(x, x->g->player, at), symbol(x, who, at), at);
}

/* ---- what the keeper does for a player ---- */

static ir_node forget(toss_lowering *x, ir_node from, ir_var v, src_span at)
{
    ir_node to = toss_fresh(x, at);
    irb_assign(x->g, from, to, variable(x, v, at), symbol(x, x->nowhere, at), at);
    return to;
}

static uint32_t left_count(const toss_lowering *x, const toss_move *m)
{
    return x->f->rules.data[m->rule_index].left.elements.count;
}

/* Elements of the largest left side. */
static uint32_t most_images(const toss_lowering *x, const toss_seat *s)
{
    uint32_t most = 0;
    for (uint32_t k = 0; k < s->moves.count; k++)
        most = left_count(x, &s->moves.data[k]) > most ? left_count(x, &s->moves.data[k]) : most;
    return most;
}

/* A rule that makes elements is applied behind the move: where there is no room for another one the
 * move is legal nevertheless, and making it fails. */
static void apply_later(toss_lowering *x, const toss_move *m, const toss_guards *known, ir_node from, ir_node to)
{
    src_span at = m->span;
    const ir_var *images = toss_kept_images(x, 0);
    ir_node chosen = toss_fresh(x, at), keeper = toss_fresh(x, at), done = toss_fresh(x, at);
    toss_lower_rule(x, m->rule_index, known, true, images, from, chosen);
    change_player(x, chosen, keeper, x->g->keeper, at);
    toss_lower_effect(x, m->rule_index, images, keeper, done);
    for (uint32_t i = 0; i < left_count(x, m); i++)
        done = forget(x, done, images[i], at);
    change_player(x, done, to, x->g->keeper, at);
}

/* Matches of players who come later lose what is gone. */
static ir_node lose_gone(toss_lowering *x, const toss_move *m, uint32_t seat, const movers *all, ir_node from)
{
    const toss_rule *r = &x->f->rules.data[m->rule_index];
    src_span at = m->span;
    const ir_var *own = toss_kept_images(x, seat);
    for (uint32_t l = 0; l < r->left.elements.count; l++)
        for (uint32_t later = seat + 1; later < all->count && toss_heir(r, l) == TOSS_NONE; later++) {
            for (uint32_t i = 0; i < most_images(x, all->data[later]); i++) {
                ir_expr theirs = variable(x, toss_kept_images(x, later)[i], at), lost = variable(x, own[l], at);
                ir_node on = toss_fresh(x, at);
                ir_node gone = divide(x, from, irb_expr(x->g, IR_EQ, theirs, lost, IR_NONE, at),
                                      irb_expr(x->g, IR_NE, theirs, lost, IR_NONE, at), on, at);
                irb_assign(x->g, gone, on, theirs, symbol(x, x->nowhere, at), at);
                from = on;
            }
        }
    return from;
}

/* What a player chose among players who move at once is applied, unless the match is gone. */
static ir_node apply_choice(toss_lowering *x, const movers *all, uint32_t seat, ir_node from)
{
    const toss_seat *s = all->data[seat];
    const ir_var *images = toss_kept_images(x, seat);
    ir_node to = toss_fresh(x, s->span), *ways = ARENA_ARRAY(x->scratch, ir_node, s->moves.count + 1);
    for (uint32_t k = 0; k < s->moves.count && !x->failed; k++) {
        const toss_move *m = &s->moves.data[k];
        src_span at = m->span;
        ir_node way = ways[k] = toss_fresh(x, at), applied = toss_fresh(x, at);
        irb_check(x->g, from, way,
                  irb_expr(x->g, IR_EQ, variable(x, toss_kept_rule(x, seat), at),
                           symbol(x, x->rules[m->rule_index], at), IR_NONE, at),
                  at);
        if (seat > 0) {
            ir_expr fine = toss_still_matched(x, m->rule_index, images);
            way = divide(x, way, fine, irb_expr(x->g, IR_NOT, fine, IR_NONE, IR_NONE, at), to, at);
        }
        toss_lower_effect(x, m->rule_index, images, way, applied);
        irb_skip(x->g, lose_gone(x, m, seat, all, applied), to, at);
    }
    irb_disjoint(x->g, from, ways, s->moves.count, true);
    return to;
}

/* One after the other says what he does, which nobody sees; then the keeper does it. */
static void move_at_once(toss_lowering *x, const movers *all, const toss_guards *known, ir_node move, ir_node target)
{
    src_span at = all->data[0]->span;
    for (uint32_t p = 0; p < all->count && !x->failed; p++) {
        const toss_seat *s = all->data[p];
        ir_node chosen = toss_fresh(x, at), next = toss_fresh(x, at);
        for (uint32_t k = 0; k < s->moves.count && !x->failed; k++) {
            const toss_move *m = &s->moves.data[k];
            ir_node matched = toss_fresh(x, at);
            toss_lower_rule(x, m->rule_index, &known[p], true, toss_kept_images(x, p), move, matched);
            irb_assign(x->g, matched, chosen, variable(x, toss_kept_rule(x, p), at),
                       symbol(x, x->rules[m->rule_index], at), at);
        }
        bool last = p + 1 == all->count;
        change_player(x, chosen, next, last ? x->g->keeper : x->players[all->data[p + 1]->player_index], at);
        move = next;
    }
    for (uint32_t p = 0; p < all->count && !x->failed; p++)
        move = apply_choice(x, all, p, move);
    for (uint32_t p = 0; p < all->count; p++) {
        for (uint32_t i = 0; i < most_images(x, all->data[p]); i++)
            move = forget(x, move, toss_kept_images(x, p)[i], at);
        move = forget(x, move, toss_kept_rule(x, p), at);
    }
    change_player(x, move, target, x->g->keeper, at);
    irb_simultaneous(x->g);
}

static void lower_location(locations *all, uint32_t index)
{
    toss_lowering *x = all->x;
    const toss_location *l = &x->f->locations.data[index];
    const movers who = movers_of(x, l);
    src_span at = l->span;
    ir_node keeper = all->nodes[index].keeper, over = toss_fresh(x, at);
    if (who.count == 0 || x->failed) {
        irb_skip(x->g, keeper, over, at);
        end_game(x, l, over);
        return;
    }
    toss_guards *known = ARENA_ARRAY(x->scratch, toss_guards, who.count);
    for (uint32_t p = 0; p < who.count && !x->failed; p++) { /* all of them need a move */
        const toss_seat *mover = who.data[p];
        toss_env *env = toss_new_env(x, 0);
        known[p] = toss_common_guards(x, mover);
        for (uint32_t i = 0; i < known[p].count; i++)
            keeper = divide(x, keeper, toss_condition(x, known[p].data[i], env, false),
                            toss_condition(x, known[p].data[i], env, true), over, at);
        ir_node ahead = toss_fresh(x, at), found = toss_fresh(x, at);
        for (uint32_t i = 0; i < mover->moves.count && !x->failed; i++)
            irb_check(x->g, ahead, found, toss_can_apply(x, mover->moves.data[i].rule_index, &known[p]), at);
        ir_expr can_move = irb_expr_reach(x->g, ahead, found, at);
        keeper = divide(x, keeper, can_move, irb_expr(x->g, IR_NOT, can_move, IR_NONE, IR_NONE, at), over, at);
    }
    end_game(x, l, over);
    ir_node move = all->nodes[index].mover;
    const toss_seat *mover = who.data[0];
    change_player(x, keeper, move, x->players[mover->player_index], at);
    if (who.count > 1) {
        ir_node target = all->nodes[location_index(x->f, mover->moves.data[0].target)].keeper;
        move_at_once(x, &who, known, move, target);
        return;
    }
    for (uint32_t i = 0; i < mover->moves.count && !x->failed; i++) {
        const toss_move *m = &mover->moves.data[i];
        ir_node after = toss_fresh(x, at), target = all->nodes[location_index(x->f, m->target)].keeper;
        if (toss_rule_makes(&x->f->rules.data[m->rule_index])) {
            apply_later(x, m, known, move, target);
            continue;
        }
        toss_lower_rule(x, m->rule_index, known, true, NULL, move, after);
        change_player(x, after, target, x->g->keeper, m->span);
    }
}

bool toss_lower(toss_lowering *x)
{
    locations all = {x, ARENA_ARRAY(x->scratch, location_nodes, x->f->locations.count + 1)};
    map_init(&x->searches, x->scratch);
    for (uint32_t i = 0; i < x->f->locations.count; i++) {
        all.nodes[i].keeper = toss_fresh(x, x->f->locations.data[i].span);
        all.nodes[i].mover = toss_fresh(x, x->f->locations.data[i].span);
    }
    for (uint32_t i = 0; i < x->f->locations.count && !x->failed; i++)
        lower_location(&all, i);
    src_span at = x->f->start.span;
    irb_assign(x->g, x->g->begin, all.nodes[location_index(x->f, 0)].keeper, variable(x, x->g->player, at),
               symbol(x, x->g->keeper, at), at);
    if (x->board != IR_NONE)
        irb_told(x->g, x->board);
    for (uint32_t i = 0; i < x->fluents.count; i++)
        if (!x->fluents.data[i].piece)
            irb_told(x->g, x->fluents.data[i].variable);
    return !x->failed;
}
