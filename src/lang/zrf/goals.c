/* Goals as words of the keeper: after each move those that need no stalemate, in the order of the
 * file, from the view of who moved first; where the next player has no move, those that speak of
 * it. */
#include "lang/zrf/lower.h"

static ir_expr truth(zrf_lowering *x, bool holds) { return kit_truth_expr(x->k, kit_truth(holds)); }

static bool is_about_being_stuck(zrf_goal_kind kind) { return kind == ZRF_G_STALEMATED || kind == ZRF_G_CHECKMATED; }

static bool speaks_of_stalemate(const zrf_goal *goal)
{
    bool found = is_about_being_stuck(goal->kind);
    for (uint32_t i = 0; i < goal->parts.count; i++)
        found |= speaks_of_stalemate(vec_at(&goal->parts, i));
    return found;
}

/* It can hold although it is not known yet whether the next player has a move. */
static bool is_known_before(const zrf_goal *goal)
{
    bool all = true, any = false;
    for (uint32_t i = 0; i < goal->parts.count; i++) {
        bool part = is_known_before(vec_at(&goal->parts, i));
        all &= part;
        any |= part;
    }
    return goal->kind == ZRF_G_OR    ? any
           : goal->kind == ZRF_G_AND ? all
           : goal->kind == ZRF_G_NOT ? !speaks_of_stalemate(goal)
                                     : !is_about_being_stuck(goal->kind);
}

/* ---- configurations ---- */

/* Whether a cell holds one of the occupants. */
static ir_expr occupied(zrf_lowering *x, const zrf_occupant *occupants, uint32_t count, uint32_t player, ir_expr cell)
{
    uint32_t players = x->z->players.count, pieces = x->z->pieces.count;
    ir_sym *values = ARENA_ARRAY(x->arena, ir_sym, players * pieces + 1);
    bool other = false;
    for (uint32_t k = 0; k < players * pieces; k++) {
        bool holds = false;
        for (uint32_t i = 0; i < count; i++) {
            const zrf_occupant *o = &occupants[i];
            uint32_t owner = k / pieces;
            bool owned = o->kind == ZRF_O_ANY || (o->kind == ZRF_O_OWN) == (owner == player);
            holds |= (owned && k % pieces == o->piece) != o->negated;
        }
        values[k] = holds ? x->sym.one : x->sym.zero;
    }
    for (uint32_t i = 0; i < count; i++)
        other |= occupants[i].negated;
    if (count == 1 && occupants[0].kind == ZRF_O_OWN)
        return kit_equal(x->k, !other, cell, kit_symbol(x->k, zrf_cell(x, player, occupants[0].piece)));
    return zrf_holds(
        x, kit_lookup(x->k, zrf_cell_table(x, "occupant", x->type.boolean, values, other ? x->sym.one : x->sym.zero),
                      cell));
}

static ir_expr some_in_zone(zrf_lowering *x, const zrf_goal *goal, name_id zone, uint32_t player)
{
    ir_sym *symbols = ARENA_ARRAY(x->arena, ir_sym, x->z->positions.count + 1);
    uint32_t n = 0;
    for (uint32_t p = 0; p < x->z->positions.count; p++)
        if (x->sym.positions[p] != IR_NONE && zrf_in_zone(x->z, zone, player, p))
            symbols[n++] = x->sym.positions[p];
    if (n == 0)
        return truth(x, false);
    ir_node from = kit_node(x->k), to = kit_node(x->k);
    ir_expr place = kit_var(x->k, x->place);
    kit_link_choose(x->k, from, to, place, kit_type_of(x->k, symbols, n),
                    occupied(x, goal->occupants.data, goal->occupants.count, player, zrf_board(x, place)));
    return kit_reach(x->k, from, to);
}

