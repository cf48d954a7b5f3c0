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

static kit_cond is(lu *x, ir_var v, int32_t n) { return kit_compare(x->k, IR_EQ, kit_read(x->k, v), kit_known(n)); }

void lu_check_joint_mover(lu *x, const lu_joint *j, const lu_move *m)
{
    const kit_num mover = m->has_mover ? m->mover : lu_context_num(x, LU_MOVER);
    kit_check(x->k, kit_compare(x->k, IR_EQ, mover, kit_known((int32_t)j->player)));
}

void lu_plan(lu *x, ir_node start)
{
    vec_push(x->a, &x->joint->starts, start);
    kit_set(x->k, x->joint->plan, kit_known((int32_t)x->joint->starts.count));
}

void lu_end_joint_choice(lu *x) { kit_go(x->k, x->joint->chosen); }

void lu_postpone(lu *x, const ludii_value *effect)
{
    ir_var is_late = kit_variable(x->k, "late", 0, 1, 0);
    vec_push(x->a, &x->joint->late, effect);
    vec_push(x->a, &x->joint->late_vars, is_late);
    kit_set(x->k, is_late, kit_known(1));
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
        const lu_phase *p = &vec_at(&x->phases, i);
        x->k->cur = entry;
        if (x->phases.count > 1)
            kit_check(x->k,
                      kit_compare(x->k, IR_EQ, kit_at(x->k, lu_state_var(x, LU_S_PHASE), kit_known((int32_t)j->player)),
                                  kit_known((int32_t)i)));
        kit_cond active = kit_truth(true);
        if (x->vars[LU_S_ACTIVE] != IR_NONE && x->players > 2)
            active = kit_compare(x->k, IR_NE, lu_active(x, kit_known((int32_t)j->player)), kit_known(0));
        const ir_node mine = x->k->cur;
        kit_check(x->k, active);
        if (p->play)
            lu_moves(x, p->play->items[0], &(lu_use){.play = true, .joint = j});
        x->k->cur = mine;
        lu_use asks = {.found = kit_node(x->k), .rules = true, .joint = j};
        kit_try t = kit_try_begin(x->k);
        kit_check(x->k, active);
        if (p->play)
            lu_moves(x, p->play->items[0], &asks);
        x->k->cur = asks.found;
        kit_check(x->k, kit_not(x->k, kit_try_end(x->k, t)));
        lu_tag_word(x, "Pass");
        kit_go(x->k, j->chosen);
    }
}

static void do_chosen(lu *x, const lu_joint *j, ir_node entry, ir_node after)
{
    x->k->cur = entry;
    for (uint32_t i = 0; i < j->starts.count; i++) {
        ir_node other = kit_branch(x->k, is(x, j->plan, (int32_t)i + 1));
        kit_set(x->k, j->plan, kit_known(0));
        kit_go(x->k, vec_at(&j->starts, i));
        x->k->cur = other;
    }
    kit_go(x->k, after);
}

static void do_late(lu *x, const lu_joint *j, ir_node entry, ir_node after)
{
    x->k->cur = entry;
    for (uint32_t i = 0; i < j->late.count; i++) {
        ir_node next = kit_node(x->k), not = kit_branch(x->k, is(x, vec_at(&j->late_vars, i), 1));
        kit_set(x->k, vec_at(&j->late_vars, i), kit_known(0));
        lu_effect(x, vec_at(&j->late, i));
        kit_go(x->k, next);
        x->k->cur = not ;
        kit_go(x->k, next);
        x->k->cur = next;
    }
    for (uint32_t i = 0; i < sizeof own / sizeof *own; i++)
        if (x->context[own[i]] != IR_NONE)
            kit_set(x->k, x->context[own[i]], kit_known(-1));
    kit_go(x->k, after);
}

static void give_turn(lu *x, ir_node from, ir_node to, ir_sym role)
{
    x->k->cur = from;
    kit_player(x->k, to, role);
}

void lu_simultaneous(lu *x, ir_node turn_entry)
{
    const uint32_t n = x->players;
    const ir_node made = x->made;
    ir_node *turn = ARENA_ARRAY(x->a, ir_node, n + 1), *done = ARENA_ARRAY(x->a, ir_node, n + 1),
            *late = ARENA_ARRAY(x->a, ir_node, n + 1);
    for (uint32_t p = 0; p <= n; p++) {
        turn[p] = p ? kit_node(x->k) : turn_entry;
        done[p] = kit_node(x->k);
        late[p] = kit_node(x->k);
    }
    kit_simultaneous(x->k);
    for (uint32_t p = 0; p < n && !x->failed; p++) {
        lu_joint *j = ARENA_NEW(x->a, lu_joint);
        *j = (lu_joint){.player = p + 1, .chosen = turn[p + 1], .plan = kit_variable(x->k, "chosen", 0, 30000, 0)};
        const ir_node entry = kit_node(x->k);
        give_turn(x, turn[p], entry, x->roles[p]);
        begin_player(x, j);
        x->made = done[p + 1];
        decide(x, j, entry);
        do_chosen(x, j, done[p], done[p + 1]);
        do_late(x, j, late[p], late[p + 1]);
    }
    begin_player(x, NULL);
    give_turn(x, turn[n], done[0], x->k->g->keeper);
    x->k->cur = done[n];
    kit_go(x->k, late[0]);
    x->k->cur = late[n];
    if (x->vars[LU_S_MOVES] != IR_NONE)
        kit_set(x->k, x->vars[LU_S_MOVES], kit_op(x->k, IR_ADD, kit_read(x->k, x->vars[LU_S_MOVES]), kit_known(1)));
    kit_go(x->k, x->made = made);
}
