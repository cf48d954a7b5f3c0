/* Pieces that turn: how far each is turned clockwise, in directions that the board supports, belongs to its site. */
#include "lang/ludii/lower/directions.h"
#include "lang/ludii/lower/grounds.h"
#include "lang/ludii/lower/lowerings.h"

bool lu_pieces_turn(const lu *x)
{
    return lu_mentions(x, x->game, "Move.SetDirection") || lu_mentions(x, x->game, "Set.Direction") ||
           lu_mentions_label(x, x->game, "rotation");
}

static lu_num turned_now(lu *x, lu_num site) { return lu_at(x, lu_state_var(x, LU_S_ROTATION), site); }

/* One further, or one back, around the circle. */
static lu_num turned_by_one(lu *x, lu_num site, bool back)
{
    lu_num now = turned_now(x, site), one = lu_known(1), last = lu_known((int32_t)lu_turns(x) - 1);
    if (back)
        return lu_choose_num(x, lu_compare(x, IR_GT, now, lu_known(0)), lu_op(x, IR_SUB, now, one), last);
    return lu_choose_num(x, lu_compare(x, IR_LT, now, last), lu_op(x, IR_ADD, now, one), lu_known(0));
}

static void turn_site(lu *x, const ludii_value *v)
{
    const ludii_value *to = lu_item(x, v, "To"), *at = to ? lu_item(x, to, "Int") : NULL;
    if (to && lu_item(x, to, "Sites"))
        lu_refuse(x, to, "a turn of one of several pieces");
    if (x->stacks)
        lu_refuse(x, v, "a turn of a piece in a stack");
    lu_num site = lu_keep_num(x, "turned", at ? lu_int(x, at) : lu_context_num(x, LU_FROM));
    lu_set(x, lu_context_var(x, LU_FROM), site);
    lu_set(x, lu_context_var(x, LU_TO), site);
}

/* The rotations that may be chosen: those given, or the neighbours of the present one. */
typedef struct rotations {
    const ludii_value *given[LUDEME_MAX_FORMS * 4];
    uint32_t count;
    bool previous, next;
} rotations;

static rotations rotations_of(lu *x, const ludii_value *v)
{
    rotations r = {0};
    const ludii_value *list = NULL, *one = lu_item(x, v, "Int");
    for (uint32_t i = 1; i < v->count; i++)
        if (v->items[i] && lu_array_of(x, v->items[i]))
            list = v->items[i];
    uint32_t n = list ? list->count : one != NULL;
    if (n > sizeof r.given / sizeof *r.given)
        lu_refuse(x, list, "so many directions");
    for (uint32_t i = 0; i < n && !x->failed; i++)
        r.given[r.count++] = list ? list->items[i] : one;
    r.previous = !n && lu_flag(x, v, "previous", true);
    r.next = !n && lu_flag(x, v, "next", true);
    return r;
}

static lu_num rotation_number(lu *x, const rotations *r, uint32_t i)
{
    lu_num site = lu_context_num(x, LU_TO);
    if (i >= r->count)
        return turned_by_one(x, site, r->previous && i == r->count);
    return lu_clamp(x, lu_int(x, r->given[i]), 0, (int32_t)lu_turns(x) - 1, 0);
}

void lu_move_turn(lu *x, const ludii_value *v, const lu_use *k)
{
    lu_use use = lu_with_then(x, k, lu_item(x, v, "Then"));
    rotations r = rotations_of(x, v);
    turn_site(x, v);
    lu_check(x, lu_compare(x, IR_GE, lu_context_num(x, LU_TO), lu_known(0)));
    ir_node entry = x->cur;
    for (uint32_t i = 0; i < r.count + r.previous + r.next && !x->failed; i++) {
        x->cur = entry;
        lu_emit(x, &use,
                &(lu_move){.kind = LU_TURN,
                           .v = v,
                           .one_site = true,
                           .to_on = lu_ground_of(x, v),
                           .state = lu_keep_num(x, "rotation", rotation_number(x, &r, i))});
    }
}

void lu_effect_turn(lu *x, const ludii_value *v)
{
    lu_num outer_from = lu_keep(x, LU_FROM, "outer"), outer_to = lu_keep(x, LU_TO, "outer");
    rotations r = rotations_of(x, v);
    if (r.count + r.previous + r.next != 1)
        lu_refuse(x, v, "a turn in one of several directions as an effect");
    turn_site(x, v);
    lu_num site = lu_as_site(x, lu_context_num(x, LU_TO));
    ir_node after = lu_node(x), no = lu_branch(x, lu_compare(x, IR_GE, site, lu_known(0)));
    lu_set_at(x, lu_state_var(x, LU_S_ROTATION), site, rotation_number(x, &r, 0));
    lu_go(x, after);
    x->cur = no;
    lu_go(x, after);
    x->cur = after;
    lu_set(x, lu_context_var(x, LU_FROM), outer_from);
    lu_set(x, lu_context_var(x, LU_TO), outer_to);
    if (lu_item(x, v, "Then"))
        lu_effect(x, lu_item(x, v, "Then")->items[0]);
}
