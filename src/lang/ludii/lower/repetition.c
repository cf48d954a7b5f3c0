/* Positions that must not come again, or one that is remembered for that: two hashes of each are kept. */
#include "lang/ludii/lower/lowerings.h"

enum { TURNS_MAX = 1250, IN_TURN_MAX = 64 }; /* of each player, after which a game of Ludii ends; moves of a turn */

/* What stands on all sites, and how, the phases and the variable; with the mover also what players have. */
static kit_position position_of(lu *x)
{
    static const lu_state states[] = {LU_S_WHAT,  LU_S_WHO,   LU_S_COUNT, LU_S_STATE, LU_S_ROTATION,
                                      LU_S_VALUE, LU_S_PHASE, LU_S_VAR,   LU_S_SCORE, LU_S_AMOUNT};
    enum { STATES = sizeof states / sizeof *states, OF_PLAYERS = 2 };
    ir_expr *parts = ARENA_ARRAY(x->a, ir_expr, STATES + 2);
    uint32_t n = 0;
    for (uint32_t i = 0; i < STATES - (x->no_repeat && x->repeats_by_mover ? 0 : OF_PLAYERS); i++)
        if (x->vars[states[i]] != IR_NONE)
            parts[n++] = kit_var(x->k, x->vars[states[i]]);
    if (x->voting.proposed != IR_NONE)
        parts[n++] = kit_var(x->k, x->voting.proposed);
    if (x->repeats_by_mover)
        parts[n++] = kit_var(x->k, lu_context_var(x, LU_MOVER));
    return (kit_position){parts, n, 1};
}

static kit_num position_hash(lu *x, int32_t seed)
{
    kit_position p = position_of(x);
    p.seed = seed;
    return kit_hash(x->k, &p);
}

/* Positional, in the whole game or within a turn; not both in one game. */
static bool is_known_type(lu *x, const ludii_value *type)
{
    const bool in_turn = type && lu_word_is(x, type, "PositionalInTurn");
    return in_turn == x->repeats_in_turn &&
           (!type || in_turn || lu_word_is(x, type, "InGame") || lu_word_is(x, type, "Positional"));
}

void lu_forbid_repetition(lu *x, const ludii_value *v)
{
    const ludii_value *type = lu_item(x, v, "RepetitionType");
    x->repeats_by_mover = type && lu_word_is(x, type, "Situational");
    if (!is_known_type(x, type) && !x->repeats_by_mover)
        lu_refuse_ludeme(x, v);
    x->no_repeat = true;
    lu_remember_positions(x);
}

void lu_remember_positions(lu *x)
{
    lu_find_proposals(x);
    const int32_t room = x->repeats_in_turn ? IN_TURN_MAX : TURNS_MAX * (int32_t)x->players;
    x->repetition = kit_remember_positions(x->k, room, x->repeats_in_turn);
}

/* Those of the turn that is over. */
static void forget_positions(lu *x)
{
    ir_var i = kit_scratch(x->k, "i", 0, 2 * IN_TURN_MAX);
    kit_loop l = kit_loop_begin(x->k, i, kit_known(0), kit_known(2 * IN_TURN_MAX));
    kit_num at = kit_read(x->k, i);
    at.high = 2 * IN_TURN_MAX - 1;
    kit_set_at(x->k, x->repetition.hashes, at, kit_known(0));
    kit_loop_end(x->k, &l);
    kit_set(x->k, x->repetition.next, kit_known(0));
}

void lu_remember_in_turn(lu *x, kit_cond passes)
{
    ir_node after = kit_node(x->k), same = kit_branch(x->k, passes);
    forget_positions(x);
    kit_go(x->k, after);
    x->k->cur = same;
    kit_go(x->k, after);
    x->k->cur = after;
    lu_remember_position(x);
}

/* A game that has come to Ludii's limit of turns is a draw. */
void lu_remember_position(lu *x)
{
    kit_position p = position_of(x);
    if (x->repetition.ring) {
        kit_remember(x->k, &x->repetition, &p);
        return;
    }
    ir_node go_on =
        kit_branch(x->k, kit_compare(x->k, IR_GE, kit_remembered(x->k, &x->repetition), kit_known(x->repetition.room)));
    lu_draw(x);
    x->k->cur = go_on;
    kit_remember(x->k, &x->repetition, &p);
}

/* The first position may not come again, but where who moves tells positions apart. */
void lu_remember_start(lu *x)
{
    kit_position p = position_of(x);
    if (x->repetition.hashes != IR_NONE && !x->repeats_by_mover)
        kit_remember(x->k, &x->repetition, &p);
}

/* ---- one position ---- */

static ir_var stored(lu *x, int which)
{
    if (x->stored[which] == IR_NONE)
        x->stored[which] = kit_variable(x->k, "storedPosition", 0, INT32_MAX, 0);
    return x->stored[which];
}

void lu_effect_remember(lu *x, const ludii_value *v)
{
    for (int i = 0; i < 2; i++)
        kit_set(x->k, stored(x, i), position_hash(x, i + 1));
    if (lu_item(x, v, "Then"))
        lu_effect(x, lu_item(x, v, "Then")->items[0]);
}

/* Not the position that was remembered before the move. */
void lu_check_not_stored(lu *x, const lu_use *k, const lu_move *m)
{
    kit_try t = kit_try_begin(x->k);
    kit_num old[2];
    for (int i = 0; i < 2; i++)
        old[i] = lu_keep_num(x, "stored", kit_read(x->k, stored(x, i)));
    lu_run_move(x, m);
    lu_run_thens(x, k->thens, NULL);
    kit_cond same = kit_and(x->k, kit_compare(x->k, IR_EQ, position_hash(x, 1), old[0]),
                            kit_compare(x->k, IR_EQ, position_hash(x, 2), old[1]));
    kit_check(x->k, kit_not(x->k, same));
    kit_check(x->k, kit_try_end(x->k, t));
}

void lu_avoid_stored(lu *x, const ludii_value *v, const lu_use *k)
{
    lu_use use = lu_with_then(x, k, lu_item(x, v, "Then"));
    use.avoids_stored = true;
    lu_moves(x, lu_item(x, v, "Moves"), &use);
}

/* ---- all positions ---- */

static kit_num times_before(lu *x)
{
    kit_position p = position_of(x);
    return kit_times(x->k, &x->repetition, &p);
}

kit_cond lu_is_repeat(lu *x, const ludii_value *v)
{
    const ludii_value *type = lu_item(x, v, "RepetitionType");
    if (x->repeats_by_mover || !is_known_type(x, type)) {
        lu_refuse_ludeme(x, v);
        return kit_truth(false);
    }
    return kit_compare(x->k, IR_GE, times_before(x), kit_known(1));
}

/* The position is there for the third time. */
kit_cond lu_is_cycle(lu *x)
{
    enum { TIMES = 3 };
    return kit_compare(x->k, IR_GE, times_before(x), kit_known(TIMES));
}

/* Only if the position behind the move, and what follows from it, was not there before. */
void lu_check_new_position(lu *x, const lu_use *k, const lu_move *m)
{
    kit_try t = kit_try_begin(x->k);
    lu_run_move(x, m);
    lu_run_thens(x, k->thens, NULL);
    kit_check(x->k, kit_compare(x->k, IR_EQ, times_before(x), kit_known(0)));
    kit_check(x->k, kit_try_end(x->k, t));
}