static ir_expr absolute(zrf_lowering *x, const zrf_goal *goal, uint32_t player)
{
    ir_expr e = IR_NONE;
    for (uint32_t i = 0; i < goal->places.count; i++) {
        ir_expr cell = zrf_board(x, kit_symbol(x->k, x->sym.positions[vec_at(&goal->places, i)]));
        e = kit_both(x->k, e, occupied(x, goal->occupants.data, goal->occupants.count, player, cell));
    }
    for (uint32_t i = 0; i < goal->zones.count; i++)
        e = kit_both(x->k, e, some_in_zone(x, goal, vec_at(&goal->zones, i), player));
    return e;
}

static ir_expr relative(zrf_lowering *x, const zrf_goal *goal, uint32_t player)
{
    ir_node from = kit_node(x->k), n = from;
    ir_expr place = kit_var(x->k, x->place);
    for (uint32_t i = 0; i < goal->occupants.count; i++) {
        const zrf_occupant *o = &vec_at(&goal->occupants, i);
        bool step = o->direction != ZRF_NONE;
        ir_expr holds = step ? IR_NONE : occupied(x, o, 1, player, zrf_board(x, place));
        if (i == 0) {
            ir_node chosen = kit_node(x->k);
            kit_link_choose(x->k, n, chosen, place, kit_type_named(x->k, x->type.position), holds);
            n = chosen;
        } else if (!step)
            n = kit_checked(x->k, n, holds);
        if (!step)
            continue;
        const zrf_direction *d = &vec_at(&x->z->directions, zrf_turned(x->z, player, o->direction));
        ir_const table = zrf_step_table(x, d->next.data, d->next.count,
                                        arena_printf(x->arena, "step_%s", zrf_text(x->z->f, d->name)));
        n = kit_assigned(x->k, n, place, kit_lookup(x->k, table, place));
        n = kit_checked(x->k, n, kit_equal(x->k, false, place, kit_symbol(x->k, x->sym.nowhere)));
    }
    return kit_reach(x->k, from, n);
}

/* ---- counts ---- */

static ir_expr count_is(zrf_lowering *x, ir_var counts, ir_sym key, int32_t number)
{
    if (number < 0 || (uint32_t)number >= x->number_count)
        return truth(x, false);
    return kit_equal(x->k, true, kit_index(x->k, kit_var(x->k, counts), kit_symbol(x->k, key)),
                     kit_symbol(x->k, x->sym.numbers[number]));
}

static ir_expr remaining(zrf_lowering *x, const zrf_goal *goal, uint32_t player)
{
    ir_expr e = IR_NONE;
    if (goal->pieces.count == 0)
        return count_is(x, x->count.owner, x->sym.players[player], goal->number);
    for (uint32_t i = 0; i < goal->pieces.count; i++)
        e = kit_both(x->k, e, count_is(x, x->count.cell, zrf_cell(x, player, vec_at(&goal->pieces, i)), goal->number));
    return e;
}

/* All ways to spread the number over the players from `player` on. */
static ir_expr spread(zrf_lowering *x, uint32_t player, int32_t number)
{
    ir_expr e = IR_NONE;
    if (player + 1 == x->z->players.count)
        return count_is(x, x->count.owner, x->sym.players[player], number);
    for (int32_t i = 0; i <= number; i++)
        e = kit_either(
            x->k, e,
            kit_both(x->k, count_is(x, x->count.owner, x->sym.players[player], i), spread(x, player + 1, number - i)));
    return e;
}

static ir_expr total(zrf_lowering *x, const zrf_goal *goal)
{
    enum { SPREAD_MAX = 64 };
    ir_expr e = IR_NONE;
    for (uint32_t i = 0; i < goal->pieces.count; i++)
        e = kit_both(x->k, e, count_is(x, x->count.piece, x->sym.pieces[vec_at(&goal->pieces, i)], goal->number));
    if (goal->pieces.count > 0)
        return e;
    if (goal->number > SPREAD_MAX || x->z->players.count > 3) {
        x->failed = true;
        zrf_report(x->z->f, DIAG_ZRF_UNSUPPORTED, goal->node,
                   "a total of more than %d pieces, or of more than three players, cannot be counted", SPREAD_MAX);
        return truth(x, false);
    }
    return spread(x, 0, goal->number);
}

