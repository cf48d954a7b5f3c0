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

/* ---- the end ---- */

static ir_expr goal_of(toss_lowering *x, const rs_seat *seat)
{
    x->k->at = seat->span;
    return kit_index(x->k, kit_var(x->k, x->g->goals), kit_symbol(x->k, x->players[seat->player_index]));
}

static void pay(toss_lowering *x, const rs_seat *seat, const rs_node *const *leaves, uint32_t count, uint32_t at_leaf,
                uint32_t holds, ir_node from, ir_node to)
{
    x->k->at = seat->span;
    bool fine = true;
    if (at_leaf == count) {
        double score = toss_payoff(seat->payoff.root, leaves, count, holds, &fine);
        kit_link_assign(x->k, from, to, goal_of(x, seat), kit_symbol(x->k, toss_score(x, score)));
        return;
    }
    toss_env *env = toss_new_env(x, seat->payoff.slots);
    const rs_node *formula = rs_kid(leaves[at_leaf], 0);
    ir_node yes = kit_node(x->k), no = kit_node(x->k), both[2] = {yes, no};
    kit_link_check(x->k, from, yes, toss_condition(x, formula, env, false));
    kit_link_check(x->k, from, no, toss_condition(x, formula, env, true));
    kit_disjoint(x->k, from, both, 2, true);
    pay(x, seat, leaves, count, at_leaf + 1, holds | 1u << at_leaf, yes, to);
    pay(x, seat, leaves, count, at_leaf + 1, holds, no, to);
}

static void end_game(toss_lowering *x, const rs_location *l, ir_node from)
{
    for (uint32_t i = 0; i < l->seats.count && !x->failed; i++) {
        const rs_seat *seat = &vec_at(&l->seats, i);
        const rs_node *leaves[TOSS_LEAVES_MAX + 1];
        uint32_t count = 0;
        ir_node to = kit_node(x->k);
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
            kit_link(x->k, from, to);
        from = to;
    }
    kit_link_assign(x->k, from, x->g->end, kit_var(x->k, x->g->player), kit_symbol(x->k, x->g->keeper));
}

/* ---- locations ---- */

/* Those who have moves, in the order of the seats. */
typedef VEC(const rs_seat *) movers;

static movers movers_of(toss_lowering *x, const rs_location *l)
{
    movers all = {0};
    uint32_t seats = 0;
    for (uint32_t i = 0; i < l->seats.count; i++)
        seats += vec_at(&l->seats, i).moves.count > 0;
    for (uint32_t i = 0; i < l->seats.count; i++) {
        const rs_seat *seat = &vec_at(&l->seats, i);
        if (seat->moves.count)
            vec_push(x->scratch, &all, seat);
        for (uint32_t k = 0; k < seat->moves.count; k++) {
            const rs_move *m = &vec_at(&seat->moves, k);
            if (m->parameters.count)
                toss_refuse(x, m->span, "moves with parameters are no automaton's", NULL);
            for (uint32_t o = 0; o < k && seats > 1; o++)
                if (vec_at(&seat->moves, o).rule_index == m->rule_index)
                    toss_refuse(x, m->span, "this rule is offered twice", "one rule goes to one location here");
            if (all.count > 1 && m->target != vec_at(&vec_at(&all, 0)->moves, 0).target)
                toss_refuse(x, m->span, "players who move at once have to go to one location", NULL);
        }
    }
    if (l->universal.count)
        toss_refuse(x, vec_at(&l->universal, 0).span, "an automaton has no UNIVERSAL rules", NULL);
    return all;
}

static uint32_t location_index(const rs_game *f, uint32_t number)
{
    uint32_t i = 0;
    while (vec_at(&f->locations, i).number != number)
        i++;
    return i;
}

/* Both ways out of a node. */
static ir_node divide(toss_lowering *x, ir_node from, ir_expr yes, ir_expr no, ir_node otherwise)
{
    ir_node on = kit_node(x->k), both[2] = {on, otherwise};
    kit_link_check(x->k, from, on, yes);
    kit_link_check(x->k, from, otherwise, no);
    kit_disjoint(x->k, from, both, 2, true);
    return on;
}

static void change_player(toss_lowering *x, ir_node from, ir_node to, ir_sym who)
{
    kit_link_assign(x->k, from, to, kit_var(x->k, x->g->player), kit_symbol(x->k, who));
}

/* ---- what the keeper does for a player ---- */

