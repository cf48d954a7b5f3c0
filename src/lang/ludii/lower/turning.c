/* Pieces that turn: how far each is turned clockwise, in directions that the board supports, belongs to its site. */
#include "lang/ludii/lower/directions.h"
#include "lang/ludii/lower/grounds.h"
#include "lang/ludii/lower/lowerings.h"

bool lu_pieces_turn(const lu *x)
{
    return lu_mentions(x, x->game, "Move.SetDirection") || lu_mentions(x, x->game, "Set.Direction") ||
           lu_mentions(x, x->game, "Move.SetRotation") || lu_mentions(x, x->game, "Set.Rotation") ||
           lu_mentions(x, x->game, "Rotation") || lu_mentions_label(x, x->game, "rotation");
}

static kit_num turned_now(lu *x, kit_num site) { return kit_at(x->k, lu_state_var(x, LU_S_ROTATION), site); }

/* One further, or one back, around the circle. */
static kit_num turned_by_one(lu *x, kit_num site, bool back)
{
    kit_num now = turned_now(x, site), one = kit_known(1), last = kit_known((int32_t)lu_turns(x) - 1);
    if (back)
        return kit_choose(x->k, kit_compare(x->k, IR_GT, now, kit_known(0)), kit_op(x->k, IR_SUB, now, one), last);
    return kit_choose(x->k, kit_compare(x->k, IR_LT, now, last), kit_op(x->k, IR_ADD, now, one), kit_known(0));
}

static void turn_site(lu *x, const ludii_value *v)
{
    const ludii_value *to = lu_item(x, v, "To"), *at = to ? lu_item(x, to, "Int") : NULL;
    if (to && lu_item(x, to, "Sites"))
        lu_refuse(x, to, "a turn of one of several pieces");
    if (x->stacks)
        lu_refuse(x, v, "a turn of a piece in a stack");
    kit_num site = lu_keep_num(x, "turned", at ? lu_int(x, at) : lu_context_num(x, LU_FROM));
    kit_set(x->k, lu_context_var(x, LU_FROM), site);
    kit_set(x->k, lu_context_var(x, LU_TO), site);
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
    r.previous = lu_flag(x, v, "previous", true) && !n;
    r.next = lu_flag(x, v, "next", true) && !n;
    return r;
}

static kit_num rotation_number(lu *x, const rotations *r, uint32_t i)
{
    kit_num site = lu_context_num(x, LU_TO);
    if (i >= r->count)
        return turned_by_one(x, site, r->previous && i == r->count);
    return kit_clamp(x->k, lu_int(x, r->given[i]), 0, (int32_t)lu_turns(x) - 1, 0);
}

void lu_move_turn(lu *x, const ludii_value *v, const lu_use *k)
{
    lu_use use = lu_with_then(x, k, lu_item(x, v, "Then"));
    rotations r = rotations_of(x, v);
    turn_site(x, v);
    kit_check(x->k, kit_compare(x->k, IR_GE, lu_context_num(x, LU_TO), kit_known(0)));
    ir_node entry = x->k->cur;
    for (uint32_t i = 0; i < r.count + r.previous + r.next && !x->failed; i++) {
        x->k->cur = entry;
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
    kit_num outer_from = lu_keep(x, LU_FROM, "outer"), outer_to = lu_keep(x, LU_TO, "outer");
    rotations r = rotations_of(x, v);
    if (r.count + r.previous + r.next != 1)
        lu_refuse(x, v, "a turn in one of several directions as an effect");
    turn_site(x, v);
    kit_num site = lu_as_site(x, lu_context_num(x, LU_TO));
    ir_node after = kit_node(x->k), no = kit_branch(x->k, kit_compare(x->k, IR_GE, site, kit_known(0)));
    kit_set_at(x->k, lu_state_var(x, LU_S_ROTATION), site, rotation_number(x, &r, 0));
    kit_go(x->k, after);
    x->k->cur = no;
    kit_go(x->k, after);
    x->k->cur = after;
    kit_set(x->k, lu_context_var(x, LU_FROM), outer_from);
    kit_set(x->k, lu_context_var(x, LU_TO), outer_to);
    if (lu_item(x, v, "Then"))
        lu_effect(x, lu_item(x, v, "Then")->items[0]);
}