static ir_expr captured(zrf_lowering *x, const zrf_goal *goal, uint32_t player)
{
    ir_expr e = IR_NONE;
    for (uint32_t i = 0; i < goal->pieces.count; i++)
        e = kit_either(x->k, e,
                       zrf_holds(x, kit_index(x->k, kit_var(x->k, x->count.caught),
                                              kit_symbol(x->k, zrf_cell(x, player, vec_at(&goal->pieces, i))))));
    return e == IR_NONE ? truth(x, false) : e;
}

/* `mover`: who has just moved, or is stuck. */
static ir_expr goal_expr(zrf_lowering *x, const zrf_goal *goal, uint32_t player, uint32_t mover, zrf_moment moment)
{
    bool stuck = moment == ZRF_AT_STUCK && player == mover;
    x->k->at = zrf_at(x->z->f, goal->node);
    ir_expr e = IR_NONE;
    switch (goal->kind) {
    case ZRF_G_AND:
    case ZRF_G_OR:
        for (uint32_t i = 0; i < goal->parts.count; i++) {
            ir_expr part = goal_expr(x, vec_at(&goal->parts, i), player, mover, moment);
            e = goal->kind == ZRF_G_AND ? kit_both(x->k, e, part) : kit_either(x->k, e, part);
        }
        return e == IR_NONE ? truth(x, goal->kind == ZRF_G_AND) : e;
    case ZRF_G_NOT:
        return goal->parts.count ? kit_negation(x->k, goal_expr(x, vec_at(&goal->parts, 0), player, mover, moment))
                                 : truth(x, true);
    case ZRF_G_STALEMATED: return truth(x, stuck);
    case ZRF_G_CHECKMATED: return stuck ? zrf_in_check(x, player) : truth(x, false);
    case ZRF_G_CAPTURED: return captured(x, goal, player);
    case ZRF_G_ABSOLUTE: return absolute(x, goal, player);
    case ZRF_G_RELATIVE: return relative(x, goal, player);
    case ZRF_G_REMAINING: return remaining(x, goal, player);
    case ZRF_G_TOTAL: return total(x, goal);
    case ZRF_G_REPETITION:
        return x->seen.hashes == IR_NONE || moment == ZRF_AT_STEP ? truth(x, false) : zrf_repeated(x);
    case ZRF_G_FALSE: break;
    }
    return truth(x, false);
}

/* ---- outcomes ---- */

static ir_node score(zrf_lowering *x, ir_node at, uint32_t player, const char *points)
{
    if (x->sym.role_of[player] == IR_NONE)
        return at;
    return kit_assigned(x->k, at, kit_index(x->k, kit_var(x->k, x->g->goals), kit_symbol(x->k, x->sym.role_of[player])),
                        kit_symbol(x->k, kit_named_sym(x->k, points)));
}

void zrf_end_game(zrf_lowering *x, ir_node at, const char *own, uint32_t player, const char *others)
{
    for (uint32_t p = 0; p < x->z->players.count; p++)
        at = score(x, at, p, p == player ? own : others);
    kit_link_player(x->k, at, x->g->end, x->g->keeper);
}

static ir_expr owned(zrf_lowering *x, uint32_t player)
{
    return kit_index(x->k, kit_var(x->k, x->count.owner), kit_symbol(x->k, x->sym.players[player]));
}

/* The first player has more pieces: both numbers go down together, and the other one is nothing
 * first. */
