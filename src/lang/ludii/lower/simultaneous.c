/* Players who move at once. What each of them chooses is decided in the position before: a move ends with the number of
 * what it does, and the next player decides; when all have chosen, the keeper does what they chose, in the order of the
 * players, and at last what is to be applied after all moves. So that no decision depends on another, and nothing that
 * a choice needs is lost, each player has context variables of its own. */
#include "lang/ludii/lower/lower.h"

#include <string.h>

struct lu_joint {
    uint32_t player;
    ir_var plan;                   /* what the player has chosen, from 1; 0: nothing, a pass */
    vec_u32 starts;                /* where what is chosen is done */
    ir_node chosen;                /* the next player decides */
    VEC(const ludii_value *) late; /* what is applied after all moves, */
    vec_u32 late_vars;             /* and whether it is */
    ir_var context[LU_CONTEXTS];
};

static const lu_context own[] = {LU_FROM, LU_TO, LU_BETWEEN, LU_SITE, LU_LEVEL, LU_PLAYER, LU_PIPS, LU_VALUE};

static lu_cond is(lu *x, ir_var v, int32_t n) { return lu_compare(x, IR_EQ, lu_read(x, v), lu_known(n)); }

void lu_check_joint_mover(lu *x, const lu_joint *j, const lu_move *m)
{
    const lu_num mover = m->has_mover ? m->mover : lu_context_num(x, LU_MOVER);
    lu_check(x, lu_compare(x, IR_EQ, mover, lu_known((int32_t)j->player)));
}

void lu_plan(lu *x, ir_node start)
{
    vec_push(x->a, &x->joint->starts, start);
    lu_set(x, x->joint->plan, lu_known((int32_t)x->joint->starts.count));
}

void lu_end_joint_choice(lu *x) { lu_go(x, x->joint->chosen); }

void lu_postpone(lu *x, const ludii_value *effect)
{
    ir_var is_late = lu_variable(x, "late", 0, 1, 0);
    vec_push(x->a, &x->joint->late, effect);
    vec_push(x->a, &x->joint->late_vars, is_late);
    lu_set(x, is_late, lu_known(1));
}

/* What is kept of code that one player's decision shares is not another's. */
static void begin_player(lu *x, lu_joint *j)
{
    x->joint = j;
    map_init(&x->memo, x->a);
    map_init(&x->threats, x->a);
    x->probe = IR_NONE;
    for (uint32_t i = 0; i < sizeof own / sizeof *own; i++)
        x->context[own[i]] = IR_NONE;
}

static void decide(lu *x, lu_joint *j, ir_node entry)
{
    for (uint32_t i = 0; i < x->phases.count && !x->failed; i++) {
        const lu_phase *p = &x->phases.data[i];
        x->cur = entry;
        if (x->phases.count > 1)
            lu_check(x, lu_compare(x, IR_EQ, lu_at(x, lu_state_var(x, LU_S_PHASE), lu_known((int32_t)j->player)),
                                   lu_known((int32_t)i)));
        lu_cond active = lu_truth(true);
        if (x->vars[LU_S_ACTIVE] != IR_NONE && x->players > 2)
            active = lu_compare(x, IR_NE, lu_active(x, lu_known((int32_t)j->player)), lu_known(0));
        const ir_node mine = x->cur;
        lu_check(x, active);
        lu_moves(x, p->play->items[0], &(lu_use){.play = true, .joint = j});
        x->cur = mine;
        lu_use asks = {.found = lu_node(x), .rules = true, .joint = j};
        lu_try t = lu_try_begin(x);
        lu_check(x, active);
        lu_moves(x, p->play->items[0], &asks);
        x->cur = asks.found;
        lu_check(x, lu_not(x, lu_try_end(x, t)));
        lu_tag_word(x, "Pass");
        lu_go(x, j->chosen);
    }
}

static void do_chosen(lu *x, const lu_joint *j, ir_node entry, ir_node after)
{
    x->cur = entry;
    for (uint32_t i = 0; i < j->starts.count; i++) {
        ir_node other = lu_branch(x, is(x, j->plan, (int32_t)i + 1));
        lu_set(x, j->plan, lu_known(0));
        lu_go(x, j->starts.data[i]);
        x->cur = other;
    }
    lu_go(x, after);
}

static void do_late(lu *x, const lu_joint *j, ir_node entry, ir_node after)
{
    x->cur = entry;
    for (uint32_t i = 0; i < j->late.count; i++) {
        ir_node next = lu_node(x), not = lu_branch(x, is(x, j->late_vars.data[i], 1));
        lu_set(x, j->late_vars.data[i], lu_known(0));
        lu_effect(x, j->late.data[i]);
        lu_go(x, next);
        x->cur = not ;
        lu_go(x, next);
        x->cur = next;
    }
    for (uint32_t i = 0; i < sizeof own / sizeof *own; i++)
        if (x->context[own[i]] != IR_NONE)
            lu_set(x, x->context[own[i]], lu_known(-1));
    lu_go(x, after);
}

static void give_turn(lu *x, ir_node from, ir_node to, ir_sym role)
{
    irb_assign(x->g, from, to, irb_expr_var(x->g, x->g->player, x->at), irb_expr_symbol(x->g, role, x->at), x->at);
}

void lu_simultaneous(lu *x, ir_node turn_entry)
{
    const uint32_t n = x->players;
    const ir_node made = x->made;
    ir_node *turn = ARENA_ARRAY(x->a, ir_node, n + 1), *done = ARENA_ARRAY(x->a, ir_node, n + 1),
            *late = ARENA_ARRAY(x->a, ir_node, n + 1);
    for (uint32_t p = 0; p <= n; p++) {
        turn[p] = p ? lu_node(x) : turn_entry;
        done[p] = lu_node(x);
        late[p] = lu_node(x);
    }
    irb_simultaneous(x->g);
    for (uint32_t p = 0; p < n && !x->failed; p++) {
        lu_joint *j = ARENA_NEW(x->a, lu_joint);
        *j = (lu_joint){.player = p + 1, .chosen = turn[p + 1], .plan = lu_variable(x, "chosen", 0, 30000, 0)};
        const ir_node entry = lu_node(x);
        give_turn(x, turn[p], entry, x->roles[p]);
        begin_player(x, j);
        x->made = done[p + 1];
        decide(x, j, entry);
        do_chosen(x, j, done[p], done[p + 1]);
        do_late(x, j, late[p], late[p + 1]);
    }
    begin_player(x, NULL);
    give_turn(x, turn[n], done[0], x->g->keeper);
    x->cur = done[n];
    lu_go(x, late[0]);
    x->cur = late[n];
    if (x->vars[LU_S_MOVES] != IR_NONE)
        lu_set(x, x->vars[LU_S_MOVES], lu_op(x, IR_ADD, lu_read(x, x->vars[LU_S_MOVES]), lu_known(1)));
    lu_go(x, x->made = made);
}