static ir_node forget(toss_lowering *x, ir_node from, ir_var v)
{
    ir_node to = kit_node(x->k);
    kit_link_assign(x->k, from, to, kit_var(x->k, v), kit_symbol(x->k, x->nowhere));
    return to;
}

static uint32_t left_count(const toss_lowering *x, const rs_move *m)
{
    return vec_at(&x->f->rules, m->rule_index).left.elements.count;
}

/* Elements of the largest left side. */
static uint32_t most_images(const toss_lowering *x, const rs_seat *s)
{
    uint32_t most = 0;
    for (uint32_t k = 0; k < s->moves.count; k++)
        most = left_count(x, &vec_at(&s->moves, k)) > most ? left_count(x, &vec_at(&s->moves, k)) : most;
    return most;
}

/* A rule that makes elements is applied behind the move: where there is no room for another one the
 * move is legal nevertheless, and making it fails. */
static void apply_later(toss_lowering *x, const rs_move *m, const toss_guards *known, ir_node from, ir_node to)
{
    x->k->at = m->span;
    const ir_var *images = toss_kept_images(x, 0);
    ir_node chosen = kit_node(x->k), keeper = kit_node(x->k), done = kit_node(x->k);
    toss_lower_rule(x, m->rule_index, known, true, images, from, chosen);
    change_player(x, chosen, keeper, x->g->keeper);
    toss_lower_effect(x, m->rule_index, images, keeper, done);
    for (uint32_t i = 0; i < left_count(x, m); i++)
        done = forget(x, done, images[i]);
    change_player(x, done, to, x->g->keeper);
}

/* Matches of players who come later lose what is gone. */
static ir_node lose_gone(toss_lowering *x, const rs_move *m, uint32_t seat, const movers *all, ir_node from)
{
    const rs_rule *r = &vec_at(&x->f->rules, m->rule_index);
    x->k->at = m->span;
    const ir_var *own = toss_kept_images(x, seat);
    for (uint32_t l = 0; l < r->left.elements.count; l++)
        for (uint32_t later = seat + 1; later < all->count && rs_heir(r, l) == RS_NONE; later++) {
            for (uint32_t i = 0; i < most_images(x, vec_at(all, later)); i++) {
                ir_expr theirs = kit_var(x->k, toss_kept_images(x, later)[i]), lost = kit_var(x->k, own[l]);
                ir_node on = kit_node(x->k);
                ir_node gone =
                    divide(x, from, kit_equal(x->k, true, theirs, lost), kit_equal(x->k, false, theirs, lost), on);
                kit_link_assign(x->k, gone, on, theirs, kit_symbol(x->k, x->nowhere));
                from = on;
            }
        }
    return from;
}

/* What a player chose among players who move at once is applied, unless the match is gone. */
static ir_node apply_choice(toss_lowering *x, const movers *all, uint32_t seat, ir_node from)
{
    const rs_seat *s = vec_at(all, seat);
    const ir_var *images = toss_kept_images(x, seat);
    ir_node to = kit_node(x->k), *ways = ARENA_ARRAY(x->scratch, ir_node, s->moves.count + 1);
    for (uint32_t k = 0; k < s->moves.count && !x->failed; k++) {
        const rs_move *m = &vec_at(&s->moves, k);
        x->k->at = m->span;
        ir_node way = ways[k] = kit_node(x->k), applied = kit_node(x->k);
        kit_link_check(
            x->k, from, way,
            kit_equal(x->k, true, kit_var(x->k, toss_kept_rule(x, seat)), kit_symbol(x->k, x->rules[m->rule_index])));
        if (seat > 0) {
            ir_expr fine = toss_still_matched(x, m->rule_index, images);
            way = divide(x, way, fine, kit_negation(x->k, fine), to);
        }
        toss_lower_effect(x, m->rule_index, images, way, applied);
        kit_link(x->k, lose_gone(x, m, seat, all, applied), to);
    }
    kit_disjoint(x->k, from, ways, s->moves.count, true);
    return to;
}

