#include "kit/repetition.h"

#include "automaton/build.h"

#include <assert.h>

kit_num kit_hash(kit_code *x, const kit_position *p)
{
    ir_expr hash = kit_expr(x, kit_known(p->seed));
    for (uint32_t i = 0; i < p->count; i++)
        hash = irb_expr(x->g, IR_HASH, p->parts[i], hash, IR_NONE, x->at);
    return (kit_num){.e = hash, .low = 1, .high = INT32_MAX};
}

kit_repetition kit_remember_positions(kit_code *x, int32_t room, bool ring)
{
    assert(room > 0);
    return (kit_repetition){.hashes = kit_array(x, "positions", 0, 2 * room - 1, 0, INT32_MAX, NULL),
                            .next = kit_variable(x, "remembered", 0, ring ? room - 1 : room, 0),
                            .room = room,
                            .ring = ring};
}

kit_num kit_remembered(kit_code *x, const kit_repetition *r) { return kit_read(x, r->next); }

static kit_num wrapped(kit_code *x, const kit_repetition *r, kit_num n)
{
    return r->ring ? kit_op(x, IR_MOD, n, kit_known(r->room)) : n;
}

static kit_num half(kit_code *x, kit_num n, int32_t which)
{
    return kit_op(x, IR_ADD, kit_op(x, IR_MUL, n, kit_known(2)), kit_known(which));
}

void kit_remember(kit_code *x, const kit_repetition *r, const kit_position *p)
{
    kit_num n = kit_clamp(x, kit_read(x, r->next), 0, r->room - 1, 0);
    for (int32_t i = 0; i < 2; i++)
        kit_set_at(x, r->hashes, half(x, n, i), kit_hash(x, &(kit_position){p->parts, p->count, p->seed + i}));
    kit_set(x, r->next, wrapped(x, r, kit_op(x, IR_ADD, n, kit_known(1))));
}

static kit_num times(kit_code *x, const kit_repetition *r, kit_num first, kit_num second)
{
    ir_expr e = irb_expr(x->g, IR_TIMES, kit_var(x, r->hashes), kit_expr(x, first), kit_expr(x, second), x->at);
    return (kit_num){.e = e, .low = 0, .high = INT32_MAX};
}

kit_num kit_times(kit_code *x, const kit_repetition *r, const kit_position *p)
{
    return times(x, r, kit_hash(x, p), kit_hash(x, &(kit_position){p->parts, p->count, p->seed + 1}));
}

kit_num kit_times_of_last(kit_code *x, const kit_repetition *r)
{
    kit_num last = wrapped(x, r, kit_op(x, IR_ADD, kit_read(x, r->next), kit_known(r->room - 1)));
    return times(x, r, kit_at(x, r->hashes, half(x, last, 0)), kit_at(x, r->hashes, half(x, last, 1)));
}

kit_num kit_back_to(kit_code *x, const kit_repetition *r, int32_t times, ir_var v)
{
    assert(times > 0 && r->room > 1);
    ir_var left = kit_scratch(x, "left", 0, times);
    ir_node after = kit_node(x);
    kit_num first = kit_op(x, IR_ADD, kit_read(x, r->next), kit_known(r->room - 1));
    kit_set(x, left, kit_known(times));
    kit_loop l = kit_loop_begin(x, v, kit_known(1), kit_known(r->room));
    kit_num other = wrapped(x, r, kit_op(x, IR_ADD, first, kit_op(x, IR_SUB, kit_known(r->room), kit_read(x, v))));
    for (int32_t i = 0; i < 2; i++)
        kit_branch_to(x,
                      kit_compare(x, IR_EQ, kit_at(x, r->hashes, half(x, other, i)),
                                  kit_at(x, r->hashes, half(x, wrapped(x, r, first), i))),
                      l.next);
    kit_set(x, left, kit_op(x, IR_SUB, kit_read(x, left), kit_known(1)));
    kit_branch_to(x, kit_compare(x, IR_EQ, kit_read(x, left), kit_known(0)), l.next);
    kit_go(x, after);
    x->cur = l.done;
    kit_set(x, v, kit_known(0));
    kit_go(x, after);
    x->cur = after;
    return kit_read(x, v);
}
