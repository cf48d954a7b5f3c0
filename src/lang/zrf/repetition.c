/* Positions that come again. Two hashes of each position behind a turn are kept, the latest of
 * them: a ring that forgets what is more than REMEMBERED turns ago. A position is what stands on
 * the board and off it, with attributes, and which entry of the order of turns comes next. */
#include "lang/zrf/lower.h"

enum { REMEMBERED = 512, TIMES = 3 };

static const src_span none = {0, 0};

static ir_expr number(zrf_lowering *x, int32_t i) { return irb_expr_int(x->g, i, none); }

static ir_expr entry(zrf_lowering *x, int32_t part)
{
    ir_expr at = irb_expr(x->g, IR_MUL, number(x, 2), kit_var(x->k, x->latest), IR_NONE, none);
    return kit_index(x->k, kit_var(x->k, x->seen),
                     part ? irb_expr(x->g, IR_ADD, at, number(x, part), IR_NONE, none) : at);
}

void zrf_declare_repetition(zrf_lowering *x)
{
    ir_type place = irb_int_type(x->g, 0, 2 * REMEMBERED - 1, none);
    ir_type hash = irb_int_type(x->g, 0, INT32_MAX, none);
    ir_value_entry nothing = {IR_NONE, irb_value_int(x->g, 0, none), none};
    x->seen = irb_variable(x->g, kit_fresh_name(x->k, "seen"), irb_arrow_type(x->g, place, hash, none),
                           irb_value_map(x->g, &nothing, 1, none), none);
    x->latest = irb_variable(x->g, kit_fresh_name(x->k, "latest"), irb_int_type(x->g, 0, REMEMBERED - 1, none),
                             irb_value_int(x->g, REMEMBERED - 1, none), none);
}

static ir_expr hash_of_position(zrf_lowering *x, ir_expr turn, int32_t seed)
{
    ir_expr hash = number(x, seed);
    if (turn != IR_NONE)
        hash = irb_expr(x->g, IR_HASH, turn, hash, IR_NONE, none);
    hash = irb_expr(x->g, IR_HASH, kit_var(x->k, x->board), hash, IR_NONE, none);
    if (x->pool != IR_NONE)
        hash = irb_expr(x->g, IR_HASH, kit_var(x->k, x->pool), hash, IR_NONE, none);
    for (uint32_t a = 0; a < x->z->attributes.count; a++)
        hash = irb_expr(x->g, IR_HASH, kit_var(x->k, x->attributes[a]), hash, IR_NONE, none);
    return hash;
}

ir_node zrf_remember(zrf_lowering *x, ir_node at, uint32_t turn, ir_expr value)
{
    ir_expr latest = kit_var(x->k, x->latest);
    ir_expr next = irb_expr(x->g, IR_ADD, latest, number(x, 1), IR_NONE, none);
    at = zrf_assign(x, at, latest, irb_expr(x->g, IR_MOD, next, number(x, REMEMBERED), IR_NONE, none), none);
    for (int32_t part = 0; part < 2; part++)
        at = zrf_assign(x, at, entry(x, part), hash_of_position(x, value, 2 * (int32_t)turn + part + 1), none);
    return at;
}

ir_expr zrf_repeated(zrf_lowering *x)
{
    ir_expr times = irb_expr(x->g, IR_TIMES, kit_var(x->k, x->seen), entry(x, 0), entry(x, 1), none);
    return irb_expr(x->g, IR_GE, times, number(x, TIMES), IR_NONE, none);
}