static ir_expr larger(zrf_lowering *x, uint32_t a, uint32_t b)
{
    ir_node from = kit_node(x->k), head = kit_node(x->k), found = kit_node(x->k), over, more, n;
    ir_expr mine = kit_var(x->k, x->more), other = kit_var(x->k, x->less),
            nothing = kit_symbol(x->k, x->sym.numbers[0]);
    n = kit_assigned(x->k, from, mine, owned(x, a));
    kit_link_assign(x->k, n, head, other, owned(x, b));
    kit_fork(x->k, head, kit_equal(x->k, true, other, nothing), &over, &more);
    kit_link_check(x->k, over, found, kit_equal(x->k, false, mine, nothing));
    n = kit_checked(x->k, more, kit_equal(x->k, false, mine, nothing));
    n = kit_assigned(x->k, n, mine, kit_lookup(x->k, zrf_step_number(x, false), mine));
    kit_link_assign(x->k, n, head, other, kit_lookup(x->k, zrf_step_number(x, false), other));
    return kit_reach(x->k, from, found);
}

/* Whoever has more pieces than each of the others wins. */
static void count_pieces(zrf_lowering *x, const zrf_condition *c, ir_node at)
{
    for (uint32_t i = 0; i < c->players.count; i++) {
        ir_expr most = IR_NONE;
        for (uint32_t k = 0; k < c->players.count; k++)
            if (k != i)
                most = kit_both(x->k, most, larger(x, vec_at(&c->players, i), vec_at(&c->players, k)));
        ir_node yes, no;
        kit_fork(x->k, at, most == IR_NONE ? truth(x, true) : most, &yes, &no);
        zrf_end_game(x, yes, "100", vec_at(&c->players, i), "0");
        at = no;
    }
    zrf_end_game(x, at, "50", ZRF_NONE, "50");
}

static ir_node lower_condition(zrf_lowering *x, const zrf_condition *c, uint32_t player, uint32_t mover,
                               zrf_moment moment, ir_node at)
{
    x->k->at = zrf_at(x->z->f, c->node);
    ir_node yes, no;
    kit_fork(x->k, at, goal_expr(x, c->goal, player, mover, moment), &yes, &no);
    switch (c->outcome) {
    case ZRF_WIN: zrf_end_game(x, yes, "100", player, "0"); break;
    case ZRF_LOSS: zrf_end_game(x, yes, "0", player, "100"); break;
    case ZRF_DRAW: zrf_end_game(x, yes, "50", ZRF_NONE, "50"); break;
    case ZRF_COUNT: count_pieces(x, c, yes); break;
    }
    return no;
}

void zrf_lower_goals(zrf_lowering *x, uint32_t mover, zrf_moment moment, ir_node from, ir_node to)
{
    zrf_game *z = x->z;
    bool stuck = moment == ZRF_AT_STUCK;
    for (uint32_t i = 0; i < z->conditions.count; i++) {
        const zrf_condition *c = &vec_at(&z->conditions, i);
        if (stuck ? !speaks_of_stalemate(c->goal) : !is_known_before(c->goal))
            continue;
        for (int first = 1; first >= 0; first--)
            for (uint32_t k = 0; k < c->players.count; k++)
                if ((vec_at(&c->players, k) == mover) == first)
                    from = lower_condition(x, c, vec_at(&c->players, k), mover, moment, from);
    }
    if (moment == ZRF_AT_TURN && x->seen.hashes != IR_NONE && !z->repetition) { /* nothing is said of it */
        ir_node yes, no;
        kit_fork(x->k, from, zrf_repeated(x), &yes, &no);
        zrf_end_game(x, yes, "50", ZRF_NONE, "50");
        from = no;
    }
    if (x->count.caught != IR_NONE && !stuck) {
        ir_const none =
            zrf_table(x, "none_caught", x->type.cell, x->sym.cells, x->sym.cells, 0, x->type.boolean, x->sym.zero);
        from = kit_assigned(x->k, from, kit_var(x->k, x->count.caught), kit_const(x->k, none));
    }
    kit_link(x->k, from, to);
}