/* One after the other says what he does, which nobody sees; then the keeper does it. */
static void move_at_once(toss_lowering *x, const movers *all, const toss_guards *known, ir_node move, ir_node target)
{
    x->k->at = vec_at(all, 0)->span;
    for (uint32_t p = 0; p < all->count && !x->failed; p++) {
        const rs_seat *s = vec_at(all, p);
        ir_node chosen = kit_node(x->k), next = kit_node(x->k);
        for (uint32_t k = 0; k < s->moves.count && !x->failed; k++) {
            const rs_move *m = &vec_at(&s->moves, k);
            ir_node matched = kit_node(x->k);
            toss_lower_rule(x, m->rule_index, &known[p], true, toss_kept_images(x, p), move, matched);
            kit_link_assign(x->k, matched, chosen, kit_var(x->k, toss_kept_rule(x, p)),
                            kit_symbol(x->k, x->rules[m->rule_index]));
        }
        bool last = p + 1 == all->count;
        change_player(x, chosen, next, last ? x->g->keeper : x->players[vec_at(all, p + 1)->player_index]);
        move = next;
    }
    for (uint32_t p = 0; p < all->count && !x->failed; p++)
        move = apply_choice(x, all, p, move);
    for (uint32_t p = 0; p < all->count; p++) {
        for (uint32_t i = 0; i < most_images(x, vec_at(all, p)); i++)
            move = forget(x, move, toss_kept_images(x, p)[i]);
        move = forget(x, move, toss_kept_rule(x, p));
    }
    change_player(x, move, target, x->g->keeper);
    kit_simultaneous(x->k);
}

static void lower_location(locations *all, uint32_t index)
{
    toss_lowering *x = all->x;
    const rs_location *l = &vec_at(&x->f->locations, index);
    const movers who = movers_of(x, l);
    x->k->at = l->span;
    ir_node keeper = all->nodes[index].keeper, over = kit_node(x->k);
    if (who.count == 0 || x->failed) {
        kit_link(x->k, keeper, over);
        end_game(x, l, over);
        return;
    }
    toss_guards *known = ARENA_ARRAY(x->scratch, toss_guards, who.count);
    for (uint32_t p = 0; p < who.count && !x->failed; p++) { /* all of them need a move */
        const rs_seat *mover = vec_at(&who, p);
        toss_env *env = toss_new_env(x, 0);
        known[p] = toss_common_guards(x, mover);
        for (uint32_t i = 0; i < known[p].count; i++)
            keeper = divide(x, keeper, toss_condition(x, vec_at(&known[p], i), env, false),
                            toss_condition(x, vec_at(&known[p], i), env, true), over);
        ir_node ahead = kit_node(x->k), found = kit_node(x->k);
        for (uint32_t i = 0; i < mover->moves.count && !x->failed; i++)
            kit_link_check(x->k, ahead, found, toss_can_apply(x, vec_at(&mover->moves, i).rule_index, &known[p]));
        ir_expr can_move = kit_reach(x->k, ahead, found);
        keeper = divide(x, keeper, can_move, kit_negation(x->k, can_move), over);
    }
    end_game(x, l, over);
    ir_node move = all->nodes[index].mover;
    const rs_seat *mover = vec_at(&who, 0);
    change_player(x, keeper, move, x->players[mover->player_index]);
    if (who.count > 1) {
        ir_node target = all->nodes[location_index(x->f, vec_at(&mover->moves, 0).target)].keeper;
        move_at_once(x, &who, known, move, target);
        return;
    }
    for (uint32_t i = 0; i < mover->moves.count && !x->failed; i++) {
        const rs_move *m = &vec_at(&mover->moves, i);
        ir_node after = kit_node(x->k), target = all->nodes[location_index(x->f, m->target)].keeper;
        if (rs_rule_makes(&vec_at(&x->f->rules, m->rule_index))) {
            apply_later(x, m, known, move, target);
            continue;
        }
        toss_lower_rule(x, m->rule_index, known, true, NULL, move, after);
        change_player(x, after, target, x->g->keeper);
    }
}

bool toss_lower(toss_lowering *x)
{
    locations all = {x, ARENA_ARRAY(x->scratch, location_nodes, x->f->locations.count + 1)};
    map_init(&x->searches, x->scratch);
    for (uint32_t i = 0; i < x->f->locations.count; i++) {
        all.nodes[i].keeper = kit_node(x->k);
        all.nodes[i].mover = kit_node(x->k);
    }
    for (uint32_t i = 0; i < x->f->locations.count && !x->failed; i++)
        lower_location(&all, i);
    x->k->at = x->f->start.span;
    kit_link_assign(x->k, x->g->begin, all.nodes[location_index(x->f, 0)].keeper, kit_var(x->k, x->g->player),
                    kit_symbol(x->k, x->g->keeper));
    if (x->board != IR_NONE)
        kit_told(x->k, x->board);
    for (uint32_t i = 0; i < x->fluents.count; i++)
        if (!vec_at(&x->fluents, i).piece)
            kit_told(x->k, vec_at(&x->fluents, i).variable);
    return !x->failed;
}
