/* Effects that are all found in the same position and then made one after the other.
 *
 * Of loops over stacks that change them: which pieces are meant, and what conditions say, is known before the first of
 * them moves. So the effects are written down, with numbers for all that they say, and made behind the loop. */
#include "lang/ludii/lower/queue.h"
#include "lang/ludii/lower/lowerings.h"
#include "lang/ludii/lower/stack.h"

#include <string.h>

enum { ROOM = 400, LOW = -30001, HIGH = 1000000000 };

static bool all_wait(const lu *x, const ludii_value *v)
{
    for (uint32_t i = 0; i < v->count; i++)
        if (v->items[i] && (lu_array_of(x, v->items[i]) ? !all_wait(x, v->items[i]) : !lu_waits(x, v->items[i])))
            return false;
    return true;
}

bool lu_waits(const lu *x, const ludii_value *v)
{
    const ludeme_code *code = lu_code(x, v);
    arena_work(x->a, 1);
    if (lu_is(x, v, "Then"))
        return false;
    if (lu_is(x, v, "Apply") || lu_is(x, v, "To"))
        return all_wait(x, v);
    if (!code || !code->effect)
        return true;
    if (code->effect == lu_effect_if || code->effect == lu_effect_and || code->effect == lu_effect_for_level ||
        code->effect == lu_effect_for_site || code->effect == lu_effect_for_array ||
        code->effect == lu_effect_for_value || code->effect == lu_effect_set_player ||
        code->effect == lu_effect_set_value || code->effect == lu_effect_set_var || code->effect == lu_effect_again ||
        code->effect == lu_effect_remember_value)
        return all_wait(x, v);
    if (code->effect == lu_effect_from_to)
        return all_wait(x, v) && !lu_arg(x, v, "count") &&
               (!lu_arg(x, v, "stack") || lu_arg(x, lu_item(x, v, "From"), "level"));
    if (code->effect == lu_effect_set_site)
        return all_wait(x, v) && !lu_word_seen_is(x, v->items[0], "Count");
    return code->effect == lu_effect_remove && all_wait(x, v) && !lu_arg(x, v, "at") && !lu_arg(x, v, "count");
}

bool lu_may_queue(const lu *x, const ludii_value *effect)
{
    const bool applies = lu_mentions(x, effect, "Apply") && !lu_quirk(x, QUIRK_APPLIED_IN_TURN);
    return (x->stacks || applies) && !x->queue && !x->tells && lu_waits(x, effect);
}

bool lu_may_queue_all(const lu *x, const ludii_value *list)
{
    bool all = !lu_mentions(x, list, "Remember") || !lu_mentions(x, list, "ValuesRemembered");
    for (uint32_t i = 0; i < list->count; i++)
        all &= !list->items[i] || lu_is(x, list->items[i], "Then") || lu_may_queue(x, list->items[i]);
    return all;
}

void lu_begin_queue(lu *x)
{
    lu_queue *q = ARENA_NEW(x->a, lu_queue);
    static const char *const names[LU_QUEUED] = {"what", "first", "second", "third"};
    for (uint32_t i = 0; i < LU_QUEUED; i++)
        q->part[i] = kit_array(x->k, names[i], 0, ROOM - 1, LOW, HIGH, NULL);
    q->count = kit_scratch(x->k, "queued", 0, ROOM);
    kit_set(x->k, q->count, kit_known(0));
    x->queue = q;
}

void lu_queue_up(lu *x, lu_queued what, kit_num a, kit_num b, kit_num c)
{
    const lu_queue *q = x->queue;
    const kit_num parts[LU_QUEUED] = {kit_known((int32_t)what), a, b, c};
    kit_num count = kit_read(x->k, q->count);
    for (uint32_t i = 0; i < LU_QUEUED; i++) /* what there is no room for is a fault */
        kit_assign(x->k, kit_index(x->k, kit_var(x->k, q->part[i]), kit_expr(x->k, count)), kit_expr(x->k, parts[i]));
    count.high = ROOM - 1;
    kit_set(x->k, q->count, kit_op(x->k, IR_ADD, count, kit_known(1)));
}

static void move_piece(lu *x, kit_num from, kit_num to, kit_num level)
{
    ir_node after = kit_node(x->k);
    if (x->stacks) {
        ir_node top = kit_branch(x->k, kit_compare(x->k, IR_GE, level, kit_known(0)));
        kit_branch_to(x->k, kit_compare(x->k, IR_LT, level, lu_size_at(x, from)), after);
        lu_move_level(x, from, to, level);
        kit_go(x->k, after);
        x->k->cur = top;
    }
    kit_branch_to(x->k, kit_compare(x->k, IR_GT, lu_size_at(x, from), kit_known(0)), after);
    lu_displace(x, from, to, kit_known(1), false);
    kit_go(x->k, after);
    x->k->cur = after;
    lu_after_consequence(x, from, to);
}

/* Makes what was written down. */
void lu_run_queue(lu *x)
{
    const lu_queue *q = x->queue;
    ir_var i = kit_scratch(x->k, "i", 0, ROOM);
    x->queue = NULL;
    kit_loop l = kit_loop_begin(x->k, i, kit_known(0), kit_read(x->k, q->count));
    kit_num part[LU_QUEUED], index = kit_read(x->k, i);
    index.high = ROOM - 1;
    for (uint32_t k = 0; k < LU_QUEUED; k++)
        part[k] = lu_keep_num(x, "queued", kit_at(x->k, q->part[k], index));
    const int32_t last = (int32_t)x->sites - 1;
    kit_num site = kit_clamp(x->k, part[1], 0, last, 0), to = kit_clamp(x->k, part[2], 0, last, 0);
    for (int32_t what = 0; what <= LU_Q_SET_VALUE; what++) {
        ir_node other = kit_branch(x->k, kit_compare(x->k, IR_EQ, part[0], kit_known(what)));
        if (what == LU_Q_MOVE)
            move_piece(x, site, to, part[3]);
        else if (what == LU_Q_REMOVE && x->stacks)
            lu_remove_level(x, site, part[2]);
        else if (what == LU_Q_REMOVE) {
            lu_leave_tracks(x, lu_what_at(x, site), site);
            lu_clear_site(x, site);
        } else {
            const lu_state set = what == LU_Q_SET_STATE ? LU_S_STATE : LU_S_VALUE;
            kit_num n = kit_clamp(x->k, part[3], 0, set == LU_S_STATE ? 1000 : 1000000, 0);
            if (x->vars[set] != IR_NONE && x->stacks)
                lu_set_level(x, set, site, part[2], n);
            else if (x->vars[set] != IR_NONE)
                kit_set_at(x->k, x->vars[set], site, n);
        }
        kit_go(x->k, l.next);
        x->k->cur = other;
    }
    kit_loop_end(x->k, &l);
}
