/* Positions that must not come again, or one that is remembered for that: two hashes of each are kept. */
#include "lang/ludii/lower/lowerings.h"

enum { TURNS_MAX = 1250 }; /* of each player, after which a game of Ludii ends */

/* A number from what stands on all sites, and how. */
static lu_num position_hash(lu *x, int32_t seed)
{
    static const lu_state parts[] = {LU_S_WHAT, LU_S_WHO, LU_S_COUNT, LU_S_STATE, LU_S_ROTATION, LU_S_VALUE};
    ir_expr hash = irb_expr_int(x->g, seed, x->at);
    for (uint32_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (x->vars[parts[i]] != IR_NONE)
            hash = irb_expr(x->g, IR_HASH, irb_expr_var(x->g, x->vars[parts[i]], x->at), hash, IR_NONE, x->at);
    if (x->repeats_by_mover)
        hash = irb_expr(x->g, IR_HASH, irb_expr_var(x->g, lu_context_var(x, LU_MOVER), x->at), hash, IR_NONE, x->at);
    return (lu_num){.e = hash, .low = 1, .high = INT32_MAX};
}

void lu_forbid_repetition(lu *x, const ludii_value *v)
{
    const ludii_value *type = v->items[0];
    x->repeats_by_mover = type && lu_word_is(x, type, "Situational");
    if (type && !x->repeats_by_mover && !lu_word_is(x, type, "InGame"))
        lu_refuse_ludeme(x, v);
    x->no_repeat = true;
    lu_remember_positions(x);
}

void lu_remember_positions(lu *x)
{
    int32_t most = TURNS_MAX * (int32_t)x->players;
    x->positions = lu_array(x, "positions", 0, 2 * most - 1, 0, INT32_MAX, NULL);
    x->remembered = lu_variable(x, "remembered", 0, most, 0);
}

/* A game that has come to Ludii's limit of turns is a draw. */
void lu_remember_position(lu *x)
{
    const int32_t most = TURNS_MAX * (int32_t)x->players;
    ir_node go_on = lu_branch(x, lu_compare(x, IR_GE, lu_read(x, x->remembered), lu_known(most)));
    lu_draw(x);
    x->cur = go_on;
    lu_num n = lu_clamp(x, lu_read(x, x->remembered), 0, most - 1, 0), first = lu_op(x, IR_MUL, n, lu_known(2));
    for (int32_t i = 0; i < 2; i++)
        lu_set_at(x, x->positions, lu_op(x, IR_ADD, first, lu_known(i)), position_hash(x, i + 1));
    lu_set(x, x->remembered, lu_op(x, IR_ADD, n, lu_known(1)));
}

/* ---- one position ---- */

static ir_var stored(lu *x, int which)
{
    if (x->stored[which] == IR_NONE)
        x->stored[which] = lu_variable(x, "storedPosition", 0, INT32_MAX, 0);
    return x->stored[which];
}

void lu_effect_remember(lu *x, const ludii_value *v)
{
    for (int i = 0; i < 2; i++)
        lu_set(x, stored(x, i), position_hash(x, i + 1));
    if (lu_item(x, v, "Then"))
        lu_effect(x, lu_item(x, v, "Then")->items[0]);
}

/* Not the position that was remembered before the move. */
void lu_check_not_stored(lu *x, const lu_use *k, const lu_move *m)
{
    lu_try t = lu_try_begin(x);
    lu_num old[2];
    for (int i = 0; i < 2; i++)
        old[i] = lu_keep_num(x, "stored", lu_read(x, stored(x, i)));
    lu_run_move(x, m);
    lu_run_thens(x, k->thens, NULL);
    lu_cond same =
        lu_and(x, lu_compare(x, IR_EQ, position_hash(x, 1), old[0]), lu_compare(x, IR_EQ, position_hash(x, 2), old[1]));
    lu_check(x, lu_not(x, same));
    lu_check(x, lu_try_end(x, t));
}

void lu_avoid_stored(lu *x, const ludii_value *v, const lu_use *k)
{
    lu_use use = lu_with_then(x, k, lu_item(x, v, "Then"));
    use.avoids_stored = true;
    lu_moves(x, lu_item(x, v, "Moves"), &use);
}

/* ---- all positions ---- */

static lu_num times_before(lu *x)
{
    ir_expr times = irb_expr(x->g, IR_TIMES, irb_expr_var(x->g, x->positions, x->at), lu_e(x, position_hash(x, 1)),
                             lu_e(x, position_hash(x, 2)), x->at);
    return (lu_num){.e = times, .low = 0, .high = INT32_MAX};
}

/* The position is there for the third time. */
lu_cond lu_is_cycle(lu *x)
{
    enum { TIMES = 3 };
    return lu_compare(x, IR_GE, times_before(x), lu_known(TIMES));
}

/* Only if the position behind the move, and what follows from it, was not there before. */
void lu_check_new_position(lu *x, const lu_use *k, const lu_move *m)
{
    lu_try t = lu_try_begin(x);
    lu_run_move(x, m);
    lu_run_thens(x, k->thens, NULL);
    lu_check(x, lu_compare(x, IR_EQ, times_before(x), lu_known(0)));
    lu_check(x, lu_try_end(x, t));
}
